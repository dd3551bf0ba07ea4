package cell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const formed = `mix(a, b=(1, 2), *, sep=", ", **fields)
Mixes a and b.
It takes its time.

a (array): what is mixed,
  and stays as it is
b (pair of ints, (1, 2)): the shares
sep (string, ", "): between them
**fields (any): further names

Returns a mixture: m.time,
m.share.

    m = mix(zeros(3))

    m.time`

func TestParseDoc(t *testing.T) {
	want := Doc{
		Signature: `mix(a, b=(1, 2), *, sep=", ", **fields)`,
		About:     []string{"Mixes a and b.\nIt takes its time."},
		Params: []DocParam{
			{"a", "array", "what is mixed, and stays as it is"},
			{"b", "pair of ints, (1, 2)", "the shares"},
			{"sep", `string, ", "`, "between them"},
			{"**fields", "any", "further names"},
		},
		Returns: "Returns a mixture: m.time, m.share.",
		Example: "m = mix(zeros(3))\n\nm.time",
	}
	got := ParseDoc(formed)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if err := got.Check(); err != nil {
		t.Error(err)
	}
}

// Each row breaks the form in one place, which Check names.
func TestCheckDoc(t *testing.T) {
	for _, row := range []struct{ old, new, want string }{
		{"Mixes a and b.", "The mixture of a and b.", `the text begins with "The mixture of a and b.`},
		{"Mixes a and b.", "This mixes a and b.", `the text begins with "This mixes`},
		{"Mixes a and b.", "Mix a and b.", `the text begins with "Mix a`},
		{"a (array): what", "a: what", `"a (type): meaning"`},
		{"b (pair of ints, (1, 2))", "b (pair of ints)", "want its default behind the type: (…, (1, 2))"},
		{"b (pair of ints, (1, 2)): the shares\n", "", `"b (type): meaning" is in place 2`},
		{"**fields (any): further names", "**fields (any): further names\nlast (int): the last", "parameter last is not in the signature"},
		{"    m = mix(zeros(3))\n\n    m.time", "", "no example"},
	} {
		text := strings.Replace(formed, row.old, row.new, 1)
		if err := ParseDoc(text).Check(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q in place of %q: got %v, want %s", row.new, row.old, err, row.want)
		}
	}
}

// An attribute has one sentence.
func TestCheckAttribute(t *testing.T) {
	if err := ParseDoc("id\nReturns the id of the display.").Check(); err != nil {
		t.Error(err)
	}
}

package claims

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each rule at its limits: what is printed, what the model says, whether that agrees.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule, printed string
		modelled      []float64
		want          bool
	}{
		{"count", "16", []float64{16}, true},
		{"count", "16", []float64{16.4}, true},
		{"count", "16", []float64{16.6}, false},
		{"count", "2.17", []float64{2.174}, true},
		{"count", "2.17", []float64{2.18}, false},
		{"bound", "568 GFLOP/s", []float64{579}, true},
		{"bound", "568 GFLOP/s", []float64{580}, false},
		{"measured", "35.39 ms", []float64{32}, true},
		{"measured", "35.39 ms", []float64{31.8}, false},
		{"listing", "5.3 GB/s", []float64{6.0}, true},
		{"listing", "5.3 GB/s", []float64{6.2}, false},
		{"camping", "19 GB/s", []float64{23, 16}, true},
		{"camping", "19 GB/s", []float64{23, 25}, false},
		{"factor", "10 times", []float64{7.6}, true},
		{"factor", "10 times", []float64{7.4}, false},
		{"points", "25 %", []float64{15.5}, true},
		{"points", "25 %", []float64{14.5}, false},
		{"range", "400 to 800 cycles", []float64{400, 800}, true},
		{"range", "400 to 800 cycles", []float64{801}, false},
		{"measured", "1, 2 ms", []float64{1, 2}, true},
		{"measured", "1, 2 ms", []float64{2, 1}, false},
		{"measured", "1, 2 ms", []float64{1}, false},
	} {
		f, err := figures(c.printed)
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&Claim{Rule: find(c.rule), Printed: f}).Holds(Answer{Numbers: c.modelled})
		if err != nil || got != c.want {
			t.Errorf("%s: printed %s, modelled %v: got %t, want %t (%v)", c.rule, c.printed, c.modelled, got, c.want, err)
		}
	}
}

// An answer of another kind than the rule's is a mistake in the cells, not a verdict.
func TestKindsOfAnswers(t *testing.T) {
	f, err := figures("5.3 GB/s")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim  Claim
		answer Answer
	}{
		{Claim{Rule: find("listing"), Printed: f}, Answer{Truths: []bool{true}}},
		{Claim{Rule: find("listing"), Printed: f}, Answer{}},
		{Claim{Rule: find("order")}, Answer{Numbers: []float64{1}}},
		{Claim{Rule: find("order")}, Answer{}},
	} {
		if _, err := c.claim.Holds(c.answer); err == nil {
			t.Errorf("the rule %s takes %v", c.claim.Rule.Name, c.answer)
		}
	}
	for want, a := range map[string]Answer{"5.307": {Numbers: []float64{5.3071}}, "18194139, 2": {Numbers: []float64{18194139, 2}},
		"yes, no": {Truths: []bool{true, false}}} {
		if got := a.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What a file of a lecture may not have is refused.
func TestParse(t *testing.T) {
	const head = "lecture: A\nbackground: 3\n\n"
	const good = "-- 01 --\nsays: x\nprinted: 1 to 2 s\nrule: range\n\nmodelled = 1\n"
	l, err := parse("009", []byte(head+"-- cells two --\na = 1\n# %%\nb = 2\n"+strings.Replace(good, "rule: range",
		"rule: range\nwith: two", 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"a = 1", "b = 2"}, l.Claims[0].Shared); d != "" || l.Background != 3 || l.Claims[0].ID != "009-01" {
		t.Errorf("got %+v\n%s", l, d)
	}
	again, err := parse("010", []byte("lecture: B\nbackground: 0\nrepeats: 009\n"), []Lecture{*l})
	if err != nil || again.Claims[0].ID != "010-01" || again.Claims[0].Asked() != "009-01" {
		t.Errorf("got %+v, %v", again, err)
	}
	for _, text := range []string{
		head + strings.Replace(good, "rule: range", "rule: luck", 1),
		head + strings.Replace(good, "says: x\n", "", 1),
		head + strings.Replace(good, "printed: 1 to 2 s\n", "", 1),
		head + strings.Replace(good, "printed: 1 to 2 s", "printed: a few", 1),
		head + strings.Replace(good, "rule: range", "rule: range\nwith: three", 1),
		head + strings.Replace(good, "modelled = 1", "1", 1),
		head + good + good,
		"lecture: A\n\n" + good,
	} {
		if _, err := parse("009", []byte(text), nil); err == nil {
			t.Errorf("taken:\n%s", text)
		}
	}
}

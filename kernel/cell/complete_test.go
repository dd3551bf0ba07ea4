package cell

import (
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// helpSession knows a few names of every kind.
func helpSession(t *testing.T) *Session {
	t.Helper()
	s := New()
	s.Define("launch", starlark.NewBuiltin("launch", nil), "launch(kernel, grid, block, args, gpu=None, shared=0, full=None)\nRuns a kernel on a grid.")
	s.Magic("cuda", func(*Run, string, string) error { return nil })
	_, outcome := runCell(s, 1, strings.TrimSpace(`
bandwidth = 141.7
band = [1, 2]
words = {"a": 1}
def bench(n, repeat=3, *rest, warm=True):
    """Measures.

    Twice.
    """
    return n
žluť = "kůň"
`))
	if outcome.Error != nil {
		t.Fatal(outcome.Error)
	}
	return s
}

// TestComplete: | is the cursor, in the code; the matches are those that must
// be there, or, after =, all of them.
func TestComplete(t *testing.T) {
	s := helpSession(t)
	for _, test := range []struct{ code, replaced, want string }{
		{"ban|", "ban", "= band bandwidth"},
		{"x = ban|dwidth", "ban", "= band bandwidth"},
		{"be|", "be", "= bench"},
		{"whi|", "whi", "= while"},
		{"band.app|", "app", "= append"},
		{"band.|", "", "append clear extend index insert pop remove"},
		{"words.ke|", "ke", "= keys"},
		{"math.sq|", "sq", "= sqrt"},
		{"math.sqrt|", "sqrt", "= sqrt"},
		{"1 + math.lo|", "lo", "= log log10 log1p log2"},
		{"nothing.x|", "x", "="},
		{"f().x|", "x", "="},
		{"band[0].x|", "x", "="},
		{"launch(k, g|", "g", "= gpu= grid= getattr"},
		{"launch(k, 3, fu|", "fu", "= full="},
		{"launch(k, (1, 2), |", "", "gpu= shared= full="},
		{"launch(k, (1, |", "", "print band"},
		{"bench(re|", "re", "= repeat= repr return reversed"},
		{"bench(1, wa|", "wa", "= warm="},
		{"bench(repeat=b|", "b", "= band bandwidth bench bin bool break bytes"},
		{"def f(alpha, beta):\n    return al|", "al", "= all alpha"},
		{"for item in band:\n    print(it|", "it", "= item"},
		{"%t|", "%t", "= %time"},
		{"%%c|", "%%c", "= %%capture %%cuda"},
		{"%|", "%", "%%cuda %time %who %reset"},
		{"x = 1\n%%|", "%%", "="},
		{"%%cuda\n__glo|", "", "="},
		{"%%time\nban|", "ban", "= band bandwidth"},
		{"'ban|", "ban", "="},
		{"f'{ban|", "", "="},
		{"# ban|", "", "="},
		{"x = 1 # ban|", "", "="},
		{"12|", "", "="},
		{"|", "", "print band if"},
		{"'😀'; ban|", "ban", "= band bandwidth"},
		{"'e\u0301😀𝒳'; žl|x", "žl", "= žluť"},
		{"·glo|", "glo", "="}, // names of the rewriter are never offered
	} {
		before, after, _ := strings.Cut(test.code, "|")
		cursor := len([]rune(before))
		c := s.Complete(before+after, cursor)
		if c.End != cursor || c.Start != cursor-len([]rune(test.replaced)) {
			t.Errorf("%q: replaces [%d, %d), want %q before %d", test.code, c.Start, c.End, test.replaced, cursor)
		}
		got := map[string]bool{}
		for _, m := range c.Matches {
			got[m.Text] = true
		}
		want := strings.Fields(strings.TrimPrefix(test.want, "="))
		for _, w := range want {
			if !got[w] {
				t.Errorf("%q: %q is missing in %v", test.code, w, c.Matches)
			}
		}
		if strings.HasPrefix(test.want, "=") && len(got) != len(want) {
			t.Errorf("%q: got %v, want only %v", test.code, c.Matches, want)
		}
	}
}

func TestCompleteKinds(t *testing.T) {
	s := helpSession(t)
	want := map[string]string{"bench": "function", "band": "instance", "break": "keyword"}
	for _, m := range s.Complete("b", 1).Matches {
		if kind, ok := want[m.Text]; ok && m.Type != kind {
			t.Errorf("%s is a %s, want %s", m.Text, m.Type, kind)
		}
		if m.Text == "bench" && m.Signature != "bench(n, repeat=3, *rest, warm=True)" {
			t.Errorf("signature %q", m.Signature)
		}
	}
	for _, cursor := range []int{-3, 99} { // a front end's mistake
		s.Complete("ban", cursor)
		s.Inspect("ban", cursor, 0)
	}
}

func TestInspect(t *testing.T) {
	s := helpSession(t)
	for _, test := range []struct {
		code   string
		detail int
		want   []string // none: nothing is found
	}{
		{"ben|ch", 0, []string{"Signature: bench(n, repeat=3, *rest, warm=True)", "Measures.\n\nTwice.", "In[1], line 4"}},
		{"bench|(3)", 1, []string{"def bench(n, repeat=3", "    return n"}},
		{"bench(|", 0, []string{"Signature: bench"}},
		{"bench(1, (2, |", 0, []string{"Signature: bench"}},
		{"band|", 0, []string{"Type:      list", "[1, 2]", "Length:    2"}},
		{"bandwidth|", 0, []string{"float", "141.7"}},
		{"launch|", 0, []string{"launch(kernel, grid", "Runs a kernel on a grid."}},
		{"band.append|", 0, []string{"append(x)", "Adds an element at the end"}},
		{"math.sqrt|(2)", 0, []string{"sqrt(x)", "square root"}},
		{"for|", 0, []string{"for x in list"}},
		{"'😀' + žlu|ť", 0, []string{"kůň"}},
		{"nothing|", 0, nil},
		{"1 + |2", 0, nil},
		{"|", 0, nil},
		{"band.nothing|", 0, nil},
	} {
		before, after, _ := strings.Cut(test.code, "|")
		b, ok := s.Inspect(before+after, len([]rune(before)), test.detail)
		if ok != (test.want != nil) {
			t.Errorf("%q: found %v", test.code, ok)
			continue
		}
		for _, want := range test.want {
			if text := b.Data["text/plain"].(string); !strings.Contains(text, want) {
				t.Errorf("%q: %q is missing in\n%s", test.code, want, text)
			}
		}
	}
}

func TestIsComplete(t *testing.T) {
	s := New()
	for _, test := range []struct{ code, status, indent string }{
		{"", "complete", ""},
		{"x = 1", "complete", ""},
		{"print('hello')\n", "complete", ""},
		{"x = (1,", "incomplete", ""},
		{"  \nf(\n    1,", "incomplete", "    "},
		{"if x:", "incomplete", "    "},
		{"if x: # why", "incomplete", "    "},
		{"for i in range(3):\n    if i:", "incomplete", "        "},
		{"def f():\n    return 1", "incomplete", "    "},
		{"def f():\n    return 1\n", "complete", ""},
		{"def f():\n    return 1\n\n", "complete", ""},
		{"if x: pass", "complete", ""},
		{"'''text", "incomplete", ""},
		{"f'''text {x}", "incomplete", ""},
		{"'text", "invalid", ""},
		{"x = 1 +", "invalid", ""},
		{"x = 1 + \\", "incomplete", ""},
		{"import os", "invalid", ""},
		{"x = (1\ny = 2\ndef f():", "invalid", ""},
		{"1 +* 2", "invalid", ""},
		{"d = {1: 2,\n     3:", "incomplete", "     "},
		{"%who", "complete", ""},
		{"?print", "complete", ""},
		{"%%cuda", "incomplete", ""},
		{"%%cuda\nint x;\n", "incomplete", ""},
		{"%%cuda\nint x;\n\n", "complete", ""},
		{"x)", "invalid", ""},
	} {
		if status, indent := s.IsComplete(test.code); status != test.status || indent != test.indent {
			t.Errorf("%q: got %s %q, want %s %q", test.code, status, indent, test.status, test.indent)
		}
	}
}

// Whatever stands in a cell, completion and inspection end, within the cell.
func FuzzComplete(f *testing.F) {
	for _, code := range []string{"launch(k, grid=f(1)[", "band[0].x", "f'{ban", "a = band\na.app", "%%cuda\nx", "bench(repeat={'a': [",
		"(\"x\").jo", "d = {1: [2, (3,"} {
		f.Add(code, len(code))
	}
	many := "a = [1, 1]\n"
	for range 40 {
		many += "a = [a, a]\n"
	}
	f.Add(many+"a.app", len(many)+5)
	s := New()
	s.Define("launch", starlark.NewBuiltin("launch", nil), "launch(kernel, grid, block, args, gpu=None, shared=0, full=None)\nRuns a kernel on a grid.")
	gpus := func(Call) []Offer { return []Offer{{Value: starlark.String("GTX 280")}} }
	s.Declare(Entry{Name: "*", Args: map[string]func(Call) []Offer{"gpu": gpus}})
	s.Execute(f.Context(), kernel.Cell{Code: "band = [1, 2]\ndef bench(n, repeat=3): return n", Count: 1}, new(recorder))
	f.Fuzz(func(t *testing.T, code string, cursor int) {
		c := s.Complete(code, cursor)
		if n := len([]rune(code)); c.Start < 0 || c.Start > c.End || c.End > n {
			t.Errorf("replaces [%d, %d) of %d", c.Start, c.End, n)
		}
		s.Inspect(code, cursor, 1)
		s.IsComplete(code)
	})
}

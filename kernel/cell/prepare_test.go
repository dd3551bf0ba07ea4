package cell

import (
	"errors"
	"strings"
	"testing"
)

// FuzzPreprocess checks what the preprocessor promises for any text: it ends,
// it does not panic, and every character that it keeps stands where it stood.
func FuzzPreprocess(f *testing.F) {
	for _, seed := range []string{
		"x = f\"{a!r:>{w}} {{}} {d['k']}\"\nassert x, f'{x=}'", "%time f()\n?x\nx?\n%%cuda\n", "f'''\n{1\n+2}\n'''", "rf'{x}' Rb'' \"\\\n\"", "f\"{f\"{f'{x}'}\"}\"",
		"f\"{x", "f\"{x:{y:{z}}}\"", "f\"{\"", "a ? b : c\x00", "x = 'a\nb'\n\ty = 1e+5j", "f\"{'\"", "f'{x!}'", "f'{a:b!c}'", "x\\\ny", "f'{lambda x: 1}'", "f'\\N{dash}'", "'\\xe9\\\n' '''\\xff\n''' b'\\xe9'", "if x: assert y; assert z",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		src = newlines(strings.ToValidUTF8(src, "?"))
		for _, part := range segments(src, 1) {
			tokens := lex(part.text, place{part.line, 1}, false)
			p, f := prepare(part.text, tokens)
			if f != nil {
				if f.msg == "" || f.at.line < 1 || f.at.col < 1 {
					t.Fatalf("fault %+v", f)
				}
				continue
			}
			before, after := strings.Split(part.text, "\n"), strings.Split(p.text, "\n")
			if len(before) != len(after) {
				t.Fatalf("%q has %d lines, %q has %d", part.text, len(before), p.text, len(after))
			}
			for i := range before {
				if len([]rune(before[i])) != len([]rune(after[i])) {
					t.Fatalf("line %d: %q became %q", i+1, before[i], after[i])
				}
			}
			s := New()
			cell := s.newSource("In[1]", src)
			file, p, err := parse(cell.key, part.text, part.line)
			if err == nil {
				_, err = cell.compile(file, p, true)
			}
			var refusal *fault
			if err == nil {
				continue
			}
			if !errors.As(err, &refusal) || refusal.msg == "" || refusal.at.line < 1 || refusal.at.line > strings.Count(src, "\n")+2 ||
				refusal.at.col < 1 {
				t.Fatalf("%q is refused with %#v", src, err)
			}
		}
		s := New()
		s.IsComplete(src)
		s.Complete(src, len(src)/2)
		s.Inspect(src, len(src)/2, 1)
	})
}

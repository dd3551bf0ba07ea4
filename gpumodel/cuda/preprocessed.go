package cuda

import (
	"fmt"
	"strings"
)

// Preprocessed is the text of a source after its directives, as -E shows it: lines such as # 3 "a.h" say where the next line comes
// from. Headers that are built in are not in it.
func Preprocessed(name, src string, opt Options) (string, error) {
	r := newReporter(name, src)
	toks, _ := preprocess(r, src, opt)
	if err := r.err(); err != nil {
		return "", err
	}
	var b strings.Builder
	file, line := "", 0
	for _, t := range toks {
		if t.kind == tEOF || t.library {
			continue
		}
		at, pos := place(r.headersRead, t.pos)
		in := name
		if at != nil {
			in = at.name
		}
		switch {
		case in != file || pos.Line < line || pos.Line > line+8:
			if line > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "# %d %q\n", pos.Line, in)
		case pos.Line > line:
			b.WriteString(strings.Repeat("\n", pos.Line-line))
		case t.space:
			b.WriteByte(' ')
		}
		if in != file || pos.Line != line {
			b.WriteString(strings.Repeat(" ", max(0, pos.Col-1)))
		}
		file, line = in, pos.Line
		if t.kind == tPragma {
			fmt.Fprintf(&b, "#pragma %s %s", t.text, spell(t.args))
			continue
		}
		b.WriteString(t.text)
	}
	if line > 0 {
		b.WriteByte('\n')
	}
	return b.String(), nil
}

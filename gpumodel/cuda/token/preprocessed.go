package token

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Preprocessed is a source after its directives, as nvcc -E prints it: macros are expanded, and headers stand in the place of their
// directives. Headers that are built in stay directives, so that a compiler that has them reads the text again. Lines "# LINE FILE" say
// where the text comes from.
func Preprocessed(name, src string, opt Options) (string, error) {
	r := NewReporter(name, src)
	source := Preprocess(r, src, opt)
	if err := r.Err(); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, h := range slices.Sorted(maps.Keys(source.System)) {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	file, line, last := "", 0, Token{}
	for _, t := range source.Tokens {
		if t.Library || t.Kind == EOF {
			continue
		}
		in, at := r.place(t.Pos)
		now := name
		if in != nil {
			now = in.name
		}
		switch {
		case now != file || at.Line < line || at.Line > line+mostBlank:
			fmt.Fprintf(&b, "\n# %d %q\n%s", at.Line, now, strings.Repeat(" ", at.Col-1))
		case at.Line > line:
			fmt.Fprintf(&b, "%s%s", strings.Repeat("\n", at.Line-line), strings.Repeat(" ", at.Col-1))
		case t.Space || t.Macro != "" || last.Macro != "":
			b.WriteByte(' ')
		}
		file, line, last = now, at.Line, t
		b.WriteString(sourceForm(t))
	}
	b.WriteByte('\n')
	return b.String(), nil
}

// mostBlank is how many lines without text are written as blank lines; after more of them a line says where the text goes on.
const mostBlank = 8

// sourceForm is a token as a source has it.
func sourceForm(t Token) string {
	if t.Kind != Pragma {
		return t.Text
	}
	return strings.TrimRight(fmt.Sprintf("#pragma %s %s", t.Text, Spell(t.Args)), " ")
}

package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// MacrosOf are the directives that define what a part of the source uses, in their order: the
// part can be compiled with them before it. Predefined macros and those of options are left out.
func (f *File) MacrosOf(text string) string {
	used := map[string]*token.Macro{}
	var note func(toks []token.Token)
	note = func(toks []token.Token) {
		for _, t := range toks {
			if m := f.macros[t.Text]; t.Kind == token.Ident && m != nil && !m.Builtin && !m.Option && used[t.Text] == nil {
				used[t.Text] = m
				note(m.Body)
			}
		}
	}
	note(token.Scan(text))
	list := make([]*token.Macro, 0, len(used))
	for _, m := range used {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *token.Macro) int {
		if token.Before(a.Pos, b.Pos) {
			return -1
		}
		return 1
	})
	var b strings.Builder
	for _, m := range list {
		b.WriteString(m.String() + "\n")
	}
	return b.String()
}

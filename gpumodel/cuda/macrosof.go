package cuda

import (
	"slices"
	"strings"
)

// MacrosOf are the directives that define what a part of the source uses, in their order: the
// part can be compiled with them before it. Predefined macros and those of options are left out.
func (f *File) MacrosOf(text string) string {
	used := map[string]*macro{}
	var note func(toks []token)
	note = func(toks []token) {
		for _, t := range toks {
			if m := f.macros[t.text]; t.kind == tIdent && m != nil && !m.builtin && !m.option && used[t.text] == nil {
				used[t.text] = m
				note(m.body)
			}
		}
	}
	note(scan(text))
	list := make([]*macro, 0, len(used))
	for _, m := range used {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *macro) int {
		if before(a.pos, b.pos) {
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

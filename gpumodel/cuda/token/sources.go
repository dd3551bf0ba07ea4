package token

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A program of several sources is one text for the preprocessor, as if they stood in one file ([Join]). Each of them begins with the
// macros of the command line alone and reads its headers again.

// A Source is one file of a program.
type Source struct {
	Name, Text string
	// Defines are the macros of its own command line, beside those of Options.
	Defines map[string]string
}

// sourcePragma begins a source in a joined text.
const sourcePragma = "warpbook_source"

// Join makes one text of the sources of a program. Options.Host is needed to run it.
func Join(sources []Source) string {
	if len(sources) == 1 {
		return sources[0].Text
	}
	var b strings.Builder
	for _, s := range sources {
		fmt.Fprintf(&b, "#pragma %s %q", sourcePragma, s.Name)
		for _, name := range slices.Sorted(maps.Keys(s.Defines)) {
			fmt.Fprintf(&b, " %q", name+"="+s.Defines[name])
		}
		fmt.Fprintf(&b, "\n%s\n", s.Text)
	}
	return b.String()
}

// nextSource begins another source: it has the macros that all begin with.
func (pp *preprocessor) nextSource(at, name Token, defines []Token) {
	pp.unclosed()
	pp.conds, pp.packing = nil, packing{}
	pp.Files.sources = append(pp.Files.sources, sourceStart{strings.Trim(name.Text, `"`), at.Pos.Line})
	clear(pp.macros)
	for name, m := range pp.initial {
		pp.macros[name] = m
	}
	for name := range pp.once {
		if !strings.HasPrefix(name, libraryOnce) {
			delete(pp.once, name)
		}
	}
	for _, d := range defines {
		if text, err := strconv.Unquote(d.Text); err == nil {
			name, value, _ := strings.Cut(text, "=")
			pp.option(name, value)
		}
	}
}

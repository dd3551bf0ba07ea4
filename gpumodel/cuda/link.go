package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// The sources of a program mean what separate translation units mean: what several of them
// have in common from their headers is read once; and what belongs to one of them alone (static, an unnamed namespace, variables
// of the device, a class of its own) does not meet what another one calls by the same name.

// A linker makes one program of the tokens of several sources.
type linker struct {
	toks    []token.Token
	files   *token.Files
	sources []string // their names
	chunks  []*chunk
	renamed map[int]map[string]bool // by source: the names that get that of the source
}

// link reads what sources share once, and gives what only one of them has a name of its own where another one has that name, too.
func link(toks []token.Token, files *token.Files) []token.Token {
	sources := files.SourceNames()
	if len(sources) < 2 {
		return toks
	}
	l := &linker{toks: toks, files: files, sources: sources, renamed: map[int]map[string]bool{}}
	for range mostRounds {
		l.chunks = declarations(l.toks, files)
		if !l.rename() {
			break
		}
	}
	return l.withoutRepeated()
}

// mostRounds bounds how often new names make declarations differ that were the same before.
const mostRounds = 8

// rename finds names that mean different things in different sources, and gives them the names of their sources. It reports
// whether there were any.
func (l *linker) rename() bool {
	byName := map[string][]*chunk{}
	for _, c := range l.chunks {
		for _, name := range c.names {
			byName[name] = append(byName[name], c)
		}
	}
	found := false
	for name, all := range byName {
		if !clash(all) {
			continue
		}
		own := map[int]bool{} // sources in which all declarations of the name are their own
		for _, c := range all {
			before, known := own[c.source]
			own[c.source] = c.own && (before || !known)
		}
		first := true // which may keep the name
		for source := range l.sources {
			isOwn, declares := own[source]
			switch {
			case !declares:
			case isOwn && !(first && !slices.ContainsFunc(all, func(c *chunk) bool { return !own[c.source] })):
				if l.renamed[source] == nil {
					l.renamed[source] = map[string]bool{}
				}
				l.renamed[source][name] = true
				found = true
				first = false
			default:
				first = false
			}
		}
	}
	if found {
		l.apply()
		clear(l.renamed)
	}
	return found
}

// clash tells whether declarations of a name in several sources mean different things.
func clash(all []*chunk) bool {
	for i, a := range all {
		for _, b := range all[:i] {
			if a.source != b.source && a.differs(b) {
				return true
			}
		}
	}
	return false
}

// apply gives the names to the tokens. Members of classes keep theirs.
func (l *linker) apply() {
	members := map[int]bool{} // tokens of classes that have a member of the name
	for _, c := range l.chunks {
		if c.kind == classChunk {
			for name := range l.renamed[c.source] {
				if c.hasMember(l.toks, name) {
					for i := c.from; i < c.to; i++ {
						members[i] = members[i] || l.toks[i].Text == name
					}
				}
			}
		}
	}
	out := slices.Clone(l.toks)
	for i := range out {
		t := &out[i]
		source := l.files.SourceIndex(t)
		if t.Kind != token.Ident || t.Library || !l.renamed[source][t.Text] || members[i] || i > 0 && (l.toks[i-1].Is(".") || l.toks[i-1].Is("->")) {
			continue
		}
		t.Text += "@" + l.sources[source]
	}
	l.toks = out
}

// withoutRepeated leaves out what an earlier source has declared in the same words.
func (l *linker) withoutRepeated() []token.Token {
	known := map[string]int{}
	var out []token.Token
	next := 0
	for _, c := range l.chunks {
		first, seen := known[c.key]
		if !seen {
			known[c.key] = c.source
		}
		out = append(out, l.toks[next:c.from]...)
		if next = c.from; seen && first != c.source && c.shared {
			next = c.to
		}
	}
	return append(out, l.toks[next:]...)
}

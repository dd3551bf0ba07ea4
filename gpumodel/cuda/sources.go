package cuda

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// A program of several sources is one text for the parser, as if they stood in one file ([Join]), and still means what separate
// translation units mean: each begins with the macros of the command line alone and reads its headers again; what several of them
// have in common from their headers is read once; and what belongs to one of them alone (static, an unnamed namespace, variables
// of the device, a class of its own) does not meet what another one calls by the same name.
//
// Lines count through the joined text, so that whatever counts by lines need not know of files. Messages name the file and the
// line there ([File.At]). Headers follow the same rule: see include.go.

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

// A sourceStart is where a source begins: the line of its pragma in the joined text.
type sourceStart struct {
	name string
	line int
}

// sourceOf is the source that has a line of a joined text, and the line there.
func sourceOf(starts []sourceStart, line int) (name string, at int, ok bool) {
	i := sort.Search(len(starts), func(i int) bool { return starts[i].line >= line }) - 1
	if i < 0 {
		return "", line, false
	}
	return starts[i].name, line - starts[i].line, true
}

// lineWords match a line number in a message, and whether its file is already named.
var lineWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bline ([0-9]+)( of \S+\.)?`) })

// Placed says of each "line N" in a message which file has it, if it is a header or one of several sources.
func (f *File) Placed(msg string) string { return placed(f.headers, f.sources, msg) }

// Named says of each "line N" in a message which file has it, for readers who have another file before them.
func (f *File) Named(msg string) string {
	return lineWords().ReplaceAllStringFunc(f.Placed(msg), func(words string) string {
		if _, err := strconv.Atoi(words[len("line "):]); err != nil {
			return words
		}
		return words + " of " + f.Name
	})
}

func placed(headers []*header, sources []sourceStart, msg string) string {
	if len(headers) == 0 && len(sources) == 0 {
		return msg
	}
	return lineWords().ReplaceAllStringFunc(msg, func(words string) string {
		n, err := strconv.Atoi(words[len("line "):]) // an error where the file is named
		if name, at, ok := fileOf(headers, sources, n); err == nil && ok {
			return fmt.Sprintf("line %d of %s", at, name)
		}
		return words
	})
}

// nextSource begins another source: it has the macros that all begin with.
func (pp *preprocessor) nextSource(at, name token, defines []token) {
	pp.unclosed()
	pp.conds, pp.packing = nil, packing{}
	pp.sources = append(pp.sources, sourceStart{strings.Trim(name.text, `"`), at.pos.Line})
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
		if text, err := strconv.Unquote(d.text); err == nil {
			name, value, _ := strings.Cut(text, "=")
			pp.option(name, value)
		}
	}
}

// A linker makes one program of the tokens of several sources.
type linker struct {
	toks    []token
	starts  []sourceStart
	chunks  []*chunk
	renamed map[int]map[string]bool // by source: the names that get that of the source
}

// link reads what sources share once, and gives what only one of them has a name of its own where another one has that name, too.
func link(toks []token, starts []sourceStart) []token {
	if len(starts) < 2 {
		return toks
	}
	l := &linker{toks: toks, starts: starts, renamed: map[int]map[string]bool{}}
	for range mostRounds {
		l.chunks = declarations(l.toks, starts)
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
		for source := range l.starts {
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
						members[i] = members[i] || l.toks[i].text == name
					}
				}
			}
		}
	}
	out := slices.Clone(l.toks)
	for i := range out {
		t := &out[i]
		source := sourceIndex(l.starts, t)
		if t.kind != tIdent || t.library || !l.renamed[source][t.text] || members[i] || i > 0 && (l.toks[i-1].is(".") || l.toks[i-1].is("->")) {
			continue
		}
		t.text += "@" + l.starts[source].name
	}
	l.toks = out
}

// withoutRepeated leaves out what an earlier source has declared in the same words.
func (l *linker) withoutRepeated() []token {
	known := map[string]int{}
	var out []token
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

// sourceIndex is the number of the source that a token belongs to, perhaps by a header.
func sourceIndex(starts []sourceStart, t *token) int {
	return max(0, sort.Search(len(starts), func(i int) bool { return starts[i].line >= t.outerLine() })-1)
}

// outerLine is the line of the source that has a token, or brings its header.
func (t *token) outerLine() int {
	if t.in != nil {
		return t.in.outer
	}
	return t.pos.Line
}

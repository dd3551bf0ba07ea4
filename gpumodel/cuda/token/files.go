package token

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Files are the texts that a source is made of: itself, or the sources of a program that [Join] made one text of, and the headers that
// it includes.
//
// The lines of a header follow those of the source: the first header that is read begins behind the last line of the source, the next
// one behind that, as the sources of a program stand one behind the other. So whatever counts by lines need not know of files,
// and keeps line 12 of a header apart from line 12 of the source. A header that is read again has the lines that it had. Messages name
// the file and the line there ([Files.At], [Files.Placed]).
type Files struct {
	Name, Source string
	lines        []string
	headers      []*Header     // that are read
	inserted     []insertion   // the directives of the source that bring them
	sources      []sourceStart // of a program that is made of several
	forgotten    []span        // of the source: what Remaining leaves out
}

// NewFiles are those of a source of which nothing has been read.
func NewFiles(name, src string) *Files {
	return &Files{Name: name, Source: src, lines: strings.Split(src, "\n")}
}

// A Header is a file that the source includes.
type Header struct {
	name, text string
	lines      []string
	before     int    // lines that stand before its first one
	outer      int    // the line of the source that brings it, perhaps through other headers
	forgotten  []span // what Remaining leaves out
	inserted   []insertion
}

// A span is a part of a text: bytes [from, to).
type span struct{ from, to int }

// An insertion is the directive that brought a header, as a span of the text that has it.
type insertion struct {
	at     span
	line   int // of the directive, in its own text
	header *Header
}

// A sourceStart is where a source begins: the line of its pragma in the joined text.
type sourceStart struct {
	name string
	line int
}

// place is the header that a position stands in, with the place there; nil and pos for the source itself.
func (f *Files) place(pos Pos) (*Header, Pos) {
	for _, h := range f.headers {
		if pos.Line > h.before && pos.Line <= h.before+len(h.lines) {
			return h, Pos{pos.Line - h.before, pos.Col}
		}
	}
	return nil, pos
}

// Before tells whether the position a comes before b in what the compiler reads.
func (f *Files) Before(a, b Pos) bool {
	ha, _ := f.place(a)
	hb, _ := f.place(b)
	read := func(h *Header, pos Pos) Pos { // where the source has it
		if h != nil {
			return Pos{Line: h.outer}
		}
		return pos
	}
	if ha == hb {
		return Before(a, b)
	}
	if x, y := read(ha, a), read(hb, b); x != y {
		return Before(x, y)
	}
	return Before(a, b)
}

// inHeader is the position of a token of h, in the lines of all files.
func (pos Pos) inHeader(h *Header) Pos { return Pos{h.before + pos.Line, pos.Col} }

// linesBefore is how many lines stand before those of a header that is about to be read.
func (f *Files) linesBefore(name, text string) int {
	n := len(f.lines)
	for _, h := range f.headers {
		if h.name == name && h.text == text {
			return h.before
		}
		n = max(n, h.before+len(h.lines))
	}
	return n
}

// sourceOf is the source that has a line of a joined text, and the line there.
func (f *Files) sourceOf(line int) (name string, at int, ok bool) {
	i := sort.Search(len(f.sources), func(i int) bool { return f.sources[i].line >= line }) - 1
	if i < 0 {
		return "", line, false
	}
	return f.sources[i].name, line - f.sources[i].line, true
}

// fileOf is the header, or the source of several, that has a line, and the line there. It reports false for the only source.
func (f *Files) fileOf(line int) (name string, at int, ok bool) {
	if in, at := f.place(Pos{Line: line}); in != nil {
		return in.name, at.Line, true
	}
	return f.sourceOf(line)
}

// At is the file that has a line, and the line there: a header that is included, or one of several sources. The name is empty for the
// source of a program that has only one.
func (f *Files) At(line int) (name string, at int) {
	name, at, _ = f.fileOf(line)
	return name, at
}

// Line is the text of a line of the source, or of a header behind it; empty if there is none.
func (f *Files) Line(line int) string {
	lines := f.shared()
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}

// Lines are the lines of the source, and behind them those of its headers: line n is the one with index n-1. The caller may change
// them.
func (f *Files) Lines() []string { return slices.Clone(f.shared()) }

// shared is Lines, for those who change nothing.
func (f *Files) shared() []string {
	lines := f.lines[:len(f.lines):len(f.lines)]
	for _, h := range f.headers {
		if h.before == len(lines) { // otherwise it was read before
			lines = append(lines, h.lines...)
		}
	}
	return lines
}

// Place is the file in which a line lies, the line there and its text: in a header that is included, or in the source itself.
func (f *Files) Place(line int) (name string, at int, text string) {
	name, at = f.At(line)
	return cmp.Or(name, f.Name), at, f.Line(line)
}

// lineWords match a line number in a message, and whether its file is already named.
var lineWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bline ([0-9]+)( of \S+\.)?`) })

// Placed says of each "line N" in a message which file has it, if it is a header or one of several sources.
func (f *Files) Placed(msg string) string {
	if len(f.headers) == 0 && len(f.sources) == 0 {
		return msg
	}
	return lineWords().ReplaceAllStringFunc(msg, func(words string) string {
		n, err := strconv.Atoi(words[len("line "):]) // an error where the file is named
		if name, at, ok := f.fileOf(n); err == nil && ok {
			return fmt.Sprintf("line %d of %s", at, name)
		}
		return words
	})
}

// Named says of each "line N" in a message which file has it, for readers who have another file before them.
func (f *Files) Named(msg string) string {
	return lineWords().ReplaceAllStringFunc(f.Placed(msg), func(words string) string {
		if _, err := strconv.Atoi(words[len("line "):]); err != nil {
			return words
		}
		return words + " of " + f.Name
	})
}

// ErrorAt is a mistake in a text that was accepted, found by a later stage. The
// caret underlines the word at pos; column 0 is where the line's text begins.
func (f *Files) ErrorAt(pos Pos, format string, args ...any) *Error {
	lines, at := f.lines, pos
	if in, there := f.place(pos); in != nil {
		lines, at = in.lines, there
	}
	word := func(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }
	end := pos
	if at.Line >= 1 && at.Line <= len(lines) {
		line := []rune(lines[at.Line-1])
		for end.Col == 0 || pos.Col == 0 && end.Col <= len(line) && unicode.IsSpace(line[end.Col-1]) {
			end.Col++
		}
		pos.Col = end.Col
		for end.Col <= len(line) && word(line[end.Col-1]) {
			end.Col++
		}
	}
	r := &Reporter{Files: f}
	r.Errorf(pos, end, format, args...)
	return r.Errs[0]
}

// Texts are the source, and the files that it includes where they are not ours: with the options of the preprocessor all that the
// file was made of.
func (f *Files) Texts() []string {
	texts := []string{f.Source}
	for _, h := range f.headers {
		texts = append(texts, h.name, h.text)
	}
	return texts
}

// TextOf is the text that a token stands in.
func (f *Files) TextOf(t *Token) string {
	if t.In != nil {
		return t.In.text
	}
	return f.Source
}

// SourceNames are the names of the sources of a program that is made of several.
func (f *Files) SourceNames() []string {
	names := make([]string, len(f.sources))
	for i, s := range f.sources {
		names[i] = s.name
	}
	return names
}

// SourceIndex is the number of the source that a token belongs to, perhaps by a header.
func (f *Files) SourceIndex(t *Token) int {
	line := t.outerLine()
	return max(0, sort.Search(len(f.sources), func(i int) bool { return f.sources[i].line >= line })-1)
}

// SourceName is the name of that source.
func (f *Files) SourceName(t *Token) string {
	name, _, ok := f.sourceOf(t.outerLine())
	if !ok {
		return f.Name
	}
	return name
}

// outerLine is the line of the source that has a token, or brings its header.
func (t *Token) outerLine() int {
	if t.In != nil {
		return t.In.outer
	}
	return t.Pos.Line
}

// forget notes that Remaining leaves out a part of a text.
func (f *Files) forget(in *Header, s span) {
	if in != nil {
		in.forgotten = append(in.forgotten, s)
	} else {
		f.forgotten = append(f.forgotten, s)
	}
}

// Forget notes that Remaining leaves out what stands from one token to another, if they stand in one file.
func (f *Files) Forget(first, last *Token) {
	if first.In == last.In {
		f.forget(first.In, span{first.Off, last.Limit})
	}
}

// Remaining is the source with blanks for the parts that were forgotten and for the directives that bring headers, so that all else
// stays where it is, and no text reads a file. Headers that the source includes stand in the place of their directives.
func (f *Files) Remaining() string { return remaining(f.Name, f.Source, f.forgotten, f.inserted) }

func remaining(name, source string, forgotten []span, inserted []insertion) string {
	text := []byte(source)
	for _, s := range forgotten {
		blank(text[s.from:s.to])
	}
	var b strings.Builder
	from := 0
	for _, i := range inserted {
		b.Write(text[from:i.at.from])
		fmt.Fprintf(&b, "\n#line 1 %q\n%s\n#line %d %q", i.header.name,
			remaining(i.header.name, i.header.text, i.header.forgotten, i.header.inserted), i.line+1, name)
		from = i.at.to
	}
	b.Write(text[from:])
	return b.String()
}

// blank overwrites all but the ends of lines.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

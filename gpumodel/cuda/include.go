package cuda

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A reader of headers is part of the [Options]: Include(name, from) is the text of the header
// that a source, or the header from, includes by #include "name", with the path by which
// messages call it. Of several sources from is the one that includes it; of the only one it is
// empty. It reports false where there is none; the text is then why a header that may be there
// was not read, or empty.
//
// The lines of a header follow those of the source: the first header that is read begins behind the last line of the source, the next
// one behind that, as the sources of a program stand one behind the other ([Join]). So whatever counts by lines need not know of files,
// and keeps line 12 of a header apart from line 12 of the source. A header that is read again has the lines that it had. Messages name
// the file and the line there ([File.At], [File.Placed]).

// A header is a file that the source includes.
type header struct {
	name, text string
	lines      []string
	before     int    // lines that stand before its first one
	outer      int    // the line of the source that brings it, perhaps through other headers
	host       []span // declarations of the host, and directives that bring headers
	found      []insertion
}

// An insertion is the directive that brought a header, as a span of the text that has it.
type insertion struct {
	at     span
	line   int // of the directive, in its own text
	header *header
}

// place is the header that a position stands in, with the place there; nil and pos for the source itself.
func place(headers []*header, pos Pos) (*header, Pos) {
	for _, h := range headers {
		if pos.Line > h.before && pos.Line <= h.before+len(h.lines) {
			return h, Pos{pos.Line - h.before, pos.Col}
		}
	}
	return nil, pos
}

// before tells whether the position a comes before b in what the compiler reads.
func (r *reporter) before(a, b Pos) bool {
	ha, _ := place(r.headersRead, a)
	hb, _ := place(r.headersRead, b)
	read := func(h *header, pos Pos) Pos { // where the source has it
		if h != nil {
			return Pos{Line: h.outer}
		}
		return pos
	}
	if ha == hb {
		return before(a, b)
	}
	if x, y := read(ha, a), read(hb, b); x != y {
		return before(x, y)
	}
	return before(a, b)
}

// inHeader is the position of a token of h, in the lines of all files.
func (pos Pos) inHeader(h *header) Pos { return Pos{h.before + pos.Line, pos.Col} }

// linesBefore is how many lines stand before those of a header that is about to be read.
func (r *reporter) linesBefore(name, text string) int {
	n := len(r.lines)
	for _, h := range r.headersRead {
		if h.name == name && h.text == text {
			return h.before
		}
		n = max(n, h.before+len(h.lines))
	}
	return n
}

// At is the file that has a line, and the line there: a header that is included, or one of several sources. The name is empty for the
// source of a program that has only one.
func (f *File) At(line int) (name string, at int) {
	name, at, _ = fileOf(f.headers, f.sources, line)
	return name, at
}

// fileOf is the header, or the source of several, that has a line, and the line there. It reports false for the only source.
func fileOf(headers []*header, sources []sourceStart, line int) (name string, at int, ok bool) {
	if in, at := place(headers, Pos{Line: line}); in != nil {
		return in.name, at.Line, true
	}
	return sourceOf(sources, line)
}

// Line is the text of a line of the source, or of a header behind it; empty if there is none.
func (f *File) Line(line int) string {
	lines := f.Lines()
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}

// Lines are the lines of the source, and behind them those of its headers: line n is the one with index n-1.
func (f *File) Lines() []string {
	lines := strings.Split(f.Source, "\n")
	for _, h := range f.headers {
		if h.before == len(lines) { // otherwise it was read before
			lines = append(lines, h.lines...)
		}
	}
	return lines
}

// Place is the file in which a line lies, the line there and its text: in a header that is included, or in the source itself.
func (f *File) Place(line int) (name string, at int, text string) {
	name, at = f.At(line)
	return cmp.Or(name, f.Name), at, f.Line(line)
}

// maxIncluded is how deep headers include one another.
const maxIncluded = 64

// found reads the header of a directive, if Include has it.
func (pp *preprocessor) found(hash, d token, end int, file string) bool {
	if pp.read == nil {
		return false
	}
	from := ""
	switch {
	case pp.inside != nil:
		from = pp.inside.name
	case len(pp.sources) > 0: // of several
		from = pp.sources[len(pp.sources)-1].name
	}
	name, text, ok := pp.read(file, from)
	switch {
	case !ok:
		pp.unread = text
		return false
	case pp.once[name]:
		return true
	case pp.nested >= maxIncluded:
		pp.errorf(d.pos, d.end, "headers include one another more than %d deep at %q: put #pragma once on the first line of each",
			maxIncluded, name)
		return true
	}
	if pp.bytes += len(text); pp.bytes > maxSource {
		pp.errorf(d.pos, d.end, "with header %q the source has more than %d bytes", name, maxSource)
		return true
	}
	h := &header{name: name, text: text, lines: strings.Split(text, "\n"), before: pp.linesBefore(name, text), outer: hash.pos.Line}
	if pp.inside != nil {
		h.outer = pp.inside.outer
	}
	pp.headersRead = append(pp.headersRead, h)
	_, at := place(pp.headersRead, hash.pos)
	pp.insert(insertion{span{hash.off, end}, at.Line, h})
	outer, conds := pp.inside, len(pp.conds)
	pp.inside = h
	pp.nested++
	toks := scan(text)
	for i := range toks {
		t := &toks[i]
		t.in, t.pos, t.end = h, t.pos.inHeader(h), t.end.inHeader(h)
	}
	pp.run(toks)
	pp.out = slices.DeleteFunc(pp.out, func(t token) bool { return t.kind == tEOF }) // the source goes on
	pp.nested--
	pp.inside = outer
	if len(pp.conds) > conds {
		open := pp.conds[len(pp.conds)-1].directive
		pp.errorf(open.pos, open.end, "#%s has no #endif in this file", open.text)
		pp.conds = pp.conds[:conds]
	}
	return true
}

// insert notes where a header's text belongs.
func (pp *preprocessor) insert(i insertion) {
	if pp.inside != nil {
		pp.inside.found = append(pp.inside.found, i)
	} else {
		pp.inserted = append(pp.inserted, i)
	}
}

// forgets notes a part of a text that says nothing to a compiler of device code.
func forgets(in *header, source *[]span, s span) {
	if in != nil {
		in.host = append(in.host, s)
	} else {
		*source = append(*source, s)
	}
}

// deviceText is a text with blanks for what belongs to the host, and its headers in place.
func deviceText(name, source string, host []span, found []insertion) string {
	text := []byte(source)
	for _, h := range host {
		blank(text[h.from:h.to])
	}
	var b strings.Builder
	from := 0
	for _, i := range found {
		b.Write(text[from:i.at.from])
		fmt.Fprintf(&b, "\n#line 1 %q\n%s\n#line %d %q", i.header.name,
			deviceText(i.header.name, i.header.text, i.header.host, i.header.found), i.line+1, name)
		from = i.at.to
	}
	b.Write(text[from:])
	return b.String()
}

// Texts are the source, and the files that it includes where they are not ours: with the options of the preprocessor all that the
// file was made of.
func (f *File) Texts() []string {
	texts := []string{f.Source}
	for _, h := range f.headers {
		texts = append(texts, h.name, h.text)
	}
	return texts
}

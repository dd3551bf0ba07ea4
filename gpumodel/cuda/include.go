package cuda

import (
	"fmt"
	"slices"
	"strings"
)

// A reader of headers is part of the [Options]: Include(name, from) is the text of the header
// that a source, or the header from, includes by #include "name", with the path by which
// messages call it. It reports false where there is none; the text is then why a header that
// may be there was not read, or empty.
//
// The tokens of a header stand, for all that counts by lines, where the source includes it:
// their line is that of the directive. The column says more, to the reporter alone: the
// header and the place there. So a profile has the header's work on the line of its #include,
// and an error message names the header and its line.

// A header is a file that the source includes.
type header struct {
	name, text string
	lines      []string
	host       []span // declarations of the host, and directives that bring headers
	found      []insertion
}

// An insertion is the directive that brought a header, as a span of the text that has it.
type insertion struct {
	at     span
	line   int // of the directive, in its own text
	header *header
}

// The parts of the column of a header's token: column, line and one more than the number of the header.
const (
	headerColumnBits = 20
	headerLineBits   = 24
)

// within is the place at pos of header number n, which line of the source includes.
func (pos Pos) within(n, line int) Pos {
	return Pos{line, (n+1)<<(headerLineBits+headerColumnBits) | pos.Line<<headerColumnBits | min(pos.Col, 1<<headerColumnBits-1)}
}

// place is the header that a position stands in, with the place there; nil and pos for the source itself.
func place(headers []*header, pos Pos) (*header, Pos) {
	n := pos.Col >> (headerLineBits + headerColumnBits)
	if n < 1 || n > len(headers) {
		return nil, pos
	}
	return headers[n-1], Pos{pos.Col >> headerColumnBits & (1<<headerLineBits - 1), pos.Col & (1<<headerColumnBits - 1)}
}

// Place is the file in which a position of the source lies, the line there and its text: in a header that is
// included, or in the source itself.
func (f *File) Place(pos Pos) (name string, line int, text string) {
	name, source := f.Name, strings.Split(f.Source, "\n")
	in, at := place(f.headers, pos)
	if in != nil {
		name, source, pos = in.name, strings.Split(in.text, "\n"), at
	}
	line = pos.Line
	if file, at, ok := sourceOf(f.sources, line); ok && in == nil {
		name, line = file, at
	}
	if pos.Line >= 1 && pos.Line <= len(source) {
		text = source[pos.Line-1]
	}
	return name, line, text
}

// maxIncluded is how deep headers include one another.
const maxIncluded = 64

// found reads the header of a directive, if Include has it.
func (pp *preprocessor) found(hash, d token, end int, file string) bool {
	if pp.read == nil {
		return false
	}
	from := ""
	if pp.inside != nil {
		from = pp.inside.name
	}
	name, text, ok := pp.read(file, from)
	switch {
	case !ok:
		pp.unread = text
		return false
	case pp.once[name]:
		return true
	case pp.nested >= maxIncluded:
		pp.errorf(d.pos, d.end, "headers include one another more than %d deep at %q: put #pragma once on the first line of each", maxIncluded, name)
		return true
	}
	if pp.bytes += len(text); pp.bytes > maxSource {
		pp.errorf(d.pos, d.end, "with header %q the source has more than %d bytes", name, maxSource)
		return true
	}
	h := &header{name: name, text: text, lines: strings.Split(text, "\n")}
	pp.headersRead = append(pp.headersRead, h)
	_, at := place(pp.headersRead, hash.pos)
	pp.insert(insertion{span{hash.off, end}, at.Line, h})
	outer, conds := pp.inside, len(pp.conds)
	pp.inside = h
	pp.nested++
	toks := scan(text)
	n := len(pp.headersRead) - 1
	for i := range toks {
		t := &toks[i]
		t.in, t.pos, t.end = h, t.pos.within(n, hash.pos.Line), t.end.within(n, hash.pos.Line)
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
		fmt.Fprintf(&b, "\n#line 1 %q\n%s\n#line %d %q", i.header.name, deviceText(i.header.name, i.header.text, i.header.host, i.header.found), i.line+1, name)
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

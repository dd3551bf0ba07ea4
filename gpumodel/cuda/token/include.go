package token

import (
	"slices"
	"strings"
)

// A Known is what is known of a header without reading it.
type Known struct {
	Kind KnownKind
	// Own is set if a file that the program has goes before.
	Own bool
	// Texts are read in the place of the directive. It is nil for other kinds than TextHeader.
	Texts func() []KnownText
	// Listed is set if Unit.Libraries has the header.
	Listed bool
}

// A KnownText is a text that a header brings.
type KnownText struct {
	*Library
	// Shelved is set if the source may use the names of the text, and the macros alone are there at once.
	Shelved bool
}

// A KnownKind is what an #include does that finds a known header.
type KnownKind uint8

// The kinds of headers.
const (
	UnknownHeader KnownKind = iota // it is looked for
	TextHeader                     // it brings the texts
	BuiltinHeader                  // what it declares is there
	PassedHeader                   // kernels need nothing of it
	RefusedHeader                  // kernels need it, and it is not supported
)

// include reads a header or passes over it: one in quotes is first looked for beside the source.
func (pp *preprocessor) include(hash, d Token, rest []Token) {
	expanded := rest
	if len(rest) > 0 && rest[0].Kind == Ident {
		expanded = pp.expand(rest)
	}
	name := strings.ReplaceAll(Spell(expanded), " ", "")
	if len(expanded) == 1 && expanded[0].Kind == String {
		name = expanded[0].Text
	}
	file := strings.Trim(name, `<>"`)
	if file == "" || name == file || expanded[0].Kind == Illegal {
		pp.Errorf(d.Pos, d.End, "#include needs a name in <> or in quotes")
		return
	}
	var known Known
	if pp.opt.Known != nil {
		known = pp.opt.Known(file, strings.HasPrefix(name, `"`))
	}
	end := rest[len(rest)-1].Limit
	switch {
	case known.Own && pp.found(hash, d, end, file):
	case known.Kind == TextHeader:
		pp.texts(d, file, known)
	case known.Kind == BuiltinHeader || known.Kind == PassedHeader:
		pp.pass(d, file, known.Kind)
	case known.Kind == RefusedHeader:
		pp.Notef(d.Pos, "header %s is not supported: kernels that use it are refused", name)
	case pp.found(hash, d, end, file):
	case pp.unread != "":
		pp.Errorf(d.Pos, d.End, "header %s is not read: %s", name, pp.unread)
	case pp.opt.Include == nil:
		pp.Errorf(d.Pos, d.End, "header %s is not built in, and files are not read here: paste the parts that the kernels need in the place of this line, or delete it if they need none", name)
	default:
		pp.Errorf(d.Pos, d.End, "header %s is neither built in nor found: put the file beside the source, or give its folder to nvcc with -I; if the kernels need nothing of it, delete this line", name)
	}
}

// pass notes a header that is not read.
func (pp *preprocessor) pass(d Token, file string, kind KnownKind) {
	if kind == PassedHeader {
		if len(pp.passed) == 0 {
			pp.where = d.Pos
		}
		pp.passed = append(pp.passed, file)
	}
	if pp.unit.System == nil {
		pp.unit.System = map[string]bool{}
	}
	pp.unit.System[file] = true
}

// maxIncluded is how deep headers include one another.
const maxIncluded = 64

// found reads the header of a directive, if Include has it.
func (pp *preprocessor) found(hash, d Token, end int, file string) bool {
	if pp.opt.Include == nil {
		return false
	}
	from := ""
	switch {
	case pp.inside != nil:
		from = pp.inside.name
	case len(pp.Files.sources) > 0: // of several
		from = pp.Files.sources[len(pp.Files.sources)-1].name
	}
	name, text, ok := pp.opt.Include(file, from)
	switch {
	case !ok:
		pp.unread = text
		return false
	case pp.once[name]:
		return true
	case pp.nested >= maxIncluded:
		pp.Errorf(d.Pos, d.End, "headers include one another more than %d deep at %q: put #pragma once on the first line of each",
			maxIncluded, name)
		return true
	}
	if pp.bytes += len(text); pp.bytes > MaxSource {
		pp.Errorf(d.Pos, d.End, "with header %q the source has more than %d bytes", name, MaxSource)
		return true
	}
	h := &Header{name: name, text: text, lines: strings.Split(text, "\n"), before: pp.linesBefore(name, text), outer: hash.Pos.Line}
	if pp.inside != nil {
		h.outer = pp.inside.outer
	}
	pp.Files.headers = append(pp.Files.headers, h)
	_, at := pp.place(hash.Pos)
	pp.insert(insertion{span{hash.Off, end}, at.Line, h})
	outer, conds := pp.inside, len(pp.conds)
	pp.inside = h
	pp.nested++
	toks := Scan(text)
	for i := range toks {
		t := &toks[i]
		t.In, t.Pos, t.End = h, t.Pos.inHeader(h), t.End.inHeader(h)
	}
	pp.run(toks)
	pp.out = slices.DeleteFunc(pp.out, func(t Token) bool { return t.Kind == EOF }) // the source goes on
	pp.nested--
	pp.inside = outer
	if len(pp.conds) > conds {
		open := pp.conds[len(pp.conds)-1].directive
		pp.Errorf(open.Pos, open.End, "#%s has no #endif in this file", open.Text)
		pp.conds = pp.conds[:conds]
	}
	return true
}

// insert notes where a header's text belongs.
func (pp *preprocessor) insert(i insertion) {
	if pp.inside != nil {
		pp.inside.inserted = append(pp.inside.inserted, i)
	} else {
		pp.inserted = append(pp.inserted, i)
	}
}

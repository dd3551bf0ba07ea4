package cuda

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Cooperative groups are a CUDA C++ source of the library, read before the user's. A name of theirs
// is one token, cooperative_groups::name,
// however the text comes to it: by the namespace, by another name of that or by using.

//go:embed cooperative_groups.cuh
var cooperativeText string

const cooperative = "cooperative_groups"

// cooperativeHeader has the tokens of that text, and the names that it declares.
var cooperativeHeader = sync.OnceValues(func() ([]token, map[string]bool) {
	r := newReporter("cooperative_groups.cuh", cooperativeText)
	toks := preprocess(r, cooperativeText, Options{}.preprocessing()).Tokens
	if err := r.err(); err != nil {
		panic("BUG: " + err.Error())
	}
	names := map[string]bool{}
	for i := 2; i < len(toks); i++ {
		if toks[i-1].is("::") && toks[i-2].is("cg") {
			names[toks[i].text] = true
		}
	}
	toks, _ = (&spaceNames{names: names}).join(toks)
	for i := range toks {
		toks[i].library = true
	}
	return toks[:len(toks)-1], names // without the end
})

// withGroups puts the header before a text that names something of it, or, if its names
// are asked for, the namespace.
func withGroups(toks []token, asked bool) []token {
	i := slices.IndexFunc(toks, func(t token) bool { return t.is(cooperative) || t.is("__fns") })
	if i < 0 {
		return toks
	}
	header, names := cooperativeHeader()
	joined, at := (&spaceNames{names: names}).join(toks)
	if at == nil && (asked || toks[i].is("__fns")) {
		at = &toks[i]
	}
	if at == nil {
		return toks
	}
	all := make([]token, 0, len(header)+len(joined))
	for _, t := range header { // where they are used first is as good a place as any
		t.pos, t.end, t.off, t.limit = at.pos, at.end, at.off, at.off
		all = append(all, t)
	}
	return append(all, joined...)
}

// A space is a namespace of a library; a source in library/ declares the names that kernels use.
// needs is what the headers of CUDA declare that the text is written with.
type space struct {
	name, text string
	needs      string
	header     func() ([]token, map[string]bool)
}

// spaces are read in turn, so that a text may name what the ones before it declare.
var spaces = []*space{
	{name: "cuda", text: "cuda.cuh"},
	{name: "cub", text: "cub.cuh"},
	{name: "wmma", text: "mma.cuh", needs: "__nv_bfloat16"},
}

func init() {
	for _, s := range spaces {
		s.header = sync.OnceValues(func() ([]token, map[string]bool) { return s.read(s.text) })
	}
}

// read returns the tokens of a text and the names that it declares beside the known ones.
func (s *space) read(text string) ([]token, map[string]bool) {
	l := readLibrary(text)
	names := map[string]bool{}
	for i := 2; i < len(l.Tokens); i++ {
		if l.Tokens[i-1].is("::") && l.Tokens[i-2].is(s.name) {
			names[l.Tokens[i].text] = true
		}
	}
	toks, _ := (&spaceNames{names: names, space: s.name}).join(l.Tokens)
	for i := range toks {
		toks[i].library = true
	}
	return toks, names
}

// withSpaces puts the text of each namespace before a source that names something of it.
func withSpaces(toks []token) []token {
	toks = withinNVCUDA(standardOfCUDA(toks))
	for _, s := range spaces {
		toks = s.with(toks)
	}
	return toks
}

func (s *space) with(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.is(s.name) }) ||
		s.needs != "" && !slices.ContainsFunc(toks, func(t token) bool { return t.library && t.is(s.needs) }) {
		return toks
	}
	header, names := s.header()
	joined, at := (&spaceNames{names: names, space: s.name}).join(toks)
	if at == nil {
		return toks
	}
	all := make([]token, 0, len(header)+len(joined))
	begin := behindLibraries(joined, s.name)
	all = append(all, joined[:begin]...)
	for _, t := range header {
		t.pos, t.end, t.off, t.limit = at.pos, at.end, at.off, at.off
		all = append(all, t)
	}
	return append(all, joined[begin:]...)
}

// behindLibraries is the place behind the texts of headers that stand before the first name of a namespace: its own text
// may need what they declare.
func behindLibraries(toks []token, space string) (place int) {
	for i := range toks {
		switch {
		case toks[i].library:
			place = i + 1
		case strings.HasPrefix(toks[i].text, space+"::"):
			return place
		}
	}
	return 0
}

// withinNVCUDA reads nvcuda::wmma as wmma, and leaves using namespace nvcuda out.
func withinNVCUDA(toks []token) (out []token) {
	for i := 0; i < len(toks); i++ {
		switch {
		case i+2 < len(toks) && toks[i].is("nvcuda") && toks[i+1].is("::") && toks[i+2].is("wmma"):
			i++
		case i+3 < len(toks) && toks[i].is("using") && toks[i+1].is("namespace") && toks[i+2].is("nvcuda") && toks[i+3].is(";"):
			i += 3
		default:
			out = append(out, toks[i])
		}
	}
	return out
}

// standardOfCUDA reads cuda::std::x, the standard library in device code, as cuda::x where cuda has it as well
// (atomic, memory_order), and as std::x elsewhere.
func standardOfCUDA(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.is("cuda") }) {
		return toks
	}
	_, names := spaces[0].header()
	var out []token
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if i+4 < len(toks) && t.is("cuda") && toks[i+1].is("::") && toks[i+2].is(standard) && toks[i+3].is("::") {
			if !names[toks[i+4].text] {
				t.text = standard
			}
			i += 2
		}
		out = append(out, t)
	}
	return out
}

// A callText is a text with functions that are not built in, for sources that call one of them.
type callText struct {
	text  string
	names func() map[string]bool
}

var callTexts = []*callText{newCallText("memory.cuh"), newCallText("intrinsics.cuh"), newCallText("surface.cuh")}

func newCallText(text string) *callText {
	return &callText{text, sync.OnceValue(func() map[string]bool { return functionsOf(readLibrary(text).Tokens) })}
}

// functionsOf are the names of the functions that a text defines.
func functionsOf(toks []token) map[string]bool {
	names, depth := map[string]bool{}, 0
	for i := range toks {
		switch t := &toks[i]; {
		case t.is("{"), t.is("("):
			if t.is("(") && depth == 0 && i > 0 {
				names[toks[i-1].text] = true
			}
			depth++
		case t.is("}"), t.is(")"):
			depth--
		}
	}
	return names
}

// memoryNames are functions of C's <string.h> that device code has.
var memoryNames = words("memcpy memmove memset")

// withCalled puts those texts before a source that calls one of their functions and does not define it itself.
func withCalled(toks []token) []token {
	for _, c := range callTexts {
		toks = c.with(toks)
	}
	return toks
}

func (c *callText) with(toks []token) []token {
	names := c.names()
	calls := func(i int) bool {
		return toks[i].kind == tIdent && names[toks[i].text] && i+1 < len(toks) && (toks[i+1].is("(") || toks[i+1].is("<"))
	}
	first := -1
	for i := range toks {
		switch {
		case !calls(i):
		case i > 1 && toks[i-1].is("*") && toks[i-2].is("void"), i > 0 && toks[i-1].kind == tIdent &&
			(baseWords[toks[i-1].text] || !keywords[toks[i-1].text]):
			return toks // a declaration
		case first < 0:
			first = i
		}
	}
	if first < 0 {
		return toks
	}
	all := slices.Clone(readLibrary(c.text).Tokens)
	for k := range all {
		t := &all[k]
		t.pos, t.end, t.off, t.limit = toks[first].pos, toks[first].end, toks[first].off, toks[first].off
	}
	return append(all, toks...)
}

// spaceNames says by which names a text can refer to those of the namespace.
type spaceNames struct {
	names   map[string]bool
	space   string          // the namespace; cooperative_groups if empty
	aliases map[string]bool // of the namespace
	plain   map[string]bool // names that using lets stand alone
}

// join makes one token of each name of the namespace. It returns the first of them.
func (s *spaceNames) join(toks []token) (joined []token, first *token) {
	s.gather(toks)
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		qualified := t.kind == tIdent && s.aliases[t.text] && i+2 < len(toks) && toks[i+1].is("::") && s.names[toks[i+2].text]
		member := i > 0 && (toks[i-1].is(".") || toks[i-1].is("->") || toks[i-1].is("::"))
		switch {
		case qualified:
			i += 2
			name := toks[i]
			name.bol, name.space, name.off = t.bol, t.space, t.off
			t = name
		case t.kind != tIdent || !s.plain[t.text] || member:
			joined = append(joined, t)
			continue
		}
		t.text = cmp.Or(s.space, cooperative) + "::" + t.text
		joined = append(joined, t)
		if first == nil {
			first = &joined[len(joined)-1]
			place := *first
			first = &place
		}
	}
	return joined, first
}

// gather finds namespace cg = cooperative_groups, using namespace cg and using cg::name.
// What the text declares itself is not the namespace's.
func (s *spaceNames) gather(toks []token) {
	s.aliases, s.plain = map[string]bool{cmp.Or(s.space, cooperative): true}, map[string]bool{}
	own := map[string]bool{}
	for i := 0; i+4 < len(toks); i++ {
		t, a, b, c := &toks[i], &toks[i+1], &toks[i+2], &toks[i+3]
		switch {
		case t.is("namespace") && b.is("=") && s.aliases[c.text]:
			s.aliases[a.text] = true
		case t.is("using") && a.is("namespace") && s.aliases[b.text]:
			for name := range s.names {
				s.plain[name] = true
			}
		case t.is("using") && s.aliases[a.text] && b.is("::"):
			s.plain[c.text] = s.names[c.text]
		case t.kind == tIdent && (baseWords[t.text] || !keywords[t.text]) && a.kind == tIdent && b.is("("), t.is("struct"), t.is("class"):
			own[a.text] = true // float reduce(…) { or struct plus
		}
	}
	for name := range own {
		delete(s.plain, name)
	}
}

// unqualified are the names that can follow a text: behind the namespace's name its own,
// elsewhere all others.
func unqualified(names []Name, src string) []Name {
	inside := false
	if before, ok := strings.CutSuffix(src, "::"); ok {
		s := &spaceNames{}
		s.gather(scan(src))
		start, _ := wordStart(before, len(before))
		inside = s.aliases[before[start:]]
	}
	var out []Name
	for _, n := range names {
		short, own := strings.CutPrefix(n.Name, cooperative+"::")
		if own == inside {
			n.Name = short
			out = append(out, n)
		}
	}
	return out
}

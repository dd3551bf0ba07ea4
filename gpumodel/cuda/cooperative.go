package cuda

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Cooperative groups are a CUDA C++ source of the library, read before the user's. A name of theirs
// is one token, cooperative_groups::name,
// however the text comes to it: by the namespace, by another name of that or by using.

//go:embed cooperative_groups.cuh
var cooperativeText string

const cooperative = "cooperative_groups"

// cooperativeHeader has the tokens of that text, and the names that it declares.
var cooperativeHeader = sync.OnceValues(func() ([]token.Token, map[string]bool) {
	r := token.NewReporter("cooperative_groups.cuh", cooperativeText)
	toks := token.Preprocess(r, cooperativeText, Options{}.preprocessing()).Tokens
	if err := r.Err(); err != nil {
		panic("BUG: " + err.Error())
	}
	names := map[string]bool{}
	for i := 2; i < len(toks); i++ {
		if toks[i-1].Is("::") && toks[i-2].Is("cg") {
			names[toks[i].Text] = true
		}
	}
	toks, _ = (&spaceNames{names: names}).join(toks)
	for i := range toks {
		toks[i].Library = true
	}
	return toks[:len(toks)-1], names // without the end
})

// withGroups puts the header before a text that names something of it, or, if its names
// are asked for, the namespace.
func withGroups(toks []token.Token, asked bool) []token.Token {
	i := slices.IndexFunc(toks, func(t token.Token) bool { return t.Is(cooperative) || t.Is("__fns") })
	if i < 0 {
		return toks
	}
	header, names := cooperativeHeader()
	joined, at := (&spaceNames{names: names}).join(toks)
	if at == nil && (asked || toks[i].Is("__fns")) {
		at = &toks[i]
	}
	if at == nil {
		return toks
	}
	all := make([]token.Token, 0, len(header)+len(joined))
	for _, t := range header { // where they are used first is as good a place as any
		t.Pos, t.End, t.Off, t.Limit = at.Pos, at.End, at.Off, at.Off
		all = append(all, t)
	}
	return append(all, joined...)
}

// A space is a namespace of a library; a source in library/ declares the names that kernels use.
// needs is what the headers of CUDA declare that the text is written with.
type space struct {
	name, text string
	needs      string
	header     func() ([]token.Token, map[string]bool)
}

// spaces are read in turn, so that a text may name what the ones before it declare.
var spaces = []*space{
	{name: "cuda", text: "cuda.cuh"},
	{name: "cub", text: "cub.cuh"},
	{name: "wmma", text: "mma.cuh", needs: "__nv_bfloat16"},
}

func init() {
	for _, s := range spaces {
		s.header = sync.OnceValues(func() ([]token.Token, map[string]bool) { return s.read(s.text) })
	}
}

// read returns the tokens of a text and the names that it declares beside the known ones.
func (s *space) read(text string) ([]token.Token, map[string]bool) {
	l := readLibrary(text)
	names := map[string]bool{}
	for i := 2; i < len(l.Tokens); i++ {
		if l.Tokens[i-1].Is("::") && l.Tokens[i-2].Is(s.name) {
			names[l.Tokens[i].Text] = true
		}
	}
	toks, _ := (&spaceNames{names: names, space: s.name}).join(l.Tokens)
	for i := range toks {
		toks[i].Library = true
	}
	return toks, names
}

// withSpaces puts the text of each namespace before a source that names something of it.
func withSpaces(toks []token.Token) []token.Token {
	toks = withinNVCUDA(standardOfCUDA(toks))
	for _, s := range spaces {
		toks = s.with(toks)
	}
	return toks
}

func (s *space) with(toks []token.Token) []token.Token {
	if !slices.ContainsFunc(toks, func(t token.Token) bool { return t.Is(s.name) }) ||
		s.needs != "" && !slices.ContainsFunc(toks, func(t token.Token) bool { return t.Library && t.Is(s.needs) }) {
		return toks
	}
	header, names := s.header()
	joined, at := (&spaceNames{names: names, space: s.name}).join(toks)
	if at == nil {
		return toks
	}
	all := make([]token.Token, 0, len(header)+len(joined))
	begin := behindLibraries(joined, s.name)
	all = append(all, joined[:begin]...)
	for _, t := range header {
		t.Pos, t.End, t.Off, t.Limit = at.Pos, at.End, at.Off, at.Off
		all = append(all, t)
	}
	return append(all, joined[begin:]...)
}

// behindLibraries is the place behind the texts of headers that stand before the first name of a namespace: its own text
// may need what they declare.
func behindLibraries(toks []token.Token, space string) (place int) {
	for i := range toks {
		switch {
		case toks[i].Library:
			place = i + 1
		case strings.HasPrefix(toks[i].Text, space+"::"):
			return place
		}
	}
	return 0
}

// withinNVCUDA reads nvcuda::wmma as wmma, and leaves using namespace nvcuda out.
func withinNVCUDA(toks []token.Token) (out []token.Token) {
	for i := 0; i < len(toks); i++ {
		switch {
		case i+2 < len(toks) && toks[i].Is("nvcuda") && toks[i+1].Is("::") && toks[i+2].Is("wmma"):
			i++
		case i+3 < len(toks) && toks[i].Is("using") && toks[i+1].Is("namespace") && toks[i+2].Is("nvcuda") && toks[i+3].Is(";"):
			i += 3
		default:
			out = append(out, toks[i])
		}
	}
	return out
}

// standardOfCUDA reads cuda::std::x, the standard library in device code, as cuda::x where cuda has it as well
// (atomic, memory_order), and as std::x elsewhere.
func standardOfCUDA(toks []token.Token) []token.Token {
	if !slices.ContainsFunc(toks, func(t token.Token) bool { return t.Is("cuda") }) {
		return toks
	}
	_, names := spaces[0].header()
	var out []token.Token
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if i+4 < len(toks) && t.Is("cuda") && toks[i+1].Is("::") && toks[i+2].Is(standard) && toks[i+3].Is("::") {
			if !names[toks[i+4].Text] {
				t.Text = standard
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
func functionsOf(toks []token.Token) map[string]bool {
	names, depth := map[string]bool{}, 0
	for i := range toks {
		switch t := &toks[i]; {
		case t.Is("{"), t.Is("("):
			if t.Is("(") && depth == 0 && i > 0 {
				names[toks[i-1].Text] = true
			}
			depth++
		case t.Is("}"), t.Is(")"):
			depth--
		}
	}
	return names
}

// memoryNames are functions of C's <string.h> that device code has.
var memoryNames = token.Words("memcpy memmove memset")

// withCalled puts those texts before a source that calls one of their functions and does not define it itself.
func withCalled(toks []token.Token) []token.Token {
	for _, c := range callTexts {
		toks = c.with(toks)
	}
	return toks
}

func (c *callText) with(toks []token.Token) []token.Token {
	names := c.names()
	calls := func(i int) bool {
		return toks[i].Kind == token.Ident && names[toks[i].Text] && i+1 < len(toks) && (toks[i+1].Is("(") || toks[i+1].Is("<"))
	}
	first := -1
	for i := range toks {
		switch {
		case !calls(i):
		case i > 1 && toks[i-1].Is("*") && toks[i-2].Is("void"), i > 0 && toks[i-1].Kind == token.Ident &&
			(baseWords[toks[i-1].Text] || !keywords[toks[i-1].Text]):
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
		t.Pos, t.End, t.Off, t.Limit = toks[first].Pos, toks[first].End, toks[first].Off, toks[first].Off
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
func (s *spaceNames) join(toks []token.Token) (joined []token.Token, first *token.Token) {
	s.gather(toks)
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		qualified := t.Kind == token.Ident && s.aliases[t.Text] && i+2 < len(toks) && toks[i+1].Is("::") && s.names[toks[i+2].Text]
		member := i > 0 && (toks[i-1].Is(".") || toks[i-1].Is("->") || toks[i-1].Is("::"))
		switch {
		case qualified:
			i += 2
			name := toks[i]
			name.BOL, name.Space, name.Off = t.BOL, t.Space, t.Off
			t = name
		case t.Kind != token.Ident || !s.plain[t.Text] || member:
			joined = append(joined, t)
			continue
		}
		t.Text = cmp.Or(s.space, cooperative) + "::" + t.Text
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
func (s *spaceNames) gather(toks []token.Token) {
	s.aliases, s.plain = map[string]bool{cmp.Or(s.space, cooperative): true}, map[string]bool{}
	own := map[string]bool{}
	for i := 0; i+4 < len(toks); i++ {
		t, a, b, c := &toks[i], &toks[i+1], &toks[i+2], &toks[i+3]
		switch {
		case t.Is("namespace") && b.Is("=") && s.aliases[c.Text]:
			s.aliases[a.Text] = true
		case t.Is("using") && a.Is("namespace") && s.aliases[b.Text]:
			for name := range s.names {
				s.plain[name] = true
			}
		case t.Is("using") && s.aliases[a.Text] && b.Is("::"):
			s.plain[c.Text] = s.names[c.Text]
		case t.Kind == token.Ident && (baseWords[t.Text] || !keywords[t.Text]) && a.Kind == token.Ident && b.Is("("),
			t.Is("struct"), t.Is("class"):
			own[a.Text] = true // float reduce(…) { or struct plus
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
		s.gather(token.Scan(src))
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

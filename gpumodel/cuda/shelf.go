package cuda

import (
	"slices"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// The standard library is a namespace whose declarations are read when their name is first looked up: a program pays for what it
// names, however much there is. The declarations are texts of ours (library/std_*.cuh), cut into one piece for each of them, and
// a shelf has the pieces by their names. A name behind std:: means what any text has. A name that using namespace std; lets stand
// alone means what the included headers have, so that a program's own count or left is not ambiguous; if that is nothing, and
// the program has no such name either, the other texts count as well.

const standard = "std"

// A piece is one declaration of a library, or what belongs to one name and cannot be told apart, such as an enum.
type piece struct {
	toks []token.Token
	text string // the text that it stands in
}

// A shelf has the declarations of a namespace that have not been read, and of those within it.
type shelf struct {
	pieces map[string][]*piece
	inside map[string]*shelf
	inline []string // namespaces inside whose names are its own
	order  []string // the namespaces inside, as the texts have them
}

// standardTexts are the texts of namespace std, and the headers that each is for. Texts for kernels come first.
var standardTexts = []struct{ text, headers string }{
	{"std/core.cuh", "limits type_traits utility functional algorithm array concepts"},
	{"std/tuple.cuh", "tuple optional span"},
	{"std/bit.cuh", "bit"},
	{"std/iterator.cuh", "iterator initializer_list"},
	{"std/memory.cuh", "memory"},
	{"std/exception.cuh", "exception stdexcept new typeinfo"},
	{"std/string.cuh", "string string_view iostream"},
	{"std/vector.cuh", "vector"},
	{"std/algorithm.cuh", "algorithm execution"},
	{"std/numeric.cuh", "numeric"},
	{"std/chrono.cuh", "chrono ratio thread"},
	{"std/functional.cuh", "functional"},
	{"std/pointer.cuh", "memory"},
	{"std/map.cuh", "map set"},
	{"std/unordered.cuh", "unordered_map unordered_set"},
	{"std/sequence.cuh", "list deque queue stack"},
	{"std/random.cuh", "random algorithm"},
	{"std/number.cuh", "complex bitset"},
	{"std/thread.cuh", "thread mutex atomic future condition_variable shared_mutex"},
	{"std/stream.cuh", "iostream ostream istream iomanip sstream fstream ios"},
}

// kernelTexts is how many of the texts are for kernels. The others are for the code of a host.
const kernelTexts = 3

// standardShelf has all texts for a host, standardOfKernels those for kernels. Neither is changed: a parser takes what it
// has read off a copy.
var (
	standardShelf     = sync.OnceValue(func() *shelf { return readShelf(len(standardTexts)) })
	standardOfKernels = sync.OnceValue(func() *shelf { return readShelf(kernelTexts) })
)

func readShelf(texts int) *shelf {
	s := newShelf()
	for _, t := range standardTexts[:texts] {
		c := &cutter{toks: readLibrary(t.text).Tokens, text: t.text}
		c.space(s, "")
	}
	return s.inside[standard]
}

func newShelf() *shelf { return &shelf{pieces: map[string][]*piece{}, inside: map[string]*shelf{}} }

// has tells whether a declaration of that name stands on the shelf, or stood there.
func (s *shelf) has(name string) bool { return len(s.pieces[name]) > 0 || s.inside[name] != nil }

// A cutter cuts a text into declarations.
type cutter struct {
	toks []token.Token
	i    int
	text string
}

func (c *cutter) at(n int) *token.Token {
	if c.i+n >= len(c.toks)+8 {
		panic("BUG: " + c.text + " is not closed")
	}
	if c.i+n >= len(c.toks) {
		return &token.Token{}
	}
	return &c.toks[c.i+n]
}

// space puts what stands up to the } of a namespace on its shelf.
func (c *cutter) space(s *shelf, name string) {
	for c.i < len(c.toks) && !c.at(0).Is("}") {
		inline := c.at(0).Is("inline") && c.at(1).Is("namespace")
		switch {
		case inline:
			c.i++
			fallthrough
		case c.at(0).Is("namespace") && c.at(2).Is("{"):
			name := c.at(1).Text
			if s.inside[name] == nil {
				s.inside[name] = newShelf()
				s.order = append(s.order, name)
				if inline {
					s.inline = append(s.inline, name)
				}
			}
			c.i += 3
			c.space(s.inside[name], name)
			c.i++
		default:
			from := c.i
			names := c.declaration()
			end := c.toks[c.i-1]
			toks := append(slices.Clone(c.toks[from:c.i]), token.Token{Kind: token.EOF, Pos: end.End, End: end.End, Library: true})
			one := &piece{toks, c.text}
			for _, name := range names {
				s.pieces[name] = append(s.pieces[name], one)
			}
		}
	}
}

// declaration passes a declaration and returns the names that it declares.
func (c *cutter) declaration() (names []string) {
	for c.at(0).Is("template") {
		c.i++
		c.angles()
	}
	switch t := c.at(0); {
	case t.Is("enum"):
		names = c.enum()
	case t.Is("struct"), t.Is("class"), t.Is("union"):
		c.i++
		names = []string{c.at(0).Text}
	case t.Is("using") && c.at(2).Is("="):
		names = []string{c.at(1).Text}
	case t.Is("using"), t.Is("typedef"):
		for !c.at(1).Is(";") {
			c.i++
		}
		names = []string{c.at(0).Text}
	default:
		names = []string{c.function()}
	}
	c.rest()
	return names
}

// enum reads enum [class] E { a, b = 1.
func (c *cutter) enum() (names []string) {
	scoped := c.at(1).Is("class")
	for ; !c.at(0).Is("{"); c.i++ {
		if len(names) == 0 && c.at(0).Kind == token.Ident && !keywords[c.at(0).Text] {
			names = append(names, c.at(0).Text)
		}
	}
	for n := 1; !scoped && !c.at(n).Is("}"); n++ {
		if c.at(n-1).Is("{") || c.at(n-1).Is(",") {
			names = append(names, c.at(n).Text)
		}
	}
	return names
}

// function reads up to the name of a function, a variable or the guide of a template.
func (c *cutter) function() (name string) {
	for {
		switch t := c.at(0); {
		case t.Is("operator"):
			return c.operator()
		case t.Is("decltype"), t.Is("alignas"), t.Is("__align__"):
			c.i++
			c.balanced()
			continue
		case t.Is("("), t.Is("="), t.Is(";"), t.Is("{"), t.Is("["):
			return name
		case t.Is("<"):
			c.angles()
			continue
		case t.Kind == token.Ident:
			name = t.Text
		}
		c.i++
	}
}

// operator is the name of an operator: its word and what follows up to its parameters.
func (c *cutter) operator() string {
	name := "operator"
	c.i++
	if c.at(0).Is("(") {
		c.i += 2
		return name + "()"
	}
	for ; !c.at(0).Is("("); c.i++ {
		name += c.at(0).Text
	}
	return name
}

// rest passes what is left of a declaration.
func (c *cutter) rest() {
	body := false
	for ; c.i < len(c.toks); c.i++ {
		switch t := c.at(0); {
		case t.Is(";"):
			c.i++
			return
		case t.Is("{"):
			c.balanced()
			c.i--
			if !c.at(1).Is(";") && !c.at(1).Is(",") && !c.at(1).Is("{") && !body {
				c.i++
				return
			}
		case t.Is("("), t.Is("["):
			c.balanced()
			c.i--
		case t.Is("=") && !c.at(-1).Is("operator"):
			body = true
		}
	}
}

// balanced passes a bracket and everything up to its partner.
func (c *cutter) balanced() {
	for depth := 0; c.i < len(c.toks); c.i++ {
		switch t := c.at(0); {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth == 0 {
				c.i++
				return
			}
		}
	}
}

// angles passes <…>.
func (c *cutter) angles() {
	for depth := 0; c.i < len(c.toks); c.i++ {
		switch t := c.at(0); {
		case t.Is("("):
			c.balanced()
			c.i--
		default:
			if depth += angleStep(t); depth <= 0 {
				c.i++
				return
			}
		}
	}
}

// openStandard makes the namespace of the standard library. Nothing of it has been read yet.
func (p *parser) openStandard() {
	from := standardOfKernels()
	if p.hosted {
		from = standardShelf()
	}
	p.offered, p.read = map[string]bool{}, map[*piece]bool{}
	for _, t := range standardTexts {
		for _, header := range strings.Fields(t.headers) {
			p.offered[t.text] = p.offered[t.text] || p.source.System[header]
		}
	}
	p.shelved(p.global, standard, from)
}

// shelved declares a namespace that has the declarations of a shelf.
func (p *parser) shelved(outer *scope, name string, from *shelf) *scope {
	inner := newScope(outer)
	inner.space = &spaced{title: name, around: outer, shelf: from, taken: map[string]bool{}, p: p}
	if outer.space.title != "" {
		inner.space.title = outer.space.title + "::" + name
	}
	outer.names[name] = &symbol{name: name, pos: token.Pos{Line: 1, Col: 1}, namespace: true, host: "namespace", inner: inner}
	p.opened = append(p.opened, inner)
	for _, name := range from.order {
		within := p.shelved(inner, name, from.inside[name])
		if slices.Contains(from.inline, name) {
			inner.use(within)
			inner.space.inside = append(inner.space.inside, within)
		}
	}
	return inner
}

// own is what a name means in s itself, without other namespaces.
func (s *scope) own(name string) *symbol {
	if s.space != nil && s.space.shelf != nil && !s.space.taken[name] && len(s.space.shelf.pieces[name]) > 0 {
		s.space.taken[name] = true
		s.space.p.take(s, s.space.shelf.pieces[name])
	}
	return s.names[name]
}

// offer is what a name means in s to one who uses the namespace without naming it: nothing where no header that the source includes
// has it.
func (s *scope) offer(name string) *symbol {
	if s.space.shelf == nil {
		return s.names[name]
	}
	pieces := s.space.shelf.pieces[name]
	if len(pieces) > 0 && !slices.ContainsFunc(pieces, func(one *piece) bool { return s.space.p.offered[one.text] }) {
		return nil
	}
	return s.own(name)
}

// forgotten is what a name means that only texts have whose headers the source does not include.
func (s *scope) forgotten(name string) *symbol {
	for ; s != nil; s = s.outer {
		for _, u := range s.used {
			if u.space.shelf == nil {
				continue
			}
			if sym := u.own(name); sym != nil {
				return sym
			}
		}
	}
	return nil
}

// take reads pieces of namespace s.
func (p *parser) take(s *scope, pieces []*piece) {
	at, taking := *p.peek(), p.taking
	p.taking = s
	defer func() { p.taking = taking }()
	spaces, braces, errs, heads := p.spaces, p.braces, p.Errs, p.heads
	inPack, unevaluated, trying, completion := p.inPack, p.unevaluated, p.trying, p.completion
	restore := p.suspended()
	p.deep-- // reading it is not an instance
	p.spaces, p.braces, p.Errs, p.heads, p.inPack, p.unevaluated, p.trying, p.completion = []*scope{s}, nil, nil, 0, false, 0, false, nil
	for _, one := range pieces {
		if p.read[one] { // by another name that it declares
			continue
		}
		p.read[one] = true
		p.state = state{scope: s}
		p.toks, p.i = slices.Clone(one.toks), 0
		for i := range p.toks {
			t := &p.toks[i]
			t.Pos, t.End, t.Off, t.Limit, t.In = at.Pos, at.End, at.Off, at.Off, at.In
		}
		p.guardTop(func() { p.external() }, func() {})
		for _, e := range p.Errs {
			e.Msg += " [in " + one.text + ": " + token.Spell(one.toks[:min(len(one.toks), 24)]) + "…]"
		}
		errs, p.Errs = append(errs, p.Errs...), nil
	}
	p.deep++
	restore()
	p.spaces, p.braces, p.Errs, p.heads = spaces, braces, errs, heads
	p.inPack, p.unevaluated, p.trying, p.completion = inPack, unevaluated, trying, completion
}

// onShelf tells whether a declaration of a shelf is being read, whose functions' bodies wait for their first use.
func (p *parser) onShelf() bool {
	return p.taking != nil && p.taking == p.scope.nearestSpace() && p.fn == nil && p.toks[0].Library
}

// bodyAtFirstUse passes the body of a function, and returns how to read it.
func (p *parser) bodyAtFirstUse(fn *Func) func() {
	toks, body, within := p.toks, p.i, p.scope
	p.skipBalanced()
	return func() {
		defer p.suspended()()
		p.state = state{scope: within}
		p.toks, p.i = toks, body
		p.guardTop(func() { p.define(fn) }, func() {})
	}
}

// takeAll reads everything of namespace s.
func (p *parser) takeAll(s *scope) {
	if s.space.shelf != nil {
		for name := range s.space.shelf.pieces {
			s.own(name)
		}
	}
}

// standardSymbol is what a name of the standard library means, nil if there is none.
func (p *parser) standardSymbol(name string) *symbol {
	if sym := p.global.names[standard]; sym != nil && sym.inner != nil {
		return sym.inner.member(name)
	}
	return nil
}

// outsideStandard tells whether std:: has a name that is declared outside of it: what is built in, and functions and types of C.
func (p *parser) outsideStandard(name string) bool {
	if namedTypes[name] != nil || isBuiltin(name) || memoryNames[name] {
		return true
	}
	sym := p.global.names[name]
	return p.hosted && (variadic[name] > 0 || name == "malloc" || name == "free" || sym != nil && sym.library)
}

// ofStandard tells whether a symbol is declared by the standard library.
func (p *parser) ofStandard(sym *symbol) bool {
	std := p.global.names[standard]
	return sym != nil && std != nil && sym.home != nil && sym.home == std.inner
}

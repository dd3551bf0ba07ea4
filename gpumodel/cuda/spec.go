package cuda

import (
	"cmp"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A specs is the part of a declaration before its declarators: the type and the qualifiers.
type specs struct {
	at                                     token.Token
	typ                                    *Type
	auto                                   *Type // type deduced for auto by the declarators so far
	global, device, host, shared, constant bool
	managed                                bool // __managed__, which is __device__ too
	extern, static, constexpr, typedef     bool
	explicit                               bool
	isconst, isvol                         bool
	align                                  int
	maxThreads, minBlocks, maxRegisters    int
	words                                  []token.Token // storage classes and the like, such as static
}

// baseWords are the words that the name of a scalar type is made of.
var baseWords = token.Words("void bool char short int long float double signed unsigned __int64")

// specWords may stand before a type without changing it.
var specWords = token.Words(`const volatile constexpr static extern inline __inline__ __inline __forceinline__ __noinline__ typedef
	explicit virtual friend register mutable __global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __restrict
	__launch_bounds__ __maxnreg__ __block_size__ __nv_pure__ __align__ alignas __attribute__ typename auto decltype __underlying_type struct class enum union thread_local __grid_constant__`)

// lifeWords say where a variable is stored, or how a function is compiled.
var lifeWords = token.Words(`constexpr explicit static extern inline __inline__ __inline __forceinline__ __noinline__ typedef mutable thread_local
	__global__ __device__ __host__ __shared__ __constant__ __launch_bounds__ __maxnreg__ __block_size__`)

// plainly reports all such words, in a declaration that allows none.
func (p *parser) plainly(s *specs, what string) {
	for _, t := range s.words {
		p.Errorf(t.Pos, t.End, "%s cannot be %s", what, t.Text)
	}
}

// startsType reports whether the next token begins a type. This decides between a declaration and an expression, and it depends on the
// names in scope: a * b; declares b if a is a type.
func (p *parser) startsType() bool {
	t := p.peek()
	if t.Kind != token.Ident {
		return t.Is("::") && p.typeName(false) != nil
	}
	return baseWords[t.Text] || specWords[t.Text] || p.typeName(false) != nil
}

// typeName returns the type that the next tokens name, or nil. With take it also consumes them.
func (p *parser) typeName(take bool) *Type {
	if typ, n := p.typeInClass(); typ != nil {
		if take {
			p.i += n
		}
		return typ
	}
	if sym, n := p.memberTemplate(); sym != nil && sym.alias != nil {
		return p.aliasNamed(sym.alias, n, take)
	} else if sym != nil {
		return p.templateType(sym, n, take)
	}
	if of, _ := p.classAhead(); of != nil { // S<T>::value is none
		return nil
	}
	n := p.qualifier()
	t := p.at(n)
	if t.Kind != token.Ident {
		return nil
	}
	typ := namedTypes[t.Text]
	if sym := p.find(t); sym != nil && sym.alias != nil {
		return p.aliasNamed(sym.alias, n, take)
	} else if sym != nil && sym.template != nil {
		return p.templateType(sym, n, take)
	} else if sym != nil {
		typ = sym.typ
	}
	if typ != nil && take {
		p.file.halves = p.file.halves || typ == typeHalf || typ == typeHalf2
		p.i += n + 1
	}
	return typ
}

// qualifier is how many tokens a prefix a::b:: takes whose names are namespaces. The name behind it gets to know them.
func (p *parser) qualifier() int {
	n := 0
	var within *scope
	if p.is("::") {
		n, within = 1, p.global
	}
	for p.at(n).Kind == token.Ident && p.at(n+1).Is("::") {
		if n > 0 {
			putSpaceBefore(p.at(n), within)
		}
		sym := p.before(p.at(n))
		if p.at(n).Text != cooperative && (sym == nil || !sym.namespace) {
			break
		}
		if within = nil; sym != nil {
			within = sym.inner
		}
		if within != nil && within.space.shelf != nil && within.member(p.at(n+2).Text) == nil {
			if name := p.at(n + 2).Text; p.outsideStandard(name) { // std::min, std::size_t
				if within = nil; p.hidden(name) {
					within = p.global
				}
			} else if !p.hosted {
				break
			}
		}
		n += 2
	}
	if n > 0 {
		putSpaceBefore(p.at(n), within)
	}
	return n
}

// hidden tells whether a name means something else here than in the file's own scope: a variable, or a method.
func (p *parser) hidden(name string) bool {
	sym := p.scope.find(name)
	return sym != nil && sym != p.global.names[name] && (sym.funcs == nil || sym.method)
}

// specs reads qualifiers and a type in any order. what names the thing for messages.
func (p *parser) specs(what string) specs {
	s := specs{at: *p.peek(), extern: p.behindLinkage(p.i)}
	var base []token.Token
	for {
		t := p.peek()
		switch {
		case t.Kind != token.Ident && !t.Is("::") && !t.Is("["), s.typ != nil && p.prev().Is("}") && t.BOL:
			p.finishSpecs(&s, base, what)
			return s
		case t.Is("["):
			if !p.at(1).Is("[") {
				p.finishSpecs(&s, base, what)
				return s
			}
			p.skipBalanced() // an attribute [[…]]
		case baseWords[t.Text] && s.typ == nil:
			base = append(base, *p.next())
		case specWords[t.Text]:
			p.specWord(&s, len(base) > 0)
		case t.Is("__cluster_dims__"):
			p.fail(t, "%s", clusters)
		case len(base) == 0 && s.typ == nil && p.typeName(false) != nil:
			s.typ = p.typeName(true)
		default:
			p.finishSpecs(&s, base, what)
			return s
		}
	}
}

// specWord takes one qualifier.
func (p *parser) specWord(s *specs, based bool) {
	t := p.next()
	if lifeWords[t.Text] {
		s.words = append(s.words, *t)
	}
	switch t.Text {
	case "const":
		s.isconst = true
	case "volatile":
		s.isvol = true
	case "constexpr":
		s.constexpr = true
	case "static":
		s.static = true
	case "virtual":
	case "friend":
		if p.befriends == 0 {
			p.fail(t, "friend belongs into a struct")
		}
	case "explicit":
		s.explicit = true
	case "extern":
		s.extern = true
	case "typedef":
		s.typedef = true
	case "__global__":
		s.global = true
	case "__device__":
		s.device = true
	case "__host__":
		s.host = true
	case "__shared__":
		s.shared = true
	case "__constant__":
		s.constant = true
	case "__managed__": // the host reads and sets it as it does any variable of the device
		s.device, s.managed = true, true
	case "__launch_bounds__":
		p.launchBounds(s)
	case "__maxnreg__":
		p.maxRegisters(s)
	case "__block_size__":
		p.blockSize(s)
	case "__nv_pure__": // that a function has no effects lets the compiler leave out calls
	case "__align__", "alignas":
		s.align = p.alignment()
	case "__attribute__":
		s.align = max(s.align, p.attribute().align)
	case "typename":
		if !p.at(1).Is("::") && !p.at(1).Is("<") && !p.is("::") {
			p.Errorf(t.Pos, t.End, "typename is only allowed before a name with ::; delete it")
		}
		p.namesType()
	case "__underlying_type":
		p.expect("(", "after "+t.Text)
		s.typ = p.underlying(p.typeID(), t)
		p.expect(")", "after the enum")
	case "decltype":
		if s.typ != nil || based {
			p.fail(t, "%s is one type too many", t.Text)
		}
		p.i--
		s.typ = p.decltype()
	case "auto", "struct", "class", "union", "enum":
		switch {
		case s.typ != nil || based:
			p.fail(t, "%s is one type too many", t.Text)
		case t.Is("auto"):
			s.typ = typeAuto
		default:
			s.typ = p.elaborated(t)
		}
	}
}

// launchBounds reads (maxThreads[, minBlocks]).
func (p *parser) launchBounds(s *specs) {
	p.expect("(", "after __launch_bounds__")
	for i := 0; ; i++ {
		at := p.peek()
		n, ok := p.constInt("an argument of __launch_bounds__")
		if ok && (n < 1 || n > 1<<20) {
			p.Errorf(at.Pos, at.End, "__launch_bounds__ needs positive numbers, got %d", n)
		}
		switch i {
		case 0:
			s.maxThreads = int(n)
		case 1:
			s.minBlocks = int(n)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")", "after the arguments of __launch_bounds__")
}

// maxRegisters reads (registers) of __maxnreg__.
func (p *parser) maxRegisters(s *specs) {
	p.expect("(", "after __maxnreg__")
	at := p.peek()
	n, ok := p.constInt("the argument of __maxnreg__")
	if ok && n < 1 {
		p.Errorf(at.Pos, at.End, "__maxnreg__ needs a positive number of registers, got %d", n)
	}
	s.maxRegisters = int(n)
	p.expect(")", "after the argument of __maxnreg__")
}

// blockSize reads ((x, y, z)) of __block_size__, the only size of block that a kernel is launched with.
func (p *parser) blockSize(s *specs) {
	p.expect("(", "after __block_size__")
	p.expect("(", "and the dimensions of the block, as in __block_size__((64, 2, 1))")
	threads := int64(1)
	for more := true; more; more = p.accept(",") {
		at := p.peek()
		n, ok := p.constInt("a dimension of __block_size__")
		if ok && (n < 1 || n > 1<<20) {
			p.Errorf(at.Pos, at.End, "__block_size__ needs positive numbers, got %d", n)
		}
		threads = min(threads*max(n, 1), 1<<20)
	}
	p.expect(")", "after the dimensions of the block")
	s.maxThreads = int(threads)
	if p.is(",") {
		p.fail(p.peek(), "__block_size__: %s", clusters)
	}
	p.expect(")", "after the arguments of __block_size__")
}

// finishSpecs makes the type of the words collected.
func (p *parser) finishSpecs(s *specs, base []token.Token, what string) {
	if len(base) > 0 {
		s.typ = p.baseType(base)
	}
	if s.typ == nil && p.mainAhead() {
		p.Notef(p.peek().Pos, "main has no type: int is assumed; write int main")
		s.typ = typeInt
	}
	if s.typ == nil {
		p.noType(what)
	}
	if s.typ.Kind == placeholderKind && !deducible[what] {
		p.i--
		p.fail(p.peek(), "%q is a template: write its arguments, %s<…>", p.peek().Text, p.peek().Text)
	}
	s.typ = s.typ.qualified(s.isconst, s.isvol)
}

// mainAhead tells whether the program's main follows, which nvcc accepts without a type, and no other function.
func (p *parser) mainAhead() bool {
	return p.hosted && p.scope == p.global && p.is("main") && p.at(1).Is("(")
}

// noType reports why the next token is not a type.
func (p *parser) noType(what string) {
	defer p.formal(len(p.Errs))
	t := p.peek()
	if t.Kind != token.Ident || keywords[t.Text] && !refusedWord(t.Text) {
		p.unexpected("the type of " + what)
	}
	p.bury()
	p.refuse(t)
	if sym := p.find(t); sym != nil && sym.host != "" {
		p.hostUse(t, sym)
		panic(bailout{})
	}
	if sym := p.find(t); sym != nil && sym.template != nil {
		p.fail(t, "%q is a template: write its arguments, %s<…>", t.Text, t.Text)
	}
	if p.at(1).Is("(") && p.prev().Is("__global__") {
		p.fail(t, "the type of the result is missing: write __global__ void %s(…)", t.Text)
	}
	if why := NotModelled(t.Text); p.hosted && why != "" {
		p.fail(t, "%s is not available: %s", t.Text, why)
	}
	candidates := append(p.typeNames(), "__shared__", "const", "extern", "unsigned")
	near := cmp.Or(p.elsewhere(t.Text), token.DidYouMean(t.Text, candidates))
	if after := p.at(1); near == "" && (after.Is(",") || after.Is(")") || after.Is("[")) {
		p.scope.names[t.Text] = &symbol{name: t.Text, pos: t.Pos, bad: true}
		p.fail(t, "the type of %q is missing before it, or %q is an unknown type of %s", t.Text, t.Text, what)
	}
	p.fail(t, "unknown type %q of %s%s", t.Text, what, near)
}

// bury declares the name behind an unknown type, so that its uses are not reported.
func (p *parser) bury() {
	n := 1
	for p.at(n).Is("*") || p.at(n).Is("&") || p.at(n).Is("const") {
		n++
	}
	if name := p.at(n); name.Kind == token.Ident && !keywords[name.Text] && p.scope.names[name.Text] == nil {
		p.scope.names[name.Text] = &symbol{name: name.Text, pos: name.Pos, bad: true}
	}
}

func (p *parser) typeNames() []string {
	var names []string
	for w := range baseWords {
		names = append(names, w)
	}
	for w := range namedTypes {
		names = append(names, w)
	}
	for s := p.scope; s != nil; s = s.outer {
		for name, sym := range s.names {
			if sym.typ != nil {
				names = append(names, name)
			}
		}
	}
	return names
}

// baseType is the type of words like unsigned long int.
func (p *parser) baseType(base []token.Token) *Type {
	n := map[string]int{}
	for _, t := range base {
		n[t.Text]++
	}
	sign, long, rest := n["signed"]+n["unsigned"], n["long"], len(base)
	kind := Int
	switch {
	case n["float"] == 1 && rest == 1:
		return typeFloat
	case n["double"] == 1 && rest == 1 || n["double"] == 1 && long == 1 && rest == 2:
		return typeDouble
	case n["void"] == 1 && rest == 1:
		return typeVoid
	case n["bool"] == 1 && rest == 1:
		return typeBool
	case n["char"] == 1 && rest == 1+sign:
		kind = Char
	case n["short"] == 1 && rest == 1+sign+n["int"]:
		kind = Short
	case long == 1 && rest == 1+sign+n["int"]:
		kind = Long
	case long == 2 && rest == 2+sign+n["int"], n["__int64"] == 1 && rest == 1+sign:
		kind = LongLong
	case rest == sign+n["int"]:
	default:
		kind = badKind
	}
	if kind == badKind || sign > 1 || n["int"] > 1 {
		names := make([]string, len(base))
		for i, t := range base {
			names[i] = t.Text
		}
		p.Errorf(base[0].Pos, base[len(base)-1].End, "%q is not a type", strings.Join(names, " "))
		return typeBad
	}
	if n["unsigned"] == 1 {
		kind++
	}
	return &Type{Kind: kind}
}

package cuda

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A namespace is a scope that is opened again wherever the source has namespace A {. The names of one without a
// name and of an inline one are also those of the scope around it. A token behind A:: knows the scope that it
// is looked up in (token.Token.Within), so find is the one place where names get their meaning.

// spaced is what a scope is as a namespace; the file's own scope is one without a title.
type spaced struct {
	title  string   // A::B
	around *scope   // the namespace that it stands in
	inside []*scope // namespaces whose names are its names: inline, or without a name
	// shelf has what a namespace of the library declares, taken the names that p has read of it.
	shelf *shelf
	taken map[string]bool
	p     *parser
}

// use is a using directive: all names of that namespace.
func (s *scope) use(space *scope) {
	if space != s && !slices.Contains(s.used, space) {
		s.used = append(s.used, space)
	}
}

// nearestSpace is the namespace that a scope is in.
func (s *scope) nearestSpace() *scope {
	for s.space == nil {
		s = s.outer
	}
	return s
}

// holds tells whether a namespace stands in s, or is s.
func (s *scope) holds(space *scope) bool {
	for ; space != nil; space = space.space.around {
		if space == s {
			return true
		}
	}
	return false
}

// find is what a name means here. The names of a using directive count as those of the nearest namespace that holds
// both the directive and the namespace that it names ([namespace.udir]).
func (s *scope) find(name string) *symbol {
	var used []*scope
	for ; s != nil; s = s.outer {
		used = append(used, s.used...)
		if sym := s.own(name); s.space == nil || len(used) == 0 {
			if sym != nil {
				return sym
			}
			continue
		}
		if sym := s.joined(name, used); sym != nil {
			return sym
		}
	}
	return nil
}

// joined is what a name means in namespace s together with those of the directives that count as names of s.
func (s *scope) joined(name string, used []*scope) *symbol {
	sym := s.own(name)
	for i := 0; i < len(used); i++ {
		u := used[i]
		if !s.holds(u) {
			continue
		}
		for _, v := range u.used {
			if !slices.Contains(used, v) {
				used = append(used[:len(used):len(used)], v)
			}
		}
		if other := u.offer(name); sym == nil || u.space.shelf == nil || sym.funcs != nil && other != nil && other.funcs != nil {
			sym = sym.with(other, s)
		}
	}
	return sym.besideBuiltins(s)
}

// besideBuiltins is sym, which a directive found for namespace s: functions there stand beside the built-in ones, which are names
// of the file's own scope.
func (sym *symbol) besideBuiltins(s *scope) *symbol {
	if sym == nil || sym.funcs == nil || s.space.around != nil || sym.home == s || !isBuiltin(sym.name) {
		return sym
	}
	beside := *sym
	beside.home = s
	return &beside
}

// member is what name means behind A::.
func (s *scope) member(name string) *symbol {
	sym := s.own(name)
	if sym != nil && len(s.used) == 0 {
		return sym
	}
	for _, u := range s.used {
		if sym == nil || slices.Contains(s.space.inside, u) {
			sym = sym.with(u.own(name), s)
			if sym == nil {
				sym = u.member(name)
			}
		}
	}
	return sym
}

// with joins the meanings of a name in two namespaces: overloads of functions, or the same thing twice.
func (sym *symbol) with(other *symbol, home *scope) *symbol {
	switch {
	case other == nil || other == sym || sym != nil && (sym.clash || sym.bad):
		return sym
	case sym == nil || sym.host != "" && !sym.namespace:
		return other
	case other.host != "" && !other.namespace || other.bad:
		return sym
	case sym.funcs != nil && other.funcs != nil:
		both := *sym
		both.home = home
		both.funcs = slices.Clone(sym.funcs)
		for _, fn := range other.funcs {
			if !slices.Contains(both.funcs, fn) {
				both.funcs = append(both.funcs, fn)
			}
		}
		return &both
	case sym.typ != nil && sym.typ == other.typ, sym.v != nil && sym.v == other.v, sym.inner != nil && sym.inner == other.inner,
		sym.template != nil && sym.template == other.template, sym.alias != nil && sym.alias == other.alias, sym.lit != nil &&
			sym.lit == other.lit,
		sym.variable != nil && sym.variable == other.variable:
		return sym
	}
	return &symbol{name: sym.name, pos: sym.pos, clash: true}
}

// spaceBefore is the namespace that stands before a name, A::; nil if none does.
func spaceBefore(t *token.Token) *scope {
	s, _ := t.Within.(*scope)
	return s
}

// putSpaceBefore notes that a namespace stands before a name, or none.
func putSpaceBefore(t *token.Token, s *scope) {
	if t.Within = nil; s != nil {
		t.Within = s
	}
}

// find is what the name t means: behind A:: in that namespace, elsewhere in the scopes around it.
func (p *parser) find(t *token.Token) *symbol {
	var sym *symbol
	switch {
	case t.Within != nil:
		sym = spaceBefore(t).member(t.Text)
	case t.Translated:
		sym = p.scope.ofLibrary(t.Text)
	default:
		if sym = p.scope.find(t.Text); sym == nil {
			sym = p.scope.forgotten(t.Text)
		}
	}
	if sym != nil && sym.clash {
		p.Errorf(t.Pos, t.End, "%q is ambiguous: several namespaces whose names are used here have one", t.Text)
		return &symbol{name: t.Text, pos: t.Pos, bad: true}
	}
	return sym
}

// ofLibrary is what a name of the translation of asm means: nothing that the program has called so. In
//
//	unsigned clock; asm("mov.u32 %0, %%clock;" : "=r"(clock));
//
// the call of clock() that reads the register is not one of the variable.
func (s *scope) ofLibrary(name string) *symbol {
	for ; s != nil; s = s.outer {
		if sym := s.own(name); sym != nil && sym.library {
			return sym
		}
	}
	return nil
}

// before is what the name t means before ::, where only namespaces and types count.
func (p *parser) before(t *token.Token) *symbol {
	opens := func(sym *symbol) bool {
		return sym.namespace || sym.typ != nil || sym.template != nil || sym.alias != nil || sym.bad || sym.host != ""
	}
	sym := p.find(t)
	for s := p.scope; sym != nil && !opens(sym) && s != nil; s = s.outer {
		if outer := s.names[t.Text]; outer != nil && opens(outer) {
			return outer
		}
	}
	return sym
}

// elsewhere says which namespace has a name that means nothing here.
func (p *parser) elsewhere(name string) string {
	for _, s := range p.opened {
		if sym := s.names[name]; sym != nil && sym.host == "" && !sym.bad {
			return fmt.Sprintf(" (did you mean %q?)", s.whole(name))
		}
	}
	return ""
}

// spaceBeforeName reads A::f, the name of a function that is defined outside of its namespace; false if none is ahead.
func (p *parser) spaceBeforeName(d *declarator) bool {
	n := p.qualifier()
	t := p.at(n)
	if n == 0 || t.Within == nil || t.Kind != token.Ident || keywords[t.Text] && !t.Is("operator") {
		return false
	}
	if p.i += n; t.Is("operator") {
		d.name = p.operatorName()
	} else {
		d.name = *p.next()
	}
	if sym := p.find(&d.name); sym == nil || sym.funcs == nil {
		p.noSuchName(&d.name)
	}
	d.space = spaceBefore(&d.name)
	return true
}

// noSuchName reports a name behind A:: that the namespace does not have.
func (p *parser) noSuchName(t *token.Token) {
	what, within := "the file", spaceBefore(t)
	if within != p.global {
		what = "namespace " + within.space.title
	}
	p.fail(t, "%s has no name %q%s", what, t.Text, token.DidYouMean(t.Text, slices.Collect(maps.Keys(within.names))))
}

// space is the namespace that is being read.
func (p *parser) space() *scope {
	if n := len(p.spaces); n > 0 {
		return p.spaces[n-1]
	}
	return p.global
}

// openSpace opens the namespace of that name, again if it is known.
func (p *parser) openSpace(name token.Token, inline bool) {
	outer := p.space()
	sym := outer.names[name.Text]
	if sym == nil || sym.inner == nil {
		inner := newScope(outer)
		inner.space = &spaced{title: name.Text, around: outer}
		switch {
		case name.Text == "":
			inner.space.title = outer.space.title
		case outer.space.title != "":
			inner.space.title = outer.space.title + "::" + name.Text
		}
		if name.Text == "" || inline {
			outer.use(inner)
			outer.space.inside = append(outer.space.inside, inner)
		}
		if sym != nil && sym.host == "" && !sym.bad {
			p.fail(&name, "%q is declared twice; the first time on line %d", name.Text, sym.pos.Line)
		}
		sym = &symbol{name: name.Text, pos: name.Pos, namespace: true, host: "namespace", inner: inner}
		outer.names[name.Text] = sym
		p.opened = append(p.opened, inner)
	}
	p.spaces = append(p.spaces, sym.inner)
	p.scope = sym.inner
}

// externC is what an extern "C" { opens, in place of namespaces.
const externC = -1

// closeSpace is the } of namespace A::B {, which closes both, or of extern "C" {, which closes none.
func (p *parser) closeSpace() {
	last := len(p.braces) - 1
	p.spaces = p.spaces[:len(p.spaces)-max(0, p.braces[last])]
	p.braces = p.braces[:last]
	p.scope = p.space()
}

// namespaceDecl reads [inline] namespace A::B {, and namespace A = B::C;.
func (p *parser) namespaceDecl() {
	inline := p.accept("inline")
	p.expect("namespace", "")
	for p.is("[") && p.at(1).Is("[") || p.is("__attribute__") {
		if p.is("__attribute__") {
			p.next()
		}
		p.skipBalanced()
	}
	if p.is("{") {
		name := *p.next()
		name.Text = ""
		p.openSpace(name, inline)
		p.braces = append(p.braces, 1)
		return
	}
	name := p.name("the namespace")
	if p.accept("=") {
		p.namespaceAlias(name)
		return
	}
	names, inlines := []token.Token{name}, []bool{inline}
	for p.accept("::") {
		inlines = append(inlines, p.accept("inline"))
		names = append(names, p.name("the namespace"))
	}
	if !p.is("{") {
		p.unexpected(`"{" or "=" after the name of the namespace`)
	}
	if p.fn != nil {
		p.fail(&name, "a namespace is opened at file scope only")
	}
	for i, name := range names {
		p.openSpace(name, inlines[i])
	}
	p.braces = append(p.braces, len(names))
	p.next()
}

// namespaceAlias reads what follows namespace A =. A namespace that the source does not define, such as
// std::filesystem, is one of the host or of a library.
func (p *parser) namespaceAlias(name token.Token) {
	sym := &symbol{name: name.Text, pos: name.Pos, namespace: true}
	if target := p.spaceAhead(); target != nil {
		sym.inner, sym.host = target, "namespace"
	} else {
		p.i += p.qualifier()
		for sym.host = p.name("the namespace").Text; p.accept("::"); {
			sym.host = p.name("the namespace").Text
		}
	}
	p.scope.names[name.Text] = sym
	p.semicolon("the namespace")
}

// spaceAhead reads the name of a namespace; nil if the source defines none of that name, and then nothing is read.
func (p *parser) spaceAhead() *scope {
	n := p.qualifier()
	if p.at(n).Kind != token.Ident {
		return nil
	}
	sym := p.find(p.at(n))
	if sym == nil || sym.inner == nil {
		return nil
	}
	p.i += n + 1
	return sym.inner
}

// associated adds to the functions of a name those of the namespaces that the arguments' types stand in
// ([basic.lookup.argdep]).
func (p *parser) associated(name string, sym *symbol, args []Expr) *symbol {
	var found associates
	for _, a := range args {
		found.add(a.T())
	}
	for _, s := range found.spaces {
		if other := s.member(name); other != nil && other.funcs != nil {
			sym = sym.with(other, s)
		}
	}
	if groupFunctions[name] && slices.ContainsFunc(args, func(a Expr) bool { return strings.HasPrefix(a.T().Name, cooperative+"::") }) {
		sym = sym.with(p.global.names[cooperative+"::"+name], p.global)
	}
	return sym
}

// groupFunctions are the functions of cooperative_groups.h that a call finds by a group among its arguments. Those of its other headers
// are not among them, since a source that does not include these may have its own reduce of a group.
var groupFunctions = token.Words("sync synchronize thread_rank group_size tiled_partition binary_partition labeled_partition invoke_one invoke_one_broadcast")

// associates are the namespaces that belong to types. Its classes have been looked at: a base may have the class that is
// made of it as an argument.
type associates struct {
	spaces  []*scope
	classes []*class
}

func (a *associates) add(t *Type) {
	switch {
	case t.Enum != nil && t.Enum.scope != nil:
		a.space(t.Enum.scope)
	case t.Kind == Pointer || t.Kind == Array:
		a.add(t.Elem)
	case t.Kind == Struct && t.class != nil && t.class.inner != nil && !slices.Contains(a.classes, t.class):
		a.classes = append(a.classes, t.class)
		a.space(t.class.inner)
		for i := range t.Fields {
			if f := &t.Fields[i]; f.isBase() {
				a.add(f.Type)
			}
		}
		for _, arg := range flat(t.class.args) {
			if arg.typ != nil {
				a.add(arg.typ)
			}
		}
	}
}

// space adds the namespace that a scope is in, unless it is the file's own, which is searched anyway.
func (a *associates) space(s *scope) {
	if s = s.nearestSpace(); s.space.around != nil && !slices.Contains(a.spaces, s) {
		a.spaces = append(a.spaces, s)
	}
}

// inSpace tells whether a namespace has functions of that name.
func (p *parser) inSpace(name string) bool {
	std := p.global.names[standard]
	return p.inSpaces[name] || groupFunctions[name] && p.global.names[cooperative+"::"+name] != nil ||
		std != nil && std.inner != nil && std.inner.space.shelf.has(name)
}

// hidesBuiltin tells whether functions are those of a namespace, where built-in ones of the name are not seen.
func (p *parser) hidesBuiltin(sym *symbol) bool {
	return sym.home != nil && sym.home.space != nil && sym.home != p.global && !slices.Contains(p.global.space.inside, sym.home) &&
		!p.ofStandard(sym)
}

// distinguish names kernels and variables of different namespaces apart: p::k, where plain k could be two.
func (p *parser) distinguish() {
	of := map[string]map[string]bool{}
	note := func(name, space string) {
		if of[name] == nil {
			of[name] = map[string]bool{}
		}
		of[name][space] = true
	}
	for _, fn := range p.file.Kernels {
		note(fn.Name, p.info(fn).space)
	}
	for _, v := range p.file.Globals {
		note(v.Name, p.spaceOf[v])
	}
	for _, fn := range p.file.Kernels {
		if space := p.info(fn).space; space != "" && len(of[fn.Name]) > 1 {
			fn.Name = space + "::" + fn.Name
		}
	}
	for _, v := range p.file.Globals {
		if space := p.spaceOf[v]; space != "" && len(of[v.Name]) > 1 {
			v.Name = space + "::" + v.Name
		}
	}
}

// spaceNames notes what the name of a namespace and :: can be followed by.
func (c *completion) spaceNames(p *parser, s *scope) {
	if c.seen {
		return
	}
	c.seen, c.only = true, true
	for _, space := range append([]*scope{s}, s.used...) {
		p.takeAll(space)
		for name, sym := range space.names {
			if n, ok := p.nameOf(name, sym); ok && name != "" {
				c.names = append(c.names, n)
			}
		}
	}
}

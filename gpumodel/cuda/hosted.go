package cuda

import (
	"slices"
	"strings"
	"sync"
)

// A whole program is read with the code of its host ([Options.Host]). Functions, variables and classes without a word of
// CUDA are then read as those of the device are, and belong to the host. What the host finds outside of its text (the system, the
// runtime of CUDA) are calls of names that begin with [System], by functions of ours (library/host.cuh), which is read first.

// System begins the names of what host code calls outside of its text: Call.Builtin is such a name.
const System = "__sys_"

// helpers are headers of samples and books, for which host code has texts of ours.
var helpers = map[string]string{
	"helper_cuda.h": "helper.cuh", "helper_functions.h": "helper.cuh", "helper_string.h": "helper.cuh", "helper_timer.h": "helper.cuh",
	"helper_image.h": "helper.cuh", "exception.h": "helper.cuh", "book.h": "book.cuh",
}

// hostSpace is what the code of a host has of the standard library beside what kernels have.
var hostSpace = sync.OnceValue(func() *space {
	s := &space{name: standard, text: "iostream.cuh"}
	s.header = sync.OnceValues(func() ([]token, map[string]bool) { return s.read(s.text, nil) })
	return s
})

// withStreams puts that text before a source that names something of it. A name that a source may have for variables of its own
// is the library's if it stands behind << wherever the source has it.
func withStreams(toks []token) []token {
	_, names := hostSpace().header()
	own, using := map[string]bool{}, false
	for i, t := range toks {
		using = using || i > 1 && t.is(standard) && toks[i-1].is("namespace") && toks[i-2].is("using")
		own[t.text] = own[t.text] || !t.library && i > 0 && !toks[i-1].is("<<") && !toks[i-1].is("::") && !toks[i-1].is("using")
	}
	out := slices.Clone(toks)
	for i := range out {
		if t := &out[i]; using && ambiguous[t.text] && names[t.text] && !own[t.text] && out[i-1].is("<<") {
			t.text = standard + "::" + t.text
		}
	}
	return hostSpace().with(out)
}

var ambiguous = words("left right fixed hex dec scientific flush")

// variadic are the functions of the C library whose arguments may be of any type and number.
var variadic = words("printf fprintf sprintf snprintf scanf sscanf fscanf")

// startName is the function that begins a program.
const startName = "__start"

// textPointer is the type of a text that is no literal.
var textPointer = pointerTo((&Type{Kind: Char}).qualified(true, false))

// onHost tells whether the code that is read belongs to the host alone.
func (p *parser) onHost() bool { return p.hosted && (p.fn == nil || p.info(p.fn).host) }

// systemCall reads the arguments of a call of the system, and promotes them as C does for "…".
func (p *parser) systemCall(t *token) Expr {
	args, ok := p.arguments(t)
	if !ok {
		return bad(t.pos)
	}
	call := &Call{Typed: Typed{t.pos, typeULongLong}, Builtin: t.text}
	if variadic[t.text] {
		call.Type, call.Builtin = typeInt, System+t.text
	}
	for _, a := range args {
		if a = p.vararg(a); isBad(a) {
			return a
		}
		call.Args = append(call.Args, a)
	}
	return call
}

// ofTheHost notes a variable at file scope that is the host's. What it begins with need not be a constant: it is set before main.
func (p *parser) ofTheHost(v *Var) {
	v.Host = true
	if v.Init == nil || isBad(v.Init) || constantInit(v.Init) {
		return
	}
	id := &Ident{Typed{v.Pos, v.Type}, v}
	p.starts = append(p.starts, &ExprStmt{v.Pos, &Assign{Typed: Typed{v.Pos, v.Type}, L: id, R: v.Init, Begins: true}})
	v.Init = nil
}

// endMain is what C++ says of main: it returns 0 where it returns nothing.
func (p *parser) endMain(fn *Func) {
	if !p.hosted || fn.Name != "main" || fn.Result.Kind != Int || ends(fn.Body) {
		return
	}
	at := fn.Body.End
	p.returns = true
	fn.Body.Stmts = append(fn.Body.Stmts, &Return{at, &Lit{Typed{at, typeInt}, Const{}}})
}

// begin makes the function that begins a program.
func (p *parser) begin() {
	if !p.hosted || len(p.errs) > 0 {
		return
	}
	sym := p.global.names["main"]
	if sym == nil || len(sym.funcs) == 0 {
		p.errorf(Pos{1, 1}, Pos{}, "the program has no main")
		return
	}
	text := map[int]string{0: "start.cuh", 2: "start2.cuh"}[len(sym.funcs[0].Params)]
	if text == "" {
		p.errorf(sym.pos, Pos{}, "main has no parameters, or int argc and char **argv")
		return
	}
	at := &token{pos: sym.pos, end: sym.pos}
	kernels := p.file.Kernels
	p.file.Start = p.ownText(text, at, startName)[startName]
	p.file.Kernels = kernels
	p.file.Start.Body.Stmts = append(p.starts[:len(p.starts):len(p.starts)], p.file.Start.Body.Stmts...)
}

// ofDevices tells whether a refusal says what kernels lack and hosts have.
func ofDevices(name string) bool {
	why := refusal(name)
	return strings.Contains(why, "host") || strings.Contains(why, "kernels")
}

// exceptional are the words of exceptions.
var exceptional = words("try catch throw")

// variableLength declares T a[n] of the host's whose n is no constant, as g++ has it: memory of the heap. It returns nil, and reads
// nothing, where something else is declared.
func (p *parser) variableLength(s *specs, storage Storage) *Var {
	if !p.onHost() || p.fn == nil || storage != Auto || s.static || s.typedef || p.peek().kind != tIdent || !p.at(1).is("[") || p.at(2).is("]") {
		return nil
	}
	start := p.i
	name := *p.next()
	p.next()
	var n Expr
	wrong := p.quietly(func() { n = p.rvalue(p.conditional()) }) != nil
	if _, constant := n.(*Lit); wrong || constant || !n.T().IsInteger() || !p.accept("]") || !p.is(";") && !p.is(",") {
		p.i = start
		return nil
	}
	of := s.typ.plain()
	bytes := &Binary{Typed{name.pos, typeULong}, "*", p.cast(n, typeULong, true), &Lit{Typed{name.pos, typeULong}, Const{I: int64(of.Size())}}}
	v := &Var{Pos: name.pos, Name: name.text, Type: pointerTo(of), Storage: Auto}
	v.Init = p.cast(&Call{Typed: Typed{name.pos, typeULongLong}, Builtin: System + "malloc", Args: []Expr{bytes}}, v.Type, false)
	p.declare(name, &symbol{v: v})
	return v
}

package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// A whole program is read with the code of its host ([Options.Host]). Functions, variables and classes without a word of
// CUDA are then read as those of the device are, and belong to the host. What the host finds outside of its text (the system, the
// runtime of CUDA) are calls of names that begin with [System], made by functions of the library (hostTexts), which are read first.

// System is the prefix of the names by which host code calls what is outside of its source: Call.Builtin is such a name.
const System = "__sys_"

// hostTexts are read before a whole program, in this order: the C library, and the runtime of CUDA, which has one text for each
// subject.
var hostTexts = []string{"c/numbers.cuh c/stdlib.cuh c/string.cuh c/stdio.cuh c/time.cuh c/posix.cuh c/omp.cuh c/builtins.cuh",
	"exceptions.cuh", "cudart/errors.cuh cudart/callbacks.cuh " +
		"cudart/streams.cuh cudart/device.cuh cudart/functions.cuh cudart/memory.cuh cudart/pools.cuh cudart/symbols.cuh cudart/arrays.cuh cudart/textures.cuh cudart/references.cuh cudart/graphs.cuh"}

// helpers are headers of samples and books that the library has its own versions of.
var helpers = map[string]string{
	"helper_cuda.h": "helper.cuh helper_string.cuh", "helper_functions.h": "helper.cuh helper_string.cuh helper_image.cuh",
	"helper_string.h": "helper.cuh helper_string.cuh", "helper_timer.h": "helper.cuh", "helper_image.h": "helper.cuh helper_string.cuh helper_image.cuh",
	"exception.h": "helper.cuh", "book.h": "pthread.cuh book.cuh",
	"cpu_bitmap.h": "picture.cuh", "cpu_anim.h": "picture.cuh", "gpu_anim.h": "picture.cuh",
	"nvToolsExt.h": "nvtx.cuh", "nvToolsExtCuda.h": "nvtx.cuh", "nvToolsExtCudaRt.h": "nvtx.cuh", "nvtx3.h": "nvtx.cuh", "nvtx3.hpp": "nvtx.cuh nvtx3.cuh",
	"getopt.h": "getopt.cuh", "unistd.h": "getopt.cuh", "pthread.h": "pthread.cuh",
}

// ownFirst are those of them that a program has in its own version, if it has a file of that name.
var ownFirst = token.Words("book.h exception.h")

// variadic are the functions of the C library whose arguments may be of any type and number behind the first ones, which are counted.
var variadic = map[string]int{"printf": 1, "fprintf": 2, "sprintf": 2, "snprintf": 3, "scanf": 1, "sscanf": 2, "fscanf": 2}

// startName is the function that begins a program.
const startName = "__start"

// textPointer is the type of a string that is not a literal.
var textPointer = pointerTo((&Type{Kind: Char}).qualified(true, false))

// onHost tells whether the code that is read belongs to the host alone.
func (p *parser) onHost() bool { return p.hosted && (p.fn == nil || p.info(p.fn).host) }

// systemCall reads the arguments of a call of the system, and promotes them as C does for "…".
func (p *parser) systemCall(t *token.Token) Expr {
	args, ok := p.arguments(t)
	if !ok {
		return bad(t.Pos)
	}
	call := &Call{Typed: Typed{t.Pos, typeULongLong}, Builtin: t.Text}
	if least := variadic[t.Text]; least > 0 {
		if len(args) < least {
			p.fail(t, "%s takes at least %s, got %d", t.Text, token.Count(least, "argument"), len(args))
		}
		call.Type, call.Builtin = typeInt, System+t.Text
	}
	if n := formatAt(t.Text, args); n >= 0 {
		call.Builtin = System + "v" + t.Text
		args = append(args[:n+1:n+1], p.rest(t, args[n+1:]))
	}
	for _, a := range args {
		if a = p.vararg(a); isBad(a) {
			return a
		}
		call.Args = append(call.Args, a)
	}
	return call
}

// formatAt is the position of the format of printf and its relatives if an object of a class is among the arguments behind it,
// or -1. Such a call is one of vprintf.
func formatAt(name string, args []Expr) int {
	at, prints := formats[name]
	if !prints || len(args) <= at || !slices.ContainsFunc(args[at+1:], func(a Expr) bool { return a.T().Kind == Struct }) {
		return -1
	}
	return at
}

var formats = map[string]int{"printf": 0, "fprintf": 1, "sprintf": 1, "snprintf": 2}

// ofTheHost notes a variable at file scope that is the host's. What it begins with need not be a constant: it is set before main.
func (p *parser) ofTheHost(v *Var) {
	if v.Init != nil && !isBad(v.Init) && !constantInit(v.Init) {
		id := &Ident{Typed{v.Pos, v.Type}, v}
		p.starts = append(p.starts, &ExprStmt{v.Pos, &Assign{Typed: Typed{v.Pos, v.Type}, L: id, R: v.Init, Begins: true}})
		v.Init = nil
	}
	if v.Type.destructed() {
		p.starts = append(p.starts, p.atExit(v))
	}
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
	if !p.hosted || len(p.Errs) > 0 {
		return
	}
	sym := p.global.names["main"]
	if sym == nil || len(sym.funcs) == 0 {
		if p.part {
			return
		}
		p.Errorf(token.Pos{Line: 1, Col: 1}, token.Pos{}, "the program has no main")
		return
	}
	text := map[int]string{0: "start.cuh", 2: "start2.cuh"}[len(sym.funcs[0].Params)]
	if text == "" {
		p.Errorf(sym.pos, token.Pos{}, "main has no parameters, or int argc and char **argv")
		return
	}
	if sym.funcs[0].Result.Kind != Int {
		p.Errorf(sym.pos, token.Pos{}, "main returns int: write int main(…)")
		return
	}
	if !p.info(sym.funcs[0]).host {
		p.Errorf(sym.pos, token.Pos{}, "main is host code: write int main(…) without __device__")
		return
	}
	at := &token.Token{Pos: sym.pos, End: sym.pos}
	kernels := p.file.Kernels
	p.file.Start = p.ownText(text, at, startName)[startName]
	p.file.Kernels = kernels
	p.file.Start.Body.Stmts = append(p.starts[:len(p.starts):len(p.starts)], p.file.Start.Body.Stmts...)
	p.uncaught(p.file.Start, at)
}

// launchHint says how a kernel is launched: by the code of the host, or from a cell.
func (p *parser) launchHint(kernel string) string {
	if p.hosted {
		return ": " + kernel + "<<<blocks, threads>>>(…)"
	}
	return " from the notebook"
}

package ir

import (
	"context"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda"
)

// The code of a host is a program of many functions that call one another, unlike a kernel, into which everything is
// expanded. Small functions are still expanded where they are called. All pointers are addresses of 64 bits in one memory, and a
// variable that needs an address lies in the frame of its function.
//
// A function takes scalars: those of its parameters in their order, with a struct of many scalars as the address of a copy.
// One that returns a struct takes the address of the place for it before all others.

// A Program is the code of a host.
type Program struct {
	Funcs   []*Func // a Call names one by its number; the first begins the program
	Globals []Var   // the variables of the file, then the texts
	Runtime []string
	Nested  []string // the kernels that it launches
}

// A unit is what the functions of a program share while they are built.
type unit struct {
	funcs   []*cuda.Func
	numbers map[*cuda.Func]int
	program *Program
	globals map[*cuda.Var]uint64
	texts   map[string]uint64
	sizes   map[*cuda.Func]int
	throws  map[*cuda.Func]bool // functions that an exception may leave
}

// BuildProgram turns the host's code of a file into optimised functions.
func BuildProgram(ctx context.Context, file *cuda.File, t Target) (p *Program, err error) {
	defer caught(&err)
	defer file.Hold()()
	t.complete()
	u := &unit{program: &Program{}, numbers: map[*cuda.Func]int{}, texts: map[string]uint64{}, sizes: map[*cuda.Func]int{}}
	first := newBuilder(file, file.Start, t, newFindings(nil))
	first.unit = u
	first.layoutGlobals()
	u.program.Globals, u.globals = first.f.Globals, first.globals
	u.throws = throwing(file)
	u.number(file.Start)
	for i := 0; i < len(u.funcs); i++ { // each may name further ones
		f, err := u.build(ctx, file, u.funcs[i], t)
		if err != nil {
			return nil, err
		}
		u.program.Funcs = append(u.program.Funcs, f)
	}
	for _, f := range u.program.Funcs {
		f.Globals = u.program.Globals
	}
	return u.program, nil
}

// number is that of a function in the program.
func (u *unit) number(fn *cuda.Func) int {
	n, ok := u.numbers[fn]
	if !ok {
		n = len(u.funcs)
		u.numbers[fn] = n
		u.funcs = append(u.funcs, fn)
	}
	return n
}

// build makes one function of the program, in as many attempts as it takes.
func (u *unit) build(ctx context.Context, file *cuda.File, fn *cuda.Func, t Target) (*Func, error) {
	known := newFindings(nil)
	known.generics = true
	for {
		f, err := u.attempt(ctx, file, fn, t, known)
		if err == errAgain {
			continue
		}
		if err != nil {
			return nil, err
		}
		optimizeHost(f)
		f.ctx = nil
		return f, nil
	}
}

func (u *unit) attempt(ctx context.Context, file *cuda.File, fn *cuda.Func, t Target, known *findings) (f *Func, err error) {
	defer caught(&err)
	b := newBuilder(file, fn, t, known)
	b.unit, b.globals, b.f.ctx = u, u.globals, ctx
	b.f.Host, b.f.Library = true, fn.Library
	b.scanFixed(fn)
	b.hostFrame(fn)
	b.stmt(fn.Body)
	b.checkSize(fn.Pos)
	if !b.dead() {
		b.exit()
	}
	b.sealLabels()
	b.endRaised()
	b.finish()
	return b.f, nil
}

// ofHost tells whether what is built is the code of a host: of a whole program.
func (b *builder) ofHost() bool { return b.unit != nil }

// hostFrame binds the parameters of a function, and says where its result goes.
func (b *builder) hostFrame(fn *cuda.Func) {
	fr := &frame{fn: fn, apart: true, place: lvalue{typ: fn.Result}}
	next := 0
	param := func(t Type, pointer bool) *Value {
		space := NoSpace
		if pointer {
			space = Generic
		}
		b.f.Params = append(b.f.Params, Param{Name: fmt.Sprintf("p%d", next), Type: t, Size: t.Size(), Pointer: pointer})
		next++
		return b.f.leaf(ParamValue, registerType(t), uint64(next-1), space)
	}
	b.frames = append(b.frames, fr)
	b.targets = append(b.targets, nil)
	if returnsPlace(fn) {
		fr.place = lvalue{typ: fn.Result, base: param(U64, true), space: Generic}
		if fn.Object != nil {
			b.stands(fn.Object, fr.place)
		}
	}
	for _, p := range fn.Params {
		if b.byAddress(p.Type) {
			b.stands(p, lvalue{typ: p.Type, base: param(U64, true), space: Generic})
			continue
		}
		var values []*Value
		for _, s := range b.elements(p.Type) {
			values = append(values, b.fromMemory(s.typ, param(b.target.memoryType(s.typ), s.typ.Kind == cuda.Pointer)))
		}
		b.declare(p)
		b.store(b.variable(p), values)
	}
}

// returnsPlace tells whether a function is given the place for its result.
func returnsPlace(fn *cuda.Func) bool {
	return fn.Result != nil && (fn.Result.Kind == cuda.Struct || fn.Result.Kind == cuda.Array)
}

// maxScalarParams is how many scalars of a struct are passed by themselves.
const maxScalarParams = 4

// byAddress tells whether an argument of type t is passed as the address of a copy.
func (b *builder) byAddress(t *cuda.Type) bool {
	return (t.Kind == cuda.Struct || t.Kind == cuda.Array) && (scalarCount(t) > maxScalarParams || t.Shares() || t.Managed())
}

// maxExpanded and maxDepth bound what is expanded where it is called: the nodes of a function's tree, and how many such calls
// stand within one another. Behind maxGrown values a function has grown enough.
const (
	maxExpanded = 48
	maxDepth    = 6
	maxGrown    = 4000
)

// invokes tells whether a call of fn is one of a function of the program, and not expanded.
func (b *builder) invokes(fn *cuda.Func) bool {
	if b.unit == nil || fn.Body == nil {
		return false
	}
	if len(b.frames) > maxDepth || b.f.nextID > maxGrown || b.unit.size(fn) > maxExpanded {
		return true
	}
	return slices.ContainsFunc(b.frames, func(fr *frame) bool { return fr.fn == fn })
}

// size is the number of nodes of a function's tree, or more than is ever expanded for what only a function of its own can have.
func (u *unit) size(fn *cuda.Func) int {
	if n, ok := u.sizes[fn]; ok {
		return n
	}
	n := 0
	walk(fn.Body, func(x any) bool {
		n++
		switch x.(type) {
		case *cuda.For, *cuda.DoWhile, *cuda.Switch, *cuda.Label, *cuda.Goto, *cuda.Try:
			n += maxExpanded
		}
		return n <= maxExpanded
	})
	if fn.Dispatch != "" {
		n += maxExpanded
	}
	u.sizes[fn] = n
	return n
}

// invoke calls a function of the program. place is where a result goes that is a struct, or nil.
func (b *builder) invoke(e *cuda.Call, place *lvalue) []*Value {
	fn := e.Func
	var args []*Value
	var at lvalue
	if returnsPlace(fn) {
		if place != nil {
			at = *place
		} else {
			at = b.inFrame(e, "the result of "+fn.Name, fn.Result)
		}
		args = append(args, b.generic(b.address(at)))
	}
	for i, a := range e.Args {
		t := fn.Params[i].Type
		if b.byAddress(t) {
			copied := b.inFrame(a, "an argument", t)
			b.makeAt(copied, a)
			args = append(args, b.generic(b.address(copied)))
			continue
		}
		fields := b.elements(t)
		for k, x := range b.bundle(a) {
			x = b.toStored(fields[k].typ, x)
			if fields[k].typ.Kind == cuda.Pointer {
				x = b.generic(x)
			}
			args = append(args, x)
		}
	}
	b.standAt(e.Pos)
	call := Value{Op: Invoke, Type: U64, Imm: uint64(b.unit.number(fn)), Args: args}
	switch {
	case fn.Result == nil || fn.Result.Kind == cuda.Void:
		b.emit(call)
		b.testRaised(fn)
		return nil
	case returnsPlace(fn):
		b.emit(call)
		b.testRaised(fn)
		return b.load(at)
	}
	call.Type = registerType(b.target.memoryType(fn.Result))
	if fn.Result.Kind == cuda.Pointer {
		call.Space = Generic
	}
	x := b.emit(call)
	b.testRaised(fn)
	return one(b.fromMemory(fn.Result, x))
}

// inFrame is a variable in memory that stands for an expression.
func (b *builder) inFrame(e cuda.Expr, name string, t *cuda.Type) lvalue {
	v := b.hidden(e, name, t)
	b.known.inMemory[v] = true
	b.declare(v)
	return b.variable(v)
}

// hostReturn ends a function of the program.
func (b *builder) hostReturn(fr *frame, s *cuda.Return) {
	switch id, named := s.X.(*cuda.Ident); {
	case s.X == nil:
	case fr.fn.Result.Kind == cuda.Void:
		b.bundle(s.X)
	case named && b.standsAt(id.Var) && returnsPlace(fr.fn): // it is there
	case returnsPlace(fr.fn) && b.standsThere(s.X):
		b.makeAt(fr.place, s.X)
	case returnsPlace(fr.fn):
		b.store(fr.place, b.bundle(s.X))
	default:
		x := b.toStored(fr.fn.Result, b.scalar(s.X))
		if fr.fn.Result.Kind == cuda.Pointer {
			x = b.generic(x)
		}
		b.emit(Value{Op: Result, Args: one(x)})
	}
	b.exit()
}

// hostPasses are the optimisations of a host's function: those of a compiler for scalar processors.
var hostPasses = []pass{
	{"number", number},
	{"merge blocks", mergeBlocks},
	{"rotate loops", rotateLoops},
	{"promote locals", promoteLocals},
	{"infer spaces", inferSpaces},
	{"merge again", mergeBlocks},
	{"convert ifs", ifConvert},
	{"strip constants", stripConstants},
	{"forward", forward},
	{"hoist", hoist},
	{"reduce induction", reduceInduction},
	{"place variables", placeVariables},
	{"hoist again", hoist},
	{"number again", number},
	{"fuse", fuse},
	{"merge at last", mergeBlocks},
	{"split edges", splitEdges},
}

func optimizeHost(f *Func) {
	for _, p := range hostPasses {
		f.poll()
		p.run(f)
	}
}

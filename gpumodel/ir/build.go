package ir

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// DefaultUnrollLimit is the most values that a loop without a pragma may grow to.
const DefaultUnrollLimit = 1024

// Build turns the kernel fn of file into optimised code for t. An error names
// the line and the construct that the model has no code for.
//
// The result depends on its arguments only, so callers may cache it. Cancelling ctx ends the build early
// with the context's cause.
func Build(ctx context.Context, file *cuda.File, fn *cuda.Func, t Target) (f *Func, err error) {
	defer caught(&err)
	release := file.Hold()
	f, err = construct(ctx, file, fn, t)
	if release(); err != nil {
		return nil, err
	}
	if t.Checked {
		keepFaults(f)
	} else {
		optimize(f, nil)
	}
	markWritten(f)
	f.ctx = nil
	return f, nil
}

// construct translates without optimising, apart from folding and unrolling.
// What it cannot know beforehand (which arrays are indexed dynamically, which
// loops are too large) it assumes; where an assumption fails it starts again.
//
// Each new attempt has one more finding, and findings are never taken back, so the loop ends. The
// alternative, repairing a half-built function, would need an undo for each kind of finding. Most kernels
// need one attempt.
func construct(ctx context.Context, file *cuda.File, fn *cuda.Func, t Target) (*Func, error) {
	if fn.Body == nil {
		return nil, fmt.Errorf("%s:%d: %s is a template: instantiate it first", file.Name, fn.Pos.Line, fn.Name)
	}
	t.complete()
	if t.UnrollLimit == 0 {
		t.UnrollLimit = DefaultUnrollLimit
	}
	known := newFindings(components(fn))
	for {
		f, err := attempt(ctx, file, fn, t, known)
		if err != errAgain {
			return f, err
		}
	}
}

func newFindings(components map[*cuda.Func]*component) *findings {
	return &findings{
		inMemory: varSet{}, rolled: map[any]bool{}, headless: map[any]bool{}, spaces: map[declaration]Space{}, held: map[*cuda.Var]Space{},
		hidden: map[hiddenVar]*cuda.Var{}, sites: map[callSite]*callSite{}, components: components,
	}
}

// findings are what earlier attempts to build a kernel have found out.
//
// Keys are nodes of the syntax tree, which is the same in every attempt. A device function that is
// inlined twice has one tree, so a finding about one of its loops, or about a variable in memory, holds for all
// its calls; where a pointer points is found out for each.
type findings struct {
	inMemory varSet                // variables that need an address
	rolled   map[any]bool          // loops not to unroll
	headless map[any]bool          // loops that goto alone leads into, and that never begin again
	spaces   map[declaration]Space // of pointers that begin as null, or that point into several spaces
	held     map[*cuda.Var]Space   // where pointers point that are kept in variables in memory; see heldOffset
	generics bool                  // pointers that are kept in memory may point to a window; see held
	hidden   map[hiddenVar]*cuda.Var
	sites    map[callSite]*callSite // one of each
	// components are those of functions that call themselves, and stack is the variable of their frames.
	components map[*cuda.Func]*component
	stack      *cuda.Var
}

// A declaration is a variable in one call of its function.
type declaration struct {
	v  *cuda.Var
	at *callSite
}

// A callSite is a call that is inlined, in a function that was called where outer says; nil is the kernel itself.
type callSite struct {
	outer *callSite
	call  *cuda.Call
}

// A hiddenVar is a variable that stands for an expression.
type hiddenVar struct {
	e    cuda.Expr
	name string
}

// hidden is the variable of that name for e. It is the same in every attempt, so
// that what is found out of it holds.
func (b *builder) hidden(e cuda.Expr, name string, t *cuda.Type) *cuda.Var {
	key := hiddenVar{e, name}
	if b.known.hidden[key] == nil {
		b.known.hidden[key] = &cuda.Var{Name: name, Type: t, Pos: e.Position()}
	}
	return b.known.hidden[key]
}

// outcome is a variable for the value of e. Of a pointer it is found out where it points.
//
// A pointer needs a variable that survives the attempt, because the finding (its space) is stored under
// the variable. For other types a new variable is enough.
func (b *builder) outcome(e cuda.Expr, name string, t *cuda.Type) *cuda.Var {
	if t != nil && (t.Kind == cuda.Pointer || t.Kind == cuda.Struct) { // an object may be made there that needs an address
		return b.hidden(e, name, t)
	}
	return &cuda.Var{Name: name, Type: t, Pos: e.Position()}
}

// A buildError stops an attempt; errAgain stops it because of a new finding.
//
// Errors travel as panics because construction recurses through the syntax tree. caught turns them back
// into errors; any other panic is a fault of ours and passes through.
type buildError struct{ error }

var errAgain = errors.New("build again")

// poll ends the build if nobody waits for it any more.
func (f *Func) poll() {
	if f.ctx != nil && f.ctx.Err() != nil {
		panic(buildError{context.Cause(f.ctx)})
	}
}

// caught turns what fail and again throw into an error.
func caught(err *error) {
	if r := recover(); r != nil {
		stop, ok := r.(buildError)
		if !ok {
			panic(r)
		}
		*err = stop.error
	}
}

// attempt builds the kernel once under the assumptions in known. It returns errAgain if one of them failed.
func attempt(ctx context.Context, file *cuda.File, fn *cuda.Func, t Target, known *findings) (f *Func, err error) {
	defer caught(&err)
	b := newBuilder(file, fn, t, known)
	b.f.ctx = ctx
	b.layout(fn)
	b.bindKernelParams(fn)
	b.stmt(fn.Body)
	b.checkSize(fn.Pos)
	b.exit()
	b.sealLabels()
	b.finish()
	b.checkLoops()
	return b.f, nil
}

// A builder holds the state of one attempt. The current block is emitter.b.
type builder struct {
	emitter
	file   *cuda.File
	fn     *cuda.Func
	target Target
	known  *findings
	unit   *unit // of a host's code; nil for kernels
	// unwinding is what an exception has to leave here, raised the block behind all of it.
	unwinding *unwind
	raised    *Block

	ssa ssaState
	// An alias replaces a pointer by the variable it points to, as LLVM's SROA does: after int *p = &x, *p
	// is x and x stays in registers. It is possible only for pointers in fixed.
	aliases   map[*cuda.Var]lvalue          // pointers that name a variable in registers
	placed    map[*cuda.Var]lvalue          // variables that stand in the place of another object
	texts     map[*cuda.Var]*cuda.StringLit // of variables that hold a text for good
	fixed     varSet                        // pointers that are never assigned after their initialiser
	scanned   map[*cuda.Func]bool
	shared    map[*cuda.Var]uint64
	local     map[*cuda.Var]uint64
	globals   map[*cuda.Var]uint64
	frames    []*frame
	site      *callSite
	declared  map[*cuda.Var]*callSite // where each variable was declared last
	inLibrary int                     // functions of a library that are being expanded
	// targets has the enclosing loops and switches, innermost last, and nil where an inlined function begins.
	targets  []*jumpTarget
	returns  int          // of the kernel, so far
	copied   []copiedLoop // that are being written out, innermost last
	labels   labelled     // of the function that is being expanded
	hasLoops bool         // made by goto
	top      *cuda.Var    // the offset of the current frame in the stack
}

func newBuilder(file *cuda.File, fn *cuda.Func, t Target, known *findings) *builder {
	f := &Func{Name: fn.Name, Target: t, file: file}
	b := &builder{
		emitter: emitter{f: f}, file: file, fn: fn, target: t, known: known, ssa: newSSA(),
		declared: map[*cuda.Var]*callSite{}, aliases: map[*cuda.Var]lvalue{}, placed: map[*cuda.Var]lvalue{}, texts: map[*cuda.Var]*cuda.StringLit{}, fixed: varSet{}, scanned: map[*cuda.Func]bool{},
		shared: map[*cuda.Var]uint64{}, local: map[*cuda.Var]uint64{}, globals: map[*cuda.Var]uint64{},
		top: &cuda.Var{Name: "the top of the stack", Type: stateType},
	}
	entry := b.newBlock()
	b.seal(entry)
	b.enter(entry)
	return b
}

// fail stops the build with an error at a position.
func (b *builder) fail(pos token.Pos, format string, args ...any) {
	panic(buildError{b.file.ErrorAt(pos, format, args...)})
}

// standAt sets the place in the source of the values that follow; those of a library's
// function stand where it is called.
func (b *builder) standAt(pos token.Pos) {
	if pos.Line == 0 && len(b.frames) > 0 { // in a function that has no text: that of the call
		pos = b.frames[len(b.frames)-1].at
	}
	if b.inLibrary == 0 && pos.Line > 0 {
		b.line, b.col = pos.Line, pos.Col
	}
}

// again stops the attempt after a new finding.
func (b *builder) again() { panic(buildError{errAgain}) }

// layout places the shared variables and the globals.
//
// Static variables come first, in the order of the source, each aligned for its type. All extern arrays
// begin at the same address behind them, as in CUDA.
func (b *builder) layout(fn *cuda.Func) {
	var dynamic []*cuda.Var
	for _, v := range sharedVars(fn) {
		if v.Type.Kind == cuda.Array && v.Type.Len < 0 {
			dynamic = append(dynamic, v)
			continue
		}
		offset := alignUp(b.f.SharedBytes, v.Type.Alignment())
		b.shared[v] = uint64(offset)
		b.f.Shared = append(b.f.Shared, newVar(v, offset, Shared))
		b.f.SharedBytes = offset + v.Type.Size()
	}
	for _, v := range b.file.Textures {
		b.f.Textures = append(b.f.Textures, v.Name)
	}
	b.f.DynamicShared = alignUp(b.f.SharedBytes, 16)
	for _, v := range dynamic {
		b.shared[v] = uint64(b.f.DynamicShared)
		b.f.dynamic = newVar(v, b.f.DynamicShared, Shared)
	}
	b.layoutGlobals()
}

// alignUp rounds n up to a multiple of align.
func alignUp(n, align int) int {
	align = max(1, align)
	return (n + align - 1) / align * align
}

// bindKernelParams makes the kernel's parameters variables with their values.
//
// The offsets are those of the kernel's parameter block: each parameter is aligned for its type, without
// padding at the end.
func (b *builder) bindKernelParams(fn *cuda.Func) {
	b.scanFixed(fn)
	offset := 0
	for _, p := range fn.Params {
		offset = alignUp(offset, b.paramAlign(p.Type))
		var values []*Value
		for _, s := range b.elements(p.Type) {
			values = append(values, b.kernelParam(p, s, offset))
		}
		offset += b.paramSize(p.Type)
		b.declare(p)
		b.store(b.variable(p), values)
	}
}

func (b *builder) paramSize(t *cuda.Type) int {
	if t.Kind == cuda.Pointer {
		return b.target.PointerBits / 8
	}
	return t.Size()
}

func (b *builder) paramAlign(t *cuda.Type) int {
	if t.Kind == cuda.Pointer {
		return b.target.PointerBits / 8
	}
	return t.Alignment()
}

// kernelParam is one scalar of a parameter; the members of a struct are parameters of their own.
func (b *builder) kernelParam(v *cuda.Var, s scalarField, offset int) *Value {
	p := Param{
		Name: v.Name, Type: b.target.memoryType(s.typ), Offset: offset + s.offset, Size: s.typ.Size(), CType: v.Type.String(),
	}
	if v.Type.Kind == cuda.Struct || v.Type.Kind == cuda.Array {
		p.Name, p.CType = fmt.Sprintf("%s+%d", v.Name, s.offset), s.typ.String()
	}
	space := NoSpace
	if s.typ.Kind == cuda.Pointer {
		elem := s.typ.Elem
		p.Size, p.Pointer, p.Restrict, p.Const = b.target.PointerBits/8, true, s.typ.Restrict, elem.Const
		p.ElemSize = elem.Size()
		if first := firstScalar(elem); first != nil {
			p.Elem = b.target.memoryType(first)
		}
		// A kernel's pointer argument is taken for a pointer to global memory, as nvcc does: loads through
		// it become ld.global and need no generic addressing.
		space = Global
	}
	b.f.Params = append(b.f.Params, p)
	x := b.f.leaf(ParamValue, registerType(p.Type), uint64(len(b.f.Params)-1), space)
	return b.fromMemory(s.typ, x)
}

// finish resolves what the construction replaced and orders the blocks.
//
// Trivial phis were only noted in ssa.replaced while blocks were open; their uses are rewritten here at once.
func (b *builder) finish() {
	f := b.f
	for _, blk := range f.Blocks {
		blk.Values = slices.DeleteFunc(blk.Values, func(v *Value) bool { return b.ssa.replaced[v] != nil })
	}
	f.replace(b.ssa.replaced)
	f.analyze()
	f.sweepLeaves()
}

// sweepLeaves forgets the leaves that were removed from the entry block.
//
// Without it leaf would hand out a value that stands in no block.
func (f *Func) sweepLeaves() {
	live := map[*Value]bool{}
	for _, v := range f.Blocks[0].Values {
		live[v] = true
	}
	maps.DeleteFunc(f.leaves, func(_ leafKey, v *Value) bool { return !live[v] })
}

package isa

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
)

// passes are the way from three-address code to machine code. Up to the register
// passes an operand's N is a virtual number: of a value (Reg), a predicate (Pred)
// or an address base (the address register of a SharedMem).
//
// The order matters. Address bases come first, because uses are counted without the constant parts
// of addresses, and only a value with one use can become an operand. Phis become copies before
// ifConvert, which then sees whole sides. Address registers and predicates come before the
// registers: setting an address register reads one, and a predicate that does not fit becomes one.
// Copies become moves when the registers are known, since most of them then copy a register to
// itself.
var passes = []func(*lowering) error{
	(*lowering).findAddressBases,
	(*lowering).countUses,
	(*lowering).foldLoads,
	(*lowering).foldIntoUsers,
	(*lowering).foldSigns,
	(*lowering).selectAll,
	(*lowering).fillVectors,
	(*lowering).copyPhis,
	(*lowering).joinPredicates,
	(*lowering).ifConvert,
	(*lowering).gatherLoads,
	(*lowering).join,
	(*lowering).assignAddresses,
	(*lowering).assignPredicates,
	(*lowering).assignRegisters,
	(*lowering).inPlaceMoves,
	(*lowering).addPrologue,
	(*lowering).loadUniform,
	(*lowering).emit,
}

// Lower compiles a kernel for the device's compute capability. Where a thread
// needs more registers than d.MaxRegisters (which a caller lowers for
// -maxrregcount, in a copy of the device) values are spilled to local memory.
// A SourceError names what the instruction set lacks. A cancelled context ends it with
// the context's cause.
func Lower(ctx context.Context, f *ir.Func, d *device.Device) (p *Program, err error) {
	t, err := loadTarget(d.InstructionSet, d.ComputeCapability)
	if err != nil {
		return nil, err
	}
	if f.Cooperative {
		if err := t.lacksNamed("grid.sync"); err != nil {
			return nil, fmt.Errorf("isa: kernel %s: %w", f.Name, err)
		}
	}
	l := newLowering(f, d, t)
	l.ctx = ctx
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(stopped)
			if !ok {
				panic(r)
			}
			p, err = nil, stop.error
		}
	}()
	for _, pass := range passes {
		l.poll()
		if err := pass(l); err != nil {
			return nil, fmt.Errorf("isa: kernel %s: %w", f.Name, err)
		}
	}
	return l.prog, nil
}

// stopped is the panic by which a cancelled context, or a kernel that is too large, ends a pass. It is a
// panic so that the loops of the register passes need no error of their own.
type stopped struct{ error }

// poll ends the lowering if nobody waits for it any more.
func (l *lowering) poll() {
	if l.ctx.Err() != nil {
		panic(stopped{context.Cause(l.ctx)})
	}
}

// A SourceError is something in the kernel's text that cannot be lowered.
type SourceError struct {
	Line, Col int // in the source; a Col of 0 is not known
	Err       error
}

func (e *SourceError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *SourceError) Unwrap() error { return e.Err }

// A lowering is the state of one call of Lower.
type lowering struct {
	*target
	ctx  context.Context
	f    *ir.Func
	d    *device.Device
	prog *Program

	blocks []*block // in layout order
	of     map[*ir.Block]*block

	uses    map[*ir.Value]int       // by instructions that will be selected
	bases   []*addressBase          // number N-1 of a SharedMem operand
	places  map[*ir.Value]Operand   // of a shared access: address base and offset
	windows map[int]int             // of constant memory, by their first byte: the number of their address base
	folded  map[*ir.Value]bool      // shared loads that become operands
	signs   map[*ir.Value]bool      // negations and absolute values that become part of operands
	vals    map[*ir.Value]Operand   // where a value is
	placed  map[placedKey][]placed  // constants and the like that were put in a register
	widths  []int                   // of each virtual register, in 32-bit registers; number 0 is not used
	ofSpill map[int]bool            // virtual registers of spill code
	preds   int                     // number of virtual predicates
	divided map[divisor][]*ir.Block // by the divisions that were selected
	varying map[*ir.Value]bool      // nil before it is asked for
	tid     Operand                 // the register in which threadIdx arrives, None if not used
	local   int                     // bytes of local memory
}

// A block is a basic block of machine code. cond of kind None is a jump, or the
// end of the kernel if there are no successors.
//
// Blocks mirror those of ir at first; splitEdge adds some, ifConvert and unsplit drop some. index
// is the place in lowering.blocks, set again whenever the order changes.
type block struct {
	code    []*inst
	cond    Operand
	condNot bool
	succs   []*block // the one for a true cond first
	preds   []*block
	depth   int // of loops
	line    int // of the loop that it begins
	end     int // the line of its branch
	exit    int // number of the return that it ends with, in the order of the source, from 1
	index   int
	idom    *block
	// below is the number of blocks that it dominates, and first the first of their numbers, which is
	// its own (setDominators).
	below, first int
	children     []*block // while they are counted
	pc           int
}

// An inst is an instruction on its way. A group of parallel copies, which all
// read before any writes, has moves and nothing else.
//
// Example of moves: the edge back to a loop's head with phis i and j may need {i := i', j := i}. As
// one group the second copy still reads the old i; moves.go finds an order once registers are
// known.
type inst struct {
	Instr
	moves     []move
	partial   bool      // the destination keeps its value in lanes that the guard leaves out, or is a source too
	alsoReads []Operand // registers read that are no operand
	scratch   []Operand // registers that a sequence overwrites
	volatile  bool      // an access that happens as often as the source says
	rotates   bool      // it is the last part of a rotation
}

// A move is one copy of a group. src may be a register, a constant or a slot; dst a register or a
// slot.
type move struct {
	dst, src Operand
	typ      ir.Type
}

func newLowering(f *ir.Func, d *device.Device, t *target) *lowering {
	l := &lowering{
		target: t, f: f, d: d,
		of: map[*ir.Block]*block{}, uses: map[*ir.Value]int{}, places: map[*ir.Value]Operand{}, windows: map[int]int{},
		folded: map[*ir.Value]bool{}, signs: map[*ir.Value]bool{}, vals: map[*ir.Value]Operand{}, placed: map[placedKey][]placed{},
		divided: map[divisor][]*ir.Block{}, widths: []int{0}, ofSpill: map[int]bool{}, local: f.LocalBytes,
	}
	l.prog = &Program{
		Name: f.Name, ComputeCapability: d.ComputeCapability, Params: f.Params,
		Globals: f.Globals, Shared: f.Shared, Locals: f.Locals, Formats: f.Formats, Nested: f.Nested, SpillBase: f.LocalBytes,
		Independent: t.rules.IndependentThreads, Cooperative: f.Cooperative, Chooses: f.Chooses,
		GuardClocks:     t.rules.GuardClocks,
		OtherPipeClocks: t.rules.OtherPipeClocks, QueueClocks: t.rules.QueueClocks,
	}
	l.prog.ParamBase = l.rules.ParameterBase
	for _, p := range f.Params {
		l.prog.ParamBytes = max(l.prog.ParamBytes, p.Offset+p.Size)
	}
	// On 1.x the block's shared memory begins with a header and the parameters; both count in
	// SharedBytes, as they do in the output of ptxas -v.
	l.prog.SharedBase = roundUp(d.SharedReserved, 16)
	if d.ParamsInShared {
		l.prog.SharedBase = roundUp(d.SharedReserved+l.prog.ParamBytes, 16)
	}
	l.prog.SharedBytes = l.prog.SharedBase + f.SharedBytes
	l.prog.DynamicShared = l.prog.SharedBase + f.DynamicShared
	for _, b := range f.Blocks {
		l.of[b] = &block{depth: b.LoopDepth, line: b.Line, end: b.EndLine, exit: b.Exit, index: len(l.blocks)}
		l.blocks = append(l.blocks, l.of[b])
	}
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			l.of[b].succs = append(l.of[b].succs, l.of[s])
		}
		for _, p := range b.Preds {
			l.of[b].preds = append(l.of[b].preds, l.of[p])
		}
	}
	setDominators(l.blocks)
	return l
}

// width is the number of 32-bit registers that a value of the type takes.
func width(t ir.Type) int { return max(1, t.Size()/4) }

func (l *lowering) newReg(width int) Operand {
	l.widths = append(l.widths, width)
	return Operand{Kind: Reg, N: len(l.widths) - 1}
}

func (l *lowering) newPred() Operand {
	l.preds++
	return Operand{Kind: Pred, N: l.preds}
}

// newValue is a virtual register or predicate for a value of the type.
func (l *lowering) newValue(t ir.Type) Operand {
	if t == ir.Pred {
		return l.newPred()
	}
	return l.newReg(width(t))
}

// newMove copies src to dst.
func newMove(dst, src Operand, t ir.Type, line int) *inst {
	return &inst{Instr: Instr{Op: ir.Cvt, Type: t, From: t, Dst: dst, Src: [3]Operand{src.moved()}, Line: line}}
}

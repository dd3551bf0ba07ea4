package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// A Program is a kernel lowered for one compute capability: flat code with
// registers assigned. It is what a warp executes and what a user reads.
//
// Code is flat: branches hold the index of their target, and the order of the instructions is the
// layout that decides where diverged lanes meet. Names, parameters and variables are those of the
// kernel, for launches, reports and the checker.
type Program struct {
	Name              string
	ComputeCapability string
	Code              []Instr
	// Registers is the number of 32-bit registers per thread, as -Xptxas -v reports it.
	Registers int
	// Predicates and AddressRegisters are the sizes of the other two register files.
	Predicates, AddressRegisters int
	// SharedBytes is the static shared memory of a block, in the way
	// -Xptxas -v counts it: on c.c. 1.x with the 16-byte header and the parameters.
	SharedBytes int
	Shared      []ir.Var // the static variables
	Locals      []ir.Var // the variables in local memory
	// SharedBase is the address of shared offset 0 of ir.Func (behind header and
	// parameters on c.c. 1.x); DynamicShared that of the extern array.
	SharedBase, DynamicShared int
	// LocalBytes is the local memory of a thread: arrays, then from SpillBase on the
	// registers that do not fit.
	LocalBytes, SpillBase int
	// SpillWork is what it adds to a thread's instructions that values are elsewhere
	// than in registers, loops weighted: 0 where there are registers for all.
	SpillWork float64
	// BypassL1 says that loads of global memory go past the L1 (-Xptxas -dlcm=cg).
	BypassL1 bool
	// Independent says that the lanes of a warp wait for those of the mask at a collective
	// wherever these are; otherwise a warp executes it with the lanes that are there.
	Independent bool
	// GuardClocks is how much longer an instruction waits for a predicate that guards it than for one that is its operand.
	GuardClocks int
	// OtherPipeClocks and QueueClocks are how long after a result's instruction one of another pipe, or one that goes to the queue of the
	// load-store units, can be issued that reads it. Its own pipe forwards the result, after the latency.
	OtherPipeClocks, QueueClocks int
	// Chooses says that a call may lead to one function or another.
	Chooses bool
	// Cooperative says that the blocks of the grid wait for one another: they have to be resident together.
	// The last of Globals is the word at which they meet; each launch has its own.
	Cooperative bool
	Params      []ir.Param
	ParamBytes  int
	// ParamBase is where parameters begin in constant bank 0; 0 on 1.x, which has them in shared memory.
	ParamBase int
	Globals   []ir.Var
	Textures  []Texture
	Formats   []string
	Nested    []string // the names of the kernels that it launches
}

// Spills reports whether an instruction moves a register from or to local memory. Spill code has
// constant addresses behind the kernel's own local variables, which makes it known by its address.
func (p *Program) Spills(in *Instr) bool {
	return in.Space == ir.Local && in.Src[0].Kind == Imm && int(in.Src[0].Value+in.Imm) >= p.SpillBase
}

// A Texture is one that the program reads: Tex instructions name it by its number.
type Texture struct {
	Name  string
	Ref   int // number of the texture reference in the file, or -1
	Param int // number of the parameter that is the texture object, or -1
	Fetch ir.Fetch
	Texel ir.Type // of a texel's components as the program reads them
	Lanes int     // components of a texel: 1, 2 or 4
}

// How operations that ir has no name for stand in a Program: a move (to a register,
// or of a special register, a parameter or a shared word) is a Cvt from a type to
// itself; a load from shared memory that is not an operand of another instruction is a
// Load whose Src[0] is a SharedMem; an address register is set by a Shl (Src[0] a
// register) or an Add (Src[0] an address register; number 0 is always 0) with an
// Addr as Dst. The address of any other access is Src[0], a register or an
// immediate, plus Imm. A Mul24 or Mad24 with From U16 reads 16-bit factors.

// Loops reports whether the program goes backwards anywhere. Only a loop branches backward, because
// the layout puts the code of a loop behind its head.
func (p *Program) Loops() bool {
	for pc := range p.Code {
		if p.Code[pc].Kind == Branch && p.Code[pc].Target <= pc {
			return true
		}
	}
	return false
}

// LeavesNothing reports whether nobody can tell that a thread was executed, but by the time: it accesses no memory, prints nothing and
// meets no other thread, and it certainly ends.
func (p *Program) LeavesNothing() bool {
	for pc := range p.Code {
		switch in := &p.Code[pc]; {
		case in.Kind == Branch && in.Target <= pc, in.Kind == Barrier, in.Kind == Plain && in.Op != ir.Use && !in.Op.Pure(), in.Op.Collective():
			return false
		}
	}
	return true
}

// ReadsClock reports whether the program looks at the time, or at the SM that it is on.
func (p *Program) ReadsClock() bool {
	for i := range p.Code {
		for _, o := range p.Code[i].Src {
			if o.Kind == SpecialReg && ir.Scheduled(o.N) {
				return true
			}
		}
	}
	return false
}

// TimesItself reports whether the program reads the clock at several places and in no loop, as code does that measures a part of itself.
// One that waits for the clock reads it in a loop.
func (p *Program) TimesItself() bool {
	inLoop := make([]bool, len(p.Code))
	for pc := range p.Code {
		if in := &p.Code[pc]; in.Kind == Branch && in.Target <= pc {
			for i := in.Target; i <= pc; i++ {
				inLoop[i] = true
			}
		}
	}
	reads := 0
	for pc := range p.Code {
		for _, o := range p.Code[pc].Src {
			switch {
			case o.Kind != SpecialReg || !ir.Time(o.N):
			case inLoop[pc]:
				return false
			default:
				reads++
			}
		}
	}
	return reads > 1
}

// An Instr is one machine instruction (or, with Count > 1, a short sequence that
// the hardware has no single instruction for, such as an integer division).
//
// The table of costs gives the clocks of one warp that has the SM for itself. With Count > 1,
// Issue, Port and Busy are those of the whole sequence, and Latency runs from its first instruction
// to its result. For example, on 1.3 an integer multiplication is four instructions of four clocks.
type Instr struct {
	Op    ir.Op
	Type  ir.Type // of the operation and result
	From  ir.Type // Cvt, Setp
	Cmp   ir.Cmp
	Joins ir.Op // Setp: PAnd or POr if its outcome is combined with the predicate Src[2], else 0
	Round ir.Op // Cvt of a float to an integer: how it rounds (ir.Round, Floor, Ceil); 0 is toward zero
	// Rounding is that of ir.Value.
	Rounding ir.Rounding
	Space    ir.Space // Load, Store, Atom
	// Within is what an access of Space Generic is for the lanes whose addresses lie in each of the spaces; else nil.
	Within map[ir.Space]*Instr
	Mem    ir.Type // Load, Store, Atom, Tex: the type in memory
	Atom   ir.AtomOp
	// Counts says that an atomic on shared memory adds the number of its lanes, Turns how lanes take turns at one.
	Counts bool
	Turns  Turns
	Try    *Try // a round of an atomic on shared memory that is a loop with a CAS; else nil
	Flush  bool // fp32 sources and results too small for a full exponent are 0 (-ftz=true)
	// Volatile says that a Load or Store happens as often as the source says.
	Volatile bool
	// Object is what a Load, Store or Atom is of, in a program that is checked.
	Object *ir.Object
	// Async and Matrix are those of ir.Value.
	Async  ir.Async
	Matrix ir.Matrix
	// ReadOnly says that a Load goes through the cache of read-only data.
	ReadOnly bool
	// PastL1 says that a Load of global memory goes to the L2.
	PastL1 bool
	// LoadsUniform says that a word of constant memory that the instruction takes has to be loaded before it: that is a machine
	// instruction more, which nothing waits for.
	LoadsUniform bool
	// Again says that a Div or Rem takes the reciprocal of its divisor from one before.
	Again bool
	// Uniform says that the operands of a sequence with a slow path are the same in all lanes of a warp.
	Uniform bool
	// Joined says that the instruction is part of the next one that is not, and costs nothing itself.
	Joined bool
	// Multiplied says that the multipliers execute what the units for integers could, too.
	Multiplied bool
	Lanes      int // 2 or 4: a vector access of consecutive registers (Dst…, or Src[1]… for a Store); else 0
	Imm        uint64
	Dst        Operand // Kind None, Reg, Pred or Addr
	Src        [3]Operand
	// Extra are the operands of Printf and Assert, and the mask of a collective.
	Extra []Operand
	Types []ir.Type // of Extra

	// Control flow. Kind Branch goes to Target where the guard holds and falls
	// through elsewhere. Code is laid out so that lanes that went apart meet again
	// if those behind always run first. Guard also predicates any other instruction.
	Kind     Kind
	Target   int
	Guard    Operand // Kind Pred or None
	GuardNot bool

	// Costs, from the table of the compute capability.
	Class   Class
	Issue   int  // shader clocks until the warp can issue its next instruction, bank conflicts apart
	Port    int  // clocks of Issue in which no other instruction can be issued, of any warp
	Busy    Busy // of Issue, for each pipe
	Dual    int  // clocks of the special function units that can take the place of the cores'; 0 if they cannot
	Latency int  // clocks until a dependent instruction may issue; global memory apart
	Each    int  // of a Match: clocks of latency for each different value beyond the first
	Count   int  // machine instructions
	Flops   int  // floating-point operations per thread: 1, or 2 for mad and fma, 0 otherwise

	Line int    // in the source
	Col  int    // column there, 0 where it is not known
	Text string // in the style of the compute capability's disassembler
}

// Kind tells control flow from the rest.
type Kind uint8

const (
	Plain Kind = iota
	Branch
	Exit
	Barrier
)

// OperandKind says what an Operand is.
type OperandKind uint8

const (
	None       OperandKind = iota
	Reg                    // register N (64-bit values: N and N+1)
	Pred                   // predicate register N
	Addr                   // address register N ($a1…$a4 as 1…4)
	Imm                    // immediate Value
	SharedMem              // s[$aN + Offset], N = 0 for no address register; of the instruction's type (or Mem)
	ParamMem               // kernel parameter at byte Offset of the parameter block (shared memory on 1.x, constant bank later)
	ConstMem               // word at byte Offset of the __constant__ variable number N; on 1.x behind address register Value, 0 for none
	DimMem                 // word of constant memory with a size of the block or the grid, N as of a SpecialReg
	SpecialReg             // special register N (ir.TidX …)
	Slot                   // word of local memory at byte N, where a value was spilled; in parallel copies only
)

// An Operand is a source or a destination.
//
// Before registers are assigned N is a virtual number, and Offset the word within a value of
// several registers: {Reg, N: 7, Offset: 2} is the third word of a loaded float4. Afterwards N is
// the register itself and Offset is used by memory operands only.
type Operand struct {
	Kind   OperandKind
	Neg    bool // negated source
	Abs    bool // absolute value of a float, before it is negated
	N      int
	Offset int
	Value  uint64
}

// Modified is true for a source that is negated, or of which the absolute value is taken.
func (o Operand) Modified() bool { return o.Neg || o.Abs }

// through is the address register, or the address base, that a word of memory is reached through; 0 for none.
func (o Operand) through() int {
	switch o.Kind {
	case SharedMem:
		return o.N
	case ConstMem:
		return int(o.Value)
	}
	return 0
}

// reachThrough sets what through returns.
func (o *Operand) reachThrough(n int) {
	if o.Kind == ConstMem {
		o.Value = uint64(n)
		return
	}
	o.N = n
}

// moved is an operand as a move has it: its offset has 16 bits, which reach all words of constant memory without an address register.
func (o Operand) moved() Operand {
	if o.Kind == ConstMem {
		o.reachThrough(0)
	}
	return o
}

// Address is the address register that a word of memory is reached through, as an operand; its Kind is None if there is none.
func (o Operand) Address() Operand {
	if n := o.through(); n > 0 {
		return Operand{Kind: Addr, N: n}
	}
	return Operand{}
}

// constant is true for a word that no thread can change.
func (o Operand) constant() bool { return o.Kind == ParamMem || o.Kind == ConstMem || o.Kind == DimMem }

// TakesTickets reports whether threads look at what an atomic on global memory has
// found: then one block may do what no other does, as the last block of a
// reduction, and a sample of the blocks does not stand for all.
func (p *Program) TakesTickets() bool {
	return slices.ContainsFunc(p.Code, func(in Instr) bool {
		return in.Op == ir.Atom && in.Space != ir.Shared && in.Dst.Kind != None
	})
}

// AtomicsOnGlobal reports whether there are atomics on global memory: of those on one word
// the whole GPU does one at a time.
func (p *Program) AtomicsOnGlobal() bool {
	return slices.ContainsFunc(p.Code, func(in Instr) bool { return in.Op == ir.Atom && in.Space != ir.Shared })
}

// Class groups instructions for counters and stalls.
type Class uint8

const (
	ClassALU  Class = iota // integer, logic, compare, move
	ClassFP32              // fp32 add, multiply, mad
	ClassFP64
	ClassSFU
	ClassConvert
	ClassGlobal
	ClassShared
	ClassLocal
	ClassConst
	ClassTexture
	ClassBranch
	ClassBarrier
	ClassAtomic
	ClassShuffle // exchanges between the lanes of a warp
	ClassTensor  // products of matrices
	ClassOther
)

// SourceType is the type in which an instruction reads source i. It differs from the type of the
// instruction for conversions, comparisons and wide products.
func (in *Instr) SourceType(i int) ir.Type {
	switch {
	case in.Op.Accesses():
		return in.Mem
	case in.Joins != 0 && i == 2:
		return ir.Pred
	}
	t := ir.Operation{Op: in.Op, Type: in.Type, From: in.From, Mem: in.Mem}.Operand(i)
	switch {
	case t != ir.Void:
		return t
	case in.From != ir.Void:
		return in.From
	}
	return in.Type
}

// SpillBytes are the bytes that spill code moves to and from local memory, each instruction counted once, as ptxas -v reports them.
func (p *Program) SpillBytes() (stores, loads int) {
	for i := range p.Code {
		in := &p.Code[i]
		if (in.Op != ir.Load && in.Op != ir.Store) || !p.Spills(in) {
			continue
		}
		bytes := in.Mem.Size() * max(1, in.Lanes)
		if in.Op == ir.Store {
			stores += bytes
		} else {
			loads += bytes
		}
	}
	return stores, loads
}

package isa

import (
	"encoding/binary"
	"fmt"
	"math"

	"warpbook.dev/gpumodel/ir"
)

// An executor runs a Program thread by thread between barriers, as the comments
// of Instr say: what the registers hold is all that it knows.
type executor struct {
	p           *Program
	params      []byte
	global      []byte // from address globalBase
	symbols     []uint64
	shared      []byte
	grid, block [3]int
	ctaid       [3]int
	issued      int // instructions of all threads
}

const globalBase = 0x1000

type thread struct {
	tid   [3]int
	regs  []uint32
	preds []bool
	addrs []uint32
	local []byte
	pc    int
	done  bool
}

func (x *executor) launch() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	each(x.grid, func(ctaid [3]int) {
		x.ctaid = ctaid
		x.shared = make([]byte, 16384)
		var threads []*thread
		each(x.block, func(tid [3]int) {
			t := &thread{tid: tid, regs: make([]uint32, x.p.Registers), preds: make([]bool, x.p.Predicates),
				addrs: make([]uint32, x.p.AddressRegisters+1), local: make([]byte, x.p.LocalBytes)}
			for i := range t.regs {
				t.regs[i] = 0xdeadbeef // nothing may rely on it
			}
			threads = append(threads, t)
		})
		for running := true; running; {
			running = false
			for _, t := range threads {
				for !t.done && x.step(t) {
				}
				running = running || !t.done
			}
		}
	})
	return nil
}

func each(n [3]int, f func([3]int)) {
	for z := range n[2] {
		for y := range n[1] {
			for x := range n[0] {
				f([3]int{x, y, z})
			}
		}
	}
}

// step executes one instruction; false at a barrier or the end.
func (x *executor) step(t *thread) bool {
	if x.issued++; x.issued > 1e7 {
		panic("the program does not end")
	}
	in := &x.p.Code[t.pc]
	t.pc++
	if in.Guard.Kind == Pred && t.preds[in.Guard.N] == in.GuardNot {
		return in.Kind != Exit
	}
	switch in.Kind {
	case Branch:
		t.pc = in.Target
		return true
	case Exit:
		t.done = true
		return false
	case Barrier:
		return false
	}
	switch in.Op {
	case ir.Load:
		for i := range max(1, in.Lanes) {
			at := x.at(t, in, i)
			bits := get(at[:in.Mem.Size()])
			if in.Mem.Integer() {
				bits = uint64(in.Mem.Extend(bits))
			}
			t.set(Operand{Kind: Reg, N: in.Dst.N + i*width(in.Mem)}, in.Mem, bits)
		}
	case ir.Store:
		for i := range max(1, in.Lanes) {
			put(x.at(t, in, i)[:in.Mem.Size()], t.get(x, in.Src[1].plus(i*width(in.Mem)), in.Mem))
		}
	case ir.Atom:
		at := x.at(t, in, 0)[:in.Mem.Size()]
		old := get(at)
		if in.Atom != ir.AtomAdd || in.Mem.Float() {
			panic("no such atomic here")
		}
		put(at, old+t.get(x, in.Src[1], in.Mem))
		if in.Dst.Kind == Reg {
			t.set(in.Dst, in.Mem, old)
		}
	case ir.GlobalAddr:
		t.set(in.Dst, ir.U32, x.symbols[in.Imm])
	case ir.Membar:
	default:
		x.compute(t, in)
	}
	return true
}

func (o Operand) plus(n int) Operand { o.N += n; return o }

func (x *executor) compute(t *thread, in *Instr) {
	from := in.Type
	if in.Op == ir.Setp || in.Op == ir.Cvt || in.Op == ir.MulWide || in.Op == ir.Popc || in.Op == ir.Clz || in.Op == ir.Ffs {
		from = in.From
	}
	var args []uint64
	for i, o := range in.Src {
		if o.Kind == None {
			break
		}
		typ := from
		if i == 1 && (in.Op == ir.Shl || in.Op == ir.Shr) {
			typ = ir.U32
		}
		bits := t.get(x, o, typ)
		if o.Neg && typ.Float() {
			bits = typ.FloatBits(-typ.Value(bits))
		} else if o.Neg {
			bits = -bits
		}
		args = append(args, typ.Bits(bits))
	}
	v := &ir.Value{Op: in.Op, Type: in.Type, From: in.From, Cmp: in.Cmp, Imm: in.Imm}
	result, ok := ir.Evaluate(v, args)
	if !ok {
		f := make([]float64, 3)
		for i, a := range args {
			f[i] = in.Type.Value(a)
		}
		switch in.Op {
		case ir.Mad, ir.Fma:
			result = in.Type.FloatBits(f[0]*f[1] + f[2])
		case ir.Sqrt:
			result = in.Type.FloatBits(math.Sqrt(f[0]))
		default:
			panic(fmt.Sprintf("no semantics for %s", in.Text))
		}
	}
	t.set(in.Dst, in.Type, result)
}

func (t *thread) set(o Operand, typ ir.Type, bits uint64) {
	switch o.Kind {
	case Reg:
		t.regs[o.N] = uint32(bits)
		if typ.Size() == 8 {
			t.regs[o.N+1] = uint32(bits >> 32)
		}
	case Pred:
		t.preds[o.N] = bits&1 != 0
	case Addr:
		t.addrs[o.N] = uint32(bits)
	}
}

func (t *thread) get(x *executor, o Operand, typ ir.Type) uint64 {
	switch o.Kind {
	case Reg:
		bits := uint64(t.regs[o.N])
		if typ.Size() == 8 {
			bits |= uint64(t.regs[o.N+1]) << 32
		}
		return bits
	case Pred:
		if t.preds[o.N] {
			return 1
		}
		return 0
	case Addr:
		return uint64(t.addrs[o.N])
	case Imm:
		return o.Value
	case SharedMem:
		return get(x.shared[uint32(o.Offset)+t.addrs[o.N]:][:4])
	case ParamMem:
		return get(x.params[o.Offset:][:min(max(1, typ.Size()), len(x.params)-o.Offset)])
	case SpecialReg:
		all := [][3]int{t.tid, x.ctaid, x.block, x.grid}
		return uint64(all[o.N/3][o.N%3])
	}
	panic("an operand that is none")
}

// at is the memory that element i of an access names.
func (x *executor) at(t *thread, in *Instr, i int) []byte {
	offset := i * in.Mem.Size()
	a := in.Src[0]
	if a.Kind == SharedMem {
		return x.shared[uint32(a.Offset)+t.addrs[a.N]+uint32(offset):]
	}
	addr := uint32(t.get(x, a, ir.U32)) + uint32(in.Imm) + uint32(offset)
	switch in.Space {
	case ir.Shared:
		return x.shared[addr:]
	case ir.Local:
		return t.local[addr:]
	}
	return x.global[addr-globalBase:]
}

func get(b []byte) uint64 {
	var all [8]byte
	copy(all[:], b)
	return binary.LittleEndian.Uint64(all[:])
}

func put(b []byte, bits uint64) {
	var all [8]byte
	binary.LittleEndian.PutUint64(all[:], bits)
	copy(b, all[:])
}

package scalar

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
)

// rare executes the instructions that are not in the switch of Run: those that take so long that a call more does not matter.
func (m *Machine) rare(p *function, in *instr, r *registers, stack uint64) error {
	x := &p.extras[in.imm]
	v := x.v
	switch in.op {
	case opGeneral:
		args := [3]uint64{r[in.a], r[in.b], r[in.c]}
		y, ok := ir.Evaluate(v, args[:len(v.Args)])
		if !ok {
			return fmt.Errorf("line %d: BUG: the host cannot compute %v", in.line, v.Op)
		}
		r[in.dst] = onHost(v, y, args[:]...)
	case opWhole:
		r[in.dst] = whole(v.Type, v.From.Value(r[in.a]))
	case opMath:
		a, b, c := r[in.a], r[in.b], r[in.c]
		r[in.dst] = onHost(v, m.approximate(v, a, b, c), a, b, c)
	case opLoadMany:
		return m.loadMany(in, v, r)
	case opStoreMany:
		return m.storeMany(in, x, r)
	case opAtom:
		return m.atom(in, v, r, stack)
	case opCall:
		c := &m.call
		c.Args, c.Types = c.Args[:0], c.Types[:0]
		for i, n := range x.more {
			arg, t := r[n], v.Args[i].Type
			if t == ir.S32 { // a variadic function reads arguments as 64 bits
				arg = uint64(int64(int32(arg)))
			}
			c.Args, c.Types = append(c.Args, arg), append(c.Types, t)
		}
		m.accesses = int(in.line)
		c.Number, c.Name, c.Machine = int(v.Imm), m.program.source.Runtime[v.Imm], m
		c.Line, c.Column = m.place(int(in.line), v.Col)
		y, err := m.Call(c)
		r[in.dst] = y
		return err
	case opLaunch:
		args := make([]uint64, len(x.more))
		for i, n := range x.more {
			args[i] = r[n]
		}
		line, column := m.place(int(in.line), v.Col)
		return m.Launch(&Launch{m.program.source.Nested[v.Imm-1], args, line, column})
	case opAssert:
		if r[x.more[0]] != 0 {
			return nil
		}
		why := "assertion failed"
		if v.Imm > 0 {
			why = p.source.Formats[v.Imm-1]
		}
		return &Fault{Kind: "abort", Line: m.line(int(in.line)), Why: why}
	default:
		panic(fmt.Sprintf("BUG: instruction %d", in.op))
	}
	return nil
}

// element reads one element of an access and converts it to the bits of a register: it is extended by its type in memory.
func element(v *ir.Value, data []byte) uint64 {
	var x uint64
	for i := range v.Mem.Size() {
		x |= uint64(data[i]) << (8 * i)
	}
	return v.Type.Bits(uint64(v.Mem.Extend(x)))
}

// offset returns the offset to add to the address of an access. In the frame it is 0: opCvtaLocal has added it (translator.local).
func offset(v *ir.Value) uint64 {
	if v.Space == ir.Local {
		return 0
	}
	return v.Imm
}

// loadMany loads a vector into consecutive registers. All of it must lie in one segment, as for a scalar of the same size.
func (m *Machine) loadMany(in *instr, v *ir.Value, r *registers) error {
	lanes, size := max(1, v.Lanes), v.Mem.Size()
	address := r[in.a] + offset(v)
	m.accesses = int(in.line)
	data, ok := m.Memory.Bytes(address, lanes*size)
	if !ok {
		return m.miss(address, lanes*size, false, m.line(int(in.line)))
	}
	for i := range lanes {
		r[int(in.dst)+i] = element(v, data[i*size:])
	}
	return nil
}

// storeMany stores a vector, or a scalar from more operands than an instr has.
func (m *Machine) storeMany(in *instr, x *extra, r *registers) error {
	size := x.v.Mem.Size()
	address := r[in.a] + offset(x.v)
	m.accesses = int(in.line)
	data, ok := m.Memory.Bytes(address, len(x.more)*size)
	if !ok {
		return m.miss(address, len(x.more)*size, true, m.line(int(in.line)))
	}
	for i, n := range x.more {
		put(data[i*size:], size, r[n])
	}
	return nil
}

// put writes the low size bytes of x, the lowest first.
func put(data []byte, size int, x uint64) {
	for i := range size {
		data[i] = byte(x >> (8 * i))
	}
}

// atom executes an atomic operation. There is one thread only, so it is a load and a store.
func (m *Machine) atom(in *instr, v *ir.Value, r *registers, stack uint64) error {
	size := v.Mem.Size()
	address := r[in.a] + v.Imm
	if v.Space == ir.Local {
		address = stack + uint64(uint32(address))
	}
	m.accesses = int(in.line)
	data, ok := m.Memory.Bytes(address, size)
	if !ok {
		return m.miss(address, size, true, m.line(int(in.line)))
	}
	old := element(v, data)
	x, expected := r[in.b], uint64(0)
	if v.Atom == ir.AtomCAS {
		x, expected = r[in.c], x
	}
	put(data, size, ir.AtomicResult(v.Atom, v.Mem, old, x, expected))
	r[in.dst] = old
	return nil
}

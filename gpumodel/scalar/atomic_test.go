package scalar

import (
	"encoding/binary"
	"math"
	"testing"

	"warpbook.dev/gpumodel/ir"
)

// TestAtomics: the host's atomics write what those of a GPU write, and return what was there.
func TestAtomics(t *testing.T) {
	for _, x := range []struct {
		op                   ir.AtomOp
		typ                  ir.Type
		old, x, compare, now uint32
	}{
		{ir.AtomAdd, ir.U32, math.MaxUint32, 3, 0, 2},
		{ir.AtomAdd, ir.F32, math.Float32bits(1.5), math.Float32bits(2.25), 0, math.Float32bits(3.75)},
		{ir.AtomSub, ir.S32, 1, 3, 0, math.MaxUint32 - 1},
		{ir.AtomSub, ir.F32, math.Float32bits(1.5), math.Float32bits(2), 0, math.Float32bits(-0.5)},
		{ir.AtomExch, ir.U32, 5, 7, 0, 7},
		{ir.AtomMin, ir.S32, 5, math.MaxUint32, 0, math.MaxUint32},
		{ir.AtomMin, ir.U32, 5, math.MaxUint32, 0, 5},
		{ir.AtomMax, ir.S32, 5, math.MaxUint32, 0, 5},
		{ir.AtomInc, ir.U32, 7, 7, 0, 0},
		{ir.AtomInc, ir.U32, 6, 7, 0, 7},
		{ir.AtomDec, ir.U32, 0, 7, 0, 7},
		{ir.AtomDec, ir.U32, 8, 7, 0, 7},
		{ir.AtomDec, ir.U32, 7, 7, 0, 6},
		{ir.AtomCAS, ir.U32, 5, 9, 5, 9},
		{ir.AtomCAS, ir.U32, 5, 9, 6, 5},
		{ir.AtomAnd, ir.U32, 6, 3, 0, 2},
		{ir.AtomOr, ir.U32, 6, 3, 0, 7},
		{ir.AtomXor, ir.U32, 6, 3, 0, 5},
	} {
		const address = 4096
		b := &ir.Block{Term: ir.Return}
		constant := func(typ ir.Type, n uint64) *ir.Value {
			v := &ir.Value{ID: len(b.Values), Op: ir.Constant, Type: typ, Imm: n, Block: b}
			b.Values = append(b.Values, v)
			return v
		}
		args := []*ir.Value{constant(ir.U64, address), constant(x.typ, uint64(x.x))}
		if x.op == ir.AtomCAS {
			args = []*ir.Value{args[0], constant(x.typ, uint64(x.compare)), args[1]}
		}
		atom := &ir.Value{Op: ir.Atom, Atom: x.op, Type: x.typ, Mem: x.typ, Args: args, Block: b}
		give := &ir.Value{Op: ir.Runtime, Type: ir.U64, Args: []*ir.Value{atom}, Block: b}
		b.Values = append(b.Values, atom, give)
		p, err := Translate(&ir.Program{Funcs: []*ir.Func{{Blocks: []*ir.Block{b}}}, Runtime: []string{"give"}})
		if err != nil {
			t.Fatal(err)
		}
		data, was := binary.LittleEndian.AppendUint32(nil, x.old), uint64(0)
		memory := &Memory{}
		memory.Add(&Segment{Base: address, Data: data})
		m := &Machine{Memory: memory, Call: func(c *Call) (uint64, error) { was = c.Args[0]; return 0, nil }}
		if err := m.Run(p); err != nil {
			t.Fatal(err)
		}
		if now := binary.LittleEndian.Uint32(data); now != x.now || uint32(was) != x.old {
			t.Errorf("atomic %d of %v: %#x with %#x becomes %#x and gives %#x, want %#x and the old value", x.op, x.typ, x.old, x.x, now, was, x.now)
		}
	}
}

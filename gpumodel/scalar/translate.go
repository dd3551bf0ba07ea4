package scalar

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/ir"
)

// A translator makes a function of the machine of one of ir.
type translator struct {
	p        *function
	f        *ir.Func
	of       map[*ir.Value]uint16 // their registers; 0 is none
	next     int
	fused    map[*ir.Value]bool // comparisons that are part of a branch
	begin    map[*ir.Block]int
	jumps    []int // instructions whose imm is the ID of a block so far
	err      error
	reads    map[*ir.Value]int       // how often each is
	sums     map[*ir.Value]int       // which of a sum's arguments is a product that is part of it, from 1
	counters map[*ir.Value]*ir.Value // what is counted up with a comparison
}

// Translate prepares a program to be executed. The error names what host code cannot do.
func Translate(p *ir.Program) (*Program, error) {
	t := &Program{source: p}
	for _, f := range p.Funcs {
		translated, err := translate(f)
		if err != nil {
			return nil, err
		}
		translated.number = len(t.functions)
		t.functions = append(t.functions, translated)
	}
	return t, nil
}

func translate(f *ir.Func) (*function, error) {
	t := &translator{
		p: &function{source: f, params: len(f.Params), frame: (f.LocalBytes + 15) &^ 15}, f: f, of: map[*ir.Value]uint16{}, next: len(f.Params) + 1,
		fused: map[*ir.Value]bool{}, begin: map[*ir.Block]int{}, sums: map[*ir.Value]int{}, counters: map[*ir.Value]*ir.Value{},
	}
	t.reads = t.counts()
	for _, v := range f.Blocks[0].Values {
		t.preset(v)
	}
	t.join(f)
	t.findFused()
	t.findProducts()
	t.findCounters()
	for i, b := range f.Blocks {
		t.begin[b] = len(t.p.code)
		for _, v := range b.Values {
			t.value(v)
		}
		t.increment(t.begin[b])
		var follow *ir.Block
		if i+1 < len(f.Blocks) {
			follow = f.Blocks[i+1]
		}
		t.end(b, follow)
	}
	blocks := map[int]*ir.Block{}
	for _, b := range f.Blocks {
		blocks[b.ID] = b
	}
	for _, i := range t.jumps {
		t.p.code[i].imm = int64(t.begin[blocks[int(t.p.code[i].imm)]])
	}
	t.p.registers = t.next
	return t.p, t.err
}

// isPreset reports whether a value is in its register from the start.
func (t *translator) isPreset(v *ir.Value) bool {
	switch v.Op {
	case ir.Constant, ir.LocalAddr, ir.ParamValue, ir.GlobalAddr, ir.Special:
		return true
	}
	return false
}

// preset gives a leaf its register: a parameter by its number, all others one after the other.
func (t *translator) preset(v *ir.Value) {
	if v.Op == ir.ParamValue {
		t.of[v] = uint16(v.Imm + 1)
		return
	}
	if !t.isPreset(v) {
		return
	}
	value, kind := v.Imm, v.Op
	switch v.Op {
	case ir.LocalAddr:
		kind = ir.Constant
	case ir.Special:
		kind = ir.Constant
		if value = 0; v.Imm >= ir.NtidX { // the sizes of the block and of the grid
			value = 1
		}
	}
	t.p.presets = append(t.p.presets, preset{kind, value})
	t.register(v)
}

// register is that of a value; a vector has as many as it has elements.
func (t *translator) register(v *ir.Value) uint16 {
	if r := t.of[v]; r != 0 {
		return r
	}
	r := t.spare()
	for range max(1, v.Lanes) - 1 {
		t.spare()
	}
	t.of[v] = r
	return r
}

// spare is a register that nobody has.
func (t *translator) spare() uint16 {
	if t.next > math.MaxUint16 {
		t.fail(nil, "the code of the host has more than %d values", math.MaxUint16)
		return 0
	}
	t.next++
	return uint16(t.next - 1)
}

func (t *translator) fail(v *ir.Value, format string, args ...any) {
	if t.err == nil {
		line := 0
		if v != nil {
			line = v.Line
		}
		t.err = fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
	}
}

// findFused finds the comparisons that only the branch behind them reads.
func (t *translator) findFused() {
	for _, b := range t.f.Blocks {
		if c := b.Cond; c != nil && c.Op == ir.Setp && t.reads[c] == 1 && c.Block == b {
			if _, ok := compares[c.From]; ok && t.settled(b, c) {
				t.fused[c] = true
			}
		}
	}
}

// settled reports whether what a comparison reads is still there at the end of its block.
func (t *translator) settled(b *ir.Block, c *ir.Value) bool {
	behind := false
	for _, v := range b.Values {
		if behind {
			for _, a := range c.Args {
				if t.of[v] != 0 && t.of[v] == t.of[a] && v != a {
					return false
				}
			}
		}
		behind = behind || v == c
	}
	return true
}

// compares are the first opcodes of comparisons by their type, with that of the branch.
var compares = map[ir.Type][2]opcode{
	ir.S32: {opSetSW, opIfSW}, ir.S8: {opSetSW, opIfSW}, ir.S16: {opSetSW, opIfSW}, ir.U32: {opSetW, opIfW}, ir.U8: {opSetW, opIfW}, ir.U16: {opSetW, opIfW},
	ir.S64: {opSetSD, opIfSD}, ir.U64: {opSetD, opIfD}, ir.F32: {opSetF, opIfF}, ir.F64: {opSetG, opIfG},
}

func (t *translator) emit(in instr) { t.p.code = append(t.p.code, in) }

// to emits a jump to a block, behind the moves that its phis want.
func (t *translator) to(from, b *ir.Block, edge int) {
	for _, m := range t.movesTo(b, edge) {
		t.emit(instr{op: opMove, dst: m.to, a: m.from})
	}
	t.jumps = append(t.jumps, len(t.p.code))
	t.emit(instr{op: opJump, imm: int64(t.through(b).ID)})
}

// through is the block that an empty one leads to.
func (t *translator) through(b *ir.Block) *ir.Block {
	for n := 0; n < 8 && len(b.Values) == 0 && b.Term == ir.Jump && len(t.movesTo(b.Succs[0], edge(b, 0))) == 0; n++ {
		b = b.Succs[0]
	}
	return b
}

// edge is which of a block's predecessors another one is, for its successor number k.
func edge(from *ir.Block, k int) int {
	to, n := from.Succs[k], 0
	for i, p := range to.Preds {
		if p == from {
			if n == k || from.Succs[0] != from.Succs[len(from.Succs)-1] {
				return i
			}
			n++
		}
	}
	return 0
}

// end emits what ends a block; follow is the block whose code comes next.
func (t *translator) end(b, follow *ir.Block) {
	switch b.Term {
	case ir.Return:
		t.emit(instr{op: opReturn})
	case ir.Jump:
		t.to(b, b.Succs[0], edge(b, 0))
		t.dropJump(follow)
	case ir.Branch:
		in := instr{op: opBranch, a: t.register(b.Cond)}
		if c := b.Cond; t.fused[c] {
			in = instr{op: compares[c.From][1] + opcode(c.Cmp), a: t.register(c.Args[0]), b: t.register(c.Args[1])}
			if n := t.counters[c]; n != nil {
				in = instr{op: opCount, dst: t.register(n), a: t.register(n.Args[0]), b: t.register(c.Args[1]), line: int32(uint32(n.Args[1].Imm))}
			}
		}
		at := len(t.p.code)
		t.emit(in)
		if moves := t.movesTo(b.Succs[0], edge(b, 0)); len(moves) == 0 {
			t.p.code[at].imm = int64(t.through(b.Succs[0]).ID)
			t.jumps = append(t.jumps, at)
			t.to(b, b.Succs[1], edge(b, 1))
			t.dropJump(follow)
			return
		}
		t.to(b, b.Succs[1], edge(b, 1))
		t.p.code[at].imm = int64(len(t.p.code))
		t.to(b, b.Succs[0], edge(b, 0))
		t.dropJump(follow)
	}
}

// dropJump takes away a jump to the code behind it.
func (t *translator) dropJump(follow *ir.Block) {
	last := len(t.p.code) - 1
	if follow != nil && t.p.code[last].imm == int64(t.through(follow).ID) && last > 0 {
		t.p.code = t.p.code[:last]
		t.jumps = t.jumps[:len(t.jumps)-1]
	}
}

package scalar

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/ir"
)

// A translator translates one function. The order of its passes matters: registers of phis first (join), because fusing asks which
// values share a register; then what is fused; then the code, block by block; jump targets last.
type translator struct {
	p        *function
	f        *ir.Func
	of       map[*ir.Value]uint16    // register of a value; 0: none yet
	next     int                     // first free register
	fused    map[*ir.Value]bool      // values that are computed inside another instruction
	begin    map[*ir.Block]int       // index of the block's first instruction
	jumps    []int                   // instructions whose imm is still the ID of a block
	err      error                   // the first one
	reads    map[*ir.Value]int       // number of uses, conditions of branches included
	sums     map[*ir.Value]int       // number, from 1, of the argument of a sum that is a fused product
	counters map[*ir.Value]*ir.Value // comparison -> the sum that is fused with it
}

// Translate translates a program for a [Machine]. It fails if the code uses what only a GPU has, such as __syncthreads(), or if a
// function has more than 65,535 values; the error names the line.
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

// isPreset reports whether a value is in its register when the call begins, so that no instruction computes it.
func (t *translator) isPreset(v *ir.Value) bool {
	switch v.Op {
	case ir.Constant, ir.LocalAddr, ir.ParamValue, ir.GlobalAddr, ir.Special:
		return true
	}
	return false
}

// preset assigns a register to a value that is there from the start. A parameter's register follows from its number; the presets get
// consecutive registers, so that one copy sets them all (Machine.load). Host code is one thread: the sizes of its block and grid are 1,
// its indices 0.
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

// register returns the register of a value, and assigns one at first. A vector gets consecutive registers, one per element.
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

// spare returns a new register.
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

// findFused finds comparisons that only the branch at the end of their block reads. They become part of the branch instruction.
func (t *translator) findFused() {
	for _, b := range t.f.Blocks {
		if c := b.Cond; c != nil && c.Op == ir.Setp && t.reads[c] == 1 && c.Block == b {
			if _, ok := compares[c.From]; ok && t.settled(b, c) {
				t.fused[c] = true
			}
		}
	}
}

// settled reports whether the operands of a comparison are unchanged at the end of its block. A phi may share its register with the
// value of the next iteration, which may be set between the comparison and the branch.
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

// compares maps an operand type to the first opcode of its comparisons: into a register, and with a branch. Integers of 8 and 16 bits
// are extended to 32 bits in their registers.
var compares = map[ir.Type][2]opcode{
	ir.S32: {opSetSW, opIfSW}, ir.S8: {opSetSW, opIfSW}, ir.S16: {opSetSW, opIfSW}, ir.U32: {opSetW, opIfW}, ir.U8: {opSetW,
		opIfW}, ir.U16: {opSetW, opIfW},
	ir.S64: {opSetSD, opIfSD}, ir.U64: {opSetD, opIfD}, ir.F32: {opSetF, opIfF}, ir.F64: {opSetG, opIfG},
}

func (t *translator) emit(in instr) { t.p.code = append(t.p.code, in) }

// to emits the moves for the phis of a block, then a jump to it.
func (t *translator) to(from, b *ir.Block, edge int) {
	for _, m := range t.movesTo(b, edge) {
		t.emit(instr{op: opMove, dst: m.to, a: m.from})
	}
	t.jumps = append(t.jumps, len(t.p.code))
	t.emit(instr{op: opJump, imm: int64(t.through(b).ID)})
}

// through returns the block where a jump to b ends up: it skips empty blocks whose edge needs no moves. The limit of 8 ends a cycle of
// empty blocks.
func (t *translator) through(b *ir.Block) *ir.Block {
	for n := 0; n < 8 && len(b.Values) == 0 && b.Term == ir.Jump && len(t.movesTo(b.Succs[0], edge(b, 0))) == 0; n++ {
		b = b.Succs[0]
	}
	return b
}

// edge returns the index of block from among the predecessors of its k-th successor: the index of the phis' arguments. If both
// successors of a branch are the same block, that block lists from twice, once for each edge.
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

// end emits the end of a block. follow is the block whose code comes next, which needs no jump.
//
// A branch jumps straight to its target if that edge needs no moves. Otherwise it jumps over the code of the other edge to the moves:
//
//	if cond goto L
//	moves of the edge "false"; jump to block "false"
//	L: moves of the edge "true"; jump to block "true"
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

// dropJump removes the last instruction if it is a jump to the next one.
func (t *translator) dropJump(follow *ir.Block) {
	last := len(t.p.code) - 1
	if follow != nil && t.p.code[last].imm == int64(t.through(follow).ID) && last > 0 {
		t.p.code = t.p.code[:last]
		t.jumps = t.jumps[:len(t.jumps)-1]
	}
}

package isa

import (
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/ir"
)

// TestSequence: whatever the parallel copies, the moves in sequence have the
// same result.
func TestSequence(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + random.IntN(8)
		group := &inst{}
		want := make([]uint32, n)
		for i := range want {
			want[i] = uint32(100 + i)
		}
		for _, dst := range random.Perm(n)[:random.IntN(n+1)] {
			m := move{dst: Operand{Kind: Reg, N: dst}, typ: ir.U32}
			if src := random.IntN(n + 1); src < n {
				m.src = Operand{Kind: Reg, N: src}
				want[dst] = uint32(100 + src)
			} else {
				m.src = Operand{Kind: Imm, Value: 7}
				want[dst] = 7
			}
			group.moves = append(group.moves, m)
		}
		th := &thread{regs: make([]uint32, n)}
		for i := range th.regs {
			th.regs[i] = uint32(100 + i)
		}
		x := &executor{}
		for _, in := range sequence(group, 0) {
			x.compute(th, &in.Instr)
		}
		for i := range want {
			if th.regs[i] != want[i] {
				t.Fatalf("%+v: register %d is %d, want %d", group.moves, i, th.regs[i], want[i])
			}
		}
	}
}

// TestSequenceSlots: the same where some of the words are in local memory, with no
// more registers to pass through than passing says.
func TestSequenceSlots(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		const n = 8
		place := func(i int) Operand { // the odd ones are slots
			if i%2 == 1 {
				return Operand{Kind: Slot, N: 4 * i}
			}
			return Operand{Kind: Reg, N: i}
		}
		var want [n]uint32
		for i := range want {
			want[i] = uint32(100 + i)
		}
		group := &inst{}
		for _, dst := range random.Perm(n)[:random.IntN(n+1)] {
			m := move{dst: place(dst), src: Operand{Kind: Imm, Value: 7}, typ: ir.U32}
			want[dst] = 7
			if src := random.IntN(n + 1); src < n {
				m.src, want[dst] = place(src), uint32(100+src)
			}
			if m.src != m.dst {
				group.moves = append(group.moves, m)
			}
		}
		th, slots := &thread{regs: make([]uint32, n, n+2)}, map[uint64]uint32{}
		for i := range n {
			th.regs[i], slots[uint64(4*i)] = uint32(100+i), uint32(100+i)
		}
		for i := range passing(group.moves) {
			group.scratch = append(group.scratch, Operand{Kind: Reg, N: n + i})
			th.regs = append(th.regs, 0)
		}
		for _, in := range sequence(group, 0) {
			switch {
			case in.Space != ir.Local:
				(&executor{}).compute(th, &in.Instr)
			case in.Op == ir.Load:
				th.regs[in.Dst.N] = slots[in.Src[0].Value]
			default:
				slots[in.Src[0].Value] = th.regs[in.Src[1].N]
			}
		}
		for i, w := range want {
			got := th.regs[i]
			if i%2 == 1 {
				got = slots[uint64(4*i)]
			}
			if got != w {
				t.Fatalf("%+v: place %d is %d, want %d", group.moves, i, got, w)
			}
		}
	}
}

func TestSequencePairs(t *testing.T) {
	// Two pairs change places, one word of which a single register needs too.
	pair := func(n int) Operand { return Operand{Kind: Reg, N: n} }
	group := &inst{moves: []move{{pair(0), pair(2), ir.U64}, {pair(2), pair(0), ir.F64}, {pair(4), pair(3), ir.F32}}}
	th := &thread{regs: []uint32{10, 11, 12, 13, 14}}
	for _, in := range sequence(group, 0) {
		(&executor{}).compute(th, &in.Instr)
	}
	for i, want := range []uint32{12, 13, 10, 11, 13} {
		if th.regs[i] != want {
			t.Errorf("register %d is %d, want %d", i, th.regs[i], want)
		}
	}
}

// TestWindows: an address register reaches 124 bytes of words, and starts at 0
// where that costs no second one.
func TestWindows(t *testing.T) {
	group := func(offsets ...int) (g []access) {
		for _, o := range offsets {
			g = append(g, access{offset: o, reach: 124})
		}
		return g
	}
	for _, test := range []struct {
		offsets, want []int
	}{
		{[]int{32, 60, 124}, []int{0}},
		{[]int{32, 60, 128}, []int{32}},
		{[]int{32, 156, 160}, []int{0, 156}},
		{[]int{0, 64, 128, 192, 256}, []int{0, 128, 256}}, // rows of 16 floats: two to a register
		{[]int{0, 128, 256}, []int{0, 128, 256}},          // rows of 32 floats: one
		{[]int{-4, 0, 120}, []int{-4}},
	} {
		l := &lowering{of: map[*ir.Block]*block{}, places: map[*ir.Value]Operand{}}
		g := group(test.offsets...)
		for i := range g {
			g[i].v = &ir.Value{ID: i}
		}
		l.cutWindows(&ir.Value{}, g)
		if len(l.bases) != len(test.want) {
			t.Errorf("%v: %d windows, want %v", test.offsets, len(l.bases), test.want)
			continue
		}
		for i, a := range l.bases {
			if a.offset != test.want[i] {
				t.Errorf("%v: window %d at %d, want %v", test.offsets, i, a.offset, test.want)
			}
		}
		for _, a := range g {
			p := l.places[a.v]
			if got := l.bases[p.N-1].offset + p.Offset; got != a.offset || p.Offset < 0 || p.Offset > 124 {
				t.Errorf("%v: offset %d is at %d + %d", test.offsets, a.offset, l.bases[p.N-1].offset, p.Offset)
			}
		}
	}
}

// TestCostTable: every row names its kind and source, and no row is there twice.
func TestCostTable(t *testing.T) {
	kinds := map[string]bool{"published": true, "measured": true, "derived": true, "fitted": true, "unverified": true}
	for _, name := range []string{"cc1.3.csv", "cc1.3.rules.csv"} {
		rows, err := readRows(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, r := range rows {
			key := r["op"] + " " + r["type"] + " " + r["form"] + r["field"]
			if seen[key] {
				t.Errorf("%s: %s is there twice", name, key)
			}
			seen[key] = true
			if !kinds[r["kind"]] || r["source"] == "" {
				t.Errorf("%s: %s has kind %q and source %q", name, key, r["kind"], r["source"])
			}
			if c := r["count"]; c != "" && number(r["issue"]) < 4*number(c) {
				t.Errorf("%s: %s: %s clocks for %s instructions", name, key, r["issue"], c)
			}
		}
	}
}

// TestCosts are the clocks that the lectures and the Programming Guide give.
func TestCosts(t *testing.T) {
	target, err := loadTarget("1.3", "1.3")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		in     Instr
		issue  int
		flops  int
		reason string
	}{
		{Instr{Op: ir.Add, Type: ir.F32}, 4, 1, "8 per clock"},
		{Instr{Op: ir.Mad, Type: ir.F32}, 4, 2, "8 per clock"},
		{Instr{Op: ir.Rsqrt, Type: ir.F32}, 16, 1, "2 per clock"},
		{Instr{Op: ir.Fma, Type: ir.F64}, 32, 2, "1 per clock"},
		{Instr{Op: ir.Mul, Type: ir.S32}, 16, 0, "four instructions"},
		{Instr{Op: ir.Mul24, Type: ir.U32}, 4, 0, "one instruction"},
	} {
		if err := target.price(&test.in, gtx280(t)); err != nil {
			t.Error(err)
		}
		if test.in.Issue != test.issue || test.in.Flops != test.flops {
			t.Errorf("%s.%s: %d clocks and %d flops, want %d and %d (%s)",
				test.in.Op, test.in.Type, test.in.Issue, test.in.Flops, test.issue, test.flops, test.reason)
		}
	}
}

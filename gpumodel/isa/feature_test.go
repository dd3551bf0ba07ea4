package isa

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/ir"
)

// TestFeatures: what a compute capability may use, as sections B.11, B.12 and G.1 of
// the CUDA C Programming Guide 3.2 have it.
func TestFeatures(t *testing.T) {
	atom := func(space ir.Space, mem ir.Type) Instr {
		return Instr{Op: ir.Atom, Atom: ir.AtomAdd, Space: space, Type: mem, Mem: mem}
	}
	for _, test := range []struct {
		name  string
		in    Instr
		since string
	}{
		{"add.f32", Instr{Op: ir.Add, Type: ir.F32}, "1.0"},
		{"ld.f64", Instr{Op: ir.Load, Space: ir.Global, Type: ir.F64, Mem: ir.F64}, "1.0"},
		{"mov.f64", Instr{Op: ir.Cvt, Type: ir.F64, From: ir.F64}, "1.0"},
		{"atom.global.u32", atom(ir.Global, ir.U32), "1.1"},
		{"atom.global.u64", atom(ir.Global, ir.U64), "1.2"},
		{"atom.shared.u32", atom(ir.Shared, ir.U32), "1.2"},
		{"atom.shared.u64", atom(ir.Shared, ir.U64), "2.0"},
		{"atom.global.exch.f32", Instr{Op: ir.Atom, Atom: ir.AtomExch, Space: ir.Global, Type: ir.F32, Mem: ir.F32}, "1.1"},
		{"atom.global.add.f32", atom(ir.Global, ir.F32), "2.0"},
		{"atom.shared.add.f32", atom(ir.Shared, ir.F32), "2.0"},
		{"atom.global.add.f64", atom(ir.Global, ir.F64), "6.0"},
		{"atom.global.min.u64", Instr{Op: ir.Atom, Atom: ir.AtomMin, Space: ir.Global, Type: ir.U64, Mem: ir.U64}, "3.5"},
		{"atom.global.cas.u64", Instr{Op: ir.Atom, Atom: ir.AtomCAS, Space: ir.Global, Type: ir.U64, Mem: ir.U64}, "1.2"},
		{"vote.all", Instr{Op: ir.Vote, Type: ir.U32, Imm: ir.VoteAll}, "1.2"},
		{"vote.any", Instr{Op: ir.Vote, Type: ir.U32, Imm: ir.VoteAny}, "1.2"},
		{"vote.ballot", Instr{Op: ir.Vote, Type: ir.U32, Imm: ir.VoteBallot}, "2.0"},
		{"membar.gl", Instr{Op: ir.Membar, Imm: ir.FenceDevice}, "1.0"},
		{"membar.sys", Instr{Op: ir.Membar, Imm: ir.FenceSystem}, "2.0"},
		{"tex", Instr{Op: ir.Tex, Type: ir.F32, Mem: ir.F32}, "1.0"},
		{"tex object", Instr{Op: ir.Tex, Type: ir.F32, Mem: ir.F32, Extra: []Operand{{Kind: Reg}}}, "3.0"},
		{"add.f64", Instr{Op: ir.Add, Type: ir.F64}, "1.3"},
		{"cvt.f64.f32", Instr{Op: ir.Cvt, Type: ir.F64, From: ir.F32}, "1.3"},
		{"cvt.f32.f64", Instr{Op: ir.Cvt, Type: ir.F32, From: ir.F64}, "1.3"},
		{"set.f64", Instr{Op: ir.Setp, From: ir.F64}, "1.3"},
	} {
		for _, cc := range []string{"1.0", "1.1", "1.2", "1.3"} {
			target, err := loadTarget("1.3", cc)
			if err != nil {
				t.Fatal(err)
			}
			in := test.in
			err = target.price(&in, gtx280(t))
			if has := err == nil; has != (cc >= test.since) {
				t.Errorf("%s on %s: %v, want it from %s on", test.name, cc, err, test.since)
			}
			if err != nil && !strings.Contains(err.Error(), "which came with "+test.since+":") {
				t.Errorf("%s on %s: %v, want the capability %s", test.name, cc, err, test.since)
			}
		}
	}
	if !before("2.1", "10.0") || before("10.0", "9.0") || before("1.3", "1.3") {
		t.Error("compute capabilities are not in order")
	}
}

package isa

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A loop from 1 to 3 with a barrier behind it and a jump over 6.
func TestStretches(t *testing.T) {
	plain := func(issue int32, flops int) Instr { return Instr{Port: 2, Busy: Busy{PipeCores: issue}, Flops: flops} }
	p := &Program{Code: []Instr{
		plain(4, 0),
		plain(4, 2), // 1: the loop
		plain(6, 1),
		{Kind: Branch, Target: 1, Issue: 4},
		{Kind: Barrier, Issue: 4},
		{Kind: Branch, Target: 7, Issue: 4},
		plain(16, 1),
		plain(4, 0), // 7: both ways meet
		{Kind: Exit, Issue: 4},
	}}
	want := []BasicBlock{{First: 0, Last: 0, Port: 2, Busy: Busy{PipeCores: 4}, Flops: 0},
		{First: 1, Last: 2, Port: 4, Busy: Busy{PipeCores: 10}, Flops: 3}, {First: 6, Last: 6, Port: 2, Busy: Busy{PipeCores: 16},
			Flops: 1}, {First: 7, Last: 7, Port: 2, Busy: Busy{PipeCores: 4}, Flops: 0}}
	if diff := cmp.Diff(want, p.BasicBlocks()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

package warp

import (
	"testing"

	"warpbook.dev/gpumodel/isa"
)

// TestOtherPipes: the pipe that makes a result has it before another pipe and the load-store units have.
func TestOtherPipes(t *testing.T) {
	p := &isa.Program{OtherPipeClocks: 5, QueueClocks: 8}
	product := &isa.Instr{Count: 1, Busy: isa.Busy{isa.PipeCores: 1}}
	sum := &isa.Instr{Count: 1, Busy: isa.Busy{isa.PipeALU: 2}}
	root := &isa.Instr{Count: 1, Busy: isa.Busy{isa.PipeSFU: 2}}
	store := &isa.Instr{Count: 1, Busy: isa.Busy{isa.PipeLSU: 1}}
	quotient := &isa.Instr{Count: 8, Busy: isa.Busy{isa.PipeCores: 8}}
	for _, x := range []struct {
		name     string
		from, to *isa.Instr
		latency  int32
		want     int64 // the clock at which the second can be issued
	}{
		{"a product to a product", product, product, 4, 4},
		{"a product to a sum", product, sum, 4, 5},
		{"a sum to a product", sum, product, 4, 5},
		{"a sum to a store", sum, store, 4, 8},
		{"a wide product to a store", product, store, 5, 8},
		{"a product to the special functions", product, root, 4, 4},
		{"a root to a product", root, product, 17, 17},
		{"a quotient to a store", quotient, store, 44, 44},
	} {
		s := &schedule{longest: 8, guards: guards{first: 8}, share: 1}
		s.quantum = isa.Busy{100, 100, 100, 100, 100}
		s.reset(nil, 8)
		c := clocks{latency: x.latency}
		c.maker = made(x.from, &c)
		s.issued(&c, 0, 1, 1)
		l := leastsOf(p, x.to)
		s.operand(1, &l)
		if s.clock != x.want {
			t.Errorf("%s is possible after %d clocks, want %d", x.name, s.clock, x.want)
		}
	}
}

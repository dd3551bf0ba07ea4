package warp

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp/flow"
)

// TestMemo compares what was kept of an access with what comes of one that lies in the same
// way, on every device.
func TestMemo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	patterns := map[string]func(i int) int{
		"one word": func(int) int { return 40 },
		"sequence": func(i int) int { return 12 + i },
		"stride":   func(i int) int { return 3 * i },
		"columns":  func(i int) int { return 1024 * i },
		"rows":     func(i int) int { return i/16*1000 + i%16 },
		"random":   func(int) int { return r.IntN(400) },
	}
	found := 0
	for _, d := range device.All() {
		for _, width := range []int{1, 4, 16} {
			load := &isa.Instr{Op: ir.Load, Mem: map[int]ir.Type{1: ir.U8, 4: ir.U32, 16: ir.U32}[width], Lanes: width / 4}
			in := &instr{Instruction: flow.Instruction{Instr: load}}
			for name, at := range patterns {
				var base Lanes
				for i := range base {
					base[i] = uint64(1<<20 + at(i)*width)
				}
				for range 20 {
					moved, by, active := base, uint64(r.IntN(40)*64), allLanes
					if r.IntN(3) == 0 {
						active = 0x0f0f1100
					}
					for i := range moved {
						moved[i] += by
					}
					l, by, fresh := in.lookup(&moved, active)
					transactions := memory.Coalesce(d, (*[32]uint64)(&moved), active, width, memory.L1Cache, nil)
					passes := memory.BankPasses(d, (*[32]uint64)(&moved), active, width)
					if fresh {
						l.transactions, l.passes = append(l.transactions, transactions...), passes
						continue
					}
					found++
					var kept []memory.Transaction
					for _, x := range l.transactions {
						x.Addr += by
						kept = append(kept, x)
					}
					if diff := cmp.Diff(transactions, kept); diff != "" || passes != l.passes {
						t.Errorf("%s, %s of %d bytes: %d passes, %d kept; transactions (-are, +kept)\n%s", d.Name, name, width, passes, l.passes, diff)
					}
					end := moved[31] + uint64(width)
					if l.within(by, 0, end-1, width) && active == allLanes {
						t.Errorf("%s: bytes to %#x are said to end at %#x", name, end, end-1)
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d accesses were like one before", found)
	}
}

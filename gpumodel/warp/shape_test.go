package warp

import (
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// TestShape compares what a shape says of an address register with what each lane
// sees for itself.
func TestShape(t *testing.T) {
	j := job{source: `__global__ void k(int *a) { __shared__ int s[512]; s[threadIdx.x] = 1; __syncthreads(); a[0] = s[5]; }`,
		block: Dim3{32, 1, 1}, args: []any{zeros(1)}}
	m := j.machine(t)
	r := rand.New(rand.NewPCG(13, 7))
	m.shared = make([]byte, m.sharedLimit)
	for i := range m.shared {
		m.shared[i] = byte(r.Uint32())
	}
	base := m.Program.SharedBase
	patterns := map[string]func(i int) int{
		"one word":          func(int) int { return 40 },
		"one word per half": func(i int) int { return 8 + i/16*60 },
		"sequence":          func(i int) int { return 12 + 4*i },
		"stride":            func(i int) int { return 8 * i },
		"one bank":          func(i int) int { return 60 * i },
		"columns":           func(i int) int { return i%16*64 + i/16*4 },
		"random":            func(int) int { return 4 * r.IntN(400) },
		"below":             func(i int) int { return 4*i - 24 },
		"behind":            func(i int) int { return 1936 + 4*i },
		"misaligned":        func(i int) int { return 4*i + i/31 },
	}
	outside := map[string]bool{"below": true, "behind": true, "misaligned": true}
	for name, at := range patterns {
		w := &warpState{addresses: make([]Lanes, 2), shapes: make([]shape, 2)}
		register := w.register(isa.Operand{Kind: isa.Addr, N: 1})
		for i := range register {
			register[i] = uint64(base + at(i) - 16)
		}
		o := &isa.Operand{Kind: isa.SharedMem, N: 1, Offset: 16}
		s := m.shape(w, o, allLanes, 4)
		if (s == nil) != outside[name] {
			t.Errorf("%s: has a shape: %v", name, s != nil)
		}
		if s == nil {
			continue
		}
		var got, words Lanes
		m.gather(w, o, s, &got)
		for i := range words {
			words[i] = uint64(base + at(i))
		}
		if name == "random" {
			for i := range words {
				words[i] = register[i] + 16
			}
		}
		if want := memory.BankPasses(m.Device, (*[32]uint64)(&words), allLanes, 4); int(s.passes) != want {
			t.Errorf("%s: %d passes, want %d", name, s.passes, want)
		}
		for i, v := range got {
			if want := memory.Word(m.shared[words[i]:], 4); v != want {
				t.Errorf("%s: lane %d reads %#x, want %#x", name, i, v, want)
			}
		}
		if m.shape(w, o, allLanes>>1, 4) != nil || m.shape(w, o, allLanes, 8) != nil ||
			m.shape(w, &isa.Operand{Kind: isa.SharedMem, N: 1, Offset: 14}, allLanes, 4) != nil {
			t.Errorf("%s: a shape serves half a warp, another width or another alignment", name)
		}
		w.register(isa.Operand{Kind: isa.Addr, N: 1})[3] += 2 // written: it has to be looked at again
		if m.shape(w, o, allLanes, 4) != nil {
			t.Errorf("%s: the shape of what has been overwritten", name)
		}
	}
}

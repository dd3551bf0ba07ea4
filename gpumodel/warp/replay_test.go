package warp

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/memory"
)

// evenLoops are loops whose iterations differ in addresses alone, which grow by the same amount in all lanes, and others.
var evenLoops = []struct {
	name, body string
	even       bool
}{
	{"an address that grows", `for (int i = 0; i < n; i++) sum += a[i * 40 + tid];`, true},
	{"an address that grows by different amounts", `for (int i = 0; i < n; i++) sum += a[i * (1 + tid % 8)];`, false},
	{"no access", `for (int i = 0; i < n; i++) sum = sum * 1.5f + 1.0f;`, true},
	{"tiles", `__shared__ float s[64];
	for (int i = 0; i < n; i++) { s[tid] = a[i * 64 + tid]; __syncthreads(); sum += s[tid ^ 1]; __syncthreads(); }`, true},
	{"a guard that does not change", `for (int i = 0; i < n; i++) if (tid < 40) sum += a[i * 64 + tid];`, true},
	{"a guard that changes", `for (int i = 0; i < n; i++) if (i % 3 == 0) sum += a[i * 64 + tid];`, false},
	{"an address that is squared", `for (int i = 0; i < n; i++) sum += a[(i * i + tid) & 1023];`, false},
	{"an address that is loaded", `for (int i = 0; i < n; i++) sum += a[(int)a[i * 3 + tid] & 511];`, false},
	{"a walk through shared memory", `__shared__ float s[128]; s[tid] = s[tid + 64] = a[tid]; __syncthreads();
	for (int i = 0; i < n; i++) sum += s[tid + i];`, false},
}

// TestEvenLoops: the iterations of even loops are replayed, and those of others are not; the traces are those of warps
// that execute each iteration, in the same pieces.
func TestEvenLoops(t *testing.T) {
	type piece struct {
		Steps []Step
		Sent  []memory.Transaction
	}
	for _, x := range evenLoops {
		t.Run(x.name, func(t *testing.T) {
			var pieces [2][][]piece
			replayed := 0
			for way := range pieces {
				j := loopJob(x.body)
				m := j.machine(t)
				m.Slow = way == 1
				pieces[way] = make([][]piece, len(m.tid))
				replay(t, m, 0, Options{ByIteration: true, Uncounted: true}, func(b *Block, w int) {
					var steps []Step
					for _, s := range b.Warps[w].Steps {
						steps = append(steps, *s)
					}
					pieces[way][w] = append(pieces[way][w], piece{steps, slices.Clone(b.Warps[w].Transactions)})
				})
				for _, l := range m.loops {
					for _, one := range l.manners {
						replayed += one.replayed
					}
				}
			}
			if diff := cmp.Diff(pieces[1], pieces[0]); diff != "" {
				t.Errorf("traces (-executed +replayed):\n%s", diff)
			}
			if x.even != (replayed > 0) {
				t.Errorf("%d iterations were replayed, even %v", replayed, x.even)
			}
		})
	}
}

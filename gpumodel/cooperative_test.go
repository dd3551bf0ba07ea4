package gpumodel_test

import (
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

const gridSum = `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, int *partial, int n) {
	cg::grid_group grid = cg::this_grid();
	int sum = 0;
	for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += i;
	for (int round = 0; round < 3; round++) {
		partial[grid.thread_rank()] = sum + round;
		grid.sync();
		sum = partial[(grid.thread_rank() + 37) % grid.num_threads()];
		grid.sync();
	}
	out[grid.thread_rank()] = sum;
}`

// TestGridSync runs a kernel whose blocks exchange values across barriers of the grid.
func TestGridSync(t *testing.T) {
	k := modeltest.Compile(t, gridSum)
	const n = 5000
	for _, name := range []string{"V100", "H200"} {
		for _, blocks := range []int{1, 5, 200} {
			threads := blocks * 64
			out := modeltest.Zeros(t, Int32, threads)
			for range 2 { // the second launch finds the barrier as the first one did
				r, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{64, 1, 1},
					Args: []any{out, modeltest.Zeros(t, Int32, threads), int64(n)}})
				if err != nil {
					t.Fatal(err)
				}
				if r.Time < 1e-6 || r.Time > 20e-6 {
					t.Errorf("%s, %d blocks: %.2f µs for six barriers", name, blocks, r.Time*1e6)
				}
			}
			for i := range threads {
				want := int64(0)
				for j := (i + 3*37) % threads; j < n; j += threads {
					want += int64(j)
				}
				if want += 3; out.Int(i) != want {
					t.Fatalf("%s, %d blocks: thread %d has %d, want %d", name, blocks, i, out.Int(i), want)
				}
			}
		}
	}
}

// TestGridSyncRefused launches it where not all blocks are executed at once.
func TestGridSyncRefused(t *testing.T) {
	k := modeltest.Compile(t, gridSum)
	for _, test := range []struct {
		card   string
		blocks int
		mode   Mode
		want   string
	}{
		{"V100", 80*32 + 1, Auto, "holds 2560 blocks of 64 threads (32 on each of 80 SMs), the grid has 2561"},
		{"V100", 80, Sample, ErrDependent.Error()},
		{"K20X", 10, Auto, "compute capability 3.5 lacks cooperative launches (grid.sync()), which came with 6.0"},
	} {
		threads := test.blocks * 64
		_, err := Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: k, Grid: Dim3{test.blocks, 1, 1}, Block: Dim3{64, 1, 1},
			Mode: test.mode,
			Args: []any{modeltest.Zeros(t, Int32, threads), modeltest.Zeros(t, Int32, threads), int64(0)}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %d blocks: got %v, want %q", test.card, test.blocks, err, test.want)
		}
	}
}

// TestGroupFunctions calls the free functions of groups, by the namespace and by their argument alone, as C++ finds them.
func TestGroupFunctions(t *testing.T) {
	k := modeltest.Compile(t, `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int group_size(int own) { return own; } // of the source, which is another one
template <typename G> __device__ int sum(const G &g, int *s) {
	synchronize(g);
	int all = 0;
	for (int i = 0; i < group_size(g); i++) all += s[i];
	cg::synchronize(g);
	return all;
}
__global__ void k(int *out) {
	__shared__ int s[64];
	auto block = cg::this_thread_block();
	auto tile = cg::tiled_partition<16>(block);
	auto some = cg::coalesced_threads();
	s[thread_rank(block)] = threadIdx.x;
	int all = sum(block, s);
	sync(tile);
	cg::sync(some);
	out[cg::thread_rank(cg::this_grid())] = all * 10000 + thread_rank(tile) * 100 + group_size(some) + group_size(1000000000);
}`)
	out := modeltest.Zeros(t, Int32, 128)
	if _, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{2, 1, 1}, Block: Dim3{64, 1, 1},
		Args: []any{out}}); err != nil {
		t.Fatal(err)
	}
	for i := range 128 {
		if want := int64(63*64/2*10000 + i%16*100 + 32 + 1000000000); out.Int(i) != want {
			t.Errorf("thread %d has %d, want %d", i, out.Int(i), want)
		}
	}
}

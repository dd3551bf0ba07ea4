package gpumodel

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWideTiles: tiles of several warps reduce, scan, vote and meet, each for itself.
func TestWideTiles(t *testing.T) {
	const source = `#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in) {
	__shared__ cg::block_tile_memory<512> memory;
	__shared__ int s[512];
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<%d>(block);
	int t = block.thread_rank(), x = in[t], v[10];
	for (int i = 0; i <= tile.meta_group_rank(); i++) { // some tiles meet more often than others
		s[t] = x + i;
		tile.sync();
		v[0] = s[t / %[1]d * %[1]d + (t + 1) %% %[1]d];
		tile.sync();
	}
	v[1] = cg::reduce(tile, x, cg::plus<int>());
	v[2] = cg::reduce(tile, x, cg::greater<int>());
	v[3] = cg::inclusive_scan(tile, x);
	v[4] = cg::exclusive_scan(tile, x, cg::plus<int>());
	v[5] = tile.any(x == in[7]) + 2 * tile.all(x > -400);
	v[6] = tile.shfl(x, 45);
	v[7] = tile.thread_rank() + 1000 * tile.meta_group_rank() + 10000 * tile.meta_group_size() + 100000 * tile.size();
	v[8] = (int)cg::reduce(tile, x * 0.5, cg::plus<double>());
	v[9] = cg::invoke_one_broadcast(tile, [](int y) { return 2 * y; }, x);
	for (int i = 0; i < 10; i++) out[10 * t + i] = v[i];
}`
	in := cubNumbers(512)
	for _, n := range []int{32, 64, 128, 256, 512} {
		var want []int32
		for i := range in {
			own, group := in[i/n*n:i/n*n+n], i/n
			votes := int32(0)
			if slices.Contains(own, in[7]) {
				votes++
			}
			if slices.Min(own) > -400 {
				votes += 2
			}
			want = append(want, own[(i+1)%n]+int32(group), sumOf(own), slices.Max(own), sumOf(own[:i%n+1]), sumOf(own[:i%n]), votes,
				own[45%n], int32(i%n+1000*group+10000*(512/n)+100000*n), int32(float64(sumOf(own))*0.5), 2*own[0])

		}
		for _, name := range []string{"V100", "A100"} {
			d := arrayOf(t, make([]int32, len(want)))
			l := Launch{Kernel: compile(t, fmt.Sprintf(source, n)), Grid: Dim3{1, 1, 1}, Block: Dim3{512, 1, 1}, Args: []any{d, arrayOf(t, in)}}
			if _, err := Run(t.Context(), card(t, name), l); err != nil {
				t.Fatal(n, name, err)
			}
			if diff := cmp.Diff(want, contents(t, d, want)); diff != "" {
				t.Errorf("tiles of %d, %s: %s", n, name, diff)
			}
		}
	}
}

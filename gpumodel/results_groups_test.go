package gpumodel

import "slices"

// tile is the values of the tile of n lanes in which lane i is.
func tile(i, n int, w []int32) []int32 { return w[i/n*n : i/n*n+n] }

const groupsHead = `#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
`

// groupExamples are cooperative groups.
func groupExamples() []warpExample {
	return []warpExample{
		warpKernel("groups/block", "", groupsHead+`__device__ void turn(cg::thread_block block, int *s, int x) { s[block.thread_rank()] = x; block.sync(); }
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	cg::thread_block cta = cg::this_thread_block();
	int i = cta.group_index().x * cta.size() + cta.thread_rank();
	turn(cta, s, in[i]);
	out[i] = s[cta.num_threads() - 1 - cta.thread_index().x] + (cta.dim_threads().x == blockDim.x);
	cg::sync(cta);
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 { return in[i/64*64+63-i%64] + 1 })
		}),
		warpKernel("groups/tiles of all sizes", "", groupsHead+`template <unsigned N> __device__ int sum(cg::thread_block_tile<N> tile, int v) {
	for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
	return tile.shfl(v, 0);
}
__global__ void k(int *out, const int *in, int n) {
	auto block = cg::this_thread_block();
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	int v = sum<32>(cg::tiled_partition<32>(block), x) + 3 * sum<16>(cg::tiled_partition<16>(block), x) + 5 * sum<8>(cg::tiled_partition<8>(block), x);
	v += 7 * sum<4>(cg::tiled_partition<4>(block), x) + 11 * sum<2>(cg::tiled_partition<2>(block), x) + 13 * sum<1>(cg::tiled_partition<1>(block), x);
	out[i] = v;
}`, everyLane(func(i int, w []int32) (v int32) {
			for k, n := range []int{32, 16, 8, 4, 2, 1} {
				v += []int32{1, 3, 5, 7, 11, 13}[k] * sumOf(tile(i, n, w))
			}
			return v
		})),
		warpKernel("groups/what a tile knows", "", groupsHead+`__device__ int ask(const cg::thread_block_tile<8> &t, int x) {
	int v = t.thread_rank() + 10 * t.size() + 100 * t.meta_group_rank() + 1000 * t.meta_group_size();
	v += t.any(x > 60) + 2 * t.all(x > -20) + 4 * t.ballot(x > 0);
	return v + t.shfl_xor(x, 3) + t.shfl_up(x, 1) + t.shfl(x, 2);
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	cg::thread_block_tile<8> t = cg::tiled_partition<8>(cg::tiled_partition<32>(cg::this_thread_block()));
	out[i] = ask(t, in[i]);
	t.sync();
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 {
				w, r := tile(i, 8, in), i%8
				v := int32(r + 80 + 100*(i%32/8) + 4000 + 4*int(ballot(w, func(x int32) bool { return x > 0 })))
				if slices.Max(w) > 60 {
					v++
				}
				if slices.Min(w) > -20 {
					v += 2
				}
				return v + w[r^3] + w[max(0, r-1)] + w[2]
			})
		}),
		sizedKernel("groups/sum of a block by tiles", "", groupsHead+`__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int partial[];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	int v = cg::reduce(warp, in[blockIdx.x * blockDim.x + threadIdx.x], cg::plus<int>());
	if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = v;
	block.sync();
	if (warp.meta_group_rank() == 0) {
		v = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
		v = cg::reduce(warp, v, cg::plus<int>());
		if (block.thread_rank() == 0) atomicAdd(out, v);
	}
}`, []int{64, 192}, func(in []int32) []int32 {
			out := make([]int32, len(in))
			out[0] = sumOf(in)
			return out
		}),
		warpKernel("groups/reduce and scan", "", groupsHead+`__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	auto t = cg::tiled_partition<16>(cg::this_thread_block());
	int v = cg::reduce(t, x, cg::greater<int>()) + 3 * cg::reduce(t, x, cg::less<int>{}) + 5 * cg::reduce(t, x, cg::bit_or<int>());
	v += 7 * cg::inclusive_scan(t, x) + 11 * cg::exclusive_scan(t, x, cg::plus<int>());
	out[i] = v + (int)(cg::reduce(t, x * 0.5, cg::plus<double>()) * 26);
}`, everyLane(func(i int, w []int32) int32 {
			w = tile(i, 16, w)
			r, or := i%16, int32(0)
			for _, x := range w {
				or |= x
			}
			return slices.Max(w) + 3*slices.Min(w) + 5*or + 7*sumOf(w[:r+1]) + 11*sumOf(w[:r]) + 13*sumOf(w)
		})),
		sizedKernel("groups/filter by a coalesced group", "", `#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int atomicAggInc(int *ptr) {
	coalesced_group g = coalesced_threads();
	int prev;
	if (g.thread_rank() == 0) prev = atomicAdd(ptr, g.size());
	return g.shfl(prev, 0) + g.thread_rank();
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] > 30) out[1 + atomicAggInc(out)] = in[i] > 30;
}`, []int{64, 192}, func(in []int32) []int32 {
			out := make([]int32, len(in))
			for _, x := range in {
				if x > 30 {
					out[0]++
					out[out[0]] = 1
				}
			}
			return out
		}),
		warpKernel("groups/a coalesced group that is not the warp", "", groupsHead+`__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	if (threadIdx.x % 3 == 1) {
		auto g = cg::coalesced_threads();
		int v = cg::reduce(g, x, cg::plus<int>()) + 3 * cg::reduce(g, x, cg::greater<int>()) + 5 * cg::inclusive_scan(g, x) + 7 * g.shfl_down(x, 2);
		out[i] = v + 11 * g.shfl_up(x, 1) + 13 * g.ballot(x > 0) + g.any(x > 60) + 2 * g.all(x > -29) + 1000 * g.size() + g.thread_rank() * g.num_threads();
		g.sync();
	}
}`, nil).with(func(in []int32) []int32 {
			out := make([]int32, len(in))
			for base := 0; base < len(in); base += lanes {
				var at []int
				var w []int32
				for i := base; i < base+lanes; i++ {
					if i%64%3 == 1 {
						at, w = append(at, i), append(w, in[i])
					}
				}
				for r, i := range at {
					down := w[r]
					if r+2 < len(w) {
						down = w[r+2]
					}
					v := sumOf(w) + 3*slices.Max(w) + 5*sumOf(w[:r+1]) + 7*down + 11*w[max(0, r-1)] + 13*int32(ballot(w, func(x int32) bool { return x > 0 }))
					if slices.Max(w) > 60 {
						v++
					}
					if slices.Min(w) > -29 {
						v += 2
					}
					out[i] = v + int32(1000*len(w)+r*len(w))
				}
			}
			return out
		}),
		warpKernel("groups/any group", "", `#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int reduce_sum(thread_group g, int *temp, int val) {
	int lane = g.thread_rank();
	for (int i = g.size() / 2; i > 0; i /= 2) {
		temp[lane] = val;
		g.sync();
		if (lane < i) val += temp[lane + i];
		g.sync();
	}
	return val;
}
__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int temp[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	auto g = this_thread_block();
	int all = reduce_sum(g, temp, in[i]);
	auto quarter = tiled_partition(g, 16);
	int part = reduce_sum(quarter, &temp[16 * (g.thread_rank() / 16)], in[i]);
	thread_group warp = tiled_partition<32>(g);
	int half = reduce_sum(warp, &temp[32 * (g.thread_rank() / 32)], in[i]);
	out[i] = 0;
	if (g.thread_rank() == 0) out[i] += all;
	if (quarter.thread_rank() == 0) out[i] += 3 * part;
	if (warp.thread_rank() == 0) out[i] += 5 * half;
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) (v int32) {
				if i%64 == 0 {
					v += sumOf(in[i : i+64])
				}
				if i%16 == 0 {
					v += 3 * sumOf(in[i:i+16])
				}
				if i%32 == 0 {
					v += 5 * sumOf(in[i:i+32])
				}
				return v
			})
		}),
		warpKernel("groups/partitions by a condition", "", groupsHead+`__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto g = cg::binary_partition(warp, x > 10);
	out[i] = 100 * g.size() + g.thread_rank();
}`, everyLane(func(i int, w []int32) int32 {
			same := func(x int32) bool { return (x > 10) == (w[i] > 10) }
			return int32(100*ones(ballot(w, same)) + ones(ballot(w[:i], same)))
		})),
		warpKernel("groups/partitions by a label", "7.0", groupsHead+`__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto g = cg::labeled_partition(warp, x / 25);
	out[i] = cg::reduce(g, x, cg::plus<int>()) + 1000 * __popc(warp.match_any(x / 25));
}`, everyLane(func(i int, w []int32) (v int32) {
			for _, x := range w {
				if x/25 == w[i]/25 {
					v += x + 1000
				}
			}
			return v
		})),
		warpKernel("groups/a reduce of one's own beside using namespace", "", `#include <cooperative_groups.h>
using namespace cooperative_groups;
struct plus { __device__ int operator()(int a, int b) const { return a + b; } };
template <unsigned N, class Op> __device__ int reduce(thread_block_tile<N> t, int v, Op op) {
	for (int d = N / 2; d; d /= 2) v = op(v, t.shfl_xor(v, d));
	return v;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = reduce<4>(tiled_partition<4>(this_thread_block()), in[i], plus());
}`, everyLane(func(i int, w []int32) int32 { return sumOf(tile(i, 4, w)) })),
		warpKernel("groups/shuffles of any type", "", groupsHead+`struct P { float x; short y; double d; bool odd; };
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
	cg::thread_block_tile<8, cg::thread_block> t = cg::tiled_partition<8>(cg::this_thread_block());
	P p = t.shfl(P{x * 0.5f, (short)(x + 1), x * 0.25, (x & 1) != 0}, 3);
	auto c = cg::coalesced_threads();
	long long far = c.shfl_down((long long)x << 32, 1) >> 32;
	out[i] = (int)(2 * p.x) + 3 * p.y + 5 * (int)(4 * p.d) + 7 * p.odd + 11 * (int)far + 13 * t.shfl_up((char)x, 1);
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 {
				w := tile(i, 8, in)
				x, far, up := w[3], in[i/32*32+min(i%32+1, 31)], w[max(i%8-1, 0)]
				return x + 3*(x+1) + 5*x + 7*(x&1) + 11*far + 13*up
			})
		}),
		warpKernel("groups/partitions", "7.0", groupsHead+`#include <cooperative_groups/memcpy_async.h>
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[64];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, s, in + blockIdx.x * blockDim.x, sizeof(int) * 64);
	cg::wait(block);
	auto warp = cg::tiled_partition<32>(block);
	int x = s[threadIdx.x];
	auto same = cg::labeled_partition(warp, x & 3);
	auto half = cg::binary_partition(warp, x > 10);
	auto four = cg::tiled_partition(half, 4);
	int v = same.meta_group_rank() + 10 * same.meta_group_size() + 100 * same.size() + 10000 * half.meta_group_rank();
	v += 100000 * four.meta_group_rank() + 1000000 * cg::reduce(four, 1, cg::plus<int>());
	cg::invoke_one(warp, [&](int by) { v += by; }, 5);
	out[blockIdx.x * blockDim.x + threadIdx.x] = v + cg::invoke_one_broadcast(warp, [&] { return x; });
}`, nil).with(func(in []int32) []int32 {
			return fill(len(in), func(i int) int32 {
				w, r := tile(i, 32, in), i%32
				var firsts [4]int
				sizes, yes, rank := [4]int32{}, 0, 0
				for j := 31; j >= 0; j-- {
					firsts[w[j]&3], sizes[w[j]&3] = j, sizes[w[j]&3]+1
					if w[j] > 10 {
						yes++
					}
					if j < r && (w[j] > 10) == (w[r] > 10) {
						rank++
					}
				}
				label := w[r] & 3
				before, groups := int32(0), int32(0)
				for l := range sizes {
					if sizes[l] > 0 {
						groups++
						if firsts[l] < firsts[label] {
							before++
						}
					}
				}
				own := 32 - yes
				if w[r] > 10 {
					own = yes
				}
				v := before + 10*groups + 100*sizes[label]
				if w[r] > 10 && yes < 32 {
					v += 10000
				}
				v += int32(100000*(rank/4) + 1000000*min(4, own-rank/4*4))
				if r == 0 {
					v += 5
				}
				return v + w[0]
			})
		}),
	}
}

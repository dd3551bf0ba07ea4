package gpumodel

import (
	"strings"
	"testing"
)

// A libcuExample is a kernel k(int *out, const int *in, int n) of one block of 64 threads, and what it computes.
type libcuExample struct {
	name, source string
	want         func(i int, in []int32) int32
}

const libcuHead = `#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/limits>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(int *out, const int *in, int n) {
	int t = threadIdx.x;
	`

var libcuExamples = []libcuExample{
	{"atomics of a block", `__shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
	__shared__ cuda::std::atomic<unsigned> most, bits;
	__shared__ int plain, won;
	__shared__ double total;
	__shared__ long long least;
	if (t == 0) { sum.store(0, cuda::memory_order_relaxed); most = 0u; bits = 0u; plain = 0; total = 0; least = cuda::std::numeric_limits<long long>::max(); }
	__syncthreads();
	sum.fetch_add(in[t], cuda::std::memory_order_relaxed);
	most.fetch_max((unsigned)(in[t] + 20));
	bits |= 1u << (in[t] & 7);
	cuda::atomic_ref<double, cuda::thread_scope_block> d(total);
	d.fetch_add(0.5 * in[t]);
	cuda::atomic_ref<long long> l{least};
	l.fetch_min((long long)in[t]);
	cuda::atomic_ref<int, cuda::thread_scope_block> claim(plain);
	int nobody = 0;
	if (claim.compare_exchange_strong(nobody, t + 1)) won = t;
	sum--;
	__syncthreads();
	out[t] = sum + 3 * (int)most.load() + 5 * (int)bits.load(cuda::memory_order_acquire) + 7 * (int)total + 11 * (int)least + (plain == won + 1);
}`, func(i int, in []int32) int32 {
		sum, most, bits, least := int32(-64), int32(0), int32(0), in[0]
		for _, x := range in[:64] {
			sum, most, bits, least = sum+x, max(most, x), bits|1<<(x&7), min(least, x)
		}
		return sum + 3*(most+20) + 5*bits + 7*((sum+64)/2) + 11*least + 1
	}},
	{"a flag with release and acquire", `__shared__ int data;
	__shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
	if (t == 0) flag = 0;
	__syncthreads();
	if (t == 40) {
		data = in[5];
		flag.store(1, cuda::memory_order_release);
		flag.notify_all();
	}
	if (t < 32) {
		flag.wait(0, cuda::memory_order_acquire);
		out[t] = data;
	} else out[t] = 0;
}`, func(i int, in []int32) int32 {
		if i < 32 {
			return in[5]
		}
		return 0
	}},
	{"barriers with asynchronous copies", `__shared__ int s[64];
	__shared__ barrier b;
	auto block = cg::this_thread_block();
	if (block.thread_rank() == 0) init(&b, block.size());
	block.sync();
	int v = 0;
	for (int r = 0; r < 3; r++) {
		cuda::memcpy_async(block, s, in + 64 * r, sizeof(int) * block.size(), b);
		barrier::arrival_token token = b.arrive();
		b.wait(std::move(token));
		v += (r + 1) * s[(t + 33) % 64];
		b.arrive_and_wait();
	}
	out[t] = v;
}`, func(i int, in []int32) (v int32) {
		for r := range 3 {
			v += int32(r+1) * in[64*r+(i+33)%64]
		}
		return v
	}},
	{"a producer and a consumer", `__shared__ int s[2][32];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar[4];
	if (t < 4) init(bar + t, blockDim.x);
	__syncthreads();
	int v = 0;
	if (t < 32) {
		for (int i = 0; i < 6; i++) {
			bar[i % 2].arrive_and_wait();
			s[i % 2][t] = in[i * 32 + t];
			bar[2 + i % 2].arrive();
		}
	} else {
		bar[0].arrive();
		bar[1].arrive();
		for (int i = 0; i < 6; i++) {
			bar[2 + i % 2].arrive_and_wait();
			v += s[i % 2][63 - t] * (i + 1);
			bar[i % 2].arrive();
		}
	}
	out[t] = v;
}`, func(i int, in []int32) (v int32) {
		for r := 0; r < 6 && i >= 32; r++ {
			v += int32(r+1) * in[r*32+63-i]
		}
		return v
	}},
	{"threads that drop out", `__shared__ barrier b;
	__shared__ int left;
	if (t == 0) { init(&b, 64); left = 0; }
	__syncthreads();
	out[t] = 0;
	if (t >= 40) { b.arrive_and_drop(); return; }
	for (int r = 0; r < 2; r++) {
		b.arrive_and_wait();
		atomicAdd(&left, 1);
		b.arrive_and_wait();
		out[t] += left;
	}
}`, func(i int, in []int32) int32 {
		if i < 40 {
			return 40 + 80
		}
		return 0
	}},
	{"a pipeline of two stages", `__shared__ int s[2][64];
	auto block = cg::this_thread_block();
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto p = cuda::make_pipeline(block, &state);
	int v = 0;
	for (int c = 0, f = 0; c < 4; c++) {
		for (; f < 4 && f < c + 2; f++) {
			p.producer_acquire();
			cuda::memcpy_async(block, s[f % 2], in + f * 48, cuda::aligned_size_t<16>(sizeof(int) * 64), p);
			p.producer_commit();
		}
		p.consumer_wait();
		v += (c + 1) * s[c % 2][63 - t];
		p.consumer_release();
	}
	out[t] = v;
}`, func(i int, in []int32) (v int32) {
		for c := range 4 {
			v += int32(c+1) * in[c*48+63-i]
		}
		return v
	}},
	{"primitives of pipelines", `__shared__ int4 s[64];
	__pipeline_memcpy_async(&s[t], (const int4 *)in + t % 16, sizeof(int4));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	out[t] = s[63 - t].y;
}`, func(i int, in []int32) int32 { return in[(63-i)%16*4+1] }},
}

// TestLibcu runs kernels that use libcu++ (cuda::) against references.
func TestLibcu(t *testing.T) {
	in := make([]int32, 256)
	for i := range in {
		in[i] = int32(i*37%101 - 20)
	}
	for _, x := range libcuExamples {
		for _, name := range []string{"V100", "H200"} {
			t.Run(strings.ReplaceAll(x.name, " ", "_")+"/"+name, func(t *testing.T) {
				out, array := zeros(t, Int32, 64), zeros(t, Int32, len(in))
				for i, v := range in {
					array.SetInt(i, int64(v))
				}
				_, err := Run(t.Context(), card(t, name), Launch{Kernel: compile(t, libcuHead+x.source), Grid: Dim3{1, 1, 1}, Block: Dim3{64, 1, 1}, Args: []any{out, array, int64(len(in))}})
				if err != nil {
					t.Fatal(err)
				}
				for i := range 64 {
					if got, want := int32(out.Int(i)), x.want(i, in); got != want {
						t.Fatalf("thread %d has %d, want %d", i, got, want)
					}
				}
			})
		}
	}
}

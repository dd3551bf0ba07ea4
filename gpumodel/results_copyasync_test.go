package gpumodel

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/internal/tier"
)

// TestLoadMatrix: ldmatrix gives the lanes what the PTX ISA says: of matrix i, whose rows lanes 8 i to 8 i + 7 name,
// lane t has elements 2 (t % 4) and one more of row t / 4, or of column t / 4 with .trans.
func TestLoadMatrix(t *testing.T) {
	k := compile(t, `__global__ void k(unsigned *d, const unsigned short *a) {
	__shared__ __align__(16) unsigned short s[64 * 40];
	int t = threadIdx.x;
	for (int i = t; i < 64 * 40; i += 32) s[i] = a[i];
	__syncthreads();
	unsigned at = __cvta_generic_to_shared(&s[t * 2 * 40 + 8 * (t % 3)]), r[14], far;
	asm("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(far) : "l"(&s[t * 2 * 40 + 8 * (t % 3)]));
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];\n" : "=r"(r[1]), "=r"(r[2]) : "r"(at));
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 "
		"{%0, %1, %2, %3}, [%4];\n" : "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]) : "r"(far));
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(r[7]) : "r"(at));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(r[8]), "=r"(r[9]) : "r"(at));
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4+16];" : "=r"(r[10]), "=r"(r[11]), "=r"(r[12]), "=r"(r[13]) : "r"(at));
	for (int i = 0; i < 14; i++) d[14 * t + i] = r[i];
}`)
	a := make([]uint16, 64*40)
	for i := range a {
		a[i] = uint16(i * 7)
	}
	element := func(matrix, row, column, offset int) uint32 {
		lane := 8*matrix + row
		return uint32(a[lane*2*40+8*(lane%3)+column+offset])
	}
	want := make([]uint32, 14*32)
	for lane := range 32 {
		put := func(register, matrix int, trans bool, offset int) {
			r, c := lane/4, lane%4*2
			if trans {
				want[14*lane+register] = element(matrix, c, r, offset) | element(matrix, c+1, r, offset)<<16
			} else {
				want[14*lane+register] = element(matrix, r, c, offset) | element(matrix, r, c+1, offset)<<16
			}
		}
		for i, m := range []int{0, 0, 1, 0, 1, 2, 3} {
			put(i, m, false, 0)
			offset := 0
			if i > 2 {
				offset = 8
			}
			put(7+i, m, true, offset)
		}
	}
	for _, name := range []string{"RTX 2080 Ti", "A100", "H200"} {
		d := arrayOf(t, make([]uint32, len(want)))
		r, err := Run(t.Context(), card(t, name), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{d, arrayOf(t, a)}})
		if err != nil {
			t.Fatal(name, err)
		}
		if diff := cmp.Diff(want, contents(t, d, want)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		_ = r
	}
	if _, err := Run(t.Context(), card(t, "V100"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{zeros(t, Int32, 14*32), arrayOf(t, a)}}); err == nil || !strings.Contains(err.Error(), "compute capability 7.0 lacks ldmatrix, which came with 7.5") {
		t.Errorf("V100: %v", err)
	}
}

// TestCopyAsync: cp.async copies 4, 8 or 16 bytes, of which it reads as many as it is told.
func TestCopyAsync(t *testing.T) {
	k := compile(t, `#include <cuda_pipeline.h>
__global__ void k(unsigned *d, const unsigned *a, const unsigned *n) {
	__shared__ __align__(16) unsigned s[32 * 20];
	int t = threadIdx.x;
	for (int i = t; i < 32 * 20; i += 32) s[i] = 0xffffffff;
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[20 * t]);
	const unsigned *from = a + 16 * t;
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(at), "l"(from));
	asm volatile("cp.async.ca.shared.global [%0+8], [%1+8], %2;\n" :: "r"(at), "l"(from), "n"(8));
	asm volatile("cp.async.cg.shared.global [%0+16], [%1], 16;" :: "r"(at), "l"(from + 4));
	asm volatile("cp.async.commit_group;\n" ::);
	asm volatile("cp.async.cg.shared.global.L2::128B [%0 + 32], [%1], 16, %2;" :: "r"(at), "l"(n[t] ? from + 8 : nullptr), "r"(n[t]));
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(at + 48), "l"(from + 12), "r"(n[t] & 3));
	asm volatile("cp.async.commit_group;");
	asm volatile("cp.async.wait_group %0;" :: "n"(1));
	__pipeline_memcpy_async(&s[20 * t + 13], from + 13, 4);
	__pipeline_memcpy_async(&s[20 * t + 14], from + 14, 8, 6);
	__pipeline_memcpy_async(&s[20 * t + 16], from, 16, n[t]);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	for (int i = t; i < 32 * 20; i += 32) d[i] = s[i];
}`)
	a, n := make([]uint32, 32*16), make([]uint32, 32)
	for i := range a {
		a[i] = uint32(i)*0x01020305 + 0x80f07060
	}
	for i := range n {
		n[i] = uint32(i * 5 % 17)
	}
	var want []uint32
	for t := range 32 {
		from := a[16*t : 16*t+16]
		first := func(words []uint32, bytes int) (out []uint32) {
			for i, w := range words {
				kept := max(0, min(4, bytes-4*i))
				out = append(out, w&uint32(uint64(1)<<(8*kept)-1))
			}
			return out
		}
		want = append(want, from[0], 0xffffffff)
		want = append(want, from[2:8]...)
		want = append(want, first(from[8:12], int(n[t]))...)
		want = append(want, first(from[12:13], int(n[t]&3))...)
		want = append(want, from[13])
		want = append(want, first(from[14:16], 2)...)
		want = append(want, first(from[:4], 16-int(n[t]))...)
	}
	for _, name := range []string{"A100", "RTX 3090", "H200"} {
		d := arrayOf(t, make([]uint32, len(want)))
		if _, err := Run(t.Context(), card(t, name), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{d, arrayOf(t, a), arrayOf(t, n)}}); err != nil {
			t.Fatal(name, err)
		}
		if diff := cmp.Diff(want, contents(t, d, want)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	_, err := Run(t.Context(), card(t, "RTX 2080 Ti"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{zeros(t, Int32, len(want)), arrayOf(t, a), arrayOf(t, n)}})
	if err == nil || !strings.Contains(err.Error(), "compute capability 7.5 lacks asynchronous copies to shared memory (cp.async), which came with 8.0") {
		t.Errorf("RTX 2080 Ti: %v", err)
	}
}

// overlapping are loops over tiles that copy AHEAD of what they compute, by each interface.
var overlapping = map[string]string{
	"__pipeline_memcpy_async": `#include <cuda_pipeline.h>
__global__ void k(float *d, const float *a, int tiles) {
	__shared__ __align__(16) float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	const float *from = a + blockIdx.x * tiles * 128;
	__pipeline_memcpy_async(&s[0][4 * t], from + 4 * t, 16);
	__pipeline_commit();
	for (int i = 0; i < tiles; i++) {
		if (i + 1 < tiles) __pipeline_memcpy_async(&s[(i + 1) & 1][4 * t], from + (i + 1) * 128 + 4 * t, 16);
		__pipeline_commit();
		__pipeline_wait_prior(AHEAD);
		__syncwarp();
		for (int j = 0; j < 128; j++) sum = sum * 0.5f + s[i & 1][(j + t) & 127];
		__syncwarp();
	}
	d[blockIdx.x * 32 + t] = sum;
}`,
	"cuda::memcpy_async": `#include <cuda/pipeline>
__global__ void k(float *d, const float *a, int tiles) {
	__shared__ __align__(16) float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	const float *from = a + blockIdx.x * tiles * 128;
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
	for (int next = 0, i = 0; i < tiles; i++) {
		for (; next < tiles && next <= i + AHEAD; next++) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[next & 1][4 * t], from + next * 128 + 4 * t, sizeof(float4), pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		__syncwarp();
		for (int j = 0; j < 128; j++) sum = sum * 0.5f + s[i & 1][(j + t) & 127];
		__syncwarp();
		pipe.consumer_release();
	}
	d[blockIdx.x * 32 + t] = sum;
}`,
	"cooperative_groups::memcpy_async": `#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(float *d, const float *a, int tiles) {
	__shared__ __align__(16) float s[2][128];
	int t = threadIdx.x;
	float sum = 0;
	const float *from = a + blockIdx.x * tiles * 128;
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, s[0], from, sizeof(s[0]));
	for (int i = 0; i < tiles; i++) {
		cg::memcpy_async(block, s[(i + 1) & 1], from + min(i + 1, tiles - 1) * 128, sizeof(s[0]));
		cg::wait_prior<AHEAD>(block);
		for (int j = 0; j < 128; j++) sum = sum * 0.5f + s[i & 1][(j + t) & 127];
		block.sync();
	}
	d[blockIdx.x * 32 + t] = sum;
}`,
}

// TestCopiesOverlap: a warp that has the next tile copied while it computes takes less time than one that waits for
// each tile, and both compute the same. Before 8.0, where copies are loads and stores, waiting makes no such difference.
func TestCopiesOverlap(t *testing.T) {
	tier.Check(t)
	const tiles, blocks = 40, 8
	a := make([]float32, blocks*tiles*128)
	for i := range a {
		a[i] = float32(i%37) - 18
	}
	want := make([]float32, blocks*32)
	for i := range want {
		for tile := range tiles {
			for j := range 128 {
				want[i] = want[i]*0.5 + a[(i/32*tiles+tile)*128+(j+i%32)%128]
			}
		}
	}
	for interfaceName, source := range overlapping {
		for _, name := range []string{"V100", "A100", "H200"} {
			var times []float64
			for _, ahead := range []string{"1", "0"} {
				d := arrayOf(t, make([]float32, len(want)))
				k := compile(t, strings.Replace(source, "AHEAD", ahead, 1))
				r, err := Run(t.Context(), card(t, name), Launch{Kernel: k, Grid: Dim3{blocks, 1, 1}, Block: Dim3{32, 1, 1}, Args: []any{d, arrayOf(t, a), int64(tiles)}})
				if err != nil {
					t.Fatal(interfaceName, name, err)
				}
				if diff := cmp.Diff(want, contents(t, d, want)); diff != "" {
					t.Errorf("%s, %s: %s", interfaceName, name, diff)
				}
				times = append(times, r.Time)
			}
			switch ratio := times[1] / times[0]; {
			case name == "V100" && (ratio < 0.9 || ratio > 1.1):
				t.Errorf("%s: V100: %v", interfaceName, times)
			case name != "V100" && ratio < 1.3:
				t.Errorf("%s, %s: waiting for each tile takes %.3g times as long as copying ahead", interfaceName, name, ratio)
			}
		}
	}
}

package warp

import (
	"errors"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/memory"
)

// TestTraps checks that a kernel that goes astray ends with an error that says
// what was wrong, in which line and which thread.
func TestTraps(t *testing.T) {
	for _, x := range []struct {
		name, source string
		grid, block  Dim3
		shared       int
		args         []any
		want         string
	}{
		{name: "read behind the end", source: "__global__ void k(int *a, const int *b) {\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\ta[i / 2] = b[i];\n}",
			grid: Dim3{2, 1, 1}, block: Dim3{40, 1, 1}, args: []any{zeros(40), zeros(77)},
			want: "line 3: out of bounds read: array[77], but array has 77 elements of 4 bytes (block (1, 0, 0), thread (37, 0, 0))"},
		{name: "write behind the end", source: "__global__ void k(short *a) {\n\n\ta[threadIdx.y * 10 + threadIdx.x] = 1;\n}",
			block: Dim3{10, 5, 1}, args: []any{zeros(23)},
			want: "line 3: out of bounds write: array[46], but array has 46 elements of 2 bytes (block (0, 0, 0), thread (6, 4, 0))"},
		{name: "write before the begin", source: "__global__ void k(int *a) {\n\ta[(int)threadIdx.x - 2000000] = 1;\n}", block: Dim3{2, 1, 1}, args: []any{zeros(4)},
			want: "line 2: out of bounds write: "},
		{name: "just before the first array", source: "__global__ void k(int *a) {\n\ta[(int)threadIdx.x - 1] = 1;\n}", block: Dim3{2, 1, 1}, args: []any{zeros(4)},
			want: "line 2: out of bounds write: array[-1], but array has 4 elements of 4 bytes (block (0, 0, 0), thread (0, 0, 0))"},
		{name: "null pointer", source: "__global__ void k(int *a, int n) {\n\tif (n) a = 0;\n\ta[threadIdx.x + 3] = 5;\n}", block: Dim3{2, 1, 1}, args: []any{zeros(4), 1},
			want: "line 3: out of bounds write: address 0xc is a null pointer plus 12 bytes (block (0, 0, 0), thread (0, 0, 0))"},
		{name: "misaligned", source: "__global__ void k(char *a) {\n\t*(int *)(a + 4 * threadIdx.x + threadIdx.x / 3) = 1;\n}", block: Dim3{9, 1, 1}, args: []any{zeros(40)},
			want: "line 2: misaligned address: 0x10000d is not a multiple of 4 (block (0, 0, 0), thread (3, 0, 0))"},
		{name: "misaligned vector", source: "__global__ void k(float *a) {\n\tfloat4 v = *reinterpret_cast<float4 *>(a + threadIdx.x);\n\ta[0] = v.x + v.y + v.z + v.w;\n}", block: Dim3{4, 1, 1}, args: []any{zeros(40)},
			want: "line 2: misaligned address: 0x100004"},
		{name: "atomic behind the end", source: "__global__ void k(int *a) {\n\tatomicAdd(&a[threadIdx.x], 1);\n}", block: Dim3{9, 1, 1}, args: []any{zeros(7)},
			want: "line 2: out of bounds write: array[7]"},
		{name: "shared memory", source: "__global__ void k(int *a) {\n\t__shared__ int s[16];\n\ts[threadIdx.x * 5] = 1;\n\ta[0] = s[2];\n}", block: Dim3{5, 1, 1}, args: []any{zeros(1)},
			want: "line 3: out of bounds: byte 80 of 64 bytes of shared memory (block (0, 0, 0), thread (4, 0, 0))"},
		{name: "below shared memory", source: "__global__ void k(int *a) {\n\t__shared__ int s[16];\n\ts[(int)threadIdx.x - 2] = 1;\n\ta[0] = s[2];\n}", block: Dim3{5, 1, 1}, args: []any{zeros(1)},
			want: "line 3: out of bounds: byte -8 of 64 bytes of shared memory"},
		{name: "dynamic shared memory that nobody gave", source: "__global__ void k(int *a) {\n\textern __shared__ int s[];\n\ts[threadIdx.x] = a[0];\n\ta[1] = s[0];\n}", block: Dim3{5, 1, 1}, args: []any{zeros(2)},
			want: "line 3: out of bounds: byte 0 of 0 bytes of shared memory"},
		{name: "dynamic shared memory", source: "__global__ void k(int *a) {\n\textern __shared__ int s[];\n\ta[threadIdx.x] = 3 + s[threadIdx.x];\n}", block: Dim3{5, 1, 1}, shared: 16, args: []any{zeros(5)},
			want: "line 3: out of bounds: byte 16 of 16 bytes of shared memory (block (0, 0, 0), thread (4, 0, 0))"},
		{name: "misaligned shared memory", source: "__global__ void k(int *a) {\n\t__shared__ char s[16];\n\t*(short *)(s + 3) = a[0];\n\ta[0] = s[2];\n}", block: Dim3{5, 1, 1}, args: []any{zeros(1)},
			want: "line 3: misaligned address: byte 3 of shared memory is not a multiple of 2"},
		{name: "local memory", source: "__global__ void k(int *a, int n) {\n\tint s[8];\n\tfor (int i = 0; i < n; i++)\n\t\ts[i] = a[i];\n\ta[0] = s[a[1]];\n}", block: Dim3{2, 1, 1}, args: []any{zeros(40), 9},
			want: "line 4: out of bounds: byte 32 of 32 bytes of local memory"},
		{name: "barrier in a part of a warp", source: "__global__ void k(int *a) {\n\tif (threadIdx.x < 5)\n\t\t__syncthreads();\n\ta[0] = 1;\n}", block: Dim3{32, 1, 1}, args: []any{zeros(1)},
			want: "line 3: only some threads of the warp reach __syncthreads() (block (0, 0, 0), thread (0, 0, 0))"},
		{name: "barriers apart", source: "__global__ void k(int *a) {\n\tif (threadIdx.x % 2) { a[0]++; __syncthreads(); }\n\telse { __syncthreads(); a[1]++; }\n}", block: Dim3{32, 1, 1}, args: []any{zeros(2)},
			want: "only some threads of the warp reach __syncthreads()"},
		{name: "assert", source: "#include <cassert>\n__global__ void k(int *a) {\n\tassert(a[threadIdx.x] >= 0);\n}", block: Dim3{32, 1, 1}, args: []any{words(32, func(i int) uint32 { return uint32(9 - i) })},
			want: "line 3: assertion failed (block (0, 0, 0), thread (10, 0, 0))"},
		{name: "trap", source: "__global__ void k(int *a) {\n\tif (threadIdx.x == 7)\n\t\t__trap();\n\ta[threadIdx.x] = 1;\n}", block: Dim3{32, 1, 1}, args: []any{zeros(32)},
			want: "line 3: __trap() was called (block (0, 0, 0), thread (7, 0, 0))"},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := job{source: x.source, grid: x.grid, block: x.block, shared: x.shared, args: x.args}
			err := runAll(j.machine(t))
			if err == nil || !strings.HasPrefix(err.Error(), x.want) && !strings.Contains(err.Error(), x.want) {
				t.Errorf("error %v, want %s", err, x.want)
			}
			var f *Trap
			if !errors.As(err, &f) {
				t.Errorf("error %T, want a *Trap", err)
			}
			// A sampled launch moves no values, but sees where they would go.
			if s := (job{source: x.source, grid: x.grid, block: x.block, shared: x.shared, args: x.args,
				sampled: true}); runAll(s.machine(t)) == nil {
				t.Errorf("no error without values")
			}
		})
	}
}

func TestBoundsErrorIsKept(t *testing.T) {
	j := job{source: `__global__ void k(int *a) { a[threadIdx.x] = 1; }`, block: Dim3{9, 1, 1}, args: []any{zeros(8)}}
	var b *memory.BoundsError
	if err := runAll(j.machine(t)); !errors.As(err, &b) || b.Offset != 32 || b.Width != 4 {
		t.Errorf("error %v, want a BoundsError at byte 32", err)
	}
}

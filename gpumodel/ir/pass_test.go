package ir

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/cuda"
)

// TestCode counts what an optimised kernel holds. A row's counts are pairs of a
// piece of text and the number of lines with it, for c.c. 1.x and for later ones.
func TestCode(t *testing.T) {
	type counts map[string][2]int
	for _, test := range []struct {
		name, params, body string
		want               counts
	}{
		{"unrolled when small", "float *a, int n", "float s = 0; for (int k = 0; k < 8; k++) s += a[k]; a[n] = s;",
			counts{"ld.global": {8, 8}, "bra": {0, 0}}},
		{"not unrolled when large", "float *a, int n", "float s = 0; for (int k = 0; k < 4000; k++) s += a[k]; a[n] = s;",
			counts{"ld.global": {1, 1}, "setp": {1, 1}}},
		{"pragma unroll 1", "float *a, int n", "float s = 0;\n#pragma unroll 1\nfor (int k = 0; k < 8; k++) s += a[k]; a[n] = s;",
			counts{"ld.global": {1, 1}}},
		{"pragma unroll 4 with remainder", "float *a, int n", "float s = 0;\n#pragma unroll 4\nfor (int k = 0; k < 10; k++) s += a[k]; a[n] = s;",
			counts{"ld.global": {6, 6}, "setp": {1, 1}}},
		{"pragma unroll 4 of an unknown count", "float *a, int n", "float s = 0;\n#pragma unroll 4\nfor (int k = 0; k < n; k++) s += a[k]; a[n] = s;",
			counts{"ld.global": {4, 4}, "setp": {5, 5}}},
		{"modified in the body", "float *a, int n", "for (int k = 0; k < 8; k++) { a[k] = 1; k += n; }", counts{"st.global": {1, 1}}},
		{"powers of two", "unsigned *a, unsigned n", "a[0] = n * 8 + n / 4 + n % 16;", counts{"shl": {1, 1}, "shr": {1, 1}, "and.b32": {1, 1}, "div": {0, 0}, "rem": {0, 0}}},
		{"division of what is never negative", "int *a, int n", "int t = threadIdx.x; a[t / 32] = t % 8;", counts{"shr": {1, 1}, "and.b32": {1, 1}, "sub": {0, 0}}},
		{"one product, one base", "float *a, int n", "int i = threadIdx.x; a[i] = a[i + 1] + a[i + 2];", counts{"shl": {1, 0}, "add.u": {1, 0}, "mad.wide": {0, 1}, "+4]": {1, 1}, "+8]": {1, 1}}},
		{"24 bits where they suffice", "int *a, int n", "a[blockIdx.x * blockDim.x + threadIdx.x] = n * n;", counts{"mad24": {1, 0}, "mul.lo": {1, 1}, "mad.lo": {0, 1}}},
		{"multiply-add", "float *a, float x", "a[0] = a[1] * x + a[2];", counts{"\tmad": {0, 0}, "mad.f32": {1, 0}, "fma": {0, 1}, "mul": {0, 0}}},
		{"no multiply-add across __fmul_rn", "float *a, float x", "a[0] = __fmul_rn(a[1], x) + a[2]; a[3] = __fadd_rn(a[1] * x, a[2]);", counts{"mad.f32": {0, 0}, "fma": {0, 0}}},
		{"running sums", "float *a, int n", "float s = 0; for (int k = 0; k < n; k++) s += a[k * n]; a[0] = s;", counts{"mul.lo": {0, 0}}},
		{"invariant division", "int *a, int n", "for (int k = 0; k < n; k++) a[k] = n / 7;", counts{"div": {1, 1}}},
		{"remainder and quotient", "int *a, int n", "int i = threadIdx.x; a[0] = i % n; a[1] = i / n; a[2] = i / 3 + i % 3;", counts{"div.": {2, 2}, "rem.": {2, 0}, "mul.lo": {0, 2}}},
		{"remainder behind a branch", "int *a, int n", "int i = threadIdx.x; int q = i / n; if (q > 3) a[1] = i % n; else a[0] = q;", counts{"div.": {1, 1}, "rem.": {1, 0}}},
		{"remainder on another path", "int *a, int n", "int i = threadIdx.x; if (i > 3) a[1] = i % n; else a[0] = i / n;", counts{"div.": {1, 1}, "rem.": {1, 1}}},
		{"two signs at once", "int *a, int n, int m", "if (n >= 0 && m >= 0) a[0] = 1; if (m < 0 || n < 0) a[1] = 1;", counts{"setp": {4, 2}, "or.b32": {0, 1}}},
		{"two signs apart", "int *a, int n, int m", "if (n >= 0 && n < 9 && m >= 0) a[0] = 1;", counts{"setp": {3, 3}, "or.b32": {0, 0}}},
		{"loaded once", "float *a, float *b, int n", "b[0] = a[n] * a[n]; ", counts{"ld.global": {1, 1}}},
		{"a store between", "float *a, float *b, int n", "b[0] = a[n]; b[1] = a[n];", counts{"ld.global": {2, 2}}},
		{"a store between, restrict", "const float * __restrict__ a, float * __restrict__ b, int n", "b[0] = a[n]; b[1] = a[n];", counts{"ld.global": {1, 1}}},
		{"volatile", "volatile float *a, int n", "a[n] = a[n] + a[n];", counts{"ld.volatile.global": {2, 2}}},
		{"forwarded store", "float *a, int n", "__shared__ float s[64]; s[n] = a[0]; a[1] = s[n];", counts{"ld.shared": {0, 0}}},
		{"not across a barrier", "float *a, int n", "__shared__ float s[64]; s[n] = a[0]; __syncthreads(); a[1] = s[n];", counts{"ld.shared": {1, 1}}},
		{"vectors", "float4 *a, int n", "float4 v = a[n]; v.x += v.y; a[n + 1] = v;", counts{"ld.global.v4.f32": {1, 1}, "st.global.v4.f32": {1, 1}}},
		{"selection", "int *a, int n", "int x = n; if (n > 3) x = n + 7; a[0] = x;", counts{"selp": {1, 1}, "bra": {0, 0}}},
		{"stores stay behind branches", "int *a, int n", "if (n > 3) a[0] = n;", counts{"selp": {0, 0}, "bra %p": {1, 1}}},
		{"arrays in registers", "float *a, int n", "float r[4]; for (int k = 0; k < 4; k++) r[k] = a[k]; for (int k = 0; k < 4; k++) a[k + n] = r[3 - k];", counts{"local": {0, 0}}},
		{"arrays in local memory", "float *a, int n", "float r[4]; for (int k = 0; k < 4; k++) r[k] = a[k]; a[0] = r[n];", counts{".local 16": {1, 1}, "ld.local": {1, 1}, "st.local": {4, 4}}},
		{"converted constants", "float *a, int n", "for (int k = 0; k < 4; k++) a[k] = k * a[n];", counts{"cvt": {0, 0}}},
		{"constant condition", "int *a, int n", "const int size = 256; if (size >= 512) a[n] = 1; if (size >= 128) a[n] = 2;", counts{"st.global": {1, 1}, "bra": {0, 0}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, target := range []Target{gt200, later} {
				_, f := build(t, fmt.Sprintf("__global__ void k(%s) { %s }", test.params, test.body), target)
				text := f.String()
				for piece, n := range test.want {
					if got := countLines(text, piece); got != n[i] {
						t.Errorf("%d bits: %d lines with %q, want %d\n%s", target.PointerBits, got, piece, n[i], text)
					}
				}
			}
		})
	}
}

func countLines(text, piece string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.Contains(line, piece) {
			n++
		}
	}
	return n
}

// TestLoadsTogether: the loads of the tiled transpose are issued back to back.
func TestLoadsTogether(t *testing.T) {
	_, f := build(t, source(t, "transpose_tiled"), gt200)
	text := f.String()
	last, store := strings.LastIndex(text, "ld.global"), strings.Index(text, "st.shared")
	if last > store {
		t.Errorf("a store to shared memory stands between the loads:\n%s", text)
	}
}

func TestErrors(t *testing.T) {
	for name, test := range map[string]struct {
		src, want string
		target    Target
	}{
		"recursion":  {"__device__ int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n__global__ void k(int *a) { a[0] = f(a[1]); }", "compute capability 1.x lacks recursion", gt200},
		"two spaces": {"__global__ void k(float *a, int n) {\n__shared__ float s[32];\nfloat *p = a;\nif (n > 2) p = s;\np[0] = 1; }", "p points to", gt200},
	} {
		file, err := cuda.Parse("test.cu", test.src, cuda.Options{})
		if err == nil {
			_, err = Build(t.Context(), file, file.Kernels[0], test.target)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, test.want)
		}
	}
}

func TestPrintf(t *testing.T) {
	_, f := build(t, `__global__ void k(int *a) { printf("%s: %d%% of %5s\n", "50%", a[0], "all"); }`, later)
	if want := "50%%: %d%% of   all\n"; len(f.Formats) != 1 || f.Formats[0] != want {
		t.Errorf("formats %q, want %q", f.Formats, want)
	}
}

// TestTeachingKernels builds every kernel of the rooms next door.
func TestTeachingKernels(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../cuda/testdata/*.cu", "../kernels/*/*.cu"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, list...)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := cuda.Parse(name, string(src), cuda.Options{})
		if err != nil {
			continue // a file of errors
		}
		for _, k := range file.Kernels {
			if k.Body == nil {
				continue // a template
			}
			for _, target := range []Target{gt200, later} {
				f, err := construct(t.Context(), file, k, target)
				if err != nil {
					t.Error(err)
					continue
				}
				optimize(f, func(pass string) {
					if err := Check(f); err != nil {
						t.Fatalf("%s: %s: behind %q: %v", name, k.Name, pass, err)
					}
				})
			}
		}
	}
}

// TestGenericPointer: where pointers have 64 bits, one may point to both.
func TestGenericPointer(t *testing.T) {
	_, f := build(t, "__global__ void k(float *a, int n) {\n__shared__ float s[32];\nfloat *p = a;\nif (n > 2) p = s;\np[0] = 1; }", later)
	if text := f.String(); !strings.Contains(text, "st.generic.f32") || !strings.Contains(text, fmt.Sprint("add.u64 %rd1, ", SharedWindow)) {
		t.Error(text)
	}
}

func ExampleBuild() {
	src := "__global__ void scale(float *a, float x) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = a[i] * x + 1; }"
	file, err := cuda.Parse("scale.cu", src, cuda.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := Build(context.Background(), file, file.Kernels[0], Target{PointerBits: 32})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// .entry scale(.param .u32 a, .param .f32 x)
	// {
	// 	%r1 = mad24.lo.u32 %ctaid.x, %ntid.x, %tid.x
	// 	%r2 = shl.b32 %r1, 2
	// 	%r3 = add.u32 a, %r2
	// 	%f1 = ld.global.f32 [%r3]
	// 	%f2 = mad.f32 %f1, x, 1.0
	// 	st.global.f32 [%r3], %f2
	// 	ret
	// }
}

package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/internal/nvcc"
	"warpbook.dev/internal/tier"
)

const load = "s += a[i * 32 + t];"

// unrollFactors say how many loads stand in each loop, and behind + outside all loops, as NVRTC and ptxas 12.9
// leave them for sm_70, sm_80 and sm_90, which agree. The last column is the model's where it differs: NVVM carries what it
// has loaded at one place to the next iteration, which loads it from another.
var unrollFactors = []unrollFactor{
	{"for", "int n", "for (int i = 0; i < n; i++) " + load, "L4,1", ""},
	{"less or equal", "int n", "for (int i = 0; i <= n; i++) " + load, "L4,1", ""},
	{"not equal", "int n", "for (int i = 0; i != n; i++) " + load, "L4,1", ""},
	{"while", "int n", "int i = 0; while (i < n) { " + load + " i++; }", "L4,1", ""},
	{"do", "int n", "int i = 0; do { " + load + " i++; } while (i < n);", "L4,1", ""},
	{"break in front", "int n", "int i = 0; for (;;) { if (i >= n) break; " + load + " i++; }", "L4,1", ""},
	{"unsigned", "int n", "for (unsigned i = 0; i < n; i++) " + load, "L4,1", ""},
	{"64 bits", "long long n", "for (long long i = 0; i < n; i++) " + load, "L4,1", ""},
	{"64 bits to 32", "int n", "for (long long i = 0; i < n; i++) " + load, "L4,1", ""},
	{"trips of a thread", "int n", "for (int i = 0; i < t; i++) " + load, "L4,1", ""},
	{"guard around the load", "int n, int m", "for (int i = 0; i < n; i++) if (t + i < m) " + load, "L4,1", ""},
	{"guard that stays the same", "int n, int m", "for (int i = 0; i < n; i++) if (t < m) s += a[i];", "L16,4,1+8", ""},
	{"continue", "int n", "for (int i = 0; i < n; i++) { float v = a[i * 32 + t]; if (v < 0) continue; s += v * v; }", "L4,1", ""},
	{"store", "int n", "for (int i = 0; i < n; i++) b[i * 32 + t] = a[i * 32 + t] + 1;", "L4,1", ""},
	{"barriers", "int n", "__shared__ float sh[256]; for (int i = 0; i < n; i++) { sh[threadIdx.x] = a[i * 32 + t]; __syncthreads(); s += sh[threadIdx.x ^ 1]; __syncthreads(); }", "L4,1", ""},
	{"division", "int n", "for (int i = 0; i < n; i++) s += 1.5f / a[i * 32 + t];", "L4,1", ""},
	{"exponential", "int n", "for (int i = 0; i < n; i++) s += expf(a[i * 32 + t]);", "L4,1", ""},

	{"neighbours", "int n", "for (int i = 0; i < n; i++) s += a[i];", "L16,4,1+8", ""},
	{"from a thread's place", "int n", "for (int i = 0; i < n; i++) s += a[t + i];", "L16,4,1+8", ""},
	{"column", "int n", "for (int i = 0; i < n; i++) s += a[i * n + t];", "L16,4,1+8", ""},
	{"row", "int n", "for (int i = 0; i < n; i++) s += a[t * n + i];", "L16,4,1+8", ""},
	{"matrix product", "int n", "int r = blockIdx.y; for (int i = 0; i < n; i++) s += a[r * n + i] * b[i * n + t];", "L32,8,2+16", ""},
	{"index times a block's width", "int n", "for (int i = 0; i < n; i++) s += a[i * blockDim.x + t];", "L4,1", ""},
	{"index times a constant", "int n", "for (int i = 0; i < n; i++) s += a[i * 1000 + t];", "L4,1", ""},
	{"step 2", "int n", "for (int i = 0; i < n; i += 2) " + load, "L16,4,1+8", ""},
	{"step 3", "int n", "for (int i = 0; i < n; i += 3) " + load, "L16,4,1+8", ""},
	{"pointer that goes along", "int n", "float *p = a + t; for (int i = 0; i < n; i++) { s += *p; p += 32; }", "L16,4,1+8", ""},
	{"start at a thread's place", "int n", "for (int i = threadIdx.x; i < n; i++) " + load, "L1,16+12", ""},
	{"down to 0", "int n", "for (int i = n - 1; i >= 0; i--) " + load, "L1,16+12", ""},
	{"down above 0", "int n", "for (int i = n; i > 0; i--) " + load, "L1,16+12", ""},
	{"constant stride", "int n", "for (int i = t; i < n; i += 256) s += a[i];", "L1,16+12", ""},
	{"constant stride and two conditions", "int n, int m", "for (int i = t; i < n; i += 256) if (i + m >= 0 && i + m != 77) s += a[i];", "L1,16+12", ""},
	{"constant stride and five conditions", "int n, int m", "for (int i = t; i < n; i += 256) { int x = i + m; if (x >= 0 && x != n && x != m && x != 77 && x != 99) s += a[i]; }", "L1,4", ""},
	{"constant stride and four products", "int n, float f", "for (int i = t; i < n; i += 256) { float v = a[i]; v = v * f + 1; v = v * f + 2; v = v * f + 3; v = v * f + 4; b[i] = v; }", "L1,16+12", ""},
	{"constant stride and nine products", "int n, float f", "for (int i = t; i < n; i += 256) { float v = a[i]; v = v * f + 1; v = v * f + 2; v = v * f + 3; v = v * f + 4; v = v * f + 5; v = v * f + 6; v = v * f + 7; v = v * f + 8; v = v * f + 9; b[i] = v; }", "L1,4", ""},
	{"limit from memory", "int *start", "for (int i = start[t]; i < start[t + 1]; i++) s += a[i];", "L1,16+14", "L1,16+15"},
	{"pointer to its end", "int n", "for (float *p = a + t, *e = a + t + n; p != e; p++) s += *p;", "L1,16,4+8", "L1,4"},

	{"unsigned neighbours", "unsigned n", "for (unsigned i = 0; i < n; i++) s += a[i];", "L16,4,1+8", ""},
	{"unsigned from a thread's place", "unsigned n", "for (unsigned i = 0; i < n; i++) s += a[t + i];", "L4,1", ""},
	{"unsigned column", "unsigned n", "for (unsigned i = 0; i < n; i++) s += a[i * n + t];", "L4,1", ""},
	{"twice the index", "int n", "for (int i = 0; i < n; i++) s += a[2 * i];", "L16,4,1+8", ""},
	{"next row", "int n", "for (int i = 0; i < n; i++) s += a[(i + 1) * n + t];", "L16,4,1+8", ""},
	{"neighbours both ways", "int n", "for (int i = 1; i < n - 1; i++) s += a[i - 1] + a[i] + a[i + 1];", "L16,4,2+11", "L18,6,3+10"},
	{"guard of the index", "int n, int m", "for (int i = 0; i < n; i++) if (i < m) s += a[i];", "L16,4,1+8", ""},
	{"sum in memory", "int n", "for (int i = 0; i < n; i++) b[t] += a[i];", "L16,4,1+10", ""},
	{"product with the sum in memory", "int n", "int r = blockIdx.y; for (int i = 0; i < n; i++) b[r * n + t] += a[r * n + i] * a[i * n + t];", "L32,8,2+18", ""},
	{"step of an argument", "int n, int m", "for (int i = 0; i < n; i += m) s += a[i];", "L16,4,1+8", ""},
	{"pointer below its end", "int n", "for (float *p = a + t; p < a + n; p++) s += *p;", "L4+4", "L4+3"},
	{"float counter", "int n", "for (float f = 0; f < n; f += 1) s += a[(int)f * 32 + t];", "L4+3", "L1"},

	{"rows of constant length", "int n, int m", "for (int i = 0; i < n; i++) s += a[i * 32 + t] * b[i * 32 + m];", "L8,2", ""},
	{"columns of rows of constant length", "int n, int m", "for (int i = 0; i < n; i++) b[m * 2048 + t] += a[i * 2048 + t] * a[i * 2048 + m];", "L8,2+2", ""},
	{"a row and its neighbour", "int n", "for (int i = 0; i < n; i++) s += a[i * 2048 + t] * b[(i + 1) * 2048 + t];", "L8,2", ""},
	{"rows of constant and other length", "int n, int m", "for (int i = 0; i < n; i++) s += a[i * 2048 + t] * b[i * m + t];", "L8,2", ""},
	{"a row of constant length and neighbours", "int n, int m", "for (int i = 0; i < n; i++) s += a[i * 2048 + t] * b[m * 2048 + i];", "L32,8,2+16", ""},

	{"block stride", "int n", "for (int i = threadIdx.x; i < n; i += blockDim.x) s += a[i];", "L1", ""},
	{"grid stride", "int n", "for (int i = t; i < n; i += blockDim.x * gridDim.x) s += a[i];", "L1", ""},
	{"halving", "int n", "for (int i = n; i > 0; i >>= 1) " + load, "L1", ""},
	{"doubling", "int n", "for (int i = 1; i < n; i *= 2) " + load, "L1", ""},
	{"search", "int n", "int i = 0; while (i < 8 && a[t + i] == 3) i++; s = i;", "-+8", ""},
	{"search in a table", "int n", "const int table[8] = {1, 7, 3, 3, 9, 2, 5, 1}; int i = 0; while (i < 8 && a[t + i] == table[i]) i++; s = i;", "-+8", ""},
	{"search up to a limit", "int n", "int i = 0; while (i < n && a[t + i] == 3) i++; s = i;", "L1", ""},
	{"list", "int n", "int p = t; while (p >= 0) { s += a[p]; p = (int)b[p]; }", "L2", ""},
	{"second exit", "int n", "for (int i = 0; i < n; i++) { float v = a[i * 32 + t]; if (v < 0) break; s += v; }", "L1", ""},
	{"switch", "int n", "for (int i = 0; i < n; i++) { float v = a[i * 32 + t]; switch (i % 4) { case 0: s += v; break; case 1: s *= v; break; case 2: s -= v; break; default: s = v; } }", "L1+1", "L1"},
	{"sine", "int n", "for (int i = 0; i < n; i++) s += sinf(a[i * 32 + t]);", "L1,1", ""},

	{"nested", "int n, int m", "for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) s += a[(j * n + i) * 32 + t];", "L11,16,4", ""},
	{"eight inside", "int n", "for (int j = 0; j < n; j++) for (int i = 0; i < 8; i++) s += a[(j * 8 + i) * 32 + t];", "L16+8", ""},
	{"in eight", "int n", "for (int i = 0; i < 8; i++) for (int j = 0; j < n; j++) s += a[(j * 8 + i) * 32 + t];", "L3,4", ""},
	{"tile of sixteen", "int n", "for (int j = 0; j < n / 16; j++) for (int i = 0; i < 16; i++) s += a[(j * 16 + i) * 32 + t];", "L16", ""},

	{"8 trips", "int n", "for (int i = 0; i < 8; i++) " + load, "-+8", ""},
	{"64 trips", "int n", "for (int i = 0; i < 64; i++) " + load, "-+64", ""},
	{"100 trips", "int n", "for (int i = 0; i < 100; i++) " + load, "-+100", ""},
	{"1024 trips", "int n", "for (int i = 0; i < 1024; i++) " + load, "L64", ""},
	{"2048 trips of 2 loads", "int m", "for (int i = 0; i < 2048; i++) s += a[i * 2048 + t] * a[i * 2048 + m];", "L32", ""},
	{"2048 trips of a sum in memory", "int m", "for (int i = 0; i < 2048; i++) b[m * 2048 + i] += a[i];", "L32", ""},
	{"2048 trips of 3 loads", "int n", "for (int i = 0; i < 2048; i++) s += a[i * 4096] + a[i * 4096 + 1] + a[i * 4096 + 2];", "L96", ""},
	{"2048 trips of 12 loads", "int n", "for (int i = 0; i < 2048; i++) { s += a[i * 4096 + 0]; s += a[i * 4096 + 1]; s += a[i * 4096 + 2]; s += a[i * 4096 + 3]; s += a[i * 4096 + 4]; s += a[i * 4096 + 5]; s += a[i * 4096 + 6]; s += a[i * 4096 + 7]; s += a[i * 4096 + 8]; s += a[i * 4096 + 9]; s += a[i * 4096 + 10]; s += a[i * 4096 + 11]; }", "L96", ""},
	{"2048 trips of 13 loads", "int n", "for (int i = 0; i < 2048; i++) { s += a[i * 4096 + 0]; s += a[i * 4096 + 1]; s += a[i * 4096 + 2]; s += a[i * 4096 + 3]; s += a[i * 4096 + 4]; s += a[i * 4096 + 5]; s += a[i * 4096 + 6]; s += a[i * 4096 + 7]; s += a[i * 4096 + 8]; s += a[i * 4096 + 9]; s += a[i * 4096 + 10]; s += a[i * 4096 + 11]; s += a[i * 4096 + 12]; }", "L26", ""},
	{"while of 12 trips", "int n", "int i = 0; while (i < 12) { " + load + " i++; }", "-+12", ""},
	{"do of 12 trips", "int n", "int i = 12; do { " + load + " } while (--i > 0);", "-+12", ""},

	{"#pragma unroll", "int n", "\n#pragma unroll\nfor (int i = 0; i < n; i++) " + load, "L4,1", ""},
	{"#pragma unroll 2", "int n", "\n#pragma unroll 2\nfor (int i = 0; i < n; i++) " + load, "L2+1", ""},
	{"#pragma unroll 8", "int n", "\n#pragma unroll 8\nfor (int i = 0; i < n; i++) " + load, "L8,1", ""},
	{"#pragma unroll 1", "int n", "\n#pragma unroll 1\nfor (int i = 0; i < n; i++) " + load, "L1", ""},
	{"#pragma unroll 1 of 16", "int n", "\n#pragma unroll 1\nfor (int i = 0; i < 16; i++) " + load, "L1", ""},
	{"#pragma unroll 4 of 16", "int n", "\n#pragma unroll 4\nfor (int i = 0; i < 16; i++) " + load, "L4", ""},
	{"#pragma unroll 3 of 16", "int n", "\n#pragma unroll 3\nfor (int i = 0; i < 16; i++) " + load, "L3+1", ""},
	{"#pragma unroll 4 with break", "int n", "\n#pragma unroll 4\nfor (int i = 0; i < n; i++) { float v = a[i * 32 + t]; if (v < 0) break; s += v; }", "L4", ""},
}

type unrollFactor struct{ name, params, body, want, ours string }

func (u unrollFactor) source() string {
	return fmt.Sprintf("__global__ void k(float *a, float *b, %s) { int t = threadIdx.x + blockIdx.x * blockDim.x; float s = 0; %s\nb[t] = s; }", u.params, u.body)
}

func TestUnrollFactors(t *testing.T) {
	for _, test := range unrollFactors {
		_, f := build(t, test.source(), volta)
		want := cmp.Or(test.ours, test.want)
		if got := loopLoads(f); got != want {
			t.Errorf("%s: %s, want %s", test.name, got, want)
		}
	}
}

const fill = "float r[8]; for (int i = 0; i < 8; i++) r[i] = a[t + i * 64]; "

// stackFrames are the bytes of local memory, as NVRTC and ptxas 12.9 leave them for sm_70, sm_80 and sm_90.
var stackFrames = []stackFrame{
	{"constant loops", "", fill + "for (int i = 0; i < 8; i++) s = s * 1.5f + r[7 - i];", 0},
	{"while", "", "float r[8]; int i = 0; while (i < 8) { r[i] = a[t + i * 64]; i++; } do { s = s * 1.5f + r[--i]; } while (i > 0);", 0},
	{"initialised", "", "float r[16] = {0}; for (int i = 0; i < 16; i++) r[i] += a[t + i]; for (int i = 0; i < 16; i++) s = s * 2 + r[i];", 0},
	{"vectors", "", "float4 r[4]; for (int i = 0; i < 4; i++) r[i] = ((float4 *)a)[t + i * 64]; for (int i = 0; i < 4; i++) s = s * r[i].x + r[i].w;", 0},
	{"break", "", fill + "for (int i = 0; i < 8; i++) { if (r[i] < 0) break; s = s * 1.5f + r[i]; }", 0},
	{"guard", "", fill + "for (int i = 0; i < 8; i++) if (t + i < n) s = s * 1.5f + r[i];", 0},
	{"bubble sort", "", fill + "for (int i = 0; i < 7; i++) for (int j = 0; j < 7 - i; j++) if (r[j] > r[j + 1]) { float x = r[j]; r[j] = r[j + 1]; r[j + 1] = x; } s = r[3];", 0},
	{"eight by eight", "", "float c[8][8] = {}, x[8], y[8]; for (int k = 0; k < n; k++) { for (int i = 0; i < 8; i++) { x[i] = a[k * 64 + i]; y[i] = b[k * 64 + i * 8]; } " +
		"for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) c[i][j] += x[i] * y[j]; } for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) s = s * 1.5f + c[i][j];", 0},
	{"reference", "__device__ void add(float &x, float *a) { x += *a; }\n", fill + "for (int i = 0; i < 8; i++) add(r[i], b + t + i * 64); for (int i = 0; i < 8; i++) s = s * 1.5f + r[i];", 0},
	{"pointer", "__device__ void add(float *r, float *a, int m) { for (int i = 0; i < m; i++) r[i] += a[i * 64]; }\n", fill + "add(r, b + t, 8); add(r + 4, b, 4); for (int i = 0; i < 8; i++) s = s * 1.5f + r[i];", 0},
	{"struct of arrays", "struct pair { float x[4], y[4]; };\n", "pair p; for (int i = 0; i < 4; i++) { p.x[i] = a[t + i]; p.y[i] = b[t + i]; } pair q = p; for (int i = 0; i < 4; i++) s = s * q.x[i] + q.y[3 - i];", 0},
	{"barrier and inner loop", "", "__shared__ float sh[256]; float r[4] = {}; for (int k = 0; k < n; k++) for (int c = 0; c < 4; c++) { sh[threadIdx.x] = a[k * 1024 + c * 256 + t]; __syncthreads(); " +
		"for (int i = 0; i < 32; i++) r[c] += sh[i] * sh[i * 8 + c]; __syncthreads(); } for (int c = 0; c < 4; c++) s = s * 1.5f + r[c];", 0},
	{"inner loop of unknown trips", "", "float r[4] = {}; for (int c = 0; c < 4; c++) for (int i = 0; i < n; i++) r[c] += a[i * 4 + c]; for (int c = 0; c < 4; c++) s = s * 1.5f + r[c];", 0},
	{"shift register", "", fill + "for (int k = 0; k < n; k++) { for (int i = 7; i > 0; i--) r[i] = r[i - 1]; r[0] = b[k]; s = s * r[7] + r[3]; }", 0},
	{"double", "", "double r[8]; for (int i = 0; i < 8; i++) r[i] = a[t + i * 64]; for (int i = 0; i < 8; i++) s = s * 1.5f + (float)r[i];", 0},
	{"bytes", "", "char r[8]; for (int i = 0; i < 8; i++) r[i] = (char)a[t + i * 64]; for (int i = 0; i < 8; i++) s = s * 1.5f + r[i];", 0},
	{"words seen as floats", "", "int r[8]; for (int i = 0; i < 8; i++) r[i] = ((int *)a)[t + i * 64]; for (int i = 0; i < 8; i++) s = s * 1.5f + ((float *)r)[i];", 0},
	{"range", "", fill + "for (float x : r) s = s * 1.5f + x;", 0},
	{"range by reference", "", "float r[8]; for (float &x : r) x = a[t]; " + fill[len("float r[8]; "):] + "for (auto &x : r) s = s * 1.5f + x;", 0},
	{"pointer to the end", "", fill + "for (float *p = r; p < r + 8; p++) s = s * 1.5f + *p;", 32},
	{"pointer that is at the end", "", fill + "for (float *p = r; p != r + 8; p++) s = s * 1.5f + *p;", 0},
	{"class of an array", "template <int N> class sums { float v[N]; public: __device__ sums() { for (int i = 0; i < N; i++) v[i] = 0; } " +
		"__device__ void add(float x) { for (int i = 0; i < N; i++) v[i] += x * i; } __device__ float all() const { float s = 0; for (float x : v) s = s * 1.5f + x; return s; } };\n",
		"sums<8> c; for (int k = 0; k < n; k++) c.add(a[k]); s = c.all();", 0},
	{"explicit stack", "", "float st[8]; int top = 0; for (int i = 0; i < n; i++) { if (a[i] > 0) st[top++ & 7] = a[i]; else if (top > 0) s += st[--top & 7]; }", 32},
	{"bytes with an index", "", "char r[64]; for (int i = 0; i < 64; i++) r[i] = (char)a[t + i * 64]; s = r[n & 63];", 64},
	{"doubles with an index", "", "double r[8]; for (int i = 0; i < 8; i++) r[i] = a[t + i * 64]; s = (float)r[n & 7];", 64},

	{"product of 2 columns", "", coarseProduct(2, 32, "float"), 0},
	{"product of 8 columns", "", coarseProduct(8, 32, "float"), 0},
	{"product of 11 columns", "", coarseProduct(11, 32, "float"), 0}, // the most that NVVM writes out
	{"product of 16 columns", "", coarseProduct(16, 32, "float"), 0},
	{"product of 40 columns", "", coarseProduct(40, 32, "float"), 0},
	{"product of 96 columns", "", coarseProduct(96, 32, "float"), 384},
	{"product of 16 columns in double precision", "", coarseProduct(16, 32, "double"), 128},
	{"product of 4 columns by a macro", "", "\n#define STEP(c) sh[threadIdx.x] = a[k * n + c * 32]; __syncthreads(); for (int i = 0; i < 32; i++) r[c] += sh[i] * b[i]; __syncthreads();\n" +
		"__shared__ float sh[32]; float r[4] = {}; for (int k = 0; k < n; k++) { STEP(0) STEP(1) STEP(2) STEP(3) } for (int c = 0; c < 4; c++) b[c * n + t] = r[c];", 0},
	{"product of 16 columns in a function", "__device__ void step(float *r, float *sh, const float *a, const float *b, int m) { for (int c = 0; c < m; c++) { sh[threadIdx.x] = a[c * 32]; __syncthreads(); " +
		"for (int i = 0; i < 32; i++) r[c] += sh[i] * sh[i * 32 + threadIdx.x]; __syncthreads(); } }\n", "__shared__ float sh[1024]; float r[16]; for (int c = 0; c < 16; c++) r[c] = 0; " +
		"for (int k = 0; k < n; k++) step(r, sh, a + k * n, b, 16); for (int c = 0; c < 16; c++) b[c * n + t] = r[c];", 0},
	{"transpose of 16 tiles", "", "__shared__ float sh[32][33]; float r[16]; for (int c = 0; c < 16; c++) r[c] = a[c * 32 * n + t]; for (int c = 0; c < 16; c++) { sh[threadIdx.y][threadIdx.x] = r[c]; " +
		"__syncthreads(); r[c] = sh[threadIdx.x][threadIdx.y]; __syncthreads(); } for (int c = 0; c < 16; c++) b[c * 32 + t] = r[c];", 0},
	{"break of 8 sums", "", breakingSums(8), 0},
	{"break of 16 sums", "", breakingSums(16), 0},
	{"product of 32 columns and unknown trips", "", "float r[32]; for (int c = 0; c < 32; c++) r[c] = 0; for (int c = 0; c < 32; c++) for (int i = 0; i < n; i++) r[c] += a[blockIdx.y * n + i] * b[i * n + t + c * blockDim.x]; " +
		"for (int c = 0; c < 32; c++) if (t + c < n) b[t + c * n] = r[c];", 128},
}

// coarseProduct is the body of a tiled matrix product of several columns of tiles in each block.
func coarseProduct(columns, tile int, sum string) string {
	return strings.NewReplacer("C", strconv.Itoa(columns), "T", strconv.Itoa(tile), "real", sum).Replace(`
	__shared__ float m[T][T], q[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T * C + x;
	real p[C];
	for (int c = 0; c < C; c++) p[c] = 0;
	for (int phase = 0; phase < n / T; phase++) {
		m[y][x] = a[row * n + phase * T + x];
		for (int c = 0; c < C; c++) {
			q[y][x] = b[(phase * T + y) * n + column + c * T];
			__syncthreads();
			for (int k = 0; k < T; k++) p[c] += m[y][k] * q[k][x];
			__syncthreads();
		}
	}
	for (int c = 0; c < C; c++) b[row * n + column + c * T] = p[c];`)
}

// breakingSums are sums of 32 numbers each, up to the first that is negative.
func breakingSums(n int) string {
	return fmt.Sprintf(`float r[%d]; for (int c = 0; c < %[1]d; c++) { r[c] = 0; for (int i = 0; i < 32; i++) r[c] += a[(c * 32 + i) * 256 + t] * 1.5f; if (r[c] < 0) break; }
	for (int c = 0; c < %[1]d; c++) { if (c >= n) break; b[c * 256 + t] = r[c]; }`, n)
}

type stackFrame struct {
	name, device, body string
	want               int
}

func (s stackFrame) source() string {
	return s.device + "__global__ void k(float *a, float *b, int n) { int t = threadIdx.x + blockIdx.x * blockDim.x; float s = 0; " + s.body + "\nb[t] = s; }"
}

func TestStackFrames(t *testing.T) {
	for _, test := range stackFrames {
		if _, f := build(t, test.source(), volta); f.LocalBytes != test.want {
			t.Errorf("%s: %d bytes of local memory, want %d", test.name, f.LocalBytes, test.want)
		}
	}
}

// TestTablesAreNVCCs: the tables above are what the real compiler makes of their kernels.
func TestTablesAreNVCCs(t *testing.T) {
	python := nvcc.Python(t)
	architectures := tier.Sample(t, []string{"70", "80", "90"}, 1)
	factors, frames := tier.Sample(t, unrollFactors, 20), tier.Sample(t, stackFrames, 8)
	var units []nvcc.Unit
	for _, test := range factors {
		units = append(units, nvcc.Unit{Source: test.source()})
	}
	for _, test := range frames {
		units = append(units, nvcc.Unit{Source: test.source()})
	}
	for i, answers := range nvcc.Compile(t, python, units, architectures...) {
		for j, answer := range answers {
			k := answer.Find("k")
			switch {
			case k == nil:
				t.Errorf("%s: NVRTC has no kernel: %s", units[i].Source, answer.Error)
			case i < len(factors):
				if test, got := factors[i], k.Steps().LoadsPerLoop(); got != test.want {
					t.Errorf("%s: sm_%s has %s, the table %s", test.name, architectures[j], got, test.want)
				}
			default:
				if test := frames[i-len(factors)]; k.Stack != test.want {
					t.Errorf("%s: sm_%s has %d bytes of local memory, the table %d", test.name, architectures[j], k.Stack, test.want)
				}
			}
		}
	}
}

// loopLoads counts the loads of global memory in each loop, inner loops apart, and outside all loops.
func loopLoads(f *Func) string {
	f.analyze()
	counted := map[*Block]bool{}
	loads := func(b *Block) (n int) {
		for _, v := range b.Values {
			if v.Op == Load && v.Space == Global {
				n++
			}
		}
		counted[b] = true
		return n
	}
	type loopCount struct{ at, loads int }
	var counts []loopCount
	for _, l := range f.loops() {
		c := loopCount{at: l.Header.ID}
		for b := range l.Blocks {
			if !counted[b] {
				c.loads += loads(b)
			}
		}
		if c.loads > 0 {
			counts = append(counts, c)
		}
	}
	slices.SortFunc(counts, func(a, b loopCount) int { return cmp.Compare(a.at, b.at) })
	var list []string
	for _, c := range counts {
		list = append(list, fmt.Sprint(c.loads))
	}
	text := "-"
	if len(list) > 0 {
		text = "L" + strings.Join(list, ",")
	}
	rest := 0
	for _, b := range f.Blocks {
		if !counted[b] {
			rest += loads(b)
		}
	}
	if rest > 0 {
		text += fmt.Sprintf("+%d", rest)
	}
	return text
}

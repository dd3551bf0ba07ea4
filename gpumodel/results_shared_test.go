package gpumodel

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// inBlocks is a kernel k(int *out, const int *in, int n) over blocks of size
// threads, with bytes of dynamic shared memory for each thread; want computes
// the whole result. out has n elements.
func inBlocks(name string, size, bytes int, source string, want func(out, in []int32)) example {
	return example{name: name, source: source, trial: func(n int, r *rand.Rand) trial {
		in := fill(n, func(int) int32 { return int32(r.IntN(2000) - 1000) })
		out := make([]int32, n)
		want(out, in)
		return trial{grid: Dim3{(n + size - 1) / size, 1, 1}, block: Dim3{size, 1, 1}, shared: bytes * size,
			args: []any{make([]int32, n), in, int64(n)}, want: []any{out}}
	}}
}

// blockwise calls f for the elements of each block.
func blockwise(size int, f func(out, in []int32)) func(out, in []int32) {
	return func(out, in []int32) {
		for first := 0; first < len(in); first += size {
			last := min(first+size, len(in))
			f(out[first:last], in[first:last])
		}
	}
}

func reversed(out, in []int32) {
	copy(out, in)
	slices.Reverse(out)
}

// sumFirst leaves the block's sum in its first element.
func sumFirst(out, in []int32) {
	for _, x := range in {
		out[0] += x
	}
}

func maxFirst(out, in []int32) { out[0] = slices.Max(in) }

// reduction is a block-wide sum in shared memory; loop is the part that differs.
func reduction(name, loop string) example {
	return inBlocks("shared/reduction "+name, 128, 4, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	`+loop+`
	if (t == 0) out[blockIdx.x * blockDim.x] = s[0];
}`, blockwise(128, sumFirst))
}

func sharedExamples() []example {
	return []example{
		reduction("interleaved", `for (unsigned d = 1; d < blockDim.x; d *= 2) { if (t % (2 * d) == 0) s[t] += s[t + d]; __syncthreads(); }`),
		reduction("strided", `for (unsigned d = 1; d < blockDim.x; d *= 2) { unsigned at = 2 * d * t; if (at < blockDim.x) s[at] += s[at + d]; __syncthreads(); }`),
		reduction("sequential", `for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }`),
		reduction("with the last warp unrolled", `for (unsigned d = blockDim.x / 2; d > 32; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
	if (t < 32) { volatile int *v = s; v[t] += v[t + 32]; v[t] += v[t + 16]; v[t] += v[t + 8]; v[t] += v[t + 4]; v[t] += v[t + 2]; v[t] += v[t + 1]; }`),
		inBlocks("shared/static array reversed", 100, 0, `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[100];
	int first = blockIdx.x * 100, t = threadIdx.x, count = min(100, n - first);
	if (t < count) s[t] = in[first + t];
	__syncthreads();
	if (t < count) out[first + t] = s[count - 1 - t];
}`, blockwise(100, reversed)),
		inBlocks("shared/scalar and flag", 96, 0, `__global__ void k(int *out, const int *in, int n) {
	__shared__ int best;
	__shared__ bool negative;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0) { best = -100000; negative = false; }
	__syncthreads();
	if (i < n) { atomicMax(&best, in[i]); if (in[i] < 0) negative = true; }
	__syncthreads();
	if (i < n) out[i] = negative ? best : -best;
}`, blockwise(96, func(out, in []int32) {
			best := slices.Max(in)
			if slices.Min(in) >= 0 {
				best = -best
			}
			for i := range out {
				out[i] = best
			}
		})),
		inBlocks("shared/carved into double, int, short and char", 70, 16, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ char raw[];
	double *d = (double *)raw;
	int *a = (int *)(d + blockDim.x);
	short *h = (short *)&a[blockDim.x];
	unsigned char *c = (unsigned char *)(h + blockDim.x);
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	int x = i < n ? in[i] : 0;
	d[t] = x * 0.5; a[t] = x; h[t] = x * 40; c[t] = x;
	__syncthreads();
	int o = (t + 1) % blockDim.x;
	if (i < n) out[i] = (int)(d[o] * 4) + a[o] + h[o] + c[o];
}`, func(out, in []int32) {
			for i := range out {
				o, x := i/70*70+(i%70+1)%70, int32(0)
				if o < len(in) {
					x = in[o]
				}
				out[i] = 2*x + x + int32(int16(x*40)) + int32(uint8(x))
			}
		}),
		inBlocks("shared/Blelloch scan", 128, 4, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, size = blockDim.x, offset = 1, i = blockIdx.x * size + t;
	s[t] = i < n ? in[i] : 0;
	for (int d = size >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
		offset *= 2;
	}
	if (t == 0) s[size - 1] = 0;
	for (int d = 1; d < size; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
			int v = s[a]; s[a] = s[b]; s[b] += v;
		}
	}
	__syncthreads();
	if (i < n) out[i] = s[t];
}`, blockwise(128, func(out, in []int32) {
			for i := 1; i < len(in); i++ {
				out[i] = out[i-1] + in[i-1]
			}
		})),
		inBlocks("shared/Hillis and Steele scan, two buffers", 64, 8, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, from = 0, to = 1, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : 0;
	for (int d = 1; d < 64; d *= 2) {
		__syncthreads();
		s[to * 64 + t] = s[from * 64 + t] + (t >= d ? s[from * 64 + t - d] : 0);
		to = from; from = 1 - from;
	}
	if (i < n) out[i] = s[from * 64 + t];
}`, blockwise(64, func(out, in []int32) {
			sum := int32(0)
			for i, x := range in {
				sum += x
				out[i] = sum
			}
		})),
		inBlocks("shared/stencil with halo", 64, 0, `#define RADIUS 3
#define BLOCK 64
__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[BLOCK + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
	s[l] = g < n ? in[g] : 0;
	if (threadIdx.x < RADIUS) {
		s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
		s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0;
	}
	__syncthreads();
	int result = 0;
	for (int o = -RADIUS; o <= RADIUS; o++) result += s[l + o];
	if (g < n) out[g] = result;
}`, func(out, in []int32) {
			for i := range out {
				for o := max(0, i-3); o <= min(len(in)-1, i+3); o++ {
					out[i] += in[o]
				}
			}
		}),
		inBlocks("shared/barriers under a uniform condition", 64, 4, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : -1000;
	for (int round = 0; ; round++) {
		__syncthreads();
		if (round == 3 + blockIdx.x % 2) break;
		int left = s[t], right = s[(t + 1) % 64];
		if (n > 10) __syncthreads();
		__syncthreads();
		s[t] = max(left, right);
	}
	if (i < n) out[i] = s[t];
}`, func(out, in []int32) {
			for i := range out {
				out[i] = -1000
				for d := range 4 + i/64%2 {
					if o := i/64*64 + (i%64+d)%64; o < len(in) {
						out[i] = max(out[i], in[o])
					}
				}
			}
		}),
		inBlocks("shared/array of structs", 33, 0, `struct item { int key; float weight; short tag; };
__global__ void k(int *out, const int *in, int n) {
	__shared__ struct item s[33];
	int t = threadIdx.x, i = blockIdx.x * 33 + t;
	item mine = {i < n ? in[i] : 0, t * 0.5f, (short)t};
	s[t] = mine;
	__syncthreads();
	item other = s[32 - t];
	if (i < n) out[i] = other.key + (int)(other.weight * 2) + s[(t + 5) % 33].tag;
}`, func(out, in []int32) {
			for i := range out {
				t, x := i%33, int32(0)
				if o := i/33*33 + 32 - t; o < len(in) {
					x = in[o]
				}
				out[i] = x + int32(32-t) + int32((t+5)%33)
			}
		}),
		inBlocks("shared/rank sort", 32, 4, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), rank = 0;
	if (t < count) s[t] = in[first + t];
	__syncthreads();
	if (t >= count) return;
	for (int o = 0; o < count; o++) rank += s[o] < s[t] || s[o] == s[t] && o < t;
	out[first + rank] = s[t];
}`, blockwise(32, func(out, in []int32) { copy(out, in); slices.Sort(out) })),
		inBlocks("shared/bitonic sort", 64, 4, `__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : 0x7fffffff;
	__syncthreads();
	for (unsigned size = 2; size <= 64; size <<= 1)
		for (unsigned d = size >> 1; d > 0; d >>= 1) {
			unsigned o = t ^ d;
			if (o > t && (s[t] > s[o]) == ((t & size) == 0)) { int v = s[t]; s[t] = s[o]; s[o] = v; }
			__syncthreads();
		}
	if (i < n) out[i] = s[t];
}`, blockwise(64, func(out, in []int32) { copy(out, in); slices.Sort(out) })),
		inBlocks("shared/maximum by a device function", 64, 4, `__device__ void fold(int *s, int t, int d) { if (t < d && s[t + d] > s[t]) s[t] = s[t + d]; __syncthreads(); }
__global__ void k(int *out, const int *in, int n) {
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = i < n ? in[i] : -5000;
	__syncthreads();
	for (int d = 32; d; d /= 2) fold(s, t, d);
	if (!t) out[i] = *s;
}`, blockwise(64, maxFirst)),
		tileTranspose("without padding", 0), tileTranspose("padded", 1),
		sharedHistogram(),
	}
}

// tileTranspose turns tiles of 16 by 16 within a matrix of n columns.
func tileTranspose(name string, padding int) example {
	source := fmt.Sprintf(`__global__ void k(float *out, const float *in, int rows, int columns) {
	__shared__ float tile[16][16 + %d];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}`, padding)
	return example{name: "shared/transpose of odd shapes, " + name, source: source, sizes: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, trial: func(n int, r *rand.Rand) trial {
		rows := []int{1, 1, 16, 17, 15, 33, 5, 64, 47, 31}[n]
		columns := []int{1, 37, 16, 16, 33, 1, 70, 48, 13, 31}[n]
		in := fill(rows*columns, func(int) float32 { return r.Float32() })
		out := fill(rows*columns, func(i int) float32 { return in[i%rows*columns+i/rows] })
		return trial{grid: Dim3{(columns + 15) / 16, (rows + 15) / 16, 1}, block: Dim3{16, 16, 1},
			args: []any{make([]float32, rows*columns), in, int64(rows), int64(columns)}, want: []any{out}}
	}}
}

func sharedHistogram() example {
	source := `__global__ void k(unsigned *bins, const unsigned char *data, int n) {
	__shared__ unsigned s[256];
	for (int b = threadIdx.x; b < 256; b += blockDim.x) s[b] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&s[data[i]], 1);
	__syncthreads();
	for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(bins + b, s[b]);
}`
	return example{name: "shared/histogram", source: source, trial: func(n int, r *rand.Rand) trial {
		data := fill(n, func(int) uint8 { return uint8(r.IntN(16) * r.IntN(17)) })
		bins := make([]uint32, 256)
		for _, d := range data {
			bins[d]++
		}
		return trial{grid: Dim3{3, 1, 1}, block: Dim3{80, 1, 1}, args: []any{make([]uint32, 256), data, int64(n)}, want: []any{bins}}
	}}
}

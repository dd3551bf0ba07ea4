package gpumodel

import (
	"math"
	"math/rand/v2"
)

func algorithmExamples(mad multiplyAdd) []example {
	list := []example{
		kernelOf("algorithm/saxpy", `__global__ void saxpy(int n, float a, const float *x, float *y) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) y[i] = a * x[i] + y[i];
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			x, y := fill(n, func(int) float32 { return r.Float32() }), fill(n, func(int) float32 { return r.Float32() })
			return trial{grid: grid, block: block, args: []any{int64(n), 2.5, x, y},
				want: []any{nil, nil, nil, fill(n, func(i int) float32 { return mad(2.5, x[i], y[i]) })}}
		}),
		kernelOf("algorithm/dot product", `__global__ void dot(float *sum, const float *a, const float *b, int n) {
	__shared__ float cache[128];
	float t = 0;
	for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) t += a[i] * b[i];
	cache[threadIdx.x] = t;
	__syncthreads();
	int i = blockDim.x / 2;
	while (i != 0) {
		if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
		__syncthreads();
		i /= 2;
	}
	if (threadIdx.x == 0) sum[blockIdx.x] = cache[0];
}`, func(n int, r *rand.Rand) trial {
			a, b := fill(n, func(int) float32 { return r.Float32() }), fill(n, func(int) float32 { return r.Float32() })
			sums := make([]float64, 3)
			for i := range a {
				sums[i/128%3] += float64(a[i]) * float64(b[i])
			}
			return trial{grid: Dim3{3, 1, 1}, block: Dim3{128, 1, 1}, args: []any{make([]float32, 3), a, b, int64(n)},
				want: []any{fill(3, func(i int) float32 { return float32(sums[i]) })}, tol: tolerance{ulps: 40}}
		}),
		matmul("naive", `__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
	int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m && column < p) {
		float sum = 0;
		for (int i = 0; i < n; i++) sum += a[row * n + i] * b[i * p + column];
		c[row * p + column] = sum;
	}
}`),
		matmul("tiled", `#define TILE 16
__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
	__shared__ float as[TILE][TILE], bs[TILE][TILE];
	int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
		int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
		as[threadIdx.y][threadIdx.x] = row < m && x < n ? a[row * n + x] : 0.0f;
		bs[threadIdx.y][threadIdx.x] = y < n && column < p ? b[y * p + column] : 0.0f;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
		__syncthreads();
	}
	if (row < m && column < p) c[row * p + column] = sum;
}`),
		matmul("in double", `__global__ void k(float *c, const float *a, const float *b, int m, int n, int p) {
	int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
	double sum = 0.0;
	if (row >= m || column >= p) return;
	for (int i = 0; i < n; i++) sum += (double)a[row * n + i] * b[i * p + column];
	c[row * p + column] = sum;
}`),
		kernelOf("algorithm/convolution with a constant mask", `#define R 2
__constant__ float mask[2 * R + 1][2 * R + 1] = {{1, 2, 3, 2, 1}, {2, 4, 6, 4, 2}, {3, 6, 9, 6, 3}, {2, 4, 6, 4, 2}, {1, 2, 3, 2, 1}};
__global__ void k(float *out, const float *in, int w, int h) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h) return;
	float sum = 0;
	for (int dy = -R; dy <= R; dy++)
		for (int dx = -R; dx <= R; dx++) {
			int px = min(max(x + dx, 0), w - 1), py = min(max(y + dy, 0), h - 1);
			sum += in[py * w + px] * mask[dy + R][dx + R];
		}
	out[y * w + x] = sum / 81;
}`, convolution),
		kernelOf("algorithm/game of life on a torus", `__global__ void k(unsigned char *next, const unsigned char *now, int w, int h) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h) return;
	int x = i % w, y = i / w, alive = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy) alive += now[(y + dy + h) % h * w + (x + dx + w) % w];
	next[i] = alive == 3 || (alive == 2 && now[i]) ? 1 : 0;
}`, life),
		kernelOf("algorithm/sparse matrix times vector", `__global__ void k(float *y, const int *rows, const int *columns, const float *values, const float *x, int n) {
	int row = blockDim.x * blockIdx.x + threadIdx.x;
	if (row < n) {
		float dot = 0;
		for (int j = rows[row]; j < rows[row + 1]; j++) dot += values[j] * x[columns[j]];
		y[row] += dot;
	}
}`, spmv),
		kernelOf("algorithm/n bodies", `__global__ void k(float4 *acceleration, const float4 *body, int n) {
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
	float3 a = {0.0f, 0.0f, 0.0f};
	for (int first = 0; first < n; first += blockDim.x) {
		tile[threadIdx.x] = first + threadIdx.x < n ? body[first + threadIdx.x] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int j = 0; j < blockDim.x; j++) {
			float3 d = make_float3(tile[j].x - me.x, tile[j].y - me.y, tile[j].z - me.z);
			float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
			float inv = rsqrtf(r2), s = tile[j].w * inv * inv * inv;
			a.x += d.x * s; a.y += d.y * s; a.z += d.z * s;
		}
		__syncthreads();
	}
	if (i < n) acceleration[i] = make_float4(a.x, a.y, a.z, 0.0f);
}`, nBodies),
		kernelOf("algorithm/LCG and Monte Carlo", `__device__ unsigned next(unsigned &state) { state = state * 1664525u + 1013904223u; return state; }
__global__ void k(int *hits, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, inside = 0;
	if (i >= n) return;
	unsigned state = i * 747796405u + 1;
	for (int j = 0; j < 50; j++) {
		long long x = next(state) >> 16, y = next(state) >> 16;
		if (x * x + y * y < 1LL << 32) inside++;
	}
	hits[i] = inside;
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			return trial{grid: grid, block: block, args: []any{make([]int32, n), int64(n)}, want: []any{fill(n, func(i int) int32 {
				state, inside := uint32(i)*747796405+1, int32(0)
				next := func() int64 { state = state*1664525 + 1013904223; return int64(state >> 16) }
				for range 50 {
					if x, y := next(), next(); x*x+y*y < 1<<32 {
						inside++
					}
				}
				return inside
			})}}
		}),
	}
	for i := range list {
		switch list[i].name {
		case "algorithm/n bodies":
			list[i].sizes = []int{1, 33, 130}
		}
	}
	return list
}

// matmul multiplies matrices of odd shapes: c (m × p) = a (m × n) · b (n × p).
func matmul(name, source string) example {
	return example{name: "algorithm/matrix product, " + name, source: source, sizes: []int{0, 1, 2, 3}, trial: func(i int, r *rand.Rand) trial {
		m, n, p := []int{1, 16, 33, 20}[i], []int{1, 16, 17, 47}[i], []int{1, 16, 5, 31}[i]
		a := fill(m*n, func(int) float32 { return r.Float32() })
		b := fill(n*p, func(int) float32 { return r.Float32() })
		c := fill(m*p, func(i int) float32 {
			sum := 0.0
			for k := range n {
				sum += float64(a[i/p*n+k]) * float64(b[k*p+i%p])
			}
			return float32(sum)
		})
		return trial{grid: Dim3{(p + 15) / 16, (m + 15) / 16, 1}, block: Dim3{16, 16, 1},
			args: []any{make([]float32, m*p), a, b, int64(m), int64(n), int64(p)}, want: []any{c}, tol: tolerance{ulps: float64(2 * n)}}
	}}
}

func convolution(n int, r *rand.Rand) trial {
	w, h := n%50+1, n/20+1
	in := fill(w*h, func(int) float32 { return r.Float32() })
	out := fill(w*h, func(i int) float32 {
		sum := 0.0
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				x, y := min(max(i%w+dx, 0), w-1), min(max(i/w+dy, 0), h-1)
				sum += float64(in[y*w+x]) * (3 - math.Abs(float64(dx))) * (3 - math.Abs(float64(dy)))
			}
		}
		return float32(sum / 81)
	})
	return trial{grid: Dim3{(w + 7) / 8, (h + 4) / 5, 1}, block: Dim3{8, 5, 1}, args: []any{make([]float32, w*h), in, int64(w), int64(h)},
		want: []any{out}, tol: tolerance{ulps: 30}}
}

func life(n int, r *rand.Rand) trial {
	w, h := n%31+2, n/31+2
	grid, block := linear(w * h)
	now := fill(w*h, func(int) uint8 { return uint8(r.IntN(2)) })
	next := fill(w*h, func(i int) uint8 {
		alive := uint8(0)
		for d := range 9 {
			if d != 4 {
				alive += now[(i/w+d/3-1+h)%h*w+(i%w+d%3-1+w)%w]
			}
		}
		if alive == 3 || alive == 2 && now[i] == 1 {
			return 1
		}
		return 0
	})
	return trial{grid: grid, block: block, args: []any{make([]uint8, w*h), now, int64(w), int64(h)}, want: []any{next}}
}

func spmv(n int, r *rand.Rand) trial {
	grid, block := linear(n)
	rows, columns := []int32{0}, []int32{0}
	values, x := []float32{0}, fill(n, func(int) float32 { return r.Float32() })
	y := fill(n, func(int) float32 { return r.Float32() })
	want := fill(n, func(i int) float32 {
		dot := 0.0
		for range r.IntN(9) * (i % 3) {
			c := r.IntN(n)
			columns, values = append(columns, int32(c)), append(values, r.Float32())
			dot += float64(values[len(values)-1]) * float64(x[c])
		}
		rows = append(rows, int32(len(columns)-1))
		return float32(float64(y[i]) + dot)
	})
	return trial{grid: grid, block: block, args: []any{y, rows, columns[1:], values[1:], x, int64(n)}, want: []any{want}, tol: tolerance{ulps: 16}}
}

func nBodies(n int, r *rand.Rand) trial {
	body := fill(4*n, func(int) float32 { return r.Float32() })
	want := make([]float32, 4*n)
	for i := range n {
		var a [3]float64
		for j := range n {
			var d [3]float64
			r2 := float64(float32(0.01))
			for k := range d {
				d[k] = float64(body[4*j+k]) - float64(body[4*i+k])
				r2 += d[k] * d[k]
			}
			for k := range d {
				a[k] += d[k] * float64(body[4*j+3]) / (r2 * math.Sqrt(r2))
			}
		}
		for k := range a {
			want[4*i+k] = float32(a[k])
		}
	}
	return trial{grid: Dim3{(n + 63) / 64, 1, 1}, block: Dim3{64, 1, 1}, shared: 64 * 16, args: []any{make([]float32, 4*n), body, int64(n)},
		want: []any{want}, tol: tolerance{ulps: 100, abs: 1e-3}}
}

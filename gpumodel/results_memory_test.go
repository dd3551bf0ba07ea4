package gpumodel

import (
	"math/rand/v2"
	"slices"
)

// kernelOf is a kernel with parameters of its own.
func kernelOf(name, source string, t func(n int, r *rand.Rand) trial) example {
	return example{name: name, source: source, trial: t}
}

// A particle is a struct as kernels see it in memory, with padding behind the tag.
type particle struct {
	Position [3]float32
	Mass     float32
	Tag      int8
	_        [3]uint8
	Charge   int32
}

func memoryExamples() []example {
	return []example{
		kernelOf("memory/float4 loads and stores", `__global__ void k(float4 *out, const float4 *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) { float4 v = in[i]; v.x += v.w; v.w = v.y * 2; out[i] = make_float4(v.z, v.x, v.w, v.y); }
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in := fill(4*n, func(int) float32 { return r.Float32() })
			out := fill(4*n, func(i int) float32 {
				v := in[i/4*4:]
				return []float32{v[2], v[0] + v[3], v[1] * 2, v[1]}[i%4]
			})
			return trial{grid: grid, block: block, args: []any{make([]float32, 4*n), in, int64(n)}, want: []any{out}}
		}),
		kernelOf("memory/reinterpret_cast to float4 and int2", `__global__ void k(float *out, const float *in, int *keys, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (4 * i + 3 < n) {
		float4 v = reinterpret_cast<const float4 *>(in)[i];
		reinterpret_cast<float4 *>(out)[i] = make_float4(v.w, v.z, v.y, v.x);
		int2 *p = reinterpret_cast<int2 *>(keys + 4 * i);
		int2 a = p[0], b = *(p + 1);
		p[0].x = b.y; p[0].y = b.x;
		p[1] = make_int2(a.y, a.x);
	}
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n/4 + 1)
			in := fill(n, func(int) float32 { return r.Float32() })
			keys := fill(n, func(int) int32 { return r.Int32() })
			out, turned := make([]float32, n), slices.Clone(keys)
			for i := 0; i+3 < n; i += 4 {
				copy(out[i:], in[i:i+4])
				slices.Reverse(out[i : i+4])
				slices.Reverse(turned[i : i+4])
			}
			return trial{grid: grid, block: block, args: []any{make([]float32, n), in, keys, int64(n)}, want: []any{out, nil, turned}}
		}),
		kernelOf("memory/vector types", `__global__ void k(double2 *d, uchar4 *c, short2 *s, uint3 *u, longlong2 *l, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	double2 x = d[i]; d[i] = make_double2(x.y, x.x + 1);
	uchar4 p = c[i]; c[i] = make_uchar4(p.w, p.z, p.y + 200, p.x * 3);
	short2 h = s[i]; s[i].x = h.y - h.x; s[i].y = h.x;
	uint3 t = u[i]; t.y += t.x * t.z; u[i] = t;
	longlong2 w = l[i]; l[i] = make_longlong2(w.x + w.y, w.x - w.y);
}`, vectorTrial),
		kernelOf("memory/structs", `struct particle { float position[3]; float mass; char tag; int charge; };
__device__ float energy(const particle &p) { return p.position[0] * p.mass + p.charge; }
__global__ void k(particle *p, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		particle q = p[i];
		for (int d = 0; d < 3; d++) q.position[d] += d;
		q.mass = energy(q);
		q.tag++;
		p[i].charge -= 2 * sizeof(particle);
		q.charge = p[i].charge;
		p[i] = q;
	}
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in := fill(n, func(int) particle {
				return particle{[3]float32{float32(r.IntN(99)), 2, 3}, float32(r.IntN(9)), int8(r.IntN(256) - 128), [3]uint8{}, int32(r.IntN(1000))}
			})
			out := fill(n, func(i int) particle {
				p := in[i]
				p.Position[1]++
				p.Position[2] += 2
				p.Mass = p.Position[0]*p.Mass + float32(p.Charge)
				p.Tag++
				p.Charge -= 48
				return p
			})
			return trial{grid: grid, block: block, args: []any{in, int64(n)}, want: []any{out}}
		}),
		kernelOf("memory/struct parameters", `struct inner { char c; double d; short s[3]; };
struct outer { bool negate; inner in; const int *from; int *to; float2 f; };
__global__ void k(char before, const outer o, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	outer p = o;
	if (i % 2) p.f.x += before;
	if (i < n) o.to[i] = (o.negate ? -1 : 1) * (p.from[i] + o.in.c + (int)(o.in.d * 4) + o.in.s[i % 3] * 10 + o.in.s[2]) + (int)(p.f.x * o.f.y);
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			in := fill(n, func(int) int32 { return int32(r.IntN(1000)) })
			out := fill(n, func(i int) int32 {
				x := float32(0.5)
				if i%2 == 1 {
					x += 3
				}
				return -(in[i] - 5 + 9 + []int32{100, -200, 300}[i%3]*10 + 300) + int32(x*8)
			})
			args := []any{int64(3), true, int64(-5), 2.25, int64(100), int64(-200), int64(300), in, make([]int32, n), 0.5, 8.0, int64(n)}
			return trial{grid: grid, block: block, args: args, want: []any{8: out}}
		}),
		wholeKernel("memory/local array, constant index", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[4] = {1, 2}, m[2][2] = {{1, 2}, {3, i}};
	for (int j = 0; j < 4; j++) a[j] += in[i] * j;
	out[i] = a[0] + a[1] * 2 + a[2] * 3 + a[3] * 4 + m[0][1] * m[1][1];
}`, func(i, n int, in []int32) int32 { x := in[i]; return 1 + (2+x)*2 + 2*x*3 + 3*x*4 + 2*int32(i) }),
		wholeKernel("memory/local array, dynamic index", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a[7]; short h[9]; double d[3]; long long l[2];
	for (int j = 0; j < 7; j++) a[j] = j * in[i];
	for (int j = 0; j < 9; j++) h[(j * 4) % 9] = j + i;
	for (int j = 0; j < 3; j++) d[(j + i) % 3] = j * 0.5;
	l[i & 1] = 1LL << 33; l[~i & 1] = 5;
	out[i] = a[i % 7] + h[i % 9] + (int)(d[0] * 8 + d[i % 3]) + (int)(l[0] >> 30);
}`, func(i, n int, in []int32) int32 {
			var h [9]int32
			var d [3]float64
			for j := range 9 {
				h[j*4%9] = int32(int16(j + i))
			}
			for j := range 3 {
				d[(j+i)%3] = float64(j) * 0.5
			}
			l := int32(0)
			if i&1 == 0 {
				l = 8
			}
			return int32(i%7)*in[i] + h[i%9] + int32(d[0]*8+d[i%3]) + l
		}),
		perThread("memory/local array, index found constant late", `
		int c = 1, a[4] = {1, x, 2, i};
		if (1000003 < (x != i)) c--;
		if (x > 0) { a[c & 3] += 7; a[i & 3] = x * 5; }
		r = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7;`, func(i, n int, in []int32) int32 {
			a := [4]int32{1, in[i], 2, int32(i)}
			if in[i] > 0 {
				a[1] += 7
				a[i&3] = in[i] * 5
			}
			return a[0] + a[1]*3 + a[2]*5 + a[3]*7
		}),
		wholeKernel("memory/local matrix and pointers into it", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	float4 v[3]; int m[3][4];
	for (int r = 0; r < 3; r++) { v[r] = make_float4(r, i, in[i], 1); for (int c = 0; c < 4; c++) m[r][c] = r * c + i; }
	int *p = &m[1][0]; p += i % 4; *p++ += 100;
	int sum = 0;
	for (int r = 0; r < 3; r++) for (int c = 0; c < 4; c++) sum += m[r][c] * (c + 1);
	float4 w = v[i % 3];
	out[i] = sum + (int)(w.x + w.y + w.z * w.w);
}`, func(i, n int, in []int32) int32 {
			sum := int32(100 * (i%4 + 1))
			for r := range 3 {
				for c := range 4 {
					sum += int32((r*c + i) * (c + 1))
				}
			}
			return sum + int32(i%3+i) + in[i]
		}),
		wholeKernel("memory/constants with initialisers", `__constant__ int table[5] = {3, -1, 4};
__constant__ float scale = 2.5f;
__constant__ short2 offsets[] = {{1, 2}, {-3, 4}};
__constant__ double halves[2] = {0.5, 1.0 / 3};
const int plain = 30;
#define COUNT (sizeof(table) / sizeof(table[0]))
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = table[i % 5] + (int)(in[i] * scale) + offsets[i & 1].x * offsets[i & 1].y + (int)(halves[i % 2] * 3) + plain + COUNT;
}`, func(i, n int, in []int32) int32 {
			return []int32{3, -1, 4, 0, 0}[i%5] + int32(float32(in[i])*2.5) + []int32{2, -12}[i&1] + int32([]float64{0.5, 1.0 / 3}[i&1]*3) + 35
		}),
		kernelOf("memory/__device__ globals", `__device__ int counter = 5;
__device__ int total[2];
__device__ unsigned long long wide = 1ULL << 40;
__global__ void k(int *out, int *sums, long long *w, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int mine = atomicAdd(&counter, 1);
		atomicAdd(&total[i & 1], 3);
		atomicAdd(&wide, 1ULL << 32);
		if (mine == n + 4) { out[0] = counter; sums[0] = total[0]; sums[1] = total[1]; *w = wide; }
	}
}`, func(n int, r *rand.Rand) trial {
			grid, block := linear(n)
			return trial{grid: grid, block: block, args: []any{make([]int32, 1), make([]int32, 2), make([]int64, 1), int64(n)},
				want: []any{[]int32{int32(n + 5)}, []int32{int32(3 * ((n + 1) / 2)), int32(3 * (n / 2))}, []int64{1<<40 + int64(n)<<32}}}
		}),
		kernelOf("memory/one thread writes for another", `__global__ void k(int *list, int *next, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) { list[(i * 7 + 3) % n] = next[i]; int *p = next + i; while (*p > 0) { p = next + *p - 1; } list[n + i] = p - next; }
}`, pointerChase),
	}
}

func vectorTrial(n int, r *rand.Rand) trial {
	grid, block := linear(n)
	d := fill(2*n, func(int) float64 { return r.Float64() })
	c := fill(4*n, func(int) uint8 { return uint8(r.IntN(256)) })
	s := fill(2*n, func(int) int16 { return int16(r.IntN(65536) - 32768) })
	u := fill(3*n, func(int) uint32 { return r.Uint32() })
	l := fill(2*n, func(int) int64 { return int64(r.Uint64()) })
	return trial{grid: grid, block: block, args: []any{d, c, s, u, l, int64(n)}, want: []any{
		fill(2*n, func(i int) float64 { return []float64{d[i/2*2+1], d[i/2*2] + 1}[i%2] }),
		fill(4*n, func(i int) uint8 { p := c[i/4*4:]; return []uint8{p[3], p[2], p[1] + 200, p[0] * 3}[i%4] }),
		fill(2*n, func(i int) int16 { h := s[i/2*2:]; return []int16{h[1] - h[0], h[0]}[i%2] }),
		fill(3*n, func(i int) uint32 { t := u[i/3*3:]; return []uint32{t[0], t[1] + t[0]*t[2], t[2]}[i%3] }),
		fill(2*n, func(i int) int64 { w := l[i/2*2:]; return []int64{w[0] + w[1], w[0] - w[1]}[i%2] }),
	}}
}

// pointerChase has lists that lead to element 0 or to one with a negative link.
func pointerChase(n int, r *rand.Rand) trial {
	grid, block := linear(n)
	next := fill(n, func(i int) int32 {
		if i == 0 || r.IntN(5) == 0 {
			return -int32(i)
		}
		return int32(r.IntN(i)) + 1
	})
	list := make([]int32, 2*n)
	for i := range n {
		p := i
		for next[p] > 0 {
			p = int(next[p]) - 1
		}
		list[n+i] = int32(p)
	}
	for i := range n { // no size is a multiple of 7
		list[(i*7+3)%n] = next[i]
	}
	return trial{grid: grid, block: block, args: []any{make([]int32, 2*n), next, int64(n)}, want: []any{list}}
}

package gpumodel

import "math/rand/v2"

// perThread is a kernel k(int *out, const int *in, int n) whose thread i < n
// computes out[i] from in[i] by a body that knows i, n, in and x, and sets r.
func perThread(name, body string, want func(i, n int, in []int32) int32) example {
	source := `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		` + body + `
		out[i] = r;
	}
}`
	return wholeKernel(name, source, want)
}

// wholeKernel is a kernel k(int *out, const int *in, int n) of which thread i
// computes element i.
func wholeKernel(name, source string, want func(i, n int, in []int32) int32) example {
	return example{name: name, source: source, trial: func(n int, r *rand.Rand) trial {
		grid, block := linear(n)
		in := fill(n, func(int) int32 { return int32(r.IntN(200) - 100) })
		out := fill(n, func(i int) int32 { return want(i, n, in) })
		return trial{grid: grid, block: block, args: []any{make([]int32, n), in, int64(n)}, want: []any{out}}
	}}
}

func controlExamples() []example {
	return []example{
		perThread("control/if else chain", `if (x < -50) r = 1; else if (x < 0) { r = x * 2; if (i % 3 == 0) r++; else r--; } else if (x == 7) r = 70; else r = -x;`,
			func(i, n int, in []int32) int32 {
				switch x := in[i]; {
				case x < -50:
					return 1
				case x < 0 && i%3 == 0:
					return x*2 + 1
				case x < 0:
					return x*2 - 1
				case x == 7:
					return 70
				default:
					return -x
				}
			}),
		perThread("control/loop with trip count of the data", `while (x != 1 && r < 200) { x = x <= 0 ? -x + 3 : x % 2 ? 3 * x + 1 : x / 2; r++; }`,
			func(i, n int, in []int32) int32 {
				r := int32(0)
				for x := in[i]; x != 1 && r < 200; r++ {
					switch {
					case x <= 0:
						x = -x + 3
					case x%2 != 0:
						x = 3*x + 1
					default:
						x /= 2
					}
				}
				return r
			}),
		perThread("control/nested loops, break and continue", `
		for (int a = 0; a < 12; a++) {
			if ((a + i) % 4 == 1) continue;
			for (int b = a; ; b++) {
				if (b * x > 300 || b > 20) break;
				if (b % 3 == 0) continue;
				r += a * b;
			}
			if (r > 4000) break;
		}`, nestedLoops),
		perThread("control/do while", `do { r += x & 3; x >>= 1; } while (x > 2); r = r * 100 + x;`, func(i, n int, in []int32) int32 {
			x, r := in[i], int32(0)
			for {
				r += x & 3
				x >>= 1
				if x <= 2 {
					return r*100 + x
				}
			}
		}),
		perThread("control/switch with fall-through", `
		switch (x % 5) {
		case 0: r = 10; break;
		case 1: r = 1;
		case 2: r += 20;
		case 3: { r += 300; break; }
		default: r = -1;
		case -4: r -= 7;
		}`, func(i, n int, in []int32) int32 {
			return map[int32]int32{0: 10, 1: 321, 2: 320, 3: 300, 4: -8, -4: -7, -1: -8, -2: -8, -3: -8}[in[i]%5]
		}),
		perThread("control/switch in a loop", `
		for (int k = 0; k < 8; k++) {
			switch ((x + k) & 3) {
			case 0: continue;
			case 1: r += k; break;
			case 2: if (k > 5) { r *= 2; break; } r -= k;
			default: r ^= 1;
			}
			r += 3;
		}`, switchInLoop),
		perThread("control/ternaries", `r = x > 0 ? i % 2 ? x : -x : x < -50 ? (i & 4 ? 1 : 2) : 3; int *p = i % 2 ? &r : &x; *p += 5;`,
			func(i, n int, in []int32) int32 {
				r := int32(3)
				switch x := in[i]; {
				case x > 0 && i%2 == 1:
					r = x
				case x > 0:
					r = -x
				case x < -50 && i&4 != 0:
					r = 1
				case x < -50:
					r = 2
				}
				if i%2 == 1 {
					r += 5
				}
				return r
			}),
		perThread("control/short circuit with side effects", `
		int calls = 0;
		if (x > 0 && ++calls && i % 3 == 0 || (calls += 10) > 15 || calls++ < 0) r = 1000;
		bool late = x < 0 || n / (x == 0 ? 1 : x) > -1000000;
		if (!(x > 3 && in[i - i % 2] > 0)) r += 100;
		r += calls + late;`, func(i, n int, in []int32) int32 {
			x, calls, r := in[i], int32(0), int32(0)
			if x > 0 {
				calls++
			}
			if !(x > 0 && i%3 == 0) {
				calls += 10
				if calls <= 15 {
					calls++
				}
			}
			if x > 0 && i%3 == 0 {
				r = 1000
			}
			if !(x > 3 && in[i-i%2] > 0) {
				r += 100
			}
			return r + calls + 1
		}),
		perThread("control/order of increments", `int a[4] = {0}; int k = 0; a[k++] = x; a[k++] = a[0]--; a[k] = k; k += 1; a[k--] += 9; r = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + k;`,
			func(i, n int, in []int32) int32 { return in[i] - 1 + 3*in[i] + 5*2 + 7*9 + 2 }),
		wholeKernel("control/early returns", `__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	if (x < 0) { out[i] = -1; return; }
	for (int k = 0; k < 50; k++)
		if (k * k > x) { out[i] = k; return; }
	out[i] = 99;
}`, func(i, n int, in []int32) int32 {
			if in[i] < 0 {
				return -1
			}
			k := int32(0)
			for k*k <= in[i] {
				k++
			}
			return k
		}),
		wholeKernel("control/early return, then barrier", `__global__ void k(int *out, const int *in, int n) {
	__shared__ int s[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	s[threadIdx.x] = -5;
	if (i >= n) { s[threadIdx.x] = 1; return; }
	if (in[i] < 0) {
		if (in[i] % 2) { out[i] = 17; return; }
		s[threadIdx.x] = 40;
	}
	__syncthreads();
	s[threadIdx.x] += in[i];
	__syncthreads();
	out[i] = s[threadIdx.x];
}`, func(i, n int, in []int32) int32 {
			switch x := in[i]; {
			case x < 0 && x%2 != 0:
				return 17
			case x < 0:
				return 40 + x
			default:
				return x - 5
			}
		}),
		wholeKernel("control/grid stride", `__global__ void k(int *out, const int *in, int n) {
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x / 2 + 1) atomicAdd(&out[i], in[i]);
}`, func(i, n int, in []int32) int32 {
			threads := (n + 99) / 100 * 100
			count := int32(0)
			for j := i; j >= 0; j -= threads/2 + 1 {
				if j < threads {
					count++
				}
			}
			return in[i] * count
		}),
		perThread("control/loop bounds of 64 bits", `for (long long k = 0x7fffffffLL; k < 0x7fffffffLL + (x & 7); k++) r += (int)(k >> 20);`,
			func(i, n int, in []int32) int32 {
				r := int32(0)
				for k := int64(0x7fffffff); k < 0x7fffffff+int64(in[i]&7); k++ {
					r += int32(k >> 20)
				}
				return r
			}),
		perThread("control/loop of doubles", `double s = 1.5; for (double d = 0.25; d < 3.0; d += 0.5) { if (x > 0) s = s * d + 0.125; else s -= d; } r = (int)(s * 1000);`,
			func(i, n int, in []int32) int32 {
				s := 1.5
				for d := 0.25; d < 3; d += 0.5 {
					if in[i] > 0 {
						s = s*d + 0.125
					} else {
						s -= d
					}
				}
				return int32(s * 1000)
			}),
		perThread("control/swap doubles in a loop", `double a = 1.0 / 3, b = x, c = 7; for (int k = 0; k < 5 + (i & 1); k++) { double t = a; a = b; b = c; c = t; } long long la = 1LL << 40, lb = 3; while (lb < la) { long long t = la; la = lb * 1024; lb = t; } r = (int)(a * 3) + 10 * (int)(b * 3) + 100 * (int)(c * 3) + (int)(la >> 9) + (int)(lb >> 20);`,
			swapDoubles),
		perThread("control/loops unrolled", "\n#pragma unroll\n\t\tfor (int k = 0; k < 5; k++) r += k * x;\n#pragma unroll 3\n\t\tfor (int k = 0; k < (x & 15); k++) r ^= k + i;\n#pragma unroll 1\n\t\tfor (int k = 10; k > 0; k -= 3) r += k;",
			func(i, n int, in []int32) int32 {
				r := 10 * in[i]
				for k := range in[i] & 15 {
					r ^= k + int32(i)
				}
				return r + 10 + 7 + 4 + 1
			}),
		perThread("control/invariants of nested loops", `
		short s = x; unsigned char t = x; long long l = (long long)x << 20; double d = x & 255;
		int b = i, m = 5, arr[4] = {1, x, 2, i};
		for (int j = 0; j < 4; j++) {
			if (!s) break;
			for (int k = 0; k < 5; k++) {
				int w = 0;
				do { b = (short)(int)d; } while (w++ < 3 && (255 >= m || arr[m & 3] < s));
				long long y = 0, p = l;
				unsigned q = t;
				for (int e = 0; e < 3; e++) { if (q & 1) y += p; q >>= 1; p *= 2; }
				arr[(int)d & 3] += 1 - y;
			}
		}
		r = b + arr[0] + arr[1] + arr[2] + arr[3];`, func(i, n int, in []int32) int32 {
			x := in[i]
			if x == 0 {
				return int32(2*i) + 3
			}
			return x&255 + 1 + x + 2 + int32(i) + 20*(1-x*(x&7)<<20)
		}),
		perThread("control/countdown of unsigned", `for (unsigned k = (unsigned)(x & 31) + 1; k-- > 0; ) r += k; for (unsigned char c = 250; c > 4; c++) r += c;`,
			func(i, n int, in []int32) int32 {
				k := in[i] & 31
				return k*(k+1)/2 + 250 + 251 + 252 + 253 + 254 + 255
			}),
		perThread("control/endless loop left by return value", `for (;;) { x = x * 5 + 3; if (++r > 40 || (x & 63) == 11) break; } `,
			func(i, n int, in []int32) int32 {
				x, r := in[i], int32(0)
				for {
					x = x*5 + 3
					if r++; r > 40 || x&63 == 11 {
						return r
					}
				}
			}),
	}
}

func nestedLoops(i, n int, in []int32) int32 {
	x, r := in[i], int32(0)
	for a := int32(0); a < 12; a++ {
		if (a+int32(i))%4 == 1 {
			continue
		}
		for b := a; ; b++ {
			if b*x > 300 || b > 20 {
				break
			}
			if b%3 == 0 {
				continue
			}
			r += a * b
		}
		if r > 4000 {
			break
		}
	}
	return r
}

func switchInLoop(i, n int, in []int32) int32 {
	r := int32(0)
	for k := int32(0); k < 8; k++ {
		switch (in[i] + k) & 3 {
		case 0:
			continue
		case 1:
			r += k
		case 2:
			if k > 5 {
				r *= 2
				break
			}
			r = (r - k) ^ 1
		default:
			r ^= 1
		}
		r += 3
	}
	return r
}

func swapDoubles(i, n int, in []int32) int32 {
	a, b, c := 1.0/3, float64(in[i]), 7.0
	for range 5 + i&1 {
		a, b, c = b, c, a
	}
	la, lb := int64(1)<<40, int64(3)
	for lb < la {
		la, lb = lb*1024, la
	}
	return int32(a*3) + 10*int32(b*3) + 100*int32(c*3) + int32(la>>9) + int32(lb>>20)
}

package gpumodel

import (
	"errors"
	"testing"

	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// TestGenericAddresses runs kernels whose pointers lead to several kinds of memory, or are kept in memory
// themselves, and compares results with what Go computes, and traces with those of a launch that computes only what it must.
func TestGenericAddresses(t *testing.T) {
	tier.Check(t)
	for _, d := range withCard(t, card(t, "C2050"), card(t, "K20X"), card(t, "H200")) {
		for _, e := range append(genericExamples(), genericFlag()) {
			t.Run(d.Name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
	for _, e := range genericExamples() {
		t.Run(e.name+" without values", func(t *testing.T) {
			k := e.kernel(t)
			for _, n := range e.trialSizes() {
				err := e.sameWithoutValues(t, card(t, "H200"), k, n, false)
				if errors.Is(err, warp.ErrTogether) {
					err = e.sameWithoutValues(t, card(t, "H200"), k, n, true)
				}
				if err != nil {
					t.Fatalf("n = %d: %v", n, err)
				}
			}
		})
	}
}

func genericExamples() []example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;\n"
	return []example{
		wholeKernel("generic/a lane's choice of memory", `__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[128];
	int own[2] = {i, 7};
	s[t] = 3 * i;
	__syncthreads();
	if (i >= n) return;
	const int *p = in + i;
	if (in[i] > 20) p = &s[t];
	else if (in[i] < -20) p = &own[in[i] & 1];
	out[i] = *p + 1;
}`, func(i, n int, in []int32) int32 {
			switch x := in[i]; {
			case x > 20:
				return int32(3*i) + 1
			case x < -20 && x&1 == 0:
				return int32(i) + 1
			case x < -20:
				return 8
			default:
				return x + 1
			}
		}),
		wholeKernel("generic/a table of pointers", `__constant__ int fixed[4] = {11, 12, 13, 14};
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[128];
	s[t] = -i;
	__syncthreads();
	if (i >= n) return;
	int own[4];
	for (int j = 0; j < 4; j++) own[j] = i + j;
	const int *table[4] = {in + i, s + t, own + (i & 3), fixed + (i & 3)};
	out[i] = *table[(unsigned)(in[i] + 100) % 4];
}`, func(i, n int, in []int32) int32 {
			return []int32{in[i], int32(-i), int32(i + i&3), int32(11 + i&3)}[(in[i]+100)%4]
		}),
		wholeKernel("generic/pointers in shared memory", `struct span { int *data; int size; };
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[128];
	__shared__ span spans[128];
	__shared__ int *next;
	s[t] = i < n ? in[i] : 0;
	if (t % 2) { spans[t].data = &s[t]; spans[t].size = 1; }
	else if (i < n) { out[i] = 5 * i; spans[t] = span{out + i, 2}; }
	if (t == 3) next = s + 3;
	__syncthreads();
	if (i < n) out[i] = *spans[t].data + spans[t].size + (n > 3 ? *next : 0);
}`, func(i, n int, in []int32) int32 {
			block, t := i/100, i%100
			other := int32(0)
			if n > 3 && block*100+3 < n {
				other = in[block*100+3]
			}
			if t%2 == 1 {
				return in[i] + 1 + other
			}
			return int32(5*i) + 2 + other
		}),
		wholeKernel("generic/a list that ends in a null", `struct node { int value; node *next; };
__device__ int sum(const node *p) { int s = 0; while (p) { s = 3 * s + p->value; p = p->next; } return s; }
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ node nodes[128];
	nodes[t].value = i < n ? in[i] : 0;
	nodes[t].next = t > 0 && t % 5 ? &nodes[t - 1] : nullptr;
	__syncthreads();
	if (i >= n) return;
	node last = {9, nullptr}, first = {4, &last};
	out[i] = sum(&nodes[t]) + sum(in[i] > 0 ? &first : nullptr);
}`, func(i, n int, in []int32) int32 {
			s := int32(0)
			for j := i; ; j-- {
				s = 3*s + in[j]
				if j%5 == 0 {
					break
				}
			}
			if in[i] > 0 {
				s += 3*4 + 9
			}
			return s
		}),
		wholeKernel("generic/one function for all kinds of memory", `__device__ void sort(int *a, int low, int high) {
	if (low >= high) return;
	int p = a[high], m = low;
	for (int j = low; j < high; j++) if (a[j] < p) { int x = a[j]; a[j] = a[m]; a[m++] = x; }
	a[high] = a[m]; a[m] = p;
	sort(a, low, m - 1);
	sort(a, m + 1, high);
}
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[4 * 128];
	int own[4];
	int *a = t % 2 ? own : s + 4 * t;
	for (int j = 0; j < 4; j++) a[j] = in[(i + 7 * j) % n];
	sort(a, 0, 3);
	if (i < n) out[i] = a[0] + 3 * a[1] + 9 * a[2] + 27 * a[3];
}`, func(i, n int, in []int32) int32 {
			var a [4]int32
			for j := range a {
				a[j] = in[(i+7*j)%n]
			}
			for j := range a {
				for m := range j {
					if a[j] < a[m] {
						a[j], a[m] = a[m], a[j]
					}
				}
			}
			return a[0] + 3*a[1] + 9*a[2] + 27*a[3]
		}),
		wholeKernel("generic/objects anywhere behind their base", `struct shape { virtual __device__ int area() const { return 1; } };
struct square : shape { int a; __device__ square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
struct box : shape { int a, b; __device__ box(int a, int b) : a(a), b(b) {} __device__ int area() const override { return a * b; } };
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ char place[sizeof(box) * 128];
	if (i >= n) return;
	box *shared = new (place + sizeof(box) * t) box(i, 3);
	square own(in[i]);
	shape *both[2] = {&own, shared};
	out[i] = both[i % 2]->area() + both[(i / 2) % 2]->area();
}`, func(i, n int, in []int32) int32 {
			both := [2]int32{in[i] * in[i], int32(3 * i)}
			return both[i%2] + both[i/2%2]
		}),
		wholeKernel("generic/atomics on shared and global memory", `__device__ int bump(int *p, int by) { return atomicAdd(p, by); }
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[2];
	if (t < 2) s[t] = 10;
	if (i < n) out[i] = 0;
	__syncthreads();
	if (i < n) {
		int *p = t % 4 < 2 ? &s[t % 2] : &out[i];
		if (t % 4 == 3) p = &s[1];
		bump(p, in[i]);
	}
	__syncthreads();
	if (i < n) atomicAdd(&out[i], s[0] - 2 * s[1]);
}`, func(i, n int, in []int32) int32 {
			s, first := [2]int32{10, 10}, i/100*100
			own := int32(0)
			for j := first; j < min(first+100, n); j++ {
				switch t := j % 100 % 4; {
				case t == 0:
					s[0] += in[j]
				case t == 1, t == 3:
					s[1] += in[j]
				case j == i:
					own = in[i]
				}
			}
			return own + s[0] - 2*s[1]
		}),
		wholeKernel("generic/buffers that change places", `__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[128];
	int *from = out + i - t, *to = s;
	if (i < n) from[t] = in[i];
	__syncthreads();
	int last = min(n - (i - t), 100);
	for (int step = 1; step < 8; step *= 2) {
		if (i < n) to[t] = from[t] + from[(t + step) % last];
		__syncthreads();
		int *x = from; from = to; to = x;
	}
	if (i < n) { int v = from[t]; out[i] = v; }
}`, func(i, n int, in []int32) int32 {
			first := i / 100 * 100
			a := append([]int32(nil), in[first:min(first+100, n)]...)
			for step := 1; step < 8; step *= 2 {
				a = fill(len(a), func(t int) int32 { return a[t] + a[(t+step)%len(a)] })
			}
			return a[i-first]
		}),
		wholeKernel("generic/wide and narrow words", `__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int4 s[128];
	__shared__ long long big[128];
	if (i >= n) return;
	int4 own = make_int4(i, 1, 2, 3);
	int4 *p = in[i] & 1 ? &own : &s[t];
	*p = make_int4(in[i], 2, i, 4);
	long long *w = in[i] & 2 ? &big[t] : (long long *)&own;
	*w = 0x100000003LL * (i + 1);
	const char *c = in[i] & 4 ? (const char *)w : (const char *)p;
	int4 q = *p;
	out[i] = q.x + 3 * q.y + 5 * q.z + 7 * q.w + c[0] + (int)(*w >> 32);
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			q := [4]int32{x, 2, int32(i), 4}
			w := 0x100000003 * int64(i+1)
			if x&1 != 0 && x&2 == 0 {
				q[0], q[1] = int32(w), int32(w>>32)
			}
			c := int8(q[0])
			if x&4 != 0 {
				c = int8(w)
			}
			return q[0] + 3*q[1] + 5*q[2] + 7*q[3] + int32(c) + int32(w>>32)
		}),
		wholeKernel("generic/pointers are compared", `__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int s[128];
	int own = i;
	if (i >= n) return;
	const int *p = in[i] > 0 ? s + t : in + i, *q = nullptr;
	if (in[i] % 2) q = s;
	if (in[i] % 3 == 0) q = &own;
	out[i] = (p == s + t) + 2 * (q == nullptr) + 4 * (q == s) + 8 * (q == &own) + 16 * (p != q) + 32 * (q ? 1 : 0);
}`, func(i, n int, in []int32) int32 {
			x := in[i]
			p, q := "in", ""
			if x > 0 {
				p = "s" + string(rune(i%100))
			}
			if x%2 != 0 {
				q = "s" + string(rune(0))
			}
			if x%3 == 0 {
				q = "own"
			}
			bit := func(b bool, v int32) int32 {
				if b {
					return v
				}
				return 0
			}
			return bit(x > 0, 1) + bit(q == "", 2) + bit(q == "s\x00", 4) + bit(q == "own", 8) + bit(p != q, 16) + bit(q != "", 32)
		}),
	}
}

// genericFlag has warps that wait for another one.
func genericFlag() example {
	const head = "\tint i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;\n"
	return wholeKernel("generic/a flag behind a pointer", `struct channel { volatile int *flag; int *value; };
__global__ void k(int *out, const int *in, int n) {
`+head+`	__shared__ int flag, value;
	__shared__ channel c;
	if (t == 0) { flag = 0; c.flag = &flag; c.value = &value; }
	__syncthreads();
	if (t == 64) { *c.value = 1000 + blockIdx.x; __threadfence_block(); *c.flag = 1; }
	if (t < 32) while (*c.flag == 0);
	__syncthreads();
	if (i < n) out[i] = in[i] + *c.value;
}`, func(i, n int, in []int32) int32 { return in[i] + 1000 + int32(i/100) })
}

// Destructors.

struct Log {
	int *at;
	int mark;
	__device__ Log(int *at, int mark) : at(at), mark(mark) { *at = *at * 2 + mark; }
	__device__ ~Log() { *at = *at * 3 + mark; }
};
struct Pair {
	Log a, b;
	__device__ Pair(int *at) : a(at, 1), b(at, 2) {}
	__device__ ~Pair() { *a.at += 1000; }
};
struct Derived : Log {
	__device__ Derived(int *at) : Log(at, 5) {}
};
__device__ int leave(int *at, int way) {
	Log outer(at, 1);
	for (int i = 0; i < 4; i++) {
		Log inner(at, 2);
		if (i == way) break;
		if (i == way - 1) continue;
		if (way == 5 && i == 2) return *at;
		*at += 1;
	}
	switch (way) {
	case 1: { Log in(at, 3); break; }
	case 2: return *at;
	}
	if (Log l(at, 4); way == 3) return *at;
	return way;
}
__device__ void take(Log l) { *l.at += 7; }
__device__ Log make(int *at) { return Log(at, 6); }
__device__ Log named(int *at) { Log l(at, 6); l.mark = 8; return l; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i] & 7, r = leave(&x, i % 6);
	{
		Pair p(&x);
		Log several[2] = {Log(&x, 1), Log(&x, 2)};
		Derived d(&x);
		Log m = make(&x), l = named(&x);
		take(Log(&x, 9));
	}
	out[i] = x + r;
}

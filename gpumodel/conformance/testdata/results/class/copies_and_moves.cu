// Copies and moves.

struct Log {
	int *at, mark;
	__device__ Log(int *at, int mark) : at(at), mark(mark) { *at = *at * 3 + mark; }
	__device__ Log(const Log &o) : at(o.at), mark(o.mark + 1) { *at = *at * 5 + 1; }
	__device__ Log(Log &&o) : at(o.at), mark(o.mark) { o.mark = 9; *at = *at * 7 + 2; }
	__device__ Log &operator=(const Log &o) { if (this != &o) mark = o.mark; *at = *at * 11 + 3; return *this; }
	__device__ ~Log() { *at = *at * 13 + mark; }
	__device__ int get() const { return mark; }
};
struct Two { Log a, b[2]; };
__device__ int take(Log l) { l.mark += 2; return l.get(); }
__device__ int look(const Log &l) { return l.get(); }
__device__ Log make(int *at, int m) { return Log(at, m); }
__device__ Log back(Log l) { return l; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int *at = out + i;
	*at = in[i];
	int r = 0;
	{
		Log a(at, 1), b = a;
		r = r * 3 + take(b);
		r = r * 3 + look(Log(at, 4)) + 1;
		if (i % 2 && make(at, 2).get() == 2) r++;
		Two t = {a, {make(at, 3), std::move(b)}}, u = t;
		u = t;
		r = r * 3 + u.b[1].mark + b.mark;
		for (int j = 0; j < 2; j++) {
			Log c = back(Log(at, j));
			if (j == i % 3) continue;
			c = a;
		}
		const Log &kept = make(at, 6);
		r = r * 3 + kept.mark;
	}
	*at += r;
}

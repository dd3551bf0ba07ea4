package gpumodel

// copiesSource makes, copies, moves, assigns and destroys objects that note it in *at.
const copiesSource = `struct Log {
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
}`

// copiesWanted does what copiesSource says, step by step.
func copiesWanted(i, n int, in []int32) int32 {
	at, r := in[i], int32(0)
	make := func(m int32) int32 { at = at*3 + m; return m }
	copied := func(m int32) int32 { at = at*5 + 1; return m + 1 }
	moved := func(m int32) int32 { at = at*7 + 2; return m }
	assigned := func() { at = at*11 + 3 }
	end := func(marks ...int32) {
		for _, m := range marks {
			at = at*13 + m
		}
	}
	a := make(1)
	b := copied(a)
	param := copied(b) + 2
	r = r*3 + param
	end(param)
	make(4)
	r = r*3 + 4 + 1
	end(4)
	if i%2 == 1 {
		make(2)
		r++
		end(2)
	}
	t0 := copied(a)
	t1 := make(3)
	t2 := moved(b)
	b = 9
	copied(t0)
	copied(t1)
	copied(t2)
	assigned()
	assigned()
	assigned()
	u0, u1, u2 := t0, t1, t2
	r = r*3 + u2 + b
	for j := range int32(2) {
		make(j)
		c := moved(j)
		end(9)
		if int(j) != i%3 {
			assigned()
			c = a
		}
		end(c)
	}
	make(6)
	r = r*3 + 6
	end(6, u2, u1, u0, t2, t1, t0, b, a)
	return at + r
}

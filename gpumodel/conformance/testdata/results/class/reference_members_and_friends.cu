// Reference members and friends.

template <typename T> class Cell;
class Meter {
	int total;
	friend class Reader;
	friend __device__ int secret(const Meter &m);
	friend __device__ Meter operator+(const Meter &a, const Meter &b) { Meter m(a.total + b.total); return m; }
public:
	__device__ Meter(int t) : total(t) {}
};
class Reader {
	const Meter &m;
	int &count;
public:
	__device__ Reader(const Meter &m, int &count) : m(m), count(count) {}
	__device__ int read() { count++; return m.total; }
};
__device__ int secret(const Meter &m) { return m.total * 10; }
struct View { int &x; const int &y; };
template <typename T> class Cell {
	T v;
	friend __device__ bool operator<(const Cell &a, const Cell &b) { return a.v < b.v; }
public:
	__device__ Cell(T v) : v(v) {}
};
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int count = 0;
	Meter m(in[i]);
	Reader r(m, count);
	int sum = r.read() + r.read();
	View v = {sum, in[i]};
	v.x += v.y;
	Cell<int> a(3), b(4);
	Cell<float> c(3.5f), d(2.5f);
	Meter both = m + Meter(1);
	out[i] = sum + count + secret(m) + secret(both) + (a < b) + (c < d) + (int)sizeof(View);
}

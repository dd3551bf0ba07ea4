// Class templates.
//
// templates: double, 3
// in: rand(0, 99)
// by.x[0]: 2
// by.x[1]: 3
// by.x[2]: 5

template <typename T, int N> struct Vec {
	T x[N];
	__device__ T dot(const Vec &o) const { T s = 0; for (int i = 0; i < N; i++) s += x[i] * o.x[i]; return s; }
	__device__ Vec<T, N> operator+(const Vec<T, N> &o) const { Vec r; for (int i = 0; i < N; i++) r.x[i] = x[i] + o.x[i]; return r; }
	__device__ T &operator[](int i) { return x[i]; }
	__device__ T nonsense() const { return x[0].nothing; }
};
template <class T = float> class Pair {
	T a, b = 2;
public:
	__device__ Pair(T a) : a(a) {}
	__device__ T sum() const { return a + b; }
};
template <typename T, int N> __device__ T total(const Vec<T, N> &v) { T s = 0; for (int i = 0; i < N; i++) s += v.x[i]; return s; }
template <typename T> __device__ T last(Vec<T, 3> v) { return v.x[2]; }
template <typename T, int N> __global__ void k(T *out, const T *in, Vec<T, N> by, int n) {
	__shared__ Vec<T, 2> s[100];
	int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
	s[t].x[0] = s[t].x[1] = t;
	if (i >= n) return;
	Vec<T, N> v, *p = &v;
	for (int j = 0; j < N; j++) v[j] = in[i] + j;
	Vec<Vec<T, 2>, 2> m = {1, 2, {{3, 4}}};
	T x = (v + by).dot(by) + total(v) * 3 + total<T, N>(by) + p->x[0] + Vec<T, N>(by).x[1] + last(Vec<T, 3>{5, 6, 7});
	out[i] = x + m.x[0].x[1] * 10 + m[1][0] * 100 + total(s[t]) + Pair<T>(4).sum() + (T)Pair<>(3.5f).sum() + (sizeof(Vec<Vec<T, 2>, 2>) >> 2);
}

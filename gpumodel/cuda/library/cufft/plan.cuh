// cuFFT, after its API reference: transforms of any length, in one to three dimensions.
enum cufftResult {
	CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4, CUFFT_INTERNAL_ERROR = 5,
	CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13,
	CUFFT_NOT_IMPLEMENTED = 14, CUFFT_NOT_SUPPORTED = 16
};
typedef cufftResult cufftResult_t;
enum cufftType { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
typedef cufftType cufftType_t;
typedef int cufftHandle;
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

namespace cufft {
const int THREADS = 256;
inline int blocks(long n) { return (int)(n < 65535L * THREADS ? (n + THREADS - 1) / THREADS : 65535); }
// Where the elements of a transform lie: n along each dimension, how many there are in memory, and how far apart.
struct layout { int embed[3]; long stride, distance; };
struct plan {
	int rank, n[3], type, batch;
	layout in, out;
	bool plain; // no layout was given
	cudaStream_t stream;
	void *work[2];
	long all() const { return (long)n[0] * n[1] * n[2]; }
};
__device__ inline void turn(float x, float *s, float *c) { sincospif(x, s, c); }
__device__ inline void turn(double x, double *s, double *c)
{
	*s = sinpi(x);
	*c = cospi(x);
}
template <typename T> struct number { T x, y; };

// One step of a transform along one dimension (Stockham): rows of n elements that lie inner apart; before is the product of the factors so far.
// A thread takes R elements that are n / R apart, and puts their transform where the next step finds it.
template <int R, typename T> __global__ void cufft_step(long rows, int n, long inner, int before, const number<T> *in, number<T> *out, int sign)
{
	int parts = n / R;
	for (long t = blockIdx.x * (long)THREADS + threadIdx.x; t < rows * parts; t += gridDim.x * (long)THREADS) {
		// Neighbours of a thread lie beside each other: along the row if its elements do, across the rows elsewhere.
		long row = inner == 1 ? t / parts : t / inner / parts * inner + t % inner;
		int j = (int)(inner == 1 ? t % parts : t / inner % parts), k = j % before;
		long base = row / inner * inner * n + row % inner;
		number<T> v[R];
#pragma unroll
		for (int r = 0; r < R; r++) {
			number<T> x = in[base + (j + (long)r * parts) * inner];
			T s, c;
			turn((T)(2 * sign) * (T)k * (T)r / ((T)before * (T)R), &s, &c);
			v[r].x = x.x * c - x.y * s;
			v[r].y = x.x * s + x.y * c;
		}
		long to = base + ((long)(j / before) * before * R + k) * inner;
#pragma unroll
		for (int q = 0; q < R; q++) {
			number<T> sum = v[0];
#pragma unroll
			for (int r = 1; r < R; r++) {
				T s, c;
				turn((T)(2 * sign) * (T)(q * r % R) / (T)R, &s, &c);
				sum.x += v[r].x * c - v[r].y * s;
				sum.y += v[r].x * s + v[r].y * c;
			}
			out[to + (long)q * before * inner] = sum;
		}
	}
}
// The same for other factors: a thread has one element of the result.
template <typename T> __global__ void cufft_step_of(int factor, long rows, int n, long inner, int before, const number<T> *in, number<T> *out, int sign)
{
	int parts = n / factor;
	for (long t = blockIdx.x * (long)THREADS + threadIdx.x; t < rows * n; t += gridDim.x * (long)THREADS) {
		long row = inner == 1 ? t / n : t / inner / n * inner + t % inner;
		int i = (int)(inner == 1 ? t % n : t / inner % n), q = i / parts, j = i % parts, k = j % before;
		long base = row / inner * inner * n + row % inner, period = (long)before * factor;
		number<T> sum = {0, 0};
		for (int r = 0; r < factor; r++) {
			number<T> x = in[base + (j + (long)r * parts) * inner];
			T s, c;
			turn((T)(2 * sign) * (T)((long)r * (k + (long)q * before) % period) / (T)period, &s, &c);
			sum.x += x.x * c - x.y * s;
			sum.y += x.x * s + x.y * c;
		}
		out[base + ((long)(j / before) * period + k + (long)q * before) * inner] = sum;
	}
}
__device__ inline long place(const plan &p, const layout &l, long b, int i, int j, int k) { return b * l.distance + (((long)i * l.embed[1] + j) * l.embed[2] + k) * l.stride; }
// Brings the input into rows of complex numbers. What a transform to real numbers is not given is the conjugate of what it is given.
template <typename T> __global__ void cufft_load(plan p, const T *in, number<T> *to, bool real, bool half)
{
	long all = p.all(), n = all * p.batch;
	for (long t = blockIdx.x * (long)THREADS + threadIdx.x; t < n; t += gridDim.x * (long)THREADS) {
		long b = t / all;
		int k = (int)(t % p.n[2]), j = (int)(t / p.n[2] % p.n[1]), i = (int)(t / p.n[2] / p.n[1] % p.n[0]);
		number<T> x = {0, 0};
		if (real) x.x = in[place(p, p.in, b, i, j, k)];
		else {
			bool other = half && k > p.n[2] / 2;
			if (other) {
				k = p.n[2] - k;
				j = j ? p.n[1] - j : 0;
				i = i ? p.n[0] - i : 0;
			}
			x = ((const number<T> *)in)[place(p, p.in, b, i, j, k)];
			if (other) x.y = -x.y;
		}
		to[t] = x;
	}
}
template <typename T> __global__ void cufft_store(plan p, const number<T> *from, T *out, bool real, bool half)
{
	long all = p.all(), n = all * p.batch;
	for (long t = blockIdx.x * (long)THREADS + threadIdx.x; t < n; t += gridDim.x * (long)THREADS) {
		long b = t / all;
		int k = (int)(t % p.n[2]), j = (int)(t / p.n[2] % p.n[1]), i = (int)(t / p.n[2] / p.n[1] % p.n[0]);
		if (half && k > p.n[2] / 2) continue;
		long at = place(p, p.out, b, i, j, k);
		if (real) out[at] = from[t].x;
		else ((number<T> *)out)[at] = from[t];
	}
}
template <typename T> number<T> *along(plan *p, int dimension, number<T> *now, number<T> *next, int sign)
{
	int n = p->n[dimension], left = n, before = 1;
	long inner = dimension == 2 ? 1 : dimension == 1 ? p->n[2] : (long)p->n[1] * p->n[2], rows = p->all() / n * p->batch;
	while (left > 1) {
		int f = 2;
		if (left % 4 == 0) f = 4;
		else while (left % f) f++;
		int grid = blocks(rows * (n / f));
		switch (f) {
		case 2: cufft_step<2><<<grid, THREADS, 0, p->stream>>>(rows, n, inner, before, (const number<T> *)now, next, sign); break;
		case 3: cufft_step<3><<<grid, THREADS, 0, p->stream>>>(rows, n, inner, before, (const number<T> *)now, next, sign); break;
		case 4: cufft_step<4><<<grid, THREADS, 0, p->stream>>>(rows, n, inner, before, (const number<T> *)now, next, sign); break;
		case 5: cufft_step<5><<<grid, THREADS, 0, p->stream>>>(rows, n, inner, before, (const number<T> *)now, next, sign); break;
		default: cufft_step_of<<<blocks(rows * n), THREADS, 0, p->stream>>>(f, rows, n, inner, before, (const number<T> *)now, next, sign);
		}
		number<T> *was = now;
		now = next;
		next = was;
		before *= f;
		left /= f;
	}
	return now;
}
template <typename T> cufftResult exec(plan *p, int type, const T *in, T *out, int sign)
{
	if (!p) return CUFFT_INVALID_PLAN;
	if (p->type != type) return CUFFT_INVALID_TYPE;
	if (!in || !out || sign != -1 && sign != 1) return CUFFT_INVALID_VALUE;
	bool from_real = type == CUFFT_R2C || type == CUFFT_D2Z, to_real = type == CUFFT_C2R || type == CUFFT_Z2D;
	plan q = *p;
	if (p->plain && in == out && (from_real || to_real)) { // in place rows of real numbers have room for the complex ones
		int room = 2 * (q.n[2] / 2 + 1);
		if (from_real) {
			q.in.embed[2] = room;
			q.in.distance = (long)q.n[0] * q.n[1] * room;
		} else {
			q.out.embed[2] = room;
			q.out.distance = (long)q.n[0] * q.n[1] * room;
		}
	}
	long n = q.all() * q.batch;
	number<T> *a = (number<T> *)q.work[0], *b = (number<T> *)q.work[1];
	cufft_load<<<blocks(n), THREADS, 0, q.stream>>>(q, in, a, from_real, to_real);
	for (int d = 2; d >= 0; d--) {
		number<T> *done = along(p, d, a, b, sign);
		if (done != a) {
			b = a;
			a = done;
		}
	}
	cufft_store<<<blocks(n), THREADS, 0, q.stream>>>(q, (const number<T> *)a, out, to_real, from_real);
	return cudaPeekAtLastError() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

inline plan *plans[1024];
inline int made = 0;
inline plan *of(cufftHandle h) { return h > 0 && h <= made ? plans[h - 1] : 0; }
inline cufftResult make(cufftHandle h, int rank, const int *n, const int *inembed, int istride, int idist, const int *onembed, int ostride, int odist, int type, int batch, size_t *size)
{
	plan *p = of(h);
	if (!p) return CUFFT_INVALID_PLAN;
	if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_VALUE;
	p->rank = rank;
	p->type = type;
	p->batch = batch;
	p->plain = !inembed || !onembed;
	for (int d = 0; d < 3; d++) {
		int from = d - (3 - rank);
		p->n[d] = from < 0 ? 1 : n[from];
		if (p->n[d] < 1) return CUFFT_INVALID_SIZE;
		p->in.embed[d] = from >= 0 && !p->plain ? inembed[from] : p->n[d];
		p->out.embed[d] = from >= 0 && !p->plain ? onembed[from] : p->n[d];
	}
	if (p->plain) { // all one behind the other; of rows of real numbers there are n / 2 + 1 complex ones
		if (type == CUFFT_C2R || type == CUFFT_Z2D) p->in.embed[2] = p->n[2] / 2 + 1;
		if (type == CUFFT_R2C || type == CUFFT_D2Z) p->out.embed[2] = p->n[2] / 2 + 1;
		p->in.stride = p->out.stride = 1;
		p->in.distance = (long)p->n[0] * p->n[1] * p->in.embed[2];
		p->out.distance = (long)p->n[0] * p->n[1] * p->out.embed[2];
	} else {
		p->in.stride = istride;
		p->in.distance = idist;
		p->out.stride = ostride;
		p->out.distance = odist;
	}
	bool twice = type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
	size_t bytes = (size_t)p->all() * batch * (twice ? 16 : 8);
	for (int w = 0; w < 2; w++)
		if (cudaMalloc(&p->work[w], bytes) != cudaSuccess) return CUFFT_ALLOC_FAILED;
	if (size) *size = 2 * bytes;
	return CUFFT_SUCCESS;
}
}
inline cufftResult cufftCreate(cufftHandle *h)
{
	if (cufft::made == 1024) return CUFFT_ALLOC_FAILED;
	cufft::plans[cufft::made] = (cufft::plan *)__sys_calloc(1L, sizeof(cufft::plan));
	*h = ++cufft::made;
	return CUFFT_SUCCESS;
}
inline cufftResult cufftDestroy(cufftHandle h)
{
	cufft::plan *p = cufft::of(h);
	if (!p) return CUFFT_INVALID_PLAN;
	for (int w = 0; w < 2; w++)
		if (p->work[w]) cudaFree(p->work[w]);
	__sys_free(p);
	cufft::plans[h - 1] = 0;
	return CUFFT_SUCCESS;
}
inline cufftResult cufftMakePlanMany(cufftHandle h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch, size_t *size)
{
	return cufft::make(h, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
}
inline cufftResult cufftMakePlan1d(cufftHandle h, int nx, cufftType type, int batch, size_t *size) { return cufft::make(h, 1, &nx, 0, 1, 0, 0, 1, 0, type, batch, size); }
inline cufftResult cufftMakePlan2d(cufftHandle h, int nx, int ny, cufftType type, size_t *size) { int n[2] = {nx, ny}; return cufft::make(h, 2, n, 0, 1, 0, 0, 1, 0, type, 1, size); }
inline cufftResult cufftMakePlan3d(cufftHandle h, int nx, int ny, int nz, cufftType type, size_t *size) { int n[3] = {nx, ny, nz}; return cufft::make(h, 3, n, 0, 1, 0, 0, 1, 0, type, 1, size); }
inline cufftResult cufftPlanMany(cufftHandle *h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch)
{
	cufftResult r = cufftCreate(h);
	return r ? r : cufft::make(*h, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, 0);
}
inline cufftResult cufftPlan1d(cufftHandle *h, int nx, cufftType type, int batch) { cufftResult r = cufftCreate(h); return r ? r : cufftMakePlan1d(*h, nx, type, batch, 0); }
inline cufftResult cufftPlan2d(cufftHandle *h, int nx, int ny, cufftType type) { cufftResult r = cufftCreate(h); return r ? r : cufftMakePlan2d(*h, nx, ny, type, 0); }
inline cufftResult cufftPlan3d(cufftHandle *h, int nx, int ny, int nz, cufftType type) { cufftResult r = cufftCreate(h); return r ? r : cufftMakePlan3d(*h, nx, ny, nz, type, 0); }
inline cufftResult cufftSetStream(cufftHandle h, cudaStream_t stream)
{
	if (!cufft::of(h)) return CUFFT_INVALID_PLAN;
	cufft::of(h)->stream = stream;
	return CUFFT_SUCCESS;
}
inline cufftResult cufftGetVersion(int *version) { *version = 12000; return CUFFT_SUCCESS; }
inline cufftResult cufftExecC2C(cufftHandle h, cufftComplex *in, cufftComplex *out, int sign) { return cufft::exec(cufft::of(h), CUFFT_C2C, (const float *)in, (float *)out, sign); }
inline cufftResult cufftExecR2C(cufftHandle h, cufftReal *in, cufftComplex *out) { return cufft::exec(cufft::of(h), CUFFT_R2C, (const float *)in, (float *)out, -1); }
inline cufftResult cufftExecC2R(cufftHandle h, cufftComplex *in, cufftReal *out) { return cufft::exec(cufft::of(h), CUFFT_C2R, (const float *)in, (float *)out, 1); }
inline cufftResult cufftExecZ2Z(cufftHandle h, cufftDoubleComplex *in, cufftDoubleComplex *out, int sign) { return cufft::exec(cufft::of(h), CUFFT_Z2Z, (const double *)in, (double *)out, sign); }
inline cufftResult cufftExecD2Z(cufftHandle h, cufftDoubleReal *in, cufftDoubleComplex *out) { return cufft::exec(cufft::of(h), CUFFT_D2Z, (const double *)in, (double *)out, -1); }
inline cufftResult cufftExecZ2D(cufftHandle h, cufftDoubleComplex *in, cufftDoubleReal *out) { return cufft::exec(cufft::of(h), CUFFT_Z2D, (const double *)in, (double *)out, 1); }

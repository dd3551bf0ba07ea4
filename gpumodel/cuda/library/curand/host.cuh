// cuRAND's interface for the host, after the cuRAND Library Programming Guide. XORWOW and MRG32k3a have the order that the guide
// gives: number n comes from place n / 4096 of subsequence n % 4096. The guide leaves the order of Philox's numbers and of pairs of
// normal ones open; there it is ours.
enum curandStatus {
	CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101, CURAND_STATUS_ALLOCATION_FAILED = 102,
	CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104, CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
	CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202, CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204,
	CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef curandStatus curandStatus_t;
enum curandRngType {
	CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141,
	CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef curandRngType curandRngType_t;
enum curandOrdering {
	CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102, CURAND_ORDERING_PSEUDO_LEGACY = 103,
	CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef curandOrdering curandOrdering_t;
#define CURAND_VERSION 10400

namespace curand_host {
const int SUBSEQUENCES = 4096;
struct generator {
	int type;
	bool on_host;
	unsigned long long seed, offset, drawn; // drawn: numbers since the states were set
	cudaStream_t stream;
	void *states;
	int ready; // subsequences that have been set
};
template <typename S> __global__ void curand_seed(S *states, int from, int to, unsigned long long seed, unsigned long long offset)
{
	int i = from + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < to) curand_init(seed, (unsigned long long)i, (offset + SUBSEQUENCES - 1 - i) / SUBSEQUENCES, &states[i]);
}
// Each thread has a subsequence, and fills every 4096th element.
template <typename S, typename T, typename F> __global__ void curand_fill(S *states, unsigned long long before, size_t n, T *to, F draw)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= SUBSEQUENCES) return;
	size_t at = (i + SUBSEQUENCES - before % SUBSEQUENCES) % SUBSEQUENCES;
	if (at >= n) return;
	S state = states[i];
	for (; at < n; at += SUBSEQUENCES) to[at] = draw(&state);
	states[i] = state;
}
struct bits { template <typename S> __device__ unsigned operator()(S *s) const { return curand(s); } };
struct uniform { template <typename S> __device__ float operator()(S *s) const { return curand_uniform(s); } };
struct uniform_double { template <typename S> __device__ double operator()(S *s) const { return curand_uniform_double(s); } };
struct normal { float mean, deviation; template <typename S> __device__ float operator()(S *s) const { return mean + deviation * curand_normal(s); } };
struct normal_double { double mean, deviation; template <typename S> __device__ double operator()(S *s) const { return mean + deviation * curand_normal_double(s); } };
struct log_normal { float mean, deviation; template <typename S> __device__ float operator()(S *s) const { return expf(mean + deviation * curand_normal(s)); } };
struct log_normal_double { double mean, deviation; template <typename S> __device__ double operator()(S *s) const { return exp(mean + deviation * curand_normal_double(s)); } };
// How many uniform numbers have a product above exp(-lambda). A large lambda is taken in parts, whose results add up.
struct poisson {
	double lambda;
	template <typename S> __device__ unsigned operator()(S *s) const
	{
		unsigned n = 0;
		for (double left = lambda; left > 0; left -= 32) {
			double least = exp(-(left < 32 ? left : 32)), product = curand_uniform_double(s);
			for (; product > least; product *= curand_uniform_double(s)) n++;
		}
		return n;
	}
};

template <typename S, typename T, typename F> curandStatus_t filled_by(generator *g, T *to, size_t n, F draw)
{
	const int threads = 64;
	if (!g->states && cudaMalloc(&g->states, SUBSEQUENCES * sizeof(S)) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
	S *states = (S *)g->states;
	unsigned long long all = g->offset + g->drawn + n;
	int needed = all < SUBSEQUENCES ? (int)all : SUBSEQUENCES;
	if (needed > g->ready) {
		curand_seed<<<(needed - g->ready + threads - 1) / threads, threads, 0, g->stream>>>(states, g->ready, needed, g->seed, g->offset);
		g->ready = needed;
	}
	T *device = to;
	if (g->on_host && cudaMalloc(&device, n * sizeof(T)) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
	curand_fill<<<SUBSEQUENCES / threads, threads, 0, g->stream>>>(states, g->offset + g->drawn, n, device, draw);
	g->drawn += n;
	if (g->on_host) {
		cudaMemcpy(to, device, n * sizeof(T), cudaMemcpyDeviceToHost);
		cudaFree(device);
	}
	return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
template <typename T, typename F> curandStatus_t filled(generator *g, T *to, size_t n, F draw)
{
	if (!g) return CURAND_STATUS_NOT_INITIALIZED;
	if (!n) return CURAND_STATUS_SUCCESS;
	switch (g->type) {
	case CURAND_RNG_PSEUDO_PHILOX4_32_10: return filled_by<curandStatePhilox4_32_10>(g, to, n, draw);
	case CURAND_RNG_PSEUDO_MRG32K3A: return filled_by<curandStateMRG32k3a>(g, to, n, draw);
	}
	return filled_by<curandStateXORWOW>(g, to, n, draw);
}
inline void again(generator *g)
{
	g->ready = 0;
	g->drawn = 0;
}
}
typedef curand_host::generator *curandGenerator_t;

inline curandStatus_t curandCreateGenerator(curandGenerator_t *g, curandRngType_t type)
{
	switch (type) {
	case CURAND_RNG_PSEUDO_DEFAULT: case CURAND_RNG_PSEUDO_XORWOW: case CURAND_RNG_PSEUDO_PHILOX4_32_10: case CURAND_RNG_PSEUDO_MRG32K3A: break;
	default: // whose sequences are not published, or not offered here
		fprintf(&__files[2], "curandCreateGenerator: of cuRAND's generators for the host XORWOW, Philox4_32_10 and MRG32k3a are there, not type %d: use CURAND_RNG_PSEUDO_DEFAULT\n", (int)type);
		return CURAND_STATUS_TYPE_ERROR;
	}
	*g = (curandGenerator_t)__sys_calloc(1L, sizeof(curand_host::generator));
	(*g)->type = type;
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, curandRngType_t type)
{
	curandStatus_t s = curandCreateGenerator(g, type);
	if (s == CURAND_STATUS_SUCCESS) (*g)->on_host = true;
	return s;
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
	if (!g) return CURAND_STATUS_NOT_INITIALIZED;
	if (g->states) cudaFree(g->states);
	__sys_free(g);
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
	if (!g) return CURAND_STATUS_NOT_INITIALIZED;
	g->seed = seed;
	curand_host::again(g);
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
	if (!g) return CURAND_STATUS_NOT_INITIALIZED;
	g->offset = offset;
	curand_host::again(g);
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
	if (!g) return CURAND_STATUS_NOT_INITIALIZED;
	return order == CURAND_ORDERING_PSEUDO_SEEDED || order == CURAND_ORDERING_QUASI_DEFAULT ? CURAND_STATUS_OUT_OF_RANGE : CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t g) { return g ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED; }
inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
	if (!g) return CURAND_STATUS_NOT_INITIALIZED;
	g->stream = stream;
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetVersion(int *version)
{
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned *to, size_t n)
{
	curand_host::bits f;
	return curand_host::filled(g, to, n, f);
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n)
{
	curand_host::uniform f;
	return curand_host::filled(g, to, n, f);
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n)
{
	curand_host::uniform_double f;
	return curand_host::filled(g, to, n, f);
}
// Normal numbers come in pairs, so their number is even.
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean, float deviation)
{
	curand_host::normal f = {mean, deviation};
	return n % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : curand_host::filled(g, to, n, f);
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean, double deviation)
{
	curand_host::normal_double f = {mean, deviation};
	return n % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : curand_host::filled(g, to, n, f);
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean, float deviation)
{
	curand_host::log_normal f = {mean, deviation};
	return n % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : curand_host::filled(g, to, n, f);
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *to, size_t n, double mean, double deviation)
{
	curand_host::log_normal_double f = {mean, deviation};
	return n % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : curand_host::filled(g, to, n, f);
}
inline curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned *to, size_t n, double lambda)
{
	if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
	curand_host::poisson f = {lambda};
	return curand_host::filled(g, to, n, f);
}

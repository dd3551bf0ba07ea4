// Blocks launch grids.
//
// kernels: k
// sizes: 1 31 33 257 1000
// from: 3.5
// cards: K20X, H200

struct part { int first, n; };
template <int K> __global__ void leaf(int *out, int first, int n, int by) {
	__shared__ int s[32];
	int i = first + blockIdx.x * 32 + threadIdx.x;
	s[threadIdx.x] = i < n ? out[i] : 0;
	__syncthreads();
	if (i < n && i < first + 100) out[i] = K * s[threadIdx.x] + by;
}
__global__ void tail(int *out, part p) { if (threadIdx.x < p.n) out[p.first + threadIdx.x] *= 2; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = in[i];
	__syncthreads();
	if (threadIdx.x == 0) {
		int first = blockIdx.x * blockDim.x, count = min(n - first, 100);
		cudaStream_t s;
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
		leaf<3><<<dim3((count + 31) / 32), 32, 0, s>>>(out, first, n, blockIdx.x);
		tail<<<1, 100, 0, cudaStreamTailLaunch>>>(out, part{first, count});
		cudaStreamDestroy(s);
	}
}

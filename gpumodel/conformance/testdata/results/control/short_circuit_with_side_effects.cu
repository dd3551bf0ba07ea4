// Short circuit with side effects.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
		int calls = 0;
		if (x > 0 && ++calls && i % 3 == 0 || (calls += 10) > 15 || calls++ < 0) r = 1000;
		bool late = x < 0 || n / (x == 0 ? 1 : x) > -1000000;
		if (!(x > 3 && in[i - i % 2] > 0)) r += 100;
		r += calls + late;
		out[i] = r;
	}
}

// Struct with functions and operators.

struct complex { float re, im; };
__device__ complex operator*(complex a, complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ complex operator+(const complex &a, const complex &b) { complex c; c.re = a.re + b.re; c.im = a.im + b.im; return c; }
__device__ float norm(complex a) { return a.re * a.re + a.im * a.im; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	complex c = {in[i] / 50.0f, (i % 16) / 8.0f - 1}, z = {0, 0};
	int steps = 0;
	while (steps < 60 && norm(z) < 4) { z = z * z + c; steps++; }
	out[i] = steps > 3 ? 4 : steps;
}

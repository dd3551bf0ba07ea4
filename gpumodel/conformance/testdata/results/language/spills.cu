// Spills.
//
// registers: 10 8

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n], d = in[(i + 3) % n], e = in[(i + 4) % n], f = in[(i + 5) % n];
	int s = 0;
	for (int j = 0; j < 6; j++) { s += a * b - c * d + e * f; int t = a; a = b; b = c; c = d; d = e; e = f; f = t + j; }
	out[i] = s + a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11;
}

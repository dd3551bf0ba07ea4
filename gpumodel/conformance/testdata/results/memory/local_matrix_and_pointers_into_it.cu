// Local matrix and pointers into it.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	float4 v[3]; int m[3][4];
	for (int r = 0; r < 3; r++) { v[r] = make_float4(r, i, in[i], 1); for (int c = 0; c < 4; c++) m[r][c] = r * c + i; }
	int *p = &m[1][0]; p += i % 4; *p++ += 100;
	int sum = 0;
	for (int r = 0; r < 3; r++) for (int c = 0; c < 4; c++) sum += m[r][c] * (c + 1);
	float4 w = v[i % 3];
	out[i] = sum + (int)(w.x + w.y + w.z * w.w);
}

// Reinterpret_cast to float4 and int2.
//
// grid: (n / 4 + 100) / 100
// in: uniform(0, 1)
// keys: any()

__global__ void k(float *out, const float *in, int *keys, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (4 * i + 3 < n) {
		float4 v = reinterpret_cast<const float4 *>(in)[i];
		reinterpret_cast<float4 *>(out)[i] = make_float4(v.w, v.z, v.y, v.x);
		int2 *p = reinterpret_cast<int2 *>(keys + 4 * i);
		int2 a = p[0], b = *(p + 1);
		p[0].x = b.y; p[0].y = b.x;
		p[1] = make_int2(a.y, a.x);
	}
}

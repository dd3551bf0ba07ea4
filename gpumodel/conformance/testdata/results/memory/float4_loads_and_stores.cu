// Float4 loads and stores.
//
// in: uniform(0, 1)

__global__ void k(float4 *out, const float4 *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) { float4 v = in[i]; v.x += v.w; v.w = v.y * 2; out[i] = make_float4(v.z, v.x, v.w, v.y); }
}

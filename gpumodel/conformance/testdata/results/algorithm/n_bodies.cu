// N bodies.
//
// sizes: 1 33 130
// block: 64
// shared: 1024
// tolerance: 100 ulps, 1e-3
// body: uniform(0, 1)
// The host sums in double.
#ifdef HOST
#define SUM double
#define RSQRT(x) (1 / sqrt(x))
#else
#define SUM float
#define RSQRT(x) rsqrtf(x)
#endif


__global__ void k(float4 *acceleration, const float4 *body, int n) {
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
	SUM ax = 0, ay = 0, az = 0;
	for (int first = 0; first < n; first += blockDim.x) {
		tile[threadIdx.x] = first + threadIdx.x < n ? body[first + threadIdx.x] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int j = 0; j < blockDim.x; j++) {
			float3 d = make_float3(tile[j].x - me.x, tile[j].y - me.y, tile[j].z - me.z);
			SUM r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
			SUM inv = RSQRT(r2), s = tile[j].w * inv * inv * inv;
			ax += d.x * s; ay += d.y * s; az += d.z * s;
		}
		__syncthreads();
	}
	if (i < n) acceleration[i] = make_float4(ax, ay, az, 0.0f);
}

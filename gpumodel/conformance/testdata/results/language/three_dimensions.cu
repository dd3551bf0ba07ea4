// Three dimensions.
//
// sizes: 1
// grid: 3, 2
// block: 5, 3, 4
// sx: 14
// sy: 5
// sz: 4
// out[sx * sy * sz]: 0

__global__ void k(int *out, int sx, int sy, int sz) {
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = threadIdx.z;
	dim3 d = gridDim;
	uint3 t = threadIdx;
	if (x < sx && y < sy && z < sz)
		out[(z * sy + y) * sx + x] = x * 10000 + y * 100 + z + (d.x * d.y * d.z) * 1000000 + (t.z * blockDim.y + t.y) * blockDim.x + t.x;
}

// Transpose of odd shapes, padded.
//
// sizes: 0 1 2 3 4 5 6 7 8 9
// block: 16, 16
// grid: (columns + 15) / 16, (rows + 15) / 16
// rows: at(size, 1, 1, 16, 17, 15, 33, 5, 64, 47, 31)
// columns: at(size, 1, 37, 16, 16, 33, 1, 70, 48, 13, 31)
// in[rows * columns]: rand(0, 999)
// out[rows * columns]: 0

__global__ void k(float *out, const float *in, int rows, int columns) {
	__shared__ float tile[16][16 + 1];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

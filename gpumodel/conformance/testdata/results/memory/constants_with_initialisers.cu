// Constants with initialisers.

__constant__ int table[5] = {3, -1, 4};
__constant__ float scale = 2.5f;
__constant__ short2 offsets[] = {{1, 2}, {-3, 4}};
__constant__ double halves[2] = {0.5, 1.0 / 3};
const int plain = 30;
#define COUNT (sizeof(table) / sizeof(table[0]))
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = table[i % 5] + (int)(in[i] * scale) + offsets[i & 1].x * offsets[i & 1].y + (int)(halves[i % 2] * 3) + plain + COUNT;
}

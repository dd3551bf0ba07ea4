// Load and store by every algorithm.
//
// sizes: 192
// block: 64
// grid: 1
// in: i * 7919 % 1009 - 500
// out[576]: 0
// cards: A100

#include <cub/cub.cuh>
#define LOAD_AND_STORE(ALGORITHM) \
__global__ void ALGORITHM(int *out, const int *in) { \
	typedef cub::BlockLoad<int, 64, 3, cub::BLOCK_LOAD_##ALGORITHM> Load; \
	typedef cub::BlockStore<int, 64, 3, cub::BLOCK_STORE_##ALGORITHM> Store; \
	__shared__ union { Load::TempStorage load; Store::TempStorage store; } temp; \
	int items[3]; \
	Load(temp.load).Load(in, items); \
	for (int i = 0; i < 3; i++) out[threadIdx.x * 3 + i] = items[i]; \
	__syncthreads(); \
	Store(temp.store).Store(out + 192, items); \
	__syncthreads(); \
	Load(temp.load).Load(in, items, 100, -1); \
	__syncthreads(); \
	Store(temp.store).Store(out + 384, items, 150); \
}

LOAD_AND_STORE(DIRECT)
LOAD_AND_STORE(STRIPED)
LOAD_AND_STORE(VECTORIZE)
LOAD_AND_STORE(TRANSPOSE)
LOAD_AND_STORE(WARP_TRANSPOSE)

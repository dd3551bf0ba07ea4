// Atomics of a warp on few words, of integers and of floats: which words of which sectors its lanes have. Blocks have 256 threads.

__global__ void rising(int *h) { atomicAdd(&h[threadIdx.x & 63], 1); }
__global__ void falling(int *h) { atomicAdd(&h[(threadIdx.x & 63) ^ 31], 1); }
__global__ void swapped(int *h) { atomicAdd(&h[(threadIdx.x & 63) ^ 5], 1); }
__global__ void eight_sectors(int *h) { atomicAdd(&h[((threadIdx.x & 63) * 5 + 3) & 63], 1); }
__global__ void pairs(int *h) { atomicAdd(&h[(threadIdx.x & 63) >> 1], 1); }
__global__ void eight_words(int *h) { atomicAdd(&h[threadIdx.x & 7], 1); }
__global__ void one(int *h) { atomicAdd(&h[0], 1); }
__global__ void sum_rising(float *h) { atomicAdd(&h[threadIdx.x & 63], 1.0f); }
__global__ void sum_falling(float *h) { atomicAdd(&h[(threadIdx.x & 63) ^ 31], 1.0f); }
__global__ void sum_eight_words(float *h) { atomicAdd(&h[threadIdx.x & 7], 1.0f); }
__global__ void sum_one(float *h) { atomicAdd(&h[0], 1.0f); }

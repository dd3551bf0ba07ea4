// Steps columns of air, in fp64; each thread walks down its own column, through the texture cache with its smaller lines.
#define LEVELS 8 // of a column, side by side in memory: 64 bytes

__device__ double fetch(cudaTextureObject_t field, int i)
{
    int2 words = tex1Dfetch<int2>(field, i); // a texel has no doubles
    return __longlong_as_double((long long)words.y << 32 | (unsigned)words.x);
}

__global__ void columns_texture(double *next, cudaTextureObject_t heat, cudaTextureObject_t water, cudaTextureObject_t mixing, cudaTextureObject_t wind)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < LEVELS; k++) {
        int at = column * LEVELS + k;
        int below = column * LEVELS + min(k + 1, LEVELS - 1);
        int east = at + LEVELS;
        double here = fetch(heat, at);
        next[at] = here + fetch(mixing, at) * (fetch(heat, below) - here) + fetch(water, at) * (fetch(wind, at) - fetch(wind, east));
    }
}

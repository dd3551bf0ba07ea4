// Loads, waits at a barrier, then computes: one large block fills the multiprocessor, and all of it waits for memory at once.
// The result is how much an element differs from the mean of every fourth of 64 elements.
#ifndef THREADS
#define THREADS 512
#endif

__global__ void deviation_large_blocks(float *out, const float *in)
{
    __shared__ float s[THREADS];
    int t = threadIdx.x, first = t / 64 * 64;

    for (int k = 0; k < 8; k++) {
        int i = (blockIdx.x * 8 + k) * THREADS + t;
        s[t] = in[i];
        __syncthreads();

        float sum = 0.0f;
        for (int j = 0; j < 64; j += 4)
            sum += s[first + j];
        out[i] = s[t] - sum / 16.0f;
        __syncthreads();
    }
}

// goto leads into the bodies of loops that nothing else enters, or that have no trip.
__device__ int skipped(int x) { goto in; while (0) { in: x += 2; if (x > 60) break; if (x > 30) continue; x *= 3; } return x; }
__device__ int none(int x) { int i = 0; if (x > 3) goto mid; for (; i < 0; i++) { x = 0; mid: x += 5; } return x; }
__device__ int behind(int x) { if (x & 1) goto in; return 1; do { x++; in: x += 10; } while (0); return x; }
__device__ int back(int n) { for (; 0;) { again: n++; } if (n < 10) goto again; return n; }
__device__ int folded(int n) { int z = 0, kept = n * 7; for (; z;) { again: n++; } if (n < 10) goto again; return n + kept; }
__global__ void k(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = skipped(in[i]) + 3 * none(in[i]) + 5 * behind(in[i]) + 7 * back(in[i]) + 11 * folded(in[i]);
}

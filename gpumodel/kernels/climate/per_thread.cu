// Steps columns of air, in fp64; each thread walks down its own column, so that a warp touches 16 lines with each load.
#define LEVELS 8 // of a column, side by side in memory: 64 bytes

__global__ void columns_per_thread(double *next, const double *heat, const double *water, const double *mixing, const double *wind)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < LEVELS; k++) {
        int at = column * LEVELS + k;
        int below = column * LEVELS + min(k + 1, LEVELS - 1);
        int east = at + LEVELS;
        next[at] = heat[at] + mixing[at] * (heat[below] - heat[at]) + water[at] * (wind[at] - wind[east]);
    }
}

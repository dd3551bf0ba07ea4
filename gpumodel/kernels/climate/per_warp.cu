// Steps columns of air, in fp64, that are stored level by level; each warp walks over contiguous memory.
#define LEVELS 8  // of a column
#define MARGIN 16 // behind the columns of a level: the east of the last one, and whole lines

__global__ void columns_per_warp(double *next, const double *heat, const double *water, const double *mixing, const double *wind)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int pitch = gridDim.x * blockDim.x + MARGIN;
#pragma unroll 1
    for (int k = 0; k < LEVELS; k++) {
        int at = k * pitch + column;
        int below = min(k + 1, LEVELS - 1) * pitch + column;
        int east = at + 1;
        next[at] = heat[at] + mixing[at] * (heat[below] - heat[at]) + water[at] * (wind[at] - wind[east]);
    }
}

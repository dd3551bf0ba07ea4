// Steps a field in fp64, with sums along rows and columns of 16 × 16 points; threads that read a column of the tile meet in a bank.
#ifndef SIZE
#define SIZE 16
#define ROWS 16
#endif
static_assert(SIZE == 16 && ROWS == 16, "there are 16 x 16 weights: block=(16, 16)");

__global__ void step_conflicts(double *next, const double *field, const double *weights, const double *old, const double *source,
                               const double *damping, const double *moist, double *water, int n)
{
    __shared__ double tile[SIZE][SIZE], weight[SIZE][SIZE];
    int x = threadIdx.x, y = threadIdx.y;
    int at = (blockIdx.y * SIZE + y) * n + blockIdx.x * SIZE + x;

    tile[y][x] = field[at];
    weight[y][x] = weights[y * SIZE + x];
    __syncthreads();
    double along = 0.5 * tile[x][y]; // the field turned
#pragma unroll 4
    for (int i = 0; i < SIZE; i++)
        along += tile[y][i] * weight[i][x];
    __syncthreads();
    tile[y][x] = along;
    __syncthreads();
    double across = 0.5 * tile[x][y];
#pragma unroll 4
    for (int i = 0; i < SIZE; i++)
        across += weight[y][i] * tile[i][x];

    // The water that air of this heat can hold, as a liquid and as ice.
    double t = across;
    double liquid = 6.1121 + t * (0.44437 + t * (0.014289 + t * (2.6548e-4 + t * (3.0222e-6 + t * (2.0357e-8 + t * (6.3884e-11 + t * (-9.6807e-14)))))));
    double ice = 6.1095 + t * (0.50344 + t * (0.018863 + t * (4.1762e-4 + t * (5.8248e-6 + t * (4.8388e-8 + t * (1.8388e-10 + t * 2.4123e-13))))));
    next[at] = old[at] + source[at] * across - damping[at] * along;
    water[at] = liquid + moist[at] * (ice - liquid);
}

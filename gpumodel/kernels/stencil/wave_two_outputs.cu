// Steps the wave equation with two points for each thread: twice the accesses in flight, and less halo for each point.
// A tile has twice the block's rows; otherwise it is the wave of one point.
#ifndef RADIUS
#define RADIUS 4 // of the stencil: 4, 5 or 6 for the orders 8, 10 and 12
#endif
#ifndef TILE_X
#define TILE_X 32
#define ROWS 8
#endif
#define TILE_Y (2 * ROWS)
static_assert(TILE_X >= RADIUS && ROWS >= RADIUS, "a tile has at least RADIUS columns and twice as many rows: block=(32, 8)");

// The second derivative in x, y and z together.
__constant__ float c[] = {
#if RADIUS == 4
    -3 * 205.0f / 72, 8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560
#elif RADIUS == 5
    -3 * 5269.0f / 1800, 5.0f / 3, -5.0f / 21, 5.0f / 126, -5.0f / 1008, 1.0f / 3150
#elif RADIUS == 6
    -3 * 5369.0f / 1800, 12.0f / 7, -15.0f / 56, 10.0f / 189, -1.0f / 112, 2.0f / 1925, -1.0f / 16632
#endif
};

__global__ void wave_two(float *next, const float *now, const float *vsq, int dimx, int dimy, int dimz)
{
    __shared__ float s[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
    int x = blockIdx.x * TILE_X + threadIdx.x;
    int y = blockIdx.y * TILE_Y + threadIdx.y;
    int tx = threadIdx.x + RADIUS;
    int ty = threadIdx.y + RADIUS;
    int plane = dimx * dimy;
    int lower = ROWS * dimx; // from one point of the thread to the other
    int in = (y + RADIUS) * dimx + x;
    float behind[2][RADIUS], current[2], infront[2][RADIUS];

#pragma unroll
    for (int i = RADIUS - 2; i >= 0; i--) {
        behind[0][i] = now[in];
        behind[1][i] = now[in + lower];
        in += plane;
    }
    current[0] = now[in];
    current[1] = now[in + lower];
    int out = in;
    in += plane;
#pragma unroll
    for (int i = 0; i < RADIUS; i++) {
        infront[0][i] = now[in];
        infront[1][i] = now[in + lower];
        in += plane;
    }

    for (int z = RADIUS; z < dimz - RADIUS; z++) {
#pragma unroll
        for (int p = 0; p < 2; p++) {
#pragma unroll
            for (int i = RADIUS - 1; i > 0; i--)
                behind[p][i] = behind[p][i - 1];
            behind[p][0] = current[p];
            current[p] = infront[p][0];
#pragma unroll
            for (int i = 0; i < RADIUS - 1; i++)
                infront[p][i] = infront[p][i + 1];
        }
        infront[0][RADIUS - 1] = now[in];
        infront[1][RADIUS - 1] = now[in + lower];
        in += plane;
        out += plane;

        __syncthreads();
        if (threadIdx.y < RADIUS) {
            s[threadIdx.y][tx] = now[out - RADIUS * dimx];
            s[ty + TILE_Y][tx] = now[out + TILE_Y * dimx];
        }
        if (threadIdx.x < RADIUS) {
            s[ty][threadIdx.x] = now[out - RADIUS];
            s[ty][tx + TILE_X] = now[out + TILE_X];
            s[ty + ROWS][threadIdx.x] = now[out + lower - RADIUS];
            s[ty + ROWS][tx + TILE_X] = now[out + lower + TILE_X];
        }
        s[ty][tx] = current[0];
        s[ty + ROWS][tx] = current[1];
        __syncthreads();

        float sum[2] = {c[0] * current[0], c[0] * current[1]};
#pragma unroll
        for (int i = 1; i <= RADIUS; i++) {
#pragma unroll
            for (int p = 0; p < 2; p++) {
                int row = ty + p * ROWS;
                sum[p] += c[i] * (infront[p][i - 1] + behind[p][i - 1] + s[row - i][tx] + s[row + i][tx] + s[row][tx - i] + s[row][tx + i]);
            }
        }
        next[out] = 2.0f * current[0] - next[out] + sum[0] * vsq[out];
        next[out + lower] = 2.0f * current[1] - next[out + lower] + sum[1] * vsq[out + lower];
    }
}

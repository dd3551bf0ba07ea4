// Steps the wave equation in three dimensions: a tile with its halo in shared memory, which goes through the planes.
// The points before and behind stay in registers. A row of the volume begins where memory
// serves it in whole segments; the 32 words after it are the halos of this row and the next.
#ifndef RADIUS
#define RADIUS 4 // of the stencil: 4, 5 or 6 for the orders 8, 10 and 12
#endif
#ifndef TILE_X
#define TILE_X 32
#define TILE_Y 16
#endif
static_assert(TILE_X >= RADIUS && TILE_Y >= RADIUS, "a tile has at least RADIUS rows and columns: block=(32, 16)");

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

__global__ void wave(float *next, const float *now, const float *vsq, int dimx, int dimy, int dimz)
{
    __shared__ float s[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
    int x = blockIdx.x * TILE_X + threadIdx.x;
    int y = blockIdx.y * TILE_Y + threadIdx.y;
    int tx = threadIdx.x + RADIUS;
    int ty = threadIdx.y + RADIUS;
    int plane = dimx * dimy;
    int in = (y + RADIUS) * dimx + x;
    float behind[RADIUS], current, infront[RADIUS];

#pragma unroll
    for (int i = RADIUS - 2; i >= 0; i--) {
        behind[i] = now[in];
        in += plane;
    }
    current = now[in];
    int out = in;
    in += plane;
#pragma unroll
    for (int i = 0; i < RADIUS; i++) {
        infront[i] = now[in];
        in += plane;
    }

    for (int z = RADIUS; z < dimz - RADIUS; z++) {
#pragma unroll
        for (int i = RADIUS - 1; i > 0; i--)
            behind[i] = behind[i - 1];
        behind[0] = current;
        current = infront[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; i++)
            infront[i] = infront[i + 1];
        infront[RADIUS - 1] = now[in];
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
        }
        s[ty][tx] = current;
        __syncthreads();

        float sum = c[0] * current;
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            sum += c[i] * (infront[i - 1] + behind[i - 1] + s[ty - i][tx] + s[ty + i][tx] + s[ty][tx - i] + s[ty][tx + i]);
        next[out] = 2.0f * current - next[out] + sum * vsq[out];
    }
}

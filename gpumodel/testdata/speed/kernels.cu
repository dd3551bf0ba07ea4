// Twenty kernels of the kinds that people write, for BenchmarkExecution: how fast threads are executed.

__global__ void vector_add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void saxpy(float a, const float *x, float *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

__global__ void transpose_naive(const float *in, float *out, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
}

__global__ void transpose_padded(const float *in, float *out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void product_naive(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

__global__ void product_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[ty][tx] = a[row * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void product_coarsened(const float *a, const float *b, float *c, int n) {
    __shared__ float as[32][32], bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
    float sum[4] = {0, 0, 0, 0};
    for (int t = 0; t < n; t += 32) {
        for (int j = 0; j < 4; j++) {
            as[ty + 8 * j][tx] = a[(row + 8 * j) * n + t + tx];
            bs[ty + 8 * j][tx] = b[(t + ty + 8 * j) * n + col];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float y = bs[k][tx];
            for (int j = 0; j < 4; j++) sum[j] += as[ty + 8 * j][k] * y;
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) c[(row + 8 * j) * n + col] = sum[j];
}

__global__ void product_registers(const float *a, const float *b, float *c, int n) {
    __shared__ float as[8][64], bs[8][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += 8) {
        for (int j = 0; j < 2; j++) {
            as[t % 8][t / 8 + 32 * j] = a[(blockIdx.y * 64 + t / 8 + 32 * j) * n + k0 + t % 8];
            bs[t / 64 + 4 * j][t % 64] = b[(k0 + t / 64 + 4 * j) * n + blockIdx.x * 64 + t % 64];
        }
        __syncthreads();
        for (int k = 0; k < 8; k++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sum[i][j] += as[k][ty * 4 + i] * bs[k][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sum[i][j];
}

__global__ void reduce_shared(const float *in, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) sum += in[i];
    s[t] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void scan_block(const int *in, int *out, int n) {
    __shared__ int s[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
    s[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    if (i < n) out[i] = s[now][t];
}

__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void stencil(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
        out[y * n + x] = 0.5f * in[y * n + x] + 0.125f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}

__global__ void spmv(const int *start, const int *column, const float *value, const float *x, float *y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

__global__ void bfs_step(const int *start, const int *column, int *level, int *changed, int now, int nodes) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < nodes && level[v] == now)
        for (int k = start[v]; k < start[v + 1]; k++) {
            int to = column[k];
            if (level[to] < 0) {
                level[to] = now + 1;
                *changed = 1;
            }
        }
}

__global__ void bitonic_sort(unsigned *data, int n) {
    __shared__ unsigned s[512];
    int base = blockIdx.x * 512, t = threadIdx.x;
    s[t] = data[base + t];
    s[t + 256] = data[base + t + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1));
            unsigned a = s[i], b = s[i + j];
            if ((a > b) == ((i & k) == 0)) {
                s[i] = b;
                s[i + j] = a;
            }
        }
    __syncthreads();
    data[base + t] = s[t];
    data[base + t + 256] = s[t + 256];
}

__global__ void nbody(const float4 *p, float3 *force, int n) {
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 me = p[i];
    float fx = 0, fy = 0, fz = 0;
    for (int t = 0; t < n; t += 128) {
        tile[threadIdx.x] = p[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = tile[k].w * inv * inv * inv;
            fx += dx * s;
            fy += dy * s;
            fz += dz * s;
        }
        __syncthreads();
    }
    force[i] = make_float3(fx, fy, fz);
}

__global__ void mandelbrot(int *out, int n, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = -2.0f + 3.0f * x / n, cy = -1.5f + 3.0f * y / n, zx = 0, zy = 0;
    int i = 0;
    while (i < limit && zx * zx + zy * zy < 4.0f) {
        float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = next;
        i++;
    }
    out[y * n + x] = i;
}

__device__ float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float p = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - p : p;
}

__global__ void black_scholes(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
        float d1 = (logf(s / x) + (0.02f + 0.5f * 0.3f * 0.3f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
        float n1 = normal(d1), n2 = normal(d2), e = expf(-0.02f * t);
        call[i] = s * n1 - x * e * n2;
        put[i] = x * e * (1.0f - n2) - s * (1.0f - n1);
    }
}

__global__ void matrix_vector(const float *a, const float *x, float *y, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = lane; k < n; k += 32) sum += a[row * n + k] * x[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[row] = sum;
}

__constant__ float weights[9 * 9];

__global__ void convolution(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int j = -4; j <= 4; j++)
        for (int i = -4; i <= 4; i++) {
            int u = min(max(x + i, 0), n - 1), v = min(max(y + j, 0), n - 1);
            sum += weights[(j + 4) * 9 + i + 4] * in[v * n + u];
        }
    out[y * n + x] = sum;
}

__global__ void fft_block(float2 *data) {
    __shared__ float2 s[512];
    int t = threadIdx.x;
    float2 *mine = data + blockIdx.x * 512;
    for (int i = t; i < 512; i += 256) s[__brev(i) >> 23] = mine[i];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        int k = t & (half - 1), i = 2 * (t - k) + k;
        float c, w;
        __sincosf(-3.14159265f * k / half, &w, &c);
        float2 a = s[i], b = s[i + half];
        float re = b.x * c - b.y * w, im = b.x * w + b.y * c;
        s[i] = make_float2(a.x + re, a.y + im);
        s[i + half] = make_float2(a.x - re, a.y - im);
    }
    __syncthreads();
    for (int i = t; i < 512; i += 256) mine[i] = s[i];
}

__global__ void climate(const double *t, double *next, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    double c = t[y * n + x];
    double flow = t[y * n + (x + 1) % n] + t[y * n + (x + n - 1) % n] + t[((y + 1) % n) * n + x] + t[((y + n - 1) % n) * n + x] - 4.0 * c;
    double sun = 340.0 * (1.0 - 0.3 * y / n), out = 5.67e-8 * c * c * c * c;
    next[y * n + x] = c + 0.1 * flow + 1e-4 * (sun - out);
}

__global__ void hash(unsigned *out, int rounds) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, h = i;
    for (int r = 0; r < rounds; r++) {
        h ^= h >> 16;
        h *= 0x7feb352du;
        h ^= h >> 15;
        h *= 0x846ca68bu;
        h ^= h >> 16;
        h += i;
    }
    out[i] = h;
}

__global__ void warp_scan(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int x = in[i];
    for (int d = 1; d < 32; d *= 2) {
        int y = __shfl_up_sync(0xffffffff, x, d);
        if (lane >= d) x += y;
    }
    out[i] = x;
}

// The kernels of kernels.cu as loops of a host program, for BenchmarkBeside.
//
//   host KERNEL "GX GY GZ" "BX BY BZ" ARGUMENT...
//
// A number is an argument, and an array is the file of its bytes. The first launch writes its results to the files;
// then launches are repeated, and the nanoseconds of one are printed.
//
// A kernel without barriers is called for each thread, in loops over blocks and threads, which clang inlines. One with
// barriers is written here as the loops between them.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#define __global__ static inline
#define __device__ static inline
#define __shared__ static
#define __constant__
#define __syncthreads() // kernels with barriers are not called

using std::max;
using std::min;
struct dim3 { unsigned x, y, z; };
static dim3 blockIdx, threadIdx, blockDim, gridDim;
struct float2 { float x, y; };
struct float3 { float x, y, z; };
struct alignas(16) float4 { float x, y, z, w; };
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
static inline float rsqrtf(float x) { return 1 / sqrtf(x); }
static inline void fast_sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }
#define __sincosf fast_sincosf // the C library has a function of that name
static inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
template <typename T> static inline T atomicAdd(T *p, T x) { T old = *p; *p += x; return old; }
template <typename T> static inline T __shfl_down_sync(unsigned, T x, int) { return x; }
template <typename T> static inline T __shfl_up_sync(unsigned, T x, int) { return x; }

#include "kernels.cu"

namespace loops {

void transpose_padded(const float *in, float *out, int n) {
    for (int y0 = 0; y0 < n; y0 += 32)
        for (int x0 = 0; x0 < n; x0 += 32)
            for (int y = y0; y < y0 + 32; y++)
                for (int x = x0; x < x0 + 32; x++) out[x * n + y] = in[y * n + x];
}

template <int T> void product(const float *a, const float *b, float *c, int n) {
    float as[T][T], bs[T][T], sum[T][T];
    for (int row = 0; row < n; row += T)
        for (int col = 0; col < n; col += T) {
            memset(sum, 0, sizeof sum);
            for (int t = 0; t < n; t += T) {
                for (int y = 0; y < T; y++)
                    for (int x = 0; x < T; x++) as[y][x] = a[(row + y) * n + t + x], bs[y][x] = b[(t + y) * n + col + x];
                for (int y = 0; y < T; y++)
                    for (int x = 0; x < T; x++)
                        for (int k = 0; k < T; k++) sum[y][x] += as[y][k] * bs[k][x];
            }
            for (int y = 0; y < T; y++)
                for (int x = 0; x < T; x++) c[(row + y) * n + col + x] = sum[y][x];
        }
}
void product_tiled(const float *a, const float *b, float *c, int n) { product<16>(a, b, c, n); }
void product_coarsened(const float *a, const float *b, float *c, int n) { product<32>(a, b, c, n); }

void product_registers(const float *a, const float *b, float *c, int n) {
    for (int row = 0; row < n; row += 4)
        for (int col = 0; col < n; col += 4) {
            float sum[4][4] = {};
            for (int k = 0; k < n; k++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++) sum[i][j] += a[(row + i) * n + k] * b[k * n + col + j];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) c[(row + i) * n + col + j] = sum[i][j];
        }
}

void reduce_shared(const float *in, float *out, int n) {
    for (unsigned b = 0; b < gridDim.x; b++) {
        float sum = 0;
        for (int i = b * 256; i < n; i += 256 * gridDim.x)
            for (int t = 0; t < 256; t++) sum += in[i + t];
        out[b] = sum;
    }
}

void scan_block(const int *in, int *out, int n) {
    for (int b = 0; b < n; b += 256) {
        int sum = 0;
        for (int i = b; i < min(b + 256, n); i++) out[i] = sum += in[i];
    }
}

void histogram(const unsigned char *in, unsigned *bins, int n) {
    for (int i = 0; i < n; i++) bins[in[i]]++;
}

void bitonic_sort(unsigned *data, int n) {
    for (unsigned *s = data; s < data + n; s += 512)
        for (int k = 2; k <= 512; k *= 2)
            for (int j = k / 2; j > 0; j /= 2)
                for (int t = 0; t < 256; t++) {
                    int i = 2 * t - (t & (j - 1));
                    unsigned a = s[i], b = s[i + j];
                    if ((a > b) == ((i & k) == 0)) s[i] = b, s[i + j] = a;
                }
}

void nbody(const float4 *p, float3 *force, int n) {
    for (int i = 0; i < n; i++) {
        float4 me = p[i];
        float fx = 0, fy = 0, fz = 0;
        for (int k = 0; k < n; k++) {
            float dx = p[k].x - me.x, dy = p[k].y - me.y, dz = p[k].z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = p[k].w * inv * inv * inv;
            fx += dx * s, fy += dy * s, fz += dz * s;
        }
        force[i] = make_float3(fx, fy, fz);
    }
}

void matrix_vector(const float *a, const float *x, float *y, int n) {
    int rows = gridDim.x * blockDim.x / 32;
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += a[row * n + k] * x[k];
        y[row] = sum;
    }
}

void fft_block(float2 *data) {
    float2 s[512];
    for (float2 *mine = data; mine < data + 512 * gridDim.x; mine += 512) {
        for (int i = 0; i < 512; i++) s[__brev(i) >> 23] = mine[i];
        for (int half = 1; half < 512; half *= 2)
            for (int t = 0; t < 256; t++) {
                int k = t & (half - 1), i = 2 * (t - k) + k;
                float c, w;
                __sincosf(-3.14159265f * k / half, &w, &c);
                float2 a = s[i], b = s[i + half];
                float re = b.x * c - b.y * w, im = b.x * w + b.y * c;
                s[i] = make_float2(a.x + re, a.y + im);
                s[i + half] = make_float2(a.x - re, a.y - im);
            }
        memcpy(mine, s, sizeof s);
    }
}

void warp_scan(const int *in, int *out, int n) {
    for (int w = 0; w < n; w += 32) {
        int sum = 0;
        for (int i = w; i < w + 32; i++) out[i] = sum += in[i];
    }
}

} // namespace loops

// A parameter of a kernel, from a word of the command line.
template <typename T> struct Argument {
    T value;
    explicit Argument(const char *word) : value(T(atof(word))) {}
    void save() {}
};
template <typename T> struct Argument<T *> {
    std::string file;
    std::vector<char> bytes;
    T *value;
    explicit Argument(const char *word) : file(word) {
        std::ifstream in(file, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
        value = reinterpret_cast<T *>(bytes.data());
    }
    void save() { std::ofstream(file, std::ios::binary).write(bytes.data(), bytes.size()); }
};

template <typename F> static double nanoseconds(F launch) {
    double best = INFINITY;
    for (int round = 0; round < 5; round++) {
        auto begun = std::chrono::steady_clock::now();
        double took = 0;
        int n = 0;
        for (; took < 4e7; n++) {
            launch();
            took = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begun).count();
        }
        best = min(best, took / n);
    }
    return best;
}

template <auto K, bool PerThread, typename... A, size_t... I>
static void bench(void (*)(A...), char **words, std::index_sequence<I...>) {
    std::tuple<Argument<A>...> args{words[I]...};
    auto launch = [&] {
        if constexpr (!PerThread) {
            K(std::get<I>(args).value...);
        } else {
            dim3 at, thread;
            for (at.y = 0; at.y < gridDim.y; at.y++)
                for (at.x = 0; at.x < gridDim.x; at.x++)
                    for (thread.y = 0; thread.y < blockDim.y; thread.y++)
                        for (thread.x = 0; thread.x < blockDim.x; thread.x++) {
                            blockIdx = at, threadIdx = thread;
                            K(std::get<I>(args).value...);
                        }
        }
        asm volatile("" ::: "memory"); // the results are wanted each time
    };
    launch();
    (std::get<I>(args).save(), ...);
    printf("%.1f\n", nanoseconds(launch));
}

template <auto K, bool PerThread, typename... A> static void bench(void (*k)(A...), char **words) {
    bench<K, PerThread>(k, words, std::index_sequence_for<A...>{});
}

static dim3 shape(const char *word) {
    dim3 d{1, 1, 1};
    sscanf(word, "%u %u %u", &d.x, &d.y, &d.z);
    return d;
}

int main(int, char **argv) {
    std::string name = argv[1];
    gridDim = shape(argv[2]), blockDim = shape(argv[3]);
#define THREADS(k) if (name == #k) return bench<k, true>(k, argv + 4), 0;
#define LOOPS(k) if (name == #k) return bench<loops::k, false>(loops::k, argv + 4), 0;
    THREADS(vector_add) THREADS(saxpy) THREADS(transpose_naive) THREADS(product_naive) THREADS(stencil) THREADS(spmv)
    THREADS(bfs_step) THREADS(mandelbrot) THREADS(black_scholes) THREADS(convolution) THREADS(climate) THREADS(hash)
    LOOPS(transpose_padded) LOOPS(product_tiled) LOOPS(product_coarsened) LOOPS(product_registers) LOOPS(reduce_shared)
    LOOPS(scan_block) LOOPS(histogram) LOOPS(bitonic_sort) LOOPS(nbody) LOOPS(matrix_vector) LOOPS(fft_block) LOOPS(warp_scan)
    fprintf(stderr, "no kernel %s\n", argv[1]);
    return 2;
}

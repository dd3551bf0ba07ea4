// What the typical exercise uses beyond the lectures.
#include <stdio.h>
#include <assert.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
using namespace std;

#define CUDA_CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) { \
    fprintf(stderr, "error\n"); exit(1); } } while (0)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define THREADS 256

typedef unsigned char byte;
using real = double;
const int RADIUS = 3;
constexpr int WIDTH = 2 * RADIUS + 1;
enum Mode { COPY, SCALE = 4, TRIAD };

struct Particle {
  float x, y, z;
  float v[3];
  char alive;
};
typedef struct { double re, im; } Complex;
struct __align__(16) Pair { int a; float b; };

__constant__ float kernel_weights[WIDTH];
__device__ int counter;

// saxpy with a grid-stride loop
__global__ void saxpy(size_t n, float a, const float *__restrict__ x, float *__restrict__ y) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

__global__ void reduce(const int *in, int *out, int n) {
  __shared__ int s[THREADS];
  unsigned int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (tid < k) s[tid] += s[tid + k];
    __syncthreads();
  }
  if (!tid) atomicAdd(out, s[0]);
}

__global__ void histogram(const unsigned char *buffer, long size, unsigned int *histo) {
  __shared__ unsigned int temp[256];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1);
    i += stride;
  }
  __syncthreads();
  atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

__global__ void stencil(float *in, float *out) {
  __shared__ float temp[THREADS + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
  temp[l] = in[g];
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = in[g - RADIUS];
    temp[l + THREADS] = in[g + THREADS];
  }
  __syncthreads();
  float result = 0;
#pragma unroll (WIDTH)
  for (int o = -RADIUS; o <= RADIUS; o++) result += temp[l + o] * kernel_weights[o + RADIUS];
  out[g] = result;
}

__device__ __forceinline__ Complex mul(Complex a, Complex b) {
  Complex c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return c;
}

__host__ __device__ inline float clampf(float v, float lo = 0.0f, float hi = 1.0f) {
  return fminf(fmaxf(v, lo), hi);
}

__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
__device__ float4 operator+(float4 a, const float4 &b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

__global__ void julia(byte *img, int w) {
  int x = blockIdx.x, y = blockIdx.y;
  Complex c = {-0.8, 0.156}, z;
  z.re = 1.5 * (w / 2.0 - x) / (w / 2);
  z.im = 1.5 * (w / 2.0 - y) / (w / 2);
  int i;
  for (i = 0; i < 200; i++) {
    z = mul(z, z);
    z.re += c.re; z.im += c.im;
    if (z.re * z.re + z.im * z.im > 1000) break;
  }
  img[x + y * w] = i == 200 ? 255 : 0;
}

__global__ void particles(Particle *p, int n, float dt) {
  int i = threadIdx.x;
  if (i >= n || !p[i].alive) return;
  Particle q = p[i];
  q.x += q.v[0] * dt; (q.y) += p[i].v[1] * dt; q.z += (p + i)->v[2] * dt;
  float r = sqrtf(q.x*q.x + powf(q.y, 2)) + sqrt(2.0) + abs(-3) + fabs(q.z) + rsqrtf(q.x) + exp(q.z) + pow(q.x, 2);
  q.x = clampf(r) + clampf(r, 0.5f) + max(3, i) + min(2.0f, r) + floor(r);
  p[i] = q;
  assert(q.x >= 0 && i != 7);
  if (i == 0) printf("%d: %f %5.2f %s %p %lu %c\n", i, q.x, (double)r, "ok", p, sizeof(Particle), 'x');
}

__global__ void vectors(float4 *v, float2 *w, float *a, int mode) {
  int i = threadIdx.x;
  float4 f = v[i], g = {1, 2}, h = make_float4(1.f, 2.f, 3.f, 4.f);
  f = f + g + h;
  f.x *= 2;
  reinterpret_cast<float4 *>(a)[i] = f;
  ((float2 *)a)[i] = *((float2 *)&v[i]);
  w[i].x = w[i].y = static_cast<float>(i);
  dim3 d(3, 4);
  uint3 t = threadIdx;
  int c = 0;
  switch (mode) {
  case COPY:
  case 2: c = 1;
  case SCALE: { c += 2; break; }
  default: c = d.x + d.z + t.y;
  }
  do { c--; } while (c > 0);
  a[i] = c;
}

template <typename T, int N = 16> __device__ T sum_of(const T *x) {
  T s = T();
#pragma unroll N
  for (int i = 0; i < N; i++) s += x[i];
  if constexpr (N > 8) s *= 2; else s = undefined_for_small(s);
  return s;
}
template <class T> __device__ T larger(T a, T b) { return a > b ? a : b; }

template <unsigned int blockSize, bool nIsPow2, typename T>
__global__ void reduce6(T *g_idata, T *g_odata, unsigned int n) {
  extern __shared__ int raw[];
  T *sdata = (T *)raw;
  unsigned int tid = threadIdx.x, i = blockIdx.x * blockSize * 2 + threadIdx.x;
  T mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
    i += blockSize * 2 * gridDim.x;
  }
  sdata[tid] = mySum;
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] = mySum = mySum + sdata[tid + 256]; } __syncthreads(); }
  if (tid == 0) g_odata[blockIdx.x] = larger(sdata[0], sum_of<T>(sdata)) + sum_of<T, 32>(sdata);
}

__global__ void uses_templates(float *a, int *b) {
  a[0] = sum_of<float>(a) + larger(a[0], 2.0f);
  b[0] = larger(b[0], b[1]);
  swap(b[2], b[3]);
  int &r = b[4];
  r += 5;
  const auto last = b[5] * 2u;
  auto p = &a[2];
  *p++ = last;
  int dist = p - a;
  bool ok = p && dist;
  int table[2][3] = {{1, 2, 3}, {4, 5, 6}}, list[] = {1, 2, 3};
  a[dist] = ok ? table[1][2] : list[0];
}

__global__ void groups(int *a) {
  cg::thread_block block = cg::this_thread_block();
  auto again = cg::this_thread_block();
  a[block.thread_rank()] = block.size();
  block.sync();
  cg::sync(again);
  a[block.group_index().x] = 0;
}

__global__ void locks(int *mutex, float *value, unsigned long long *t) {
  long long start = clock64();
  clock_t early = clock();
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      *value += 1.0f;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
  atomicAdd(t, (unsigned long long)(clock64() - start));
  counter = (int)early + __popc(0xffu) + __clz(1) + __ffs(8) + __ballot_sync(0xffffffff, 1);
  __syncwarp();
}

int main(int argc, char **argv) {
  int threads = 256;
  const int smem = threads * sizeof(float);
  dim3 dimGrid((n + threads - 1) / threads, 1, 1);
  dim3 dimBlock(threads);
  reduce6<256, true, float><<< dimGrid, dimBlock, smem >>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
  saxpy<<<(N + 255) / 256, 256>>>(N, 2.0f, d_x, d_y);
  for (auto &x : list) std::cout << x << '\n';
}

// What clang needs to know of CUDA to check device code without its toolkit. The
// built-in functions are added by the test from what package cuda knows.

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long clock_t;

// long4 and its like are aligned to 16 bytes, as all that have 16 bytes or more.
#define ALIGNED(n) __attribute__((aligned((n) < 16 ? (n) : 16)))
#define VECTORS(name, type)                                             \
  struct name##1 { type x; };                                           \
  struct ALIGNED(2 * sizeof(type)) name##2 { type x, y; };              \
  struct name##3 { type x, y, z; };                                     \
  struct ALIGNED(4 * sizeof(type)) name##4 { type x, y, z, w; };

VECTORS(char, signed char)
VECTORS(uchar, unsigned char)
VECTORS(short, short)
VECTORS(ushort, unsigned short)
VECTORS(int, int)
VECTORS(uint, unsigned)
VECTORS(long, long)
VECTORS(ulong, unsigned long)
VECTORS(longlong, long long)
VECTORS(ulonglong, unsigned long long)
VECTORS(float, float)
VECTORS(double, double)

struct dim3 {
  unsigned x, y, z;
  __device__ __host__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __device__ __host__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

__device__ unsigned __fns(unsigned, unsigned, int);
template <typename T> __device__ T __ldg(const T *);
#define INFINITY __builtin_inff()
#define FLT_MAX __FLT_MAX__
#define FLT_EPSILON __FLT_EPSILON__
#define INT_MAX __INT_MAX__
#define M_PI 3.14159265358979323846

struct __half {
  unsigned short bits;
  __half() = default;
  __device__ __half(float);
  __device__ operator float() const;
};
struct __align__(4) __half2 { __half x, y; };
typedef __half half;
typedef __half2 half2;

#ifdef __CUDA__ // testdata/results/host.h has a grid of the host
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern "C" __device__ __host__ int printf(const char *format, ...);
#define assert(condition) ((void)!(condition))
#define NULL 0
#endif
const int warpSize = 32;

#ifdef __CUDA__
namespace cooperative_groups {
struct thread_block {
  __device__ void sync() const;
  __device__ unsigned thread_rank() const, size() const;
  __device__ dim3 group_index() const, thread_index() const;
};
__device__ thread_block this_thread_block();
__device__ void sync(const thread_block &);
} // namespace cooperative_groups
#endif

enum cudaError { cudaSuccess };
enum { cudaTextureType1D = 1, cudaTextureType2D, cudaTextureType3D };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType> struct texture {};
typedef unsigned long long cudaTextureObject_t;

// What a fetch returns: integers that are read as normalised are float.
template <class T, cudaTextureReadMode mode> struct texel { typedef T type; };
#define NORMALISED(scalar, name)                                                           \
  template <> struct texel<scalar, cudaReadModeNormalizedFloat> { typedef float type; };   \
  template <> struct texel<name##1, cudaReadModeNormalizedFloat> { typedef float1 type; }; \
  template <> struct texel<name##2, cudaReadModeNormalizedFloat> { typedef float2 type; }; \
  template <> struct texel<name##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
NORMALISED(signed char, char)
NORMALISED(unsigned char, uchar)
NORMALISED(short, short)
NORMALISED(unsigned short, ushort)

#define FETCH(name, dimensions, ...)                                                        \
  template <class T, cudaTextureReadMode mode>                                              \
  __device__ typename texel<T, mode>::type name(texture<T, dimensions, mode>, __VA_ARGS__); \
  template <class T> __device__ T name(cudaTextureObject_t, __VA_ARGS__);
FETCH(tex1Dfetch, 1, int)
FETCH(tex1D, 1, float)
FETCH(tex2D, 2, float, float)

// Those of sm_61_intrinsics.h that are not one instruction.
__device__ int __dp4a(char4, char4, int);
__device__ unsigned __dp4a(uchar4, uchar4, unsigned);

package cuda

import (
	"fmt"
	"maps"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// ArchMacro names the macro whose value is the compute capability for which device code is compiled.
const ArchMacro = "__CUDA_ARCH__"

// predefined are the macros of the compiler and of the headers that kernels
// use without naming them (float.h, limits.h, math.h, math_constants.h).
const predefined = `
#define __CUDACC__ 1
#define __NVCC__ 1
#define __cplusplus 201703L
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 86
#define __linux__ 1
#define __linux 1
#define __unix__ 1
#define __x86_64__ 1
#define __LP64__ 1
#define CUDART_VERSION 12090
#define CUDA_VERSION 12090
#define NULL nullptr
#define CHAR_BIT 8
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295u
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615uL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615uLL
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define INFINITY (1.0f/0.0f)
#define NAN (0.0f/0.0f)
#define HUGE_VALF (1.0f/0.0f)
#define CUDART_INF_F (1.0f/0.0f)
#define CUDART_INF (1.0/0.0)
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931
#define cudaStreamTailLaunch ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
`

// headerMacros are words of the language here that are macros of CUDA's headers (crt/host_defines.h). Sources that are also read by an
// editor ask for them: #ifndef __global__, #define __global__.
var headerMacros = token.Words(`__global__ __device__ __host__ __shared__ __constant__ __managed__ __grid_constant__
	__launch_bounds__ __maxnreg__ __block_size__ __nv_pure__ __forceinline__ __noinline__ __align__`)

// predefinedMacros are those of every source.
var predefinedMacros = sync.OnceValue(func() map[string]*token.Macro { return token.Predefine(predefined) })

// preprocessing are the options of the preprocessor.
func (opt Options) preprocessing() token.Options {
	return opt.preprocessingWith(nil)
}

// preprocessingWith is preprocessing with more macros that are defined already.
func (opt Options) preprocessingWith(seeds map[string]*token.Macro) token.Options {
	macros := maps.Clone(predefinedMacros())
	if opt.Arch > 0 {
		maps.Copy(macros, token.Predefine(fmt.Sprintf("#define %s %d\n", ArchMacro, opt.Arch)))
	}
	maps.Copy(macros, seeds)
	o := token.Options{Defines: opt.Defines, Macros: macros, Words: headerMacros, OpenMP: opt.Host, Include: opt.Include,
		Condition: constantOf}
	if opt.Host {
		for _, text := range hostTexts {
			o.Before = append(o.Before, readLibrary(text))
		}
	}
	o.Known = func(file string, quoted bool) token.Known { return known(opt.Host, file, quoted) }
	return o
}

package cuda

import (
	"path"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// builtinHeaders hold what is built in, or nothing that a kernel needs.
var builtinHeaders = token.Words(`assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h
	signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h tgmath.h
	threads.h time.h uchar.h wchar.h wctype.h malloc.h memory.h getopt.h unistd.h dirent.h dlfcn.h fcntl.h pthread.h sched.h semaphore.h
	netdb.h error.h libgen.h poll.h pwd.h regex.h spawn.h syslog.h termios.h ucontext.h wordexp.h omp.h mpi.h emmintrin.h immintrin.h xmmintrin.h x86intrin.h
	windows.h Windows.h direct.h conio.h io.h process.h intrin.h
	algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes ciso646 climits
	clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstdbool cstddef cstdint cstdio
	cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream functional
	future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new
	numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span
	sstream stack stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex
	typeinfo unordered_map unordered_set utility valarray variant vector version
	cuda.h cuda_runtime.h cuda_runtime_api.h cuda_device_runtime_api.h device_launch_parameters.h
	device_functions.h driver_types.h driver_functions.h vector_types.h vector_functions.h math_constants.h math_functions.h cuda_fp16.h
	sm_20_atomic_functions.h sm_30_intrinsics.h sm_32_intrinsics.h sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h device_atomic_functions.h host_defines.h builtin_types.h channel_descriptor.h
	texture_types.h surface_types.h common_functions.h crt/device_functions.h
	helper_cuda.h helper_functions.h helper_timer.h helper_string.h helper_image.h helper_math.h exception.h cutil.h cutil_inline.h
	cuda/atomic cuda/barrier cuda/pipeline cuda/std/atomic cuda/std/barrier cuda/std/limits cuda/std/array cuda/std/utility cuda/std/cstdint
	cuda/std/cstddef cuda/std/algorithm cuda/std/cmath cuda/std/type_traits cuda/std/cassert cuda/std/climits
	cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h nvToolsExt.h nvToolsExtCuda.h
	cuda_profiler_api.h cudaProfiler.h nvrtc.h nvrtc_helper.h nvml.h cupti.h cuda_gl_interop.h cuda_egl_interop.h cuda_occupancy.h
	cublas.h cublas_v2.h cublasXt.h cublasLt.h curand.h cusparse.h cusparse_v2.h cusolverDn.h cusolverSp.h cusolver_common.h
	cudnn.h nccl.h npp.h nvgraph.h helper_gl.h rendercheck_gl.h
	helper_cuda_gl.h helper_cuda_drvapi.h`)

// courseHeaders come with the samples of courses and books, somewhere beside them; kernels need nothing of them.
var courseHeaders = token.Words("helper_cuda.h helper_functions.h helper_timer.h helper_string.h helper_image.h cutil.h cutil_inline.h wb.h book.h error.cuh cpu_bitmap.h cpu_anim.h gpu_anim.h")

// hostHeaders begin the names of headers of the operating system and of libraries for the host.
var hostHeaders = []string{"sys/", "bits/", "linux/", "netinet/", "arpa/", "X11/", "GL/", "GLES", "EGL/", "GLFW/", "SDL", "nvtx3/",
	"nvToolsExt", "cudaEGL", "cudaGL", "cudaVDPAU", "cudaD3D", "opencv", "boost/", "torch/", "ATen/", "c10/", "Eigen/"}

// libraryHeaders begin the names of headers that kernels use functions of, and that are not built in.
var libraryHeaders = []string{"thrust/", "cuda/", "cooperative_groups/", "curand_", "cuda_fp8.h", "cuda_pipeline", "cuda_awbarrier",
	"mma.h", "cute/", "cutlass/", "nvshmem"}

// known is what is known of a header.
func known(host bool, file string, quoted bool) token.Known {
	base := path.Base(file)
	begins := func(prefix string) bool { return strings.HasPrefix(file, prefix) }
	switch {
	case host && helpers[base] != "":
		return token.Known{Kind: token.TextHeader, Own: ownFirst[base], Texts: wholeTexts(helpers[base])}
	case host && driverHelperHeaders[base]:
		return token.Known{Kind: token.TextHeader, Texts: hostLibraryTexts(base)}
	case host && textsOf(file) != "":
		return token.Known{Kind: token.TextHeader, Own: quoted, Texts: hostLibraryTexts(file)}
	case libraries[file] != "":
		return token.Known{Kind: token.TextHeader, Own: quoted, Texts: wholeTexts(libraries[file]), Listed: true}
	case builtinHeaders[file], begins("cub/"): // what those declare is there
		return token.Known{Kind: token.BuiltinHeader, Own: quoted}
	case courseHeaders[base], slices.ContainsFunc(hostHeaders, begins):
		return token.Known{Kind: token.PassedHeader, Own: quoted}
	case slices.ContainsFunc(libraryHeaders, begins):
		return token.Known{Kind: token.RefusedHeader, Own: quoted}
	}
	return token.Known{Own: quoted}
}

// wholeTexts are texts that are read whole.
func wholeTexts(names string) func() []token.KnownText {
	return func() (all []token.KnownText) {
		for _, name := range strings.Fields(names) {
			all = append(all, token.KnownText{Library: readLibrary(name)})
		}
		return all
	}
}

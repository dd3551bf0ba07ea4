package cuda

import (
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// refusals name what is accepted nowhere, and what to write instead.
// A name that ends in * stands for all that begin with it.
var refusals = map[string]string{
	"cudnn*":           "cuDNN is not available: write the kernel",
	"cublasLt*":        "cuBLASLt is not available: multiply with cublasSgemm or cublasGemmEx",
	"nccl*":            "NCCL is not available: copy between GPUs with cudaMemcpyPeer",
	"cusparse*":        "cuSPARSE is not available: write the kernel",
	"cusolver*":        "cuSOLVER is not available: write the kernel",
	"nvml*":            "NVML is not available: cudaGetDeviceProperties tells of the GPU",
	"MPI_*":            "MPI is not available: a program is one process",
	"YOUR_CODE_HERE":   "there is no answer yet: write yours in place of YOUR_CODE_HERE",
	"FIXME":            "FIXME marks a gap: write your own code here",
	"TODO":             "TODO marks a gap: write your own code here",
	"asm":              "inline assembly belongs into a function",
	"__asm__":          "inline assembly belongs into a function",
	"__asm":            "inline assembly belongs into a function",
	"surface":          "surface references are gone from CUDA 12: pass a cudaSurfaceObject_t",
	"texture":          "texture references are declared at file scope: texture<float, 2, cudaReadModeElementType> name;",
	"tex1D*":           "this is not modelled; tex1Dfetch, tex1D, tex2D, tex3D, tex1DLayered, tex2DLayered, texCubemap and their Lod and Grad read textures",
	"tex2D*":           "this is not modelled; tex1Dfetch, tex1D, tex2D, tex3D, tex1DLayered, tex2DLayered, texCubemap and their Lod and Grad read textures",
	"tex3D*":           "this is not modelled; tex1Dfetch, tex1D, tex2D, tex3D, tex1DLayered, tex2DLayered, texCubemap and their Lod and Grad read textures",
	"texCubemapL*":     "cube maps with layers, or levels, are not modelled; texCubemap reads a cube map",
	"__nv_bfloat16*":   "bfloat16 needs #include <cuda_bf16.h>",
	"nv_bfloat16*":     "bfloat16 needs #include <cuda_bf16.h>",
	"wmma":             tensorCores,
	"nvcuda":           tensorCores,
	"CUtensorMap":      tensorMemory,
	"__pipeline_*":     "the primitives of pipelines need #include <cuda_pipeline.h>",
	"cp_async_bulk*":   tensorMemory,
	"thrust":           "Thrust is not available; write the kernel",
	"this_multi_grid":  "groups of several GPUs are not supported; end the kernel and launch the next one",
	"multi_grid_group": "groups of several GPUs are not supported; end the kernel and launch the next one",
	"this_cluster":     clusters,
	"cluster_group":    clusters,
	"__cluster_dims__": clusters,
	"__builtin_*":      "compiler built-ins are not supported",
	"then":             "C has no then: the statement follows the condition",
	"elif":             "elif is Python; write else if",
	"elsif":            "elsif is not C; write else if",
	"var":              "var is not C; a variable is declared with its type: int, float or auto",
	"let":              "let is not C; a variable is declared with its type: int, float or auto",
	"None":             "None is Python; a pointer to nothing is nullptr",
	"va_list":          "functions with … are not supported",
	"setjmp":           "setjmp is not supported",
}

// deviceRefusals name what device code lacks and host code has.
var deviceRefusals = map[string]string{
	"try":                   "exceptions are not supported in kernels",
	"catch":                 "exceptions are not supported in kernels",
	"throw":                 "exceptions are not supported in kernels",
	"class":                 "a class is for the host here: use a struct with plain members, or put __device__ before its methods",
	"typeid":                "typeid is not supported in kernels",
	"cudaSurfaceObject_t":   "a surface is for kernels that call surf1Dread, surf2Dwrite and their relatives; this text calls none of them",
	"cuda":                  "of libcu++ (cuda::) kernels have atomic, atomic_ref, barrier, pipeline and memcpy_async, and of cuda::std what they have of std; CUDA C's own functions are there without cuda::",
	"std":                   "std:: is not available in kernels; the functions of C (sqrt, min, max, …) are there without std::",
	"cub":                   "of CUB kernels have WarpReduce, WarpScan, BlockReduce, BlockScan, BlockLoad, BlockStore, BlockExchange, BlockRadixSort and BlockHistogram (#include <cub/cub.cuh>); cub::Device… is for the host: write the kernel",
	"curand*":               "cuRAND is not available in kernels; pass random numbers in an array",
	"exit":                  "exit is a host function; leave a kernel with return",
	"abort":                 "abort is a host function; use assert or __trap in kernels",
	"rand":                  "rand is a host function; pass random numbers in an array",
	"cout":                  "cout is host code; kernels print with printf",
	"cerr":                  "cerr is host code; kernels print with printf",
	"endl":                  "endl is host code; kernels print with printf",
	"puts":                  "puts is a host function; kernels print with printf",
	"fprintf":               "fprintf is a host function; kernels print with printf",
	"sprintf":               "sprintf is a host function; kernels print with printf",
	"cudaMalloc*":           "this is a function of the host; kernels have cudaMalloc, malloc and parameters",
	"cudaMemcpy*":           "this is a function of the host; kernels have cudaMemcpyAsync and memcpy",
	"cudaThreadSynchronize": "cudaThreadSynchronize is for the host; threads of a block wait with __syncthreads()",
	"cudaFree*":             "this is a function of the host",
	"cudaGet*":              "this is a function of the host",
	"string":                "std::string is not available in kernels",
	"vector":                "std::vector is not available in kernels; pass a pointer and a length",
	"FILE":                  "files belong to the host",
	"cudaEvent_t":           "events belong to the host",
}

const (
	asyncCopies  = "barriers of asynchronous copies (mbarrier) are not modelled; use cp.async with commit_group and wait_group"
	tensorCores  = "tensor cores need #include <mma.h>: nvcuda::wmma has fragment, load_matrix_sync, mma_sync, store_matrix_sync and fill_fragment"
	groupMatrix  = "wgmma and stmatrix are not modelled; use mma.sync and ldmatrix, or nvcuda::wmma"
	tensorMemory = "the tensor memory accelerator (TMA: cp.async.bulk, CUtensorMap) is not modelled; let each thread load its elements by a pointer"
	clusters     = "clusters of blocks are not modelled; exchange between blocks through global memory and a second kernel"
)

// assembly are instructions that inline assembly is written for, with the reason that
// is nearer than that it is assembly.
var assembly = []struct{ word, why string }{
	{"cp.async.bulk", tensorMemory}, {"cp.reduce.async.bulk", tensorMemory}, {"cp.async.mbarrier", asyncCopies}, {"mbarrier", asyncCopies},
	{"wgmma", groupMatrix}, {"stmatrix", groupMatrix}, {"cluster", clusters},
}

// assembler is what inline assembly outside a function is for: the text of the instruction may say more than that it stands there.
func (p *parser) assembler() string {
	for n := 1; n < 4; n++ {
		if t := p.at(n); t.Kind == token.String {
			for _, a := range assembly {
				if strings.Contains(t.Text, a.word) {
					return a.why
				}
			}
			return ""
		}
	}
	return ""
}

// refusal is why name is not accepted, or empty. onDevice says that host code accepts it.
func refusal(name string) (why string, onDevice bool) {
	find := func(name string) (string, bool) {
		if why := refusals[name]; why != "" {
			return why, false
		}
		return deviceRefusals[name], true
	}
	if why, onDevice = find(name); why != "" {
		return why, onDevice
	}
	for n := min(len(name), longestRefused()); n >= 3; n-- {
		if why, onDevice = find(name[:n] + "*"); why != "" {
			return strings.Replace(why, "this is", name+" is", 1), onDevice
		}
	}
	return "", false
}

// longestRefused is the length of the longest name among those that are not accepted.
var longestRefused = sync.OnceValue(func() (n int) {
	for _, table := range []map[string]string{refusals, deviceRefusals} {
		for name := range table {
			n = max(n, len(name))
		}
	}
	return n
})

func refusedWord(name string) bool {
	why, _ := refusal(name)
	return why != ""
}

// refused reports t if it names something that is not accepted.
func (p *parser) refused(t *token.Token) bool {
	why, onDevice := refusal(t.Text)
	if p.hosted && onDevice {
		return false
	}
	if name := p.at(2); t == p.peek() && p.at(1).Is("::") && refusedWord(name.Text) { // std::vector
		why, _ = refusal(name.Text)
	}
	if near := p.assembler(); near != "" && strings.Contains(t.Text, "asm") && t == p.peek() {
		why = near
	}
	if why != "" {
		n := len(p.Errs)
		p.Errorf(t.Pos, t.End, "%s", why)
		for _, e := range p.Errs[n:] {
			e.Once = true
		}
	}
	return why != ""
}

// refuse is refused for syntax that cannot be read on.
func (p *parser) refuse(t *token.Token) {
	if p.refused(t) {
		panic(bailout{})
	}
}

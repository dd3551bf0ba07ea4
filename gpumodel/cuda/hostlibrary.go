package cuda

import (
	"slices"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Libraries that host code calls (cuBLAS, cuRAND, Thrust and others) are CUDA C++ texts of ours too: what they compute are
// kernels, whose time the model tells as that of any other. A program gets the texts of a library by the #include of one
// of its headers, and its declarations stand on a shelf, so that a program pays for what it names.

// hostLibraries are the headers of such libraries, with the names of their texts.
var hostLibraries = map[string]string{
	"cublas_v2.h":     cublasTexts,
	"cublas.h":        cublasTexts + " cublas/legacy.cuh",
	"cublas_api.h":    cublasTexts,
	"library_types.h": "library_types.cuh",
	"curand.h":        "curand_kernel.cuh curand/host.cuh",
	"curand_kernel.h": "curand_kernel.cuh curand/host.cuh", // which includes curand.h
	"cufft.h":         "cuComplex.cuh cufft.cuh cufft/plan.cuh",
	"cufftXt.h":       "cuComplex.cuh cufft.cuh cufft/plan.cuh",

	"xmmintrin.h": "sse.cuh",
	"emmintrin.h": "sse.cuh",
	"immintrin.h": "sse.cuh", // AVX is not supported
	"x86intrin.h": "sse.cuh",

	"cuda.h":               driverTexts,
	"cudaProfiler.h":       driverTexts,
	"nvrtc.h":              "nvrtc/nvrtc.cuh",
	"helper_cuda_drvapi.h": driverHelpers,
	"nvrtc_helper.h":       driverHelpers + " nvrtc/nvrtc.cuh nvrtc/helper.cuh",
}

// driverHelperHeaders are headers of the samples of NVIDIA: wherever a program has them, ours are read.
var driverHelperHeaders = token.Words("helper_cuda_drvapi.h nvrtc_helper.h")

// driverTexts are the driver's interface, and driverHelpers what the samples of NVIDIA have for it.
const (
	driverTexts = "cudadrv/results.cuh cudadrv/enums.cuh cudadrv/types.cuh cudadrv/device.cuh cudadrv/context.cuh cudadrv/memory.cuh cudadrv/module.cuh " +
		"cudadrv/launch.cuh cudadrv/streams.cuh cudadrv/mapped.cuh"
	driverHelpers = driverTexts + " helper.cuh helper_string.cuh cudadrv/helper.cuh"
)

const cublasTexts = "cuComplex.cuh cuda_fp16.cuh cuda_bf16.cuh library_types.cuh " +
	"cublas/handle.cuh cublas/numbers.cuh cublas/level1.cuh cublas/reduce.cuh cublas/level2.cuh cublas/product.cuh cublas/level3.cuh cublas/ex.cuh cublas/names.cuh"

const thrustTexts = "thrust/pointers.cuh thrust/system.cuh thrust/functional.cuh thrust/iterators.cuh thrust/each.cuh thrust/vectors.cuh " +
	"thrust/reduce.cuh thrust/scan.cuh thrust/select.cuh thrust/sort.cuh thrust/search.cuh thrust/sets.cuh thrust/random.cuh thrust/complex.cuh"

// textsOf are the texts of the library that has a header, "" if none of these libraries has it.
func textsOf(file string) string {
	if strings.HasPrefix(file, "thrust/") {
		return thrustTexts
	}
	if strings.HasPrefix(file, "cub/") { // primitives of blocks and warps are there without it
		return thrustTexts + " cub_device.cuh"
	}
	return hostLibraries[file]
}

// hostLibraryTexts are the texts of the library for the host that has a header.
func hostLibraryTexts(file string) func() []token.KnownText {
	return func() (all []token.KnownText) {
		for _, name := range strings.Fields(textsOf(file)) {
			all = append(all, token.KnownText{Library: readLibrary(name), Shelved: !slices.Contains(readWhole, name)})
		}
		return all
	}
}

// readWhole are texts that are read whole where they are included: those that kernels have as well, and those of helpers.
var readWhole = []string{"curand_kernel.cuh", "cufft.cuh", "cuComplex.cuh", "cuda_fp16.cuh", "cuda_bf16.cuh", "helper.cuh",
	"helper_string.cuh"}

// shelvesRead has the declarations of texts, by their names. They are never changed.
var shelvesRead sync.Map

// shelfOf has the declarations of a text at file scope, and those of its namespaces.
func shelfOf(text string) *shelf {
	if s, ok := shelvesRead.Load(text); ok {
		return s.(*shelf)
	}
	s := newShelf()
	c := &cutter{toks: readLibrary(text).Tokens, text: text}
	c.space(s, "")
	shelvesRead.Store(text, s)
	return s
}

// add puts what stands on another shelf on this one.
func (s *shelf) add(other *shelf) {
	for name, pieces := range other.pieces {
		s.pieces[name] = append(s.pieces[name], pieces...)
	}
	for _, name := range other.order {
		if s.inside[name] == nil {
			s.inside[name] = newShelf()
			s.order = append(s.order, name)
		}
		s.inside[name].add(other.inside[name])
	}
	for _, name := range other.inline {
		if !slices.Contains(s.inline, name) {
			s.inline = append(s.inline, name)
		}
	}
}

// openLibraries makes the namespaces of the libraries whose headers the source includes.
func (p *parser) openLibraries() {
	if len(p.source.Shelved) == 0 {
		return
	}
	all := newShelf()
	for _, text := range p.source.Shelved {
		p.offered[text] = true
		all.add(shelfOf(text))
	}
	outside := p.global.space
	outside.shelf, outside.taken, outside.p = &shelf{pieces: all.pieces}, map[string]bool{}, p
	for _, name := range all.order {
		p.shelved(p.global, name, all.inside[name])
	}
}

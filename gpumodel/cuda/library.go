package cuda

import (
	"embed"
	"maps"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Libraries of CUDA that kernels use functions of are CUDA C++ texts of ours: a source that
// includes their header is read with the text in the place of the directive. What such a
// function does belongs to the line of its call ([Func.Library]), and so do its errors.

//go:embed library
var libraryTexts embed.FS

// libraries are the headers of CUDA that are such texts, with the names of the texts.
var libraries = map[string]string{
	"curand_kernel.h":            "curand_kernel.cuh",
	"cuda_fp16.h":                "cuda_fp16.cuh",
	"cuda_bf16.h":                "cuda_bf16.cuh",
	"cuComplex.h":                "cuComplex.cuh",
	"helper_math.h":              "helper_math.cuh", // of NVIDIA's CUDA samples, which kernels carry along
	"cufft.h":                    "cufft.cuh",
	"cufftXt.h":                  "cufft.cuh",
	"mma.h":                      "cuda_fp16.cuh cuda_bf16.cuh", // which it includes; nvcuda::wmma is a namespace (spaces)
	"cuda_pipeline.h":            "cuda_pipeline.cuh",
	"cuda_pipeline_primitives.h": "cuda_pipeline.cuh",
	"cutil_math.h":               "helper_math.cuh",
}

// librariesRead has the texts that were read, by their names. They are never changed.
var librariesRead sync.Map

// readLibrary reads a text, or several whose names stand behind one another with blanks: as one text, so that each has the
// macros of those before it.
func readLibrary(name string) *token.Library {
	if l, ok := librariesRead.Load(name); ok {
		return l.(*token.Library)
	}
	var text strings.Builder
	for _, file := range strings.Fields(name) {
		text.WriteString(libraryFile(file))
	}
	var seeds map[string]*token.Macro
	if helperTexts()[name] {
		seeds = map[string]*token.Macro{}
		for _, before := range hostTexts {
			maps.Copy(seeds, readLibrary(before).Macros)
		}
	}
	l := token.ReadLibrary(name, text.String(), Options{}.preprocessingWith(seeds))
	librariesRead.Store(name, l)
	return l
}

// helperTexts are the texts of helpers and of the driver: they are read behind hostTexts, whose macros they use.
var helperTexts = sync.OnceValue(func() map[string]bool {
	texts := token.Words(hostLibraries["nvrtc_helper.h"])
	for _, list := range helpers {
		maps.Copy(texts, token.Words(list))
	}
	return texts
})

// realHeader tells whether a header of a library is one of CUDA's, which another compiler has.
func realHeader(file string) bool {
	return libraries[file] != "helper_math.cuh" && libraries[file] != "cufft.cuh"
}

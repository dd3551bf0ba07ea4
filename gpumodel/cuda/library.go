package cuda

import (
	"embed"
	"slices"
	"strings"
	"sync"
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

// A libraryText is a text that was read.
type libraryText struct {
	toks   []token
	macros map[string]*macro
}

// librariesRead has the texts that were read, by their names. They are never changed.
var librariesRead sync.Map

func readLibrary(name string) *libraryText {
	if l, ok := librariesRead.Load(name); ok {
		return l.(*libraryText)
	}
	text, err := libraryTexts.ReadFile("library/" + name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	r := newReporter(name, string(text))
	toks, macros := preprocess(r, string(text), Options{})
	if err := r.err(); err != nil {
		panic("BUG: " + err.Error())
	}
	toks = toks[:len(toks)-1] // without the end
	for i := range toks {
		toks[i].library = true
	}
	l := &libraryText{toks, map[string]*macro{}}
	for name, m := range macros {
		if !m.builtin {
			m.builtin = true
			l.macros[name] = m
		}
	}
	librariesRead.Store(name, l)
	return l
}

// library puts the text of a library's header in the place of the directive.
func (pp *preprocessor) library(d token, file string) {
	if !slices.Contains(pp.librariesUsed, file) {
		pp.librariesUsed = append(pp.librariesUsed, file)
	}
	for _, name := range strings.Fields(libraries[file]) {
		pp.libraryText(d, name)
	}
}

func (pp *preprocessor) libraryText(d token, name string) {
	if pp.once["library "+name] {
		return
	}
	pp.once["library "+name] = true
	l := readLibrary(name)
	for _, t := range l.toks {
		t.pos, t.end, t.off, t.limit, t.in = d.pos, d.end, d.off, d.off, d.in
		pp.out = append(pp.out, t)
	}
	for name, m := range l.macros {
		if pp.macros[name] == nil {
			pp.macros[name] = m
		}
	}
}

// realHeader tells whether a header of a library is one of CUDA's, which another compiler has.
func realHeader(file string) bool {
	return libraries[file] != "helper_math.cuh" && libraries[file] != "cufft.cuh"
}

package cuda

import (
	"embed"
	"maps"
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

// readLibrary reads a text, or several whose names stand behind one another with blanks: as one text, so that each has the
// macros of those before it.
func readLibrary(name string) *libraryText {
	if l, ok := librariesRead.Load(name); ok {
		return l.(*libraryText)
	}
	var text strings.Builder
	for _, file := range strings.Fields(name) {
		part, err := libraryTexts.ReadFile("library/" + file)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		text.Write(part)
	}
	r := newReporter(name, text.String())
	seeds := map[string]*macro{}
	if helperTexts()[name] {
		for _, before := range hostTexts {
			maps.Copy(seeds, readLibrary(before).macros)
		}
	}
	toks, macros := preprocessWith(r, text.String(), Options{}, seeds)
	if err := r.err(); err != nil {
		panic("BUG: " + err.Error())
	}
	toks = toks[:len(toks)-1] // without the end
	for i := range toks {
		toks[i].library, toks[i].macro = true, ""
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

// helperTexts are the texts of helpers and of the driver: they are read behind hostTexts, whose macros they use.
var helperTexts = sync.OnceValue(func() map[string]bool {
	texts := words(hostLibraries["nvrtc_helper.h"])
	for _, list := range helpers {
		maps.Copy(texts, words(list))
	}
	return texts
})

// library puts the text of a library's header in the place of the directive.
func (pp *preprocessor) library(d token, file string) {
	if !slices.Contains(pp.librariesUsed, file) {
		pp.librariesUsed = append(pp.librariesUsed, file)
	}
	for _, name := range strings.Fields(libraries[file]) {
		pp.libraryText(d, name)
	}
}

// libraryOnce begins what the preprocessor calls a text that was read.
const libraryOnce = "library "

func (pp *preprocessor) libraryText(d token, name string) {
	l := readLibrary(name)
	if !pp.once[libraryOnce+name] { // else an earlier source has it, and this one its macros
		for _, t := range l.toks {
			t.pos, t.end, t.off, t.limit, t.in = d.pos, d.end, d.off, d.off, d.in
			pp.out = append(pp.out, t)
		}
	}
	pp.once[libraryOnce+name] = true
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

package cuda

import (
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Headers lists the headers that bring something: those of C++'s standard library, those of libraries for kernels, and those of
// libraries for host code. Each list is sorted.
func Headers() (standard, kernels, host []string) {
	set := map[string]bool{}
	for _, t := range standardTexts {
		maps.Copy(set, token.Words(t.headers))
	}
	return slices.Sorted(maps.Keys(set)), slices.Sorted(maps.Keys(libraries)), slices.Sorted(maps.Keys(hostLibraries))
}

// RuntimeFunctions lists the functions of CUDA's runtime that host code can call, sorted.
func RuntimeFunctions() []string {
	set := map[string]bool{}
	for _, text := range hostTexts {
		toks := readLibrary(text).Tokens
		for i := range len(toks) - 1 {
			if toks[i].Kind == token.Ident && strings.HasPrefix(toks[i].Text, "cuda") && toks[i+1].Is("(") {
				set[toks[i].Text] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// RefusedRuntime returns the functions and types of CUDA's runtime that host code cannot have, with the reason of each. A name that
// ends in * stands for all that begin with it.
func RefusedRuntime() map[string]string { return maps.Clone(notModelled()) }

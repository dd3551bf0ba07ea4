package toolchain

import (
	"maps"

	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/kernel/lib/cudacell"
)

// ofHosts are the macros that a host compiler adds to those of the system. CMake tells compilers apart by them.
var ofHosts = map[string]string{"__GNUC__": "13", "__GNUC_MINOR__": "2", "__GNUC_PATCHLEVEL__": "0", "__GNUG__": "13", "__ELF__": "1",
	"__CUDACC__": token.Undefined, "__NVCC__": token.Undefined, "__CUDACC_VER_MAJOR__": token.Undefined, "__CUDACC_VER_MINOR__": token.Undefined,
	"__CUDACC_VER_BUILD__": token.Undefined}

// byLanguage are the macros that sources of a language see differently from those of CUDA C++. Only those of CUDA have __CUDACC__.
var byLanguage = map[string]map[string]string{
	"c++": {"__CUDACC__": token.Undefined},
	"c":   {"__CUDACC__": token.Undefined, "__cplusplus": token.Undefined, "__GNUG__": token.Undefined, "__STDC__": "1", "__STDC_VERSION__": "201710L"},
}

// defines are the macros of a source: those of its compiler, of its language, and of the command line.
func (c *Compiler) defines(n *cudacell.NVCC, name string) map[string]string {
	all := map[string]string{ownMacro: "1"}
	if c.Host {
		maps.Copy(all, ofHosts)
	}
	maps.Copy(all, byLanguage[n.LanguageOf(name)])
	maps.Copy(all, n.Options.Defines)
	return all
}

package toolchain

import (
	"fmt"
	"path"
	"strings"

	"warpbook.dev/kernel/lib/cudacell"
)

// ownMacro is defined in what this compiler compiles.
const ownMacro = "__WARPBOOK__"

// toolkitHeaders are headers of the toolkit that build tools look for. All headers are built in; files of these names stand for them.
var toolkitHeaders = strings.Fields(`cuda.h cuda_runtime.h cuda_runtime_api.h cuda_device_runtime_api.h device_functions.h cuda_fp16.h cuComplex.h
	cublas_v2.h cublas.h curand.h curand_kernel.h cufft.h cusparse.h cusolverDn.h nvrtc.h nvml.h nvToolsExt.h nvtx3/nvToolsExt.h`)

// ToolkitFiles are the files beside bin/ by which build tools know a toolkit, such as CMake's find_package(CUDAToolkit) and
// find_package(CUDA). They have the places that they have in NVIDIA's. A compiler or a linker that is not this one says so when it reads
// them.
func ToolkitFiles() map[string]string {
	all := map[string]string{}
	for _, header := range toolkitHeaders {
		all[path.Join("include", header)] = fmt.Sprintf(`/* %s of the model of a GPU: it is built into Warpbook's nvcc. */
#ifndef %s
#error This header is part of Warpbook: compile with its nvcc, or with the g++ that "warpbook shims --host" writes.
#endif
#include <%[1]s>
`, header, ownMacro)
	}
	for _, library := range cudacell.ToolkitLibraries() {
		all[path.Join("lib64", libraryName(library))] = fmt.Sprintf(`/* lib%s of the model of a GPU, a script for GNU ld: it is built into Warpbook's nvcc. */
ASSERT(0, "lib%[1]s is part of Warpbook: link with its nvcc, or with the g++ that warpbook shims --host writes")
`, library)
	}
	return all
}

// staticLibraries have no _static in their names, and are archives all the same.
var staticLibraries = map[string]bool{"cudadevrt": true, "culibos": true}

func libraryName(library string) string {
	if strings.HasSuffix(library, "_static") || staticLibraries[library] {
		return "lib" + library + ".a"
	}
	return "lib" + library + ".so"
}

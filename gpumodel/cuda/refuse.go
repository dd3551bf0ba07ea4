package cuda

import "strings"

// refusals name what is not accepted in device code, and what to write instead.
// A name that ends in * stands for all that begin with it.
var refusals = map[string]string{
	"FIXME":                 "FIXME marks a gap: write your own code here",
	"TODO":                  "TODO marks a gap: write your own code here",
	"goto":                  "goto is not supported; use a loop with break or continue",
	"asm":                   "inline assembly (asm) is not supported; write it in C",
	"__asm__":               "inline assembly (__asm__) is not supported; write it in C",
	"new":                   "new is not supported in kernels; use a local array, or pass memory as a parameter",
	"delete":                "delete is not supported in kernels",
	"malloc":                "malloc is not supported in kernels; use a local array, or pass memory as a parameter",
	"free":                  "free is not supported in kernels",
	"memcpy":                "memcpy is not supported in kernels; copy in a loop",
	"memset":                "memset is not supported in kernels; assign in a loop",
	"try":                   "exceptions are not supported in kernels",
	"catch":                 "exceptions are not supported in kernels",
	"throw":                 "exceptions are not supported in kernels",
	"virtual":               "virtual functions are not supported; write __device__ functions",
	"class":                 "a class is for the host here: use a struct with plain members, or put __device__ before its methods",
	"union":                 "unions are not supported in kernels; use __float_as_int and its relatives to see bits",
	"operator":              "calling an operator by name is not supported; use the operator",
	"typeid":                "typeid is not supported in kernels",
	"decltype":              "decltype is not supported; name the type, or use auto",
	"surface":               "surfaces are not modelled; write through a pointer",
	"texture":               "texture references are declared at file scope: texture<float, 2, cudaReadModeElementType> name;",
	"tex1D*":                "this is not modelled; tex1Dfetch, tex1D and tex2D read textures",
	"tex2D*":                "this is not modelled; tex1Dfetch, tex1D and tex2D read textures",
	"tex3D*":                "textures of three dimensions are not modelled; tex1Dfetch, tex1D and tex2D read textures",
	"texCubemap*":           "cube maps are not modelled; tex1Dfetch, tex1D and tex2D read textures",
	"cudaSurfaceObject_t":   "surfaces are not modelled; pass a pointer",
	"surf1D*":               "surfaces are not modelled; write through a pointer",
	"surf2D*":               "surfaces are not modelled; write through a pointer",
	"__nv_bfloat16":         "bfloat16 is not modelled; use float",
	"wmma":                  "tensor cores (wmma) are not modelled",
	"nvcuda":                "tensor cores (nvcuda::wmma) are not modelled",
	"std":                   "std:: is not available in kernels; the functions of C (sqrt, min, max, …) are there without std::",
	"thrust":                "Thrust is not available; write the kernel",
	"cub":                   "CUB is not available; write the kernel",
	"curand*":               "cuRAND is not available in kernels; pass random numbers in an array",
	"__trap":                "__trap is not supported; use assert",
	"exit":                  "exit is a host function; leave a kernel with return",
	"abort":                 "abort is a host function; use assert in kernels",
	"rand":                  "rand is a host function; pass random numbers in an array",
	"cout":                  "cout is host code; kernels print with printf",
	"cerr":                  "cerr is host code; kernels print with printf",
	"endl":                  "endl is host code; kernels print with printf",
	"puts":                  "puts is a host function; kernels print with printf",
	"fprintf":               "fprintf is a host function; kernels print with printf",
	"sprintf":               "sprintf is a host function; kernels print with printf",
	"cudaMalloc*":           "this is a function of the host; pass memory to the kernel as a parameter",
	"cudaMemcpy*":           "this is a function of the host; kernels copy in a loop",
	"cudaDeviceSynchronize": "cudaDeviceSynchronize is for the host; threads of a block wait with __syncthreads()",
	"cudaThreadSynchronize": "cudaThreadSynchronize is for the host; threads of a block wait with __syncthreads()",
	"cudaFree*":             "this is a function of the host",
	"cudaGet*":              "this is a function of the host",
	"tiled_partition":       "tiles of cooperative groups are not supported yet; use __syncthreads() and __shared__ memory",
	"coalesced_threads":     "coalesced groups are not supported yet; use __ballot",
	"this_grid":             "grid-wide synchronisation is not supported; end the kernel and launch the next one",
	"thread_block_tile":     "tiles of cooperative groups are not supported yet",
	"grid_group":            "grid-wide synchronisation is not supported; end the kernel and launch the next one",
	"thread_group":          "thread_group is not supported yet; use thread_block, or __syncthreads()",
	"coalesced_group":       "coalesced groups are not supported yet",
	"__builtin_*":           "compiler built-ins are not supported",
	"then":                  "C has no then: the statement follows the condition",
	"elif":                  "elif is Python; write else if",
	"elsif":                 "elsif is not C; write else if",
	"var":                   "var is not C; a variable is declared with its type: int, float or auto",
	"let":                   "let is not C; a variable is declared with its type: int, float or auto",
	"None":                  "None is Python; a pointer to nothing is nullptr",
	"va_list":               "functions with … are not supported",
	"setjmp":                "setjmp is not supported",
	"string":                "std::string is not available in kernels",
	"vector":                "std::vector is not available in kernels; pass a pointer and a length",
	"FILE":                  "files belong to the host",
	"cudaStream_t":          "streams belong to the host",
	"cudaError_t":           "error codes belong to the host",
	"cudaEvent_t":           "events belong to the host",
}

// refusal is why name is not accepted, or empty.
func refusal(name string) string {
	if why := refusals[name]; why != "" {
		return why
	}
	for n := len(name); n >= 3; n-- {
		if why := refusals[name[:n]+"*"]; why != "" {
			return strings.Replace(why, "this is", name+" is", 1)
		}
	}
	return ""
}

func refusedWord(name string) bool { return refusal(name) != "" }

// refused reports t if it names something that is not accepted.
func (p *parser) refused(t *token) bool {
	why := refusal(t.text)
	if name := p.at(2); t == p.peek() && p.at(1).is("::") && refusedWord(name.text) { // std::vector
		why = refusal(name.text)
	}
	if why != "" {
		p.errorf(t.pos, t.end, "%s", why)
		for _, e := range p.errs {
			e.once = e.once || e.Msg == why
		}
	}
	return why != ""
}

// refuse is refused for syntax that cannot be read on.
func (p *parser) refuse(t *token) {
	if p.refused(t) {
		panic(bailout{})
	}
}

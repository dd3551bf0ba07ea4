package cuda

import "warpbook.dev/gpumodel/cuda/token"

// The runtime functions that device code may call are CUDA C++ sources of the library, read when device code first uses one of
// its functions: cudaMalloc and cudaFree are malloc and free of the heap, copies are kernels that are launched.

// runtimeTexts are the texts by the functions that they have.
var runtimeTexts = map[string]string{
	"cudaTriggerProgrammaticLaunchCompletion": "programmatic.cuh", "cudaGridDependencySynchronize": "programmatic.cuh",
	"__atomic_add2": vectorAtomics, "__atomic_add4": vectorAtomics,
	"cudaMalloc": allocations, "cudaFree": allocations, "cudaMemcpyAsync": "copies.cuh", "cudaMemsetAsync": "copies.cuh",
}

const (
	allocations   = "allocations.cuh"
	vectorAtomics = "atomicvectors.cuh"
)

// vectorAtomic is atomicAdd of float2 or float4; nil for other calls.
func (p *parser) vectorAtomic(t *token.Token, args []Expr) Expr {
	if !t.Is("atomicAdd") || len(args) != 2 || p.fn == nil || args[0].T().Kind != Pointer {
		return nil
	}
	name := map[string]string{"float2": "__atomic_add2", "float4": "__atomic_add4"}[args[0].T().Elem.Name]
	if name == "" {
		return nil
	}
	named := *t
	named.Text = name
	return p.userCall(t, &symbol{funcs: []*Func{p.runtimeFunction(&named)}}, nil, args)
}

// runtimeFunction is the function of that name, of the text that has it.
func (p *parser) runtimeFunction(at *token.Token) *Func {
	file := runtimeTexts[at.Text]
	if p.runtime[at.Text] == nil && p.wholeFile {
		p.fail(at, "%s is used here for the first time, and only by an instance of a template: use it once in a function that is not a template, too", at.Text)
	}
	if p.runtime[at.Text] == nil {
		var names []string
		for name, text := range runtimeTexts {
			if text == file {
				names = append(names, name)
			}
		}
		if file == allocations && p.heap == nil {
			p.readHeap(at)
		}
		for name, fn := range p.ownText(file, at, names...) {
			p.runtime[name] = fn
		}
	}
	return p.runtime[at.Text]
}

// runtimeCall reads the arguments of a function of the runtime in device code.
func (p *parser) runtimeCall(t *token.Token) Expr {
	fn := p.runtimeFunction(t)
	args, ok := p.arguments(t)
	if !ok {
		return bad(t.Pos)
	}
	return p.userCall(t, &symbol{funcs: []*Func{fn}}, nil, args)
}

// ofDevice is what a name that is called means in code of the device: not a function of the runtime that the host alone has, if the
// device has one of that name, too.
func (p *parser) ofDevice(t *token.Token, sym *symbol) *symbol {
	if sym == nil || !p.hosted || p.fn == nil || p.onHost() || !isBuiltin(t.Text) && runtimeTexts[t.Text] == "" {
		return sym
	}
	for _, fn := range sym.funcs {
		if info := p.info(fn); !fn.Library || !info.host {
			return sym
		}
	}
	if len(sym.funcs) == 0 {
		return sym
	}
	return nil
}

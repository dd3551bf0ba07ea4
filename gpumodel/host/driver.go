package host

import (
	"strings"

	"warpbook.dev/gpumodel/scalar"
)

// The driver's interface (cuda.h). Most of its functions are the runtime's under other names (gpumodel/cuda/library/cudadrv): a call of
// the system that begins with driverCall is the call of the runtime behind it, with what the driver asks for first, and with the
// driver's errors.
const driverCall = "cu_"

// A driverState is what a program has of the driver's interface alone.
type driverState struct {
	ready    bool // cuInit was called
	driving  bool // a function of the driver is being called: messages use its words
	drives   bool // the program has called one
	contexts map[uint64]*cudaContext
	bound    []*cudaContext // the stack of the thread's contexts, the current one last
	modules  modules
	programs map[uint64]*rtcProgram
	mapped   mapped
}

// Codes of errors that only the driver has (cuda.h).
const (
	notInitialized = 3
	invalidImage   = 200
	invalidContext = 201
	noBinary       = 209
	invalidPTX     = 218
	fileNotFound   = 301
	notFound       = 500
)

// driverCodes are the driver's errors for those of the runtime, where they differ.
var driverCodes = map[uint64]uint64{
	9: invalidValue, invalidPitch: invalidValue, invalidSymbol: notFound, invalidDirection: invalidValue, invalidFunction: invalidHandle,
}

// contextFree are calls about devices and errors, which need no context.
var contextFree = words("cudaGetDeviceCount cudaDeviceGetAttribute cudaDeviceName cudaDeviceCanAccessPeer cudaDeviceGetPCIBusId " +
	"cudaDeviceGetByPCIBusId cudaGetErrorName cudaGetErrorString cudaGetLastError")

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// driven is a function of the runtime, called by the driver's name. What cudaGetLastError returns stays as it is.
func driven(name string, f system) system {
	return ofDriver(func(x *process, c *scalar.Call) (uint64, error) {
		if !contextFree[name] && x.context() == nil {
			return invalidContext, nil
		}
		before, unchecked := x.last, x.unchecked
		code, err := f(x, c)
		x.last, x.unchecked = before, unchecked
		if own, differs := driverCodes[code]; differs {
			code = own
		}
		return code, err
	})
}

// ofDriver is a function of the driver, which needs cuInit.
func ofDriver(f system) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		if !x.ready {
			return notInitialized, nil
		}
		x.driving, x.drives = true, true
		defer func() { x.driving = false }()
		return f(x, c)
	}
}

// inContext is a function of the runtime, which makes the primary context the current one if there is none.
func inContext(f system) system {
	return func(x *process, c *scalar.Call) (uint64, error) {
		x.withContext()
		return f(x, c)
	}
}

// driverWords say in the driver's words what messages say in those of the runtime.
var driverWords = strings.NewReplacer(
	"cudaMemcpy with cudaMemcpyHostToDevice", "cuMemcpyHtoD", "cudaMemcpy with cudaMemcpyDeviceToHost", "cuMemcpyDtoH",
	"cudaMemcpy with cudaMemcpyDeviceToDevice", "cuMemcpyDtoD", "cudaMemcpy with cudaMemcpyDefault", "cuMemcpy",
	"cudaMemcpy(…, cudaMemcpyDeviceToHost)", "cuMemcpyDtoH", "cudaMallocManaged", "cuMemAllocManaged", "cudaMallocHost", "cuMemAllocHost",
	"cudaMalloc", "cuMemAlloc", "cudaFree", "cuMemFree", "cudaMemcpy", "cuMemcpy", "cudaMemset", "cuMemset", "cudaEvent", "cuEvent",
	"cudaFunc", "cuFunc", "cudaLaunchKernel", "cuLaunchKernel", "cudaDeviceSynchronize", "cuCtxSynchronize",
	"cudaDeviceEnablePeerAccess", "cuCtxEnablePeerAccess")

// inDriverWords are the driver's names of functions of the runtime that messages look for in the text of a program.
var inDriverWords = map[string]string{"cudaMalloc": "cuMemAlloc", "cudaMemcpy": "cuMemcpy"}

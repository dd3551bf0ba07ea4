//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"fmt"
	"unsafe"
)

// cuda is the driver's interface: those functions of libcuda that are used, under
// their names without "cu". Addresses of the GPU are numbers; a result is a CUresult.
type cuda struct {
	file string

	init               func(flags uint32) int32
	driverGetVersion   func(version *int32) int32
	getErrorName       func(code int32, name **byte) int32
	getErrorString     func(code int32, text **byte) int32
	deviceGetCount     func(count *int32) int32
	deviceGet          func(device *int32, index int32) int32
	deviceGetName      func(name *byte, length int32, device int32) int32
	deviceGetAttribute func(value *int32, attribute int32, device int32) int32
	deviceTotalMem     func(bytes *uint64, device int32) int32

	primaryCtxRetain func(context *uintptr, device int32) int32
	ctxSetCurrent    func(context uintptr) int32
	ctxSynchronize   func() int32

	moduleLoadData    func(module *uintptr, image *byte) int32
	moduleUnload      func(module uintptr) int32
	moduleGetFunction func(function *uintptr, module uintptr, name *byte) int32
	moduleGetGlobal   func(address *uint64, bytes *uint64, module uintptr, name *byte) int32
	funcGetAttribute  func(value *int32, attribute int32, function uintptr) int32
	funcSetAttribute  func(function uintptr, attribute int32, value int32) int32
	occupancy         func(blocks *int32, function uintptr, blockSize int32, shared uint64) int32

	memGetInfo   func(free, total *uint64) int32
	memAlloc     func(address *uint64, bytes uint64) int32
	memFree      func(address uint64) int32
	memHostAlloc func(pointer *uintptr, bytes uint64, flags uint32) int32
	memHostAddr  func(address *uint64, pointer uintptr, flags uint32) int32
	memFreeHost  func(pointer uintptr) int32
	copyHtoD     func(to uint64, from *byte, bytes uint64) int32
	copyDtoH     func(to *byte, from uint64, bytes uint64) int32
	copyDtoD     func(to, from uint64, bytes uint64, stream uintptr) int32
	memset       func(at uint64, value uint8, bytes uint64, stream uintptr) int32

	launchKernel func(function uintptr, gridX, gridY, gridZ, blockX, blockY, blockZ, shared uint32, stream uintptr, params,
		extra unsafe.Pointer) int32

	eventCreate  func(event *uintptr, flags uint32) int32
	eventDestroy func(event uintptr) int32
	eventRecord  func(event, stream uintptr) int32
	eventElapsed func(ms *float32, from, to uintptr) int32

	arrayCreate      func(array *uintptr, descriptor unsafe.Pointer) int32
	arrayDestroy     func(array uintptr) int32
	memcpy2D         func(descriptor unsafe.Pointer) int32
	texObjectCreate  func(object *uint64, resource, texture, view unsafe.Pointer) int32
	texObjectDestroy func(object uint64) int32
}

func (c *cuda) symbols() []symbol {
	return []symbol{
		{"cuInit", &c.init}, {"cuDriverGetVersion", &c.driverGetVersion}, {"cuGetErrorName", &c.getErrorName}, {"cuGetErrorString", &c.getErrorString},
		{"cuDeviceGetCount", &c.deviceGetCount}, {"cuDeviceGet", &c.deviceGet}, {"cuDeviceGetName", &c.deviceGetName},
		{"cuDeviceGetAttribute", &c.deviceGetAttribute}, {"cuDeviceTotalMem_v2", &c.deviceTotalMem},
		{"cuDevicePrimaryCtxRetain", &c.primaryCtxRetain}, {"cuCtxSetCurrent", &c.ctxSetCurrent}, {"cuCtxSynchronize", &c.ctxSynchronize},
		{"cuModuleLoadData", &c.moduleLoadData}, {"cuModuleUnload", &c.moduleUnload}, {"cuModuleGetFunction", &c.moduleGetFunction},
		{"cuModuleGetGlobal_v2", &c.moduleGetGlobal}, {"cuFuncGetAttribute", &c.funcGetAttribute}, {"cuFuncSetAttribute", &c.funcSetAttribute},
		{"cuOccupancyMaxActiveBlocksPerMultiprocessor", &c.occupancy},
		{"cuMemGetInfo_v2", &c.memGetInfo}, {"cuMemAlloc_v2", &c.memAlloc}, {"cuMemFree_v2", &c.memFree},
		{"cuMemHostAlloc", &c.memHostAlloc}, {"cuMemHostGetDevicePointer_v2", &c.memHostAddr}, {"cuMemFreeHost", &c.memFreeHost},
		{"cuMemcpyHtoD_v2", &c.copyHtoD}, {"cuMemcpyDtoH_v2", &c.copyDtoH}, {"cuMemcpyDtoDAsync_v2", &c.copyDtoD},
		{"cuMemsetD8Async", &c.memset}, {"cuLaunchKernel", &c.launchKernel},
		{"cuEventCreate", &c.eventCreate}, {"cuEventDestroy_v2", &c.eventDestroy}, {"cuEventRecord", &c.eventRecord}, {"cuEventElapsedTime", &c.eventElapsed},
		{"cuArrayCreate_v2", &c.arrayCreate}, {"cuArrayDestroy", &c.arrayDestroy}, {"cuMemcpy2D_v2", &c.memcpy2D},
		{"cuTexObjectCreate", &c.texObjectCreate}, {"cuTexObjectDestroy", &c.texObjectDestroy},
	}
}

// loadCUDA loads and starts the driver.
func loadCUDA() (*cuda, error) {
	handle, file, err := open(driverNames, driverFolders)
	if err != nil {
		return nil, &Error{Msg: fmt.Sprintf("no NVIDIA driver: %s was not found on the loader's path (LD_LIBRARY_PATH=%q) nor in %s. It comes with NVIDIA's driver for this machine's GPU; in a container it is mounted by `--gpus all` (NVIDIA Container Toolkit)",
			driverNames[0], loaderPath(), existing(driverFolders)), Log: err.Error()}
	}
	c := &cuda{file: file}
	if err := bind(handle, file, c.symbols()); err != nil {
		return nil, &Error{Msg: err.Error()}
	}
	if code := c.init(0); code != 0 {
		return nil, c.error(code, "starting the NVIDIA driver ("+file+")")
	}
	return c, nil
}

// error is a result of the driver that is not success.
func (c *cuda) error(code int32, what string) *Error {
	var name, text *byte
	e := &Error{Code: int(code), What: what}
	if c.getErrorName(code, &name) == 0 {
		e.Name = cString(name)
	}
	if c.getErrorString(code, &text) == 0 {
		e.Msg = cString(text)
	}
	if e.Msg == "" {
		e.Msg = fmt.Sprintf("error %d of the NVIDIA driver", code)
	}
	return e
}

// check is nil for success.
func (c *cuda) check(code int32, what string) error {
	if code == 0 {
		return nil
	}
	return c.error(code, what)
}

// cString copies a text of C.
func cString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// cBytes is a text as C wants it.
func cBytes(s string) *byte { return &append([]byte(s), 0)[0] }

// properties asks the driver for a card's.
func (c *cuda) properties(index int) (Properties, error) {
	p := Properties{Index: index, Attributes: map[string]int{}, DriverFile: c.file}
	var device, version int32
	if err := c.check(c.deviceGet(&device, int32(index)), "asking for the GPU"); err != nil {
		return p, err
	}
	name := make([]byte, 256)
	var bytes uint64
	c.driverGetVersion(&version)
	if err := c.check(c.deviceGetName(&name[0], int32(len(name)), device), "asking for the GPU's name"); err != nil {
		return p, err
	}
	if err := c.check(c.deviceTotalMem(&bytes, device), "asking for the GPU's memory"); err != nil {
		return p, err
	}
	for field, attribute := range attributes {
		var value int32
		if c.deviceGetAttribute(&value, attribute, device) == 0 { // an old driver knows fewer
			p.Attributes[field] = int(value)
		}
	}
	p.Name, p.MemoryBytes, p.DriverVersion = cString(&name[0]), int64(bytes), int(version)
	p.Major, p.Minor = p.Attributes["compute_capability_major"], p.Attributes["compute_capability_minor"]
	return p, nil
}

//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"unsafe"

	"github.com/ebitengine/purego"
)

// nvrtc is the run-time compiler's interface.
type nvrtc struct {
	file         string
	major, minor int32

	version     func(major, minor *int32) int32
	errorString func(code int32) *byte
	numArchs    func(count *int32) int32
	archs       func(list *int32) int32
	create      func(program *uintptr, source, name *byte, count int32, headers, names unsafe.Pointer) int32
	destroy     func(program *uintptr) int32
	addName     func(program uintptr, name *byte) int32
	compile     func(program uintptr, count int32, options unsafe.Pointer) int32
	logSize     func(program uintptr, size *uint64) int32
	log         func(program uintptr, log *byte) int32
	lowered     func(program uintptr, name *byte, lowered **byte) int32
	cubinSize   func(program uintptr, size *uint64) int32
	cubin       func(program uintptr, image *byte) int32
	ptxSize     func(program uintptr, size *uint64) int32
	ptx         func(program uintptr, image *byte) int32
}

func (n *nvrtc) symbols() []symbol {
	return []symbol{
		{"nvrtcVersion", &n.version}, {"nvrtcGetErrorString", &n.errorString}, {"nvrtcGetNumSupportedArchs", &n.numArchs}, {"nvrtcGetSupportedArchs", &n.archs},
		{"nvrtcCreateProgram", &n.create}, {"nvrtcDestroyProgram", &n.destroy}, {"nvrtcAddNameExpression", &n.addName}, {"nvrtcCompileProgram", &n.compile},
		{"nvrtcGetProgramLogSize", &n.logSize}, {"nvrtcGetProgramLog", &n.log}, {"nvrtcGetLoweredName", &n.lowered},
		{"nvrtcGetCUBINSize", &n.cubinSize}, {"nvrtcGetCUBIN", &n.cubin}, {"nvrtcGetPTXSize", &n.ptxSize}, {"nvrtcGetPTX", &n.ptx},
	}
}

func loadNVRTC() (*nvrtc, error) {
	folders := compilerFolders()
	handle, file, err := open(compilerNames, folders)
	if err != nil {
		return nil, &Error{Msg: fmt.Sprintf("no NVRTC (CUDA's run-time compiler): libnvrtc.so.13 or .12 was not found on the loader's path (LD_LIBRARY_PATH=%q), in CUDA toolkits (CUDA_HOME, CUDA_PATH, /usr/local/cuda*/lib64) nor in Python's site-packages/nvidia/*/lib. Folders that exist: %s. `pip install nvidia-cuda-nvrtc nvidia-cuda-runtime` brings it, as does a CUDA toolkit",
			loaderPath(), existing(folders)), Log: err.Error()}
	}
	if filepath.IsAbs(file) { // the compiler looks for its other half on the loader's path alone
		for _, other := range newestFirst(filepath.Join(filepath.Dir(file), "libnvrtc-builtins.so.*")) {
			_, _ = purego.Dlopen(other, purego.RTLD_NOW|purego.RTLD_GLOBAL) // it says itself what it misses
		}
	}
	n := &nvrtc{file: file}
	if err := bind(handle, file, n.symbols()); err != nil {
		return nil, &Error{Msg: err.Error()}
	}
	if code := n.version(&n.major, &n.minor); code != 0 {
		return nil, &Error{Msg: fmt.Sprintf("%s: %s", file, cString(n.errorString(code)))}
	}
	return n, nil
}

// String is "NVRTC 13.0".
func (n *nvrtc) String() string { return fmt.Sprintf("NVRTC %d.%d", n.major, n.minor) }

// target is the architecture to compile for: the card's own, or, where this
// compiler is older than the card, the newest whose PTX the driver can translate.
func (n *nvrtc) target(major, minor int) (option string, ptx bool, err error) {
	var count int32
	n.numArchs(&count)
	list := make([]int32, count)
	if count > 0 {
		n.archs(&list[0])
	}
	own := int32(10*major + minor)
	if slices.Contains(list, own) {
		return "sm_" + strconv.Itoa(int(own)), false, nil
	}
	best := int32(0)
	for _, a := range list {
		if a < own {
			best = max(best, a)
		}
	}
	if best == 0 {
		return "", false, &Error{Msg: fmt.Sprintf("%v (%s) compiles for compute capabilities %v, and the GPU has %d.%d: `pip install 'nvidia-cuda-nvrtc-cu12<13'` brings an older one", n, n.file, list, major, minor)}
	}
	return "compute_" + strconv.Itoa(int(best)), true, nil
}

// A compiled is a compiled text.
type compiled struct {
	image     []byte
	kernel    string
	variables []string
	arch, log string
}

// build compiles a text for a compute capability.
func (n *nvrtc) build(b *Build, major, minor int) (*compiled, error) {
	arch, ptx, err := n.target(major, minor)
	if err != nil {
		return nil, err
	}
	// The text has no host code; a constexpr function without __device__ is one of the kernels'.
	options := append([]string{"--gpu-architecture=" + arch, "--std=c++17", "--device-as-default-execution-space"}, b.Options...)
	prelude := b.Prelude
	if len(b.Headers) > 0 {
		folder, err := headers(b.Headers)
		if err != nil {
			return nil, err
		}
		for _, f := range folder {
			options = append(options, "--include-path="+f)
		}
		for _, h := range b.Headers {
			prelude = "#include <" + h + ">\n" + prelude
		}
	}
	source := prelude + "#line 1 " + strconv.Quote(b.File) + "\n" + b.Source + "\n"
	var program uintptr
	if code := n.create(&program, cBytes(source), cBytes(b.File), 0, nil, nil); code != 0 {
		return nil, n.error(code, nil)
	}
	defer n.destroy(&program)
	names := []string{b.Kernel}
	for _, v := range b.Variables {
		names = append(names, "&"+v)
	}
	for _, name := range names {
		if code := n.addName(program, cBytes(name)); code != 0 {
			return nil, n.error(code, nil)
		}
	}
	pointers := make([]*byte, len(options))
	var pin runtime.Pinner
	defer pin.Unpin()
	for i, o := range options {
		pointers[i] = cBytes(o)
		pin.Pin(pointers[i])
	}
	code := n.compile(program, int32(len(options)), unsafe.Pointer(&pointers[0]))
	out := &compiled{arch: arch, log: n.text(program, n.logSize, n.log)}
	if code != 0 {
		return nil, n.error(code, out)
	}
	for i, name := range names {
		var lowered *byte
		if code := n.lowered(program, cBytes(name), &lowered); code != 0 {
			return nil, n.error(code, out)
		}
		if i == 0 {
			out.kernel = cString(lowered)
		} else {
			out.variables = append(out.variables, cString(lowered))
		}
	}
	if ptx {
		out.image = append([]byte(n.text(program, n.ptxSize, n.ptx)), 0)
	} else {
		out.image = []byte(n.text(program, n.cubinSize, n.cubin))
	}
	if len(out.image) == 0 {
		return nil, &Error{Msg: fmt.Sprintf("%v made no code for %s", n, arch)}
	}
	return out, nil
}

// text reads what the compiler gives in two steps.
func (n *nvrtc) text(program uintptr, size func(uintptr, *uint64) int32, read func(uintptr, *byte) int32) string {
	var bytes uint64
	if size(program, &bytes) != 0 || bytes == 0 {
		return ""
	}
	data := make([]byte, bytes)
	if read(program, &data[0]) != 0 {
		return ""
	}
	for len(data) > 0 && data[len(data)-1] == 0 && bytes < 1<<16 && isText(data[:len(data)-1]) {
		data = data[:len(data)-1]
	}
	return string(data)
}

func isText(data []byte) bool {
	return !slices.ContainsFunc(data, func(c byte) bool { return c == 0 })
}

func (n *nvrtc) error(code int32, b *compiled) *Error {
	e := &Error{What: n.String(), Msg: cString(n.errorString(code))}
	if b != nil {
		e.Log = b.log
	}
	return e
}

// headers finds the folder of CUDA's headers, with that of libcu++ in it where there is one.
func headers(names []string) ([]string, error) {
	for _, folder := range includeFolders() {
		all := true
		for _, h := range names {
			if _, err := os.Stat(filepath.Join(folder, h)); err != nil {
				all = false
			}
		}
		if all {
			return []string{folder, filepath.Join(folder, "cccl")}, nil
		}
	}
	return nil, &Error{Msg: fmt.Sprintf("the kernel needs CUDA's header %s, which was not found in %s. A CUDA toolkit brings it, or `pip install nvidia-cuda-runtime nvidia-cuda-cccl`",
		names[0], existing(includeFolders()))}
}

package host

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// Modules are device code that a program loads while it runs (cuModuleLoad and its relatives). There is no machine code to load: a module
// is compiled from CUDA source, which an image carries (image.go), or which lies beside the file that is asked for.

// A loadedModule is a module in a context, with variables of its own.
type loadedModule struct {
	*gpumodel.Module
	context   *cudaContext
	lowered   map[string]*gpumodel.Kernel // by the names that nvrtcGetLoweredName gives them
	functions map[string]uint64           // handles that were given out, by what was asked for
	variables map[string]*allocation
}

// modules are those that are loaded.
type modules struct {
	loaded  map[uint64]*loadedModule
	kernels map[uint64]*gpumodel.Kernel // by the handles of functions
	read    map[string]*compiledImage   // images that were compiled, and not loaded since
}

func init() {
	register(map[string]system{
		// Args: where the module goes, the image.
		"cuModuleLoadData": inModules(func(x *process, c *scalar.Call) uint64 { return x.loadImage(c, x.heap.text(c.Args[1])) }),
		// Args: where the module goes, the name of a file.
		"cuModuleLoad": inModules(func(x *process, c *scalar.Call) uint64 {
			text, ok := x.imageFile(x.heap.text(c.Args[1]), c.Line)
			if !ok {
				return fileNotFound
			}
			return x.loadImage(c, text)
		}),
		"cuModuleUnload": inModules(func(x *process, c *scalar.Call) uint64 {
			if x.modules.loaded[c.Args[0]] == nil {
				return invalidHandle
			}
			x.unload(c.Args[0], c.Line)
			return success
		}),
		// Args: where the function goes, the module, the name.
		"cuModuleGetFunction": inModules(func(x *process, c *scalar.Call) uint64 {
			m, name := x.modules.loaded[c.Args[1]], x.heap.text(c.Args[2])
			if m == nil {
				return invalidHandle
			}
			if m.functions[name] == 0 {
				k := x.functionOf(m, name, c.Line)
				if k == nil {
					return notFound
				}
				m.functions[name] = x.handle()<<4 | functionHandles
				x.modules.kernels[m.functions[name]] = k
			}
			return x.result(c, 8, m.functions[name])
		}),
		// Args: where its address goes, where its size goes, the module, the name.
		"cuModuleGetGlobal": inModules(func(x *process, c *scalar.Call) uint64 {
			m, name := x.modules.loaded[c.Args[2]], x.heap.text(c.Args[3])
			if m == nil {
				return invalidHandle
			}
			a := m.variables[name]
			if a == nil {
				x.find("line %d: cuModuleGetGlobal: %s has no __device__ or __constant__ variable %q", c.Line, m.Name, name)
				return notFound
			}
			for i, v := range []uint64{a.base, uint64(a.size)} {
				if slot, ok := x.heap.memory.Bytes(c.Args[i], 8); ok && c.Args[i] != 0 {
					memory.PutWord(slot, 8, v)
				}
			}
			return success
		}),
		// Args: where the number goes, the module.
		"cuModuleCount": inModules(func(x *process, c *scalar.Call) uint64 {
			m := x.modules.loaded[c.Args[1]]
			if m == nil {
				return invalidHandle
			}
			return x.result(c, 4, uint64(len(m.Kernels)))
		}),
	})
}

// functionHandles begin the handles of functions, apart from the pointers to kernels of the program.
const functionHandles = cuda.KernelAddress << 1

// inModules is a function of the driver that needs a context.
func inModules(f func(x *process, c *scalar.Call) uint64) system {
	return ofDriver(plain(func(x *process, c *scalar.Call) uint64 {
		if x.context() == nil {
			return invalidContext
		}
		return f(x, c)
	}))
}

// loadImage compiles an image, unless the run-time compiler has just done so, and loads it.
func (x *process) loadImage(c *scalar.Call, text string) uint64 {
	compiled, code := x.compiled(text, c.Line)
	if code != success {
		return code
	}
	x.heap.spends(moduleOwn)
	x.forget(text) // another module of this image has other variables
	of := x.context()
	vars, err := compiled.module.NewVariables()
	if err != nil {
		x.find("line %d: %v", c.Line, err)
		return invalidImage
	}
	m := &loadedModule{compiled.module, of, compiled.kernels, map[string]uint64{}, map[string]*allocation{}}
	of.gpu.variables[m.Module] = vars
	for i, v := range m.File().Globals {
		a := x.placeVariable(of.gpu, v, vars.Arrays()[i].Buffer())
		m.variables[v.Name] = a
		if v.Managed {
			x.manage(a)
		}
	}
	vars.Relocate()
	handle := x.handle()
	x.modules.loaded[handle] = m
	return x.result(c, 8, handle)
}

// compiled is the module of an image. What is wrong with an image is told.
func (x *process) compiled(text string, line int) (*compiledImage, uint64) {
	im, err := readImage(text)
	if err != nil {
		x.find("line %d: %v", line, err)
		if strings.Contains(text, ".version") {
			return nil, invalidPTX
		}
		return nil, invalidImage
	}
	if code := x.fits(im, line); code != success {
		return nil, code
	}
	if ready := x.modules.read[text]; ready != nil {
		return ready, success
	}
	compiled, err := im.compile(x)
	if list := (token.ErrorList)(nil); errors.As(err, &list) {
		x.find("line %d: the module's source does not compile: %s", line, list.Detail())
	} else if err != nil {
		x.find("line %d: %v", line, err)
	}
	if err != nil {
		return nil, invalidPTX
	}
	return compiled, success
}

// fits tells whether an image was made for the current GPU.
func (x *process) fits(im *image, line int) uint64 {
	own, code, made := tenfold(x.Device.ComputeCapability), success, ""
	switch {
	case im.Virtual && im.Arch > own:
		code, made = invalidPTX, fmt.Sprintf("compute_%d", im.Arch)
	case !im.Virtual && im.Arch != 0 && (im.Arch/10 != own/10 || im.Arch > own):
		code, made = noBinary, fmt.Sprintf("sm_%d alone", im.Arch)
	}
	if made != "" {
		x.find("line %d: the module was compiled for %s, and %s is %d.%d: name this one, or run the program on another GPU (--gpu)",
			line, made, x.Device.Name, own/10, own%10)
	}
	return uint64(code)
}

// forget has a module of an image compiled again.
func (x *process) forget(text string) {
	if x.modules.read[text] != nil {
		x.heap.spends(-moduleOwn)
		delete(x.modules.read, text)
	}
}

func (x *process) unload(handle uint64, line int) {
	m := x.modules.loaded[handle]
	x.heap.spends(-moduleOwn)
	drop(x, x.modules.loaded, handle)
	for _, function := range m.functions {
		delete(x.modules.kernels, function)
	}
	for _, a := range m.variables {
		x.release(a, line)
	}
	delete(m.context.gpu.variables, m.Module)
}

// functionOf is the kernel of a name as a loader knows it: its plain name if it is extern "C", and otherwise one that has its
// parameters in it, as nvrtcGetLoweredName returns it, or as nvcc makes it (only the beginning of that is compared).
func (x *process) functionOf(m *loadedModule, name string, line int) *gpumodel.Kernel {
	if k := m.lowered[name]; k != nil {
		return k
	}
	var plain, mangled []*gpumodel.Kernel
	for _, k := range m.Kernels {
		switch {
		case k.Template():
		case k.Name == name && k.Func().C:
			return k
		case k.Name == name:
			plain = append(plain, k)
		case strings.HasPrefix(name, fmt.Sprintf("_Z%d%s", len(k.Name), k.Name)):
			mangled = append(mangled, k)
		}
	}
	switch {
	case len(mangled) == 1:
		return mangled[0]
	case len(plain) > 0:
		x.find("line %d: cuModuleGetFunction: the kernel %s of %s is not extern \"C\", so a loader does not know it by this name: "+
			"write extern \"C\" before __global__, or take the name from nvrtcGetLoweredName", line, name, m.Name)
	default:
		x.find("line %d: cuModuleGetFunction: %s has no kernel %q%s", line, m.Name, name, m.kernelNames())
	}
	return nil
}

// kernelNames lists what there is.
func (m *loadedModule) kernelNames() string {
	var names []string
	for _, k := range m.Kernels {
		names = append(names, k.Name)
	}
	if len(names) == 0 {
		return ": it has none"
	}
	return ": it has " + strings.Join(names, ", ")
}

// imageFile is a file with an image, or what stands for it.
func (x *process) imageFile(name string, line int) (text string, ok bool) {
	data, exists := x.fileOf(name)
	if text, ok := x.madeByCompiler(name, []byte(data)); ok {
		return text, true
	}
	if !exists {
		x.find("line %d: %s: there is no such file, and no CUDA source of its name beside it that could be compiled in its place", line, name)
	}
	return data, exists
}

// compilerFiles end the names of files that nvcc makes of CUDA source.
var compilerFiles = []string{".fatbin", ".cubin", ".ptx"}

// madeByCompiler is an image of the CUDA source that lies beside a file, where that is one of nvcc's: x.fatbin, which the samples call
// x64.fatbin, is made of x.cu. What is an image already stays.
func (x *process) madeByCompiler(name string, data []byte) (text string, ok bool) {
	if _, image := ReadImage(string(data)); image || !slices.Contains(compilerFiles, path.Ext(name)) {
		return "", false
	}
	base := strings.TrimSuffix(name, path.Ext(name))
	for _, source := range []string{base + ".cu", strings.TrimSuffix(base, "64") + ".cu"} {
		if data, ok := x.fileOf(source); ok {
			x.note("%s is what nvcc makes of %s: that source is compiled in its place", path.Base(name), path.Base(source))
			im := &image{Name: path.Base(source), Source: data, Virtual: true}
			return im.String(), true
		}
	}
	return "", false
}

// fileOf is a file below the program's directory, or where the program's headers are.
func (x *process) fileOf(name string) (string, bool) {
	if data, err := x.readBelow(name); err == nil {
		return string(data), true
	}
	if include := x.program.Module.Options().Include; include != nil {
		_, text, ok := include(path.Clean(name), "")
		return text, ok
	}
	return "", false
}

// nameOf is how a source is called in messages.
func nameOf(im *image) string { return cmp.Or(im.Name, "default_program") }

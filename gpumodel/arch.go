package gpumodel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
)

// Device code can ask for which compute capability it is compiled (__CUDA_ARCH__), as in
//
//	#if __CUDA_ARCH__ < 600
//	__device__ double atomicAdd(double *address, double value) { … }
//	#endif
//
// nvcc reads such a source once for each capability. A module belongs to no device, so it is read as the newest one reads it, and
// again when a kernel is lowered for another one. Host code is read without the macro: a function for both sides
// (__host__ __device__) may do one thing on the host and another one in a kernel.

// A kernelText is a kernel as a device's compute capability reads it.
type kernelText struct {
	file *cuda.File
	fn   *cuda.Func
}

// archOf is a device's value of __CUDA_ARCH__.
func archOf(d *device.Device) int {
	major, minor, _ := strings.Cut(d.ComputeCapability, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	return 100*a + 10*b
}

// newestArch is the value of the newest device that is modelled.
func newestArch() int {
	return archOf(modelled(-1, func(*device.Device) bool { return true })[0])
}

// parseNewest reads a source as the newest device does. readAs holds the file by its value of __CUDA_ARCH__; it is nil if no
// device reads the source otherwise. A source that is refused so is read as host code is, without the macro: other devices may
// run it. Headers are found once, so that later readings have the same text.
func parseNewest(name, source string, o *Options) (file *cuda.File, readAs map[int]*cuda.File, err error) {
	depends := strings.Contains(source, cuda.ArchMacro)
	if find := o.Include; find != nil {
		type header struct {
			path, text string
			ok         bool
		}
		found := map[[2]string]header{}
		var mu sync.Mutex
		o.Include = func(called, from string) (string, string, bool) {
			mu.Lock()
			defer mu.Unlock()
			h, known := found[[2]string{called, from}]
			if !known {
				h.path, h.text, h.ok = find(called, from)
				found[[2]string{called, from}] = h
				depends = depends || strings.Contains(h.text, cuda.ArchMacro)
			}
			return h.path, h.text, h.ok
		}
	}
	arch := newestArch()
	file, err = o.parse(name, source, arch)
	if err != nil && depends {
		if f, failed := o.parse(name, source, 0); failed == nil {
			arch, file, err = 0, f, nil
		}
	}
	if depends {
		readAs = map[int]*cuda.File{arch: file}
	}
	if err == nil && depends && o.Host && arch != 0 {
		if host, device := o.parseBoth(name, source, arch, file); host != nil {
			readAs[0], readAs[arch], file = host, device, host
		}
	}
	return file, readAs, err
}

// parse reads a source with a value of __CUDA_ARCH__; 0 leaves the macro undefined.
func (o *Options) parse(name, source string, arch int) (*cuda.File, error) {
	return cuda.Parse(name, source, cuda.Options{Defines: o.Defines, Include: o.Include, Arch: arch, Host: o.Host, Part: o.Part,
		Literals: o.literals})
}

// parseBoth reads a source as the host does, and as a device whose first reading is given. Both readings get the arrays of all literals
// in the same order, and so does each later one. They are nil if the two do not have the same variables.
func (o *Options) parseBoth(name, source string, arch int, first *cuda.File) (host, device *cuda.File) {
	before := o.literals
	o.literals = first.Literals()
	host, err := o.parse(name, source, 0)
	if err == nil && len(host.Literals()) > len(o.literals) {
		o.literals = host.Literals()
		host, err = o.parse(name, source, 0)
	}
	if device = first; err == nil && len(o.literals) > 0 {
		device, err = o.parse(name, source, arch)
	}
	if err != nil || !sameVariables(host, device) {
		o.literals = before
		return nil, nil
	}
	return host, device
}

// sameVariables tells whether two readings of a source have the same variables and texture references.
func sameVariables(a, b *cuda.File) bool {
	same := func(v, w *cuda.Var) bool { return v.Name == w.Name && v.Type.String() == w.Type.String() }
	return slices.EqualFunc(a.Globals, b.Globals, same) && slices.EqualFunc(a.Textures, b.Textures, same)
}

// textFor is the kernel as a device reads it.
func (k *Kernel) textFor(d *device.Device) (kernelText, error) {
	m := k.Module
	if m.readAs == nil {
		return kernelText{m.file, k.fn}, nil
	}
	file, err := m.fileFor(archOf(d))
	if err != nil {
		return kernelText{}, err
	}
	if file == m.file {
		return kernelText{file, k.fn}, nil
	}
	of := k.fn
	if k.template != nil {
		of = k.template
	}
	i := slices.IndexFunc(file.Kernels, func(fn *cuda.Func) bool { return fn.Name == of.Name })
	switch {
	case i < 0 && slices.ContainsFunc(file.Nested, func(fn *cuda.Func) bool { return fn.Name == of.Name }):
		i = slices.IndexFunc(file.Nested, func(fn *cuda.Func) bool { return fn.Name == of.Name })
		return kernelText{file, file.Nested[i]}, nil
	case i < 0:
		return kernelText{}, m.file.ErrorAt(k.fn.Pos, "there is no kernel %s for %s: %s is %d there", k.Name, d.Name, cuda.ArchMacro, archOf(d))
	case k.template == nil:
		return kernelText{file, file.Kernels[i]}, nil
	}
	fn, err := file.Instantiate(file.Kernels[i], k.args)
	return kernelText{file, fn}, err
}

// fileFor is the module's text as a compute capability reads it.
func (m *Module) fileFor(arch int) (*cuda.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if file := m.readAs[arch]; file != nil {
		return file, nil
	}
	file, err := m.options.parse(m.Name, m.Source, arch)
	if err != nil {
		return nil, err
	}
	if !sameVariables(file, m.file) {
		return nil, fmt.Errorf("%s: which variables there are depends on %s: declare the same ones for every compute capability", m.Name,
			cuda.ArchMacro)
	}
	m.readAs[arch] = file
	return file, nil
}

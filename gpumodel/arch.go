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
// again when a kernel is lowered for another one.

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
	file, err = cuda.Parse(name, source, cuda.Options{Defines: o.Defines, Include: o.Include, Arch: arch, Host: o.Host, Part: o.Part})
	if err != nil && depends {
		if f, failed := cuda.Parse(name, source, cuda.Options{Defines: o.Defines, Include: o.Include, Host: o.Host, Part: o.Part}); failed == nil {
			arch, file, err = 0, f, nil
		}
	}
	if depends {
		readAs = map[int]*cuda.File{arch: file}
	}
	return file, readAs, err
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
	file, err := cuda.Parse(m.Name, m.Source, cuda.Options{Defines: m.options.Defines, Include: m.options.Include, Arch: arch,
		Host: m.options.Host, Part: m.options.Part})
	if err != nil {
		return nil, err
	}
	names := func(list []*cuda.Var) (text []string) {
		for _, v := range list {
			text = append(text, fmt.Sprint(v.Name, " ", v.Type))
		}
		return text
	}
	if !slices.Equal(names(file.Globals), names(m.file.Globals)) || !slices.Equal(names(file.Textures), names(m.file.Textures)) {
		return nil, fmt.Errorf("%s: which variables there are depends on %s: declare the same ones for every compute capability", m.Name,
			cuda.ArchMacro)
	}
	m.readAs[arch] = file
	return file, nil
}

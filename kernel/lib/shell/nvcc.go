package shell

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/plotting"
)

// nvcc compiles sources into a file, or runs them with -run.
func (c *call) nvcc() (int, error) {
	n, err := cudacell.ParseNVCC(c.args[1:])
	if err != nil {
		c.say("%v", err)
		return 1, nil
	}
	if n.Version {
		c.print("nvcc: the compiler of Warpbook, in the place of NVIDIA's\nCuda compilation tools, release 12.9, as __CUDACC_VER_MAJOR__ says; the runtime behaves as that of 13.0\n")
		return 0, nil
	}
	if len(n.Sources) == 0 {
		c.say("nvcc fatal   : No input files specified; write nvcc -o x x.cu")
		return 1, nil
	}
	e, ok := c.gather(n)
	if !ok {
		return 1, nil
	}
	for _, note := range n.Notes {
		c.say("(%s)", note)
	}
	switch {
	case n.Object:
		return c.objects(n, e)
	case n.Emit != "":
		return c.emit(n, e)
	}
	p, err := e.compile(c.ctx, c.files(), n.Include)
	if err != nil {
		return c.uncompiled(e, err)
	}
	if n.Resources {
		c.resources(p.Module, n)
	}
	data, err := e.write(c.files(), c.at(n.Output))
	if err != nil {
		return c.fail(1, "%v", fileError(n.Output, err))
	}
	c.remember(sha256.Sum256(data[len(magicLine):]), p)
	if n.Run {
		return c.start(p, e, []string{"./" + n.Output})
	}
	return 0, nil
}

// hostCompiler is g++ and its like. nvcc takes their options, and a program without kernels is one of C++.
func (c *call) hostCompiler() (int, error) {
	for _, w := range c.args[1:] {
		if w == "--version" || w == "-v" || w == "-dumpversion" {
			c.print("%s: the compiler of Warpbook, in the place of the system's\n", c.args[0])
			return 0, nil
		}
	}
	return c.nvcc()
}

// gather reads the sources and objects of a command line. ok is false where one cannot be read, which is told.
func (c *call) gather(n *cudacell.NVCC) (e *executable, ok bool) {
	e = &executable{Headers: map[string]header{}, Options: n.Options}
	for i, dir := range n.Include {
		n.Include[i] = c.at(dir)
	}
	for _, name := range n.Sources {
		if !cudacell.IsSource(name) && path.Ext(name) != ".cuh" && path.Ext(name) != ".h" { // an object
			o, _, err := c.readExecutable(c.at(name))
			if err != nil {
				c.fail(1, "%v", fileError(name, err))
				return nil, false
			}
			e.Sources = append(e.Sources, o.Sources...)
			for key, h := range o.Headers {
				e.Headers[key] = h
			}
			for name, value := range o.Options.Defines {
				e.Options.Defines[name] = value
			}
			continue
		}
		text, err := c.readFile(name)
		if err != nil {
			c.fail(1, "%v", fileError(name, err))
			return nil, false
		}
		e.Sources = append(e.Sources, cuda.Source{Name: c.at(name), Text: text})
		n.Include = append(n.Include, path.Dir(c.at(name)))
	}
	for _, sm := range n.Archs {
		e.Archs = append(e.Archs, fmt.Sprintf("-arch=sm_%d", sm))
	}
	return e, true
}

// objects checks sources for themselves and keeps them for the linker.
func (c *call) objects(n *cudacell.NVCC, e *executable) (int, error) {
	for _, s := range e.Sources {
		one := &executable{Sources: []cuda.Source{s}, Headers: e.Headers, Options: e.Options, Archs: e.Archs}
		m, err := c.module(one, n.Include)
		if err != nil {
			return c.uncompiled(one, err)
		}
		if n.Resources {
			c.resources(m, n)
		}
		name := n.Output
		if name == "a.out" || len(e.Sources) > 1 {
			name = strings.TrimSuffix(path.Base(s.Name), path.Ext(s.Name)) + ".o"
		}
		if _, err := one.write(c.files(), c.at(name)); err != nil {
			return c.fail(1, "%v", fileError(name, err))
		}
	}
	return 0, nil
}

// module compiles the one source of an object.
func (c *call) module(e *executable, dirs []string) (*gpumodel.Module, error) {
	o := e.Options
	o.Include = e.including(c.files(), dirs)
	return gpumodel.Compile(e.Sources[0].Name, e.Sources[0].Text, o)
}

// emit writes what stands for PTX or machine code: an image that the driver's interface loads, with the source.
func (c *call) emit(n *cudacell.NVCC, e *executable) (int, error) {
	for _, s := range e.Sources {
		one := &executable{Sources: []cuda.Source{s}, Headers: e.Headers, Options: e.Options}
		m, err := c.module(one, n.Include)
		if err != nil {
			return c.uncompiled(one, err)
		}
		if n.Resources {
			c.resources(m, n)
		}
		name := n.Output
		if name == "a.out" {
			name = strings.TrimSuffix(path.Base(s.Name), path.Ext(s.Name)) + "." + n.Emit
		}
		if err := c.writeFile(name, host.Image(path.Base(s.Name), s.Text, n.Emit == "ptx")); err != nil {
			return c.fail(1, "%v", fileError(name, err))
		}
		c.say("(%s holds the source of its kernels, which cuModuleLoad compiles; k.lowered(gpu) and cuobjdump -sass list instructions)", name)
	}
	return 0, nil
}

// uncompiled tells the mistakes of sources as nvcc does. The error is an interrupt.
func (c *call) uncompiled(e *executable, err error) (int, error) {
	if cause := context.Cause(c.ctx); cause != nil {
		return 1, cause
	}
	var list cuda.ErrorList
	var one *cuda.Error
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = cuda.ErrorList{one}
	default:
		return c.fail(1, "%v", err)
	}
	for _, m := range list {
		c.say("%s(%d): error: %s", m.File, m.Pos.Line, m.Msg)
		if m.Snippet != "" {
			detail := strings.Split(m.Detail(), "\n")
			c.say("  %s\n  %s^\n", m.Snippet, strings.TrimSuffix(detail[len(detail)-1][strings.Index(detail[len(detail)-1], "| ")+2:],
				strings.TrimLeft(detail[len(detail)-1][strings.Index(detail[len(detail)-1], "| ")+2:], " \t")))
		}
	}
	c.say("%s detected in the compilation of \"%s\".", plotting.Plural(len(list), "error"), e.Sources[0].Name)
	return 2, nil
}

// resources tells what each kernel needs, as ptxas -v does.
func (c *call) resources(m *gpumodel.Module, n *cudacell.NVCC) {
	d, err := c.library.ProgramDevice("")
	if err != nil || d.Card != nil {
		return
	}
	sm := "sm_" + strings.ReplaceAll(d.ComputeCapability, ".", "")
	for _, k := range m.Kernels {
		if k.Template() || k.Library() {
			continue
		}
		p, err := k.Lower(c.ctx, d)
		if err != nil {
			c.say("ptxas error   : %s: %v", k.Name, err)
			continue
		}
		symbol := k.Func().Symbol()
		stores, loads := p.SpillBytes()
		c.say("ptxas info    : Compiling entry function '%s' for '%s'", symbol, sm)
		c.say("ptxas info    : Function properties for %s\n    %d bytes stack frame, %d bytes spill stores, %d bytes spill loads", symbol,
			p.LocalBytes, stores, loads)
		line := fmt.Sprintf("ptxas info    : Used %d registers", p.Registers)
		if p.SharedBytes > 0 {
			line += fmt.Sprintf(", %d bytes smem", p.SharedBytes)
		}
		c.say("%s", line)
	}
	if note := archMismatch(n, d); note != "" {
		c.say("(%s)", note)
	}
}

// archMismatch says for which card registers were told where -arch names another one.
func archMismatch(n *cudacell.NVCC, d *device.Device) string {
	if len(n.Archs) == 0 {
		return ""
	}
	sm := strings.ReplaceAll(d.ComputeCapability, ".", "")
	for _, a := range n.Archs {
		if fmt.Sprint(a) == sm {
			return ""
		}
	}
	return fmt.Sprintf("registers are those of sm_%s, %s, on which programs run here; use(…) chooses another GPU", sm, d.Name)
}

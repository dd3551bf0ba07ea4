package shell

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/gpu"
)

// What nvcc makes is a file that holds what the program is made of: its sources, the headers that they include, and the options. It
// can be listed, copied and removed as any file; ./x compiles what it holds again, or finds it compiled in the session.

// magicLine begins such a file.
const magicLine = "#!warpbook program\n"

// An executable is what a file made by nvcc holds; an object holds sources that are not linked.
type executable struct {
	Sources []cuda.Source
	Headers map[string]header // by the name in the directive and the file that has it
	Options gpumodel.Options
	Archs   []string // words of nvcc's that say for which cards code was made
}

type header struct{ Path, Text string }

func headerKey(name, from string) string { return name + "\n" + from }

// including reads headers and keeps them.
func (e *executable) including(files *folder.Folder, dirs []string) func(name, from string) (string, string, bool) {
	include := cudacell.Include(files)
	return func(name, from string) (string, string, bool) {
		key := headerKey(name, from)
		if h, known := e.Headers[key]; known {
			return h.Path, h.Text, true
		}
		file, text, ok := include(name, from)
		for i := 0; !ok && i < len(dirs); i++ {
			file, text, ok = include(path.Join(dirs[i], name), "")
		}
		if ok {
			e.Headers[key] = header{file, text}
		}
		return file, text, ok
	}
}

// compile compiles what an executable holds.
func (e *executable) compile(ctx context.Context, files *folder.Folder, dirs []string) (*host.Program, error) {
	o := e.Options
	o.Include = e.including(files, dirs)
	return gpu.CompileProgram(ctx, e.Sources[0].Name, cuda.Join(e.Sources), o)
}

// write writes the file.
func (e *executable) write(files *folder.Folder, name string) ([]byte, error) {
	o := e.Options
	o.Include = nil
	data, err := json.Marshal(struct {
		Sources []cuda.Source
		Headers map[string]header
		Options savedOptions
		Archs   []string
	}{e.Sources, e.Headers, saved(o), e.Archs})
	if err != nil {
		return nil, err
	}
	data = append([]byte(magicLine), data...)
	return data, files.WriteFile(name, data)
}

// savedOptions are gpumodel's without what no file can hold.
type savedOptions struct {
	Defines                                                map[string]string
	MaxRegisters                                           int
	LoadCaching                                            string
	FastMath, Flush, FastDivision, FastSqrt, NoContraction bool
}

func saved(o gpumodel.Options) savedOptions {
	return savedOptions{o.Defines, o.MaxRegisters, o.LoadCaching, o.FastMath, o.Flush, o.FastDivision, o.FastSqrt, o.NoContraction}
}

func (s savedOptions) options() (o gpumodel.Options) {
	o.Defines, o.MaxRegisters, o.LoadCaching = s.Defines, s.MaxRegisters, s.LoadCaching
	o.FastMath, o.Flush, o.FastDivision, o.FastSqrt, o.NoContraction = s.FastMath, s.Flush, s.FastDivision, s.FastSqrt, s.NoContraction
	return o
}

// readExecutable reads a file that nvcc has made.
func (sh *Shell) readExecutable(name string) (e *executable, sum [sha256.Size]byte, err error) {
	text, err := sh.readFile(name)
	if err != nil {
		return nil, sum, err
	}
	text, ok := strings.CutPrefix(text, magicLine)
	if !ok {
		return nil, sum, fmt.Errorf("%s is not a program that nvcc has made here, and no other program is started", name)
	}
	var file struct {
		Sources []cuda.Source
		Headers map[string]header
		Options savedOptions
		Archs   []string
	}
	if err := json.Unmarshal([]byte(text), &file); err != nil || len(file.Sources) == 0 {
		return nil, sum, fmt.Errorf("%s is damaged: make it again with nvcc", name)
	}
	if file.Headers == nil {
		file.Headers = map[string]header{}
	}
	return &executable{file.Sources, file.Headers, file.Options.options(), file.Archs}, sha256.Sum256([]byte(text)), nil
}

// mostCompiled is how many compiled programs a session keeps.
const mostCompiled = 16

func (sh *Shell) remember(sum [sha256.Size]byte, p *host.Program) {
	if len(sh.compiled) >= mostCompiled {
		clear(sh.compiled)
	}
	sh.compiled[sum] = p
}

// programOf is the compiled program of a file.
func (c *call) programOf(name string) (*host.Program, *executable, error) {
	e, sum, err := c.readExecutable(path.Clean(name))
	if err != nil {
		return nil, nil, err
	}
	if p := c.compiled[sum]; p != nil {
		return p, e, nil
	}
	p, err := e.compile(c.run.Context(), c.files(), nil)
	if err == nil {
		c.remember(sum, p)
	}
	return p, e, err
}

// compileErrors prints the mistakes of sources as a compiler does.
func (c *call) compileErrors(err error) error {
	if cause := context.Cause(c.run.Context()); cause != nil {
		return cause
	}
	var list cuda.ErrorList
	if errors.As(err, &list) {
		c.print("%s\n", list.Detail())
		return nil
	}
	c.print("%v\n", err)
	return nil
}

// nvcc compiles sources into a file, or runs them with -run.
func (c *call) nvcc() (int, error) {
	n, err := cudacell.ParseNVCC(c.args[1:])
	if err != nil {
		c.print("%v\n", err)
		return 1, nil
	}
	if n.Version {
		c.print("nvcc: the compiler of Warpbook, in the place of NVIDIA's\nCuda compilation tools, release 12.9, as __CUDACC_VER_MAJOR__ says; the runtime behaves as that of 13.0\n")
		return 0, nil
	}
	if len(n.Sources) == 0 {
		c.print("nvcc: no sources; write nvcc -o x x.cu\n")
		return 1, nil
	}
	e := &executable{Headers: map[string]header{}, Options: n.Options}
	for _, name := range n.Sources {
		switch {
		case cudacell.IsSource(name) || path.Ext(name) == ".cuh" || path.Ext(name) == ".h":
			text, err := c.readFile(name)
			if err != nil {
				c.print("nvcc: %v\n", err)
				return 1, nil
			}
			e.Sources = append(e.Sources, cuda.Source{Name: name, Text: text})
			n.Include = append(n.Include, path.Dir(name))
		default: // an object
			o, _, err := c.readExecutable(name)
			if err != nil {
				c.print("nvcc: %v\n", err)
				return 1, nil
			}
			e.Sources = append(e.Sources, o.Sources...)
			for key, h := range o.Headers {
				e.Headers[key] = h
			}
			for name, value := range o.Options.Defines {
				e.Options.Defines[name] = value
			}
		}
	}
	for _, sm := range n.Archs {
		e.Archs = append(e.Archs, fmt.Sprintf("-arch=sm_%d", sm))
	}
	for _, note := range n.Notes {
		c.say("(%s)", note)
	}
	if n.Object {
		return c.object(n, e)
	}
	p, err := e.compile(c.run.Context(), c.files(), n.Include)
	if err != nil {
		return 1, c.compileErrors(err)
	}
	data, err := e.write(c.files(), n.Output)
	if err != nil {
		c.print("nvcc: %v\n", err)
		return 1, nil
	}
	c.remember(sha256.Sum256(data[len(magicLine):]), p)
	if n.Run {
		return c.start(p, e, []string{"./" + n.Output})
	}
	return 0, nil
}

// object checks sources for themselves and keeps them for the linker.
func (c *call) object(n *cudacell.NVCC, e *executable) (int, error) {
	for _, s := range e.Sources {
		one := &executable{Sources: []cuda.Source{s}, Headers: e.Headers, Options: e.Options}
		o := one.Options
		o.Include = one.including(c.files(), n.Include)
		if _, err := gpumodel.Compile(s.Name, s.Text, o); err != nil {
			return 1, c.compileErrors(err)
		}
		name := n.Output
		if name == "a.out" || len(e.Sources) > 1 {
			name = strings.TrimSuffix(path.Base(s.Name), path.Ext(s.Name)) + ".o"
		}
		if _, err := one.write(c.files(), name); err != nil {
			c.print("nvcc: %v\n", err)
			return 1, nil
		}
	}
	return 0, nil
}

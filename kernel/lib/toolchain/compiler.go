package toolchain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/plotting"
)

// Files are what a compiler reads and writes. Errors are told as they are.
type Files interface {
	// Name is a name of the command line as messages and directives have it.
	Name(name string) string
	Read(name string) (string, error)
	// Write replaces a file; runs says whether it can be started.
	Write(name string, data []byte, runs bool) error
	// Include finds the header that a file includes: beside the file, or else in some directories. If it is there and must not be read,
	// text says why.
	Include(name, from string, dirs []string) (file, text string, ok bool)
}

// A Compiler is nvcc at one place.
type Compiler struct {
	Name     string // of the command, for messages: nvcc
	Files    Files
	Out, Err io.Writer
	// Device is the GPU on which programs run.
	Device func() (*device.Device, error)
	// Compile compiles a program as host.Compile does.
	Compile func(ctx context.Context, name, source string, o gpumodel.Options) (*host.Program, error)
	// Head begins a program, so that the system can start it; nil for nothing.
	Head func() string
}

// Made is a program that was linked.
type Made struct {
	Name    string // of the file
	Sum     string // of its content, see [Read]
	Binary  *Binary
	Program *host.Program
}

// The exit statuses of nvcc.
const (
	failed     = 1
	uncompiled = 2
)

func (c *Compiler) print(format string, args ...any) { fmt.Fprintf(c.Out, format, args...) }

func (c *Compiler) say(format string, args ...any) { fmt.Fprintf(c.Err, format+"\n", args...) }

// version is what nvcc tells of itself: __CUDACC_VER_MAJOR__ says the same.
const version = `nvcc: the compiler of Warpbook, in the place of NVIDIA's
Cuda compilation tools, release 12.9, as __CUDACC_VER_MAJOR__ says; the runtime behaves as that of 13.0
`

// Run does what a command line asks for. made is the program that it has linked, nil if there is none. The error is an interrupt.
func (c *Compiler) Run(ctx context.Context, words []string) (made *Made, n *cudacell.NVCC, status int, err error) {
	if n, err = cudacell.ParseNVCC(words); err != nil {
		c.say("%v", err)
		return nil, nil, failed, nil
	}
	made, status, err = c.do(ctx, n)
	return made, n, status, err
}

func (c *Compiler) do(ctx context.Context, n *cudacell.NVCC) (made *Made, status int, err error) {
	if n.Version {
		c.print("%s", version)
		return nil, 0, nil
	}
	if len(n.Sources) == 0 {
		c.say("nvcc fatal   : No input files specified; write nvcc -o x x.cu")
		return nil, failed, nil
	}
	b, ok := c.gather(n)
	if !ok {
		return nil, failed, nil
	}
	for _, note := range n.Notes {
		c.say("(%s)", note)
	}
	switch {
	case n.Object:
		status, err = c.objects(ctx, n, b)
		return nil, status, err
	case n.Emit != "":
		status, err = c.emit(ctx, n, b)
		return nil, status, err
	}
	return c.link(ctx, n, b)
}

// link makes a program.
func (c *Compiler) link(ctx context.Context, n *cudacell.NVCC, b *Binary) (*Made, int, error) {
	b.Kind = Program
	p, err := b.Compile(ctx, c.Compile, c.including(b, n.Include))
	if err != nil {
		status, err := c.Report(ctx, b, err)
		return nil, status, err
	}
	if n.Resources {
		c.resources(ctx, p.Module, n)
	}
	head := ""
	if c.Head != nil {
		head = c.Head()
	}
	data := b.Bytes(head, p.Strings())
	if err := c.Files.Write(n.Output, data, true); err != nil {
		c.say("%s: %v", c.Name, err)
		return nil, failed, nil
	}
	_, sum, err := Read(n.Output, string(data))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return &Made{n.Output, sum, b, p}, 0, nil
}

// gather reads the sources and objects of a command line. ok is false where one cannot be read, which is told.
func (c *Compiler) gather(n *cudacell.NVCC) (b *Binary, ok bool) {
	b = &Binary{}
	for _, sm := range n.Archs {
		b.Archs = append(b.Archs, fmt.Sprintf("-arch=sm_%d", sm))
	}
	for _, name := range n.Sources {
		text, err := c.Files.Read(name)
		if err != nil {
			c.say("%s: %v", c.Name, err)
			return nil, false
		}
		if !n.IsSource(name) {
			o, _, err := Read(name, text)
			if err != nil {
				c.say("%s: %v", c.Name, err)
				return nil, false
			}
			c.add(b, o)
			continue
		}
		b.Units = append(b.Units, Unit{Name: c.Files.Name(name), Text: text, Headers: map[string]Header{}, Options: saved(n.Options)})
	}
	return b, true
}

// add links an object to what is there.
func (c *Compiler) add(b, o *Binary) {
	for _, u := range o.Units {
		if len(b.Units) > 0 && !b.Units[0].Options.alike(u.Options) {
			c.say("(%s and %s were compiled with different options; here one program has those of the first)", b.Units[0].Name, u.Name)
		}
		b.Units = append(b.Units, u)
	}
	b.Archs = append(b.Archs, o.Archs...)
}

// including reads headers, and keeps them with the units.
func (c *Compiler) including(b *Binary, dirs []string) func(name, from string) (string, string, bool) {
	for i := range dirs {
		dirs[i] = c.Files.Name(dirs[i])
	}
	of := map[string]int{} // the unit that has a file
	for i, u := range b.Units {
		of[u.Name] = i
	}
	return func(name, from string) (string, string, bool) {
		if from == "" {
			from = b.Units[0].Name
		}
		if file, text, ok := b.Include(name, from); ok {
			return file, text, true
		}
		file, text, ok := c.Files.Include(name, from, dirs)
		if ok {
			i := of[from]
			of[file] = i
			b.Units[i].Headers[headerKey(name, from)] = Header{file, text}
		}
		return file, text, ok
	}
}

// one is an object of one unit.
func (b *Binary) one(i int) *Binary {
	return &Binary{Kind: Object, Units: b.Units[i : i+1], Archs: b.Archs}
}

// stem is the name of a file without its folder and ending.
func stem(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// objects checks sources for themselves and keeps them for the linker.
func (c *Compiler) objects(ctx context.Context, n *cudacell.NVCC, b *Binary) (int, error) {
	for i := range b.Units {
		one := b.one(i)
		m, err := c.module(one, n, true)
		if err != nil {
			return c.Report(ctx, one, err)
		}
		if n.Resources {
			c.resources(ctx, m, n)
		}
		name := n.Output
		if !n.Named || len(b.Units) > 1 {
			name = stem(one.Units[0].Name) + ".o"
		}
		if err := c.Files.Write(name, one.Bytes("", nil), false); err != nil {
			c.say("%s: %v", c.Name, err)
			return failed, nil
		}
	}
	return 0, nil
}

// module compiles the one source of an object; with hosted, the code of the host, too.
func (c *Compiler) module(one *Binary, n *cudacell.NVCC, hosted bool) (*gpumodel.Module, error) {
	o := one.options()
	o.Include, o.Host, o.Part = c.including(one, n.Include), hosted, true
	return gpumodel.Compile(one.Units[0].Name, one.Units[0].Text, o)
}

// emit writes what stands for PTX or machine code: an image that the driver's interface loads, with the source.
func (c *Compiler) emit(ctx context.Context, n *cudacell.NVCC, b *Binary) (int, error) {
	for i := range b.Units {
		one := b.one(i)
		u := one.Units[0]
		m, err := c.module(one, n, false)
		if err != nil {
			return c.Report(ctx, one, err)
		}
		if n.Resources {
			c.resources(ctx, m, n)
		}
		name := n.Output
		if !n.Named {
			name = stem(u.Name) + "." + n.Emit
		}
		if err := c.Files.Write(name, []byte(host.Image(path.Base(u.Name), u.Text, n.Emit == "ptx")), false); err != nil {
			c.say("%s: %v", c.Name, err)
			return failed, nil
		}
		c.say("(%s holds the source of its kernels, which cuModuleLoad compiles; k.lowered(gpu) and cuobjdump -sass list instructions)", name)
	}
	return 0, nil
}

// Report tells the mistakes of sources as nvcc does, and returns nvcc's exit status. The error is an interrupt.
func (c *Compiler) Report(ctx context.Context, b *Binary, err error) (int, error) {
	if cause := context.Cause(ctx); cause != nil {
		return failed, cause
	}
	var list cuda.ErrorList
	var one *cuda.Error
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = cuda.ErrorList{one}
	default:
		c.say("%s: %v", c.Name, err)
		return failed, nil
	}
	for _, m := range list {
		c.say("%s(%d): error: %s", m.File, m.Pos.Line, m.Msg)
		if m.Snippet != "" {
			detail := strings.Split(m.Detail(), "\n")
			_, marks, _ := strings.Cut(detail[len(detail)-1], "| ")
			c.say("  %s\n  %s^\n", m.Snippet, strings.TrimSuffix(marks, strings.TrimLeft(marks, " \t")))
		}
	}
	c.say("%s detected in the compilation of \"%s\".", plotting.Plural(len(list), "error"), b.Units[0].Name)
	return uncompiled, nil
}

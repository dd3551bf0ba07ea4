package toolchain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
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
	// Host says that the command has the name of a host compiler, such as g++: it takes its options, and sources see its macros.
	Host bool
	// Path is the file that was started as this command, for CMake; "" if it is not known.
	Path string
	// SearchPath are the folders of commands, for -v.
	SearchPath string
	// Head begins a program, so that the system can start it; nil for nothing.
	Head func() string

	sources []string // of the command line, by the names that Files gives them: none is overwritten
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

func (c *Compiler) fatal(format string, args ...any) {
	c.say("%s fatal   : %s", c.Name, fmt.Sprintf(format, args...))
}

// version is what nvcc tells of itself: __CUDACC_VER_MAJOR__ says the same.
// CMake looks for NVIDIA's first line and for the number behind V.
const version = `nvcc: the compiler of Warpbook, in the place of
nvcc: NVIDIA (R) Cuda compiler driver
Cuda compilation tools, release 12.9, V12.9.86, as __CUDACC_VER_MAJOR__ says; the runtime behaves as that of 13.0
`

// Run does what a command line asks for. made is the program that it has linked, nil if there is none. The error is an interrupt.
func (c *Compiler) Run(ctx context.Context, words []string) (made *Made, n *cudacell.NVCC, status int, err error) {
	if words, err = c.expanded(words, 0); err != nil {
		c.fatal("%v", err)
		return nil, nil, failed, nil
	}
	parse := cudacell.ParseNVCC
	if c.Host {
		parse = cudacell.ParseHost
	}
	if n, err = parse(words); err != nil {
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
	if n.Dry || n.Verbose {
		c.steps(n)
	}
	if n.Dry {
		return nil, 0, nil
	}
	if len(n.Sources) == 0 && len(n.Libraries) == 0 {
		c.fatal("No input files specified; write %s -o x x.cu", c.Name)
		return nil, failed, nil
	}
	if err := c.checkArchs(n); err != nil {
		c.fatal("%v", err)
		return nil, failed, nil
	}
	b, ok := c.gather(n)
	if !ok {
		return nil, failed, nil
	}
	switch {
	case n.Preprocess || n.Dependents.Only:
		status, err = c.preprocess(ctx, n, b)
	case n.Object:
		status, err = c.objects(ctx, n, b)
	case n.Emit != "":
		status, err = c.emit(ctx, n, b)
	case n.DeviceLink:
		status = c.deviceLink(n, b)
	case n.Archive:
		status, err = c.archive(ctx, n, b)
	case n.Shared:
		status, err = c.shared(ctx, n, b)
	default:
		return c.link(ctx, n, b)
	}
	return nil, status, err
}

// write writes a file. It reports false if it cannot be written, which is told.
func (c *Compiler) write(name string, data []byte, runs bool) bool {
	if slices.Contains(c.sources, c.Files.Name(name)) {
		c.fatal("The output file '%s' is one of the sources, which stays as it is: name another file behind -o", name)
		return false
	}
	if err := c.Files.Write(name, data, runs); err != nil {
		c.say("%s: %v", c.Name, err)
		return false
	}
	return true
}

// link makes a program.
func (c *Compiler) link(ctx context.Context, n *cudacell.NVCC, b *Binary) (*Made, int, error) {
	if len(b.Units) == 0 {
		c.fatal("the files hold no code: name the objects that -dlink was made of, too")
		return nil, failed, nil
	}
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
	if !c.write(n.Output, data, true) || n.Dependents.Also && !c.depend(n, b, n.Output) {
		return nil, failed, nil
	}
	_, sum, err := Read(n.Output, string(data))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return &Made{n.Output, sum, b, p}, 0, nil
}

// gather reads the sources, objects and archives of a command line. ok is false where one cannot be read, which is told.
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
			if err := c.linked(b, name, text); err != nil && !c.passedOver(name, err) {
				c.say("%s: %v", c.Name, err)
				return nil, false
			}
			continue
		}
		c.sources = append(c.sources, c.Files.Name(name))
		options := saved(n.Options)
		options.Defines = c.defines(n, name)
		b.Units = append(b.Units, Unit{Name: c.Files.Name(name), Text: text, Headers: map[string]Header{}, Options: options})
	}
	if n.Object || n.Emit != "" || n.Preprocess || n.Dependents.Only {
		return b, true
	}
	for _, library := range n.Libraries {
		name, text, there := c.library(n, library)
		if !there {
			c.say("(%s)", cudacell.LibraryNotes([]string{library})[0])
			continue
		}
		if err := c.linked(b, name, text); err != nil {
			c.say("%s: %v", c.Name, err)
			return nil, false
		}
	}
	return b, true
}

// linked adds an object, or those of an archive. What is named twice is linked once.
func (c *Compiler) linked(b *Binary, name, text string) error {
	files := []member{{name, text}}
	if isArchive(text) {
		var err error
		if files, err = members(name, text); err != nil {
			return err
		}
		for i := range files {
			files[i].name = fmt.Sprintf("%s(%s)", name, files[i].name)
		}
	}
	for _, f := range files {
		o, sum, err := Read(f.name, f.text)
		if err != nil {
			return err
		}
		if !slices.Contains(b.sums, sum) {
			b.sums = append(b.sums, sum)
			c.add(b, o)
		}
	}
	return nil
}

// deviceLink writes what stands for linked device code. Here the program is linked at once, so it holds nothing.
func (c *Compiler) deviceLink(n *cudacell.NVCC, b *Binary) int {
	name := n.Output
	if !n.Named {
		name = path.Join(n.Folder, "a_dlink.o")
	}
	if !c.write(name, (&Binary{Kind: DeviceLink, Archs: b.Archs}).Bytes("", nil), false) {
		return failed
	}
	return 0
}

// preprocess prints sources after their directives, or the rules of make for them.
func (c *Compiler) preprocess(ctx context.Context, n *cudacell.NVCC, b *Binary) (int, error) {
	for i := range b.Units {
		one := b.one(i)
		u := one.Units[0]
		text, err := cuda.Preprocessed(u.Name, u.Text, cuda.Options{Defines: u.Options.Defines, Host: true, Include: c.including(one, n.Include)})
		if err != nil {
			return c.Report(ctx, one, err)
		}
		switch {
		case n.Dependents.Only:
			if !c.depend(n, one, stem(u.Name)+".o") {
				return failed, nil
			}
		case !n.Named:
			c.print("%s", text)
		case !c.write(n.Output, []byte(text), false):
			return failed, nil
		}
	}
	return 0, nil
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
			name = path.Join(n.Folder, stem(one.Units[0].Name)+".o")
		}
		if !c.write(name, one.Bytes("", nil), false) || n.Dependents.Also && !c.depend(n, one, name) {
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

// Report tells the mistakes of sources as nvcc does, and returns nvcc's exit status. The error is an interrupt.
func (c *Compiler) Report(ctx context.Context, b *Binary, err error) (int, error) {
	if cause := context.Cause(ctx); cause != nil {
		return failed, cause
	}
	var list token.ErrorList
	var one *token.Error
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = token.ErrorList{one}
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

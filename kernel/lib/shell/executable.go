package shell

import (
	"context"
	"crypto/sha256"
	"encoding/json"
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

// isProgram reports whether a file is one that nvcc has made here.
func isProgram(text string) bool { return strings.HasPrefix(text, magicLine) }

// A notProgram is a file that nvcc has not made here.
type notProgram struct{ name string }

func (e *notProgram) Error() string {
	return e.name + " is not a program that nvcc has made here, and no other program is started"
}

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
	if !isProgram(text) {
		return nil, sum, &notProgram{name}
	}
	text = text[len(magicLine):]
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

// programOf is the compiled program of a file. The error is one of the file or of the compiler.
func (c *call) programOf(name string) (*host.Program, *executable, error) {
	e, sum, err := c.readExecutable(c.at(name))
	if err != nil {
		return nil, nil, err
	}
	if p := c.compiled[sum]; p != nil {
		return p, e, nil
	}
	p, err := e.compile(c.ctx, c.files(), nil)
	if err == nil {
		c.remember(sum, p)
	}
	return p, e, err
}

func (c *call) remember(sum [sha256.Size]byte, p *host.Program) {
	if len(c.compiled) >= mostCompiled {
		clear(c.compiled)
	}
	c.compiled[sum] = p
}

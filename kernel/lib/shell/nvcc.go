package shell

import (
	"path"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/toolchain"
)

// nvcc compiles sources into a file, or runs them with -run.
func (c *call) nvcc() (int, error) {
	made, n, status, err := c.compiler().Run(c.ctx, c.args[1:])
	if made == nil {
		return status, err
	}
	c.remember(made.Sum, made.Program)
	if n.Run {
		return c.start(made.Program, made.Binary, []string{"./" + made.Name})
	}
	return status, err
}

// compiler is nvcc in the command's directory, with its streams.
func (c *call) compiler() *toolchain.Compiler {
	name := path.Base(c.args[0])
	return &toolchain.Compiler{Name: name, Host: name != "nvcc", Files: compilerFiles{c}, Out: c.out, Err: c.err, Compile: gpu.CompileProgram,
		Device: func() (*device.Device, error) { return c.library.ProgramDevice("") }}
}

// compilerFiles are what nvcc reaches: the files of a command.
type compilerFiles struct{ c *call }

// Name returns the name of a file below the notebook's directory.
func (f compilerFiles) Name(name string) string { return f.c.at(name) }

// Read returns the text of a file.
func (f compilerFiles) Read(name string) (string, error) {
	text, err := f.c.readFile(name)
	return text, fileError(name, err)
}

// Write replaces a file. Whether it runs is nothing that a notebook's files say.
func (f compilerFiles) Write(name string, data []byte, _ bool) error {
	return fileError(name, f.c.writeFile(name, string(data)))
}

// Include finds a header.
func (f compilerFiles) Include(name, from string, dirs []string) (file, text string, ok bool) {
	include := cudacell.Include(f.c.files())
	file, text, ok = include(name, from)
	for i := 0; !ok && i < len(dirs); i++ {
		file, text, ok = include(path.Join(dirs[i], name), "")
	}
	return file, text, ok
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

// uncompiled tells the mistakes of sources as nvcc does. The error is an interrupt.
func (c *call) uncompiled(e *executable, err error) (int, error) {
	return c.compiler().Report(c.ctx, e, err)
}

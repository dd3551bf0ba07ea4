package shell

import (
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/toolchain"
)

// An executable is what a file made by nvcc holds. It can be listed, copied and removed as any file; ./x compiles what it holds again,
// or finds it compiled in the session.
type executable = toolchain.Binary

// isProgram reports whether a file is one that nvcc has made here.
func isProgram(text string) bool { return toolchain.Is(text) }

// mostCompiled is how many compiled programs a session keeps.
const mostCompiled = 16

// programOf is the compiled program of a file. The error is one of the file or of the compiler.
func (c *call) programOf(name string) (*host.Program, *executable, error) {
	text, err := c.programText(name)
	if err != nil {
		return nil, nil, err
	}
	e, sum, err := toolchain.Read(name, text)
	if err != nil {
		return nil, nil, err
	}
	if p := c.compiled[sum]; p != nil {
		return p, e, nil
	}
	p, err := e.Compile(c.ctx, gpu.CompileProgram, e.Include)
	if err == nil {
		c.remember(sum, p)
	}
	return p, e, err
}

func (c *call) remember(sum string, p *host.Program) {
	if len(c.compiled) >= mostCompiled {
		clear(c.compiled)
	}
	c.compiled[sum] = p
}

//go:build !(linux && amd64)

package scalar

// assemble makes no machine code on this system: the interpreter executes all.
func assemble([]instr) *nativeCode { return nil }

func (n *nativeCode) run(pc int, r *registers, code []instr, stack uint64, c *nativeContext) int {
	return pc
}

func (n *nativeCode) free() {}

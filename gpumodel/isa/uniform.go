package isa

// loadUniform counts the loads of words of constant memory into uniform registers (ULDC.64), where an instruction takes its word from
// such a register. A load brings two words and serves its block. In a loop none is counted: the compiler puts it before the
// loop, since there are 63 uniform registers.
func (l *lowering) loadUniform() error {
	if !l.rules.UniformOperand {
		return nil
	}
	for _, b := range l.blocks {
		if b.depth > 0 {
			continue
		}
		loaded := map[Operand]bool{}
		for _, in := range b.code {
			for _, o := range in.Src {
				if pair := (Operand{Kind: ConstMem, N: o.N, Offset: o.Offset &^ 7}); o.Kind == ConstMem && !isMove(&in.Instr) && !loaded[pair] {
					loaded[pair] = true
					in.LoadsUniform = true
				}
			}
		}
	}
	return nil
}

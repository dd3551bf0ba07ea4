package isa

import "warpbook.dev/gpumodel/ir"

// together reports whether the lanes of a warp take the same way through the sequence of an operation that has a slow path for rare
// operands: all of them have the same operands. Then ptxas leaves out BSSY and BSYNC, which bring the lanes together behind that path.
// The table of costs has a row of form "uniform" for such operations.
func (l *lowering) together(in *inst, v *ir.Value) bool {
	uniform := *in
	uniform.Uniform = true
	if form := l.form(&uniform.Instr); form != "uniform" {
		return false
	}
	if l.varying == nil {
		l.varying = l.f.Varying()
	}
	for _, a := range v.Args {
		if l.varying[a] {
			return false
		}
	}
	return true
}

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

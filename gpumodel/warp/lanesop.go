package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// unary is what an instruction computes of one float in double precision, if it is such a function.
func unary(in *isa.Instr) func(x float32) float32 {
	if in.Type != ir.F32 || in.Flush || in.From != ir.Void && in.From != ir.F32 || in.Op != ir.Math {
		return nil
	}
	if g := oneArgument[ir.MathFunc(in.Imm)]; g != nil {
		return func(x float32) float32 { return float32(g(float64(x))) }
	}
	return nil
}

// lanes executes an operation for which package vector has none, lane by lane.
func (m *Machine) lanes(w *warpState, op *vector.Op) {
	in := &m.code[op.X]
	if in.unary != nil {
		d := vector.At(w.frame, op.D)
		for i, x := range vector.At(w.frame, op.A) {
			d[i] = vector.Float(in.unary(math.Float32frombits(x)))
		}
		return
	}
	src := [3]*Lanes{&none, &none, &none}
	for i, place := range [3]uint32{op.A, op.B, op.C} {
		if in.Src[i].Kind != isa.None {
			src[i] = &m.scratch[i]
			join(src[i], w.frame, place, in.SourceType(i).Size() == 8)
		}
	}
	if op.Kind == opTest {
		*vector.Mask(w.frame, op.D) = compareLanes(in.Cmp, in.From, src[0], src[1])
		return
	}
	out := &m.scratch[3]
	in.run(out, src[0], src[1], src[2])
	narrow(vector.At(w.frame, op.D), out)
	if in.Wide {
		high := vector.At(w.frame, op.D+vector.WordBytes)
		for i, x := range out {
			high[i] = uint32(x >> 32)
		}
	}
}

// join is a value as the tracing path has it.
func join(d *Lanes, frame []vector.Word, place uint32, wide bool) {
	low := vector.At(frame, place)
	if !wide {
		spread(d, low)
		return
	}
	high := vector.At(frame, place+vector.WordBytes)
	for i := range d {
		d[i] = uint64(low[i]) | uint64(high[i])<<32
	}
}

package warp

import (
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// lanes executes an operation for which package vector has none, lane by lane.
func (m *Machine) lanes(w *warpState, op *vector.Op) {
	in := &m.code[op.X]
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
	m.beside += in.work
	out := &m.scratch[3]
	in.run(out, src[0], src[1], src[2])
	narrow(vector.At(w.frame, op.D), out)
	if in.wide {
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

package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// newOperand prepares an operand of arithmetic that is a word of shared memory, which 1.x allows; nil if it is less
// than a word.
func (m *Machine) newOperand(in *instr, i int) *access {
	f, o := m.fast, &in.Src[i]
	t := in.SourceType(i)
	if in.Mem != ir.Void {
		t = in.Mem
	}
	if t.Size() != 4 {
		return nil
	}
	load := *in
	one := *in.Instr
	load.Instr, one.Op, one.Space, one.Mem, one.Lanes = &one, ir.Load, ir.Shared, t, 0
	one.Src[0] = isa.Operand{Kind: isa.SharedMem, N: o.N, Offset: o.Offset}
	a := &access{in: &load, width: 4, words: 1, credit: firstCredit, operand: true, source: i}
	a.nothing.access = a
	a.rotates = m.rotates(a.in)
	a.touch.Add, a.touch.Far = uint64(int64(o.Offset)), math.MaxUint32
	if a.touch.Low, a.touch.High = f.zero, f.zero; o.N > 0 {
		a.touch.Low = f.address(o.N)
	}
	f.shared = append(f.shared, a)
	return a
}

// operand loads one for some lanes. Faults go the way of the tracing path.
func (m *Machine) operand(w *warpState, a *access, lanes uint32) error {
	if lanes == 0 || !m.spin.notes(a.in.PC) && m.fastAccess(w, a, lanes) {
		if lanes == 0 && m.fast.traced {
			w.schedule.noted = append(w.schedule.noted, outcome{})
		}
		return nil
	}
	in := &m.code[a.in.PC]
	w.recording.on = false
	m.unpackRegisters(w, in.Sources)
	out := &m.scratch[a.source]
	passes, err := m.sharedOperand(w, in, a.source, lanes, out)
	if err != nil {
		return err
	}
	gatherBack(vector.At(w.frame, a.touch.Data), out, lanes)
	switch {
	case m.fast.traced:
		w.schedule.noted = append(w.schedule.noted, outcome{again: passes})
	case m.fast.paced:
		m.fast.again += passes
	default:
		m.countRepeats(in, int64(passes))
	}
	return nil
}

// countRepeats books clocks that repeated passes of the banks add to instructions.
func (m *Machine) countRepeats(in *instr, again int64) {
	if !m.Device.SharedQueue {
		m.stats.PortClocks += again
	}
	m.stats.PipeClocks[banks(&in.clocks.busy)] += again
}

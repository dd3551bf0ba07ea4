package warp

import "warpbook.dev/gpumodel/vector"

// unpackRegisters copies registers of a warp from its frame to where the tracing path has them.
func (m *Machine) unpackRegisters(w *warpState, slots []int) {
	m.haveRegisters(w)
	for _, slot := range slots {
		switch n := slot - m.files.Registers; {
		case n < 0:
			spread(&w.registers[slot], &w.frame[slot])
		case n < m.files.Addresses:
			spread(&w.addresses[n], vector.At(w.frame, m.fast.address(n)))
			w.shapes[n].known = false
		case n < m.files.Addresses+m.files.Preds:
			n -= m.files.Addresses
			w.preds[n] = *vector.Mask(w.frame, m.fast.predicateAt(n))
		}
	}
}

func spread(d *Lanes, from *vector.Word) {
	for i, x := range from {
		d[i] = uint64(x)
	}
}

// packResult copies the result of an instruction back, for some lanes.
func (m *Machine) packResult(w *warpState, in *instr, lanes uint32) {
	for slot := in.ResultSlot; slot >= 0 && slot < in.ResultSlot+in.Results; slot++ {
		switch n := slot - m.files.Registers; {
		case n < 0:
			gatherBack(&w.frame[slot], &w.registers[slot], lanes)
		case n < m.files.Addresses:
			gatherBack(vector.At(w.frame, m.fast.address(n)), &w.addresses[n], lanes)
		case n < m.files.Addresses+m.files.Preds:
			n -= m.files.Addresses
			p := vector.Mask(w.frame, m.fast.predicateAt(n))
			*p = *p&^lanes | w.preds[n]&lanes
		}
	}
}

func gatherBack(d *vector.Word, from *Lanes, lanes uint32) {
	for i, x := range from {
		if lanes>>i&1 != 0 {
			d[i] = uint32(x)
		}
	}
}

// fallBack executes an instruction in the way of the tracing path.
func (m *Machine) fallBack(w *warpState, in *instr, lanes uint32) error {
	if !m.fast.traced {
		w.transactions = w.transactions[:0]
	}
	w.stack.top().pc = in.PC // for a fault
	m.unpackRegisters(w, in.Sources)
	if m.Check != nil && !in.Op.Accesses() {
		m.checkedStep(w, in, lanes)
	}
	if err := m.plain(w, in, lanes); err != nil {
		return err
	}
	m.packResult(w, in, lanes)
	w.stack.polled = w.stack.polled || in.polls
	return nil
}

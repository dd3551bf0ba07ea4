package warp

import (
	"errors"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp/flow"
)

// Asynchronous copies. What they copy is there at once, as far as values are concerned; time is another matter: the warp
// waits for the Load of a copy where it waits for the copy's group.

// copies notes the load of a copy, whose store takes the register from slot on.
func (s *schedule) copies(slot int) {
	if slot >= 0 && s.pending[slot] != noLoad {
		s.copying = append(s.copying, s.pending[slot])
	}
}

// group executes a CopyGroup.
func (s *schedule) group(imm uint64) {
	if s.untimed {
		return
	}
	if imm == ir.CopyCommit {
		s.groups, s.copying = append(s.groups, s.copying), nil
		return
	}
	for len(s.groups) > int(imm) {
		for _, l := range s.groups[0] {
			s.wait(l)
		}
		s.groups = s.groups[1:]
	}
}

// copyPart is the Load of a copy in which each lane says how many bytes it reads; the remaining bytes become 0.
func (m *Machine) copyPart(w *warpState, in *instr, at *Lanes, active uint32) error {
	bytes := *m.value(w, in.Src[1], ir.U32)
	reading := uint32(0)
	for word := range flow.Elements(in.Instr) {
		some := uint32(0)
		for i, n := range bytes {
			if active>>i&1 != 0 && int(n) > 4*word {
				some |= 1 << i
			}
		}
		reading |= some
		if err := m.word(w, in, at, some, word); err != nil {
			return err
		}
		if !in.inSlice {
			continue
		}
		o := in.Dst
		o.N += word
		to := w.register(o)
		for i, n := range bytes {
			if active>>i&1 != 0 {
				to[i] &= 1<<(8*min(max(int(n)-4*word, 0), 4)) - 1
			}
		}
	}
	m.send(w, in, at, reading, in.Mem.Size()*flow.Elements(in.Instr), &m.stats.Loads, &m.stats.Stores)
	return nil
}

var errPartialMatrix = errors.New("only some lanes of the warp load matrices: all 32 have to come together")

// loadMatrix is a part of ldmatrix: eight lanes have the addresses of the rows, and each lane gets two halves.
func (m *Machine) loadMatrix(w *warpState, in *instr, active uint32) error {
	if active == 0 {
		w.schedule.issued(&in.clocks, 0, in.ResultSlot, in.Results)
		return nil
	}
	if active != allLanes {
		return m.trap(w, first(active), in.Line, errPartialMatrix)
	}
	const rows, rowBytes = 8, 16
	part, _, transposed := in.Matrix.Of()
	at := &m.at
	*at = *m.addresses(w, in)
	lanes := uint32(1<<rows-1) << (rows * part)
	if m.Check != nil && !m.checkedMatrix(w, in, at, lanes) {
		w.schedule.issued(&in.clocks, 0, in.ResultSlot, in.Results)
		return nil
	}
	out := &m.scratch[3]
	half := func(row, column int) uint64 {
		return memory.Word(m.shared[at[rows*part+row]+uint64(2*column):], 2)
	}
	for i := range rows {
		if lane := rows*part + i; !m.inShared(at[lane], rowBytes) {
			return m.sharedTrap(w, in, lane, at[lane], rowBytes)
		}
	}
	if in.inSlice {
		for lane := range out {
			row, column := lane/4, lane%4*2
			if transposed {
				out[lane] = half(column, row) | half(column+1, row)<<16
			} else {
				out[lane] = half(row, column) | half(row, column+1)<<16
			}
		}
		w.write(in.Dst, false, out, allLanes)
	}
	w.schedule.issued(&in.clocks, m.banks(w, in, at, lanes, rowBytes, &m.stats.SharedLoads), in.ResultSlot, in.Results)
	return nil
}

package warp

import (
	"errors"
	"fmt"
	"io"
	"math/bits"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

func ones(lanes uint32) int { return bits.OnesCount32(lanes) }

// count adds an instruction to the statistics.
func (m *Machine) count(in *instr, guarded, active uint32) { m.countTimes(in, guarded, active, 1) }

// countTimes counts an instruction that is executed n times.
func (m *Machine) countTimes(in *instr, guarded, active uint32, n int64) {
	issued, on := n*int64(in.Count), int64(ones(guarded))
	m.stats.Instructions += issued
	m.stats.ThreadInstructions += issued * int64(ones(active))
	m.stats.ByClass[in.Class] += issued
	m.stats.Executed[in.PC] += n
	m.stats.PerInstruction.Issued[in.PC] += issued
	m.stats.PerInstruction.Threads[in.PC] += n * int64(ones(active))
	m.stats.PerInstruction.PredOn[in.PC] += n * on
	m.stats.ThreadsByClass[in.Class] += issued * on
	flops := n * int64(in.Flops) * on
	if m.stats.Flops += flops; in.Class == isa.ClassFP64 {
		m.stats.FlopsDP += flops
	}
}

// ErrAssert ends a launch one of whose threads has an assertion that does not hold.
var ErrAssert = errors.New("assertion failed")

func (m *Machine) assert(w *warpState, in *instr, active uint32) error {
	bad, why := active, ErrAssert
	if holds := in.Extra[0]; holds.Kind == isa.Pred {
		bad &^= m.mask(w, holds)
	} else {
		// The condition is a constant.
		for i, v := range m.value(w, holds, in.Types[0]) {
			if v != 0 {
				bad &^= 1 << i
			}
		}
	}
	if bad == 0 {
		return nil
	}
	if in.Imm > 0 { // it says itself what is wrong
		args := make([]uint64, len(in.Extra)-1)
		for i, o := range in.Extra[1:] {
			args[i] = m.value(w, o, in.Types[i+1])[first(bad)]
		}
		why = errors.New(format(m.Program.Formats[in.Imm-1], args))
	}
	return m.trap(w, first(bad), in.Line, why)
}

// printf prints for each active thread in turn.
func (m *Machine) printf(w *warpState, in *instr, active uint32) error {
	if m.Stdout == nil {
		return nil
	}
	values := make([]Lanes, len(in.Extra))
	for a, o := range in.Extra {
		values[a] = *m.value(w, o, in.Types[a])
	}
	args := make([]uint64, len(values))
	for i := range 32 {
		if active>>i&1 == 0 {
			continue
		}
		for a := range values {
			args[a] = values[a][i]
		}
		var fault error
		text := Format(m.Program.Formats[in.Imm], args, false, func(at uint64) string {
			s, err := m.text(w, i, at)
			if err != nil && fault == nil {
				fault = m.trap(w, i, in.Line, err)
			}
			return s
		})
		if fault != nil {
			return fault
		}
		if _, err := io.WriteString(m.Stdout, text); err != nil {
			return fmt.Errorf("printf: %w", err)
		}
	}
	return nil
}

// text is the text at a generic address, as a lane sees it: what %s prints. A null is "(null)".
func (m *Machine) text(w *warpState, lane int, at uint64) (string, error) {
	if at == 0 {
		return "(null)", nil
	}
	var s []byte
	for ; len(s) < maxText; at++ {
		c, err := m.character(w, lane, at)
		if c == 0 || err != nil {
			return string(s), err
		}
		s = append(s, c)
	}
	return string(s), nil
}

// maxText bounds what one %s prints, as the buffer of a card's printf does (1 MiB, CUDA C++ Programming Guide, "Formatted Output").
const maxText = 1 << 20

// character is the byte at a generic address.
func (m *Machine) character(w *warpState, lane int, at uint64) (byte, error) {
	offset := uint64(uint32(at))
	switch ir.SpaceOf(at) {
	case ir.Shared:
		if !m.inShared(offset, 1) {
			limit := m.sharedLimit - m.Program.SharedBase
			return 0, &OutsideError{err: fmt.Errorf("%%s reads byte %d of shared memory, which has %d",
				int64(offset)-int64(m.Program.SharedBase), limit), Shared: true, Limit: limit}
		}
		return m.shared[offset], nil
	case ir.Local:
		if offset >= uint64(m.Program.LocalBytes) {
			return 0, &OutsideError{err: fmt.Errorf("%%s reads byte %d of local memory, which has %d", offset, m.Program.LocalBytes)}
		}
		return byte(w.localAt(lane, int(offset), 1)), nil
	}
	b, err := m.Global.Find(at, 1)
	if err != nil {
		return 0, &OutsideError{err: err}
	}
	return byte(b.Load(int(at-b.Base), 1)), nil
}

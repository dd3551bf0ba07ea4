package warp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Nested is a launch by a thread of the kernel.
type Nested struct {
	By          int    // the block that launches it
	Kernel      string // its name
	Grid, Block Dim3
	Shared      int
	Params      []uint64 // the bits of its parameters
	Line        int
}

// mostNested is how many launches of a kernel may wait for their turn.
const mostNested = 1 << 16

// nested notes the launches of the lanes, or runs those that the block has made. Without values nothing is launched.
func (m *Machine) nested(w *warpState, in *instr, active uint32) error {
	if !m.Values {
		return nil
	}
	if in.Imm == 0 {
		return m.runNested(func(n *Nested) bool { return n.By == m.block.Index })
	}
	values := make([]Lanes, len(in.Extra))
	for i, o := range in.Extra {
		values[i] = *m.value(w, o, in.Types[i])
	}
	for lane := range 32 {
		if active>>lane&1 == 0 {
			continue
		}
		bits := make([]uint64, len(values))
		for i := range values {
			bits[i] = values[i][lane]
		}
		size := func(i int) Dim3 { return Dim3{int(uint32(bits[i])), int(uint32(bits[i+1])), int(uint32(bits[i+2]))} }
		if len(m.waiting) == mostNested {
			return m.trap(w, lane, in.Line, fmt.Errorf("%d launches of this kernel wait for their turn: that is the limit", mostNested))
		}
		m.waiting = append(m.waiting, Nested{
			By: m.block.Index, Kernel: m.Program.Nested[in.Imm-1], Grid: size(0), Block: size(3), Shared: int(uint32(bits[6])),
			Params: bits[7:], Line: in.Line,
		})
	}
	return nil
}

// runNested runs those of the launches that wait, in the order of the blocks that made them.
func (m *Machine) runNested(which func(n *Nested) bool) error {
	var now, later []Nested
	for i := range m.waiting {
		if n := &m.waiting[i]; which(n) {
			now = append(now, *n)
		} else {
			later = append(later, *n)
		}
	}
	m.waiting = later
	slices.SortStableFunc(now, func(a, b Nested) int { return a.By - b.By })
	for _, n := range now {
		if m.Nest == nil {
			return fmt.Errorf("line %d: kernels that a kernel launches are not run here", n.Line)
		}
		if err := m.Nest(n); err != nil {
			if t := (*Trap)(nil); errors.As(err, &t) {
				t.Kernel = cmp.Or(t.Kernel, n.Kernel)
			}
			return fmt.Errorf("%s, launched in line %d: %w", n.Kernel, n.Line, err)
		}
	}
	return nil
}

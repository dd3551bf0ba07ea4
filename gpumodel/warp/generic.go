package warp

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
)

// generic executes an access with generic addresses: the lanes of each space together, as an access of that space.
// A warp whose lanes are in several spaces makes one access after the other.
func (m *Machine) generic(w *warpState, in *instr, at *Lanes, active uint32) error {
	addresses := *at
	for _, s := range []ir.Space{ir.Global, ir.Shared, ir.Local} {
		one, lanes, own := in.within[s], uint32(0), addresses
		for i, a := range &addresses {
			if active>>i&1 != 0 && ir.SpaceOf(a) == s {
				lanes |= 1 << i
				if s.Window() {
					own[i] = uint64(uint32(a))
				}
			}
		}
		if lanes == 0 && (s != ir.Global || active != 0) {
			continue
		}
		if one == nil {
			return m.trap(w, first(lanes), in.Line, fmt.Errorf("an atomic on %s memory: nobody else sees it; use an ordinary operation", s))
		}
		one.inSlice = in.inSlice
		if err := m.accessAt(w, one, &own, lanes); err != nil {
			return err
		}
	}
	return nil
}

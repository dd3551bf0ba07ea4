package checker

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/warp"
)

// NewFilter watches a machine's launch from its fast path, where that is possible: the launch of l, whose program was compiled for
// a checker. It is nil where that is not possible. If it suspects nothing, a Checker would find nothing.
func NewFilter(l Launch, m *warp.Machine) (*warp.FaultFilter, error) {
	c := describe(l)
	extents := make([]warp.Extent, len(l.Program.Code))
	for pc := range l.Program.Code {
		in := &l.Program.Code[pc]
		if !in.Op.Accesses() {
			continue
		}
		x := &extents[pc]
		var e extent
		if e, x.Known = c.extentOf(in); x.Known {
			x.From, x.To = uint64(e.base), uint64(e.base)+uint64(e.size)
		}
		if o := in.Object; o != nil && o.Param >= 0 {
			b := c.params[o.Param]
			x.Constant = !l.Touched && in.Op == ir.Load && c.constant[b] && (c.AllSet || len(b.Unset()) == 0)
		}
	}
	var constant []warp.Extent
	for b, only := range c.constant {
		if only {
			constant = append(constant, warp.Extent{From: b.Base, To: b.Base + uint64(b.Size), Known: true, Constant: true})
		}
	}
	s, err := warp.NewFaultFilter(m, extents, constant, c.granule[sharedMemory], c.granule[globalMemory])
	if s != nil && !c.AllSet {
		s.Unset(l.Global.Buffers())
	}
	return s, err
}

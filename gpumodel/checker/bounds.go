package checker

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// An extent is where an access may go: size bytes from a base on, of an array of that name.
type extent struct {
	name string
	base int64 // address
	size int
	elem int // bytes of an element
	dims []int
	// dynamic says that the launch gave the size.
	dynamic bool
}

// bounds takes the lanes out of an access that are misaligned, or outside of what they
// should be in.
func (c *Checker) bounds(x *warp.Touch) {
	in, width := x.Instruction, x.Words*x.Size
	known, ok := c.extentOf(in)
	for lane := range 32 {
		if x.Active>>lane&1 == 0 {
			continue
		}
		at := int64(x.Addresses[lane])
		if in.Space == ir.Shared || in.Space == ir.Local {
			at = int64(int32(at))
		}
		e, inside := known, ok
		if !ok {
			e, inside = c.extentAt(in.Space, at, width)
		} else {
			inside = at >= e.base && at+int64(width) <= e.base+int64(e.size)
		}
		switch {
		case at%int64(width) != 0:
			c.misaligned(x, lane, e, at-e.base, width)
		case !inside:
			c.outside(x, lane, e, at-e.base)
		default:
			continue
		}
		x.Allowed &^= 1 << lane
	}
}

// extentOf is that of the array that an access is of, where that is known.
func (c *Checker) extentOf(in *isa.Instr) (e extent, ok bool) {
	o := in.Object
	if o == nil {
		return e, false
	}
	e = extent{name: o.Name, base: int64(o.Offset), size: o.Size, elem: o.Elem, dims: o.Dims}
	switch in.Space {
	case ir.Shared:
		if o.Dynamic {
			e.size, e.dims, e.dynamic = c.limit-o.Offset, nil, true
		}
		e.base += int64(c.Program.SharedBase)
		return e, true
	case ir.Local:
		return e, true
	}
	switch {
	case o.Param >= 0 && c.params[o.Param] != nil:
		b := c.params[o.Param]
		e.name, e.base, e.size = b.Name, int64(b.Base), b.Size
		return e, true
	case o.Global >= 0:
		e.base = int64(c.Globals[o.Global])
		return e, true
	}
	return e, false
}

// extentAt is that of the array at an address, or of the nearest one.
func (c *Checker) extentAt(s ir.Space, at int64, width int) (e extent, inside bool) {
	vars, base := c.Program.Shared, int64(c.Program.SharedBase)
	switch s {
	case ir.Shared:
		e = extent{name: "shared memory", base: base, size: c.limit, elem: width}
	case ir.Local:
		vars, base = c.Program.Locals, 0
		e = extent{name: "local memory", size: c.Program.SpillBase, elem: width}
	default:
		return c.globalAt(uint64(at), width)
	}
	inside = at >= e.base && at+int64(width) <= e.base+int64(e.size)
	for _, v := range vars {
		if v := (extent{name: v.Name, base: base + int64(v.Offset), size: v.Size, elem: v.Elem, dims: v.Dims}); at >= v.base &&
			at < v.base+int64(v.size) {
			return v, inside
		}
	}
	return e, inside
}

func (c *Checker) globalAt(at uint64, width int) (extent, bool) {
	of := func(b *memory.Buffer) extent {
		return extent{name: b.Name, base: int64(b.Base), size: b.Size, elem: width}
	}
	if b := c.Global.Holding(at, width); b != nil {
		return of(b), true
	}
	if near := c.Global.Near(at); near != nil { // without an error, which each thread of a launch would make
		return of(near), false
	}
	return extent{name: "a null pointer", elem: width}, false
}

package checker

import (
	"fmt"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// constWrites looks for writes of an array that the kernel was only given to read: by parameters that are pointers to const.
// C allows to cast const away, and then whoever launches finds an array changed that the kernel promised to leave alone.
//
// An array that is also passed without const, be it in a struct, may be written. So may one whose address lies in memory, if
// the pointer of the access may come from there.
func (c *Checker) constWrites(x *warp.Touch) {
	in := x.Instruction
	if in.Op == ir.Load {
		return
	}
	for lane := range 32 {
		if x.Allowed>>lane&1 == 0 {
			continue
		}
		at := x.Addresses[lane]
		b, err := c.Global.Find(at, x.Words*x.Size)
		if err != nil || !c.constant[b] || (in.Object == nil || in.Object.Param < 0) && c.passedOtherwise(b) {
			continue
		}
		f := c.faults.found(key{kind: ConstWrite, array: b.Name, line: in.Line, more: int(in.Op)}, -1)
		if f == nil {
			continue
		}
		param := c.constParam(b)
		c.place(f, x.Warp, lane, extent{name: b.Name, base: int64(b.Base), size: b.Size, elem: max(param.ElemSize, 1)}, int64(at-b.Base))
		f.What = fmt.Sprintf("line %d: %s %s %s, which the kernel was given to read: its parameter is %s %s", f.Line, f.who(), verb(in),
			f.Element, param.CType, param.Name)
		f.Remedy = "Write to another array, or declare the parameter without const: who launches the kernel relies on it"
	}
}

// constParam is the parameter by which an array was passed.
func (c *Checker) constParam(b *memory.Buffer) *ir.Param {
	for i, other := range c.params {
		if other == b {
			return &c.Program.Params[i]
		}
	}
	panic("BUG: an array is constant that nobody has passed")
}

// passedOtherwise reports whether an address in the array lies in memory, from where the kernel may have it.
func (c *Checker) passedOtherwise(b *memory.Buffer) bool {
	known, ok := c.addressed[b]
	if !ok {
		known = c.Global.HoldsAddress(b, c.pointerBytes())
		c.addressed[b] = known
	}
	return known
}

func (c *Checker) pointerBytes() int {
	for _, p := range c.Program.Params {
		if p.Pointer {
			return p.Size
		}
	}
	return 8
}

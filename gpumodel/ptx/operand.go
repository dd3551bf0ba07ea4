package ptx

import (
	"fmt"
	"strconv"

	"warpbook.dev/gpumodel/ir"
)

// operand is a value as an operand of a type: its register, or the constant itself.
func (w *writer) operand(v *ir.Value, t ir.Type) string {
	if v.Op != ir.Constant {
		return w.registers[v][0]
	}
	switch {
	case v.Type == ir.F32:
		return fmt.Sprintf("0f%08X", uint32(v.Imm))
	case v.Type == ir.F64:
		return fmt.Sprintf("0d%016X", v.Imm)
	case v.Type == ir.Pred:
		return w.inRegister(v, t)
	case v.Type.Size() == 8:
		return strconv.FormatInt(int64(v.Imm), 10)
	case t.Integer() && !t.Signed():
		return strconv.FormatUint(uint64(uint32(v.Imm)), 10)
	}
	return strconv.FormatInt(int64(int32(v.Imm)), 10)
}

// inRegister is a value in a register, constants too.
func (w *writer) inRegister(v *ir.Value, t ir.Type) string {
	if v.Op != ir.Constant {
		return w.registers[v][0]
	}
	c := classOf(v.Type)
	r := w.register(c)
	if c == predicates {
		w.op("setp.ne.u32 %s, %d, 0", r, v.Imm&1)
	} else {
		w.op("mov.%s %s, %s", c.kind, r, w.operand(v, t))
	}
	return r
}

// wide is an address in a space, in 64 bits.
func (w *writer) wide(v *ir.Value, s ir.Space) string {
	r := w.placed(v, s)
	if v.Type.Size() == 8 {
		return r
	}
	to := w.register(doubles)
	w.op("cvt.u64.u32 %s, %s", to, r)
	return to
}

// address is the operand of an access.
func (w *writer) address(v *ir.Value) string {
	base, offset := w.placed(v.Args[0], v.Space), int64(v.Imm)
	if offset == 0 {
		return "[" + base + "]"
	}
	return fmt.Sprintf("[%s+%d]", base, offset)
}

// placed is an address in a space. Those in shared and local memory count from the begin of the kernel's own: to where the
// linker puts that the address is added.
func (w *writer) placed(v *ir.Value, s ir.Space) string {
	r := w.inRegister(v, v.Type)
	if s != ir.Shared && s != ir.Local {
		return r
	}
	size := 8 * v.Type.Size()
	at, c := w.begins[s], classOf(v.Type)
	if at[c] == "" {
		panic("BUG: an access of memory that the kernel does not have")
	}
	to := w.register(c)
	w.op("add.s%d %s, %s, %s", size, to, at[c], r)
	return to
}

// begin defines where the kernel's shared and local memory begin, as far as it has some.
func (w *writer) begin() {
	for _, b := range w.f.Blocks {
		for _, v := range b.Values {
			s := v.Space
			if v.Op == ir.Cvta {
				s = ir.Space(v.Imm)
			}
			if (v.Op == ir.Cvta || v.Op.Accesses()) && (s == ir.Shared || s == ir.Local) {
				w.beginsIn(s, classOf(v.Args[0].Type), v.Args[0].Type.Size())
			}
		}
	}
}

func (w *writer) beginsIn(s ir.Space, c class, size int) {
	if w.begins[s] == nil {
		w.begins[s] = map[class]string{}
	}
	if w.begins[s][c] != "" {
		return
	}
	name := "local_bytes"
	if s == ir.Shared {
		name = "shared_bytes"
	}
	w.begins[s][c] = w.register(c)
	w.op("mov.u%d %s, %s", 8*size, w.begins[s][c], name)
}

// leaf defines what lives from the entry on.
func (w *writer) leaf(v *ir.Value) {
	to := w.registers[v][0]
	bits := fmt.Sprintf("b%d", 8*v.Type.Size())
	switch v.Op {
	case ir.ParamValue:
		p := &w.f.Params[v.Imm]
		w.op("ld.param.%s %s, [param_%d]", p.Type, to, v.Imm)
		if p.Pointer && v.Space == ir.Global {
			w.op("cvta.to.global.u64 %s, %s", to, to)
		}
	case ir.Special:
		w.special(v, to)
	case ir.SharedAddr, ir.LocalAddr:
		w.op("mov.%s %s, %d", bits, to, v.Imm)
	case ir.GlobalAddr:
		w.op("mov.%s %s, %s", bits, to, identifier(w.f.Globals[v.Imm].Name))
	}
}

var specials = map[uint64]string{
	ir.TidX: "%tid.x", ir.TidY: "%tid.y", ir.TidZ: "%tid.z", ir.CtaidX: "%ctaid.x", ir.CtaidY: "%ctaid.y", ir.CtaidZ: "%ctaid.z",
	ir.NtidX: "%ntid.x", ir.NtidY: "%ntid.y", ir.NtidZ: "%ntid.z", ir.NctaidX: "%nctaid.x", ir.NctaidY: "%nctaid.y", ir.NctaidZ: "%nctaid.z",
	ir.WarpSize: "WARP_SZ", ir.Clock: "%clock", ir.Clock64: "%clock64", ir.LaneID: "%laneid",
	ir.GlobalTimer: "%globaltimer", ir.NWarpID: "%nwarpid", ir.NSMID: "%nsmid", ir.SMID: "%smid",
}

func (w *writer) special(v *ir.Value, to string) {
	switch name := specials[v.Imm]; {
	case name != "" && v.Type.Size() == 8:
		w.op("mov.u64 %s, %s", to, name)
	case name != "":
		w.op("mov.u32 %s, %s", to, name)
	default:
		w.lacks(v, "a special register")
	}
}

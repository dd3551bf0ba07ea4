package ptx

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// rest writes fetches and calls.
func (w *writer) rest(v *ir.Value) {
	switch v.Op {
	case ir.Tex:
		w.texture(v)
	case ir.Math:
		w.library(v)
	case ir.Printf:
		w.printf(v)
	case ir.Assert:
		w.op("@!%s trap", w.inRegister(v.Args[0], ir.Pred))
	case ir.Special: // a clock
		w.special(v, w.registers[v][0])
	case ir.Use:
	default:
		w.lacks(v, v.Op.String())
	}
}

// library is a call of a function of libdevice.
func (w *writer) library(v *ir.Value) {
	name := "__nv_" + ir.MathFunc(v.Imm).String()
	if v.Type == ir.F32 {
		name += "f"
	}
	var types, params []string
	w.body.WriteString("\t{\n")
	for i, a := range v.Args {
		t := fmt.Sprintf("b%d", 8*a.Type.Size())
		types = append(types, ".param ."+t)
		params = append(params, fmt.Sprintf("a%d", i))
		w.op(".param .%s a%d", t, i)
		w.op("st.param.%s [a%d], %s", a.Type, i, w.inRegister(a, a.Type))
	}
	if v.Type == ir.Pred {
		w.lacks(v, name)
	}
	bits := fmt.Sprintf("b%d", 8*v.Type.Size())
	w.externs[name] = fmt.Sprintf(".extern .func (.param .%s result) %s(%s);", bits, name, numbered(types))
	w.op(".param .%s result", bits)
	w.op("call.uni (result), %s, (%s)", name, strings.Join(params, ", "))
	w.op("ld.param.%s %s, [result]", v.Type, w.registers[v][0])
	w.body.WriteString("\t}\n")
}

func numbered(types []string) string {
	for i := range types {
		types[i] += fmt.Sprintf(" a%d", i)
	}
	return strings.Join(types, ", ")
}

// printf is a call of vprintf: the format, and the arguments one after the other in local memory (CUDA C++ Programming
// Guide, on formatted output).
func (w *writer) printf(v *ir.Value) {
	w.externs["vprintf"] = ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 list);"
	at := 0
	base := w.register(doubles)
	if len(v.Args) > 0 {
		w.op("mov.u64 %s, printed", base)
	}
	for _, a := range v.Args {
		x, t := w.inRegister(a, a.Type), a.Type
		if t == ir.F32 { // as C promotes it
			double := w.register(fp64s)
			w.op("cvt.f64.f32 %s, %s", double, x)
			x, t = double, ir.F64
		}
		if t == ir.Pred {
			number := w.register(words)
			w.op("selp.b32 %s, 1, 0, %s", number, x)
			x, t = number, ir.U32
		}
		n := max(4, t.Size())
		at = (at + n - 1) / n * n
		w.op("st.local.b%d [%s+%d], %s", 8*n, base, at, x)
		at += n
	}
	w.printed = max(w.printed, (at+7)/8*8)
	format, list, code := w.register(doubles), w.register(doubles), w.register(words)
	w.op("mov.u64 %s, text_%d", format, w.firstText+len(w.strings))
	w.strings = append(w.strings, w.f.Formats[v.Imm])
	w.op("cvta.global.u64 %s, %s", format, format)
	if at > 0 {
		w.op("cvta.local.u64 %s, %s", list, base)
	} else {
		w.op("mov.u64 %s, 0", list)
	}
	w.body.WriteString("\t{\n")
	w.op(".param .b64 format")
	w.op("st.param.b64 [format], %s", format)
	w.op(".param .b64 list")
	w.op("st.param.b64 [list], %s", list)
	w.op(".param .b32 result")
	w.op("call.uni (result), vprintf, (format, list)")
	w.op("ld.param.b32 %s, [result]", code)
	w.body.WriteString("\t}\n")
	if v.Type != ir.Void {
		w.op("mov.b32 %s, %s", w.registers[v][0], code)
	}
}

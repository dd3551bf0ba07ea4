package ptx

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// access writes a load, a store or an atomic.
func (w *writer) access(v *ir.Value) {
	if v.Async != ir.Synchronous || v.Matrix != 0 {
		w.lacks(v, "a load of a copy or of a matrix")
	}
	space := ""
	switch v.Space {
	case ir.Global, ir.Shared, ir.Local, ir.Const:
		space = "." + v.Space.String()
	case ir.ParamSpace:
		w.lacks(v, "an access of a parameter at a computed place")
	}
	if v.Op == ir.Atom {
		w.atomic(v, space)
		return
	}
	name := v.Op.String()
	if v.Volatile {
		name += ".volatile"
	}
	name += space
	switch {
	case v.Volatile:
	case v.ReadOnly && v.Space == ir.Global:
		name += ".nc"
	case v.PastL1 && (v.Space == ir.Global || v.Space == ir.Generic):
		name += ".cg"
	}
	lanes := max(1, v.Lanes)
	if v.Lanes > 0 {
		name += fmt.Sprintf(".v%d", v.Lanes)
	}
	mem := v.Mem
	if mem == ir.Pred {
		mem = ir.U8
	}
	name += "." + mem.String()
	if v.Op == ir.Load {
		into := w.registers[v]
		if v.Type == ir.Pred && v.Lanes == 0 {
			r := w.register(words)
			w.op("%s %s, %s", name, r, w.address(v))
			w.op("setp.ne.u32 %s, %s, 0", into[0], r)
			return
		}
		w.op("%s %s, %s", name, vector(into), w.address(v))
		return
	}
	var values []string
	for _, a := range v.Args[1 : 1+lanes] {
		r := w.inRegister(a, v.Mem)
		if a.Type == ir.Pred {
			number := w.register(words)
			w.op("selp.b32 %s, 1, 0, %s", number, r)
			r = number
		}
		values = append(values, r)
	}
	w.op("%s %s, %s", name, w.address(v), vector(values))
}

func vector(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// atomic writes an atomic: a reduction where nobody wants what was there.
func (w *writer) atomic(v *ir.Value, space string) {
	t := v.Mem
	name, kind := [...]string{"add", "add", "exch", "min", "max", "inc", "dec", "cas", "and", "or", "xor"}[v.Atom], t.String()
	switch v.Atom {
	case ir.AtomExch, ir.AtomCAS, ir.AtomAnd, ir.AtomOr, ir.AtomXor:
		kind = fmt.Sprintf("b%d", 8*t.Size())
	case ir.AtomAdd:
		if t == ir.S64 {
			kind = "u64"
		}
	}
	args := []string{w.registers[v][0], w.address(v)}
	for _, a := range v.Args[1:] {
		x := w.inRegister(a, t)
		switch {
		case v.Atom == ir.AtomSub:
			negative := w.register(classOf(t))
			w.op("neg.s%d %s, %s", 8*t.Size(), negative, x)
			x = negative
			if t == ir.S64 || t == ir.U64 {
				kind = "u64"
			}
		case t.Float() && kind[0] == 'b': // an exchange is of bits
			number := w.register(map[int]class{4: words, 8: doubles}[t.Size()])
			w.op("mov.%s %s, %s", kind, number, x)
			x = number
		}
		args = append(args, x)
	}
	if t.Float() && kind[0] == 'b' {
		old := w.register(map[int]class{4: words, 8: doubles}[t.Size()])
		args[0] = old
		w.op("atom%s.%s.%s %s", space, name, kind, strings.Join(args, ", "))
		w.op("mov.%s %s, %s", kind, w.registers[v][0], old)
		return
	}
	w.op("atom%s.%s.%s %s", space, name, kind, strings.Join(args, ", "))
}

// geometries are what the coordinates of a fetch look like.
var geometries = map[ir.Fetch]string{
	ir.Tex1DFetch: "1d", ir.Tex1D: "1d", ir.Tex2D: "2d", ir.Tex3D: "3d", ir.Tex1DLayered: "a1d", ir.Tex2DLayered: "a2d", ir.TexCubemap: "cube",
}

// texture writes a fetch.
func (w *writer) texture(v *ir.Value) {
	f := ir.Fetch(v.Imm)
	name := ""
	if v.Args[0].Op == ir.TextureRef {
		name = identifier(w.f.Textures[v.Args[0].Imm])
	} else {
		name = w.inRegister(v.Args[0], ir.U64)
	}
	var at []string
	for _, a := range v.Args[1:] {
		at = append(at, w.inRegister(a, f.Coordinate()))
	}
	if f.Layered() { // the layer is a number in front
		layer := w.register(words)
		w.op("cvt.rzi.u32.f32 %s, %s", layer, at[len(at)-1])
		at = append([]string{layer}, at[:len(at)-1]...)
	}
	for len(at) == 3 { // vectors have one, two or four elements
		at = append(at, at[2])
	}
	kind := map[class]string{floats: "f32", words: "u32"}[classOf(held(v.Mem))]
	if held(v.Mem) == ir.S32 {
		kind = "s32"
	}
	w.op("tex.%s.v4.%s.%s {%s}, [%s, {%s}]", geometries[f], kind, f.Coordinate(), strings.Join(w.registers[v], ", "), name,
		strings.Join(at, ", "))
}

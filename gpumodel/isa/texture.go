package isa

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// selectFetch emits a texture fetch. Its coordinates are registers and a texel
// fills as many registers as it has components. The texture is a number in the
// instruction: of a reference, or of a texture object that is a parameter, which
// the launch binds to that number (as OpenCL does for images on these GPUs).
// Any other object is a further source, which compute capability 1.x lacks.
func (l *lowering) selectFetch(b *block, in *inst, v *ir.Value) {
	t := Texture{Ref: -1, Param: -1, Fetch: ir.Fetch(v.Imm), Texel: v.Mem, Lanes: max(1, v.Lanes)}
	switch texture := v.Args[0]; texture.Op {
	case ir.TextureRef:
		t.Name, t.Ref = l.f.Textures[texture.Imm], int(texture.Imm)
	case ir.ParamValue:
		t.Name, t.Param = l.f.Params[texture.Imm].Name, int(texture.Imm)
	default:
		in.Extra, in.Types = append(in.Extra, l.inRegister(b, texture)), append(in.Types, ir.U64)
	}
	// Fetches that differ in their kind or their texel are different textures, though the binding
	// may be one.
	n := slices.Index(l.prog.Textures, t)
	if n < 0 {
		n = len(l.prog.Textures)
		l.prog.Textures = append(l.prog.Textures, t)
	}
	in.Imm, in.From = uint64(n), t.Fetch.Coordinate()
	for i, x := range v.Args[1:] {
		in.Src[i] = l.inRegister(b, x)
	}
	l.vals[v] = l.newReg(t.Lanes)
	in.Dst = l.vals[v]
}

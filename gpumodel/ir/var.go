package ir

import "warpbook.dev/gpumodel/cuda"

// newVar describes a variable at its place.
func newVar(v *cuda.Var, offset int, s Space) Var {
	x := Var{Name: v.Name, Offset: offset, Size: v.Type.Size(), Space: s, Line: v.Pos.Line}
	t := v.Type
	for ; t.Kind == cuda.Array; t = t.Elem {
		x.Dims = append(x.Dims, t.Len)
	}
	x.Elem = t.Size()
	return x
}

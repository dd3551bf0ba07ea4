package ir

import "warpbook.dev/gpumodel/cuda"

var fetches = map[string]Fetch{Tex1DFetch.String(): Tex1DFetch, Tex1D.String(): Tex1D, Tex2D.String(): Tex2D, Tex3D.String(): Tex3D,
	Tex1DLayered.String(): Tex1DLayered, Tex2DLayered.String(): Tex2DLayered, TexCubemap.String(): TexCubemap}

// fetch reads a texel: one value that fills as many registers as it has components.
//
// Textures are read only while a kernel runs, so no store or barrier orders a fetch (mayOverwrite).
func (b *builder) fetch(e *cuda.Call, f Fetch) []*Value {
	args := []*Value{b.texture(e.Args[0])}
	for _, x := range e.Args[1:] {
		args = append(args, b.scalar(x))
	}
	b.standAt(e.Pos)
	fields := scalars(e.T())
	mem := b.target.memoryType(fields[0].typ)
	v := Value{Op: Tex, Type: registerType(mem), Mem: mem, Imm: uint64(f), Args: args}
	if len(fields) == 1 {
		return one(b.emit(v))
	}
	v.Lanes = len(fields)
	texel := b.emit(v)
	values := make([]*Value, len(fields))
	for i := range fields {
		values[i] = b.emit(Value{Op: Extract, Type: v.Type, Imm: uint64(i), Args: one(texel)})
	}
	return values
}

// texture is a reference of the file, or the value of a texture object.
func (b *builder) texture(e cuda.Expr) *Value {
	if id, ok := e.(*cuda.Ident); ok {
		for i, v := range b.file.Textures {
			if v == id.Var {
				return b.f.leaf(TextureRef, U64, uint64(i), NoSpace)
			}
		}
	}
	return b.scalar(e)
}

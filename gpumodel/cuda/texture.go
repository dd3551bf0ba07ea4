package cuda

import (
	"cmp"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// typeTextureObject is cudaTextureObject_t: a texture that the launch chooses.
var typeTextureObject = &Type{Kind: Texture, Name: "cudaTextureObject_t"}

// fetch describes a built-in function that reads a texture.
type fetch struct {
	dims        int // of the texture
	coordinates []*Type
	example     string // its arguments
	// beside are the types of the arguments behind, which choose a level of a mip map: the textures here have one.
	beside []*Type
	like   string // the function without these
}

var fetches = map[string]fetch{
	"tex1Dfetch":   {1, []*Type{typeInt}, "texture, i", nil, ""},
	"tex1D":        {1, floats(1), "texture, x", nil, ""},
	"tex2D":        {2, floats(2), "texture, x, y", nil, ""},
	"tex3D":        {3, floats(3), "texture, x, y, z", nil, ""},
	"tex1DLayered": {4, append(floats(1), typeInt), "texture, x, layer", nil, ""},
	"tex2DLayered": {5, append(floats(2), typeInt), "texture, x, y, layer", nil, ""},
	"texCubemap":   {6, floats(3), "texture, x, y, z", nil, ""},
	"tex1DLod":     {1, floats(1), "texture, x, level", floats(1), "tex1D"},
	"tex2DLod":     {2, floats(2), "texture, x, y, level", floats(1), "tex2D"},
	"tex3DLod":     {3, floats(3), "texture, x, y, z, level", floats(1), "tex3D"},
	"tex1DGrad":    {1, floats(1), "texture, x, dx, dy", floats(2), "tex1D"},
	"tex2DGrad":    {2, floats(2), "texture, x, y, dx, dy", []*Type{namedTypes["float2"], namedTypes["float2"]}, "tex2D"},
	"tex3DGrad":    {3, floats(3), "texture, x, y, z, dx, dy", []*Type{namedTypes["float4"], namedTypes["float4"]}, "tex3D"},
}

func floats(n int) []*Type { return slices.Repeat([]*Type{typeFloat}, n) }

// kind is what a function reads, in words.
func (f fetch) kind() string {
	return [...]string{"", "of 1 dimension", "of 2 dimensions", "of 3 dimensions", "of 1 dimension with layers",
		"of 2 dimensions with layers", "that are cube maps"}[f.dims]
}

// readModes are the third argument of texture<…>.
var readModes = map[string]bool{"cudaReadModeElementType": false, "cudaReadModeNormalizedFloat": true}

// textureDims are the constants that stand for the dimensions in texture<…>.
var textureDims = map[string]int64{"cudaTextureType1D": 1, "cudaTextureType2D": 2, "cudaTextureType3D": 3,
	"cudaTextureType1DLayered": 4, "cudaTextureType2DLayered": 5, "cudaTextureTypeCubemap": 6}

// isFetch tells whether name is a function that reads a texture, and not one of
// the file's own.
func (p *parser) isFetch(name string) bool {
	return fetches[name].dims > 0 && p.scope.find(name) == nil
}

// isTexture tells whether a declaration of texture references begins here.
func (p *parser) isTexture() bool {
	n := 0
	for p.at(n).Is("static") || p.at(n).Is("extern") || p.at(n).Is("const") {
		n++
	}
	return p.at(n).Is("texture") && p.at(n+1).Is("<")
}

// textures reads texture<element, dimensions, read mode> a, b; at file scope.
func (p *parser) textures() {
	for !p.is("texture") {
		p.next()
	}
	p.next()
	p.expect("<", "")
	greater := p.noGreater
	p.noGreater = true
	t := &Type{Kind: Texture, Len: 1}
	at := p.peek()
	t.Elem = p.typeID().plain()
	p.checkTexel(at, t.Elem)
	if p.accept(",") {
		t.Len = p.textureDims()
	}
	if p.accept(",") {
		mode := p.next()
		normalized, ok := readModes[mode.Text]
		if !ok {
			p.fail(mode, "the read mode of a texture is cudaReadModeElementType or cudaReadModeNormalizedFloat, not %s", mode)
		}
		if first := t.Elem.component(); normalized && (first.IsFloat() || first.Size() > 2) {
			p.Errorf(mode.Pos, mode.End, "cudaReadModeNormalizedFloat reads 8- and 16-bit integers as float, %s is neither; use cudaReadModeElementType", t.Elem)
		}
		t.Normalized = normalized
	}
	p.noGreater = greater
	p.expect(">", "after the arguments of texture")
	t.Name = t.textureName()
	for {
		d := p.declarator(t, "the texture", true)
		if d.typ != t || d.params >= 0 {
			p.fail(&d.name, "texture reference %q cannot be an array, a pointer or a function", d.name.Text)
		}
		v := &Var{Pos: d.name.Pos, Name: d.name.Text, Type: t, Storage: Device}
		p.declare(d.name, &symbol{v: v})
		p.file.Textures = append(p.file.Textures, v)
		if p.hosted {
			p.onHostToo(v, &d.name)
		}
		if p.is("=") {
			p.fail(p.peek(), "a texture reference has no initial value here: the notebook binds it, with its modes")
		}
		if !p.accept(",") {
			break
		}
	}
	p.endOfDecl()
}

// onHostToo declares what host code has for a texture reference: an object whose members say how it is read, and
// that cudaBindTexture takes (library/cudart/references.cuh).
func (p *parser) onHostToo(v *Var, at *token.Token) {
	name, mode := hostTexture+v.Name, 0
	if v.Type.Normalized {
		mode = 1
	}
	defer p.suspended()()
	p.state, p.toks, p.i = state{scope: p.global}, nil, 0
	for _, t := range token.Scan(fmt.Sprintf("__texture<%s, %d, %d> %s(%d);", v.Type.Elem, v.Type.Len, mode, name, len(p.file.Textures)-1)) {
		t.Pos, t.End, t.Off, t.Limit, t.In, t.Library = at.Pos, at.End, at.Off, at.Off, at.In, true
		p.toks = append(p.toks, t)
	}
	p.external()
	if sym := p.global.names[name]; sym != nil && sym.v != nil {
		p.references[v] = sym.v
	}
}

// hostTexture begins the name of what host code has for a texture reference.
const hostTexture = "__texture_"

// textureDims reads the second argument of texture<…>.
func (p *parser) textureDims() int {
	at := p.peek()
	n, named := textureDims[at.Text]
	if named {
		p.next()
	} else {
		n, _ = p.constInt("the dimensions of a texture")
	}
	if n < 1 || n > 3 && !named {
		p.Errorf(at.Pos, p.prev().End, "textures of 1 to 3 dimensions are modelled, got %d", n)
		return 1
	}
	return int(n)
}

// textureName is the type of a reference as C writes it.
func (t *Type) textureName() string {
	mode := "cudaReadModeElementType"
	if t.Normalized {
		mode = "cudaReadModeNormalizedFloat"
	}
	return fmt.Sprintf("texture<%s, %d, %s>", t.Elem, t.Len, mode)
}

// component is the scalar that a texel consists of.
func (t *Type) component() *Type {
	if t.Kind == Struct && len(t.Fields) > 0 {
		return t.Fields[0].Type
	}
	return t
}

// checkTexel reports an element type that textures do not have: theirs are 1, 2 or
// 4 numbers of 8, 16 or 32 bits (CUDA C Programming Guide 3.2, section 3.2.4.1).
func (p *parser) checkTexel(at *token.Token, t *Type) bool {
	c := t.component()
	vector := t.Kind != Struct || namedTypes[t.Name] != nil && Same(namedTypes[t.Name], t) && len(t.Fields) != 3
	ok := vector && c.IsArithmetic() && c.Kind != Bool && c.Size() <= 4
	if !ok && t.Kind != badKind {
		p.Errorf(at.Pos, p.prev().End, "a texture has no elements of type %s: they are 1, 2 or 4 numbers of 8, 16 or 32 bits, such as float, int2 or uchar4", t)
	}
	return ok
}

// texel is the type that a fetch returns: numbers read as normalised are float.
func (t *Type) texel() *Type {
	if !t.Normalized {
		return t.Elem
	}
	if t.Elem.Kind == Struct {
		return namedTypes[fmt.Sprintf("float%d", len(t.Elem.Fields))]
	}
	return typeFloat
}

// fetch builds tex2D(reference, x, y) or tex2D<type>(object, x, y) and the like.
func (p *parser) fetch(t *token.Token, f fetch, explicit []templateArg, args []Expr) Expr {
	types := slices.Concat(f.coordinates, f.beside)
	coordinates := len(types)
	call := fmt.Sprintf("%s(%s)", t.Text, f.example)
	if n := len(args); n != coordinates+1 {
		p.Errorf(t.Pos, t.End, "%s takes a texture and %s, got %s: %s", t.Text, token.Count(coordinates, "coordinate"),
			token.Count(max(0, n-1), "coordinate"), call)
		return bad(t.Pos)
	}
	if c, ok := args[0].(*Cond); ok { // tex2D(far ? a : b, x, y): each texture is read by an instruction of its own
		x := p.fetch(t, f, explicit, append([]Expr{c.A}, args[1:]...))
		y := p.fetch(t, f, explicit, append([]Expr{c.B}, args[1:]...))
		if isBad(x) || isBad(y) {
			return bad(t.Pos)
		}
		return &Cond{Typed{t.Pos, x.T()}, c.C, x, y}
	}
	texture := args[0].T()
	reference := texture.Kind == Texture && texture.Elem != nil
	result := texture
	switch {
	case texture.Kind != Texture:
		p.Errorf(t.Pos, t.End, "%s reads a texture (a texture<…> reference or a cudaTextureObject_t), not %s", t.Text, texture)
		return bad(t.Pos)
	case reference && explicit != nil:
		p.Errorf(t.Pos, t.End, "the type of a texture reference is given in its declaration, %s: write %s", texture, call)
		return bad(t.Pos)
	case reference && texture.Len != f.dims:
		p.Errorf(t.Pos, t.End, "%s reads textures %s; this one is a %s", t.Text, f.kind(), texture)
		return bad(t.Pos)
	case reference:
		result = texture.texel()
	case len(explicit) != 1 || explicit[0].typ == nil:
		p.Errorf(t.Pos, t.End, "%s of a texture object needs the type of its elements: %s<float>(%s)", t.Text, t.Text, f.example)
		return bad(t.Pos)
	default:
		if result = explicit[0].typ.plain(); !p.checkTexel(t, result) {
			return bad(t.Pos)
		}
	}
	c := &Call{Typed: Typed{t.Pos, result}, Builtin: cmp.Or(f.like, t.Text), Args: args[:1:1]}
	for i, x := range args[1:] {
		x = p.convert(x, types[i], fmt.Sprintf("coordinate %d of %s", i+1, t.Text))
		switch {
		case isBad(x):
			return x
		case types[i] == typeInt && t.Text != "tex1Dfetch": // the unit takes a layer as it takes coordinates
			x = p.cast(x, typeFloat, true)
		}
		if i < len(f.coordinates) {
			c.Args = append(c.Args, x)
		}
	}
	return c
}

package gpumodel

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
)

// A Param describes a parameter of a kernel, or a part of one.
type Param struct {
	Name    string
	Type    string // as in C: "float *", "int"
	Number  string // of a number, or of what a pointer points to: its type, behind an enum too; empty for others
	Pointer bool
	Const   bool // a pointer to const: the kernel does not write through it
	Texture bool // a texture object
	// Parts are the members of a struct, or the elements of an array in one, in
	// their order. A number, a pointer and a texture have none.
	Parts []Param
	Array bool // the parts are elements
}

// String is the parameter as C declares it.
func (p Param) String() string {
	if base, dims, ok := strings.Cut(p.Type, "["); ok && p.Array {
		return base + " " + p.Name + "[" + dims
	}
	return p.Type + " " + p.Name
}

// Signature are the kernel's parameters as the source declares them.
func (k *Kernel) Signature() []Param {
	var params []Param
	for _, v := range k.fn.Params {
		params = append(params, newParam(v.Name, v.Type))
	}
	return params
}

// Params are what a launch hands over, in order: the kernel's parameters, but of a
// struct each of its numbers, pointers and textures by itself, such as "p.alpha"
// and "p.v[2]".
func (k *Kernel) Params() []Param {
	var params []Param
	for _, p := range k.Signature() {
		params = p.flatten(params)
	}
	return params
}

// maxParamBytes is more than any GPU allows: 32764 bytes from CUDA 12.1 on (CUDA C
// Programming Guide 12, on __global__ function parameters).
const maxParamBytes = 1 << 15

func newParam(name string, t *cuda.Type) Param {
	p := Param{Name: name, Type: t.String(), Pointer: t.Kind == cuda.Pointer, Texture: t.Kind == cuda.Texture, Array: t.Kind == cuda.Array}
	p.Const = p.Pointer && t.Elem.Const
	number := t
	if p.Pointer {
		number = t.Elem
	}
	if _, ok := dtypeOf[number.Kind]; ok {
		p.Number = (&cuda.Type{Kind: number.Kind}).String()
	}
	if t.Size() > maxParamBytes {
		return p // which no launch takes
	}
	if t.Union {
		t, p.Array = t.Raw(), true
	}
	switch t.Kind {
	case cuda.Struct:
		p.Parts = []Param{} // which one without members has, too
		for _, f := range t.Fields {
			p.Parts = append(p.Parts, newParam(f.Name, f.Type))
		}
	case cuda.Array:
		for i := range t.Len {
			p.Parts = append(p.Parts, newParam(fmt.Sprintf("[%d]", i), t.Elem))
		}
	}
	return p
}

// flatten appends the parts of p that have none themselves, by their whole names.
func (p Param) flatten(list []Param) []Param {
	if p.Parts == nil {
		return append(list, p)
	}
	dot := "."
	if p.Array {
		dot = ""
	}
	for _, part := range p.Parts {
		part.Name = p.Name + dot + part.Name
		list = part.flatten(list)
	}
	return list
}

// paramBytes is the sum of the sizes of the parameters.
func (k *Kernel) paramBytes() int {
	n := 0
	for _, v := range k.fn.Params {
		n += v.Type.Size()
	}
	return n
}

func (k *Kernel) tooManyParams(d *device.Device, n int) error {
	return k.Module.file.ErrorAt(k.fn.Pos, "kernel %q has %d bytes of parameters, %s allows %d: pass a pointer to what is large, or declare it __constant__",
		k.Name, n, d.Name, d.MaxParamBytes)
}

func signature(params []Param) string {
	var s []string
	for _, p := range params {
		s = append(s, p.String())
	}
	return strings.Join(s, ", ")
}

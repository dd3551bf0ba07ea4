package gpumodel

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/spelling"
)

// Variables are the __device__ and __constant__ variables of a module in device
// memory: they keep their values from one launch to the next.
type Variables struct {
	arrays []*Array // in the order of cuda.File.Globals
	images []ir.Var
	apart  bool // some hold addresses of others
}

// Arrays are the variables as arrays, in the order of the module's text.
func (v *Variables) Arrays() []*Array { return v.arrays }

// Variables are those that launches of the module's kernels use by themselves.
// The host reads and sets them as arrays. Every device sees the same ones, like
// the arrays of a session.
func (m *Module) Variables() (*Variables, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.variables != nil {
		return m.variables, nil
	}
	v, err := m.NewVariables()
	m.variables = v
	return v, err
}

// NewVariables returns further ones, with their initial values.
func (m *Module) NewVariables() (*Variables, error) {
	images, err := ir.Globals(m.file)
	if err != nil {
		return nil, err
	}
	v := &Variables{images: images}
	usual := &memory.Global{}
	for i, g := range m.file.Globals {
		t, shape := elements(g.Type)
		a := &Array{DType: t, Shape: shape, buf: memory.NewBuffer(images[i].Size, func(offset int, page []byte) {
			if offset < len(images[i].Init) {
				copy(page, images[i].Init[offset:])
			}
		})}
		a.buf.Name = g.Name
		v.arrays = append(v.arrays, a)
		v.apart = v.apart || len(images[i].Relocations) > 0
		a.buf.Base = usual.Reserve(a.buf.Size)
	}
	v.Relocate()
	return v, nil
}

// Relocate gives the variables that begin with the address of another one that address, after who has a place of their own for them has
// mapped them, and before anything reads them. Before it they have the addresses of a launch from a cell: there the variables of a
// module with such ones come before all arrays, so that each launch has them in the same place.
func (v *Variables) Relocate() {
	for _, g := range v.images {
		for _, r := range g.Relocations {
			memory.PutWord(g.Init[r.Offset:], 8, v.arrays[r.Of].buf.Base+uint64(r.Addend))
		}
	}
}

// Symbol returns the variable of a name as an array: a number has one element, a
// vector type one more axis, and any other struct is bytes. The error of an
// unknown name lists the variables.
func (m *Module) Symbol(name string) (*Array, error) {
	vars, err := m.Variables()
	if err != nil {
		return nil, err
	}
	names := m.SymbolNames()
	if slices.Contains(names, name) {
		return vars.arrays[slices.IndexFunc(m.file.Globals, func(g *cuda.Var) bool { return g.Name == name })], nil
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no __device__ or __constant__ variables", m.Name)
	}
	if near := spelling.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("%s has no variable %q (did you mean %q?)", m.Name, name, near)
	}
	return nil, fmt.Errorf("%s has no variable %q (variables: %s)", m.Name, name, strings.Join(names, ", "))
}

// SymbolNames are the names of the __device__ and __constant__ variables.
func (m *Module) SymbolNames() []string {
	var names []string
	for _, g := range m.file.Globals {
		if !g.Library() {
			names = append(names, g.Name)
		}
	}
	return names
}

// Symbols describes the __device__ and __constant__ variables as C declares them.
func (m *Module) Symbols() []string {
	var list []string
	for _, g := range m.file.Globals {
		if g.Library() {
			continue
		}
		space := "__device__"
		if g.Storage == cuda.Constant {
			space = "__constant__"
		}
		elem, dims, array := strings.Cut(g.Type.String(), "[")
		if array {
			dims = "[" + dims
		}
		list = append(list, fmt.Sprintf("%s %s %s%s", space, elem, g.Name, dims))
	}
	return list
}

// elements is the type and the shape of an array that holds a C type.
func elements(t *cuda.Type) (DType, []int) {
	var shape []int
	for ; t.Kind == cuda.Array; t = t.Elem {
		shape = append(shape, t.Len)
	}
	size := t.Size()
	if t.Kind == cuda.Struct && len(t.Fields) == 0 {
		return UInt8, append(shape, size)
	}
	if t.Kind == cuda.Struct {
		first := t.Fields[0].Type
		same := func(f cuda.Field) bool { return cuda.Same(f.Type, first) }
		d, ok := dtypeOf[first.Kind]
		if n := len(t.Fields); ok && size == n*first.Size() && slices.IndexFunc(t.Fields, func(f cuda.Field) bool { return !same(f) }) < 0 {
			return d, append(shape, n)
		}
		return UInt8, append(shape, size)
	}
	if len(shape) == 0 {
		shape = []int{1}
	}
	if d, ok := dtypeOf[t.Kind]; ok {
		return d, shape
	}
	return UInt64, shape // a pointer
}

// DTypeOf is the element type of an arithmetic type of C; ok is false for other types.
func DTypeOf(k cuda.Kind) (t DType, ok bool) {
	t, ok = dtypeOf[k]
	return t, ok
}

// dtypeOf are the element types of C's arithmetic types.
var dtypeOf = map[cuda.Kind]DType{
	cuda.Bool: UInt8, cuda.Char: Int8, cuda.UChar: UInt8, cuda.Short: Int16, cuda.UShort: UInt16, cuda.Int: Int32, cuda.UInt: UInt32,
	cuda.Long: Int64, cuda.ULong: UInt64, cuda.LongLong: Int64, cuda.ULongLong: UInt64, cuda.Float: Float32, cuda.Double: Float64, cuda.Half: Float16,
}

// UsedVariables are those that the launch uses.
func (l *Launch) UsedVariables() (*Variables, error) {
	if l.Variables != nil {
		return l.Variables, nil
	}
	return l.Kernel.Module.Variables()
}

// variables maps the launch's variables behind its arrays and returns their
// addresses. A sampled launch, which runs a part of the blocks, works on a copy
// of those that the kernel writes: the next launch finds the values of before.
func (l *Launch) variables(program *isa.Program, global *memory.Global) ([]uint64, error) {
	if len(program.Globals) == 0 {
		return nil, nil
	}
	vars, err := l.UsedVariables()
	if err != nil {
		return nil, err
	}
	var addresses []uint64
	for i, g := range program.Globals {
		if i == len(vars.arrays) { // the barrier of the grid
			addresses = append(addresses, global.Map(memory.NewBuffer(g.Size, nil)))
			break
		}
		a := vars.arrays[i]
		buf := a.buf
		if g.Written {
			partial := ""
			if !l.InFull() {
				partial, buf = l.partly(), buf.Snapshot()
			}
			if !l.Experiment.Probe {
				a.partial = partial
			}
		}
		addresses = append(addresses, global.Map(buf))
	}
	return addresses, nil
}

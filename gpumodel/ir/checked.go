package ir

import (
	"slices"

	"warpbook.dev/gpumodel/cuda"
)

// A kernel that is compiled to find its faults does what its text says: no load is
// dropped, joined with another one or moved, no division is computed that C would not
// compute, loops stay loops, and a variable that is declared without a value is in
// memory, where it is known whether it was set.

// checkedPasses are the optimisations that hide no fault and change no result.
var checkedPasses = []pass{
	{"number", number},
	{"merge blocks", mergeBlocks},
	{"name objects", nameObjects},
	{"place generics", placeGenerics},
	{"fuse", fuse},
	{"split edges", splitEdges},
}

func keepFaults(f *Func) {
	for _, p := range checkedPasses {
		f.poll()
		p.run(f)
	}
}

// An Object is the variable, or the array behind a parameter, that an address was computed
// from: an access elsewhere is out of bounds, though it may meet another array.
type Object struct {
	Var
	Param int // number of the parameter, or -1
	// Global is the number of a __device__ or __constant__ variable, or -1.
	Global int
	// Dynamic says that it is the extern array in shared memory, which ends where the
	// launch says.
	Dynamic bool
}

// nameObjects notes what accesses are of, where their address comes from one variable or parameter.
//
// The checker compares each address with the object's bounds. Without an object it can only ask whether
// the address lies in any allocation.
func nameObjects(f *Func) {
	objects := map[*Value]*Object{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !v.Op.Accesses() {
				continue
			}
			root := rootOf(v.Args[0])
			if root == nil {
				continue
			}
			if objects[root] == nil {
				objects[root] = f.object(root)
			}
			v.Object = objects[root]
		}
	}
}

// object is what begins at a leaf.
func (f *Func) object(leaf *Value) *Object {
	o := &Object{Param: -1, Global: -1}
	var vars []Var
	switch leaf.Op {
	case ParamValue:
		p := f.Params[leaf.Imm]
		o.Var, o.Param = Var{Name: p.Name, Space: Global, Elem: p.ElemSize}, int(leaf.Imm)
		return o
	case GlobalAddr:
		o.Var, o.Global = f.Globals[leaf.Imm], int(leaf.Imm)
		return o
	case SharedAddr:
		vars = f.Shared
	case LocalAddr:
		vars = f.Locals
	}
	for _, v := range vars {
		if v.Offset == int(leaf.Imm) && v.Size > 0 {
			o.Var = v
			return o
		}
	}
	o.Var, o.Dynamic = f.dynamic, true
	return o
}

// mayBeUnset is true for types whose values may live anywhere: a pointer keeps to registers,
// where it is known what it points into.
func mayBeUnset(t *cuda.Type) bool {
	switch t.Kind {
	case cuda.Pointer, cuda.Texture:
		return false
	case cuda.Array:
		return t.Len <= 0 || mayBeUnset(t.Elem)
	case cuda.Struct:
		if len(t.Bits) > 0 { // a bit is set by reading the word around it
			return false
		}
		return !slices.ContainsFunc(t.Fields, func(f cuda.Field) bool { return !mayBeUnset(f.Type) })
	}
	return true
}

// divides is true for an expression with an integer division.
func divides(e cuda.Expr) bool {
	found := false
	walk(e, func(n any) bool {
		if x, ok := n.(*cuda.Binary); ok && (x.Op == "/" || x.Op == "%") && !x.T().IsFloat() {
			found = true
		}
		return !found
	})
	return found
}

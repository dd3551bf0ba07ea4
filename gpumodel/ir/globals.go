package ir

import "warpbook.dev/gpumodel/cuda"

// Globals are the __device__ and __constant__ variables of a file, laid out per
// space, with the images of their initialisers.
//
// The layout does not depend on a kernel, so that all kernels of a file agree on the addresses.
func Globals(file *cuda.File) (vars []Var, err error) {
	defer caught(&err)
	b := newBuilder(file, &cuda.Func{Name: file.Name}, Target{PointerBits: 64}, &findings{})
	b.layoutGlobals()
	return b.f.Globals, nil
}

// HeapName is the variable that holds what malloc and new of the device return.
const HeapName = cuda.HeapName

// layoutGlobals places the variables of the file.
func (b *builder) layoutGlobals() {
	used := map[Space]int{}
	for i, v := range b.file.Globals {
		space := Global
		if v.Storage == cuda.Constant && !b.ofHost() {
			space = Const
		}
		offset := alignUp(used[space], max(v.Type.Alignment(), 4))
		used[space] = offset + v.Type.Size()
		b.globals[v] = uint64(i)
		g := newVar(v, offset, space)
		g.Line = 0
		b.f.Globals = append(b.f.Globals, g)
	}
	// Each variable has its number: an initialiser may have the address of any. What they compute is no part of the function.
	images := newBuilder(b.file, &cuda.Func{Name: b.file.Name}, b.target, newFindings(nil))
	images.globals = b.globals
	for i, v := range b.file.Globals {
		if v.Init != nil {
			b.f.Globals[i].Init, b.f.Globals[i].Relocations = images.imageOf(v)
		}
	}
	images.checkCircles(b.f.Globals)
}

// gridBarrier is the address of the word at which the blocks of the grid meet. It is no variable of the file:
// each launch has its own. The kernel is marked as one whose blocks have to be resident together.
func (b *builder) gridBarrier() *Value {
	if !b.f.Cooperative {
		b.f.Cooperative = true
		b.f.Globals = append(b.f.Globals, Var{Name: "the barrier of the grid", Size: 4, Elem: 4, Space: Global})
	}
	return b.f.leaf(GlobalAddr, b.target.addressType(Global), uint64(len(b.f.Globals)-1), Global)
}

// markWritten notes which variables of the file the kernel may write: an address
// of unknown origin may be that of any of them.
//
// The host copies only the written ones back after a launch.
func markWritten(f *Func) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !v.Op.Writes() || v.Space == Shared || v.Space == Local {
				continue
			}
			root := rootOf(v.Args[0])
			for i := range f.Globals {
				if g := &f.Globals[i]; g.Space == Global && (root == nil || root.Op == GlobalAddr && root.Imm == uint64(i)) {
					g.Written = true
				}
			}
		}
	}
}

package ir

import (
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// What one kernel may take to compile. The time of some passes grows with the square of what they are
// given, and so does the memory of register assignment. nvcc takes minutes for such kernels too.
const (
	maxValues   = 1 << 16 // values of a kernel, all functions and copies of loops written out
	maxElements = 1 << 14 // scalars of a struct or an array that is copied or initialised as a whole
)

// checkSize ends the build of a kernel that has grown too large, with the loop that is being unrolled,
// if there is one. A loop that is unrolled whole is left a loop in the next attempt.
func (b *builder) checkSize(pos token.Pos) {
	if b.f.nextID <= maxValues {
		return
	}
	for _, l := range b.copied {
		if l.whole { // it stays a loop then, as one does that is too large by itself
			b.known.rolled[l.loop] = true
			b.again()
		}
	}
	b.fail(pos, "here the kernel has grown to more than the %d values that the model compiles: do the same work in a loop, or in several kernels", maxValues)
}

// checkCopies ends the build if a pragma asks for so many copies of a loop that the kernel grows too large.
func (f *Func) checkCopies(l *loop, copies int) {
	if f.nextID+f.loopSize(l).all*copies > maxValues {
		panic(buildError{f.file.ErrorAt(token.Pos{Line: l.Header.Line, Col: l.Header.Col},
			"unrolling this loop %d times makes the kernel larger than the %d values that the model compiles: "+
				"unroll it less often (#pragma unroll 4), or not at all (#pragma unroll 1)", copies, maxValues)})
	}
}

// A copiedLoop is a loop that is being written out.
type copiedLoop struct {
	loop  *cuda.For
	whole bool // that is all its iterations
}

// copies notes that a loop is being written out, while body runs.
func (b *builder) copies(s *cuda.For, times int, whole bool, body func()) {
	if times < 2 {
		body()
		return
	}
	b.copied = append(b.copied, copiedLoop{s, whole})
	body()
	b.copied = b.copied[:len(b.copied)-1]
}

// elements are the scalars of t, of which there must not be too many.
func (b *builder) elements(t *cuda.Type) []scalarField {
	b.checkElements(t)
	return scalars(t)
}

// checkElements ends the build if t has too many scalars: each becomes an instruction.
func (b *builder) checkElements(t *cuda.Type) {
	if n := scalarCount(t); n > maxElements {
		b.fail(token.Pos{Line: b.line, Col: b.col}, "%s has %d elements: the model copies or initialises at most %d at once; do it element by element, in a loop",
			t, n, maxElements)
	}
}

// firstScalar is the first of the scalars of t, nil if there are none.
func firstScalar(t *cuda.Type) *cuda.Type {
	switch t.Kind {
	case cuda.Void:
		return nil
	case cuda.Array:
		if t.Len <= 0 {
			return nil
		}
		return firstScalar(t.Elem)
	case cuda.Struct:
		for i := range t.Fields {
			if s := firstScalar(t.Fields[i].Type); s != nil {
				return s
			}
		}
		return nil
	}
	return t
}

// Size is the number of values of the function.
func (f *Func) Size() (n int) {
	for _, b := range f.Blocks {
		n += len(b.Values)
	}
	return n
}

// Package ndarray works on arrays as NumPy does: views with strides, broadcasting, types
// of results, references in float64, and how an array is written. It knows nothing of
// cells; kernel/lib/array makes values of the cell language of it.
//
// [View] is the place to begin: a part of an array in the memory of the modelled GPU.
// Offsets and strides count elements. A place is the index of an element in that memory.
// Errors are an [Error] under Python's name, or the context's.
package ndarray

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
)

// A View is an array, or a part of one that shares its elements: a[i], a.T, a[i:j].
type View struct {
	Data    *gpumodel.Array
	Offset  int
	Shape   []int
	Strides []int
}

// An Error is one that Python names.
type Error struct{ name, msg string }

func (e *Error) Error() string { return e.msg }

// ErrorName is Python's name of the error.
func (e *Error) ErrorName() string { return e.name }

func errorf(name, format string, args ...any) error {
	return &Error{name, fmt.Sprintf(format, args...)}
}

func valueErrorf(format string, args ...any) error { return errorf("ValueError", format, args...) }

// Of is all of an array.
func Of(data *gpumodel.Array) View {
	return View{Data: data, Shape: data.Shape, Strides: rowMajor(data.Shape)}
}

// Zeros is a new array.
func Zeros(t gpumodel.DType, shape []int) (View, error) {
	data, err := gpumodel.NewArray(t, shape...)
	if err != nil {
		return View{}, valueErrorf("%v", err)
	}
	return Of(data), nil
}

func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	step := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = step
		step *= shape[i]
	}
	return strides
}

func product(shape []int) int {
	n := 1
	for _, k := range shape {
		n *= k
	}
	return n
}

// Size is the number of elements.
func (a View) Size() int { return product(a.Shape) }

// Whole reports whether a is all of its memory, in order: what a kernel can be given.
func (a View) Whole() bool { return a.Size() == a.Data.Len() && a.contiguous() }

// Contiguous reports whether the elements stand one behind the other in memory.
func (a View) Contiguous() bool { return a.contiguous() }

func (a View) contiguous() bool { return slices.Equal(a.Strides, rowMajor(a.Shape)) }

// Readable returns an error if a sampled launch left the array incomplete.
func (a View) Readable() error {
	if err := a.Data.Readable(); err != nil {
		return errorf("RuntimeError", "%v", err)
	}
	return nil
}

// Equal reports whether a and b are the same elements in the same order.
func (a View) Equal(b View) bool {
	return a.Data == b.Data && a.Offset == b.Offset && slices.Equal(a.Shape, b.Shape) && slices.Equal(a.Strides, b.Strides)
}

// Place is where element i in row-major order is in memory.
func (a View) Place(i int) int {
	if a.contiguous() {
		return a.Offset + i
	}
	place := a.Offset
	for axis := len(a.Shape) - 1; axis >= 0; axis-- {
		place += i % a.Shape[axis] * a.Strides[axis]
		i /= a.Shape[axis]
	}
	return place
}

// HostLimit is how many elements the host works on at once. Larger arrays are
// for kernels; the session's memory is not.
const HostLimit = 1 << 26

// Each calls f with the place of every element, in row-major order.
func (a View) Each(ctx context.Context, f func(i, place int) error) error {
	n := a.Size()
	if n > HostLimit {
		return errorf("MemoryError", "an array of %d elements is too large to go through element by element; %d is the limit", n, HostLimit)
	}
	ordered := a.contiguous()
	for i := range n {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		place := a.Offset + i
		if !ordered {
			place = a.Place(i)
		}
		if err := f(i, place); err != nil {
			return err
		}
	}
	return nil
}

// Values are all elements in row-major order.
func (a View) Values(ctx context.Context) ([]float64, error) {
	if err := a.Readable(); err != nil {
		return nil, err
	}
	xs := make([]float64, 0, min(a.Size(), HostLimit))
	err := a.Each(ctx, func(_, place int) error {
		xs = append(xs, a.Data.At(place))
		return nil
	})
	return xs, err
}

// Row is a[i] of an array that has axes.
func (a View) Row(i int) View {
	return View{a.Data, a.Offset + i*a.Strides[0], a.Shape[1:], a.Strides[1:]}
}

// Section is a[start:end:step].
func (a View) Section(start, end, step int) View {
	sign := 1
	if step < 0 {
		sign = -1
	}
	shape, strides := slices.Clone(a.Shape), slices.Clone(a.Strides)
	shape[0], strides[0] = max(0, (end-start+step-sign)/step), a.Strides[0]*step
	return View{a.Data, a.Offset + start*a.Strides[0], shape, strides}
}

// Transposed is a view with the axes in reverse order.
func (a View) Transposed() View {
	t := View{a.Data, a.Offset, slices.Clone(a.Shape), slices.Clone(a.Strides)}
	slices.Reverse(t.Shape)
	slices.Reverse(t.Strides)
	return t
}

// Converted copies the elements to a new array; floats become whole towards zero, as in C.
func (a View) Converted(ctx context.Context, t gpumodel.DType) (View, error) {
	if err := a.Readable(); err != nil {
		return View{}, err
	}
	to, err := Zeros(t, slices.Clone(a.Shape))
	if err != nil {
		return View{}, err
	}
	exact := !t.Float() && !a.Data.DType.Float()
	err = a.Each(ctx, func(i, place int) error {
		if exact {
			to.Data.SetInt(i, a.Data.Int(place))
		} else {
			to.Data.Set(i, a.Data.At(place))
		}
		return nil
	})
	return to, err
}

// Reshaped has the same elements, or a copy where strides do not allow that, under another
// shape, in which one -1 follows from the others.
func (a View) Reshaped(ctx context.Context, shape []int) (View, error) {
	shape = slices.Clone(shape)
	if i := slices.Index(shape, -1); i >= 0 {
		if others := -product(shape); others > 0 {
			shape[i] = a.Size() / others
		}
	}
	if slices.ContainsFunc(shape, func(n int) bool { return n < 0 }) || product(shape) != a.Size() {
		return View{}, valueErrorf("cannot reshape an array of %d elements to %s", a.Size(), ShapeText(shape))
	}
	from := a
	if !a.contiguous() {
		var err error
		if from, err = a.Converted(ctx, a.Data.DType); err != nil {
			return View{}, err
		}
	}
	return View{from.Data, from.Offset, shape, rowMajor(shape)}, nil
}

// ShapeText is a shape as NumPy writes it.
func ShapeText(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ") + ")"
}

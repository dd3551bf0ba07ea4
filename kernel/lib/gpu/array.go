package gpu

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/cell"
)

// An Array is an array in device memory, or a view of one: a[i], a.T and a[i:j]
// share their elements with a, as in NumPy. Offset and strides count elements.
type Array struct {
	data    *gpumodel.Array
	offset  int
	shape   []int
	strides []int
	session *cell.Session // that may be interrupted; nil before a cell has it
}

// ctx is cancelled when the user interrupts the cell that runs. Operators are given none.
func (a *Array) ctx() context.Context {
	if a.session == nil {
		return context.Background()
	}
	return a.session.Context()
}

// newArray returns a value for a whole array.
func newArray(data *gpumodel.Array) *Array {
	return &Array{data: data, shape: data.Shape, strides: rowMajor(data.Shape)}
}

// zeros returns a new array.
func zeros(t gpumodel.DType, shape []int) (*Array, error) {
	data, err := gpumodel.NewArray(t, shape...)
	if err != nil {
		return nil, valueErrorf("%v", err)
	}
	return newArray(data), nil
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

func (*Array) Type() string            { return "array" }
func (*Array) Freeze()                 {}
func (a *Array) Truth() starlark.Bool  { return a.size() > 0 }
func (a *Array) Hash() (uint32, error) { return unhashable(a) }

// size is the number of elements.
func (a *Array) size() int { return product(a.shape) }

// whole reports whether a is all of its memory, in order: what a kernel can be given.
func (a *Array) whole() bool { return a.size() == a.data.Len() && a.contiguous() }

func (a *Array) contiguous() bool { return slices.Equal(a.strides, rowMajor(a.shape)) }

// readable returns an error if a sampled launch left the array incomplete.
func (a *Array) readable() error {
	if err := a.data.Readable(); err != nil {
		return runtimeErrorf("%v", err)
	}
	return nil
}

// at is the place in memory of element i in row-major order.
func (a *Array) at(i int) int {
	if a.contiguous() {
		return a.offset + i
	}
	place := a.offset
	for axis := len(a.shape) - 1; axis >= 0; axis-- {
		place += i % a.shape[axis] * a.strides[axis]
		i /= a.shape[axis]
	}
	return place
}

// hostLimit is how many elements the host works on at once. Larger arrays are
// for kernels; the session's memory is not.
const hostLimit = 1 << 26

// elements calls f with the place in memory of every element, in row-major order.
func (a *Array) elements(ctx context.Context, f func(i, place int) error) error {
	n := a.size()
	if n > hostLimit {
		return &fault{"MemoryError", fmt.Sprintf("an array of %d elements is too large to go through element by element; %d is the limit", n, hostLimit)}
	}
	ordered := a.contiguous()
	for i := range n {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		place := a.offset + i
		if !ordered {
			place = a.at(i)
		}
		if err := f(i, place); err != nil {
			return err
		}
	}
	return nil
}

// floats are all elements in row-major order.
func (a *Array) floats(ctx context.Context) ([]float64, error) {
	if err := a.readable(); err != nil {
		return nil, err
	}
	xs := make([]float64, 0, min(a.size(), hostLimit))
	err := a.elements(ctx, func(_, place int) error {
		xs = append(xs, a.data.At(place))
		return nil
	})
	return xs, err
}

// Floats are the elements of an array with one axis.
func (a *Array) Floats() ([]float64, error) {
	if len(a.shape) != 1 {
		return nil, valueErrorf("want a list of numbers or an array with one axis, got one of shape %s", shapeText(a.shape))
	}
	return a.floats(a.ctx())
}

// element is the value at a place in memory.
func (a *Array) element(place int) starlark.Value {
	switch t := a.data.DType; {
	case t.Float():
		return starlark.Float(a.data.At(place))
	case t == gpumodel.UInt64:
		return starlark.MakeUint64(uint64(a.data.Int(place)))
	}
	return starlark.MakeInt64(a.data.Int(place))
}

// store writes a value at a place in memory.
func (a *Array) store(place int, v starlark.Value) error {
	switch x := v.(type) {
	case starlark.Bool:
		v = starlark.MakeInt(map[bool]int{true: 1}[bool(x)])
	case starlark.Float:
		if a.data.DType.Float() {
			a.data.Set(place, float64(x))
			return nil
		}
		n, err := starlark.NumberToInt(x)
		if err != nil || starlark.Float(n.Float()) != x {
			return valueErrorf("%v is not a whole number; an array of %v holds only these (write int(x))", v, a.data.DType)
		}
		v = n
	case starlark.Int:
	default:
		return typeErrorf("an array of %v holds numbers, got %s", a.data.DType, describe(v))
	}
	n := v.(starlark.Int)
	if a.data.DType.Float() {
		a.data.Set(place, float64(n.Float()))
		return nil
	}
	bits, err := intBits(n, a.data.DType)
	if err != nil {
		return err
	}
	a.data.SetInt(place, bits)
	return nil
}

// intBits checks that n fits an integer type and returns its bits.
func intBits(n starlark.Int, t gpumodel.DType) (int64, error) {
	if i, ok := n.Int64(); ok && t == gpumodel.Int32 && i == int64(int32(i)) {
		return i, nil // the usual case, quickly
	}
	low, high := bounds(t)
	if n.BigInt().Cmp(low) < 0 || n.BigInt().Cmp(high) > 0 {
		return 0, &fault{"OverflowError", fmt.Sprintf("%v is out of range for %v: %v to %v", n, t, low, high)}
	}
	if u, ok := n.Uint64(); ok {
		return int64(u), nil
	}
	i, _ := n.Int64()
	return i, nil
}

// lookup is the part of a at index k: an int, a slice, or a tuple of them for the
// leading axes. It is a view.
func (a *Array) lookup(k starlark.Value) (*Array, error) {
	keys, ok := k.(starlark.Tuple)
	if !ok {
		keys = starlark.Tuple{k}
	}
	if len(keys) > len(a.shape) {
		return nil, indexErrorf("%d indices for an array of shape %s", len(keys), shapeText(a.shape))
	}
	v := &Array{data: a.data, offset: a.offset, session: a.session}
	for axis, key := range keys {
		if err := v.take(a, axis, key); err != nil {
			return nil, err
		}
	}
	v.shape, v.strides = append(v.shape, a.shape[len(keys):]...), append(v.strides, a.strides[len(keys):]...)
	return v, nil
}

// take adds to v what key takes of an axis of a.
func (v *Array) take(a *Array, axis int, key starlark.Value) error {
	n := a.shape[axis]
	if s, ok := key.(*cell.Slice); ok {
		first, step, count, err := s.Indices(n)
		v.offset += first * a.strides[axis]
		v.shape, v.strides = append(v.shape, count), append(v.strides, step*a.strides[axis])
		return err
	}
	i, err := starlark.AsInt32(key)
	switch {
	case err != nil:
		return typeErrorf("an index of an array is a whole number or a slice, got %s", describe(key))
	case i < -n || i >= n:
		return indexErrorf("index %d is out of bounds for axis %d of shape %s (%d elements)", i, axis, shapeText(a.shape), n)
	case i < 0:
		i += n
	}
	v.offset += i * a.strides[axis]
	return nil
}

// Get is a[k]: an element, or a view of the rest.
func (a *Array) Get(k starlark.Value) (starlark.Value, bool, error) {
	v, err := a.lookup(k)
	if err != nil {
		return nil, false, err
	}
	if len(v.shape) > 0 {
		return v, true, nil
	}
	if err := a.readable(); err != nil {
		return nil, false, err
	}
	return a.element(v.offset), true, nil
}

// SetKey is a[k] = x: an element, or, with fewer indices, all of the rest.
func (a *Array) SetKey(k, x starlark.Value) error {
	v, err := a.lookup(k)
	if err != nil {
		return err
	}
	if len(v.shape) == 0 {
		return a.store(v.offset, x)
	}
	return v.assign(x)
}

// assign writes a number, or an array or list of the same shape, to every element.
func (a *Array) assign(x starlark.Value) error {
	from, isList, err := arrayOrList(a.ctx(), x)
	if err != nil {
		return err
	}
	if !isList {
		return a.elements(a.ctx(), func(_, place int) error { return a.store(place, x) })
	}
	if !slices.Equal(from.shape, a.shape) {
		return valueErrorf("cannot assign an array of shape %s to one of shape %s", shapeText(from.shape), shapeText(a.shape))
	}
	if err := from.readable(); err != nil {
		return err
	}
	values := make([]starlark.Value, 0, from.size()) // from may overlap a
	if err := from.elements(a.ctx(), func(_, place int) error {
		values = append(values, from.element(place))
		return nil
	}); err != nil {
		return err
	}
	return a.elements(a.ctx(), func(i, place int) error { return a.store(place, values[i]) })
}

// Has is x in a.
func (a *Array) Has(x starlark.Value) (bool, error) {
	want, ok := starlark.AsFloat(x)
	if !ok {
		return false, typeErrorf("x in array: want a number, got %s", describe(x))
	}
	xs, err := a.floats(a.ctx())
	return slices.Contains(xs, want), err
}

// Len is the length of the first axis.
func (a *Array) Len() int {
	if len(a.shape) == 0 {
		return 0
	}
	return a.shape[0]
}

// Index is a[i] for Starlark's own use; i is in range.
func (a *Array) Index(i int) starlark.Value {
	if err := a.data.Readable(); err != nil {
		return notComputed{err}
	}
	v := a.row(i)
	if len(v.shape) == 0 {
		return a.element(v.offset)
	}
	return v
}

// row is the view a[i] of an array that has axes.
func (a *Array) row(i int) *Array {
	return &Array{a.data, a.offset + i*a.strides[0], a.shape[1:], a.strides[1:], a.session}
}

// Slice is a[start:end:step], a view.
func (a *Array) Slice(start, end, step int) starlark.Value {
	n := max(0, (end-start+step-sign(step))/step)
	shape, strides := slices.Clone(a.shape), slices.Clone(a.strides)
	shape[0], strides[0] = n, a.strides[0]*step
	return &Array{a.data, a.offset + start*a.strides[0], shape, strides, a.session}
}

func sign(x int) int {
	if x < 0 {
		return -1
	}
	return 1
}

// Iterate goes over the first axis.
func (a *Array) Iterate() starlark.Iterator { return &arrayIterator{a: a} }

type arrayIterator struct {
	a *Array
	i int
}

func (it *arrayIterator) Next(p *starlark.Value) bool {
	if it.i >= it.a.Len() {
		return false
	}
	*p = it.a.Index(it.i)
	it.i++
	return true
}

func (*arrayIterator) Done() {}

// notComputed is an element of an array that a sampled launch did not compute.
// An iterator cannot fail, so what is done with the element does.
type notComputed struct{ reason error }

func (n notComputed) String() string      { return "<" + n.reason.Error() + ">" }
func (notComputed) Type() string          { return "element that was not computed" }
func (notComputed) Freeze()               {}
func (notComputed) Truth() starlark.Bool  { return false }
func (notComputed) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable") }

// Binary refuses every operator with the reason.
func (n notComputed) Binary(syntaxToken, starlark.Value, starlark.Side) (starlark.Value, error) {
	return nil, runtimeErrorf("%v", n.reason)
}

// shapeText is a shape as NumPy writes it.
func shapeText(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", ", ") + ")"
}

package array

import (
	"context"
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

// An Array is an array in device memory, or a view of one: a[i], a.T and a[i:j]
// share their elements with a, as in NumPy.
type Array struct {
	ndarray.View
	session *cell.Session // for interrupts; nil until a cell has the array
}

// Of returns a view as a value.
func Of(v ndarray.View) *Array { return &Array{View: v} }

// ctx returns a context that is cancelled when the user interrupts the running cell. Starlark gives operators none.
func (a *Array) ctx() context.Context {
	if a.session == nil {
		return context.Background()
	}
	return a.session.Context()
}

// newArray returns a view as a value, or the error.
func newArray(v ndarray.View, err error) (starlark.Value, error) {
	if err != nil {
		return nil, err
	}
	return &Array{View: v}, nil
}

// Enter sets the session whose interrupts end long operations.
func (a *Array) Enter(s *cell.Session) {
	if a.session == nil {
		a.session = s
	}
}

// Described returns a description for messages: "an array of float32".
func (a *Array) Described() string { return fmt.Sprintf("an array of %v", a.Data.DType) }

// part returns a view of a, with the same session.
func (a *Array) part(v ndarray.View) *Array { return &Array{v, a.session} }

func (*Array) Type() string            { return "array" }
func (*Array) Freeze()                 {}
func (a *Array) Truth() starlark.Bool  { return a.Size() > 0 }
func (a *Array) Hash() (uint32, error) { return face.Unhashable(a) }

// Floats returns the elements of an array with one axis.
func (a *Array) Floats() ([]float64, error) {
	if len(a.Shape) != 1 {
		return nil, face.ValueErrorf("want a list of numbers or an array with one axis, got one of shape %s", ndarray.ShapeText(a.Shape))
	}
	return a.Values(a.ctx())
}

// element returns the value at an index in memory.
func (a *Array) element(place int) starlark.Value {
	switch t := a.Data.DType; {
	case t.Float():
		return starlark.Float(a.Data.At(place))
	case t == gpumodel.UInt64:
		return starlark.MakeUint64(uint64(a.Data.Int(place)))
	}
	return starlark.MakeInt64(a.Data.Int(place))
}

// store writes a value at an index in memory.
func (a *Array) store(place int, v starlark.Value) error {
	switch x := v.(type) {
	case starlark.Bool:
		v = starlark.MakeInt(0)
		if x {
			v = starlark.MakeInt(1)
		}
	case starlark.Float:
		if a.Data.DType.Float() {
			a.Data.Set(place, float64(x))
			return nil
		}
		n, err := starlark.NumberToInt(x)
		if err != nil || starlark.Float(n.Float()) != x {
			return face.ValueErrorf("%v is not a whole number; an array of %v holds only these (write int(x))", v, a.Data.DType)
		}
		v = n
	case starlark.Int:
	default:
		return face.TypeErrorf("an array of %v holds numbers, got %s", a.Data.DType, face.Describe(v))
	}
	n := v.(starlark.Int)
	if a.Data.DType.Float() {
		a.Data.Set(place, float64(n.Float()))
		return nil
	}
	bits, err := intBits(n, a.Data.DType)
	if err != nil {
		return err
	}
	a.Data.SetInt(place, bits)
	return nil
}

// intBits checks that n fits an integer type and returns its bits.
func intBits(n starlark.Int, t gpumodel.DType) (int64, error) {
	if i, ok := n.Int64(); ok && t == gpumodel.Int32 && i == int64(int32(i)) {
		return i, nil // the usual case, quickly
	}
	low, high := ndarray.Bounds(t)
	if n.BigInt().Cmp(low) < 0 || n.BigInt().Cmp(high) > 0 {
		return 0, face.Errorf("OverflowError", "%v is out of range for %v: %v to %v", n, t, low, high)
	}
	if u, ok := n.Uint64(); ok {
		return int64(u), nil
	}
	i, _ := n.Int64()
	return i, nil
}

// lookup returns the view of a at index k: an int, a slice, or a tuple of them for the
// leading axes.
func (a *Array) lookup(k starlark.Value) (*Array, error) {
	keys, ok := k.(starlark.Tuple)
	if !ok {
		keys = starlark.Tuple{k}
	}
	if len(keys) > len(a.Shape) {
		return nil, face.IndexErrorf("%d indices for an array of shape %s", len(keys), ndarray.ShapeText(a.Shape))
	}
	v := a.part(ndarray.View{Data: a.Data, Offset: a.Offset})
	for axis, key := range keys {
		if err := v.take(a, axis, key); err != nil {
			return nil, err
		}
	}
	v.Shape, v.Strides = append(v.Shape, a.Shape[len(keys):]...), append(v.Strides, a.Strides[len(keys):]...)
	return v, nil
}

// take adds to view v the part of an axis of a that key selects.
func (v *Array) take(a *Array, axis int, key starlark.Value) error {
	n := a.Shape[axis]
	if s, ok := key.(*cell.Slice); ok {
		first, step, count, err := s.Indices(n)
		v.Offset += first * a.Strides[axis]
		v.Shape, v.Strides = append(v.Shape, count), append(v.Strides, step*a.Strides[axis])
		return err
	}
	i, err := starlark.AsInt32(key)
	switch {
	case err != nil:
		return face.TypeErrorf("an index of an array is a whole number or a slice, got %s", face.Describe(key))
	case i < -n || i >= n:
		return face.IndexErrorf("index %d is out of bounds for axis %d of shape %s (%d elements)", i, axis, ndarray.ShapeText(a.Shape), n)
	case i < 0:
		i += n
	}
	v.Offset += i * a.Strides[axis]
	return nil
}

// Get returns a[k]: an element, or, with fewer indices than axes, a view of the rest.
func (a *Array) Get(k starlark.Value) (starlark.Value, bool, error) {
	v, err := a.lookup(k)
	if err != nil {
		return nil, false, err
	}
	if len(v.Shape) > 0 {
		return v, true, nil
	}
	if err := a.Readable(); err != nil {
		return nil, false, err
	}
	return a.element(v.Offset), true, nil
}

// SetKey executes a[k] = x: it sets an element, or, with fewer indices than axes, all elements of the rest.
func (a *Array) SetKey(k, x starlark.Value) error {
	v, err := a.lookup(k)
	if err != nil {
		return err
	}
	if len(v.Shape) == 0 {
		return a.store(v.Offset, x)
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
		return a.Each(a.ctx(), func(_, place int) error { return a.store(place, x) })
	}
	if !slices.Equal(from.Shape, a.Shape) {
		return face.ValueErrorf("cannot assign an array of shape %s to one of shape %s", ndarray.ShapeText(from.Shape),
			ndarray.ShapeText(a.Shape))
	}
	if err := from.Readable(); err != nil {
		return err
	}
	values := make([]starlark.Value, 0, from.Size()) // from may overlap a
	if err := from.Each(a.ctx(), func(_, place int) error {
		values = append(values, from.element(place))
		return nil
	}); err != nil {
		return err
	}
	return a.Each(a.ctx(), func(i, place int) error { return a.store(place, values[i]) })
}

// Has evaluates x in a.
func (a *Array) Has(x starlark.Value) (bool, error) {
	want, ok := starlark.AsFloat(x)
	if !ok {
		return false, face.TypeErrorf("x in array: want a number, got %s", face.Describe(x))
	}
	xs, err := a.Values(a.ctx())
	return slices.Contains(xs, want), err
}

// Len returns the length of the first axis.
func (a *Array) Len() int {
	if len(a.Shape) == 0 {
		return 0
	}
	return a.Shape[0]
}

// Index returns a[i] for Starlark's own use; i is in range.
func (a *Array) Index(i int) starlark.Value {
	if err := a.Data.Readable(); err != nil {
		return notComputed{err}
	}
	v := a.part(a.Row(i))
	if len(v.Shape) == 0 {
		return a.element(v.Offset)
	}
	return v
}

// Slice returns the view a[start:end:step].
func (a *Array) Slice(start, end, step int) starlark.Value {
	return a.part(a.Section(start, end, step))
}

// Iterate returns an iterator over the first axis.
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
// An iterator cannot fail, so operations on this element do.
type notComputed struct{ reason error }

func (n notComputed) String() string      { return "<" + n.reason.Error() + ">" }
func (notComputed) Type() string          { return "element that was not computed" }
func (notComputed) Freeze()               {}
func (notComputed) Truth() starlark.Bool  { return false }
func (notComputed) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable") }

// Binary returns the reason as the error of every operator.
func (n notComputed) Binary(syntax.Token, starlark.Value, starlark.Side) (starlark.Value, error) {
	return nil, face.RuntimeErrorf("%v", n.reason)
}

// MIMEBundle shows the array as text, and small matrices as a table too.
func (a *Array) MIMEBundle() (data, metadata map[string]any) {
	data = map[string]any{"text/plain": a.String()}
	if table := a.HTML(); table != "" {
		data["text/html"] = table
	}
	return data, map[string]any{}
}

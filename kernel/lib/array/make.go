package array

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
)

// exampleArray is what calls return, for completion.
var example = func() *Array {
	v, err := ndarray.Zeros(gpumodel.Float32, []int{1})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return &Array{View: v}
}()

var _ = registry.Declare(row{
	Name: "zeros", Page: "arrays.md", Func: filled(0),
	Returns: example,
	Doc: `zeros(shape, dtype="float32")
Makes an array of zeros in the memory of the GPU.

shape (int or tuple of ints): the number of elements along each axis
dtype (string, "float32"): the type of the elements: "float16", "float32", "float64", "int8",
  "int16", "int32", "int64", "uint8", "uint16", "uint32" or "uint64"

Returns the array.

    a = zeros((512, 512))
    counts = zeros(256, dtype="int32")`,
})

var _ = registry.Declare(row{
	Name: "ones", Page: "arrays.md", Func: filled(1),
	Returns: example,
	Doc: `ones(shape, dtype="float32")
Makes an array of ones.

shape (int or tuple of ints): the number of elements along each axis
dtype (string, "float32"): the type of the elements, see ?zeros

Returns the array.

    a = ones((512, 512))`,
})

var _ = registry.Declare(row{
	Name: "full", Page: "arrays.md", Func: full,
	Returns: example,
	Doc: `full(shape, value, dtype="float32")
Makes an array. All its elements have the same value.

shape (int or tuple of ints): the number of elements along each axis
value (number): the value of every element
dtype (string, "float32"): the type of the elements, see ?zeros

Returns the array.

    a = full((512, 512), 3.5)`,
})

var _ = registry.Declare(row{
	Name: "arange", Page: "arrays.md", Func: arange,
	Returns: example,
	Doc: `arange(start, stop=None, step=1, dtype=None)
Makes an array of evenly spaced numbers.

start (number): the first number. With one argument, arange(n) begins at 0 and ends before n.
stop (number, None): the end; the array does not include it.
step (number, 1): the difference between neighbours, not 0
dtype (string, None): the type of the elements, see ?zeros. The default is "int32" if all arguments are ints
  ("int64" if the elements need it), otherwise "float32".

Returns the array, which has one axis.

    arange(1024, dtype="float32")
    arange(0, 1, 0.25)`,
})

var _ = registry.Declare(row{
	Name: "array", Page: "arrays.md", Func: array,
	Returns: example,
	Doc: `array(values, dtype=None)
Makes an array from a list, or copies an array.

values (list, list of lists or array): the elements. A list of lists makes an array with two axes, and so on.
  All inner lists must have the same length.
dtype (string, None): the type of the elements, see ?zeros. For a list, the default is "int32" if all elements
  are ints ("int64" if one needs it), otherwise "float32". For an array, the default is its own type.

Returns the new array.

    array([[1, 2], [3, 4]], dtype="float32")`,
})

var _ = registry.Declare(row{
	Name: "rand", Page: "arrays.md", Func: rand,
	Returns: example,
	Doc: `rand(shape, seed=0, dtype="float32")
Makes an array of random numbers. They are uniformly distributed from 0 (included) to 1 (not included).

shape (int or tuple of ints): the number of elements along each axis
seed (int, 0): the seed of the random numbers. The same seed gives the same numbers on every machine.
dtype (string, "float32"): the type of the elements: "float16", "float32" or "float64"

Returns the array.

    a = rand((512, 512), seed=1)`,
})

// typesOfC are the element types that a type of C, or the function of Python that has its name, stands for.
var typesOfC = map[string]string{"float": "float32", "double": "float64", "int": "int32", "bool": "uint8"}

// dtypeOf reads dtype=.
func dtypeOf(v starlark.Value, dflt gpumodel.DType) (gpumodel.DType, error) {
	if v == nil || v == starlark.None {
		return dflt, nil
	}
	name, ok := starlark.AsString(v)
	if !ok {
		hint := ""
		switch v := v.(type) {
		case starlark.Int:
			hint = " (a shape of several axes is one tuple, as in zeros((3, 4)))"
		case *starlark.Builtin:
			if t := typesOfC[v.Name()]; t != "" {
				hint = fmt.Sprintf(" (write dtype=%q)", t)
			}
		}
		return 0, face.TypeErrorf("dtype: want a name such as \"float32\", got %s%s", face.Describe(v), hint)
	}
	if t := typesOfC[name]; t != "" {
		return 0, face.ValueErrorf("dtype %q: write %q", name, t)
	}
	t, err := gpumodel.ParseDType(name)
	if err != nil {
		return 0, face.ValueErrorf("%v", err)
	}
	return t, nil
}

const maxDims = 8

// lazily makes an array whose elements are computed when they are first touched.
func lazily(shape, dtype starlark.Value, at func(t gpumodel.DType) (func(i int) float64, error)) (starlark.Value, error) {
	dimensions, err := face.Ints("shape", shape, maxDims)
	if err != nil {
		return nil, err
	}
	t, err := dtypeOf(dtype, gpumodel.Float32)
	if err != nil {
		return nil, err
	}
	f, err := at(t)
	if err != nil {
		return nil, err
	}
	return newArray(ndarray.Computed(t, dimensions, f))
}

func filled(x float64) face.Function {
	return func(c face.Call) (starlark.Value, error) {
		var shape, dtype starlark.Value
		if err := c.Unpack("shape", &shape, "dtype??", &dtype); err != nil {
			return nil, err
		}
		return lazily(shape, dtype, func(gpumodel.DType) (func(int) float64, error) {
			if x == 0 {
				return nil, nil
			}
			return func(int) float64 { return x }, nil
		})
	}
}

func full(c face.Call) (starlark.Value, error) {
	var shape, value, dtype starlark.Value
	if err := c.Unpack("shape", &shape, "value", &value, "dtype??", &dtype); err != nil {
		return nil, err
	}
	return lazily(shape, dtype, func(t gpumodel.DType) (func(int) float64, error) {
		v, err := ndarray.Zeros(t, []int{1})
		if err != nil {
			return nil, err
		}
		one := &Array{View: v}
		if err := one.store(0, value); err != nil {
			return nil, err
		}
		x := one.Data.At(0)
		return func(int) float64 { return x }, nil
	})
}

func arange(c face.Call) (starlark.Value, error) {
	var start, stop, dtype starlark.Value
	step := starlark.Value(starlark.MakeInt(1))
	if err := c.Unpack("start", &start, "stop??", &stop, "step??", &step, "dtype??", &dtype); err != nil {
		return nil, err
	}
	if stop == nil {
		start, stop = starlark.MakeInt(0), start
	}
	whole := gpumodel.Int32
	var x [3]float64
	for i, v := range []starlark.Value{start, stop, step} {
		var ok bool
		if x[i], ok = starlark.AsFloat(v); !ok || math.IsNaN(x[i]) || math.IsInf(x[i], 0) {
			return nil, face.TypeErrorf("arange: want numbers, got %s", face.Describe(v))
		}
		if _, isInt := v.(starlark.Int); !isInt {
			whole = gpumodel.Float32
		}
	}
	r := ndarray.Range{Start: x[0], Stop: x[1], Step: x[2]}
	n, err := r.Len()
	if err != nil {
		return nil, err
	}
	t, err := dtypeOf(dtype, whole)
	if err != nil {
		return nil, err
	}
	if t == gpumodel.Int32 && dtype == nil && !r.Fits(n) {
		t = gpumodel.Int64
	}
	return newArray(ndarray.Computed(t, []int{n}, r.At))
}

func rand(c face.Call) (starlark.Value, error) {
	var shape, dtype starlark.Value
	var seed int64
	if err := c.Unpack("shape", &shape, "seed?", &seed, "dtype??", &dtype); err != nil {
		return nil, err
	}
	if _, number := shape.(starlark.Int); number && len(c.Args) > 1 { // NumPy's random.rand(10, 10) has this shape
		c.Run().Print(fmt.Sprintf("rand(%[1]v, %[2]d) has %[1]v elements, and %[2]d is the seed: write rand((%[1]v, %[2]d)) for this shape, or seed=%[2]d\n",
			shape, seed))
	}
	return lazily(shape, dtype, func(t gpumodel.DType) (func(int) float64, error) {
		if !t.Float() {
			return nil, face.ValueErrorf("rand: the numbers lie between 0 and 1, dtype is float16, float32 or float64, not %v", t)
		}
		return ndarray.Random(t, seed), nil
	})
}

func array(c face.Call) (starlark.Value, error) {
	var values, dtype starlark.Value
	if err := c.Unpack("values", &values, "dtype??", &dtype); err != nil {
		return nil, err
	}
	if a, ok := values.(*Array); ok {
		t, err := dtypeOf(dtype, a.Data.DType)
		if err != nil {
			return nil, err
		}
		return a.convert(c.Ctx(), t)
	}
	n := nesting{ctx: c.Ctx()}
	if err := n.read(values, 0); err != nil {
		return nil, err
	}
	t, err := dtypeOf(dtype, n.dtype())
	if err != nil {
		return nil, err
	}
	return n.array(t)
}

// A nesting is a list of lists on its way to an array.
type nesting struct {
	ctx    context.Context
	shape  []int
	values []starlark.Value
}

// read adds v, which stands below depth lists.
func (n *nesting) read(v starlark.Value, depth int) error {
	list, ok := v.(starlark.Iterable)
	if !ok {
		switch v.(type) {
		case starlark.Int, starlark.Float, starlark.Bool:
		default:
			return face.TypeErrorf("array: want numbers, got %s", face.Describe(v))
		}
		if depth != len(n.shape) {
			return face.ValueErrorf("array: the list is uneven: %s stands where others have a list", v)
		}
		if len(n.values) == ndarray.HostLimit {
			return face.Errorf("MemoryError", "array: more than %d elements; make it with zeros, arange or rand", ndarray.HostLimit)
		}
		n.values = append(n.values, v)
		return n.poll(len(n.values))
	}
	if _, isDict := v.(*starlark.Dict); isDict || depth == maxDims {
		return face.TypeErrorf("array: want a list of numbers or of lists of at most %d levels, got %s", maxDims, v.Type())
	}
	if depth == len(n.shape) {
		if len(n.values) > 0 {
			return face.ValueErrorf("array: the list is uneven: %s stands where others have a number", face.Describe(v))
		}
		n.shape = append(n.shape, starlark.Len(v))
	}
	count := 0
	for e := range starlark.Elements(list) {
		if err := n.read(e, depth+1); err != nil {
			return err
		}
		count++
	}
	if n.shape[depth] < 0 {
		n.shape[depth] = count
	}
	if count != n.shape[depth] {
		return face.ValueErrorf("array: the list is uneven: %d elements where others have %d", count, n.shape[depth])
	}
	return nil
}

// poll looks at the interrupt now and then.
func (n *nesting) poll(i int) error {
	if i%4096 == 0 {
		return n.ctx.Err()
	}
	return nil
}

// dtype is int32 for whole numbers (int64 for large ones), otherwise float32.
func (n *nesting) dtype() gpumodel.DType {
	t := gpumodel.Int32
	for _, v := range n.values {
		switch v := v.(type) {
		case starlark.Float:
			return gpumodel.Float32
		case starlark.Int:
			if _, err := intBits(v, gpumodel.Int32); err != nil {
				t = gpumodel.Int64
			}
		}
	}
	if len(n.values) == 0 {
		return gpumodel.Float32
	}
	return t
}

func (n *nesting) array(t gpumodel.DType) (*Array, error) {
	view, err := ndarray.Zeros(t, slices.Clone(n.shape))
	if err != nil {
		return nil, err
	}
	a := &Array{View: view}
	for i, v := range n.values {
		if err := cmp.Or(n.poll(i), a.store(i, v)); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// arrayOrList reads an array or a list as an array; isList is false for others.
func arrayOrList(ctx context.Context, v starlark.Value) (a *Array, isList bool, err error) {
	if a, ok := v.(*Array); ok {
		return a, true, nil
	}
	if _, ok := v.(starlark.Iterable); !ok {
		return nil, false, nil
	}
	n := nesting{ctx: ctx}
	if err := n.read(v, 0); err != nil {
		return nil, false, err
	}
	t := n.dtype()
	if t == gpumodel.Float32 {
		t = gpumodel.Float64 // keep what the numbers of cells have
	}
	a, err = n.array(t)
	return a, true, err
}

package gpu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
)

var _ = declare(row{
	name: "zeros", page: "arrays.md", fn: stateless(filled(0)),
	returns: exampleArray,
	doc: `zeros(shape, dtype="float32")
An array of zeros in the memory of the GPU. shape is a whole number or a tuple;
dtype is float16, float32, float64, int8, int16, int32, int64 or uint8 to uint64.

    a = zeros((512, 512))
    counts = zeros(256, dtype="int32")`,
})

var _ = declare(row{
	name: "ones", page: "arrays.md", fn: stateless(filled(1)),
	returns: exampleArray,
	doc: `ones(shape, dtype="float32")
An array of ones.

    a = ones((512, 512))`,
})

var _ = declare(row{
	name: "full", page: "arrays.md", fn: stateless(full),
	returns: exampleArray,
	doc: `full(shape, value, dtype="float32")
An array that holds value everywhere.

    a = full((512, 512), 3.5)`,
})

var _ = declare(row{
	name: "arange", page: "arrays.md", fn: stateless(arange),
	returns: exampleArray,
	doc: `arange(start, stop=None, step=1, dtype=None)
The numbers from start to before stop; arange(n) begins at 0. Whole numbers give
int32, others float32.

    arange(1024, dtype="float32")
    arange(0, 1, 0.25)`,
})

var _ = declare(row{
	name: "array", page: "arrays.md", fn: stateless(array),
	returns: exampleArray,
	doc: `array(values, dtype=None)
An array of a list, of a list of lists, or a copy of an array. Whole numbers give
int32, others float32.

    array([[1, 2], [3, 4]], dtype="float32")`,
})

var _ = declare(row{
	name: "rand", page: "arrays.md", fn: stateless(rand),
	returns: exampleArray,
	doc: `rand(shape, seed=0, dtype="float32")
Random numbers from 0 to below 1: the same ones everywhere for the same seed.

    a = rand((512, 512), seed=1)`,
})

// bounds are the smallest and the largest number of an integer type.
func bounds(t gpumodel.DType) (low, high *big.Int) {
	bits := uint(8 * t.Size())
	one := big.NewInt(1)
	if !t.Signed() {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, bits), one)
	}
	top := new(big.Int).Lsh(one, bits-1)
	return new(big.Int).Neg(top), new(big.Int).Sub(top, one)
}

// dtypeOf reads dtype=.
func dtypeOf(v starlark.Value, dflt gpumodel.DType) (gpumodel.DType, error) {
	if v == nil || v == starlark.None {
		return dflt, nil
	}
	name, ok := starlark.AsString(v)
	if !ok {
		hint := ""
		if _, isInt := v.(starlark.Int); isInt {
			hint = " (a shape of several axes is one tuple, as in zeros((3, 4)))"
		}
		return 0, typeErrorf("dtype: want a name such as \"float32\", got %s%s", describe(v), hint)
	}
	if c, ok := map[string]string{"float": "float32", "double": "float64", "int": "int32", "bool": "uint8"}[name]; ok {
		return 0, valueErrorf("dtype %q: write %q", name, c)
	}
	t, err := gpumodel.ParseDType(name)
	if err != nil {
		return 0, valueErrorf("%v", err)
	}
	return t, nil
}

const maxDims = 8

// lazily makes an array whose elements are computed when they are first touched.
func lazily(shape, dtype starlark.Value, at func(t gpumodel.DType) (func(i int) float64, error)) (starlark.Value, error) {
	dimensions, err := ints("shape", shape, maxDims)
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
	data, err := gpumodel.NewArrayFunc(t, f, dimensions...)
	if err != nil {
		return nil, valueErrorf("%v", err)
	}
	return newArray(data), nil
}

func filled(x float64) function {
	return func(c call) (starlark.Value, error) {
		var shape, dtype starlark.Value
		if err := c.unpack("shape", &shape, "dtype??", &dtype); err != nil {
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

func full(c call) (starlark.Value, error) {
	var shape, value, dtype starlark.Value
	if err := c.unpack("shape", &shape, "value", &value, "dtype??", &dtype); err != nil {
		return nil, err
	}
	return lazily(shape, dtype, func(t gpumodel.DType) (func(int) float64, error) {
		one, err := zeros(t, []int{1})
		if err != nil {
			return nil, err
		}
		if err := one.store(0, value); err != nil {
			return nil, err
		}
		x := one.data.At(0)
		return func(int) float64 { return x }, nil
	})
}

func arange(c call) (starlark.Value, error) {
	var start, stop, dtype starlark.Value
	step := starlark.Value(starlark.MakeInt(1))
	if err := c.unpack("start", &start, "stop??", &stop, "step??", &step, "dtype??", &dtype); err != nil {
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
			return nil, typeErrorf("arange: want numbers, got %s", describe(v))
		}
		if _, isInt := v.(starlark.Int); !isInt {
			whole = gpumodel.Float32
		}
	}
	if x[2] == 0 {
		return nil, valueErrorf("arange: step is 0")
	}
	n := math.Max(0, math.Ceil((x[1]-x[0])/x[2]))
	if n > math.MaxInt32 {
		return nil, valueErrorf("arange: %.0f elements are too many", n)
	}
	t, err := dtypeOf(dtype, whole)
	if err != nil {
		return nil, err
	}
	last := x[0] + (n-1)*x[2]
	for _, end := range []float64{x[0], last} {
		if low, high := bounds(gpumodel.Int32); n > 0 && t == gpumodel.Int32 && dtype == nil && (end < toFloat(low) || end > toFloat(high)) {
			t = gpumodel.Int64
		}
	}
	data, err := gpumodel.NewArrayFunc(t, func(i int) float64 { return x[0] + float64(i)*x[2] }, int(n))
	if err != nil {
		return nil, valueErrorf("%v", err)
	}
	return newArray(data), nil
}

func toFloat(n *big.Int) float64 {
	x, _ := new(big.Float).SetInt(n).Float64()
	return x
}

func rand(c call) (starlark.Value, error) {
	var shape, dtype starlark.Value
	var seed int64
	if err := c.unpack("shape", &shape, "seed?", &seed, "dtype??", &dtype); err != nil {
		return nil, err
	}
	return lazily(shape, dtype, func(t gpumodel.DType) (func(int) float64, error) {
		if !t.Float() {
			return nil, valueErrorf("rand: the numbers lie between 0 and 1, dtype is float16, float32 or float64, not %v", t)
		}
		// As many bits as the type holds exactly, so that nothing is rounded up to 1.
		bits := map[gpumodel.DType]int{gpumodel.Float16: 11, gpumodel.Float32: 24, gpumodel.Float64: 53}[t]
		return func(i int) float64 {
			return math.Ldexp(float64(mix(uint64(seed), uint64(i))>>(64-bits)), -bits)
		}, nil
	})
}

// mix is number i of the SplitMix64 sequence that begins at a hash of seed
// (Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, 2014).
func mix(seed, i uint64) uint64 {
	const golden = 0x9e3779b97f4a7c15
	return finish(finish(seed+golden) + (i+1)*golden)
}

func finish(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func array(c call) (starlark.Value, error) {
	var values, dtype starlark.Value
	if err := c.unpack("values", &values, "dtype??", &dtype); err != nil {
		return nil, err
	}
	if a, ok := values.(*Array); ok {
		t, err := dtypeOf(dtype, a.data.DType)
		if err != nil {
			return nil, err
		}
		return a.convert(c.ctx(), t)
	}
	n := nesting{ctx: c.ctx()}
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
			return typeErrorf("array: want numbers, got %s", describe(v))
		}
		if depth != len(n.shape) {
			return valueErrorf("array: the list is uneven: %s stands where others have a list", v)
		}
		if len(n.values) == hostLimit {
			return &fault{"MemoryError", fmt.Sprintf("array: more than %d elements; make it with zeros, arange or rand", hostLimit)}
		}
		n.values = append(n.values, v)
		return n.poll(len(n.values))
	}
	if _, isDict := v.(*starlark.Dict); isDict || depth == maxDims {
		return typeErrorf("array: want a list of numbers or of lists of at most %d levels, got %s", maxDims, v.Type())
	}
	if depth == len(n.shape) {
		if len(n.values) > 0 {
			return valueErrorf("array: the list is uneven: %s stands where others have a number", describe(v))
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
		return valueErrorf("array: the list is uneven: %d elements where others have %d", count, n.shape[depth])
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
	a, err := zeros(t, slices.Clone(n.shape))
	if err != nil {
		return nil, err
	}
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

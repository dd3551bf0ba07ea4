package grade

import (
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/ndarray"
)

var _ = registry.Declare(row{
	Name: "same", Page: "checking.md", StateFunc: same,
	Doc: `same(out, reference, rtol=1e-05, atol=1e-08)
Raises an AssertionError if an array differs from its reference. The error shows the first wrong elements and
the elements of the reference. It also shows the block, the thread and the source line that wrote the first
wrong element. An element is correct if |out - reference| <= atol + rtol * |reference|. Integers must be equal.

out (array, list or number): the values to test
reference (array, list or number): the correct values, with the same shape; or one number for all elements
rtol (number, 1e-05): the relative tolerance, as a fraction of |reference|
atol (number, 1e-08): the absolute tolerance

    same(out, transpose(a))`,
})

func same(l *gpu.Library, c face.Call) (starlark.Value, error) {
	var out, reference starlark.Value
	var rtol, atol starlark.Value = starlark.Float(1e-5), starlark.Float(1e-8)
	if err := c.Unpack("out", &out, "reference", &reference, "rtol?", &rtol, "atol?", &atol); err != nil {
		return nil, err
	}
	tolerance, err := array.ToleranceOf(c, rtol, atol)
	if err != nil {
		return nil, err
	}
	yours, spec, err := array.Operands(c, out, reference)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(yours.Shape, spec.Shape) && len(spec.Shape) > 0 {
		return nil, assertionf("the shape is %s, that of the reference is %s", ndarray.ShapeText(yours.Shape), ndarray.ShapeText(spec.Shape))
	}
	wrong, err := ndarray.Compare(c.Ctx(), yours, spec, tolerance)
	if err != nil || wrong.N == 0 {
		return starlark.None, err
	}
	who, err := l.WhoWrote(c.Ctx(), yours.Data, &wrong.First[0])
	if err != nil {
		return nil, err
	}
	return nil, face.Errorf("AssertionError", "%v%s", wrong, who)
}

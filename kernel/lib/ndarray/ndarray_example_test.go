package ndarray_test

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/ndarray"
)

var ctx = context.Background()

// array is the numbers from 0 in a shape.
func array(t gpumodel.DType, shape ...int) ndarray.View {
	a, err := ndarray.Computed(t, shape, func(i int) float64 { return float64(i) })
	if err != nil {
		panic(err)
	}
	return a
}

// A part of an array shares its elements.
func ExampleView() {
	a := array(gpumodel.Int32, 3, 4)
	a.Row(1).Data.Set(a.Row(1).Place(2), 60)
	fmt.Println(a)
	fmt.Println(a.Transposed().Section(3, -1, -2))
	// Output:
	// array([[ 0,  1,  2,  3],
	//        [ 4,  5, 60,  7],
	//        [ 8,  9, 10, 11]], dtype=int32)
	// array([[ 3,  7, 11],
	//        [ 1,  5,  9]], dtype=int32)
}

// The middle of a large array is left out, and numbers far apart have an exponent.
func ExampleView_String() {
	fmt.Println(array(gpumodel.Float32, 2000))
	third, _ := ndarray.Computed(gpumodel.Float16, []int{3}, func(i int) float64 { return float64(i) / 3 })
	fmt.Println(third)
	empty, _ := ndarray.Zeros(gpumodel.Float64, []int{0, 2})
	fmt.Println(empty)
	// Output:
	// array([0.000e+00, 1.000e+00, 2.000e+00, ..., 1.997e+03, 1.998e+03,
	//        1.999e+03], dtype=float32)
	// array([0.    , 0.3333, 0.6665], dtype=float16)
	// array([], shape=(0, 2), dtype=float64)
}

func ExampleView_Reshaped() {
	a := array(gpumodel.Int32, 2, 3)
	b, _ := a.Transposed().Reshaped(ctx, []int{-1})
	fmt.Println(b)
	_, err := a.Reshaped(ctx, []int{4, -1})
	fmt.Println(err)
	// Output:
	// array([0, 3, 1, 4, 2, 5], dtype=int32)
	// cannot reshape an array of 6 elements to (4, 1)
}

// Axes are matched from the last one, and those of length 1 are repeated.
func ExampleCombine() {
	add := func(x, y float64) float64 { return x + y }
	column, row := array(gpumodel.Int32, 2, 1), array(gpumodel.Float32, 3)
	sum, _ := ndarray.Combine(ctx, add, column, row, ndarray.Promote(gpumodel.Int32, gpumodel.Float32), false)
	fmt.Println(sum)
	_, err := ndarray.Combine(ctx, ndarray.Mod, row, row, gpumodel.Int32, true)
	fmt.Println(err)
	_, err = ndarray.Combine(ctx, add, row, array(gpumodel.Float32, 4), gpumodel.Float32, false)
	fmt.Println(err)
	// Output:
	// array([[0., 1., 2.],
	//        [1., 2., 3.]], dtype=float64)
	// division by zero of an element of an array
	// the shapes (3,) and (4,) do not fit together
}

func ExampleMatmul() {
	a := array(gpumodel.Float32, 2, 3)
	product, _ := ndarray.Matmul(ctx, a, a.Transposed())
	fmt.Println(product)
	_, err := ndarray.Matmul(ctx, a, a)
	fmt.Println(err)
	// Output:
	// array([[ 5., 14.],
	//        [14., 50.]], dtype=float64)
	// matmul: want matrices (m, k) and (k, n), got shapes (2, 3) and (2, 3)
}

func ExampleCompare() {
	yours, spec := array(gpumodel.Float32, 3, 4), array(gpumodel.Float32, 3, 4)
	yours.Data.Set(5, 5.5)
	yours.Data.Set(10, -1)
	wrong, _ := ndarray.Compare(ctx, yours, spec, ndarray.Tolerance{Relative: 1e-5})
	fmt.Print(wrong)
	// Output:
	// 2 of 12 elements are wrong, the first at [1, 1]: 5.5, want 5
	// index   Yours  Spec
	// ──────  ─────  ────
	// [1, 1]  5.5    5
	// [2, 2]  -1     10
	// All wrong elements lie in [1:3, 1:3].
}

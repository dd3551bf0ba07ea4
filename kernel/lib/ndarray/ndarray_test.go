package ndarray

import (
	"context"
	"errors"
	"math"
	"testing"

	"warpbook.dev/gpumodel"
)

// Promote is NumPy's result_type; the rows are those of its table.
func TestPromote(t *testing.T) {
	for _, test := range []struct{ a, b, want gpumodel.DType }{
		{gpumodel.Float32, gpumodel.Float32, gpumodel.Float32},
		{gpumodel.Float16, gpumodel.Float32, gpumodel.Float32},
		{gpumodel.Float32, gpumodel.Int16, gpumodel.Float32},
		{gpumodel.Float32, gpumodel.Int32, gpumodel.Float64},
		{gpumodel.Float16, gpumodel.Int8, gpumodel.Float16},
		{gpumodel.Float16, gpumodel.UInt16, gpumodel.Float32},
		{gpumodel.Int8, gpumodel.Int32, gpumodel.Int32},
		{gpumodel.UInt8, gpumodel.Int8, gpumodel.Int16},
		{gpumodel.UInt32, gpumodel.Int32, gpumodel.Int64},
		{gpumodel.UInt64, gpumodel.Int8, gpumodel.Float64},
	} {
		if got := Promote(test.a, test.b); got != test.want {
			t.Errorf("%v with %v is %v, want %v", test.a, test.b, got, test.want)
		}
		if got := Promote(test.b, test.a); got != test.want {
			t.Errorf("%v with %v is %v, want %v", test.b, test.a, got, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, test := range []struct {
		t         gpumodel.DType
		low, high string
	}{
		{gpumodel.Int8, "-128", "127"}, {gpumodel.UInt16, "0", "65535"}, {gpumodel.UInt64, "0", "18446744073709551615"},
	} {
		if low, high := Bounds(test.t); low.String() != test.low || high.String() != test.high {
			t.Errorf("%v: %v to %v, want %s to %s", test.t, low, high, test.low, test.high)
		}
	}
}

func TestNear(t *testing.T) {
	tolerance := Tolerance{Relative: 0.01, Absolute: 0.001}
	for _, test := range []struct {
		x, y float64
		want bool
	}{
		{100.9, 100, true}, {101.1, 100, false}, {0.0009, 0, true}, {math.Inf(1), math.Inf(1), true},
		{1, math.Inf(1), false}, {math.NaN(), math.NaN(), false},
	} {
		if got := tolerance.Near(test.x, test.y); got != test.want {
			t.Errorf("%v near %v: %v", test.x, test.y, got)
		}
	}
}

func TestRange(t *testing.T) {
	for _, test := range []struct {
		r    Range
		n    int
		fits bool
	}{
		{Range{0, 4, 1}, 4, true}, {Range{5, 0, -2}, 3, true}, {Range{3, 0, 1}, 0, true},
		{Range{math.MaxInt32 - 1, math.MaxInt32 + 1, 1}, 2, true}, {Range{math.MaxInt32, math.MaxInt32 + 2, 1}, 2, false},
	} {
		n, err := test.r.Len()
		if err != nil || n != test.n || test.r.Fits(n) != test.fits {
			t.Errorf("%v: %d numbers, fits %v, %v", test.r, n, test.r.Fits(n), err)
		}
	}
	for _, r := range []Range{{0, 1, 0}, {0, 1e12, 1}} {
		if _, err := r.Len(); err == nil {
			t.Errorf("%v is no error", r)
		}
	}
}

// The numbers of a seed are the same everywhere, and below 1 in every type.
func TestRandom(t *testing.T) {
	if got := Random(gpumodel.Float64, 1)(0); math.Abs(got-0.3681895) > 1e-7 {
		t.Errorf("the first number of seed 1 is %v", got)
	}
	for _, dtype := range []gpumodel.DType{gpumodel.Float16, gpumodel.Float32, gpumodel.Float64} {
		a, err := Computed(dtype, []int{10_000}, Random(dtype, 7))
		if err != nil {
			t.Fatal(err)
		}
		xs, err := a.Values(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range xs {
			if x < 0 || x >= 1 {
				t.Fatalf("%v: %v", dtype, x)
			}
		}
	}
}

// What takes long ends when it is cancelled.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := Zeros(gpumodel.Float32, []int{4, 4})
	if err != nil {
		t.Fatal(err)
	}
	_, product := Matmul(ctx, a, a)
	_, close := AllClose(ctx, a, a, Tolerance{})
	_, sum := a.Reduced(ctx, math.Max)
	for _, err := range []error{product, close, sum} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}

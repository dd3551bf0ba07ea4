package figure_test

import (
	"context"
	"testing"

	"warpbook.dev/kernel/lib/figure"
)

// Threads that walk down the columns of a matrix stored row by row read neighbours at each step.
func ExampleLayout() {
	r := run("product/row_major", "GTX 280", 64)
	line := must(figure.Line(r.Kernel, "Pvalue +="))
	show(must(figure.Layout(context.Background(), r, figure.LayoutView{Line: line, Array: "M", Steps: 4})))
	// Output:
	// M at step 0: 32 threads read 128 bytes of the 128 that are moved
	// product/row_major on GTX 280, block (0, 0, 0), warp 0, line 12: Pvalue += N[row
	// * Width + k] * M[k * Width + col];
	//
	// M[0] to [31]: 4 of 4 sectors moved, words of T0 T1 T2 … T31
}

func TestLayout(t *testing.T) {
	r := run("product/row_major", "GTX 280", 64)
	line := must(figure.Line(r.Kernel, "Pvalue +="))
	golden(t, "layout", must(figure.Layout(context.Background(), r, figure.LayoutView{Line: line, Array: "M", Steps: 2})))
	for want, v := range map[string]figure.LayoutView{
		"warp is 99, a block has 0 to 7":                                {Line: line, Array: "M", Steps: 2, Warp: 99},
		"step is 0 and steps 65, want step from 0 on and 1 to 64 steps": {Line: line, Array: "M", Steps: 65},
	} {
		if _, err := figure.Layout(context.Background(), r, v); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

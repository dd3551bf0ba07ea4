package figure_test

import (
	"context"
	"testing"

	"warpbook.dev/kernel/lib/figure"
)

// A column of a matrix: each thread asks for 4 bytes, and 32 are moved for it.
func ExampleSegments() {
	r := run("transpose/naive", "A100", 64)
	line := must(figure.Line(r.Kernel, "odata["))
	show(must(figure.Segments(context.Background(), r, figure.SegmentsView{Line: line, Warps: []int{0, 1}})))
	// Output:
	// odata, line 9: 32 sectors per request, 4 needed, efficiency 12.5 %
	// transpose/naive on A100 40GB, block (0, 0, 0), warps 0 to 1, modelled; c.c. 8.0:
	// the sectors of 32 bytes that a warp touches
	//
	// line 9, idata: # asked for, / moved for nothing, . not moved; a sign is 4 bytes
	// warp 0: 4 sectors per request, 4 needed, efficiency 100 %
	//   [0] ######## ######## ######## ########
	// warp 1: 4 sectors per request, 4 needed, efficiency 100 %
	//   [64] ######## ######## ######## ########
	// line 9, odata: # asked for, / moved for nothing, . not moved; a sign is 4 bytes
	// warp 0: 32 sectors per request, 4 needed, efficiency 12.5 %
	//   [0] #/////// ........ ........ ........
	//   [64] #/////// ........ ........ ........
	//   [128] #/////// ........ ........ ........
	//   [192] #/////// ........ ........ ........
	//   [256] #/////// ........ ........ ........
	//   [320] #/////// ........ ........ ........
	//   [384] #/////// ........ ........ ........
	//   [448] #/////// ........ ........ ........
	//   … and 24 more lines
	// warp 1: 32 sectors per request, 4 needed, efficiency 12.5 %
	//   [0] /#////// ........ ........ ........
	//   [64] /#////// ........ ........ ........
	//   [128] /#////// ........ ........ ........
	//   [192] /#////// ........ ........ ........
	//   [256] /#////// ........ ........ ........
	//   [320] /#////// ........ ........ ........
	//   [384] /#////// ........ ........ ........
	//   [448] /#////// ........ ........ ........
	//   … and 24 more lines
}

func TestSegments(t *testing.T) {
	r := run("transpose/naive", "A100", 64)
	golden(t, "segments", must(figure.Segments(context.Background(), r, figure.SegmentsView{Array: "odata", Warps: []int{1}})))
	_, err := figure.Segments(context.Background(), r, figure.SegmentsView{Array: "x", Warps: []int{1}})
	const want = `at step 0 warp 1 of the block access no "x" in the kernel, atomics apart (banks_plot shows shared memory)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

package figure_test

import (
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
)

// Sizes and launches as texts.
func ExampleLaunches() {
	fmt.Println(figure.Size(gpumodel.Dim3{X: 256, Y: 1, Z: 1}), figure.Size(gpumodel.Dim3{X: 32, Y: 8, Z: 1}))
	r := run("transpose/padded", "GTX 280", 64)
	fmt.Println(figure.Launches(r), figure.Origin(r.Measured), figure.Warps(r))
	fmt.Println(figure.Line(r.Kernel, "= tile["))
	fmt.Println(figure.Line(r.Kernel, "tile["))
	// Output:
	// 256 (32, 8)
	// transpose/padded<<<(2, 2), (32, 8)>>> modelled 8
	// 24 <nil>
	// 0 lines 10, 16, 24 of transpose/padded contain "tile[": give more of one
}

package figure_test

import (
	"context"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/figure"
)

// The bounds of two launches beside each other: what the padding takes away.
func ExamplePicture_bounds() {
	launches := []*gpumodel.Result{run("transpose/tiled", "GTX 280", 256), run("transpose/padded", "GTX 280", 256)}
	show(must(picture("bounds_plot").Draw(context.Background(), launches)))
	// Output:
	// What limits the time
	// modelled
	//
	// time (µs)
	// the launch          transpose/t… │█████████████████████████████████▍ 10.42
	//                     transpose/p… │████████████████████▌ 6.406
	// bank conflicts      transpose/t… │█████████████████████▋ 6.742
	// DRAM bandwidth      transpose/t… │███████████▉ 3.7
	//                     transpose/p… │███████████▉ 3.7
	// shared memory       transpose/t… │███████████▌ 3.582
	//                     transpose/p… │█▍ 0.4214
	// DRAM row activation transpose/t… │████████▋ 2.712
	//                     transpose/p… │████████▊ 2.74
	// latency             transpose/p… │████████████████████▌ 6.406
	// issue               transpose/p… │███████████▏ 3.477
}

// picture is the declared picture of the name.
func picture(name string) figure.Picture {
	for _, p := range figure.Pictures {
		if p.Name == name {
			return p
		}
	}
	panic(name + " is not declared")
}

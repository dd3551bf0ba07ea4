package figure_test

import (
	"fmt"

	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/lib/figure"
)

// Races of one array: the first three are told at length.
func ExampleChecked() {
	r := run("transpose/padded", "GTX 280", 64)
	c := &observe.Checked{Kernel: r.Kernel, Device: r.Device, Launch: r.Launch, Partial: true}
	for i := range 5 {
		c.Faults = append(c.Faults, &checker.Fault{Kind: checker.Race, Line: 24, OtherLine: 16, Array: "tile", Count: i + 1,
			What: "two threads access one element", Remedy: "Put a barrier between them"})
	}
	fmt.Println(figure.Checked{Checked: c}.Text())
	// Output:
	// transpose/padded<<<(2, 2), (32, 8)>>> on GTX 280, 1024 threads checked: 5 faults
	//
	// race
	//   two threads access one element.
	//     16  tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];
	//     24  odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
	//   Put a barrier between them.
	//
	// race, 2 times
	//   two threads access one element.
	//     16  tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];
	//     24  odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
	//   Put a barrier between them.
	//
	// race, 3 times
	//   two threads access one element.
	//     16  tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];
	//     24  odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
	//   Put a barrier between them.
	//
	// Races are also between the lines 16 and 24 (tile), 16 and 24 (tile): what mends the first ones may mend these.
	//
	// The launch is too large to compare all accesses with each other: try a smaller one.
}

package figure_test

import (
	"errors"
	"fmt"

	"warpbook.dev/kernel/lib/figure"
)

// Two programs, one of them with a block that is too large for the GPU.
func ExampleSweep() {
	r := run("transpose/padded", "GTX 280", 64)
	s := figure.NewSweep([]figure.Point{
		{Kernel: r.Kernel.Name, Device: r.Device, N: 64, Block: figure.Block(r.Launch.Block), Result: r},
		{Kernel: r.Kernel.Name, Device: r.Device, N: 64, Block: figure.Block{X: 1024, Y: 1, Z: 1}, Err: errors.New("a block of 1024 threads")},
	}, nil)
	show(s.View(20))
	fmt.Println(s.Columns())
	fmt.Println(s.References("gbps"))
	// Output:
	// 2 points
	// kernel            GPU       n  block    time (ms)  throughput (GB/s)  occupancy  bound    error
	// ────────────────  ───────  ──  ───────  ─────────  ─────────────────  ─────────  ───────  ───────────────────────
	// transpose/padded  GTX 280  64  (32, 8)   0.002144              15.28       0.75  latency
	// transpose/padded  GTX 280  64  1024                                                       a block of 1024 threads
	//
	// [kernel gpu n block shared time elapsed gbps bus_gbps gflops occupancy warps_per_sm registers shared_bytes sampled uncertainty measured spread bound error]
	// [{141.696 theoretical peak }]
}

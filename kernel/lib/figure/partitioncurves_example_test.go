package figure_test

import (
	"context"

	"warpbook.dev/kernel/lib/figure"
)

// At 512 the matrix is a multiple of what all partitions take in turn, at its neighbours it isn't.
func ExamplePartitionCurves() {
	var curves figure.PartitionCurves
	for _, n := range []int{480, 512, 544} {
		curves.Add(n, must(figure.UsedPartitions(context.Background(), run("transpose/padded", "GTX 280", n))))
	}
	for _, f := range curves.Figures() {
		show(f)
	}
	// Output:
	// Throughput over the size
	//
	// throughput (GB/s)
	//    │
	//    │ ooo                                                    ooo
	//    │    ooo                                              ooo
	// 80 ┤       oooo                                      oooo
	//    │           ooo                                ooo
	//    │              ooo                          ooo
	// 60 ┤                 oooo                  oooo
	//    │                     ooo            ooo
	//    │                        ooo      ooo
	// 40 ┤                           oooooo
	//    │
	//    │
	// 20 ┤
	//    │
	//    │
	//  0 ┤
	//    └─┬────────────────────────────┬───────────────────────────┬─
	//     480                          512                         544
	//                                  n
	//   o transpose/padded, GTX 280
	//
	// Partitions in use at once
	// the access that uses the fewest; first accesses of the blocks that run at the
	// same time
	//
	// partitions
	//   │
	// 8 ┤-ooo----------------------------------------------------ooo-
	//   │    ooo                                              ooo
	//   │       ooo                                        ooo
	// 6 ┤          ooo                                  ooo
	//   │             ooo                            ooo
	//   │                ooo                      ooo
	//   │                   ooo                ooo
	// 4 ┤                      ooo          ooo
	//   │                         oooo  oooo
	//   │                             oo
	// 2 ┤
	//   │
	//   │
	//   │
	// 0 ┤
	//   └─┬────────────────────────────┬───────────────────────────┬─
	//    480                          512                         544
	//                                 n
	//   o transpose/padded, GTX 280
	//   - all 8
}

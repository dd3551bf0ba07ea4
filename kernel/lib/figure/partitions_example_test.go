package figure_test

import (
	"context"

	"warpbook.dev/kernel/lib/figure"
)

// A transpose of this size writes the tiles of one row to the same partition.
func ExamplePartitionUse() {
	r := run("transpose/naive", "GTX 280", 512)
	u := must(figure.UsedPartitions(context.Background(), r))
	show(u.Diagram(figure.Queues{Observation: observed("transpose/naive", "GTX 280", 512)}))
	// Output:
	// Writing odata keeps 1 of 8 partitions busy at once
	// transpose/naive<<<(16, 64), (32, 8)>>> on GTX 280, modelled; 120 blocks run at
	// the same time
	//
	// idata, read in line 9: tiles and their partitions, + for several; 7.5 of 8 at once
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
	//  0 0 1 1 2 2 3 3 . . . . . . . .
	// odata, written in line 9: tiles and their partitions, + for several; 1 of 8 at once
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 0
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
	//  0 0 0 0 0 0 0 .
}

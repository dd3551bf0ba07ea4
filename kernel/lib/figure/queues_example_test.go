package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
)

// A naive transpose of this size writes to the partitions one after the other.
func ExampleQueues() {
	q := figure.Queues{Observation: observed("transpose/naive", "GTX 280", 512)}
	show(q.Table())
	show(q.Figure())
	// Output:
	// transpose/naive on GTX 280: 12.6 GB/s, 3 of 8 channels at work
	// channel      requests  throughput (GB/s)  of its peak  queue  longest queue  stay (ns)  row hits
	// ───────────  ────────  ─────────────────  ───────────  ─────  ─────────────  ─────────  ────────
	// partition 0    32,433              5.742  32.4 %          44             61        250  65.3 %
	// partition 1    25,803              4.578  25.8 %        19.5             61        139  76.7 %
	// partition 2      6399              1.218  6.87 %        3.34             61         96  84.9 %
	// partition 3       604               0.21  1.19 %       0.279           30.9         85  79.8 %
	// partition 4       608             0.2114  1.19 %       0.256           27.9       77.4  86.7 %
	// partition 5       624              0.217  1.22 %       0.269           20.8       79.2  85.1 %
	// partition 6       627              0.218  1.23 %       0.169           14.1       49.7  82.6 %
	// partition 7       583             0.2027  1.14 %       0.162           9.99       51.2  78 %
	//
	// transpose/naive on GTX 280: 12.6 GB/s, 3 of 8 channels at work
	// transpose/naive<<<(16, 64), (32, 8)>>>, the first 184.1 µs, modelled
	//
	// requests in the queue
	// ↑ partition
	// partition 7 │······························
	// partition 6 │······························
	// partition 5 │······························
	// partition 4 │······························
	// partition 3 │······························
	// partition 2 │··························▓·▒·
	// partition 1 │··················▒▒▒▓███▓▓▓▒░
	// partition 0 │▓████████████████████▒········
	//             └──────────────────────────────
	//              · 0 … █ 61
	//              → time (µs)
}

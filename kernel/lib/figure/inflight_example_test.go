package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
)

// Little's law: what has to be in flight for the bandwidth, and what a launch of small blocks has.
func ExampleInFlight() {
	o := observed("transpose/copy", "GTX 280", 512)
	f := figure.InFlight{InFlight: o.InFlight(), Observed: o}
	show(f.Table())
	show(must(figure.InFlights([]figure.InFlight{f})))
	// Output:
	// transpose/copy<<<(16, 64), (32, 8)>>> on GTX 280, bytes in flight: enough for the bandwidth
	// bytes in flight  on the GPU  on an SM                because of
	// ───────────────  ──────────  ──────────────────────  ─────────────────────────────────────────
	// needed           48.11 kB    1.604 kB, 12.5 × 128 B  339.5 ns latency × 141.7 GB/s
	// needed of loads  22.8 kB     760.1 B, 5.94 × 128 B   47.4 % of what the launch moves are loads
	// had              34.35 kB    1.145 kB, 8.95 × 128 B  618.1 ns that a load took × 55.58 GB/s
	//
	// GTX 280, modelled: 339.5 ns latency, 141.7 GB/s; the legend counts the threads
	// on an SM
	//
	// throughput of loads (GB/s)
	//    │                                   :
	//    │---------------------------------oooooooooooooooooooooooooo-
	// 60 ┤                               oo  :
	//    │                             oo    :                 #
	//    │                          ooo      :
	//    │                        oo         :
	// 40 ┤                     ooo           :
	//    │                   oo              :
	//    │                ooo                :
	//    │              oo                   :
	//    │           ooo                     :
	// 20 ┤         oo                        :
	//    │       oo                          :
	//    │    ooo                            :
	//    │  oo                               :
	//  0 ┤oo                                 :
	//    └┬────────┬────────┬─────────┬────────┬────────┬────────┬────
	//     0       0.2      0.4       0.6      0.8       1       1.2
	//                bytes of loads in flight on an SM (kB)
	//   o limit: latency, bandwidth
	//   # copy, 1024 threads
	//   - the loads' part of the bandwidth, 47.4 %: 67.17 GB/s
	//   : needed: 760.1 B
}

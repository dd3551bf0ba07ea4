package counter_test

import (
	"fmt"

	"warpbook.dev/gpumodel/counter"
)

// Names of all profilers are described by the metric that they stand for.
func ExampleDescribe() {
	for _, name := range []string{"sm__inst_issued.avg.per_cycle_active", "instructions_issued", "dram_utilization", "nvlink_total_data"} {
		d, err := counter.Describe(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(d)
	}
	// Output:
	// warp instructions issued, including replays [inst/cycle] (also instructions_issued, inst_issued)
	// warp instructions issued, including replays [inst] (sm__inst_issued.sum, of one SM)
	// bytes moved by the memory bus, in percent of the theoretical bandwidth [of 10] (0.1 × dram__throughput.avg.pct_of_peak_sustained_elapsed)
	// the model has no counter "nvlink_total_data": no GPU of the model has NVLink (near: pcie__read_bytes.sum, pcie__write_bytes.sum)
}

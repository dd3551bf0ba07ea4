package figure_test

import (
	"fmt"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
)

// The line that most of a counter comes from.
func ExampleCounterOrigin() {
	lines := must(report.Lines(run("transpose/naive", "A100", 64)))
	fmt.Println(figure.CounterOrigin(lines, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"))
	fmt.Printf("%q\n", figure.CounterOrigin(lines, "smsp__cycles_active.avg"))
	// Output:
	// ; line 9 has 18 sectors for each of its requests: odata[x * n + y] = idata[y * n + x];
	// ""
}

package figure_test

import (
	"fmt"

	"warpbook.dev/kernel/lib/figure"
)

// What an H200 was measured to take.
func ExampleMeasured() {
	fmt.Println(figure.MeasuredGPUs())
	t := must(figure.Measured("H200", []string{"transpose/padded"}, nil))
	t.Rows = t.Rows[:2]
	show(t)
	// Output:
	// [H200]
	// kernel            gpu          n     block     shared  time      elapsed   spread    registers  measured
	// ────────────────  ───────────  ────  ────────  ──────  ────────  ────────  ────────  ─────────  ────────
	// transpose/padded  NVIDIA H200  4096  (16, 16)  0       6.542e-5  6.542e-5  1.2e-6    14         true
	// transpose/padded  NVIDIA H200  4096  (32, 4)   0       3.814e-5  3.814e-5  1.272e-6  32         true
}

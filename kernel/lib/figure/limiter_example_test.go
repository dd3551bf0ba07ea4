package figure_test

import (
	"context"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/figure"
)

// A launch beside its memory accesses alone and its arithmetic alone.
func ExampleLimiter() {
	r := run("transpose/padded", "GTX 280", 256)
	l := figure.Limiter{Limiter: must(advise.Limit(context.Background(), r.Device, r.Launch))}
	show(l.Table())
	show(figure.Overlap([]figure.Limiter{l}, true))
	// Output:
	// limited by memory  time                       share   instructions  on the bus
	// ─────────────────  ─────────────────────────  ──────  ────────────  ──────────
	// whole              6.406 µs                   100 %   38,400        81.85 GB/s
	// memory only        6.162 µs                   96.2 %  33,280        85.08 GB/s
	// math only          1.79 µs                    27.9 %  12,288        0 GB/s
	// overlap            86.4 % of the shorter one
	//
	// What limits transpose/padded: memory
	// transpose/padded<<<(8, 8), (32, 8)>>> on GTX 280, modelled: 86.4 % of the
	// shorter one passes beside the longer one; below, an example of each limit
	//
	// memory only │█████████████████████████████████████████████  6.162 µs
	//   math only │                                  ░░░░░░░░░░░░░ 1.79 µs
	//       whole │██████████████████████████████████▒▒▒▒▒▒▒▒▒▒▒░░ 6.406 µs
	//             ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
	// memory only │█████████████████████████████████████████████  like this launch
	//   math only │                          ░░░░░░░░░░░░░░░░░░░░░
	//       whole │██████████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒░░ memory
	//             ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
	// memory only │█████████████████████
	//   math only │  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
	//       whole │██▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░░░░░░░░░░░░░░░░░ math
	//             ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
	// memory only │████████████████████████████████████████████
	//   math only │   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
	//       whole │███▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒░░░ balanced
	//             ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
	// memory only │███████████████████████████████
	//   math only │                          ░░░░░░░░░░░░░░░░░░░░░
	//       whole │██████████████████████████▒▒▒▒▒░░░░░░░░░░░░░░░░ memory and latency
	//             ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
	// memory only │█████████████████████
	//   math only │                ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
	//       whole │████████████████▒▒▒▒▒░░░░░░░░░░░░░░░░░░░░░░░░░░ math and latency
	//             └┬────────┬────────┬─────────┬────────┬────────┬
	//              0       20       40        60       80       100
	//                   share of the whole launch's time (%)
	//   █ memory
	//   ░ math
	//   ▒ both at once
}

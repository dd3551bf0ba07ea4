package figure_test

import (
	"warpbook.dev/kernel/lib/figure"
)

// What the warps of one SM do: from the first load to the last store of a small launch.
func ExampleTimeline() {
	t := figure.Timeline{Observation: observed("transpose/padded", "GTX 280", 64)}
	show(t.Table())
	show(t.Figure(must(figure.NewWindow([]figure.Timeline{t}, nil, nil))))
	// Output:
	// transpose/padded<<<(2, 2), (32, 8)>>>, SM 0 of GTX 280: all of the launch
	// warps are                  share of their time  stall reason
	// ─────────────────────────  ───────────────────  ──────────────────
	// starting                   1.51 %               starting
	// issuing                    5.32 %               selected
	// waiting for memory         13.8 %               long_scoreboard
	// waiting at a barrier       4.7 %                barrier
	// waiting for a result       50.4 %               wait
	// waiting for the scheduler  20.3 %               not_selected
	// waiting for the cores      3.71 %               math_pipe_throttle
	// waiting to send            0.264 %              lg_throttle
	//
	// Warps of one SM: transpose/padded, block (32, 8)
	// transpose/padded<<<(2, 2), (32, 8)>>>, SM 0 of GTX 280: all of the launch,
	// modelled
	//
	// slot 0 │ ···▓▓:···▓▓··········▓···░░░░░░░░▒▒▒▒▒··▓▓▓···▓····▓··▓
	//        │ :···▓▓···················░░░░░░░░▒▒▒▒▒···▓▓▓···▓····▓··
	//        │ ▓···▓▓▓···········▓······░░░░░░░░░▒▒▒▒▓···▓▓······▓·····
	//        │ ▓▓···▓▓:···········▓······░░░░░░░░▒▒▒▒▓:··▓▓▓·····▓··▓··
	//        │ ▓▓:···▓▓···········▓█······░░░░░░░░▒▒▒▓▓···▓▓······▓·····
	//        │ ▓▓▓█··▓▓▓··········▓▓······░░░░░░░░░▒▒▓▓▓···▓▓·····▓··▓··
	//        │ ▓▓▓▓···▓▓:··········▓▓······░░░░░░░░▒▒▓▓▓:···▓······▓····
	//        │ ▓▓▓▓▓···▓▓········▓···█······░░░░░░░░▓▓▓▓▓:··▓▓···▓··▓····
	//        └┬─────────────┬─────────────┬────────────┬─────────────┬────
	//         0            0.5            1           1.5            2
	//                                  time (µs)
	//   █ issuing, 5.32 %
	//   ▓ waiting for the scheduler, 20.3 %
	//   : waiting for the cores, 3.71 %
	//   · waiting for a result, 50.4 %
	//   ░ waiting for memory, 13.8 %
	//   ▒ waiting at a barrier, 4.7 %
	//   ~ waiting to send, 0.264 %
}

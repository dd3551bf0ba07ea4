package figure_test

import (
	"context"

	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/lib/figure"
)

// One load on its way through the memory of an A100.
func ExampleRequest() {
	r := run("transpose/copy", "A100", 64)
	line := must(figure.Line(r.Kernel, "odata[y * n + x] ="))
	x := figure.Request{Request: must(observe.FollowRequest(context.Background(), r.Device, r.Launch, observe.RequestAt{Line: line}))}
	show(x.Table())
	show(x.Figure())
	// Output:
	// idata[0] for lane 0 of warp 0 in transpose/copy on A100 40GB: 417.6 ns, 589 clocks
	// step              where                         what it finds                                                                   takes (ns)  done at (ns)
	// ────────────────  ────────────────────────────  ──────────────────────────────────────────────────────────────────────────────  ──────────  ────────────
	// 1 coalescer       warp 0, lane 0                1 transaction for 32 threads of idata; this is number 1, 128 bytes at 0x110000           0             0
	// 2 L1              of the SM                     miss                                                                                 1.181         1.181
	// 3 L2 slice        slice 16, on the SM's side 0  miss                                                                                  76.6         77.78
	// 4 controller      stack 1, channel 0            waits in its queue                                                                       0         77.78
	// 5 channel         stack 1, channel 0            by the address                                                                           0         77.78
	// 6 pseudo-channel  number 0 of 2                 by the address                                                                           0         77.78
	// 7 bank            bank group 1, bank 13         opens row 0                                                                          14.55         92.33
	// 8 burst           from burst 16 of the row on   32 bytes at a time, 4 for this request alone                                         9.596         101.9
	// 9 back            to the register               the same way                                                                         315.7         417.6
	//
	// idata[0] for lane 0 of warp 0 in transpose/copy on A100 40GB: 417.6 ns, 589
	// clocks
	// modelled, in the launch: transpose/copy, block (0, 0, 0)
	//
	//      1 coalescer │
	//             2 L1 │  1.181 ns
	//       3 L2 slice │██████████ 76.6 ns
	//     4 controller │
	//        5 channel │
	// 6 pseudo-channel │
	//           7 bank │         ▒▒▒ 14.55 ns
	//          8 burst │           ▒▒ 9.596 ns
	//           9 back │            ████████████████████████████████████████ 315.7 ns
	//                  └┬───────────┬───────────┬────────────┬───────────┬──
	//                   0          100         200          300         400
	//                           time since the load was issued (ns)
	//   █ on the way and in caches
	//   ▒ in the DRAM
}

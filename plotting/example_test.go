package plotting_test

import (
	"fmt"

	"warpbook.dev/plotting"
)

// Curves over sizes, with a level to compare with.
func ExampleFigure() {
	f := plotting.Figure{
		Title:      "Transpose",
		Provenance: "GTX 280, modelled",
		X:          plotting.Axis{Label: "n"},
		Y:          plotting.Axis{Label: "throughput", Unit: "GB/s"},
		References: []plotting.Reference{{Y: 112.4, Label: "copy"}},
		Series: []plotting.Series{
			{Name: "naive", X: []float64{512, 1024, 1536, 2048}, Y: []float64{12, 5.3, 11, 5.1}},
			{Name: "padded", X: []float64{512, 1024, 1536, 2048}, Y: []float64{70, 91, 92.4, 93.4}},
		},
	}
	fmt.Print(f.Text())
	// Output:
	// Transpose
	// GTX 280, modelled
	//
	// throughput (GB/s)
	//     │
	//     │------------------------------------------------------------
	// 100 ┤
	//     │                    #######################################
	//     │             #######
	//  80 ┤      #######
	//     │ #####
	//  60 ┤
	//     │
	//     │
	//  40 ┤
	//     │
	//  20 ┤
	//     │ o
	//     │  ooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
	//   0 ┤
	//     └─┬──────────────────┬──────────────────┬──────────────────┬─
	//      512               1024               1536               2048
	//                                   n
	//   # padded
	//   o naive
	//   - copy 112.4 GB/s
}

// Bars lie, so that names can be read. A bound is a stroke across its bar.
func ExampleFigure_bars() {
	f := plotting.Figure{
		Title: "Matrix product on GTX 280",
		X:     plotting.Axis{Categories: []string{"naive", "tiled", "two outputs"}},
		Y:     plotting.Axis{Label: "arithmetic throughput", Unit: "GFLOP/s"},
		Series: []plotting.Series{
			{Name: "published", Y: []float64{36.6, 198, 235.4}, Style: plotting.Bars, Hollow: true},
			{Name: "modelled", Y: []float64{35.2, 204, 229.9}, Bound: []float64{66.8, 244, 311}, Style: plotting.Bars, Like: "published"},
		},
	}
	fmt.Print(f.Text())
	// Output:
	// Matrix product on GTX 280
	//
	// arithmetic throughput (GFLOP/s)
	// naive       published │████ 36.6
	//             modelled  │███▉   ┃ 35.2
	// tiled       published │█████████████████████▉ 198
	//             modelled  │██████████████████████▌    ┃ 204
	// two outputs published │██████████████████████████ 235.4
	//             modelled  │█████████████████████████▍        ┃ 229.9
	//   ┃ bound
}

// In a heat map the best cell is ringed, here in brackets.
func ExampleFigure_heat() {
	f := plotting.Figure{
		X: plotting.Axis{Label: "tile width", Categories: []string{"8", "16", "32"}},
		Y: plotting.Axis{Label: "rows of a block", Categories: []string{"4", "8"}},
		Heat: &plotting.Heat{
			Label: "throughput", Unit: "GB/s", Best: plotting.Highest,
			Values: [][]float64{{31.2, 58.4, 88.1}, {33, 60.25, 93.4}},
		},
	}
	fmt.Print(f.Text())
	// Output:
	// throughput (GB/s)
	// ↑ rows of a block
	// 8 │   33  60.2 [93.4]
	// 4 │ 31.2  58.4  88.1
	//   └──────────────────
	//        8    16    32
	//    → tile width
}

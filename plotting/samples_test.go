package plotting

import (
	"fmt"
	"math"
)

// The figures of the golden tests have made-up values of the usual shapes.

// throughput is a curve over matrix sizes with drops where n is a multiple of
// 128, 256 and 512, as strided partitions give them.
func throughput(peak float64, drops bool, ripple float64) (x, y []float64) {
	for n := 512.0; n <= 4096; n += 64 {
		v := peak * (1 - 40/n) * (1 + ripple*math.Sin(n/97))
		if drops {
			switch {
			case math.Mod(n, 512) == 0:
				v *= 0.21
			case math.Mod(n, 256) == 0:
				v *= 0.38
			case math.Mod(n, 128) == 0:
				v *= 0.66
			}
		}
		x, y = append(x, n), append(y, v)
	}
	return x, y
}

func transposeFigure() *Figure {
	f := &Figure{
		Title:      "Matrix transpose: throughput over the size of the matrix",
		Provenance: "GTX 280, modelled; 32 × 32 tiles, blocks of 32 × 8 threads",
		X:          Axis{Label: "n of an n × n matrix of float"},
		Y:          Axis{Label: "throughput", Unit: "GB/s"},
		References: []Reference{{Y: 112.4, Label: "copy"}, {Y: 141.7, Label: "theoretical peak"}},
	}
	for _, v := range []struct {
		name   string
		peak   float64
		drops  bool
		ripple float64
	}{
		{"copy through the tile", 96, false, 0.01},
		{"padded", 94, true, 0.015},
		{"diagonal", 86, false, 0.03},
		{"tiled", 75.5, true, 0.02},
		{"tiled, 16 × 16", 58, true, 0.03},
		{"naive", 12, true, 0.1},
		{"both sides strided", 2.9, false, 0.2},
	} {
		x, y := throughput(v.peak, v.drops, v.ripple)
		f.Series = append(f.Series, Series{Name: v.name, X: x, Y: y})
	}
	return f
}

func ladderFigure() *Figure {
	return &Figure{
		Title:      "Matrix product: published beside modelled",
		Provenance: "GTX 280, float, n = 4096",
		X: Axis{Label: "program", Categories: []string{"naive, 1 × 128", "naive, 128 × 1", "tiled", "two outputs",
			"two outputs, transposed", "one block in shared memory"}},
		Y: Axis{Label: "arithmetic throughput", Unit: "GFLOP/s"},
		Series: []Series{
			{Name: "published", Y: []float64{3.9, 36.6, 198, 235.4, 276.2, 375}, Style: Bars, Hollow: true},
			{Name: "modelled", Y: []float64{4.1, 35.2, 204, 229.9, 281, 368}, Style: Bars, Like: "published",
				Bound: []float64{16.7, 66.8, 244, 244, 311, 415}},
		},
		References: []Reference{{Y: 622, Label: "peak MAD"}},
	}
}

func tuningFigure() *Figure {
	sizes := []string{"1", "2", "4", "8", "16", "32", "64", "128"}
	f := &Figure{
		Title: "Tiles of the transpose", Provenance: "GTX 280, modelled, n = 4000",
		X:    Axis{Label: "tile width", Categories: sizes},
		Y:    Axis{Label: "rows for each thread", Categories: sizes},
		Heat: &Heat{Label: "throughput", Unit: "GB/s", Best: Highest},
	}
	for j := range sizes {
		var row []float64
		for i := range sizes {
			dx, dy := float64(i)-5, float64(j)-3
			row = append(row, 96*math.Exp(-dx*dx/9-dy*dy/14))
		}
		f.Heat.Values = append(f.Heat.Values, row)
	}
	f.Heat.Values[7][7] = math.NaN() // more threads than a block may have
	return f
}

// validationFigure has measured points with whiskers beside modelled curves on
// logarithmic axes.
func validationFigure() *Figure {
	f := &Figure{
		Title: "Copy: bytes in flight decide", Provenance: "H200; lines modelled, hollow points measured",
		X:     Axis{Label: "bytes of the array", Unit: "B", Scale: Log2},
		Y:     Axis{Label: "time", Unit: "s", Scale: Log10},
		Marks: []Mark{{50 << 20, "L2: 50 MiB"}},
		Notes: []Note{{1 << 16, 2e-6, "launch overhead"}},
	}
	var x, y, low, high, other []float64
	for e := 12; e <= 30; e++ {
		b := math.Exp2(float64(e))
		t := 2e-6 + b/4e12
		x, y, other = append(x, b), append(y, t), append(other, 1.6*t)
		low, high = append(low, t*0.9), append(high, t*1.4)
	}
	measured := make([]float64, len(y))
	for i := range y {
		measured[i] = y[i] * (1.1 + 0.1*math.Sin(float64(i)))
	}
	f.Series = []Series{
		{Name: "copy", X: x, Y: y},
		{Name: "transpose", X: x, Y: other},
		{Name: "copy, measured", X: x, Y: measured, Low: low, High: high, Style: Points, Like: "copy", Hollow: true},
	}
	return f
}

// samplesFigure has curves of samples: the time of some points is uncertain, where they are close too.
func samplesFigure() *Figure {
	f := &Figure{
		Title:      "Half of the blocks return early",
		Provenance: "GTX 280, modelled; error bars: uncertainty of samples, 95 %",
		X:          Axis{Label: "n"}, Y: Axis{Label: "throughput", Unit: "GB/s"},
		References: []Reference{{Y: 141.7, Label: "theoretical peak"}},
	}
	for i, name := range []string{"a block for each row", "a warp for each row", "with a list of rows"} {
		x, y := throughput(90-30*float64(i), false, 0.03*float64(i+1))
		if i == 2 {
			x, y = x[:20], y[:20]
		}
		var shares []float64
		for j := range x {
			shares = append(shares, [...]float64{0.06, 0.005, 0.12}[i]*math.Abs(math.Sin(float64(j)/7)))
			if shares[j] <= LeastUncertainty {
				shares[j] = 0
			}
		}
		f.Series = append(f.Series, Series{Name: name, X: x, Y: y}.WithErrors(shares))
	}
	return f
}

// configurationsFigure has bars with error bars, an uneven one too.
func configurationsFigure() *Figure {
	times := Series{Style: Bars, Y: []float64{1.21e-3, 1.24e-3, 1.9e-3, 2.2e-3, 3.4e-3}}.WithErrors([]float64{0.03, 0.08, 0, 0.12, 0})
	times.Low[4], times.High[4] = 3.3e-3, 3.9e-3
	return &Figure{
		Title: "Tuning rows", Provenance: "GTX 280, n = 60000, modelled; error bars: uncertainty of samples, 95 %",
		X: Axis{Label: "block", Categories: []string{"64", "128", "256", "512", "32"}}, Y: Axis{Label: "time", Unit: "s"},
		Series: []Series{times},
	}
}

// occupancyFigure is a step line with the current point.
func occupancyFigure() *Figure {
	var x, y []float64
	for regs := 8.0; regs <= 128; regs += 8 {
		warps := math.Floor(65536/regs/256) * 8
		x, y = append(x, regs-8, regs), append(y, warps, warps)
	}
	return &Figure{
		Title: "Occupancy", X: Axis{Label: "registers of a thread"}, Y: Axis{Label: "warps on an SM"},
		Series: []Series{
			{X: x, Y: y, Marker: "none"},
			{X: []float64{40}, Y: []float64{48}, Style: Points, Marker: "diamond"},
		},
		Notes: []Note{{40, 48, "this kernel: 40 registers, 48 warps"}},
	}
}

// occupancyPanels are three views of one occupancy.
func occupancyPanels() Panels {
	registers := occupancyFigure()
	registers.Provenance = "a kernel of 40 registers"
	threads := &Figure{
		X: Axis{Label: "threads of a block"}, Y: Axis{Label: "warps on an SM"},
		Series: []Series{{X: []float64{32, 64, 128, 256, 512, 1024}, Y: []float64{16, 32, 48, 48, 48, 32}, Marker: "none"}},
	}
	return Panels{registers, threads, ladderFigure()}
}

func samples() map[string]*Figure {
	return map[string]*Figure{
		"transpose":      transposeFigure(),
		"ladder":         ladderFigure(),
		"tuning":         tuningFigure(),
		"validation":     validationFigure(),
		"occupancy":      occupancyFigure(),
		"samples":        samplesFigure(),
		"configurations": configurationsFigure(),
		"timeline":       timelineFigure(),
	}
}

// timelineFigure is two blocks of two warps, one of which waits at a barrier.
func timelineFigure() *Figure {
	f := &Figure{
		Title: "Warps of an SM", Provenance: "Tesla C2050, modelled",
		X: Axis{Label: "time", Unit: "s"},
		Y: Axis{Label: "warp", Categories: []string{"block 0", "", "block 1", ""}},
		Timeline: &Timeline{Breaks: []int{2}, End: 4e-6,
			States: []State{{Name: "issuing"}, {Name: "waiting for memory", Thin: true}, {Name: "waiting at a barrier", Thin: true},
				{Name: "never"}, {Name: "waiting for the scheduler", Thin: true, Like: "issuing"}}},
	}
	for row := range 4 {
		late := float64(row) * 0.3e-6
		f.Timeline.Spans = append(f.Timeline.Spans,
			Span{Row: row, State: 0, From: 0, To: 0.2e-6 + late/4}, Span{Row: row, State: 1, From: 0.2e-6 + late/4, To: 1e-6 + late},
			Span{Row: row, State: 2, From: 1e-6 + late, To: 2e-6}, Span{Row: row, State: 4, From: 2.8e-6 + late,
				To: 3e-6 + late}, Span{Row: row, State: 0, From: 2e-6, To: 2.8e-6 + late, Text: "math"})
	}
	return f
}

// nestedDiagram has every look of a box, and a text in every place.
func nestedDiagram() *Diagram {
	d := &Diagram{
		Title: "What lies in what", Provenance: "three boxes of five, one of which is not there", Width: 12, Height: 4,
		Groups: []string{"one kind", "another kind"}, Characters: "a frame\n└─ four boxes\n",
		Boxes: []Box{
			{W: 8, H: 4, Text: "a frame", Place: Heading}, {X: 8.5, Y: 0, W: 3.5, H: 1, Text: "beside it", Look: Bare, Place: Beginning},
			{X: 8.5, Y: 1, W: 3.5, H: 1, Text: "a text that is much longer than its box", Look: Bare}, {X: 6, Y: 1.5, W: 1.5, H: 1.5, Text: "off", Look: Absent},
		},
	}
	for i := range 4 {
		d.Boxes = append(d.Boxes, Box{X: 0.5 + float64(i)*1.3, Y: 1.5, W: 1.3, H: 1.5, Text: string(rune('A' + i)), Look: Filled, Group: i % 2})
	}
	return d
}

// linkedDiagram has hatching, discs, rings and links.
func linkedDiagram() *Diagram {
	d := &Diagram{Title: "Lanes and what they ask for", Width: 20, Height: 6, Groups: []string{"asked for", "asked for by the others"},
		Description: "two lanes, of which each asks for a quarter of a sector", Characters: "lanes\nsectors\n"}
	for i := range 2 {
		x := float64(i)
		d.Boxes = append(d.Boxes, Box{X: 4 + 8*x, W: 1, H: 1, Text: string(rune('0' + i)), Look: Filled, Group: i},
			Box{X: 10 * x, Y: 4, W: 8, H: 1, Look: Hatched}, Box{X: 10 * x, Y: 4, W: 2, H: 1, Look: Filled, Group: i}, Box{X: 10*x + 8.1, Y: 4,
				W: 0.1, H: 1, Look: Filled, Group: i},
			Box{X: 9 + x, Y: 5, W: 1, H: 1, Look: []Look{Disc, Ringed}[i], Group: i, Text: "a word"})
		d.Links = append(d.Links, Link{4.5 + 8*x, 1, 1 + 10*x, 4, i})
	}
	for i := range 8 {
		d.Boxes = append(d.Boxes, Box{X: 9 + float64(i), Y: 2, W: 1, H: 1, Look: Tinted, Tint: float64(i) / 7, Text: string(rune('a' + i))})
	}
	return d
}

// shadedDiagram has more groups than there are colours.
func shadedDiagram() *Diagram {
	d := &Diagram{Title: "Threads", Width: 32, Height: 1}
	for i := range 32 {
		d.Groups = append(d.Groups, fmt.Sprint("thread ", i))
		d.Boxes = append(d.Boxes, Box{X: float64(i), W: 1, H: 1, Text: fmt.Sprint(i), Look: Filled, Group: i})
	}
	return d
}

package gpu

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "occupancy", page: "kernels.md", fn: (*library).occupancy,
	returns: &Occupancy{},
	args:    hints{"gpu": (*library).allDevices},
	doc: `occupancy(gpu, threads, registers=0, shared=0)
How many blocks of so many threads fit a multiprocessor when each thread has so many
registers and each block so many bytes of shared memory, and what limits them: NVIDIA's
occupancy calculator for any GPU and, as "8.6", any compute capability. On 1.x shared
counts the 16 bytes and the parameters that a kernel has there.

    occupancy("8.6", 256, registers=40, shared=16384)
    occupancy("GTX 280", 512, registers=16).limiter`,
})

var _ = declare(row{
	name: "occupancy_plot", page: "pictures.md", fn: (*library).occupancyPlot,
	args: hints{"kernel": (*library).programs},
	doc: `occupancy_plot(kernel, gpu=None, block=None, shared=0)
What-if: how many warps a multiprocessor holds, over the threads of a block,
over the registers of a thread and over the shared memory of a block, all else
as it is. The kernel itself is marked in each, and steps say how many blocks they are. Below
stands what fits a multiprocessor: for each resource as many places as it has for such blocks,
and the blocks in them; the resource that limits has none left. Instead of a kernel it takes
what occupancy(…) gives.

    occupancy_plot(kernel("transpose/padded"), block=(32, 8))
    occupancy_plot(occupancy("8.6", 256, registers=40))`,
})

func (l *library) occupancyPlot(c call) (starlark.Value, error) {
	var kernel, gpu, block starlark.Value
	shared := 0
	if err := c.unpack("kernel", &kernel, "gpu??", &gpu, "block??", &block, "shared?", &shared); err != nil {
		return nil, err
	}
	o, err := l.plotted(kernel, gpu, block, shared)
	if err != nil {
		return nil, err
	}
	panels := o.panels()
	panels[0].Title, panels[0].Provenance = "What limits the occupancy", o.title()
	return plot.NewFigure(plotting.Sheet{panels, o.room()})
}

// plotted is the occupancy that occupancy_plot draws: one that is given, or a kernel's.
func (l *library) plotted(v, gpu, block starlark.Value, shared int) (*Occupancy, error) {
	if o, ok := v.(*Occupancy); ok {
		if gpu != nil || block != nil || shared != 0 {
			return nil, typeErrorf("occupancy_plot: an occupancy has its gpu, block and shared memory: want no further arguments")
		}
		return o, nil
	}
	k, err := l.kernelOf(v)
	if err != nil {
		return nil, err
	}
	return k.occupancyOf("occupancy_plot", gpu, block, shared)
}

// panels are the what-if curves: one resource each.
func (o *Occupancy) panels() plotting.Panels {
	d, threads := o.device, o.block.Count()
	warps := func(threads, registers, shared int) float64 {
		fit, err := isa.Occupy(d, threads, registers, shared)
		if err != nil {
			return 0 // the block does not fit at all
		}
		return float64(fit.WarpsPerSM)
	}
	var panels plotting.Panels
	for i, p := range []struct {
		axis       plotting.Axis
		what       string
		least, now int
		most       int
		of         func(x int) float64
	}{
		{plotting.Axis{Label: "threads of a block"}, "%d threads", 1, threads, d.MaxThreadsPerBlock,
			func(x int) float64 { return warps(x, o.registers, o.shared) }},
		{plotting.Axis{Label: "registers of a thread"}, "%d registers", 1, o.registers, d.MaxRegisters,
			func(x int) float64 { return warps(threads, x, o.shared) }},
		{plotting.Axis{Label: "shared memory of a block", Unit: "B"}, "%d bytes", 0, o.shared, max(d.MaxSharedPerBlock, d.MaxSharedOptIn),
			func(x int) float64 { return warps(threads, o.registers, x) }},
	} {
		x, y := stairs(p.least, p.most, p.of)
		now, at := float64(p.now), p.of(p.now)
		notes := []plotting.Note{{X: now, Y: at, Text: fmt.Sprintf(p.what+", %g warps", p.now, at)}}
		if i > 0 { // another number of threads makes other blocks
			notes = append(notes, o.stepNotes(x, y, now)...)
		}
		panels = append(panels, &plotting.Figure{
			X: p.axis, Y: plotting.Axis{Label: "warps of a multiprocessor"},
			Series: []plotting.Series{
				{X: x, Y: y, Marker: "none"},
				{X: []float64{now}, Y: []float64{at}, Style: plotting.Points, Marker: "diamond"},
			},
			Notes:      notes,
			References: []plotting.Reference{{Y: float64(d.MaxWarpsPerSM), Label: "most that " + d.Name + " holds"}},
		})
	}
	return panels
}

// stepNotes say at the steps that are wide enough how many blocks they are, but for the one
// with the current point.
func (o *Occupancy) stepNotes(x, y []float64, now float64) []plotting.Note {
	const narrowest = 0.09
	warps := (o.block.Count() + o.device.WarpSize - 1) / o.device.WarpSize
	var notes []plotting.Note
	for i := 0; i+1 < len(x); i += 2 {
		wide := x[i+1]-x[i] >= narrowest*(x[len(x)-1]-x[0])
		if wide && (now < x[i] || now > x[i+1]) {
			notes = append(notes, plotting.Note{X: (x[i] + x[i+1]) / 2, Y: y[i], Text: plural(int(y[i])/warps, "block")})
		}
	}
	return notes
}

// What a place for a block is in the picture of a multiprocessor.
const (
	placeTaken  = iota
	placesShown = 32
)

// room draws what fits a multiprocessor: places for blocks by resource.
func (o *Occupancy) room() *plotting.Diagram {
	k := o.occupancy
	const left, wide, high = 9.0, 26.0, 1.2 // of a row: its words, its places
	d := &plotting.Diagram{
		Title:      fmt.Sprintf("Why: %s, limited by %s", plural(k.BlocksPerSM, "block"), k.Limiter),
		Provenance: "what a multiprocessor has of each resource, parted into places for such blocks",
		Width:      left + wide + 3, Groups: []string{"a block that is there"},
	}
	var text, words strings.Builder
	for _, r := range []struct {
		name   string
		places int
	}{{"blocks", k.ByBlocks}, {"threads", k.ByThreads}, {"registers", k.ByRegisters}, {"shared memory", k.ByShared}} {
		name := r.name
		if r.places == k.BlocksPerSM {
			name += " (full)"
		}
		d.Boxes = append(d.Boxes, plotting.Box{Y: d.Height, W: left, H: high, Look: plotting.Bare, Place: plotting.Beginning, Text: fmt.Sprintf("%s: room for %d", name, r.places)})
		shown := min(r.places, placesShown)
		for i := range shown {
			b := plotting.Box{X: left + wide*float64(i)/float64(shown), Y: d.Height, W: wide / float64(shown), H: high, Look: plotting.Absent}
			if i < k.BlocksPerSM {
				b.Look, b.Group, b.Text = plotting.Filled, placeTaken, fmt.Sprint(i)
			}
			d.Boxes = append(d.Boxes, b)
		}
		if r.places > shown {
			d.Boxes = append(d.Boxes, plotting.Box{X: left + wide, Y: d.Height, W: 3, H: high, Look: plotting.Bare, Text: fmt.Sprintf("+ %d", r.places-shown)})
		}
		d.Height += high + 0.3
		fmt.Fprintf(&text, "%-14s %s%s\n", r.name, strings.Repeat("#", min(k.BlocksPerSM, shown)), strings.Repeat(".", max(0, shown-k.BlocksPerSM)))
		fmt.Fprintf(&words, ", %s for %d", r.name, r.places)
	}
	d.Characters = text.String()
	d.Description = fmt.Sprintf("%s on a multiprocessor, which has room by%s", plural(k.BlocksPerSM, "block"), strings.TrimPrefix(words.String(), ","))
	return d
}

// stairs are the corners of a function of whole numbers that is constant in pieces: they
// are between these.
func stairs(least, most int, f func(x int) float64) (x, y []float64) {
	before := f(least)
	x, y = append(x, float64(least)), append(y, before)
	for i := least + 1; i <= most; i++ {
		if now := f(i); now != before {
			x, y = append(x, float64(i)-0.5, float64(i)-0.5), append(y, before, now)
			before = now
		}
	}
	return append(x, float64(most)), append(y, before)
}

package figure

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/plotting"
)

// An Occupancy says how many blocks fit an SM, and what limits them.
type Occupancy struct {
	isa.Occupancy
	Device    *device.Device
	Kernel    string // or what a block needs, where there is none
	Block     gpumodel.Dim3
	Registers int   // of a thread
	Shared    int   // bytes of a block
	Steps     []int // bytes of dynamic shared memory for ever fewer blocks
}

// NewOccupancy is the occupancy of blocks with so many registers a thread and so many
// bytes of shared memory, of which dynamic are given at the launch.
func NewOccupancy(d *device.Device, kernel string, block gpumodel.Dim3, registers, shared, dynamic int) (*Occupancy, error) {
	o, err := isa.Occupy(d, block.Count(), registers, shared)
	if err != nil {
		return nil, errorf("%v", err)
	}
	return &Occupancy{Occupancy: o, Device: d, Kernel: kernel, Block: block, Registers: registers, Shared: shared,
		Steps: isa.SharedSteps(d, block.Count(), registers, shared-dynamic)}, nil
}

// Title is "k, block (256, 1, 1), on GTX 280: 24 of 32 warps, 75 %, limited by shared memory".
func (o *Occupancy) Title() string {
	return fmt.Sprintf("%s, block %v, on %s: %d of %d warps, %s, limited by %s", o.Kernel, Size(o.Block), o.Device.Name,
		o.WarpsPerSM, o.Device.MaxWarpsPerSM, plotting.Percent(o.Fraction), o.Limiter)
}

// Table has what each resource would allow.
func (o *Occupancy) Table() *plotting.Table {
	t := &plotting.Table{
		Title:   o.Title(),
		Columns: []plotting.Column{{Name: "resource"}, {Name: "blocks per SM", Kind: plotting.Int}},
	}
	for _, r := range o.resources() {
		t.Add(r.name, r.blocks)
	}
	return t
}

// A resource of an SM, and how many blocks it has room for.
type resource struct {
	name   string
	blocks int
}

func (o *Occupancy) resources() []resource {
	return []resource{{"blocks", o.ByBlocks}, {"threads", o.ByThreads}, {"registers", o.ByRegisters}, {"shared memory", o.ByShared}}
}

// Sheet draws the what-if curves, and below them what fits a multiprocessor.
func (o *Occupancy) Sheet() plotting.Sheet {
	panels := o.panels()
	panels[0].Title, panels[0].Provenance = "What limits the occupancy", o.Title()
	return plotting.Sheet{panels, o.room()}
}

// panels are the what-if curves: one resource each.
func (o *Occupancy) panels() plotting.Panels {
	d, threads := o.Device, o.Block.Count()
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
			func(x int) float64 { return warps(x, o.Registers, o.Shared) }},
		{plotting.Axis{Label: "registers of a thread"}, "%d registers", 1, o.Registers, d.MaxRegisters,
			func(x int) float64 { return warps(threads, x, o.Shared) }},
		{plotting.Axis{Label: "shared memory of a block", Unit: "B"}, "%d bytes", 0, o.Shared, max(d.MaxSharedPerBlock, d.MaxSharedOptIn),
			func(x int) float64 { return warps(threads, o.Registers, x) }},
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
			References: []plotting.Reference{{Y: float64(d.MaxWarpsPerSM), Label: "limit of " + d.Name + ":"}},
		})
	}
	return panels
}

// stepNotes say at the steps that are wide enough how many blocks they are, but for the one
// with the current point.
func (o *Occupancy) stepNotes(x, y []float64, now float64) []plotting.Note {
	const narrowest = 0.09
	warps := (o.Block.Count() + o.Device.WarpSize - 1) / o.Device.WarpSize
	var notes []plotting.Note
	for i := 0; i+1 < len(x); i += 2 {
		wide := x[i+1]-x[i] >= narrowest*(x[len(x)-1]-x[0])
		if wide && (now < x[i] || now > x[i+1]) {
			notes = append(notes, plotting.Note{X: (x[i] + x[i+1]) / 2, Y: y[i], Text: plotting.Plural(int(y[i])/warps, "block")})
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
	const left, wide, high = 9.0, 26.0, 1.2 // of a row: its words, its places
	d := &plotting.Diagram{
		Title:      fmt.Sprintf("Why: %s, limited by %s", plotting.Plural(o.BlocksPerSM, "block"), o.Limiter),
		Provenance: "each row is one resource of a multiprocessor, divided into the parts that one block needs",
		Width:      left + wide + 3, Groups: []string{"resident block"},
	}
	var text, words strings.Builder
	for _, r := range o.resources() {
		name := r.name
		if r.blocks == o.BlocksPerSM {
			name += " (full)"
		}
		d.Boxes = append(d.Boxes, label(0, d.Height, left, high, fmt.Sprintf("%s: enough for %d", name, r.blocks)))
		shown := min(r.blocks, placesShown)
		for i := range shown {
			b := plotting.Box{X: left + wide*float64(i)/float64(shown), Y: d.Height, W: wide / float64(shown), H: high, Look: plotting.Absent}
			if i < o.BlocksPerSM {
				b.Look, b.Group, b.Text = plotting.Filled, placeTaken, fmt.Sprint(i)
			}
			d.Boxes = append(d.Boxes, b)
		}
		if r.blocks > shown {
			d.Boxes = append(d.Boxes, plotting.Box{X: left + wide, Y: d.Height, W: 3, H: high, Look: plotting.Bare,
				Text: fmt.Sprintf("+ %d", r.blocks-shown)})
		}
		d.Height += high + 0.3
		fmt.Fprintf(&text, "%-14s %s%s\n", r.name, strings.Repeat("#", min(o.BlocksPerSM, shown)),
			strings.Repeat(".", max(0, shown-o.BlocksPerSM)))
		fmt.Fprintf(&words, ", %s for %d", r.name, r.blocks)
	}
	d.Characters = text.String()
	d.Description = fmt.Sprintf("%s on a multiprocessor, which has room by%s", plotting.Plural(o.BlocksPerSM, "block"),
		strings.TrimPrefix(words.String(), ","))
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

package figure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/plotting"
)

// A LayoutView says which access of a launch is drawn.
type LayoutView struct {
	Line        int    // of the source, from 1
	Array       string // a parameter; may be empty where the line touches one
	Step, Steps int    // of the loop: the one that is shown, and how many of the first are dashed
	Warp, Block int
	Column      bool // the matrix is stored column by column
}

// mostLoopSteps of a loop are dashed.
const mostLoopSteps = 64

// Layout draws which thread of a warp touches which element of an array: in the matrix,
// and where that lies in memory.
func Layout(ctx context.Context, r *gpumodel.Result, v LayoutView) (*plotting.Diagram, error) {
	switch warps := Warps(r); {
	case v.Step < 0 || v.Steps < 1 || v.Steps > mostLoopSteps:
		return nil, errorf("step is %d and steps %d, want step from 0 on and 1 to %d steps", v.Step, v.Steps, mostLoopSteps)
	case v.Warp < 0 || v.Warp >= warps:
		return nil, errorf("warp is %d, a block has 0 to %d", v.Warp, warps-1)
	}
	f := &layout{result: r, view: v, label: map[int]int{}, lanes: map[int]int{}}
	if err := f.look(ctx); err != nil {
		return nil, err
	}
	return f.diagram(), nil
}

// A layout is what Layout draws.
type layout struct {
	result           *gpumodel.Result
	view             LayoutView
	array            string
	at               observe.Access   // of the step
	others           []observe.Access // of the first steps
	rows, cols, size int
	label            map[int]int // lane of an element at the step, the first one
	lanes            map[int]int // how many lanes touch it
}

// look executes the block and keeps the access of the step and those of the first steps.
func (f *layout) look(ctx context.Context) error {
	v := &f.view
	var names []string
	times, found := 0, false
	_, err := observe.Accesses(ctx, f.result.Device, f.result.Launch, []int{v.Block}, func(a *observe.Access) (keep, more bool) {
		if a.Line != v.Line || a.Warp != v.Warp {
			return false, true
		}
		if !slices.Contains(names, a.Param) {
			names = append(names, a.Param)
		}
		if v.Array != "" && a.Param != v.Array {
			return false, true
		}
		times = max(times, a.Step+1)
		switch {
		case a.Step == v.Step:
			f.at, found = *a, true
		case a.Step < v.Steps:
			f.others = append(f.others, *a)
		}
		return false, a.Step <= max(v.Step, v.Steps)
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	at := f.result.Kernel.Module.At(v.Line)
	switch {
	case len(names) == 0:
		return errorf("warp %d touches no array in %s", v.Warp, at)
	case v.Array == "" && len(names) > 1:
		return errorf("%s touches %s: name one, as in array=%q", at, strings.Join(names, " and "), names[0])
	case v.Array != "" && !slices.Contains(names, v.Array):
		return errorf("%s does not touch %q (it touches %s)", at, v.Array, strings.Join(names, " and "))
	case !found:
		return errorf("warp %d comes %d times to %s, step is %d", v.Warp, times, at, v.Step)
	}
	f.array = cmp.Or(v.Array, names[0])
	return nil
}

// place is the row and the column of an element in the matrix.
func (f *layout) place(element int) (row, col int) {
	if f.view.Column {
		return element % f.rows, element / f.rows
	}
	return element / f.cols, element % f.cols
}

// most cells of the matrix are drawn, and lines of memory.
const (
	mostLayoutRows, mostLayoutColumns = 16, 32
	mostLines                         = 8
)

// diagram draws the matrix, where there is one, and the lines of memory below it.
func (f *layout) diagram() *plotting.Diagram {
	shape := f.at.Array.Shape
	f.size = f.at.Array.DType.Size()
	f.rows, f.cols = 1, f.at.Array.Len()
	if len(shape) == 2 {
		f.rows, f.cols = shape[0], shape[1]
	}
	for _, x := range f.at.Lanes {
		if f.lanes[x.Element]++; f.lanes[x.Element] == 1 {
			f.label[x.Element] = x.Lane
		}
	}
	d := &plotting.Diagram{Width: 38, Title: f.title(), Provenance: f.provenance()}
	for i := range f.result.Device.WarpSize {
		d.Groups = append(d.Groups, fmt.Sprintf("thread %d", i))
	}
	if f.rows > 1 {
		f.drawMatrix(d)
	}
	f.drawMemory(d)
	d.Characters = f.characters()
	return d
}

func (f *layout) title() string {
	moved, used := 0, 0
	for _, t := range f.at.Transactions {
		moved += int(t.Size)
	}
	used = len(f.lanes) * f.size
	verb := "read"
	if f.at.Store {
		verb = "write"
	}
	return fmt.Sprintf("%s at step %d: %d threads %s %d bytes of the %d that are moved", f.array, f.view.Step, len(f.at.Lanes), verb, used,
		moved)
}

func (f *layout) provenance() string {
	text := f.result.Kernel.Module.Line(f.at.Line)
	return fmt.Sprintf("%s on %s, block (%d, %d, %d), warp %d, %s: %s", f.result.Kernel.Name, f.result.Device.Name,
		f.at.Block.X, f.at.Block.Y, f.at.Block.Z, f.at.Warp, f.result.Kernel.Module.At(f.at.Line), text)
}

// threads names those that touch an element.
func (f *layout) threads(element int) string {
	if n := f.lanes[element]; n > 1 {
		return fmt.Sprintf("%d×", n)
	}
	return fmt.Sprintf("T%d", f.label[element])
}

// A matrixPart is the part of the matrix that is drawn: what is touched at the first steps,
// or where that is too far apart, at the step.
type matrixPart struct {
	low, high [2]int         // the corners of what is touched, as row and column
	steps     map[[2]int]int // the first step at which an element is touched
}

// note widens the part to what an access touches.
func (m *matrixPart) note(f *layout, a *observe.Access) {
	for _, x := range a.Lanes {
		row, col := f.place(x.Element)
		m.low = [2]int{min(m.low[0], row), min(m.low[1], col)}
		m.high = [2]int{max(m.high[0], row), max(m.high[1], col)}
		if _, known := m.steps[[2]int{row, col}]; !known {
			m.steps[[2]int{row, col}] = a.Step
		}
	}
}

// part finds what is drawn of the matrix.
func (f *layout) part() *matrixPart {
	m := &matrixPart{low: [2]int{f.rows, f.cols}, steps: map[[2]int]int{}}
	m.note(f, &f.at)
	own := *m
	for i := range f.others {
		m.note(f, &f.others[i])
	}
	for i, most := range []int{mostLayoutRows, mostLayoutColumns} {
		if m.high[i]-m.low[i] >= most { // the other steps are too far away
			m.low[i], m.high[i] = own.low[i], own.high[i]
		}
	}
	return m
}

// drawMatrix draws the part of the matrix around what is touched at the first steps.
func (f *layout) drawMatrix(d *plotting.Diagram) {
	m := f.part()
	low, high := m.low, m.high
	rows, cols := min(max(high[0]-low[0]+2, 6), mostLayoutRows), min(max(high[1]-low[1]+2, 8), mostLayoutColumns)
	fromRow, fromCol := max(0, min(low[0], f.rows-rows)), max(0, min(low[1], f.cols-cols))
	rows, cols = min(rows, f.rows-fromRow), min(cols, f.cols-fromCol)
	stored := "row by row"
	if f.view.Column {
		stored = "column by column"
	}
	const left = 4
	d.Boxes = append(d.Boxes, label(0, 0, d.Width, 1,
		fmt.Sprintf("the matrix %s (%d × %d, stored %s), rows from %d, columns from %d; dashed: steps 0 to %d of these threads",
			f.array, f.rows, f.cols, stored, fromRow, fromCol, f.view.Steps-1)))
	for r := range rows {
		y := 1.2 + float64(r)
		d.Boxes = append(d.Boxes, label(0, y, left-0.2, 1, fmt.Sprintf("row %d", fromRow+r)))
		for col := range cols {
			d.Boxes = append(d.Boxes, f.element(m, fromRow+r, fromCol+col, plotting.Box{X: left + float64(col), Y: y, W: 1, H: 1}))
		}
	}
	d.Height = 1.2 + float64(rows) + 0.6
}

// element is the box of an element: with the thread that touches it at the step, dashed
// with the step at which another access of the first steps does.
func (f *layout) element(m *matrixPart, row, col int, b plotting.Box) plotting.Box {
	element := row*f.cols + col
	if f.view.Column {
		element = col*f.rows + row
	}
	if lane, ok := f.label[element]; ok {
		b.Look, b.Group, b.Text = plotting.Filled, lane, f.threads(element)
	} else if step, ok := m.steps[[2]int{row, col}]; ok {
		b.Look, b.Text = plotting.Absent, fmt.Sprint(step)
	}
	return b
}

// memoryLine is a line of memory that the warp touches.
type memoryLine struct {
	addr    uint64
	sectors []bool // that are moved
}

// lines are those that the access moves parts of, in order.
func (f *layout) lines() []memoryLine {
	width := uint64(f.result.Device.SegmentBytes)
	byAddr := map[uint64]int{}
	var all []memoryLine
	for _, t := range f.at.Transactions {
		for addr := t.Addr; addr < t.Addr+uint64(t.Size); addr += 32 {
			line := addr / width * width
			i, ok := byAddr[line]
			if !ok {
				i = len(all)
				byAddr[line] = i
				all = append(all, memoryLine{line, make([]bool, width/32)})
			}
			all[i].sectors[(addr-line)/32] = true
		}
	}
	slices.SortFunc(all, func(a, b memoryLine) int {
		if a.addr < b.addr {
			return -1
		}
		return 1
	})
	return all
}

// elementAt is the element at an address.
func (f *layout) elementAt(addr uint64) int {
	x := f.at.Lanes[0]
	return x.Element + int(int64(addr)-int64(x.Address))/f.size
}

// drawMemory draws the lines of memory with the words that are asked for, and those that
// are moved with them.
func (f *layout) drawMemory(d *plotting.Diagram) {
	lines := f.lines()
	y := d.Height
	words := f.result.Device.SegmentBytes / f.size
	d.Boxes = append(d.Boxes, label(0, y, d.Width, 1,
		fmt.Sprintf("memory: lines of %d bytes, of which sectors of 32 bytes are moved; white words are moved and not asked for",
			f.result.Device.SegmentBytes)))
	y += 1.2
	const left = 5
	w := (d.Width - left) / float64(words)
	for i, line := range lines {
		if i == mostLines && len(lines) > mostLines+1 {
			d.Boxes = append(d.Boxes, label(0, y, d.Width, 1, fmt.Sprintf("… and %d more lines", len(lines)-i)))
			y++
			break
		}
		d.Boxes = append(d.Boxes, label(0, y, left-0.2, 1, fmt.Sprintf("%s + %d", f.array, f.elementAt(line.addr))))
		for word := range words {
			b := plotting.Box{X: left + float64(word)*w, Y: y, W: w, H: 0.9, Look: plotting.Absent}
			if line.sectors[word*f.size/32] {
				b.Look = plotting.Frame
			}
			element := f.elementAt(line.addr) + word
			if lane, ok := f.label[element]; ok {
				b.Look, b.Group, b.Text = plotting.Filled, lane, f.threads(element)
			}
			d.Boxes = append(d.Boxes, b)
		}
		y += 1.1
	}
	d.Height = y + 0.2
}

// characters lists the lines of memory.
func (f *layout) characters() string {
	var b strings.Builder
	lines := f.lines()
	words := f.result.Device.SegmentBytes / f.size
	for i, line := range lines {
		if i == mostLines && len(lines) > mostLines+1 {
			fmt.Fprintf(&b, "… and %d more lines\n", len(lines)-i)
			break
		}
		first := f.elementAt(line.addr)
		var touched []string
		for word := range words {
			if _, ok := f.label[first+word]; ok {
				touched = append(touched, f.threads(first+word))
			}
		}
		text := strings.Join(touched, " ")
		if len(touched) > 6 {
			text = strings.Join(touched[:3], " ") + " … " + touched[len(touched)-1]
		}
		moved := 0
		for _, s := range line.sectors {
			if s {
				moved++
			}
		}
		fmt.Fprintf(&b, "%s[%d] to [%d]: %d of %d sectors moved, words of %s\n", f.array, first, first+words-1, moved, len(line.sectors), text)
	}
	return b.String()
}

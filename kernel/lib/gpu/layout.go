package gpu

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "layout_plot", page: "pictures.md", fn: stateless(layoutPlot),
	args: hints{"order": words("row", "column")},
	doc: `layout_plot(r, line, array=None, step=0, steps=4, warp=0, block=(0, 0), order="row")
Which thread of a warp touches which element of an array, at one step of a loop: in the
matrix, and where that lies in memory. line is a line of the source, or a piece of it;
array is needed where a line touches several. Dashed elements belong to the other ones of
the first steps. order="column" draws a matrix that is stored column by column.

    r = run("product/row_major", n=64)
    layout_plot(r, "Pvalue +=", "M")`,
})

var _ = declare(row{
	name: "tile_loads", page: "results.md", fn: stateless(tileLoads),
	returns: exampleTable,
	args:    hints{"linear": yesOrNo},
	doc: `tile_loads(r, phases=2, blocks=4, linear=False)
Which elements of which array each block loads in each phase, that is, in each round of a
loop: a table with a row for each phase and array and a column for each block, taken from
the addresses that the threads ask for. blocks is a number, of which half lie beside each
other, or a list of (x, y). linear=True writes places in memory instead of rows and columns.

    r = run("matmul/tiled", n=64)
    tile_loads(r)`,
})

// lineOf reads a line of a kernel's source: a number, or a text that is in one line of it.
func lineOf(function string, k *gpumodel.Kernel, v starlark.Value) (int, error) {
	source := strings.Split(k.Module.Source, "\n")
	switch v := v.(type) {
	case starlark.Int:
		n, ok := v.Int64()
		if !ok || n < 1 || n > int64(len(source)) {
			return 0, valueErrorf("%s: line is %s, %s has lines 1 to %d", function, v, k.Name, len(source))
		}
		return int(n), nil
	case starlark.String:
		var found []int
		for i, text := range source {
			if code, _, _ := strings.Cut(text, "//"); strings.Contains(code, string(v)) {
				found = append(found, i+1)
			}
		}
		switch len(found) {
		case 1:
			return found[0], nil
		case 0:
			return 0, valueErrorf("%s: no line of %s contains %q", function, k.Name, string(v))
		}
		return 0, valueErrorf("%s: lines %s of %s contain %q: give more of one", function, numberList(found), k.Name, string(v))
	}
	return 0, typeErrorf("%s: line is %s, want a number or a piece of the line", function, describe(v))
}

// numberList writes numbers with commas between them.
func numberList(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, fmt.Sprint(n))
	}
	return strings.Join(texts, ", ")
}

// blockNumber is the number of a block in the grid of a launch.
func blockNumber(function string, l *gpumodel.Launch, v starlark.Value) (int, error) {
	var at [3]int
	places := starlark.Tuple{v}
	if t, ok := v.(starlark.Tuple); ok {
		places = t
	}
	if len(places) == 0 || len(places) > 3 {
		return 0, typeErrorf("%s: block is %s, want its place in the grid, such as (0, 0)", function, describe(v))
	}
	for i, p := range places {
		if err := starlark.AsInt(p, &at[i]); err != nil {
			return 0, typeErrorf("%s: block is %s, want its place in the grid, such as (0, 0)", function, describe(v))
		}
	}
	b := gpumodel.Dim3{X: at[0], Y: at[1], Z: at[2]}
	g := l.Grid
	if b.X < 0 || b.Y < 0 || b.Z < 0 || b.X >= g.X || b.Y >= g.Y || b.Z >= g.Z {
		return 0, valueErrorf("%s: block (%d, %d, %d) is not in the grid of %v", function, b.X, b.Y, b.Z, dims(g))
	}
	return b.X + g.X*(b.Y+g.Y*b.Z), nil
}

// A layout is what layout_plot draws.
type layout struct {
	result           *gpumodel.Result
	array            string
	step, steps      int
	column           bool
	at               gpumodel.Access   // of the step
	others           []gpumodel.Access // of the first steps
	rows, cols, size int
	label            map[int]int // lane of an element at the step, the first one
	lanes            map[int]int // how many lanes touch it
}

func layoutPlot(c call) (starlark.Value, error) {
	var r *Result
	var line starlark.Value
	var block starlark.Value = starlark.Tuple{starlark.MakeInt(0), starlark.MakeInt(0)}
	array, order, step, steps, warp := "", "row", 0, 4, 0
	if err := c.unpack("r", &r, "line", &line, "array??", &array, "step?", &step, "steps?", &steps, "warp?", &warp, "block?", &block, "order?", &order); err != nil {
		return nil, err
	}
	r, err := r.modelled(c)
	if err != nil {
		return nil, err
	}
	l := r.result.Launch
	n, err := lineOf(c.name, r.result.Kernel, line)
	if err != nil {
		return nil, err
	}
	at, err := blockNumber(c.name, &l, block)
	if err != nil {
		return nil, err
	}
	warps := (l.Block.Count() + r.result.Device.WarpSize - 1) / r.result.Device.WarpSize
	switch {
	case order != "row" && order != "column":
		return nil, valueErrorf("%s: order is %q, want \"row\" or \"column\"", c.name, order)
	case step < 0 || steps < 1 || steps > 64:
		return nil, valueErrorf("%s: step is %d and steps %d, want step from 0 on and 1 to 64 steps", c.name, step, steps)
	case warp < 0 || warp >= warps:
		return nil, valueErrorf("%s: warp is %d, a block has 0 to %d", c.name, warp, warps-1)
	}
	var names []string
	var all []gpumodel.Access
	times := 0
	_, err = gpumodel.Accesses(c.ctx(), r.result.Device, l, []int{at}, func(a *gpumodel.Access) (keep, more bool) {
		if a.Line != n || a.Warp != warp {
			return false, true
		}
		if !slices.Contains(names, a.Param) {
			names = append(names, a.Param)
		}
		if array == "" || a.Param == array {
			times = max(times, a.Step+1)
			if a.Step < steps || a.Step == step {
				all = append(all, *a)
			}
			return false, a.Step <= max(step, steps)
		}
		return false, true
	})
	if err != nil {
		return nil, launchFault(err, r.result.Kernel)
	}
	slices.Sort(names)
	switch {
	case len(names) == 0:
		return nil, valueErrorf("%s: warp %d touches no array in line %d", c.name, warp, n)
	case array == "" && len(names) > 1:
		return nil, valueErrorf("%s: line %d touches %s: name one, as in array=%q", c.name, n, strings.Join(names, " and "), names[0])
	case array != "" && !slices.Contains(names, array):
		return nil, valueErrorf("%s: line %d does not touch %q (it touches %s)", c.name, n, array, strings.Join(names, " and "))
	}
	f := &layout{result: r.result, array: names[0], step: step, steps: steps, column: order == "column", label: map[int]int{}, lanes: map[int]int{}}
	if array != "" {
		f.array = array
	}
	found := false
	for _, a := range all {
		if a.Step == step {
			f.at, found = a, true
			continue
		}
		f.others = append(f.others, a)
	}
	if !found {
		return nil, valueErrorf("%s: warp %d comes %d times to line %d, step is %d", c.name, warp, times, n, step)
	}
	return plot.NewFigure(f.diagram())
}

// modelled is the result of one launch on the model.
func (r *Result) modelled(c call) (*Result, error) {
	if err := r.single(c); err != nil {
		return nil, err
	}
	return r.model()
}

// place is the row and the column of an element in the matrix.
func (f *layout) place(element int) (row, col int) {
	if f.column {
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
	return fmt.Sprintf("%s at step %d: %d threads %s %d bytes of the %d that are moved", f.array, f.step, len(f.at.Lanes), verb, used, moved)
}

func (f *layout) provenance() string {
	text := f.result.Kernel.Module.Line(f.at.Line)
	return fmt.Sprintf("%s on %s, block (%d, %d, %d), warp %d, line %d: %s", f.result.Kernel.Name, f.result.Device.Name,
		f.at.Block.X, f.at.Block.Y, f.at.Block.Z, f.at.Warp, f.at.Line, text)
}

// threads names those that touch an element.
func (f *layout) threads(element int) string {
	if n := f.lanes[element]; n > 1 {
		return fmt.Sprintf("%d×", n)
	}
	return fmt.Sprintf("T%d", f.label[element])
}

// drawMatrix draws the part of the matrix around what is touched at the first steps.
func (f *layout) drawMatrix(d *plotting.Diagram) {
	steps := map[[2]int]int{}
	low, high := [2]int{f.rows, f.cols}, [2]int{}
	note := func(a *gpumodel.Access, mark bool) {
		for _, x := range a.Lanes {
			row, col := f.place(x.Element)
			low = [2]int{min(low[0], row), min(low[1], col)}
			high = [2]int{max(high[0], row), max(high[1], col)}
			if _, known := steps[[2]int{row, col}]; mark && !known {
				steps[[2]int{row, col}] = a.Step
			}
		}
	}
	note(&f.at, false)
	ownLow, ownHigh := low, high
	for i := range f.others {
		note(&f.others[i], true)
	}
	for i, most := range []int{mostLayoutRows, mostLayoutColumns} {
		if high[i]-low[i] >= most { // the other steps are too far away
			low[i], high[i] = ownLow[i], ownHigh[i]
		}
	}
	rows, cols := min(max(high[0]-low[0]+2, 6), mostLayoutRows), min(max(high[1]-low[1]+2, 8), mostLayoutColumns)
	fromRow, fromCol := max(0, min(low[0], f.rows-rows)), max(0, min(low[1], f.cols-cols))
	rows, cols = min(rows, f.rows-fromRow), min(cols, f.cols-fromCol)
	stored := "row by row"
	if f.column {
		stored = "column by column"
	}
	const left = 4
	d.Boxes = append(d.Boxes, plotting.Box{W: d.Width, H: 1, Look: plotting.Bare, Place: plotting.Beginning,
		Text: fmt.Sprintf("the matrix %s (%d × %d, stored %s), rows from %d, columns from %d; dashed: steps 0 to %d of these threads", f.array, f.rows, f.cols, stored, fromRow, fromCol, f.steps-1)})
	for r := range rows {
		y := 1.2 + float64(r)
		d.Boxes = append(d.Boxes, plotting.Box{Y: y, W: left - 0.2, H: 1, Look: plotting.Bare, Place: plotting.Beginning, Text: fmt.Sprintf("row %d", fromRow+r)})
		for col := range cols {
			b := plotting.Box{X: left + float64(col), Y: y, W: 1, H: 1}
			element := (fromRow+r)*f.cols + fromCol + col
			if f.column {
				element = (fromCol+col)*f.rows + fromRow + r
			}
			if lane, ok := f.label[element]; ok {
				b.Look, b.Group, b.Text = plotting.Filled, lane, f.threads(element)
			} else if step, ok := steps[[2]int{fromRow + r, fromCol + col}]; ok {
				b.Look, b.Text = plotting.Absent, fmt.Sprint(step)
			}
			d.Boxes = append(d.Boxes, b)
		}
	}
	d.Height = 1.2 + float64(rows) + 0.6
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
	d.Boxes = append(d.Boxes, plotting.Box{Y: y, W: d.Width, H: 1, Look: plotting.Bare, Place: plotting.Beginning,
		Text: fmt.Sprintf("memory: lines of %d bytes, of which sectors of 32 bytes are moved; white words are moved and not asked for", f.result.Device.SegmentBytes)})
	y += 1.2
	const left = 5
	w := (d.Width - left) / float64(words)
	for i, line := range lines {
		if i == mostLines && len(lines) > mostLines+1 {
			d.Boxes = append(d.Boxes, plotting.Box{Y: y, W: d.Width, H: 1, Look: plotting.Bare, Place: plotting.Beginning, Text: fmt.Sprintf("… and %d more lines", len(lines)-i)})
			y++
			break
		}
		d.Boxes = append(d.Boxes, plotting.Box{Y: y, W: left - 0.2, H: 1, Look: plotting.Bare, Place: plotting.Beginning, Text: fmt.Sprintf("%s + %d", f.array, f.elementAt(line.addr))})
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

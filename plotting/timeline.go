package plotting

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Timeline says what each of some rows is doing over the X axis. Y.Categories names
// the rows, the first on top; a row without a name belongs to the one above.
type Timeline struct {
	States []State
	Spans  []Span
	Breaks []int // rows above which a line parts them from those before
	// Start and End are on the axis, whatever the spans; both 0 say nothing.
	Start, End float64
}

// A State is something that a row can be doing. The first ones are told apart the
// best.
type State struct {
	Name string
	Thin bool // drawn at less than the whole height: a wait beside work
	// Like names an earlier state, of whose colour this one has a paler shade.
	Like string
}

// A Span is a state of a row from one X to another.
type Span struct {
	Row, State int
	From, To   float64
	Text       string // in it or at its end; not with many rows
}

// checkTimeline reports spans that name no row or no state.
func (f *Figure) checkTimeline() error {
	for i, s := range f.Timeline.Spans {
		if s.Row < 0 || s.Row >= len(f.Y.Categories) {
			return fmt.Errorf("plotting: span %d has row %d, but there are %d rows", i, s.Row, len(f.Y.Categories))
		}
		if s.State < 0 || s.State >= len(f.Timeline.States) {
			return fmt.Errorf("plotting: span %d has state %d, but there are %d states", i, s.State, len(f.Timeline.States))
		}
	}
	return nil
}

// spans are the usable ones.
func (c *chart) spans() []Span {
	return slices.DeleteFunc(slices.Clone(c.Timeline.Spans), func(s Span) bool {
		return !Linear.usable(s.From) || !Linear.usable(s.To) || s.To < s.From ||
			s.Row < 0 || s.Row >= len(c.y.spec.Categories) || s.State < 0 || s.State >= len(c.Timeline.States)
	})
}

// timelineRows names every row.
func (f *Figure) timelineRows() []string {
	n := 1
	for _, s := range f.Timeline.Spans {
		if s.Row < 1<<10 { // more rows cannot be told apart
			n = max(n, s.Row+1)
		}
	}
	names := slices.Clone(f.Y.Categories)
	for len(names) < n {
		names = append(names, "")
	}
	return names
}

// stateColors are the colours of the states: those of statePalette, and shades of these.
func (t *Timeline) stateColors() []color.RGBA {
	colors, shades, own := make([]color.RGBA, len(t.States)), make([]int, len(t.States)), 0
	for i, s := range t.States {
		like := slices.IndexFunc(t.States[:i], func(o State) bool { return s.Like != "" && o.Name == s.Like })
		if like < 0 {
			colors[i] = statePalette[own%len(statePalette)]
			own++
			continue
		}
		shades[like]++
		colors[i] = paler(colors[like], shades[like])
	}
	return colors
}

// paler is the n-th paler shade of a colour.
func paler(c color.RGBA, n int) color.RGBA {
	keep := math.Pow(0.55, float64(n))
	mix := func(x uint8) uint8 { return uint8(math.Round(255 - keep*float64(255-x))) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 255}
}

func (c *chart) stateName(state int) string { return oneLine(c.Timeline.States[state].Name) }

// shownStates are the states that spans are in.
func (c *chart) shownStates() []int {
	var states []int
	for i := range c.Timeline.States {
		if slices.ContainsFunc(c.Timeline.Spans, func(s Span) bool { return s.State == i }) {
			states = append(states, i)
		}
	}
	return states
}

// describeTimeline says what the rows did.
func (c *chart) describeTimeline() string {
	var names []string
	for _, i := range c.shownStates() {
		names = append(names, c.stateName(i))
	}
	text := fmt.Sprintf("timeline of %d rows over %s: %s", len(c.y.spec.Categories), c.x.title, strings.Join(names, "; "))
	for _, s := range c.spans() {
		if s.Text != "" && len(c.y.spec.Categories) <= mostHeight/rowHeight {
			text += strings.TrimRight("; "+c.y.ticks[s.Row].label, " ") + " " + oneLine(s.Text)
		}
	}
	return text
}

const (
	rowHeight  = 22   // of a few rows
	manyRows   = 9    // from which on they are lower
	lowRow     = 13   // their height
	leastRow   = 7    // if there are very many
	mostHeight = 420  // of all rows, if they are not less than leastRow then
	thinShare  = 0.45 // of the height, of thin states
	roomyRow   = 12.5 // the least height that texts are written in
	mostBeyond = 120  // the width of a text behind a span
)

// timelineHeight is the height of the rows.
func (c *chart) timelineHeight() vg.Length {
	n := vg.Length(len(c.y.spec.Categories))
	height := n * rowHeight
	if n >= manyRows {
		height = max(n*lowRow, manyRows*rowHeight)
	}
	return max(min(height, max(mostHeight, n*leastRow)), 40)
}

// timelinePlotter draws the spans of the rows.
type timelinePlotter struct{ *chart }

func (p timelinePlotter) Plot(c draw.Canvas, _ *plot.Plot) {
	for _, b := range p.Timeline.Breaks {
		y := c.Y(p.y.norm(float64(p.upside(b)) + 0.5))
		c.StrokeLine2(draw.LineStyle{Color: faintInk, Width: 0.8}, c.Min.X, y, c.Max.X, y)
	}
	paths := make([]vg.Path, len(p.Timeline.States))
	spans := p.spans()
	for _, s := range spans {
		box := p.place(c, s)
		middle := (box.Min.Y + box.Max.Y) / 2
		paths[s.State].Move(vg.Point{X: box.Min.X, Y: middle})
		paths[s.State].Line(vg.Point{X: box.Max.X, Y: middle})
	}
	for i, path := range paths {
		c.SetLineStyle(draw.LineStyle{Color: p.states[i], Width: 2 * p.halfHeight(c, i)})
		strokePieces(c, path)
	}
	if p.rowSize(c) < roomyRow {
		return
	}
	for _, s := range spans {
		p.write(c, s)
	}
}

// strokePieces draws lines from one point to another, some at a time: the time in which
// a path becomes pixels grows faster than its length. A bar as a line of its width is
// half as long in an SVG as its outline.
func strokePieces(c draw.Canvas, path vg.Path) {
	for from := 0; from < len(path); from += pathPoints {
		c.Stroke(path[from:min(from+pathPoints, len(path))])
	}
}

// halfHeight is half the height of the spans of a state.
func (p timelinePlotter) halfHeight(c draw.Canvas, state int) vg.Length {
	half := p.rowSize(c) * 0.43
	if p.Timeline.States[state].Thin {
		half *= thinShare
	}
	return half
}

// upside is a row's place on the axis, which goes up.
func (c *chart) upside(row int) int { return len(c.y.spec.Categories) - 1 - row }

func (p timelinePlotter) rowSize(c draw.Canvas) vg.Length {
	return (c.Max.Y - c.Min.Y) / vg.Length(len(p.y.spec.Categories))
}

// place is where a span is drawn.
func (p timelinePlotter) place(c draw.Canvas, s Span) vg.Rectangle {
	half := p.halfHeight(c, s.State)
	middle := c.Y(p.y.norm(float64(p.upside(s.Row))))
	return vg.Rectangle{
		Min: vg.Point{X: c.X(p.x.norm(s.From)), Y: middle - half},
		Max: vg.Point{X: c.X(p.x.norm(s.To)), Y: middle + half},
	}
}

// write puts a span's text into it, or behind it if it is too short.
func (p timelinePlotter) write(c draw.Canvas, s Span) {
	if s.Text == "" {
		return
	}
	box, text := p.place(c, s), oneLine(s.Text)
	style := textStyle(noteSize, readableOn(p.states[s.State]), draw.XCenter, digitsMiddle)
	at := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	if !p.inside(s) {
		style.XAlign, style.Color, at.X = draw.XLeft, ink, box.Max.X+labelInset
		text = shorten(text, narrowerThan(mostBeyond, style))
	}
	c.FillText(style, at, text)
}

// inside reports whether a span's text has room in it, whatever the names beside the
// rows leave of the width.
func (p timelinePlotter) inside(s Span) bool {
	const leastWidth = plotWidth - nameMaxWidth - 2*margin
	width := vg.Length(p.x.norm(s.To)-p.x.norm(s.From)) * leastWidth
	return textStyle(noteSize, ink, draw.XLeft, digitsMiddle).Width(oneLine(s.Text)) < width-2*labelInset
}

// GlyphBoxes keeps room for texts behind spans.
func (p timelinePlotter) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	style := textStyle(noteSize, ink, draw.XLeft, digitsMiddle)
	for _, s := range p.spans() {
		if s.Text != "" && !p.inside(s) {
			boxes = append(boxes, valueBox(p.x.norm(s.To), false, min(style.Width(oneLine(s.Text)), mostBeyond)+labelInset))
		}
	}
	return boxes
}

// stateSample is a state's entry in the legend.
func (c *chart) stateSample(state int) func(draw.Canvas, vg.Length, vg.Length) {
	return func(to draw.Canvas, left, middle vg.Length) {
		half := vg.Point{X: 9, Y: 5}
		if c.Timeline.States[state].Thin {
			half.Y *= thinShare
		}
		center := vg.Point{X: left + sampleWidth/2, Y: middle}
		to.SetColor(c.states[state])
		to.Fill(vg.Rectangle{Min: center.Sub(half), Max: center.Add(half)}.Path())
	}
}

// rowTicks are the names beside the rows, as many as stand apart.
func (c *chart) rowTicks(slot vg.Length) []tick {
	style := textStyle(tickSize, ink, draw.XRight, draw.YCenter)
	var ticks []tick
	last := math.Inf(-1)
	for i, t := range c.y.ticks {
		if t.label == "" || (float64(i)-last)*float64(slot) < tickSize+2 {
			continue
		}
		last = float64(i)
		ticks = append(ticks, tick{float64(c.upside(i)), shorten(t.label, narrowerThan(nameMaxWidth, style))})
	}
	return ticks
}

// The characters of the states in text: their own, and those of their shades.
var (
	stateSigns = []rune("█░▒~+o#")
	shadeSigns = []rune("▓:·")
)

func (t *Timeline) signs() []rune {
	var signs []rune
	own, shades := 0, 0
	for i, s := range t.States {
		if s.Like != "" && slices.ContainsFunc(t.States[:i], func(o State) bool { return o.Name == s.Like }) {
			signs = append(signs, shadeSigns[shades%len(shadeSigns)])
			shades++
			continue
		}
		signs = append(signs, stateSigns[own%len(stateSigns)])
		own++
	}
	return signs
}

// textTimeline writes a line for each row: in each column the state that it was in
// for the longest.
func (c *chart) textTimeline(b *strings.Builder) {
	var names []string
	for _, t := range c.y.ticks {
		names = append(names, shorten(t.label, charactersUpTo(textNameWidth)))
	}
	width := max(widest(names), 2)
	room := 0 // for texts behind spans
	for _, span := range c.spans() {
		room = max(room, behind(span))
	}
	columns := min(textColumns, textWidth-width-3-room)
	const most = 64
	rows := c.textRows(columns, room)
	for i, row := range rows[:min(len(rows), most)] {
		if slices.Contains(c.Timeline.Breaks, i) && i > 0 {
			b.WriteString(strings.Repeat(" ", width) + " ├" + strings.Repeat("╌", columns) + "\n")
		}
		b.WriteString(strings.TrimRight(pad(names[i], width, true)+" │"+string(row), " ") + "\n")
	}
	if more := len(rows) - most; more > 0 {
		fmt.Fprintf(b, "%s … and %d more rows\n", strings.Repeat(" ", width), more)
	}
	c.textAxis(b, strings.Repeat(" ", width), columns)
	signs := c.Timeline.signs()
	for _, i := range c.shownStates() {
		b.WriteString("  " + shorten(string(signs[i])+" "+c.stateName(i), charactersUpTo(textWidth-2)) + "\n")
	}
}

// behind is how many characters the text behind a span takes, with a space.
func behind(s Span) int {
	if s.Text == "" {
		return 0
	}
	return min(len([]rune(s.Text)), textNameWidth) + 1
}

// textRows are the characters of the rows, with room for texts behind spans.
func (c *chart) textRows(columns, room int) [][]rune {
	type place struct{ row, column, state int }
	spent := map[place]float64{} // in columns
	spans := c.spans()
	at := func(x float64) float64 { return c.x.norm(x) * float64(columns) }
	for _, s := range spans {
		from, to := at(s.From), at(s.To)
		for j := max(int(from), 0); j < columns && float64(j) < to; j++ {
			spent[place{s.Row, j, s.State}] += min(to, float64(j+1)) - max(from, float64(j))
		}
	}
	rows, signs := make([][]rune, len(c.y.ticks)), c.Timeline.signs()
	for i := range rows {
		rows[i] = []rune(strings.Repeat(" ", columns+room))
		for j := range columns {
			const least = 0.25 // of a column, that is seen
			most := least
			for state := range c.Timeline.States {
				if share := spent[place{i, j, state}]; share > most {
					most, rows[i][j] = share, signs[state]
				}
			}
		}
	}
	for _, s := range spans {
		start, end := int(math.Ceil(at(s.To))), int(math.Ceil(at(s.To)))+behind(s)
		if s.Text != "" && start >= 0 && end <= columns+room && strings.TrimSpace(string(rows[s.Row][start:end])) == "" {
			copy(rows[s.Row][start+1:end], []rune(shorten(oneLine(s.Text), charactersUpTo(textNameWidth))))
		}
	}
	return rows
}

// vegaTimeline returns the layers of a timeline: lines between groups of rows, thick
// and thin bars, texts.
func (c *chart) vegaTimeline() []any {
	x, y := vegaAxis(&c.x, "from"), vegaCategories(&c.y, "row", "ascending")
	y["scale"] = object{"domain": numbers(len(c.y.ticks)), "paddingInner": 0.14}
	var domain, colors []any
	var states, names []string
	for i := range c.Timeline.States {
		states = append(states, strconv.QuoteToASCII(c.stateName(i)))
	}
	for i, t := range c.y.ticks {
		if t.label == "" && i > 0 {
			names = append(names, names[i-1])
			continue
		}
		names = append(names, strconv.QuoteToASCII(t.label))
	}
	for _, i := range c.shownStates() {
		domain, colors = append(domain, i), append(colors, hex(c.states[i]))
	}
	rows := map[bool][]any{}
	texts := []any{}
	for _, s := range c.spans() {
		thin := c.Timeline.States[s.State].Thin
		rows[thin] = append(rows[thin], object{"row": s.Row, "s": s.State, "from": brief(s.From), "to": brief(s.To)})
		if s.Text != "" && float64(len(c.y.ticks)) <= mostHeight/roomyRow {
			texts = append(texts, object{"row": s.Row, "to": s.To, "text": oneLine(s.Text)})
		}
	}
	color := object{"field": "s", "type": "nominal", "title": nil, "scale": object{"domain": domain, "range": colors},
		"legend": object{"labelExpr": "[" + strings.Join(states, ",") + "][datum.value]"}}
	tooltip := []any{object{"field": "name", "type": "nominal", "title": c.y.valueTitle("row")}, object{"field": "state", "type": "nominal"},
		vegaNumber("from", "from"), vegaNumber("to", "to")}
	named := []any{ // not in each of thousands of rows
		object{"calculate": "[" + strings.Join(states, ",") + "][datum.s]", "as": "state"},
		object{"calculate": "[" + strings.Join(names, ",") + "][datum.row]", "as": "name"},
	}
	var layers []any
	for _, row := range c.Timeline.Breaks {
		if row > 0 && row < len(c.y.ticks) {
			layers = append(layers, vegaLayer([]any{object{"row": row}}, object{"type": "rule", "color": hex(faintInk), "yOffset": -1},
				object{"y": merged(y, object{"bandPosition": 0})}))
		}
	}
	for _, thin := range []bool{false, true} {
		if rows[thin] == nil {
			continue
		}
		mark := object{"type": "bar", "opacity": 1}
		if thin {
			mark["height"] = object{"band": thinShare}
		}
		layer := vegaLayer(rows[thin], mark, object{"x": x, "x2": object{"field": "to"}, "y": y, "color": color, "tooltip": tooltip})
		layer["transform"] = named
		layers = append(layers, layer)
	}
	if len(texts) > 0 {
		color["legend"].(object)["offset"] = mostBeyond * 2 / 3 // the texts are behind the spans
		layers = append(layers, vegaLayer(texts, object{"type": "text", "align": "left", "dx": labelInset, "color": hex(ink)},
			object{"x": vegaAxis(&c.x, "to"), "y": y, "text": object{"field": "text", "type": "nominal"}}))
	}
	if len(layers) == 0 {
		layers = append(layers, vegaLayer([]any{}, object{"type": "bar"}, object{"x": x, "y": y}))
	}
	return layers
}

// brief is a number to five digits.
func brief(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return y
}

// numbers are 0 to n-1.
func numbers(n int) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// merged is an object with the fields of another one.
func merged(o, more object) object {
	all := maps.Clone(o)
	maps.Copy(all, more)
	return all
}

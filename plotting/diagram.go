package plotting

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Diagram is boxes on a plane without axes: what lies in what, and in which order.
// The tinted boxes are drawn first, then the others in their order, then links and texts.
type Diagram struct {
	Title      string
	Provenance string
	Width      float64 // of the plane, in units of your choice
	Height     float64 // the plane's y axis points down
	Boxes      []Box
	Links      []Link // above the boxes
	// Groups are what the colours mean, the first ones told apart best. More than there
	// are colours are shades in their order.
	Groups []string
	// Characters is the same picture for terminals.
	Characters string
	// Description says in words what the picture shows, for people who cannot see it. Without it
	// the groups are named.
	Description string
}

// A Box is a rectangle with a text, or a text alone.
type Box struct {
	X, Y, W, H float64
	Text       string
	Place      Place
	Look       Look
	Group      int     // of a filled box: an index of Groups
	Tint       float64 // of a tinted one, 0 to 1
	// Together is a number above 0 that several boxes have: their texts have one size, and are left out where one of
	// them has no room. A text that only some cells of a grid have would look like a mark.
	Together int
}

// Place is where the text of a box stands.
type Place int

const (
	Middle Place = iota
	Heading
	Beginning // on the left, in the middle of the height
)

// Look is how a box is drawn.
type Look int

const (
	Frame   Look = iota // a white rectangle with an outline
	Filled              // with the colour of its group
	Absent              // an outline of dashes: something that is not there
	Bare                // the text alone
	Hatched             // a white rectangle with strokes: something for nothing
	Disc                // with the colour of its group
	Ringed              // a disc with a ring around it
	Tinted              // a pale rectangle, the darker the larger its tint, below all others
)

// grouped are the looks that have the colour of a group.
func (l Look) grouped() bool { return l == Filled || l == Disc || l == Ringed }

// A Link is a line from one place to another with the colour of its group.
type Link struct {
	X1, Y1, X2, Y2 float64
	Group          int
}

// Check reports boxes that cannot have been meant.
func (d *Diagram) Check() error {
	for i, b := range d.Boxes {
		if b.Look.grouped() && (b.Group < 0 || b.Group >= len(d.Groups)) {
			return fmt.Errorf("plotting: box %d has group %d, but there are %d groups", i, b.Group, len(d.Groups))
		}
		if !(b.W >= 0 && b.H >= 0 && b.X >= 0 && b.Y >= 0 && b.X+b.W <= d.Width+1e-9 && b.Y+b.H <= d.Height+1e-9) {
			return fmt.Errorf("plotting: box %d reaches from (%g, %g) to (%g, %g) on a plane of %g × %g", i, b.X, b.Y, b.X+b.W, b.Y+b.H,
				d.Width, d.Height)
		}
	}
	for i, l := range d.Links {
		if l.Group < 0 || l.Group >= len(d.Groups) {
			return fmt.Errorf("plotting: link %d has group %d, but there are %d groups", i, l.Group, len(d.Groups))
		}
	}
	return nil
}

const (
	diagramWidth   = 700 // of a wide plane
	diagramUnit    = 30  // the largest unit
	smallestText   = 6.5
	diagramRow     = 18 // of the legend
	legendSwatch   = 12
	legendShades   = 8 // names of shades that are listed
	diagramOutline = 0.9
)

// unit is the length of 1.
func (d *Diagram) unit() vg.Length {
	return vg.Length(math.Min(diagramUnit, diagramWidth/math.Max(d.Width, 1)))
}

// groupColor is the colour of a group.
func (d *Diagram) groupColor(group int) color.RGBA {
	if len(d.Groups) <= len(palette) {
		return palette[group]
	}
	return heatColor(0.08 + 0.92*float64(group)/float64(len(d.Groups)-1))
}

// listed are the groups of the legend: all, or of many shades some.
func (d *Diagram) listed() []int {
	n := len(d.Groups)
	var list []int
	if n <= len(palette) {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	for i := range legendShades {
		list = append(list, i*(n-1)/(legendShades-1))
	}
	return list
}

// legendRows parts the legend into rows that fit a width.
func (d *Diagram) legendRows(width vg.Length) [][]int {
	var rows [][]int
	var left vg.Length
	for _, g := range d.listed() {
		w := d.entryWidth(g)
		if left < w || len(rows) == 0 {
			rows, left = append(rows, nil), width
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], g)
		left -= w
	}
	return rows
}

func (d *Diagram) entryWidth(group int) vg.Length {
	return legendSwatch + 6 + legendStyle().Width(oneLine(d.Groups[group])) + 16
}

// SVG draws the diagram as an SVG image; see [Figure.SVG].
func (d *Diagram) SVG() ([]byte, error) { return d.page().svg(), nil }

// PNG draws the diagram as a PNG image; see [Figure.PNG].
func (d *Diagram) PNG() ([]byte, error) { return d.page().png() }

// MIMEBundle returns the diagram for display; see [Figure.MIMEBundle].
func (d *Diagram) MIMEBundle() (data, metadata map[string]any) {
	return d.page().bundle(d.VegaLite(), d.Text())
}

func (d *Diagram) page() page {
	title := textStyle(titleSize, ink, draw.XLeft, draw.YTop)
	title = bold(title)
	note := textStyle(noteSize, faintInk, draw.XLeft, draw.YTop)
	unit := d.unit()
	inner := max(vg.Length(d.Width)*unit, 320)
	titles := wrap(d.Title, 2, narrowerThan(inner, title))
	notes := wrap(d.Provenance, 3, narrowerThan(inner, note))
	head := vg.Length(len(titles))*titleLead + vg.Length(len(notes))*noteLead
	if head > 0 {
		head += 8
	}
	legend := d.legendRows(inner)
	height := head + vg.Length(d.Height)*unit + 2*margin
	if len(legend) > 0 {
		height += 6 + vg.Length(len(legend))*diagramRow
	}
	return page{wholePixels(inner + 2*margin), wholePixels(height), d.describe(), func(c draw.Canvas) {
		c.SetColor(white)
		c.Fill(c.Rectangle.Path())
		at := vg.Point{X: c.Min.X + margin, Y: c.Max.Y - margin}
		for _, line := range titles {
			c.FillText(title, at, line)
			at.Y -= titleLead
		}
		for _, line := range notes {
			c.FillText(note, at, line)
			at.Y -= noteLead
		}
		at.Y = c.Max.Y - margin - head
		d.drawTinted(c, at, unit)
		for _, b := range d.Boxes {
			d.drawBox(c, b, b.rectangle(at, unit))
		}
		d.drawLinks(c, at, unit)
		most := d.textSizes(unit)
		for _, b := range d.Boxes {
			writeBox(c, b, b.rectangle(at, unit), d.textColor(b), most(b))
		}
		at.Y -= vg.Length(d.Height)*unit + 6
		for _, row := range legend {
			x := at.X
			for _, g := range row {
				c.SetColor(d.groupColor(g))
				c.Fill(vg.Rectangle{Min: vg.Point{X: x, Y: at.Y - legendSwatch - 3}, Max: vg.Point{X: x + legendSwatch, Y: at.Y - 3}}.Path())
				c.FillText(legendStyle(), vg.Point{X: x + legendSwatch + 6, Y: at.Y - 3 - legendSwatch/2}, oneLine(d.Groups[g]))
				x += d.entryWidth(g)
			}
			at.Y -= diagramRow
		}
	}}
}

// rectangle is where a box lies.
func (b Box) rectangle(origin vg.Point, unit vg.Length) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: origin.X + vg.Length(b.X)*unit, Y: origin.Y - vg.Length(b.Y+b.H)*unit},
		Max: vg.Point{X: origin.X + vg.Length(b.X+b.W)*unit, Y: origin.Y - vg.Length(b.Y)*unit},
	}
}

// drawBox draws a box without its text.
func (d *Diagram) drawBox(c draw.Canvas, b Box, r vg.Rectangle) {
	line := draw.LineStyle{Color: faintInk, Width: diagramOutline}
	switch b.Look {
	case Filled:
		c.SetColor(d.groupColor(b.Group))
		c.Fill(r.Path())
		line = draw.LineStyle{Color: white, Width: diagramOutline}
		if min(r.Size().X, r.Size().Y) < leastOutlined {
			line.Width = 0 // it would leave nothing of the colour
		}
	case Disc, Ringed:
		d.drawDisc(c, b, r)
		line.Width = 0
	case Tinted, Bare: // tinted boxes are there already
		line.Width = 0
	case Hatched:
		drawHatched(c, r)
	case Absent:
		line.Dashes = []vg.Length{2, 2}
	case Frame:
		c.SetColor(white)
		c.Fill(r.Path())
	}
	if line.Width > 0 {
		c.SetLineStyle(line)
		c.Stroke(r.Path())
	}
}

// textColor is the colour of a box's text: readable on what is below it.
func (d *Diagram) textColor(b Box) color.RGBA {
	switch {
	case b.Look.grouped():
		return readableOn(d.groupColor(b.Group))
	case b.Look == Tinted:
		return groundInk
	case b.Look == Absent:
		return faintInk
	}
	return ink
}

// textSize is the largest size at which a box's text fits in it, or 0.
func (b Box) textSize(r vg.Rectangle) vg.Length {
	for size := vg.Length(noteSize); size >= smallestText; size -= 0.5 {
		style := textStyle(size, ink, draw.XCenter, digitsMiddle)
		if size+1 <= r.Max.Y-r.Min.Y && style.Width(oneLine(b.Text)) <= boxRoom(r) {
			return size
		}
	}
	return 0
}

func boxRoom(r vg.Rectangle) vg.Length { return r.Max.X - r.Min.X - 3 }

// textSizes returns the largest size that the text of a box may have, by its companions: see [Box.Together].
func (d *Diagram) textSizes(unit vg.Length) func(Box) vg.Length {
	sizes := map[int]vg.Length{0: noteSize}
	for _, b := range d.Boxes {
		if b.Together != 0 && b.Text != "" {
			size := b.textSize(b.rectangle(vg.Point{}, unit))
			if known, ok := sizes[b.Together]; !ok || size < known {
				sizes[b.Together] = size
			}
		}
	}
	return func(b Box) vg.Length { return sizes[b.Together] }
}

// writeBox writes a box's text as large as fits, up to a size, or not at all. A bare box has nothing but its text, which is
// shortened.
func writeBox(c draw.Canvas, b Box, r vg.Rectangle, ink color.RGBA, most vg.Length) {
	words := oneLine(b.Text)
	size := min(b.textSize(r), most)
	if size == 0 && b.Look == Bare && smallestText+1 <= r.Max.Y-r.Min.Y {
		size = smallestText
	}
	if words == "" || size == 0 {
		return
	}
	style := textStyle(size, ink, draw.XCenter, digitsMiddle)
	at := r.Min.Add(r.Size().Scale(0.5))
	switch b.Place {
	case Heading:
		at.Y = r.Max.Y - size/2 - 3
	case Beginning:
		style.XAlign, at.X = draw.XLeft, r.Min.X+2
	}
	c.FillText(style, at, shorten(words, narrowerThan(boxRoom(r), style)))
}

// describe says in one sentence what the diagram shows.
func (d *Diagram) describe() string {
	text := "diagram"
	if d.Description != "" {
		text = oneLine(d.Description)
	}
	if d.Title != "" {
		text = oneLine(d.Title) + ": " + text
	}
	for i, g := range d.Groups[:min(len(d.Groups), legendShades)] {
		if d.Description != "" {
			break
		}
		if i == 0 {
			text += " of "
		} else {
			text += ", "
		}
		text += oneLine(g)
	}
	return text
}

// Text draws the diagram in characters.
func (d *Diagram) Text() string {
	var b strings.Builder
	for _, head := range []string{d.Title, d.Provenance} {
		for _, line := range wrap(head, 3, charactersUpTo(textWidth)) {
			b.WriteString(line + "\n")
		}
	}
	if b.Len() > 0 && d.Characters != "" {
		b.WriteString("\n")
	}
	for line := range strings.Lines(clean(d.Characters)) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// VegaLite describes the diagram as a Vega-Lite 5 specification; see [Figure.VegaLite].
func (d *Diagram) VegaLite() map[string]any {
	scale := func(limit float64, down bool) object {
		domain := []any{0, limit}
		if down {
			domain = []any{limit, 0}
		}
		return object{"domain": domain, "nice": false, "zero": false}
	}
	unit := float64(d.unit())
	x := func(field string) object {
		return object{"field": field, "type": "quantitative", "axis": nil, "scale": scale(d.Width, false)}
	}
	y := func(field string) object {
		return object{"field": field, "type": "quantitative", "axis": nil, "scale": scale(d.Height, true)}
	}
	rows := map[Look][]any{}
	texts, most := []any{}, d.textSizes(d.unit())
	for _, b := range d.Boxes {
		row := object{"x": b.X, "x2": b.X + b.W, "y": b.Y, "y2": b.Y + b.H, "text": oneLine(b.Text)}
		if b.Look == Tinted {
			row["tint"] = hex(tintColor(b.Tint))
		}
		if b.Look.grouped() && b.Group < len(d.Groups) {
			row["group"] = oneLine(d.Groups[b.Group])
		}
		rows[b.Look] = append(rows[b.Look], row)
		if b.Text != "" && most(b) > 0 && (b.Look == Bare || b.Look == Frame || b.W*unit > 4*float64(len(b.Text))) {
			at := object{"text": oneLine(b.Text), "x": b.X + b.W/2, "y": b.Y + b.H/2, "align": "center", "ink": hex(ink)}
			switch b.Place {
			case Heading:
				at["y"] = b.Y + math.Min(b.H/2, 8/unit)
			case Beginning:
				at["x"], at["align"] = b.X+2/unit, "left"
			}
			if b.Look.grouped() && b.Group < len(d.Groups) {
				at["ink"] = hex(readableOn(d.groupColor(b.Group)))
			}
			texts = append(texts, at)
		}
	}
	var names, colors []any
	for i, g := range d.Groups {
		names, colors = append(names, oneLine(g)), append(colors, hex(d.groupColor(i)))
	}
	legend := []any{}
	for _, g := range d.listed() {
		legend = append(legend, oneLine(d.Groups[g]))
	}
	tooltip := []any{object{"field": "text", "type": "nominal", "title": "box"}, object{"field": "group", "type": "nominal"}}
	layers := []any{}
	colored := object{"field": "group", "type": "nominal", "title": nil, "sort": names,
		"scale": object{"domain": names, "range": colors}, "legend": object{"orient": "bottom", "columns": 4, "values": legend}}
	for _, look := range []Look{Tinted, Frame, Absent, Hatched, Filled} {
		if len(rows[look]) == 0 {
			continue
		}
		mark := object{"type": "rect", "stroke": hex(faintInk), "fill": "white", "strokeWidth": diagramOutline}
		encoding := object{"x": x("x"), "x2": object{"field": "x2"}, "y": y("y"), "y2": object{"field": "y2"}}
		switch look {
		case Absent:
			mark["strokeDash"] = []any{2, 2}
		case Hatched:
			mark["stroke"], mark["fill"] = hex(faintInk), hex(hatchedGround)
		case Tinted:
			mark = object{"type": "rect", "stroke": "white", "strokeWidth": 0.5}
			encoding["fill"], encoding["tooltip"] = object{"field": "tint", "type": "nominal", "scale": nil}, tooltip
		case Filled:
			mark = object{"type": "rect", "stroke": "white", "strokeWidth": diagramOutline}
			encoding["fill"], encoding["tooltip"] = colored, tooltip
		}
		layers = append(layers, vegaLayer(rows[look], mark, encoding))
	}
	layers = append(layers, d.vegaMarks(x, y, colored)...)
	for _, align := range []string{"center", "left"} {
		var some []any
		for _, t := range texts {
			if t.(object)["align"] == align {
				some = append(some, t)
			}
		}
		if some != nil {
			layers = append(layers, vegaLayer(some, object{"type": "text", "align": align, "baseline": "middle", "fontSize": 9},
				object{"x": x("x"), "y": y("y"), "text": object{"field": "text", "type": "nominal"},
					"color": object{"field": "ink", "type": "nominal", "scale": nil}}))
		}
	}
	if len(layers) == 0 {
		layers = append(layers, vegaLayer([]any{}, object{"type": "rect"}, object{"x": x("x"), "y": y("y")}))
	}
	spec := object{"$schema": vegaLiteSchema, "description": d.describe(), "background": "white", "config": vegaConfig,
		"width": int(d.Width * unit), "height": int(d.Height * unit), "layer": layers}
	if d.Title != "" || d.Provenance != "" {
		spec["title"] = object{"text": oneLine(d.Title), "subtitle": oneLine(d.Provenance), "subtitleColor": hex(faintInk), "anchor": "start"}
	}
	return spec
}

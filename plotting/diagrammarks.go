package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// What a diagram has besides rectangles: discs, hatching, links.

const (
	leastOutlined = 4 // the smallest coloured rectangle with an outline
	hatchApart    = 4 // of the strokes
	linkWidth     = 0.8
	ringGap       = 2.2 // between a disc and its ring
)

// hatchedGround fills a hatched box in formats that have no hatching.
var hatchedGround = rgb(0xE8E8E8)

// tintColor is a pale blue at t, 0 to 1.
func tintColor(t float64) color.RGBA {
	t = min(max(t, 0), 1)
	mix := func(a, b float64) uint8 { return uint8(math.Round(a + t*(b-a))) }
	return color.RGBA{R: mix(0xF6, 0x8F), G: mix(0xF8, 0xAC), B: mix(0xFC, 0xC8), A: 255}
}

// drawTinted draws the tinted boxes, those of one tint as one path.
func (d *Diagram) drawTinted(c draw.Canvas, origin vg.Point, unit vg.Length) {
	paths := map[color.RGBA]vg.Path{}
	var order []color.RGBA
	for _, b := range d.Boxes {
		if b.Look != Tinted {
			continue
		}
		tint := tintColor(b.Tint)
		if paths[tint] == nil {
			order = append(order, tint)
		}
		paths[tint] = append(paths[tint], b.rectangle(origin, unit).Path()...)
	}
	for _, tint := range order {
		c.SetColor(tint)
		c.Fill(paths[tint])
		c.SetLineStyle(draw.LineStyle{Color: white, Width: 0.5})
		c.Stroke(paths[tint])
	}
}

// drawDisc draws a disc in the middle of a rectangle.
func (d *Diagram) drawDisc(c draw.Canvas, b Box, r vg.Rectangle) {
	middle, radius := r.Min.Add(r.Size().Scale(0.5)), 0.42*min(r.Size().X, r.Size().Y)
	circle := func(radius vg.Length) (path vg.Path) {
		glyphs[0].appendTo(&path, middle, radius)
		return path
	}
	if b.Look == Ringed {
		c.SetLineStyle(draw.LineStyle{Color: ink, Width: 1.2})
		c.Stroke(circle(radius))
		radius = max(radius-ringGap, 0.5*radius)
	}
	c.SetColor(d.groupColor(b.Group))
	c.Fill(circle(radius))
}

// drawHatched fills a rectangle with rising strokes.
func drawHatched(c draw.Canvas, r vg.Rectangle) {
	c.SetColor(white)
	c.Fill(r.Path())
	var path vg.Path
	w, h := r.Size().X, r.Size().Y
	// A stroke begins at the lower edge, or below it to the left of the rectangle.
	for x := -math.Floor(float64(h)/hatchApart) * hatchApart; x < float64(w); x += hatchApart {
		from, to := max(vg.Length(x), 0), min(vg.Length(x)+h, w)
		if from < to {
			path.Move(vg.Point{X: r.Min.X + from, Y: r.Min.Y + from - vg.Length(x)})
			path.Line(vg.Point{X: r.Min.X + to, Y: r.Min.Y + to - vg.Length(x)})
		}
	}
	c.SetLineStyle(draw.LineStyle{Color: faintInk, Width: 0.7})
	c.Stroke(path)
}

// drawLinks draws the links of each group as one path.
func (d *Diagram) drawLinks(c draw.Canvas, origin vg.Point, unit vg.Length) {
	for g := range d.Groups {
		var path vg.Path
		for _, l := range d.Links {
			if l.Group == g {
				path.Move(vg.Point{X: origin.X + vg.Length(l.X1)*unit, Y: origin.Y - vg.Length(l.Y1)*unit})
				path.Line(vg.Point{X: origin.X + vg.Length(l.X2)*unit, Y: origin.Y - vg.Length(l.Y2)*unit})
			}
		}
		if path != nil {
			c.SetLineStyle(draw.LineStyle{Color: d.groupColor(g), Width: linkWidth})
			c.Stroke(path)
		}
	}
}

// vegaMarks are the layers of links and discs.
func (d *Diagram) vegaMarks(x, y func(field string) object, colored object) []any {
	var links []any
	discs := map[Look][]any{}
	for _, l := range d.Links {
		links = append(links, object{"x": l.X1, "y": l.Y1, "x2": l.X2, "y2": l.Y2, "group": oneLine(d.Groups[l.Group])})
	}
	size := 0.0
	for _, b := range d.Boxes {
		if b.Look == Disc || b.Look == Ringed {
			size = math.Pow(0.84*float64(d.unit())*math.Min(b.W, b.H), 2)
			discs[b.Look] = append(discs[b.Look], object{"x": b.X + b.W/2, "y": b.Y + b.H/2, "text": oneLine(b.Text),
				"group": oneLine(d.Groups[b.Group])})
		}
	}
	var layers []any
	if links != nil {
		color := object{}
		for k, v := range colored {
			color[k] = v
		}
		color["legend"] = nil
		layers = append(layers, vegaLayer(links, object{"type": "rule", "strokeWidth": linkWidth},
			object{"x": x("x"), "x2": object{"field": "x2"}, "y": y("y"), "y2": object{"field": "y2"}, "stroke": color}))
	}
	for _, look := range []Look{Disc, Ringed} {
		if discs[look] != nil {
			mark := object{"type": "point", "shape": "circle", "filled": true, "opacity": 1, "size": size}
			if look == Ringed {
				mark["stroke"], mark["strokeWidth"] = hex(ink), 1.2
			}
			layers = append(layers, vegaLayer(discs[look], mark, object{"x": x("x"), "y": y("y"), "fill": colored,
				"tooltip": []any{object{"field": "text", "type": "nominal"}, object{"field": "group", "type": "nominal"}}}))
		}
	}
	return layers
}

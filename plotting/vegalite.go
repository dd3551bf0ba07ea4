package plotting

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

const (
	vegaLiteSchema = "https://vega.github.io/schema/vega-lite/v5.json"
	vegaWidth      = 480
	vegaHeight     = 300
	vegaFormat     = ",.4~r" // d3's notation for four significant digits
)

type object = map[string]any

// VegaLite describes the figure as a Vega-Lite 5 specification with its data
// inline and with tooltips, in the colours and with the ticks of the other
// formats. It holds only what JSON can: every number in it is finite.
func (f *Figure) VegaLite() map[string]any {
	c := newChart(f)
	spec := object{
		"$schema":     vegaLiteSchema,
		"description": c.describe(),
		"background":  "white",
		"width":       vegaWidth,
		"height":      vegaHeight,
		"config":      vegaConfig,
	}
	if f.Title != "" || f.Provenance != "" {
		spec["title"] = object{
			"text": oneLine(f.Title), "subtitle": oneLine(f.Provenance), "subtitleColor": hex(faintInk),
			"anchor": "start", "offset": 2 * noteSize, // room for labels over the plot
		}
	}
	switch c.kind {
	case curvesChart:
		spec["layer"] = c.vegaCurves()
	case barChart:
		spec["height"] = min(len(c.x.ticks)*(c.barsPerCategory()*slotHeight+slotGap), 1500)
		spec["layer"] = c.vegaBars()
	case heatMap:
		spec["layer"] = c.vegaHeat()
	case timeline:
		spec["height"] = int(c.timelineHeight())
		spec["layer"] = c.vegaTimeline()
	}
	return spec
}

var vegaConfig = object{
	"font":   fontFamily,
	"axis":   object{"gridColor": hex(gridInk), "titleFontWeight": "normal", "titleFontSize": labelSize, "labelFontSize": tickSize},
	"legend": object{"labelFontSize": tickSize, "labelLimit": legendMaxWidth},
	"view":   object{"stroke": nil},
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

func vegaLayer(rows []any, mark any, encoding object) object {
	return object{"data": object{"values": rows}, "mark": mark, "encoding": encoding}
}

// vegaAxis encodes an axis of numbers with our range and our ticks.
func vegaAxis(a *axis, field string) object {
	scale := object{"domain": []any{a.min, a.max}, "nice": false}
	switch a.spec.Scale {
	case Linear:
		scale["zero"] = false
	case Log2:
		scale["type"], scale["base"] = "log", 2
	case Log10:
		scale["type"], scale["base"] = "log", 10
	}
	return object{"field": field, "type": "quantitative", "title": a.title, "scale": scale, "axis": vegaTicks(a)}
}

// vegaTicks writes our labels: Vega's formats know no KiB.
func vegaTicks(a *axis) object {
	values := []any{}
	var places, labels []string
	for _, t := range a.ticks {
		if t.label != "" {
			values = append(values, t.value)
			places = append(places, strconv.FormatFloat(t.value, 'g', -1, 64))
			labels = append(labels, strconv.QuoteToASCII(t.label))
		}
	}
	return object{
		"values":    values,
		"labelExpr": fmt.Sprintf("[%s][indexof([%s], datum.value)]", strings.Join(labels, ","), strings.Join(places, ",")),
	}
}

// vegaNumber describes a number in a tooltip.
func vegaNumber(field, title string) object {
	return object{"field": field, "type": "quantitative", "title": title, "format": vegaFormat}
}

// valueTitle names the values as they are in the data, without an SI prefix.
func (a *axis) valueTitle(otherwise string) string {
	if title := withUnit(oneLine(a.spec.Label), oneLine(a.spec.Unit)); title != "" {
		return title
	}
	return otherwise
}

// vegaLooks encodes what tells curves apart. Outline, fill and shape share one
// domain, so that Vega joins them into one legend; only names are listed in it.
// Vega-Lite unites the scales of all layers, so that the first curve can carry
// them; in a bar chart the first to have a shape may be any.
func (c *chart) vegaLooks(k *curve) (stroke, fill, shape object) {
	var keys, strokes, fills, shapes, named []any
	for _, k := range c.legend {
		named = append(named, k.key)
	}
	for i := range c.curves {
		k := &c.curves[i]
		keys, strokes, shapes = append(keys, k.key), append(strokes, hex(k.color)), append(shapes, k.glyph.name)
		if k.hollow {
			fills = append(fills, hex(white))
		} else {
			fills = append(fills, hex(k.color))
		}
	}
	looks := func(channel []any) object {
		o := object{"field": "series", "type": "nominal", "title": nil}
		if k == &c.curves[0] || c.kind == barChart {
			o["scale"] = object{"domain": keys, "range": channel}
			o["legend"] = object{"values": named}
		}
		if named == nil {
			o["legend"] = nil
		}
		return o
	}
	return looks(strokes), looks(fills), looks(shapes)
}

// vegaCurves returns the layers of a chart of curves, what lies below first.
func (c *chart) vegaCurves() []any {
	x, y := vegaAxis(&c.x, "x"), vegaAxis(&c.y, "y")
	layers := c.vegaLines(x, y)
	for i := range c.curves {
		layers = append(layers, c.vegaCurve(&c.curves[i], x, y))
	}
	for _, n := range c.Notes {
		if c.x.spec.Scale.usable(n.X) && c.y.spec.Scale.usable(n.Y) {
			layers = append(layers, vegaLayer([]any{object{"x": n.X, "y": n.Y}},
				object{"type": "text", "text": oneLine(n.Text), "align": "left", "dx": 6, "dy": -8, "color": hex(faintInk)},
				object{"x": x, "y": y}))
		}
	}
	if len(layers) == 0 {
		layers = append(layers, vegaLayer([]any{}, object{"type": "point"}, object{"x": x, "y": y}))
	}
	return layers
}

// vegaLines returns the layers of references and marks with their labels.
func (c *chart) vegaLines(x, y object) []any {
	var layers []any
	for _, r := range c.References {
		if c.y.spec.Scale.usable(r.Y) {
			layers = append(layers, vegaRule(object{"y": r.Y}, []any{5, 3}, object{"y": y}),
				vegaLayer([]any{object{"y": r.Y}}, object{"type": "text", "text": c.referenceLabel(r), "align": "right",
					"baseline": "bottom", "dy": -2, "color": hex(faintInk)}, object{"x": object{"value": vegaWidth}, "y": y}))
		}
	}
	for _, m := range c.Marks {
		if c.x.spec.Scale.usable(m.X) {
			layers = append(layers, vegaRule(object{"x": m.X}, []any{2, 3}, object{"x": x}),
				vegaLayer([]any{object{"x": m.X}}, object{"type": "text", "text": oneLine(m.Label), "align": "left",
					"baseline": "top", "dx": 3, "color": hex(faintInk)}, object{"x": x, "y": object{"value": 2}}))
		}
	}
	return layers
}

func vegaRule(at object, dashes []any, encoding object) object {
	return vegaLayer([]any{at}, object{"type": "rule", "color": hex(faintInk), "strokeDash": dashes}, encoding)
}

// vegaCurve returns the layers of one curve over its data: error bars, line,
// markers, which also show the tooltips. Gaps part the line into pieces.
func (c *chart) vegaCurve(k *curve, x, y object) object {
	rows, piece, intervals := []any{}, 0, false
	for n, p := range k.points {
		if p.starts {
			piece++
		}
		row := object{"series": k.key, "x": p.x, "y": p.y, "n": n, "piece": piece}
		if low, high, ok := p.interval(); ok {
			row["low"], row["high"], intervals = low, high, true
		}
		rows = append(rows, row)
	}
	stroke, fill, shape := c.vegaLooks(k)
	tooltip := []any{object{"field": "series", "type": "nominal"},
		vegaNumber("x", c.x.valueTitle("x")), vegaNumber("y", c.y.valueTitle("y"))}
	var layers []any
	if intervals {
		tooltip = append(tooltip, vegaNumber("low", "low"), vegaNumber("high", "high"))
		layers = append(layers, object{"mark": object{"type": "rule"},
			"encoding": object{"y": vegaAxis(&c.y, "low"), "y2": object{"field": "high"}}})
	}
	if k.style == Line {
		line := object{"type": "line", "strokeWidth": lineWidth}
		if k.dashes != nil {
			line["strokeDash"] = k.dashes
		}
		layers = append(layers, object{"mark": line, "encoding": object{"y": y,
			"order": object{"field": "n", "type": "quantitative"}, "detail": object{"field": "piece", "type": "nominal"}}})
	}
	mark := object{"type": "point", "size": 24, "strokeWidth": 1, "opacity": 1}
	if !k.marked {
		mark["opacity"] = 0
	}
	layers = append(layers, object{"mark": mark, "encoding": object{"y": y, "fill": fill, "shape": shape, "tooltip": tooltip}})
	return object{"data": object{"values": rows}, "encoding": object{"x": x, "stroke": stroke}, "layer": layers}
}

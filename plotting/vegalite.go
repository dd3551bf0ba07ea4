package plotting

import (
	"fmt"
	"image/color"
	"math"
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
// inline and tooltips, in the colours and with the ticks of the other formats.
// Every number in it is finite.
func (f *Figure) VegaLite() map[string]any {
	c := newChart(f)
	spec := object{
		"$schema":    vegaLiteSchema,
		"background": "white",
		"width":      vegaWidth,
		"height":     vegaHeight,
		"config": object{
			"font":   fontFamily,
			"axis":   object{"gridColor": hex(gridInk), "titleFontWeight": "normal", "titleFontSize": labelSize, "labelFontSize": tickSize},
			"legend": object{"labelFontSize": tickSize, "symbolStrokeWidth": lineWidth},
			"view":   object{"stroke": nil},
		},
	}
	if f.Title != "" || f.Provenance != "" {
		spec["title"] = object{
			"text": oneLine(f.Title), "subtitle": oneLine(f.Provenance),
			"anchor": "start", "frame": "group", "subtitleColor": hex(faintInk),
		}
	}
	spec["description"] = c.describe()
	switch c.kind {
	case curvesChart:
		spec["layer"] = c.vegaCurves()
	case barChart:
		spec["height"] = object{"step": slotHeight}
		spec["layer"] = c.vegaBars()
	case heatMap:
		spec["layer"] = c.vegaHeat()
	}
	return spec
}

// vegaCurves returns the layers of a chart of curves, what lies below first.
func (c *chart) vegaCurves() []any {
	x, y := c.x.vega("x"), c.y.vega("y")
	var layers []any
	for _, r := range c.References {
		if c.y.spec.Scale.usable(r.Y) {
			layers = append(layers, c.vegaReference(r, y))
		}
	}
	for _, m := range c.Marks {
		if c.x.spec.Scale.usable(m.X) {
			layers = append(layers, vegaLayer([]any{object{"x": m.X, "label": oneLine(m.Label)}},
				object{"type": "rule", "color": hex(faintInk), "strokeDash": []any{2, 3}},
				object{"x": x, "tooltip": []any{object{"field": "label", "type": "nominal"}}}))
		}
	}
	for _, n := range c.Notes {
		if c.x.spec.Scale.usable(n.X) && c.y.spec.Scale.usable(n.Y) {
			layers = append(layers, vegaLayer([]any{object{"x": n.X, "y": n.Y}},
				object{"type": "text", "text": oneLine(n.Text), "align": "left", "dx": 6, "dy": -6, "color": hex(faintInk)},
				object{"x": x, "y": y}))
		}
	}
	for i := range c.curves {
		layers = append(layers, c.vegaCurve(i, x, y)...)
	}
	if len(layers) == 0 {
		layers = append(layers, vegaLayer([]any{}, object{"type": "point"}, object{"x": x, "y": y}))
	}
	return layers
}

func (c *chart) vegaReference(r Reference, y object) object {
	layer := vegaLayer([]any{object{"y": r.Y}}, nil, object{"y": y})
	layer["layer"] = []any{
		object{"mark": object{"type": "rule", "color": hex(faintInk), "strokeDash": []any{5, 3}}},
		object{"mark": object{"type": "text", "text": c.referenceLabel(r), "align": "right", "baseline": "bottom", "dy": -2,
			"x": vegaWidth, "color": hex(faintInk)}},
	}
	delete(layer, "mark")
	return layer
}

// vegaCurve returns the layers of one curve: its error bars, then its line with
// markers. Gaps part the line into pieces.
func (c *chart) vegaCurve(i int, x, y object) []any {
	k := &c.curves[i]
	rows, piece, whiskers := []any{}, -1, false
	for n, p := range k.points {
		if p.starts {
			piece++
		}
		row := object{"series": k.name, "x": p.x, "y": p.y, "n": n, "piece": piece}
		if low, high, ok := p.interval(); ok {
			row["low"], row["high"], whiskers = low, high, true
		}
		rows = append(rows, row)
	}
	encoding := object{"x": x, "y": y, "color": c.vegaColor(), "shape": c.vegaShape(),
		"tooltip": c.vegaTooltip(whiskers)}
	mark := object{"type": "point", "filled": !k.hollow, "size": 22, "opacity": 1}
	if k.hollow {
		mark["fill"] = "white"
	}
	var layers []any
	if whiskers {
		layers = append(layers, vegaLayer(rows, object{"type": "rule"}, object{"x": x,
			"y": object{"field": "low", "type": "quantitative", "scale": y["scale"], "title": c.y.title},
			"y2": object{"field": "high"}, "color": c.vegaColor()}))
	}
	if k.style == Line {
		line := object{"type": "line", "strokeWidth": lineWidth}
		if k.dashes != nil {
			line["strokeDash"] = k.dashes
		}
		layers = append(layers, vegaLayer(rows, line, object{"x": x, "y": y, "color": c.vegaColor(),
			"order": object{"field": "n", "type": "quantitative"}, "detail": object{"field": "piece", "type": "nominal"}}))
	}
	if !k.marked {
		mark["opacity"] = 0 // still shows its tooltip
	}
	return append(layers, vegaLayer(rows, mark, encoding))
}

func vegaLayer(rows []any, mark any, encoding object) object {
	return object{"data": object{"values": rows}, "mark": mark, "encoding": encoding}
}

// vegaColor maps names to colours. Its domain is the order of the legend.
func (c *chart) vegaColor() object {
	domain, colors, _ := c.vegaNames()
	return object{"field": "series", "type": "nominal", "title": nil,
		"scale": object{"domain": domain, "range": colors}, "legend": c.vegaLegend()}
}

func (c *chart) vegaShape() object {
	domain, _, shapes := c.vegaNames()
	return object{"field": "series", "type": "nominal", "title": nil,
		"scale": object{"domain": domain, "range": shapes}, "legend": c.vegaLegend()}
}

// vegaLegend is null, which hides the legend, if no curve has a name.
func (c *chart) vegaLegend() any {
	if len(c.legend) == 0 {
		return nil
	}
	return object{"labelLimit": legendMaxWidth}
}

func (c *chart) vegaNames() (domain, colors, shapes []any) {
	add := func(k *curve) {
		domain, colors, shapes = append(domain, k.name), append(colors, hex(k.color)), append(shapes, k.glyph.name)
	}
	for _, k := range c.legend {
		add(k)
	}
	if len(c.legend) == 0 {
		for i := range c.curves {
			add(&c.curves[i])
		}
	}
	return domain, colors, shapes
}

func (c *chart) vegaTooltip(interval bool) []any {
	tooltip := []any{
		object{"field": "series", "type": "nominal", "title": "series"},
		object{"field": "x", "type": "quantitative", "title": c.x.fullTitle("x"), "format": vegaFormat},
		object{"field": "y", "type": "quantitative", "title": c.y.fullTitle("y"), "format": vegaFormat},
	}
	if interval {
		tooltip = append(tooltip,
			object{"field": "low", "type": "quantitative", "format": vegaFormat},
			object{"field": "high", "type": "quantitative", "format": vegaFormat})
	}
	return tooltip
}

// fullTitle names the values as they are in the data, without an SI prefix.
func (a *axis) fullTitle(otherwise string) string {
	if title := withUnit(oneLine(a.spec.Label), oneLine(a.spec.Unit)); title != "" {
		return title
	}
	return otherwise
}

// vega encodes a quantitative axis with our range and our ticks.
func (a *axis) vega(field string) object {
	scale := object{"domain": []any{a.min, a.max}, "nice": false, "zero": false}
	if a.spec.Scale != Linear {
		scale = object{"type": "log", "base": map[Scale]int{Log2: 2, Log10: 10}[a.spec.Scale],
			"domain": []any{a.min, a.max}, "nice": false}
	}
	var values []any
	var places, labels []string
	for _, t := range a.ticks {
		if t.label != "" {
			values = append(values, t.value)
			places = append(places, strconv.FormatFloat(t.value, 'g', -1, 64))
			labels = append(labels, strconv.Quote(t.label))
		}
	}
	return object{"field": field, "type": "quantitative", "title": a.title, "scale": scale, "axis": object{
		"values": values,
		// Vega's own formats cannot write 64Ki.
		"labelExpr": fmt.Sprintf("[%s][indexof([%s], datum.value)]", strings.Join(labels, ","), strings.Join(places, ",")),
	}}
}

// vegaBars returns the layers of a bar chart.
func (c *chart) vegaBars() []any {
	value := c.y.vega("y")
	category := object{"field": "category", "type": "nominal", "sort": c.categoryNames(), "title": c.x.title,
		"axis": object{"labelLimit": legendMaxWidth, "domain": false, "ticks": false}}
	tooltip := []any{
		object{"field": "series", "type": "nominal", "title": "series"},
		object{"field": "category", "type": "nominal", "title": "category"},
		object{"field": "y", "type": "quantitative", "title": c.y.fullTitle("value"), "format": vegaFormat},
	}
	var layers []any
	for _, r := range c.References {
		if c.y.spec.Scale.usable(r.Y) {
			x := c.y.vega("y")
			layers = append(layers, vegaLayer([]any{object{"y": r.Y, "label": c.referenceLabel(r)}},
				object{"type": "rule", "color": hex(faintInk), "strokeDash": []any{5, 3}},
				object{"x": x, "tooltip": []any{object{"field": "label", "type": "nominal"}}}))
		}
	}
	slots := c.vegaSlots()
	for i := range c.curves {
		k := &c.curves[i]
		base := object{"x": value, "y": category, "color": c.vegaColor(), "tooltip": tooltip}
		if k.style != Bars {
			base["shape"] = c.vegaShape()
			layers = append(layers, vegaLayer(c.barRows(k), object{"type": "point", "filled": !k.hollow, "size": 50, "opacity": 1}, base))
			continue
		}
		base["yOffset"] = slots
		mark := object{"type": "bar"}
		if k.hollow {
			mark["filled"], mark["strokeWidth"] = false, 1.2
		}
		layers = append(layers, vegaLayer(c.barRows(k), mark, base))
		layers = append(layers, vegaLayer(c.barRows(k), object{"type": "text", "align": "left", "dx": labelInset},
			object{"x": value, "y": category, "yOffset": slots, "text": object{"field": "y", "type": "quantitative", "format": vegaFormat}}))
		layers = append(layers, c.vegaBarExtras(k, value, category, slots)...)
	}
	return layers
}

// vegaBarExtras returns the layers of bounds and error bars, if there are any.
func (c *chart) vegaBarExtras(k *curve, value, category, slots object) []any {
	var bounds, intervals []any
	for _, row := range c.barRows(k) {
		row := row.(object)
		if _, ok := row["bound"]; ok {
			bounds = append(bounds, row)
		}
		if _, ok := row["low"]; ok {
			intervals = append(intervals, row)
		}
	}
	at := func(field string) object {
		return object{"field": field, "type": "quantitative", "scale": value["scale"], "axis": value["axis"], "title": c.y.title}
	}
	var layers []any
	if bounds != nil {
		layers = append(layers, vegaLayer(bounds, object{"type": "tick", "color": hex(ink), "thickness": 2},
			object{"x": at("bound"), "y": category, "yOffset": slots,
				"tooltip": []any{object{"field": "bound", "type": "quantitative", "format": vegaFormat}}}))
	}
	if intervals != nil {
		layers = append(layers, vegaLayer(intervals, object{"type": "rule", "color": hex(ink)},
			object{"x": at("low"), "x2": object{"field": "high"}, "y": category, "yOffset": slots}))
	}
	return layers
}

// vegaSlots places the bars of one category side by side.
func (c *chart) vegaSlots() object {
	var names []any
	for i := range c.curves {
		if c.curves[i].style == Bars {
			names = append(names, c.curves[i].name)
		}
	}
	return object{"field": "series", "type": "nominal", "sort": names, "scale": object{"domain": names}}
}

func (c *chart) barRows(k *curve) []any {
	rows := []any{}
	names := c.categoryNames()
	for _, p := range k.points {
		row := object{"series": k.name, "category": names[int(p.x)], "y": p.y}
		if !math.IsNaN(p.bound) {
			row["bound"] = p.bound
		}
		if low, high, ok := p.interval(); ok {
			row["low"], row["high"] = low, high
		}
		rows = append(rows, row)
	}
	return rows
}

func (c *chart) categoryNames() []any { return tickNames(&c.x) }

func tickNames(a *axis) []any {
	names := make([]any, len(a.ticks))
	for i, t := range a.ticks {
		names[i] = t.label
	}
	return names
}

// vegaHeat returns the layers of a heat map: cells, values, the ring.
func (c *chart) vegaHeat() []any {
	rows := []any{}
	xs, ys := tickNames(&c.x), tickNames(&c.y)
	for j := range c.Heat.Values {
		for i := range c.Heat.Values[j] {
			if v := c.Heat.value(i, j); !math.IsNaN(v) {
				rows = append(rows, object{"x": xs[i], "y": ys[j], "value": v})
			}
		}
	}
	place := func(a *axis, field string, names []any) object {
		return object{"field": field, "type": "ordinal", "sort": names, "title": a.title, "axis": object{"labelAngle": 0}}
	}
	down := make([]any, len(ys)) // Vega-Lite puts the first one on top
	for j, name := range ys {
		down[len(ys)-1-j] = name
	}
	x, y := place(&c.x, "x", xs), place(&c.y, "y", down)
	low, high, _ := c.Heat.extremes()
	fill := object{"field": "value", "type": "quantitative", "title": c.heatTitle(), "scale": object{"range": viridisNames()}}
	layers := []any{vegaLayer(rows, object{"type": "rect"}, object{"x": x, "y": y, "color": fill, "tooltip": []any{
		object{"field": "x", "type": "ordinal", "title": c.x.fullTitle("x")},
		object{"field": "y", "type": "ordinal", "title": c.y.fullTitle("y")},
		object{"field": "value", "type": "quantitative", "title": c.heatTitle(), "format": vegaFormat},
	}})}
	if len(xs) <= 12 {
		layers = append(layers, vegaLayer(rows, object{"type": "text"}, object{"x": x, "y": y,
			"text":  object{"field": "value", "type": "quantitative", "format": ",.3~r"},
			"color": object{"condition": object{"test": fmt.Sprintf("datum.value > %g", low+(high-low)*0.6), "value": hex(ink)}, "value": "white"}}))
	}
	if i, j, ok := c.Heat.best(); ok {
		layers = append(layers, vegaLayer([]any{object{"x": xs[i], "y": ys[j]}},
			object{"type": "rect", "filled": false, "stroke": hex(ringInk), "strokeWidth": 2.5}, object{"x": x, "y": y}))
	}
	return layers
}

func viridisNames() []any {
	names := make([]any, len(viridis))
	for i, c := range viridis {
		names[i] = hex(c)
	}
	return names
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

package plotting

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// vegaCategories encodes an axis of categories by their numbers, because two of
// them may have the same name.
func vegaCategories(a *axis, field, sort string) object {
	labels := make([]string, len(a.ticks))
	for i, t := range a.ticks {
		labels[i] = strconv.QuoteToASCII(t.label)
		if a.round != nil {
			labels[i] = `""`
		}
	}
	for _, t := range a.round { // the column that begins nearest to it
		labels[min(int(math.Round(t.value+0.5)), len(labels)-1)] = strconv.QuoteToASCII(t.label)
	}
	return object{"field": field, "type": "ordinal", "title": a.title, "sort": sort, "axis": object{
		"labelExpr": "[" + strings.Join(labels, ",") + "][datum.value]", "labelAngle": 0, "labelLimit": legendMaxWidth,
		"domain": false, "ticks": false,
	}}
}

// vegaBars returns the layers of a bar chart: reference lines, then the bars of
// each series with what belongs to them.
func (c *chart) vegaBars() []any {
	value := vegaAxis(&c.y, "y")
	var layers []any
	for _, r := range c.References {
		if c.y.spec.Scale.usable(r.Y) {
			layers = append(layers, vegaRule(object{"y": r.Y}, []any{5, 3}, object{"x": value}),
				vegaLayer([]any{object{"y": r.Y}}, object{"type": "text", "text": c.referenceLabel(r), "align": "right",
					"baseline": "bottom", "color": hex(faintInk)}, object{"x": value, "y": object{"value": -2}}))
		}
	}
	for i := range c.curves {
		layers = append(layers, c.vegaBarSeries(&c.curves[i]))
	}
	return layers
}

// vegaBarSeries returns the layers of one series of a bar chart over its data.
func (c *chart) vegaBarSeries(k *curve) object {
	stroke, fill, shape := c.vegaLooks(k)
	tooltip := []any{object{"field": "series", "type": "nominal"},
		object{"field": "category", "type": "nominal", "title": c.x.valueTitle("category")}, vegaNumber("y", c.y.valueTitle("value"))}
	var layers []any
	add := func(mark object, field string, encoding object) {
		encoding["x"] = vegaAxis(&c.y, field)
		layers = append(layers, object{"mark": mark, "encoding": encoding})
	}
	rows := c.barRows(k)
	shared := object{"y": vegaCategories(&c.x, "row", "ascending")}
	if k.style == Bars {
		shared["yOffset"] = c.vegaSlot()
		inside := ink
		if !k.hollow {
			inside = readableOn(k.color)
		}
		text := object{"field": "text", "type": "nominal"}
		add(object{"type": "bar", "strokeWidth": 1}, "y", object{"stroke": stroke, "fill": fill, "tooltip": tooltip})
		add(object{"type": "text", "align": "right", "dx": -labelInset, "color": hex(inside)}, "inside", object{"text": text})
		add(object{"type": "text", "align": "left", "dx": labelInset, "color": hex(ink)}, "beyond", object{"text": text})
	} else {
		add(object{"type": "point", "size": 50, "opacity": 1}, "y",
			object{"stroke": stroke, "fill": fill, "shape": shape, "tooltip": tooltip})
	}
	if has(rows, "bound") {
		add(object{"type": "tick", "color": hex(ink), "thickness": 2}, "bound",
			object{"tooltip": []any{vegaNumber("bound", "bound")}})
	}
	if has(rows, "low") {
		add(object{"type": "rule", "color": hex(ink)}, "low", object{"x2": object{"field": "high"}})
	}
	return object{"data": object{"values": rows}, "encoding": shared, "layer": layers}
}

// vegaSlot places the bars of one category side by side.
func (c *chart) vegaSlot() object {
	var keys []any
	for i := range c.curves {
		if c.curves[i].style == Bars {
			keys = append(keys, c.curves[i].key)
		}
	}
	return object{"field": "series", "type": "nominal", "sort": keys, "scale": object{"domain": keys}}
}

// vegaValueWidth is about the width of a value, as a share of the axis.
const vegaValueWidth = 0.12

// barRows returns the data of one series. The value is written at the end of
// its bar, in charts with bounds within the bar if it is long enough; see [barValue].
func (c *chart) barRows(k *curve) []any {
	rows := []any{}
	for _, p := range k.points {
		row := object{"series": k.key, "row": int(p.x), "category": c.x.ticks[int(p.x)].label, "y": p.y, "text": c.y.write(p.y)}
		beyond := p.y
		low, high, ok := p.interval()
		if ok {
			row["low"], row["high"] = low, high
			beyond = max(beyond, high)
		}
		behind := false
		if !math.IsNaN(p.bound) {
			row["bound"] = p.bound
			gap := c.y.norm(p.bound) - c.y.norm(beyond)
			behind = gap >= 0 && gap < vegaValueWidth
		}
		switch {
		case c.bounded() && !ok && c.y.norm(p.y) > vegaValueWidth:
			row["inside"] = p.y
		case behind:
			row["beyond"], row["text"] = p.bound, c.withBound(p)
		default:
			row["beyond"] = beyond
		}
		rows = append(rows, row)
	}
	return rows
}

func has(rows []any, field string) bool {
	return slices.ContainsFunc(rows, func(row any) bool { return row.(object)[field] != nil })
}

// vegaHeat returns the layers of a heat map: cells, values, the ring.
func (c *chart) vegaHeat() []any {
	rows, missing := []any{}, []any{}
	for j := range c.Heat.Values {
		for i := range c.Heat.Values[j] {
			row := object{"column": i, "row": j, "x": c.x.ticks[i].label, "y": c.y.ticks[j].label}
			if v := c.Heat.value(i, j); math.IsNaN(v) {
				missing = append(missing, row)
			} else {
				row["value"] = v / c.color.factor
				rows = append(rows, row)
			}
		}
	}
	x, y := vegaCategories(&c.x, "column", "ascending"), vegaCategories(&c.y, "row", "descending")
	low, high, _ := c.Heat.extremes()
	low, high = low/c.color.factor, high/c.color.factor
	colors := make([]any, len(viridis))
	for i, v := range viridis {
		colors[i] = hex(v)
	}
	layers := []any{vegaLayer(rows, object{"type": "rect"}, object{"x": x, "y": y,
		"color": object{"field": "value", "type": "quantitative", "title": c.color.title, "scale": object{"range": colors}},
		"tooltip": []any{
			object{"field": "x", "type": "nominal", "title": c.x.valueTitle("x")},
			object{"field": "y", "type": "nominal", "title": c.y.valueTitle("y")},
			vegaNumber("value", c.color.title),
		}})}
	if len(missing) > 0 {
		layers = append(layers, vegaLayer(missing, object{"type": "rect", "color": hex(gridInk)}, object{"x": x, "y": y}))
	}
	if len(c.x.ticks) <= 12 && len(rows) > 0 {
		layers = append(layers, vegaLayer(rows, object{"type": "text"}, object{"x": x, "y": y,
			"text": object{"field": "value", "type": "quantitative", "format": ",.3~r"},
			"color": object{"value": hex(white),
				"condition": object{"test": fmt.Sprintf("datum.value > %g", low+(high-low)*0.52), "value": hex(ink)}}}))
	}
	if i, j, ok := c.Heat.best(); ok {
		layers = append(layers, vegaLayer([]any{object{"column": i, "row": j}},
			object{"type": "rect", "filled": false, "stroke": hex(ringInk), "strokeWidth": 2.5}, object{"x": x, "y": y}))
	}
	return layers
}

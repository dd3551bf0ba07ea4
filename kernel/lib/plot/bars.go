package plot

import (
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/plotting"
)

var _ = declare(cell.Entry{
	Name: "bars", Page: "pictures.md", Value: builtin("bars", bars),
	Doc: `bars(labels, values=None, published=None, title=None, label=None, unit="", bounds=None, reference=None, error=None)
Draws a bar for each label, or several bars side by side.

labels (list of strings, or dict): a name for each bar. A dict from names to numbers gives both the labels and
  the values.
values (list of numbers, or dict of lists, None): the heights of the bars. A dict from names to lists draws
  several bars side by side. None in a list omits a bar.
published (list of numbers, None): numbers to compare with, drawn as hollow bars. None in the list is an unknown
  number.
title (string, None): the title of the figure
label (string, None): the label of the axis of the values
unit (string, ""): the unit of the values
bounds (list of numbers, or dict of lists, None): a limit for each bar, drawn as a line across the bar. A list
  has the limits of the first list of values. A dict has a list of limits for each name in values. None in a
  list is no limit.
reference (number or dict, None): a limit of all bars, drawn as a line: a number, or a dict from labels to
  numbers for several lines
error (list, None): half the length of the error bars, as a fraction of the values: a list, or a list for each
  list of values

Returns the figure.

    bars(["naive", "padded"], [5.1, 92.8], published=[5.3, 93.4], unit="GB/s")
    bars(["naive", "tiled"], [35, 204], bounds=[66.8, 244], reference={"peak": 622}, unit="GFLOP/s")
    bars({"naive": 5.1, "padded": 92.8})`,
})

func bars(c call) (starlark.Value, error) {
	var labels, values, published, bounds, reference, errors starlark.Value
	var title, name, unit string
	if err := c.unpack("labels", &labels, "values??", &values, "published??", &published, "title??", &title, "label??", &name,
		"unit??", &unit, "bounds??", &bounds, "reference??", &reference, "error??", &errors); err != nil {
		return nil, err
	}
	if d, ok := labels.(*starlark.Dict); ok && values == nil {
		labels, values = starlark.NewList(d.Keys()), starlark.NewList(dictValues(d))
	}
	if values == nil {
		return nil, typeErrorf("bars: missing argument for values")
	}
	f := &plotting.Figure{Title: title, Y: plotting.Axis{Label: name, Unit: unit}}
	var err error
	if f.X.Categories, err = texts("bars: labels", labels); err != nil {
		return nil, err
	}
	sets, err := lists("bars: values", values)
	if err != nil {
		return nil, err
	}
	limits, err := barBounds(bounds, sets)
	if err != nil {
		return nil, err
	}
	if published != nil {
		figures, err := numbers("bars: published", published)
		if err != nil {
			return nil, err
		}
		f.Series = append(f.Series, plotting.Series{Name: "published", Y: figures, Style: plotting.Bars, Hollow: true,
			Bound: limitsOf(figures, limits[0])})
		if len(sets) == 1 && sets[0].name == "" {
			sets[0].name = "modelled"
		}
	}
	own := len(f.Series)
	for i, s := range sets {
		bar := plotting.Series{Name: s.name, Y: s.values, Style: plotting.Bars, Bound: limits[i]}
		if i == 0 && published != nil {
			bar.Like = "published"
		}
		f.Series = append(f.Series, bar)
	}
	if err := withErrors("bars", errors, f.Series[own:]); err != nil {
		return nil, err
	}
	if reference != nil {
		if f.References, err = referenceLines("bars: reference is ", reference); err != nil {
			return nil, err
		}
	}
	return NewFigure(f)
}

// limitsOf are the bounds of published figures: a limit of the modelled value beside it holds for them too. Where the
// lists differ in length, the modelled bars report it.
func limitsOf(figures, limits []float64) []float64 {
	if len(limits) != len(figures) {
		return nil
	}
	return limits
}

// barBounds are the bounds of each set of bars, nil for one without.
func barBounds(v starlark.Value, sets []namedList) ([][]float64, error) {
	limits := make([][]float64, len(sets))
	if v == nil {
		return limits, nil
	}
	all, err := lists("bars: bounds", v)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		i := 0
		if l.name != "" {
			i = slices.IndexFunc(sets, func(s namedList) bool { return s.name == l.name })
		}
		if i < 0 || limits[i] != nil {
			return nil, valueErrorf("bars: bounds for %q, which is none of the values", l.name)
		}
		limits[i] = l.values
	}
	return limits, nil
}

func dictValues(d *starlark.Dict) []starlark.Value {
	var values []starlark.Value
	for _, item := range d.Items() {
		values = append(values, item[1])
	}
	return values
}

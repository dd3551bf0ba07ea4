package plot

import (
	"cmp"
	"math"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/plotting"
)

var _ = declare(cell.Entry{
	Name: "heatmap", Page: "pictures.md", Value: builtin("heatmap", heatmap),
	Args: map[string]hint{
		"x": columnsOf("data"), "y": columnsOf("data"), "value": columnsOf("data"), "best": words("highest", "lowest", "none"),
	},
	Doc: `heatmap(data, x=None, y=None, value="gbps", title=None, label=None, unit=None, best=None)
Draws a heat map of a sweep or of a matrix of numbers. For a sweep, the colours show one column over two other
columns.

data (sweep, tuning, table, list of dicts, list of lists or 2-D array): the rows, or the matrix
x (string or list of strings, None): for rows, the name of a column; None chooses a column that varies; "block_x" and "block_y" are
  the sides of the block. For a matrix, the names of its columns.
y (string or list of strings, None): for rows, another column; for a matrix, the names of its rows
value (string, "gbps"): the column that the colours show. The default for a tuning is the column that it
  optimizes.
title (string, None): the title of the figure
label (string, None): the label of the colour scale
unit (string, None): the unit of the colour scale
best (string, None): draws a ring around the "highest" or the "lowest" value, or no ring ("none"). If several
  rows have the same cell, the cell shows the best of them. The default is "lowest" for times, otherwise
  "highest".

Returns the figure.

    heatmap(sweep("transpose/padded", n=2048, block=[(32, 4), (32, 8), (32, 16)]), x="block_x", y="block_y")
    heatmap([[1, 2], [3, 4]], x=["a", "b"], y=["c", "d"])`,
})

type heatArgs struct {
	data, x, y                      starlark.Value
	value, title, label, unit, best string
}

// bests are what best= may be.
var bests = map[string]plotting.Best{"highest": plotting.Highest, "lowest": plotting.Lowest, "none": plotting.None}

func heatmap(c call) (starlark.Value, error) {
	var a heatArgs
	if err := c.unpack("data", &a.data, "x??", &a.x, "y??", &a.y, "value??", &a.value, "title??", &a.title,
		"label??", &a.label, "unit??", &a.unit, "best??", &a.best); err != nil {
		return nil, err
	}
	return a.figure()
}

// Heatmap draws a column of data over two others, as heatmap(data, …) does.
func Heatmap(data starlark.Value, x, y, value, title string) (*Figure, error) {
	return (&heatArgs{data: data, x: starlark.String(x), y: starlark.String(y), value: value, title: title}).figure()
}

func (a *heatArgs) figure() (*Figure, error) {
	d, hasRows := datasetOf(a.data)
	if own, ok := a.data.(tuned); ok && a.value == "" {
		a.value = own.Objective()
	}
	a.value = cmp.Or(a.value, "gbps")
	if a.best == "" {
		a.best = "highest"
		if hasRows && metrics[a.value].unit == "s" {
			a.best = "lowest"
		}
	}
	best, ok := bests[a.best]
	if !ok {
		return nil, valueErrorf("heatmap: best=%q: want \"highest\", \"lowest\" or \"none\"", a.best)
	}
	f := &plotting.Figure{Title: a.title, Heat: &plotting.Heat{Label: a.label, Unit: a.unit, Best: best}}
	var err error
	if hasRows {
		err = a.ofRows(f, d)
	} else {
		err = a.ofLists(f)
	}
	if err != nil {
		return nil, err
	}
	return NewFigure(f)
}

// ofRows lays rows out over two of their columns.
func (a *heatArgs) ofRows(f *plotting.Figure, d dataset) error {
	x, y, err := a.columns(d)
	if err != nil {
		return err
	}
	m := metricOf(a.value)
	if a.label == "" {
		f.Heat.Label, f.Heat.Unit = m.label, m.unit
	}
	f.Provenance = provenance(d)
	most := 0.0
	f.X.Label, f.Y.Label = metricOf(x).label, metricOf(y).label
	for _, v := range a.places(d, x) {
		f.X.Categories = append(f.X.Categories, label(v))
	}
	for _, v := range a.places(d, y) {
		f.Y.Categories = append(f.Y.Categories, label(v))
		row := make([]float64, len(f.X.Categories))
		for i := range row {
			row[i] = math.NaN()
		}
		f.Heat.Values = append(f.Heat.Values, row)
	}
	for _, r := range d.rows {
		i := slices.Index(f.X.Categories, label(field(r, x)))
		j := slices.Index(f.Y.Categories, label(field(r, y)))
		if i >= 0 && j >= 0 {
			f.Heat.Values[j][i] = better(f.Heat.Best, f.Heat.Values[j][i], number(field(r, a.value)))
			most = max(most, ErrorBar(r, a.value))
		}
	}
	if most > 0 {
		f.Provenance = separated(f.Provenance) + plotting.SampleErrors + ": up to" + plotting.PlusMinus(most)
	}
	return nil
}

// places are the values of a column; what was chosen may have been None.
func (a *heatArgs) places(d dataset, name string) []starlark.Value {
	values := d.distinct(name)
	own, ok := a.data.(tuned)
	if ok && slices.Contains(own.Settings(), name) && slices.ContainsFunc(d.rows,
		func(r *starlark.Dict) bool { return field(r, name) == starlark.None }) {
		values = append([]starlark.Value{starlark.None}, values...)
	}
	return values
}

// better is the value of two that a cell shows; NaN is no value.
func better(best plotting.Best, a, b float64) float64 {
	if best == plotting.Lowest {
		return -fmax(-a, -b)
	}
	return fmax(a, b)
}

// tuned is what a tuning tells: the columns that tell its rows apart, and what it
// was tuned for.
type tuned interface {
	Settings() []string
	Objective() string
}

// columns are the columns asked for, or the first two that vary.
func (a *heatArgs) columns(d dataset) (x, y string, err error) {
	var candidates []string
	if own, ok := a.data.(tuned); ok {
		candidates = d.varying(slices.Clone(own.Settings())...)
	}
	if len(candidates) < 2 {
		candidates = append(candidates, d.varying("block_x", "block_y")...)
	}
	if len(candidates) < 2 {
		candidates = d.varying("n", "block", "kernel", "gpu")
	}
	for _, c := range []struct {
		arg starlark.Value
		to  *string
	}{{a.x, &x}, {a.y, &y}} {
		if c.arg == nil {
			continue
		}
		text, ok := starlark.AsString(c.arg)
		if !ok {
			return "", "", typeErrorf("heatmap: x and y are names of columns, got %s", describe(c.arg))
		}
		*c.to = text
		candidates = slices.DeleteFunc(candidates, func(name string) bool { return name == text })
	}
	for _, to := range []*string{&x, &y} {
		if *to == "" && len(candidates) == 0 {
			return "", "", valueErrorf("heatmap: fewer than two columns vary; name them with x= and y= (columns: %v)", d.columns)
		}
		if *to == "" {
			*to, candidates = candidates[0], candidates[1:]
		}
	}
	for _, name := range []string{x, y, a.value} {
		if err := d.has(name); err != nil {
			return "", "", err
		}
	}
	return x, y, nil
}

// ofLists takes the values as they stand.
func (a *heatArgs) ofLists(f *plotting.Figure) error {
	rows, err := lists("heatmap: data", a.data)
	if err != nil {
		return err
	}
	for _, r := range rows {
		f.Heat.Values = append(f.Heat.Values, r.values)
	}
	if f.X.Categories, err = axisNames("heatmap: x", a.x, len(rows[0].values)); err != nil {
		return err
	}
	f.Y.Categories, err = axisNames("heatmap: y", a.y, len(rows))
	return err
}

// axisNames are the names given, or 0, 1, 2, …
func axisNames(what string, v starlark.Value, n int) ([]string, error) {
	if v != nil {
		return texts(what, v)
	}
	names := make([]string, n)
	for i := range names {
		names[i] = starlark.MakeInt(i).String()
	}
	return names, nil
}

package plot

import (
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/plotting"
)

var _ = declare(cell.Entry{
	Name: "plot", Page: "pictures.md", Value: builtin("plot", plot),
	Args: map[string]hint{
		"y": columnsOf("data"), "x": columnsOf("data"), "by": columnsOf("data"), "error": columnsOf("data"),
		"xscale": words("linear", "log2", "log10"), "yscale": words("linear", "log2", "log10"),
	},
	Doc: `plot(data, y=None, x=None, label=None, title=None, by=None, reference=True, copy=None, xlabel=None, ylabel=None, xscale="linear", yscale="linear", error=None)
Draws curves: one column of a sweep over another column, or lists of numbers. A sweep has one curve for each
kernel, GPU and block size. Measured points are hollow. plot([model, measured]) draws two sweeps in one figure.

data (sweep, table, list of dicts, list of sweeps, or list of numbers): the rows to draw, or the x values. A
  list of numbers without y gives the y values
y (string, list or dict of lists, None): for rows, the column to draw, by default "gbps"; for lists, the y
  values. A list of lists, or a dict from labels to lists, draws several curves.
x (string, None): the column of the x axis. The default is the first of n, block, shared, kernel and gpu that
  varies.
label (string or list of strings, None): the labels of the curves, if data is lists of numbers
title (string, None): the title of the figure
by (string or list of strings, None): draws one curve for each value of these columns. The default is all of
  kernel, gpu, block, n and shared that vary.
reference (bool, number or dict, True): horizontal lines to compare with. True draws the theoretical peak of
  each GPU if y is a throughput. False draws no lines. A number draws one line at this value. A dict from labels
  to numbers draws a line for each number.
copy (number or result, None): the throughput of a copy. It is drawn as a line if y is "gbps". The default is
  the best "gbps" of a kernel in data whose name ends in "/copy". The default needs other kernels in data, and
  all must be modelled or all must be measured.
xlabel (string, None): the label of the x axis
ylabel (string, None): the label of the y axis
xscale (string, "linear"): "linear", "log2" or "log10"
yscale (string, "linear"): "linear", "log2" or "log10"
error (string, bool or list, None): half the length of the error bars, as a fraction of y. For rows, give
  the name of a column, or False to draw no bars. For lists, give a list, or a list for each curve. The default
  for rows is the uncertainty of the time and of the rates, if the launch was sampled and the uncertainty is
  above 1 %.

Returns the figure.

    plot(sweep(["transpose/naive", "transpose/padded"], n=range(512, 2049, 64)), y="gbps")
    plot([1, 2, 3], {"measured": [1, 4, 9], "model": [1.1, 4.2, 8.8]}, xlabel="n")
    plot([1, 2, 3], [1, 4, 9], error=[0.1, 0.05, 0])`,
})

// plotArgs are the arguments of plot.
type plotArgs struct {
	data, y, x, label, by, reference, copy, error starlark.Value
	title, xlabel, ylabel, xscale, yscale         string
}

// A metric is a column that sweeps have, as an axis shows it.
type metric struct {
	label, unit string
	timed       bool // follows from the time, and is as uncertain
}

var metrics = map[string]metric{
	"gbps":         {"throughput", "GB/s", true},
	"bus_gbps":     {"bus throughput", "GB/s", true},
	"gflops":       {"arithmetic throughput", "GFLOP/s", true},
	"time":         {"time", "s", true},
	"elapsed":      {"time with launch", "s", true},
	"occupancy":    {label: "occupancy"},
	"warps_per_sm": {label: "resident warps of a multiprocessor"},
	"shared":       {label: "dynamic shared memory of a block", unit: "B"},
	"registers":    {label: "registers per thread"},
	"shared_bytes": {label: "shared memory of a block", unit: "B"},
	"sampled":      {label: "share of the blocks simulated"},
	"block_x":      {label: "block.x"},
	"block_y":      {label: "block.y"},
}

// metricOf is how a column is written; unknown ones keep their name.
func metricOf(column string) metric {
	if m, ok := metrics[column]; ok {
		return m
	}
	return metric{label: column}
}

// AxisOf is the axis of a column.
func AxisOf(column string) plotting.Axis {
	m := metricOf(column)
	return plotting.Axis{Label: m.label, Unit: m.unit}
}

func plot(c call) (starlark.Value, error) {
	var a plotArgs
	err := c.unpack("data??", &a.data, "y??", &a.y, "x??", &a.x, "label??", &a.label, "title??", &a.title, "by??", &a.by,
		"reference??", &a.reference, "copy??", &a.copy, "xlabel??", &a.xlabel, "ylabel??", &a.ylabel, "xscale??", &a.xscale, "yscale??", &a.yscale,
		"error??", &a.error)
	if err != nil {
		return nil, err
	}
	f, err := a.figure()
	if err != nil {
		return nil, err
	}
	if err := thin(f); err != nil {
		return nil, err
	}
	if a.title != "" {
		f.Title = a.title
	}
	if err := a.axes(f); err != nil {
		return nil, err
	}
	return NewFigure(f)
}

func (a *plotArgs) figure() (*plotting.Figure, error) {
	if a.data == nil && a.x != nil {
		a.data, a.x = a.x, nil
	}
	if a.data == nil {
		return nil, typeErrorf("plot: missing argument for data: a sweep, a list of dicts, or lists of x and y values")
	}
	if d, ok := datasetOf(a.data); ok {
		return a.curvesOf(d)
	}
	if drawn, ok := a.data.(interface{ Pictures() string }); ok {
		return nil, typeErrorf("plot: want a sweep, a list of dicts, or lists of numbers, got %s (write %s)", describe(a.data), drawn.Pictures())
	}
	if _, isText := a.y.(starlark.String); isText {
		return nil, typeErrorf("plot: y is the column %s, but the data are %s and have no rows", a.y, describe(a.data))
	}
	if a.x != nil {
		return nil, typeErrorf("plot: x= names a column of a sweep; for lists write plot(x, y)")
	}
	return a.curves()
}

// axes writes the labels and scales that were asked for.
func (a *plotArgs) axes(f *plotting.Figure) error {
	if a.xlabel != "" {
		f.X.Label, f.X.Unit = a.xlabel, ""
	}
	if a.ylabel != "" {
		f.Y.Label, f.Y.Unit = a.ylabel, ""
	}
	var err error
	if f.X.Scale, err = scale("xscale", a.xscale); err != nil {
		return err
	}
	f.Y.Scale, err = scale("yscale", a.yscale)
	return err
}

func scale(what, name string) (plotting.Scale, error) {
	switch name {
	case "", "linear":
		return plotting.Linear, nil
	case "log2":
		return plotting.Log2, nil
	case "log", "log10":
		return plotting.Log10, nil
	}
	return 0, valueErrorf("plot: %s=%q: want \"linear\", \"log2\" or \"log10\"", what, name)
}

// curves draws lists: y over x, or, with one list, that over 0, 1, 2, …
func (a *plotArgs) curves() (*plotting.Figure, error) {
	f := &plotting.Figure{X: plotting.Axis{Label: "x"}, Y: plotting.Axis{Label: "y"}}
	data := a.y
	var xs []namedList
	if a.y == nil {
		data = a.data
	} else {
		var err error
		if xs, err = lists("plot: x", a.data); err != nil {
			return nil, err
		}
	}
	ys, err := lists("plot: y", data)
	if err != nil {
		return nil, err
	}
	if len(xs) > 1 && len(xs) != len(ys) {
		return nil, valueErrorf("plot: %d lists of x values for %d curves", len(xs), len(ys))
	}
	names, err := a.names(len(ys))
	if err != nil {
		return nil, err
	}
	for i, y := range ys {
		s := plotting.Series{Name: y.name, Y: y.values}
		if names != nil {
			s.Name = names[i]
		}
		if len(xs) > 0 {
			s.X = xs[min(i, len(xs)-1)].values
		}
		f.Series = append(f.Series, s)
	}
	if err := withErrors("plot", a.error, f.Series); err != nil {
		return nil, err
	}
	f.References, err = a.references(nil)
	return f, err
}

// names are the labels of n curves, or nil.
func (a *plotArgs) names(n int) ([]string, error) {
	if a.label == nil {
		return nil, nil
	}
	names := []string{label(a.label)}
	if _, isText := a.label.(starlark.String); !isText {
		var err error
		if names, err = texts("plot: label", a.label); err != nil {
			return nil, err
		}
	}
	if len(names) != n {
		return nil, valueErrorf("plot: %d labels for %d curves", len(names), n)
	}
	return names, nil
}

// references are the lines that reference= asks for; True asks for own.
func (a *plotArgs) references(own []plotting.Reference) ([]plotting.Reference, error) {
	switch r := a.reference.(type) {
	case nil:
		return own, nil
	case starlark.Bool:
		if r {
			return own, nil
		}
		return nil, nil
	}
	return referenceLines("plot: reference is True, False, ", a.reference)
}

// referenceLines reads a number, or a dict from labels to numbers. may begins the
// message that says so.
func referenceLines(may string, v starlark.Value) ([]plotting.Reference, error) {
	switch r := v.(type) {
	case starlark.Int, starlark.Float:
		return []plotting.Reference{{Y: number(r), Label: "reference"}}, nil
	case *starlark.Dict:
		var refs []plotting.Reference
		for _, item := range r.Items() {
			y, ok := starlark.AsFloat(item[1])
			if !ok {
				return nil, typeErrorf("reference %s is %s, want a number", item[0], describe(item[1]))
			}
			refs = append(refs, plotting.Reference{Y: y, Label: label(item[0])})
		}
		return refs, nil
	}
	return nil, typeErrorf("%sa number or a dict from labels to numbers, got %s", may, describe(v))
}

// columnNames reads one name of a column, or a list of them.
func columnNames(what string, v starlark.Value) ([]string, error) {
	if s, ok := starlark.AsString(v); ok {
		return strings.Fields(strings.ReplaceAll(s, ",", " ")), nil
	}
	return texts(what, v)
}

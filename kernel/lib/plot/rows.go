package plot

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/plotting"
)

// referencer is what a sweep tells about a column: lines to compare with.
type referencer interface {
	References(column string) []plotting.Reference
}

// Columns that tell the points of a sweep apart, and so its curves.
var pointColumns = []string{"n", "block", "shared", "kernel", "gpu"}

// What follows from the shared memory of a point: over these columns it is no
// name of a curve.
var ofShared = []string{"shared", "shared_bytes", "occupancy", "warps_per_sm"}

// Curves draws a column of a sweep, or of sweeps in a list. manner, which may be empty, is added to the title and to the
// column's name, such as "with launch".
func Curves(data starlark.Value, y, manner string) (starlark.Value, error) {
	d, ok := datasetOf(data)
	if !ok {
		return nil, typeErrorf("plot: want a sweep or sweeps in a list, got %s", describe(data))
	}
	f, err := (&plotArgs{data: data, y: starlark.String(y)}).curvesOf(d)
	if err != nil {
		return nil, err
	}
	if manner != "" {
		f.Title += ", " + manner
		f.Y.Label += " " + manner
	}
	if err := thin(f); err != nil {
		return nil, err
	}
	return NewFigure(f)
}

// curvesOf draws a column of rows over another, a curve for each value of the
// columns in by.
func (a *plotArgs) curvesOf(d dataset) (*plotting.Figure, error) {
	y, x, by, err := a.columns(d)
	if err != nil {
		return nil, err
	}
	xAxis, yAxis := metricOf(x), metricOf(y)
	f := &plotting.Figure{
		Title:      yAxis.label + ofKernels(d, x) + " over " + xAxis.label,
		Provenance: provenance(d),
		X:          plotting.Axis{Label: xAxis.label, Unit: xAxis.unit},
		Y:          plotting.Axis{Label: yAxis.label, Unit: yAxis.unit},
	}
	share, err := a.shares(d, y)
	if err != nil {
		return nil, err
	}
	if values := d.distinct(x); isNumeric(values) {
		f.Series = beside(d, y, x, by, share)
	} else {
		f.X.Categories, f.Series = categories(d, values, y, x, by, share)
	}
	if a.error == nil || a.error == starlark.True {
		f.NoteSampleErrors()
	}
	f.References, err = a.references(a.own(y))
	if err == nil && y == "gbps" && (a.copy != nil || a.automatic()) {
		f.References, err = a.copyLine(d, f.References)
	}
	return f, err
}

// ofKernels says for a title what the rows were measured of: " of t/naive", or the group that all kernels are of, such as
// " of transpose kernels".
func ofKernels(d dataset, x string) string {
	var names, groups []string
	for _, v := range d.distinct("kernel") {
		name := label(v)
		group, _, _ := strings.Cut(name, "/")
		names = append(names, name)
		if !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	switch {
	case x == "kernel" && len(groups) == 1 && groups[0] != names[0]:
		return " of " + groups[0]
	case x == "kernel" || len(names) == 0:
		return ""
	case len(names) == 1:
		return " of " + names[0]
	case len(groups) == 1:
		return " of " + groups[0] + " kernels"
	case len(names) == 2:
		return " of " + names[0] + " and " + names[1]
	}
	return " of " + plotting.Plural(len(names), "kernel")
}

// columns are the columns to draw: as asked for, or what varies.
func (a *plotArgs) columns(d dataset) (y, x string, by []string, err error) {
	y = "gbps"
	for _, c := range []struct {
		name string
		arg  starlark.Value
		to   *string
	}{{"y", a.y, &y}, {"x", a.x, &x}} {
		if c.arg == nil {
			continue
		}
		text, ok := starlark.AsString(c.arg)
		if !ok {
			return "", "", nil, typeErrorf("plot: %s is the name of a column, got %s", c.name, describe(c.arg))
		}
		*c.to = text
	}
	if x == "" {
		x = append(d.varying(slices.Clone(pointColumns)...), d.columns[0])[0]
	}
	if a.by == nil {
		by = d.varying(slices.DeleteFunc([]string{"kernel", "gpu", "block", "n", "shared"}, func(c string) bool {
			return c == x || c == "shared" && slices.Contains(ofShared, x) || c == "gpu" && d.modelAndCard()
		})...)
	} else if by, err = columnNames("plot: by", a.by); err != nil {
		return "", "", nil, err
	}
	for _, name := range append([]string{y, x}, by...) {
		if err := d.has(name); err != nil {
			return "", "", nil, err
		}
	}
	return y, x, by, nil
}

// automatic reports whether lines are wanted that the call does not name.
func (a *plotArgs) automatic() bool { return a.reference == nil || a.reference == starlark.True }

// own are the lines that the data themselves bring.
func (a *plotArgs) own(y string) []plotting.Reference {
	if r, ok := a.data.(referencer); ok {
		return r.References(y)
	}
	return nil
}

// copyLine adds the throughput of a plain copy: that given, or the best of a
// kernel named …/copy.
func (a *plotArgs) copyLine(d dataset, refs []plotting.Reference) ([]plotting.Reference, error) {
	best := math.NaN()
	if a.copy != nil {
		v := a.copy
		if r, ok := v.(starlark.HasAttrs); ok {
			if gbps, err := r.Attr("gbps"); err == nil && gbps != nil {
				v = gbps
			}
		}
		if best = number(v); math.IsNaN(best) {
			return nil, typeErrorf("plot: copy is a number or a result, got %s", describe(a.copy))
		}
	}
	ofCopy := func(r *starlark.Dict) bool { return strings.HasSuffix(label(field(r, "kernel")), "/copy") }
	alone := !slices.ContainsFunc(d.rows, func(r *starlark.Dict) bool { return !ofCopy(r) })
	modelled, measured := d.split()
	if a.copy == nil && (alone || len(modelled.rows) > 0 && len(measured.rows) > 0) {
		return refs, nil // nothing to compare it with, or two copies: a modelled and a measured one
	}
	for _, r := range d.rows {
		if a.copy == nil && ofCopy(r) {
			best = fmax(best, number(field(r, "gbps")))
		}
	}
	if math.IsNaN(best) {
		return refs, nil
	}
	return append(refs, plotting.Reference{Y: best, Label: "copy"}), nil
}

// fmax is the larger number; NaN is no number.
func fmax(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

// groups splits rows by the values of columns, in order of appearance.
func groups(d dataset, by []string) (names []string, rows map[string][]*starlark.Dict) {
	rows = map[string][]*starlark.Dict{}
	for _, r := range d.rows {
		var parts []string
		for _, column := range by {
			parts = append(parts, label(field(r, column)))
		}
		name := strings.Join(parts, ", ")
		if rows[name] == nil {
			names = append(names, name)
		}
		rows[name] = append(rows[name], r)
	}
	return names, rows
}

// split parts the modelled from the measured rows.
func (d dataset) split() (modelled, measured dataset) {
	for _, r := range d.rows {
		if field(r, "measured").Truth() {
			measured.add(r)
		} else {
			modelled.add(r)
		}
	}
	return modelled, measured
}

// modelAndCard reports whether the rows are those of one modelled GPU and of one real one.
func (d dataset) modelAndCard() bool {
	modelled, measured := d.split()
	return len(modelled.distinct("gpu")) == 1 && len(measured.distinct("gpu")) == 1
}

// beside draws modelled rows as lines and measured ones with hollow markers: where both are
// there as points that look like the line of the same name, with one entry in the legend.
func beside(d dataset, y, x string, by []string, share shareOf) []plotting.Series {
	modelled, measured := d.split()
	lines, points := series(modelled, y, x, by, share), series(measured, y, x, by, share)
	if len(lines) == 1 && len(points) == 1 && lines[0].Name == "" { // nothing else tells them apart
		lines[0].Name, points[0].Name = "modelled", "modelled"
	}
	for i := range points {
		s := &points[i]
		s.Hollow = true
		if len(lines) == 0 {
			continue
		}
		s.Style = plotting.Points
		if slices.ContainsFunc(lines, func(l plotting.Series) bool { return l.Name == s.Name }) {
			s.Like, s.Name = s.Name, ""
			if i == 0 {
				s.Name = "measured"
			}
		}
	}
	return append(lines, points...)
}

func series(d dataset, y, x string, by []string, share shareOf) []plotting.Series {
	names, rows := groups(d, by)
	var all []plotting.Series
	for _, name := range names {
		s, shares := plotting.Series{Name: name}, []float64{}
		group := rows[name]
		slices.SortStableFunc(group, func(a, b *starlark.Dict) int {
			return cmp.Compare(number(field(a, x)), number(field(b, x)))
		})
		for _, r := range group {
			s.X = append(s.X, number(field(r, x)))
			s.Y = append(s.Y, number(field(r, y)))
			shares = append(shares, share(r))
		}
		all = append(all, s.WithErrors(shares))
	}
	return all
}

// categories draws bars where x has names, not numbers.
func categories(d dataset, values []starlark.Value, y, x string, by []string, share shareOf) ([]string, []plotting.Series) {
	var labels []string
	for _, v := range values {
		labels = append(labels, label(v))
	}
	names, rows := groups(d, by)
	var all []plotting.Series
	for _, name := range names {
		s := plotting.Series{Name: name, Style: plotting.Bars, Y: make([]float64, len(labels))}
		for i := range s.Y {
			s.Y[i] = math.NaN()
		}
		shares := make([]float64, len(labels))
		for _, r := range rows[name] {
			if i := slices.Index(labels, label(field(r, x))); i >= 0 {
				s.Y[i], shares[i] = number(field(r, y)), share(r)
			}
		}
		all = append(all, s.WithErrors(shares))
	}
	return labels, all
}

// provenance says where numbers come from: the GPUs, modelled or measured.
func provenance(d dataset) string {
	var parts []string
	if gpus := d.distinct("gpu"); len(gpus) == 1 {
		parts = append(parts, label(gpus[0]))
	} else if d.modelAndCard() {
		modelled, measured := d.split()
		parts = append(parts, label(modelled.distinct("gpu")[0])+" modelled", label(measured.distinct("gpu")[0])+" measured")
	}
	if measured := d.distinct("measured"); len(measured) == 1 {
		origin := "modelled"
		if measured[0].Truth() {
			origin = "measured"
		}
		parts = append(parts, origin)
	}
	for _, column := range []string{"kernel", "n", "block"} {
		if values := d.distinct(column); len(values) == 1 {
			parts = append(parts, strings.TrimPrefix(column+" "+label(values[0]), "kernel "))
		}
	}
	return strings.Join(parts, ", ")
}

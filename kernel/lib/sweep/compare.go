package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "compare", Page: "sweeps.md", Func: compareSweeps,
	Doc: `compare(model, measured, y="time")
Compares modelled values with measured values, for each row that is in both tables. If measured rows have no
rates (gbps, gflops), the rates are computed from the measured times and the model's numbers of bytes and
operations.

model (sweep or table): a sweep, the result of load_sweep(…), or a table with the columns kernel and n (and
  block, shared)
measured (sweep or table): the measured values, in the same form
y (string, "time"): the column to compare

Returns a comparison c. Its table shows the relative error of the model. If a sampled time is uncertain, the
table shows the uncertainty of both times together, as ± beside the error. The title counts the errors that are
smaller than this uncertainty. The title also shows the mean of the absolute errors, and Spearman's rank
correlation. The rank correlation is 1 if the model puts all rows in the right order. Attributes: c.error,
c.rank_correlation, c.programs (a table for each kernel), c.rows, c.plot(y).

    s = sweep(["transpose/naive", "transpose/padded"], n=[256, 512])
    compare(s, sweep(["transpose/naive", "transpose/padded"], n=[256, 512], gpu="K20X")).error > 0`,
})

var _ = registry.Declare(row{
	Name: "load_sweep", Page: "sweeps.md", StateFunc: (*library).loadSweep,
	Doc: `load_sweep(path)
Reads a sweep from a file that s.save(path) has written. It also reads other CSV files in the notebook's
directory or below it.

path (string): the file

Returns a table. Pass it to plot or compare like a sweep.

    s = sweep("transpose/copy", n=[64, 128])
    # s.save("points.csv"), and in another session
    # plot([s, load_sweep("points.csv")])`,
})

// A Comparison is modelled beside measured points: a table with a row for each.
type Comparison struct {
	*plot.Table
	compared figure.Comparison
	model    starlark.Value // the sweep
	points   []pair
	y        string
}

// A pair is a point that both sweeps have.
type pair struct {
	key             []starlark.Value // by the columns of keyColumns
	model, measured float64
	uncertainty     float64 // of both, as a part of measured
	measuredRow     *starlark.Dict
}

// keyColumns tell points apart, in this order, where both sweeps have them.
var keyColumns = []string{"kernel", "n", "block", "shared"}

func compareSweeps(c face.Call) (starlark.Value, error) {
	var model, measured starlark.Value
	y := "time"
	if err := c.Unpack("model", &model, "measured", &measured, "y?", &y); err != nil {
		return nil, err
	}
	var sides [2]pointSet
	for i, side := range []struct {
		name string
		v    starlark.Value
	}{{"model", model}, {"measured", measured}} {
		rows, ok := plot.Rows(side.v)
		if !ok {
			return nil, face.TypeErrorf("compare: %s is a sweep or a table, got %s", side.name, face.Describe(side.v))
		}
		sides[i] = pointSet{rows}
	}
	var columns []string
	for _, name := range keyColumns {
		if sides[0].has(name) && sides[1].has(name) {
			columns = append(columns, name)
		}
	}
	if len(columns) == 0 {
		return nil, face.ValueErrorf("compare: model and measured have none of the columns %s in common", strings.Join(keyColumns, ", "))
	}
	sides[1] = rated(sides[0], sides[1], columns)
	for i, name := range []string{"model", "measured"} {
		if !sides[i].has(y) {
			return nil, face.Errorf("KeyError", "compare: the rows of %s have no column %q", name, y)
		}
	}
	pairs, unpaired := paired(sides[0], sides[1], columns, y)
	if len(pairs) == 0 {
		return nil, face.ValueErrorf("compare: model and measured have no point in common: the same %s", strings.Join(columns, ", "))
	}
	compared := figure.Comparison{Columns: columns, Axis: plot.AxisOf(y), Unpaired: unpaired}
	for _, p := range pairs {
		row := figure.Pair{Name: keyText(p.key[:1]), Model: p.model, Measured: p.measured, Uncertainty: p.uncertainty}
		for _, k := range p.key {
			row.Key = append(row.Key, setting{value: k}.shown())
		}
		compared.Pairs = append(compared.Pairs, row)
	}
	if y == "time" || y == "elapsed" {
		compared.Scale, compared.Axis.Unit = 1e3, "ms"
	}
	return &Comparison{plot.NewTable(compared.All()), compared, model, pairs, y}, nil
}

// rateColumns are the columns that measured points without them get from the model: the same launch
// moves and computes as much in another time.
var rateColumns = []string{"gbps", "gflops"}

// rated gives measured points that have times alone their rates.
func rated(model, measured pointSet, columns []string) pointSet {
	of := map[string]*starlark.Dict{}
	for _, r := range model.rows {
		of[keyText(values(r, columns))] = r
	}
	var all pointSet
	for _, r := range measured.rows {
		if m := of[keyText(values(r, columns))]; m != nil {
			r = withRates(m, r)
		}
		all.rows = append(all.rows, r)
	}
	return all
}

func withRates(model, measured *starlark.Dict) *starlark.Dict {
	full := starlark.NewDict(measured.Len() + len(rateColumns))
	for _, item := range measured.Items() {
		_ = full.SetKey(item[0], item[1]) // keys of a dict
	}
	for _, name := range rateColumns {
		if _, has, _ := measured.Get(starlark.String(name)); has {
			continue
		}
		modelled := values(model, []string{"time", name})
		time, timed := starlark.AsFloat(modelled[0])
		rate, known := starlark.AsFloat(modelled[1])
		took, was := starlark.AsFloat(values(measured, []string{"time"})[0])
		if timed && known && was && took > 0 {
			_ = full.SetKey(starlark.String(name), starlark.Float(rate*time/took))
		}
	}
	return full
}

// A pointSet is the rows of a sweep.
type pointSet struct{ rows []*starlark.Dict }

func (s pointSet) has(column string) bool {
	return slices.ContainsFunc(s.rows, func(r *starlark.Dict) bool { _, found, _ := r.Get(starlark.String(column)); return found })
}

// values are those of a row, by the names of columns.
func values(r *starlark.Dict, columns []string) []starlark.Value {
	var all []starlark.Value
	for _, name := range columns {
		v, found, _ := r.Get(starlark.String(name))
		if !found {
			v = starlark.None
		}
		all = append(all, v)
	}
	return all
}

// paired finds the points that both have, in the order of the model's, and counts the others.
func paired(model, measured pointSet, columns []string, y string) (pairs []pair, unpaired int) {
	of := func(r *starlark.Dict) float64 {
		x, ok := starlark.AsFloat(values(r, []string{y})[0])
		if !ok {
			return math.NaN()
		}
		return x
	}
	have := map[string]*starlark.Dict{}
	for _, r := range measured.rows {
		if of(r) > 0 {
			have[keyText(values(r, columns))] = r
		}
	}
	for _, r := range model.rows {
		key := values(r, columns)
		m := have[keyText(key)]
		if m == nil || math.IsNaN(of(r)) {
			unpaired++
			continue
		}
		delete(have, keyText(key))
		uncertainty := plot.Uncertainty(r, y)*of(r)/of(m) + plot.Uncertainty(m, y)
		pairs = append(pairs, pair{key, of(r), of(m), uncertainty, m})
	}
	return pairs, unpaired + len(have)
}

// keyText is a key as a text, in which a block of one dimension is its number and 256.0 is 256.
func keyText(key []starlark.Value) string {
	var parts []string
	for _, v := range key {
		text, isText := starlark.AsString(v)
		if !isText {
			text = v.String()
		}
		if f, ok := v.(starlark.Float); ok && float64(f) == math.Trunc(float64(f)) {
			text = fmt.Sprintf("%.0f", float64(f))
		}
		parts = append(parts, strings.NewReplacer("(", "", ")", "", " ", "").Replace(text))
	}
	return strings.Join(parts, "|")
}

// curves draws a column of all modelled points and of the measured ones that belong to them. Where times with launch are
// compared, rates are with launch too, on both sides.
func (c *Comparison) curves(y string) (starlark.Value, error) {
	var measured []starlark.Value
	for _, p := range c.points {
		measured = append(measured, p.measuredRow)
	}
	model, manner := c.model, ""
	if rows, ok := plot.Rows(c.model); ok && c.y == "elapsed" && slices.Contains(rateColumns, y) {
		var modelled []starlark.Value
		for _, r := range rows {
			modelled = append(modelled, withLaunch(r, y))
		}
		for i, p := range c.points {
			measured[i] = withLaunch(p.measuredRow, y)
		}
		model, manner = starlark.NewList(modelled), "with launch"
	}
	return plot.Curves(starlark.Tuple{model, starlark.NewList(measured)}, y, manner)
}

// withLaunch is a row whose rate follows from the time with launch, and not from the time alone. The launch overhead is certain:
// it makes the uncertainty smaller too.
func withLaunch(row *starlark.Dict, rate string) *starlark.Dict {
	all := values(row, []string{"time", "elapsed", rate, "uncertainty"})
	time, timed := starlark.AsFloat(all[0])
	elapsed, known := starlark.AsFloat(all[1])
	if !timed || !known || !(elapsed > 0) {
		return row
	}
	changed := starlark.NewDict(row.Len())
	for _, item := range row.Items() {
		_ = changed.SetKey(item[0], item[1]) // keys of a dict
	}
	for i, name := range []string{rate, "uncertainty"} {
		if x, ok := starlark.AsFloat(all[2+i]); ok {
			_ = changed.SetKey(starlark.String(name), starlark.Float(x*time/elapsed))
		}
	}
	return changed
}

func (*Comparison) Type() string            { return "comparison" }
func (c *Comparison) Hash() (uint32, error) { return face.Unhashable(c) }

// String is the table as text.
func (c *Comparison) String() string { return c.view().Text() }

var _ = face.DeclareFields(&registry, face.Fields[*Comparison]{
	"error":            face.Number(func(c *Comparison) float64 { return c.compared.Error() }),
	"rank_correlation": face.Number(func(c *Comparison) float64 { return c.compared.RankCorrelation() }),
	"programs":         func(c *Comparison) (starlark.Value, error) { return plot.NewTable(c.compared.Programs()), nil },
})

var _ = registry.Declare(row{Name: "comparison.plot", Attr: face.Method((*Comparison).plot)})

func (c *Comparison) plot(x face.Call) (starlark.Value, error) {
	y := c.y
	if err := x.Unpack("y?", &y); err != nil {
		return nil, err
	}
	return c.curves(y)
}

// Attr returns an attribute of the table, or one of the comparison's own.
func (c *Comparison) Attr(name string) (starlark.Value, error) {
	if v, err := c.Table.Attr(name); v != nil || err != nil {
		return v, err
	}
	return registry.Attr(c, name)
}

// AttrNames lists the attributes.
func (c *Comparison) AttrNames() []string {
	return append(c.Table.AttrNames(), registry.AttrNames(c)...)
}

// view is the table that a cell shows: the first points.
func (c *Comparison) view() *plotting.Table { return c.compared.View(gpu.ShownRows) }

// MIMEBundle shows the first points, and a picture of all.
func (c *Comparison) MIMEBundle() (data, metadata map[string]any) {
	data, metadata = c.view().MIMEBundle()
	curves, err := c.curves(c.y)
	if err != nil {
		return data, metadata
	}
	picture, _ := curves.(interface {
		MIMEBundle() (data, metadata map[string]any)
	}).MIMEBundle()
	for _, part := range []struct{ of, from string }{{"text/html", "image/svg+xml"}, {"text/plain", "text/plain"}} {
		table, isText := data[part.of].(string)
		shown, drawn := picture[part.from].(string)
		if isText && drawn {
			data[part.of] = strings.TrimRight(table, "\n") + "\n" + shown
		}
	}
	return data, metadata
}

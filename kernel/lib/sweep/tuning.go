package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "tuning.best", Page: "sweeps.md",
	Attr: face.Method(func(t *Tuning, c face.Call) (starlark.Value, error) { return t.bestOf(c, t.objective) }),
	Args: face.Hints{"y": columnNames},
	Doc: `best(y=None)
Returns the row with the best value in a column. The best time is the lowest. In other columns, the highest
value is the best.

y (string, None): the column; None is the argument y of tune

    t.best()`,
})

// A Tuning is the configurations that were run: a sweep, the best first, those that
// cannot run last.
type Tuning struct {
	*Sweep
	kernel    string
	where     string   // the GPU, and n
	settings  []string // the columns that tell the configurations apart
	objective string   // a column
}

// objectives are the columns that can be tuned for.
var objectives = []string{"time", "elapsed", "gbps", "bus_gbps", "gflops"}

// newTuning makes the table of the points that were run.
func newTuning(points []point, t *tuner) *Tuning {
	s := newSweep(points, t.keys...)
	rank := make(map[*point]float64, len(s.points))
	var order []*point
	for i := range s.points {
		x, err := s.figure(i, t.given.objective)
		if err != nil {
			panic("BUG: " + err.Error()) // an objective is a number
		}
		if !figure.Lowest(t.given.objective) {
			x = -x
		}
		if math.IsNaN(x) {
			x = math.Inf(1)
		}
		order = append(order, &s.points[i])
		rank[&s.points[i]] = x
	}
	slices.SortStableFunc(order, func(a, b *point) int { return cmp.Compare(rank[a], rank[b]) })
	sorted := make([]point, len(order))
	for i, p := range order {
		sorted[i] = *p
	}
	where := fmt.Sprintf("%s, n = %d", t.device.Name, t.size)
	return &Tuning{newSweep(sorted, t.keys...), t.what(), where, t.keys, t.given.objective}
}

// view is the table that a cell shows.
func (t *Tuning) view() *plotting.Table {
	v := t.Sweep.view()
	v.Title = fmt.Sprintf("%s on %s: %s, best first", t.kernel, t.where, strings.Replace(v.Title, "points", "configurations", 1))
	if n := t.tied(); n > 1 {
		v.Title += fmt.Sprintf("; the first %d differ by less than their uncertainty", n)
	}
	return v
}

// tied is how many configurations, the best one first, may be the best one, since their times are of samples.
func (t *Tuning) tied() int {
	value := func(i int) (x, off float64) {
		x, _ = t.figure(i, t.objective) // newTuning has read it
		return x, x * plot.ErrorBar(t.Index(i).(*starlark.Dict), t.objective)
	}
	if t.Len() == 0 {
		return 0
	}
	n := 1
	for best, off := value(0); n < t.Len(); n++ {
		if x, own := value(n); !(math.Abs(x-best) < off+own) {
			break
		}
	}
	return n
}

func (t *Tuning) String() string        { return t.view().Text() }
func (*Tuning) Type() string            { return "tuning" }
func (t *Tuning) Hash() (uint32, error) { return face.Unhashable(t) }

// MIMEBundle shows the first rows.
func (t *Tuning) MIMEBundle() (data, metadata map[string]any) { return t.view().MIMEBundle() }

// Attr returns an attribute of the sweep; the best row is the first one.
func (t *Tuning) Attr(name string) (starlark.Value, error) {
	if v, err := registry.Lookup(t, name); v != nil || err != nil {
		return v, err
	}
	return t.Sweep.Attr(name)
}

// Doc is what ?t shows.
func (*Tuning) Doc() string {
	return `Holds the configurations that tune(…) ran, the best first.
rows              a list of dicts: the configuration and the columns of a sweep
column("TILE")    the values of a column
best()            the best row
csv(), save(path) the rows as CSV
heatmap(t) draws two keys of the space, plot(t, y="time", x="TILE") one.`
}

// Settings are the columns that tell the configurations apart.
func (t *Tuning) Settings() []string { return t.settings }

// Objective is the column that was tuned for.
func (t *Tuning) Objective() string { return t.objective }

// show displays the picture of a finished tuning: a heat map over two settings,
// otherwise bars. A picture that cannot be made is left out.
func (t *Tuning) show(run *cell.Run, points []point) {
	var f *plot.Figure
	var err error
	if varying := t.varying(); len(varying) == 2 {
		f, err = plot.Heatmap(t, varying[0], varying[1], t.objective, t.title())
	} else {
		f, err = plot.NewFigure(t.bars(varying, points))
	}
	if err == nil {
		run.Display(f)
	}
}

func (t *Tuning) title() string { return "Tuning " + t.kernel }

// varying are the places of the settings that have several values.
func (t *Tuning) varying() []string {
	var names []string
	for i, name := range t.settings {
		if slices.ContainsFunc(t.points, func(p point) bool { return p.settings[i].value.String() != t.points[0].settings[i].value.String() }) {
			names = append(names, name)
		}
	}
	return names
}

// measured reports whether a real GPU has told the times.
func (t *Tuning) measured() bool {
	return slices.ContainsFunc(t.points, func(p point) bool { return p.device.Card != nil })
}

// mostBars is how many configurations a bar chart of them shows.
const mostBars = 20

// bars are the values of one setting as the space has them, or of several the best
// configurations.
func (t *Tuning) bars(varying []string, points []point) *plotting.Figure {
	s, what := newSweep(points, t.settings...), ""
	if len(varying) != 1 {
		ran := slices.DeleteFunc(slices.Clone(t.points), func(p point) bool { return p.result == nil })
		if n := len(ran); n > mostBars {
			ran, what = ran[:mostBars], fmt.Sprintf(", the best %d of %d", mostBars, n)
		}
		s = newSweep(ran, t.settings...)
	}
	if varying == nil {
		varying = t.settings
	}
	bars, shares := plotting.Series{Style: plotting.Bars}, []float64{}
	names := plotting.Axis{Label: strings.Join(varying, ", ")}
	for i, p := range s.points {
		x, _ := s.figure(i, t.objective) // newTuning has read it
		bars.Y, shares = append(bars.Y, x), append(shares, plot.ErrorBar(s.Index(i).(*starlark.Dict), t.objective))
		names.Categories = append(names.Categories, p.text(varying))
	}
	f := &plotting.Figure{Title: t.title() + what, Provenance: t.where + ", " + figure.Origin(t.measured()), X: names,
		Y:      plot.AxisOf(t.objective),
		Series: []plotting.Series{bars.WithErrors(shares)}}
	f.NoteSampleErrors()
	return f
}

// text is the values of settings.
func (p *point) text(settings []string) string {
	var values []string
	for _, s := range p.settings {
		if slices.Contains(settings, s.name) {
			values = append(values, strings.Trim(s.value.String(), `"`))
		}
	}
	return strings.Join(values, ", ")
}

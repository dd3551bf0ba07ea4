package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel/published"
	"warpbook.dev/plotting"
)

// A Pair is a point that was modelled and measured.
type Pair struct {
	Name            string // the first part of the key
	Key             []any
	Model, Measured float64
	// Uncertainty of both together, as a part of what was measured: a smaller error may be none.
	Uncertainty float64
}

// off is the model's error, as a part of what was measured.
func (p Pair) off() float64 { return p.Model/p.Measured - 1 }

// within reports whether the error may be none.
func (p Pair) within() bool { return math.Abs(p.off()) < p.Uncertainty }

// A Comparison is modelled beside measured points.
type Comparison struct {
	Columns  []string // of the keys
	Pairs    []Pair
	Axis     plotting.Axis // of what is compared, as it is shown
	Scale    float64       // of what is shown; 0 is 1
	Unpaired int           // points that only one of the two has
}

// Error is the mean of the errors without their signs.
func (c Comparison) Error() float64 { return meanError(c.Pairs) }

// RankCorrelation says how well the model puts the points in the measured order.
func (c Comparison) RankCorrelation() float64 { return rankCorrelation(c.Pairs) }

// All has a row for each point.
func (c Comparison) All() *plotting.Table {
	t := &plotting.Table{}
	for _, name := range append(slices.Clone(c.Columns), "model", "measured", "error", "uncertainty") {
		t.Columns = append(t.Columns, plotting.Column{Name: name})
	}
	for _, p := range c.Pairs {
		t.Add(append(slices.Clone(p.Key), p.Model, p.Measured, p.off(), p.Uncertainty)...)
	}
	return t
}

// View shows the first points.
func (c Comparison) View(most int) *plotting.Table {
	factor, unit := cmp.Or(c.Scale, 1), c.Axis.Unit
	t := &plotting.Table{Title: fmt.Sprintf("%s: mean error %s of %d points, rank correlation %s", c.Axis.Label, plotting.Percent(c.Error()),
		len(c.Pairs), plotting.Number(c.RankCorrelation(), 4))}
	if c.Unpaired > 0 {
		t.Title += fmt.Sprintf("; %d points that only one of the two has are left out", c.Unpaired)
	}
	uncertain := slices.ContainsFunc(c.Pairs, func(p Pair) bool { return p.Uncertainty > plotting.LeastUncertainty })
	if n := c.within(); uncertain && n > 0 {
		t.Title += fmt.Sprintf("; %d of %d errors within the uncertainty of the times", n, len(c.Pairs))
	}
	if len(c.Pairs) > most {
		t.Title += fmt.Sprintf("; the first %d (c.rows has all)", most)
	}
	for _, name := range c.Columns {
		column := plotting.Column{Name: name}
		switch name {
		case "n":
			column.Kind = plotting.Int
		case "shared":
			column.Kind, column.Unit = plotting.Int, "B"
		}
		t.Columns = append(t.Columns, column)
	}
	t.Columns = append(t.Columns, plotting.Column{Name: "model", Unit: unit, Kind: plotting.Float},
		plotting.Column{Name: "measured", Unit: unit, Kind: plotting.Float},
		plotting.Column{Name: "error", Unit: "%", Kind: plotting.Float, Digits: 3})
	if uncertain {
		t.Columns = append(t.Columns, plotting.Column{Name: "±", Unit: "%", Kind: plotting.Float, Digits: 2})
	}
	for _, p := range c.Pairs[:min(len(c.Pairs), most)] {
		row := append(slices.Clone(p.Key), factor*p.Model, factor*p.Measured, 100*p.off())
		if uncertain {
			row = append(row, 100*p.Uncertainty)
		}
		t.Add(row...)
	}
	return t
}

// within is how many errors may be none.
func (c Comparison) within() int {
	n := 0
	for _, p := range c.Pairs {
		if p.within() {
			n++
		}
	}
	return n
}

// Programs has a row for each kernel.
func (c Comparison) Programs() *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "kernel"}, {Name: "points", Kind: plotting.Int},
		{Name: "mean error", Kind: plotting.Float, Digits: 3}, {Name: "worst", Kind: plotting.Float, Digits: 3},
		{Name: "rank correlation", Kind: plotting.Float, Digits: 3}}}
	var names []string
	of := map[string][]Pair{}
	for _, p := range c.Pairs {
		name := p.Name
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], p)
	}
	for _, name := range names {
		pairs := of[name]
		worst := slices.MaxFunc(pairs, func(a, b Pair) int { return cmp.Compare(math.Abs(a.off()), math.Abs(b.off())) })
		t.Add(name, len(pairs), meanError(pairs), worst.off(), rankCorrelation(pairs))
	}
	return t
}

func meanError(pairs []Pair) float64 {
	sum := 0.0
	for _, p := range pairs {
		sum += math.Abs(p.off())
	}
	return sum / float64(len(pairs))
}

func rankCorrelation(pairs []Pair) float64 {
	var modelled, measured []float64
	for _, p := range pairs {
		modelled, measured = append(modelled, p.Model), append(measured, p.Measured)
	}
	return published.RankCorrelation(modelled, measured)
}

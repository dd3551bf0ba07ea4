package plot

import (
	"math"

	"go.starlark.net/starlark"

	"warpbook.dev/plotting"
)

// Uncertainty is by what part a column of a sweep's row may be off, since its time is that of a sample:
// 0 for columns that don't follow from the time.
func Uncertainty(row *starlark.Dict, column string) float64 {
	if !metrics[column].timed {
		return 0
	}
	share := number(field(row, "uncertainty"))
	if column == "elapsed" { // the launch overhead is certain
		share *= number(field(row, "time")) / number(field(row, "elapsed"))
	}
	if math.IsNaN(share) {
		return 0
	}
	return share
}

// ErrorBar is the half-width of the error bar of a sweep's row, as a part of the column: its uncertainty,
// or 0 if that is too little to be told.
func ErrorBar(row *starlark.Dict, column string) float64 {
	share := Uncertainty(row, column)
	if share <= plotting.LeastUncertainty {
		return 0
	}
	return share
}

// shareOf is the half-width of a row's error bar, as a part of its value.
type shareOf func(row *starlark.Dict) float64

// shares are the error bars of error=, or of the uncertainty of the rows.
func (a *plotArgs) shares(d dataset, y string) (shareOf, error) {
	switch v := a.error.(type) {
	case nil:
	case starlark.Bool:
		if !v {
			return func(*starlark.Dict) float64 { return 0 }, nil
		}
	case starlark.String:
		if err := d.has(string(v)); err != nil {
			return nil, err
		}
		return func(row *starlark.Dict) float64 { return number(field(row, string(v))) }, nil
	default:
		return nil, typeErrorf("plot: error is a column of the data, True or False, got %s", describe(v))
	}
	return func(row *starlark.Dict) float64 { return ErrorBar(row, y) }, nil
}

// withErrors gives curves or bars the error bars of error=, lists like those of their values.
func withErrors(what string, v starlark.Value, all []plotting.Series) error {
	if _, isBool := v.(starlark.Bool); v == nil || isBool {
		return nil
	}
	errors, err := lists(what+": error", v)
	if err != nil {
		return err
	}
	if len(errors) != 1 && len(errors) != len(all) {
		return valueErrorf("%s: %d lists of errors for %d of values", what, len(errors), len(all))
	}
	for i := range all {
		shares := errors[min(i, len(errors)-1)].values
		if len(shares) != len(all[i].Y) {
			return valueErrorf("%s: error has %d values, y has %d", what, len(shares), len(all[i].Y))
		}
		for _, share := range shares {
			if share < 0 || math.IsInf(share, 0) {
				return valueErrorf("%s: error is %v, want a part of y such as 0.05, from 0 on", what, share)
			}
		}
		all[i] = all[i].WithErrors(shares)
	}
	return nil
}

package plot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/plotting"
)

// A long curve keeps its extremes and its ends, in order.
func TestThin(t *testing.T) {
	const n = 1_000_003
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Sin(float64(i) / 1e4)
	}
	y[123_456], y[777_777] = 40, -30
	f := &plotting.Figure{Provenance: "GTX 280", Series: []plotting.Series{{Y: y}, {Y: y[:mostPoints]}}}
	if err := thin(f); err != nil {
		t.Fatal(err)
	}
	s := f.Series[0]
	if len(s.X) != len(s.Y) || len(s.Y) > 4*thinBins || !slices.IsSorted(s.X) || s.X[0] != 0 || s.X[len(s.X)-1] != n-1 {
		t.Errorf("%d x from %v to %v and %d y", len(s.X), s.X[0], s.X[len(s.X)-1], len(s.Y))
	}
	for _, i := range []int{123_456, 777_777} {
		if k := slices.Index(s.X, float64(i)); k < 0 || s.Y[k] != y[i] {
			t.Errorf("the extreme at %d is lost", i)
		}
	}
	if len(f.Series[1].Y) != mostPoints {
		t.Errorf("a short curve has %d points", len(f.Series[1].Y))
	}
	if want := "GTX 280; 1,000,003 points: the extremes"; !strings.HasPrefix(f.Provenance, want) {
		t.Errorf("provenance %q, want %q", f.Provenance, want)
	}
	f.Series[0] = plotting.Series{X: slices.Repeat([]float64{2, 1}, mostPoints), Y: y[:2*mostPoints]}
	if err := thin(f); err == nil || !strings.Contains(err.Error(), "20000 points") {
		t.Errorf("x in no order: %v", err)
	}
}

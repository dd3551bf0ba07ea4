package published

import (
	"strings"
	"testing"
)

// A row names a launch, once, and what was measured of it makes sense.
func TestMeasuredRows(t *testing.T) {
	for _, table := range []struct {
		name   string
		points []Point
		least  int
		times  []string // columns that do not fall from left to right
	}{
		{"times", H200Times(), 400, []string{"min_us", "p25_us", "median_us", "p75_us", "max_us"}},
		{"counters", H200Counters(), 100, []string{"gpu__time_duration"}},
	} {
		if len(table.points) < table.least {
			t.Errorf("%s: %d rows", table.name, len(table.points))
		}
		for _, p := range table.points {
			last := 0.0
			for _, column := range table.times {
				if v := p.Values[column]; v <= 0 || v < last {
					t.Errorf("%s: %s n=%d block %v: %s is %g after %g", table.name, p.Program, p.N, p.Block, column, v, last)
				}
				last = p.Values[column]
			}
			if file, kernel, ok := strings.Cut(p.Program, ".cu/"); ok {
				if text, err := Kernels(file + ".cu"); err != nil || !strings.Contains(text, " "+kernel+"(") {
					t.Errorf("%s: %v", p.Program, err)
				}
			}
		}
	}
}

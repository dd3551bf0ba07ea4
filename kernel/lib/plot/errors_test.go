package plot

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"warpbook.dev/plotting"
)

// sampledCode is a sweep whose middle point is a sample, and a measurement.
const sampledCode = `[{"kernel": "k", "gpu": "GTX 280", "n": n, "time": 1.0 * n, "elapsed": 2.0 * n, "gbps": 100.0, "registers": 8,
	"uncertainty": u, "measured": m} for n, u, m in [(1, 0.01, False), (2, 0.08, False), (3, 0, False), (2, 0, True)]]`

// Points that are uncertain have error bars, others don't.
func TestErrorBars(t *testing.T) {
	nan := math.NaN()
	middle := func(low, high float64) [2][]float64 {
		return [2][]float64{{nan, low, nan}, {nan, high, nan}}
	}
	for _, tt := range []struct {
		code string
		want [2][]float64 // of the first series
		note bool
	}{
		{`plot(sweep, y="time")`, middle(1.84, 2.16), true},
		{`plot(sweep, y="elapsed")`, middle(3.84, 4.16), true}, // half of it is certain
		{`plot(sweep, y="gbps")`, middle(92, 108), true},
		{`plot(sweep, y="registers")`, [2][]float64{}, false},
		{`plot(sweep, y="time", error=False)`, [2][]float64{}, false},
		{`plot(sweep, y="registers", error="uncertainty")`, [2][]float64{{7.92, 7.36, nan}, {8.08, 8.64, nan}}, false},
		{`plot(sweep[:3], y="time", x="kernel", by="n")`, [2][]float64{}, true},
		{`plot(sweep[1:2], y="time", x="kernel")`, [2][]float64{{1.84}, {2.16}}, true},
		{`plot([1, 2], [10, 20], error=[0.1, 0])`, [2][]float64{{9, nan}, {11, nan}}, false},
		{`plot([1, 2], {"a": [10, 20], "b": [1, 2]}, error=[[0, 0.5], [0, 0]])`, [2][]float64{{nan, 10}, {nan, 30}}, false},
		{`bars(["x", "y"], [10, 20], error=[0.1, None])`, [2][]float64{{9, nan}, {11, nan}}, false},
	} {
		f := figureOf(t, strings.ReplaceAll(tt.code, "sweep", sampledCode))
		got := [2][]float64{f.Series[0].Low, f.Series[0].High}
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-9, 0)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.code, diff)
		}
		if strings.HasSuffix(f.Provenance, "error bars: "+plotting.SampleErrors) != tt.note {
			t.Errorf("%s: %q", tt.code, f.Provenance)
		}
		if err := f.Check(); err != nil {
			t.Error(err)
		}
	}
	f := figureOf(t, `heatmap(`+sampledCode+`, x="n", y="kernel", value="time")`)
	if want := "uncertainty of samples, 95 %: up to ± 8 %"; !strings.HasSuffix(f.Provenance, want) {
		t.Errorf("a heat map says %q, want %q", f.Provenance, want)
	}
}

func TestWrongErrorBars(t *testing.T) {
	for code, want := range map[string]string{
		`plot([1, 2], [1, 2], error=[0.1])`:                          "plot: error has 1 values, y has 2",
		`plot([1, 2], [1, 2], error=[0.1, -1])`:                      "plot: error is -1, want a part of y such as 0.05, from 0 on",
		`plot([1, 2], [[1, 2], [3, 4], [5, 6]], error=[[0, 0]] * 2)`: "plot: 2 lists of errors for 3 of values",
		`plot(` + sampledCode + `, y="time", error="spred")`:         `no column "spred"`,
		`plot(` + sampledCode + `, y="time", error=[1, 2])`:          "plot: error is a column of the data, True or False, got list [1, 2]",
		`bars(["x", "y"], [10, 20], error="uncertainty")`:            "bars: error: want a list of numbers or an array, got string",
	} {
		if _, err := newSession().run(code); err == nil || !strings.Contains(err.Value, want) {
			t.Errorf("%s: %+v, want %s", code, err, want)
		}
	}
}

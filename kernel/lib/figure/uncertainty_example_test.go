package figure_test

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// sampled is a result as if a part of the launch had been simulated.
func sampled(program string, uncertainty float64) *gpumodel.Result {
	r := *run(program, "GTX 280", 64)
	r.Sampled, r.Uncertainty = 0.05, uncertainty
	return &r
}

// A time that a sample leaves open has ± behind it, and the table of a sweep a column of its own.
func ExamplePlusMinus() {
	r, s := sampled("transpose/padded", 0.08), sampled("transpose/naive", 0.004)
	fmt.Println(figure.Time(r), "and", figure.Time(s))
	var points []figure.Point
	for _, r := range []*gpumodel.Result{r, s} {
		points = append(points, figure.Point{Kernel: r.Kernel.Name, Device: r.Device, N: 64, Block: figure.Block(r.Launch.Block), Result: r})
	}
	show(figure.NewSweep(points, nil).View(20))
	show(figure.Limiter{Limiter: &advise.Limiter{Full: r, MemoryOnly: s, MathOnly: s}}.Table())
	// Output:
	// 2.144 µs ± 8 % and 2.08 µs
	// 2 points
	// kernel            GPU       n  block    time (ms)  ± (%)  throughput (GB/s)  occupancy  bound
	// ────────────────  ───────  ──  ───────  ─────────  ─────  ─────────────────  ─────────  ───────
	// transpose/padded  GTX 280  64  (32, 8)   0.002144      8              15.28       0.75  latency
	// transpose/naive   GTX 280  64  (32, 8)    0.00208    0.4              15.76          1  latency
	//
	// limited by balanced  time                       share  instructions  on the bus
	// ───────────────────  ─────────────────────────  ─────  ────────────  ──────────
	// whole                2.144 µs ± 8 %             100 %  2400          15.28 GB/s
	// memory only          2.08 µs                    97 %   3072          70.91 GB/s
	// math only            2.08 µs                    97 %   3072          70.91 GB/s
	// overlap              96.9 % of the shorter one
}

// Errors of a model that are smaller than what its samples leave open may be none.
func ExampleComparison_uncertain() {
	c := figure.Comparison{Columns: []string{"n"}, Axis: plotting.Axis{Label: "time", Unit: "ms"}, Scale: 1e3, Pairs: []figure.Pair{
		{Key: []any{512}, Model: 1.05e-3, Measured: 1e-3, Uncertainty: 0.08},
		{Key: []any{1024}, Model: 5e-3, Measured: 4e-3, Uncertainty: 0.1},
	}}
	show(c.View(20))
	// Output:
	// time: mean error 15 % of 2 points, rank correlation 1; 1 of 2 errors within the uncertainty of the times
	//    n  model (ms)  measured (ms)  error (%)  ± (%)
	// ────  ──────────  ─────────────  ─────────  ─────
	//  512        1.05              1          5      8
	// 1024           5              4         25     10
}

// The least uncertainty that is told is one number in both halves of the program.
func TestLeastUncertainty(t *testing.T) {
	if gpumodel.LeastUncertainty != plotting.LeastUncertainty {
		t.Errorf("results tell it from %v on, pictures from %v", gpumodel.LeastUncertainty, plotting.LeastUncertainty)
	}
}

// What says a time says its uncertainty.
func TestUncertainty(t *testing.T) {
	r, s := sampled("transpose/padded", 0.08), sampled("transpose/naive", 0)
	rep, err := report.New(r, "basic")
	if err != nil {
		t.Fatal(err)
	}
	advices := figure.Advices{Advices: &advise.Advices{Result: r, Tried: 1,
		List: []advise.Advice{{Problem: "divergence", Line: 7, Gain: 1.07, Uncertainty: 0.16, Within: true}}}}
	bounds := must(picture("bounds_plot").Draw(t.Context(), []*gpumodel.Result{r, s}))
	for what, tt := range map[string]struct{ text, want string }{
		"result":      {figure.Result(r).Text(), "µs ± 8 %"},
		"report":      {figure.Report(rep, figure.PlainText), "µs ± 8 %\n"},
		"its section": {figure.Report(rep, figure.Markdown), "| Uncertainty Of The Duration, ± |"},
		"its note":    {figure.Report(rep, figure.HTML), "are known to ± 8 %: 5 % of the launch was simulated. With exact=True all of it is."},
		"advice":      {advices.Text(), "µs ± 8 % on GTX 280\n\n1. divergence in line 7: without it, the kernel is 1.07 times as fast (± 16 %); this gain is within the uncertainty, which exact=True removes"},
		"its page":    {advices.HTML(), "without it, the kernel is 1.07 times as fast (± 16 %); this gain is within the uncertainty"},
		"bounds":      {bounds.Text(), " ± 8 %\n"},
		"overlap":     {figure.Overlap([]figure.Limiter{{Limiter: &advise.Limiter{Full: r, MemoryOnly: s, MathOnly: s}}}, false).Text(), "µs ± 8 %"},
	} {
		if !strings.Contains(tt.text, tt.want) {
			t.Errorf("%s: no %q in\n%s", what, tt.want, tt.text)
		}
	}
	if certain, err := report.New(s, "full"); err != nil || strings.Contains(figure.Report(certain, figure.PlainText), "±") {
		t.Errorf("%v: the time is certain, but the report has a ±", err)
	}
}

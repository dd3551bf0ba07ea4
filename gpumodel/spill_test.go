package gpumodel

import (
	"math"
	"testing"
)

// Loops whose counters and indices are spilled are shortened like others: what is in the
// words of local memory moves on as registers do.
func TestSpilledLoopsSampled(t *testing.T) {
	long(t)
	p, err := FindProgram("stencil/wave_two_outputs")
	if err != nil {
		t.Fatal(err)
	}
	d := card(t, "C2050")
	l, err := p.launch(ProgramRun{N: 160, Mode: Sample, Defines: map[string]string{"RADIUS": "6"}, Options: Options{MaxRegisters: 24}})
	if err != nil {
		t.Fatal(err)
	}
	sampled, err := Run(t.Context(), d, l)
	if err != nil {
		t.Fatal(err)
	}
	l.exact = true
	whole, err := Run(t.Context(), d, l)
	if err != nil {
		t.Fatal(err)
	}
	ratio := sampled.Time / whole.Time
	t.Logf("sampled %.3g of it: %.4g s; whole %.4g s", sampled.Sampled, sampled.Time, whole.Time)
	if sampled.Sampled > 0.4 || math.Abs(ratio-1) > 0.08 {
		t.Errorf("%.3g of the launch was simulated, its time is %.3f of the whole simulation's", sampled.Sampled, ratio)
	}
	for _, name := range []string{"local_load", "local_store", "gld_request", "inst_executed"} {
		if got, want := sampled.Counters.Value(name), whole.Counters.Value(name); math.Abs(got-want) > 0.02*want {
			t.Errorf("%s: %v sampled, %v whole", name, got, want)
		}
	}
}

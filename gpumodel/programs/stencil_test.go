package programs

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// Every order of the stencil computes what it should, with one point and with two for
// each thread; registers that are spilled too.
func TestWave(t *testing.T) {
	for _, name := range []string{"stencil/wave", "stencil/wave_two_outputs"} {
		for _, radius := range []string{"4", "5", "6"} {
			o := Run{N: 32, Block: gpumodel.Dim3{X: 16, Y: 8, Z: 1}, Check: gpumodel.Full, Defines: map[string]string{"RADIUS": radius}}
			runProgramOn(t, modeltest.Card(t, "C2050"), name, o)
			if radius == "6" {
				continue
			}
			o.N, o.Block = 1, gpumodel.Dim3{}
			runProgramOn(t, modeltest.Card(t, "GTX 280"), name, o)
		}
		p, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(t.Context(), modeltest.GTX280(t), Run{N: 32, Defines: map[string]string{"RADIUS": "7"}}); err == nil {
			t.Errorf("%s: a radius of 7 was accepted", name)
		}
	}
}

// The planes of a block are iterations of which few are simulated: their time is that
// of all of them.
func TestWaveSampled(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	sampledAsWhole(t, "stencil/wave", Run{N: 192}, 0.25, 0.05)
}

// sampledAsWhole simulates a program on the C2050 in part, at most so much of it, and as a
// whole: the times are equal within a share.
func sampledAsWhole(t *testing.T, program string, o Run, most, within float64) (sampled, whole *gpumodel.Result) {
	t.Helper()
	p, err := Find(program)
	if err != nil {
		t.Fatal(err)
	}
	o.Mode = gpumodel.Sample
	l, err := p.Launch(o)
	if err != nil {
		t.Fatal(err)
	}
	d := modeltest.Card(t, "C2050")
	if sampled, err = gpumodel.Run(t.Context(), d, l); err != nil {
		t.Fatal(err)
	}
	l.Exact = true
	if whole, err = gpumodel.Run(t.Context(), d, l); err != nil {
		t.Fatal(err)
	}
	t.Logf("sampled %.3g of it: %.4g s; whole %.4g s", sampled.Sampled, sampled.Time, whole.Time)
	if ratio := sampled.Time / whole.Time; sampled.Sampled > most || math.Abs(ratio-1) > within {
		t.Errorf("%.3g of the launch was simulated, its time is %.3f of the whole simulation's", sampled.Sampled, ratio)
	}
	return sampled, whole
}

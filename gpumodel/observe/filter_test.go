package observe

import (
	"testing"

	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestFilter: a launch that is not suspected on the fast path has no fault that the checker finds.
func TestFilter(t *testing.T) {
	inStep, independent := modeltest.Card(t, "K20X"), modeltest.Card(t, "H200")
	clean, suspected := 0, 0
	for seed := range tier.Pick(100, 500, 20000) {
		d := independent
		if seed%4 == 0 {
			d = inStep
		}
		k := newRandomKernel(uint64(seed), seed%4 == 0)
		l, err := k.launch()
		if err != nil {
			t.Fatal(err)
		}
		program, err := l.Kernel.LowerVariant(t.Context(), d, experiment.Variant{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		s, err := filter(t.Context(), d, l, program, Look{})
		if err != nil {
			t.Fatal(err)
		}
		r := &Checked{Kernel: l.Kernel, Device: d, Launch: l}
		if err := r.look(t.Context(), program, Look{}); err != nil {
			t.Fatal(err)
		}
		switch {
		case s.suspected == "" && len(r.Faults) > 0:
			t.Errorf("seed %d on %s is not suspected: %s\n%s", seed, d.Name, r.Faults[0].Text(), numbered(k.text.String()))
		case len(r.Faults) > 0:
		case s.suspected != "":
			suspected++
			if testing.Verbose() && suspected < 4 {
				t.Logf("seed %d on %s is suspected: %s\n%s", seed, d.Name, s.suspected, numbered(k.text.String()))
			}
			fallthrough
		default:
			clean++
		}
	}
	t.Logf("%d launches without a fault, %d of them suspected", clean, suspected)
	if clean == suspected {
		t.Error("every launch is suspected")
	}
}

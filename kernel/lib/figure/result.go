package figure

import (
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/plotting"
)

// Result is a launch in a few lines: where it ran, its time, its rates and what bounds it.
func Result(g *gpumodel.Result) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "launch"}, {Name: Launches(g)}}}
	t.Add("GPU", g.Device.Name+", "+Origin(g.Measured))
	t.Add("time", timeOf(g))
	if g.Measured {
		t.Add("measured", measurement(measured.Of(g)))
		t.Add("counters", CountersNote(g)+", when r.counters is asked for")
	}
	if !g.Measured || g.Measurement.Work() != nil {
		t.Add("throughput", throughput(g))
	}
	if moved := plotting.Number(g.BusGBps(), 4); moved != plotting.Number(g.GBps(), 4) && !g.Measured {
		t.Add("on the bus", OfPeak(g.BusGBps(), g.Device.BandwidthGBps(), "GB/s"))
	}
	if over := g.PCIeGBps(); over > 0 {
		t.Add("over PCI Express", OfPeak(over, g.Device.PCIeGBps, "GB/s"))
	}
	if g.GFLOPs() > 0 {
		t.Add("arithmetic", OfPeak(g.GFLOPs(), g.Device.PeakGFLOPs(), "GFLOP/s"))
	}
	if !g.Measured {
		t.Add("bound", Bound(g))
	}
	t.Add("occupancy", fmt.Sprintf("%s, limited by %s", plotting.Percent(g.Occupancy.Fraction), g.Occupancy.Limiter))
	if g.Sampled < 1 {
		t.Add("simulated", plotting.Percent(g.Sampled)+" of the launch")
	}
	if g.Unfinished != "" {
		t.Add("executed", g.Unfinished)
	}
	if g.UsesHeap() && !g.Measured {
		t.Add("heap", "malloc, free, new and delete take several times as long on a card (docs/deviations.md, 43)")
	}
	if n := g.Nested(); n > 0 && !g.Measured {
		t.Add("launches inside", fmt.Sprintf("%d: what launching takes on a card is not in the time (docs/deviations.md, 46)", n))
	}
	if g.NestedLeftOut() && !g.Measured {
		t.Add("launches inside", "not run, since the launch is sampled: the time is that of the outer kernel alone")
	}
	if g.LoopsOnShared() && !g.Measured {
		t.Add("atomics", "of floats or 64 bits on shared memory: where warps share words a card may take half as long (docs/deviations.md, 83)")
	}
	if g.Recursive() && !g.Measured {
		t.Add("recursion", "calls take longer on a card (docs/deviations.md, 44)")
	}
	if g.Chooses() && !g.Measured {
		t.Add("calls", "through a pointer or of a virtual function: they take longer on a card (docs/deviations.md, 44)")
	}
	if g.TimesItself() && !g.Measured {
		t.Add("clock", "in blocks that were not simulated, a warp's clock leaves out what other warps take from it (docs/deviations.md, 86)")
	}
	if below := g.BelowBound(); below >= noticeableBelow {
		t.Add("simulated time", fmt.Sprintf("%s, %s below the bound: the bound is taken", plotting.SI(g.Simulated, "s"), plotting.Percent(below)))
	}
	return t
}

// noticeableBelow is the share by which a simulated time must be below its bound for the
// table of a result to say so.
const noticeableBelow = 0.01

// Bound is what dominates the time; a launch that does nothing has none.
func Bound(r *gpumodel.Result) string {
	if len(r.Bounds) == 0 {
		return "none"
	}
	return r.Bound()
}

// Bounds has all limits of the time, with their formulas.
func Bounds(r *gpumodel.Result) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "bound"}, {Name: "time", Unit: "s", Kind: plotting.Float},
		{Name: "share", Kind: plotting.Float, Digits: 3}, {Name: "formula"}}}
	for _, b := range r.Bounds {
		t.Add(b.Name, b.Time, b.Share, b.Formula)
	}
	return t
}

// Time is the time of a result as a text, with its uncertainty.
func Time(r *gpumodel.Result) string { return plotting.SI(r.Time, "s") + PlusMinus(r) }

// timeOf is the time, and what it is the sum of.
func timeOf(r *gpumodel.Result) string {
	text := Time(r)
	for i, one := range r.Launches {
		sign := " + "
		if i == 0 {
			sign = " = "
		}
		text += sign + Time(one)
	}
	return text
}

// PlusMinus is the uncertainty of a time in a text, such as " ± 3 %": nothing up to 1 %.
func PlusMinus(r *gpumodel.Result) string { return plotting.PlusMinus(r.Uncertainty) }

// errorBar is the half-width of the error bar of a time, and of a rate, as a part of it: 0 for none.
func errorBar(r *gpumodel.Result) float64 {
	if r.Uncertainty <= plotting.LeastUncertainty {
		return 0
	}
	return r.Uncertainty
}

// OfPeak is a rate, and what part it is of a peak if that is known.
func OfPeak(x, peak float64, unit string) string {
	if peak == 0 {
		return plotting.Number(x, 4) + " " + unit
	}
	return fmt.Sprintf("%s %s, %s of %s", plotting.Number(x, 4), unit, plotting.Percent(x/peak), plotting.Number(peak, 4))
}

// throughput is what the threads requested. A figure above the peak of the memory says so, because caches served the rest.
func throughput(g *gpumodel.Result) string {
	text, peak := OfPeak(g.GBps(), g.Device.BandwidthGBps(), "GB/s"), g.Device.BandwidthGBps()
	if peak > 0 && g.GBps() > peak {
		text += ": requested by the threads, and partly served by caches"
	}
	return text
}

// measurement says how a time was measured.
func measurement(m *measured.Measurement) string {
	if !m.Repeated {
		return "the one launch"
	}
	return fmt.Sprintf("median of %d launches after a warm-up, the middle half within %s; %s for %s", len(m.Times),
		plotting.SI(m.Spread(), "s"), m.Function.Compiler, m.Function.Architecture)
}

// CountersNote says where the counters of a measured result come from.
func CountersNote(r *gpumodel.Result) string {
	switch model := r.Device.Card.Model; {
	case model == nil:
		return "none: no GPU like this one is modelled"
	case r.Device.Card.Same:
		return "from the model of the " + model.Name
	default:
		return fmt.Sprintf("from the model of the %s: there is none of this GPU", model.Name)
	}
}

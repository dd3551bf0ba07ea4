package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
)

// wordBytes is the size of a word in a flop-to-word ratio: a float.
const wordBytes = 4

// An Analysis relates the arithmetic of a launch to the words that it takes from
// and gives to global memory. It comes from what the launch executed.
type Analysis struct {
	Result *gpumodel.Result
	// Flops of the launch, and its words of global memory: Asked for by the threads;
	// Distinct ones of each request, so that a word that several threads of a
	// half-warp read counts once; and Moved over the bus.
	Flops, Asked, Distinct, Moved float64
	// Ceilings are what the launch cannot exceed, the lowest first.
	Ceilings []Ceiling
}

// A Ceiling is a limit of the arithmetic throughput.
type Ceiling struct {
	Name    string
	GFLOPs  float64
	Formula string
}

// The ceilings that do not come from the bounds of a result.
const (
	CeilingPeak      = "peak"
	CeilingBandwidth = "bandwidth, no word moved twice"
	CeilingInner     = "instructions of the inner loop"
	CeilingSharedMAD = "MAD with a shared operand"
)

// Analyze analyses a launch.
func Analyze(r *gpumodel.Result) *Analysis {
	a := &Analysis{
		Result: r, Flops: r.Flops(),
		Asked:    r.Counters.Value("inst_bytes_requested") / wordBytes,
		Distinct: r.Counters.Value("inst_bytes_distinct") / wordBytes,
		Moved:    (r.Counters.Value("dram__bytes_read.sum") + r.Counters.Value("dram__bytes_write.sum")) / wordBytes,
	}
	d, words := r.Device, WordRate(r.Device)
	a.Ceilings = []Ceiling{peakCeiling(d)}
	if a.Distinct > 0 {
		a.Ceilings = append(a.Ceilings, Ceiling{CeilingBandwidth, a.FlopsPerWord() * words,
			fmt.Sprintf("%.4g flops per word × %.4g × 10⁹ words/s", a.FlopsPerWord(), words)})
	}
	if s := r.Inner; s.Flops > 0 {
		a.Ceilings = append(a.Ceilings, innerCeiling(d, s))
	}
	for _, b := range r.Bounds {
		if b.Name != gpumodel.BoundLatency {
			a.Ceilings = append(a.Ceilings, Ceiling{b.Name, a.Flops / b.Time / 1e9, b.Formula})
		}
	}
	slices.SortStableFunc(a.Ceilings, func(x, y Ceiling) int { return cmp.Compare(x.GFLOPs, y.GFLOPs) })
	return a
}

// innerCeiling is what a launch reaches that executes nothing but its inner loop.
func innerCeiling(d *device.Device, s isa.BasicBlock) Ceiling {
	return issueCeiling(d, CeilingInner, s.Flops, s.Clocks(d))
}

// issueCeiling is what instructions allow that take a warp so many clocks and do
// so many floating-point operations in each of its threads.
func issueCeiling(d *device.Device, name string, flops int, clocks float64) Ceiling {
	flops *= d.WarpSize
	return Ceiling{name, float64(flops) / clocks * float64(d.SMs) * d.ClockMHz / 1e3,
		fmt.Sprintf("%s flops of a warp / %.4g clocks × %d SMs × %g MHz", counter.Grouped(float64(flops)), clocks, d.SMs, d.ClockMHz)}
}

// DeviceCeilings are those of a device, whatever it runs: the peak and, where an
// operand can come from shared memory, a MAD that has one.
func DeviceCeilings(d *device.Device) []Ceiling {
	all := []Ceiling{peakCeiling(d)}
	if clocks, ok := isa.IssueClocks(d, "mad.lo", "f32", "s"); ok {
		all = append(all, issueCeiling(d, CeilingSharedMAD, 2, float64(clocks)))
	}
	return all
}

func peakCeiling(d *device.Device) Ceiling {
	perSM := fmt.Sprintf("%d cores × 2", d.CoresPerSM)
	if d.DualIssue {
		perSM = fmt.Sprintf("(%s + %d SFUs × %d multipliers)", perSM, d.SFUsPerSM, d.SFUMuls)
	}
	return Ceiling{CeilingPeak, d.PeakGFLOPs(), fmt.Sprintf("%d SMs × %s × %g MHz", d.SMs, perSM, d.ClockMHz)}
}

// WordRate is the theoretical bandwidth in 1e9 words per second.
func WordRate(d *device.Device) float64 { return d.BandwidthGBps() / wordBytes }

// Balance is the flop-to-word ratio at which a device's bandwidth and its peak
// limit alike.
func Balance(d *device.Device) float64 { return d.PeakGFLOPs() / WordRate(d) }

// FlopsPerWord is the flop-to-word ratio of the algorithm on this GPU: flops for
// each distinct word of a request. It is +Inf without global memory.
func (a *Analysis) FlopsPerWord() float64 { return perWord(a.Flops, a.Distinct) }

// FlopsPerWordAsked and FlopsPerWordMoved are the same for the words that the
// threads ask for and for those that the bus moves.
func (a *Analysis) FlopsPerWordAsked() float64 { return perWord(a.Flops, a.Asked) }
func (a *Analysis) FlopsPerWordMoved() float64 { return perWord(a.Flops, a.Moved) }

func perWord(flops, words float64) float64 {
	if words == 0 {
		return math.Inf(1)
	}
	return flops / words
}

// BandwidthGFLOPs is what the bandwidth allows if no word of a request moves twice.
func (a *Analysis) BandwidthGFLOPs() float64 { return a.FlopsPerWord() * WordRate(a.Result.Device) }

// Inner is the ceiling of the inner loop's instructions; ok is false without arithmetic.
func (a *Analysis) Inner() (c Ceiling, ok bool) {
	i := slices.IndexFunc(a.Ceilings, func(c Ceiling) bool { return c.Name == CeilingInner })
	if i < 0 {
		return c, false
	}
	return a.Ceilings[i], true
}

// Bound is what limits the algorithm: "bandwidth" or "peak".
func (a *Analysis) Bound() string {
	if a.FlopsPerWord() < Balance(a.Result.Device) {
		return "bandwidth"
	}
	return CeilingPeak
}

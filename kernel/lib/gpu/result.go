package gpu

import (
	"fmt"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

// A Result is the result of a launch, as a value: its time, counters and bounds.
type Result struct {
	result  *gpumodel.Result
	library *Library // for interrupts of the cell; a modelled result needs none
	// host is the time that this computer took for the launch; 0: unknown. It differs from run to run, so it is
	// in nothing that is shown, saved or compared, and not in gpumodel.Result.
	host time.Duration
}

// OnFirstGPU reports whether the launch ran on the GPU on which sessions begin, and no cell has called use(…).
func (r *Result) OnFirstGPU() bool {
	return r.library != nil && !r.library.chosen.Load() && r.result.Device.Name == cudacell.DefaultDevice
}

func (r *Result) String() string {
	return fmt.Sprintf("<%s on %s: %s>", figure.Launches(r.result), r.result.Device.Name, figure.Time(r.result))
}
func (*Result) Type() string            { return "result" }
func (*Result) Freeze()                 {}
func (*Result) Truth() starlark.Bool    { return true }
func (r *Result) Hash() (uint32, error) { return face.Unhashable(r) }

var _ = face.DeclareFields(&registry, face.Fields[*Result]{
	"time":         face.Number(func(r *Result) float64 { return r.result.Time }),
	"elapsed":      face.Number(func(r *Result) float64 { return r.result.Elapsed() }),
	"gbps":         face.Number(func(r *Result) float64 { return r.result.GBps() }),
	"bus_gbps":     completed(face.Number(func(r *Result) float64 { return r.result.BusGBps() })),
	"gflops":       face.Number(func(r *Result) float64 { return r.result.GFLOPs() }),
	"occupancy":    face.Number(func(r *Result) float64 { return r.result.Occupancy.Fraction }),
	"uncertainty":  face.Number(func(r *Result) float64 { return r.result.Uncertainty }),
	"sampled":      face.Number(func(r *Result) float64 { return r.result.Sampled }),
	"registers":    face.Integer(func(r *Result) int { return r.result.Registers }),
	"shared_bytes": face.Integer(func(r *Result) int { return r.result.SharedBytes }),
	"spread":       face.Number(func(r *Result) float64 { return figure.Spread(r.result) }),
	"times":        func(r *Result) (starlark.Value, error) { return r.times(), nil },
	"measured":     func(r *Result) (starlark.Value, error) { return starlark.Bool(r.result.Measured), nil },
	"kernel":       face.Text(func(r *Result) string { return r.result.Kernel.Name }),
	"gpu":          func(r *Result) (starlark.Value, error) { return &GPU{r.result.Device}, nil },
	"grid":         func(r *Result) (starlark.Value, error) { return Dims(r.result.Launch.Grid), nil },
	"block":        func(r *Result) (starlark.Value, error) { return Dims(r.result.Launch.Block), nil },
	"launches":     (*Result).launches,
	"host_seconds": (*Result).hostSeconds,
	"bound":        completed(face.Text(func(r *Result) string { return figure.Bound(r.result) })),
})

var _ = registry.Declare(row{Name: "result.counters", Attr: face.Field(completed((*Result).counters)), Returns: &Counters{}})

var _ = registry.Declare(row{Name: "result.bounds", Attr: face.Field(completed((*Result).bounds)), Returns: exampleTable})

// Attr returns an attribute of the result.
func (r *Result) Attr(name string) (starlark.Value, error) { return registry.Attr(r, name) }

// AttrNames lists the attributes.
func (r *Result) AttrNames() []string { return registry.AttrNames(r) }

// What people write by habit, with what exists.
var _ = registry.DeclareHabits(map[string]string{
	"result.ms":           "write r.time * 1e3: r.time is in seconds",
	"result.milliseconds": "write r.time * 1e3: r.time is in seconds",
	"result.duration":     "write r.time, in seconds",
	"result.seconds":      "write r.time, in seconds",
	"result.elapsed_time": "write r.time, in seconds, or r.elapsed with the launch",
	"result.bandwidth":    "write r.gbps, in 1e9 bytes a second",
	"result.throughput":   "write r.gbps, in 1e9 bytes a second, or r.gflops",
	"result.flops":        "write r.gflops, in 1e9 operations a second",
	"result.profile":      "write r.report()",
	"result.metrics":      "write r.counters",
	"result.plot":         "write bounds_plot(r), limiter_plot(r) or timeline_plot(r)",
	"result.get":          "read the array that the kernel has written: a.tolist()",
	"result.result":       "read the array that the kernel has written: a.tolist()",
	"kernel.launch":       "write k[grid, block](…)",
	"kernel.run":          "write k[grid, block](…)",
	"kernel.time":         "write r = k[grid, block](…), then r.time",
	"kernel.synchronize":  "a launch returns when the kernel has ended",
})

// Pictures names what draws a result, for those who plot it.
func (*Result) Pictures() string {
	return "bounds_plot(r), limiter_plot(r) or timeline_plot(r); plot(sweep(…)) draws many launches"
}

// Doc is what ?r shows.
func (*Result) Doc() string {
	return `Holds what a launch did and how long it took.
time          seconds of the kernel; measured tells whether they were measured
elapsed       time and launch overhead (launch_overhead_us of the GPU), in seconds
gbps          bytes that the threads requested / time, in 1e9 B/s. Caches serve some requests, so it
              can be above the bandwidth of the memory
bus_gbps      bytes that the memory bus moved / time
gflops        floating-point operations / time; a multiply-add counts 2
occupancy     resident warps, as a share of what fits
report()      everything, in the sections of Nsight Compute; ktt(): KTT's bottlenecks
bound         what limits the time; bounds lists all limits with their formulas
counters      by the profilers' names, as in r.counters["gld_request"]
lines         a table of the source lines: instructions executed and issued, threads per
              instruction, sectors per request, bank passes, stall share (of the warps' time)
              and the main reason of the stalls
sampled       the share of the launch that was simulated
uncertainty   relative uncertainty of the time: 0.03 is ± 3 %; 0 if everything was simulated,
              as with exact=True
launches      the results of a program's launches; this result is their sum
host_seconds  how long this computer took to execute and simulate the launch, without compiling.
              It differs each time; None for a part of a program
kernel, gpu, grid, block, registers, shared_bytes`
}

// Outcome returns the model's result.
func (r *Result) Outcome() *gpumodel.Result { return r.result }

// counters are the result's, with where a measured one has them from, or how well the time is known.
func (r *Result) counters() (starlark.Value, error) {
	k := &Counters{counters: r.result.Counters}
	if r.result.Measured {
		k.note = figure.CountersNote(r.result)
	} else if off := figure.PlusMinus(r.result); off != "" {
		k.note = "the time and rates that follow from it are" + off
	}
	return k, nil
}

func (r *Result) hostSeconds() (starlark.Value, error) {
	if r.host == 0 {
		return starlark.None, nil
	}
	return starlark.Float(r.host.Seconds()), nil
}

// launches are the results of the launches that a program consists of.
func (r *Result) launches() (starlark.Value, error) {
	if len(r.result.Launches) == 0 {
		return starlark.NewList([]starlark.Value{r}), nil
	}
	var all []starlark.Value
	for _, one := range r.result.Launches {
		all = append(all, &Result{result: one, library: r.library})
	}
	return starlark.NewList(all), nil
}

func (r *Result) bounds() (starlark.Value, error) {
	return plot.NewTable(figure.Bounds(r.result)), nil
}

// MIMEBundle shows the result as a short table.
func (r *Result) MIMEBundle() (data, metadata map[string]any) {
	return figure.Result(r.result).MIMEBundle()
}

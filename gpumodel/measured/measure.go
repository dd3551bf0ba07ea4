package measured

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/gpumodel/isa"
)

// A Measurement is what the result of a launch on a real GPU has besides.
type Measurement struct {
	Times    []float64 // seconds of each repetition
	Repeated bool      // the repetitions ran on copies after a warm-up; otherwise there is the one launch
	Function driver.Function
	work     *gpumodel.Work // nil where it is not known
	twin     *twin
}

// Work is what the rates of the result are of: nil where it is not known.
func (m *Measurement) Work() *gpumodel.Work { return m.work }

// Model is the result of the same launch on the device's model, from which counters and
// all that follows from them come. It is worked out by the first call. The error says why
// the model refuses the launch.
func (m *Measurement) Model(ctx context.Context) (*gpumodel.Result, error) { return m.twin.model(ctx) }

// Of is the measurement of a result, nil for a modelled one.
func Of(r *gpumodel.Result) *Measurement {
	m, _ := r.Measurement.(*Measurement)
	return m
}

// Median is the time that half of the repetitions do not reach.
func (m *Measurement) Median() float64 { return m.quantile(0.5) }

// Spread is how far the middle half of the repetitions lies apart, in seconds.
func (m *Measurement) Spread() float64 { return m.quantile(0.75) - m.quantile(0.25) }

// quantile interpolates between the two nearest repetitions.
func (m *Measurement) quantile(q float64) float64 {
	times := slices.Sorted(slices.Values(m.Times))
	at := q * float64(len(times)-1)
	low := int(at)
	high := min(low+1, len(times)-1)
	return times[low] + (at-float64(low))*(times[high]-times[low])
}

// Run runs a launch where d is: on a real GPU, or on the model.
func Run(ctx context.Context, d *device.Device, l gpumodel.Launch) (*gpumodel.Result, error) {
	if d.Card == nil {
		return gpumodel.Run(ctx, d, l)
	}
	return runOnCard(ctx, d, l)
}

// runOnCard runs a launch on a real GPU: every thread once, for the results, and then on
// copies for the time.
func runOnCard(ctx context.Context, d *device.Device, l gpumodel.Launch) (*gpumodel.Result, error) {
	if err := l.Check(d); err != nil {
		return nil, err
	}
	job, arrays, err := jobOf(&l, d)
	if err != nil {
		return nil, err
	}
	card, err := driver.Open(ctx, d.Card.Index)
	if err != nil {
		return nil, err
	}
	out, err := card.Launch(ctx, *job)
	if out != nil && len(out.Printed) > 0 && l.Stdout != nil {
		if _, err := l.Stdout.Write(out.Printed); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, Explain(ctx, d, fmt.Sprintf("%s<<<%s, %s>>>", l.Kernel.Name, l.Grid.Short(), l.Block.Short()), err)
	}
	t := newTwin(d.Card.Model, &l)
	for i, a := range arrays {
		t.replace(a, out.Arrays[i])
	}
	m := &Measurement{Times: out.Times, Repeated: out.Warm, Function: out.Function, work: t.work(ctx), twin: t}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	l.MarkPartial(false)
	return newResult(&l, d, m, out.Blocks), nil
}

// Build is what a real GPU's compiler makes of the kernel.
func Build(ctx context.Context, k *gpumodel.Kernel, d *device.Device) (*driver.Function, error) {
	build, err := buildOf(k)
	if err != nil {
		return nil, err
	}
	card, err := driver.Open(ctx, d.Card.Index)
	if err != nil {
		return nil, err
	}
	f, err := card.Build(ctx, *build)
	if err != nil {
		return nil, Explain(ctx, d, "compiling "+k.Name, err)
	}
	return f, nil
}

// newResult puts the result together.
func newResult(l *gpumodel.Launch, d *device.Device, m *Measurement, blocks int) *gpumodel.Result {
	return &gpumodel.Result{
		Kernel: l.Kernel, Device: d, Launch: *l, Time: m.Median(), Measured: true, Measurement: m,
		Registers: m.Function.Registers, SharedBytes: m.Function.StaticShared + l.Shared, Sampled: 1,
		Occupancy: resides(l, d, m.Function, blocks),
	}
}

// resides is the occupancy by the rules of the compute capability, with the blocks that the
// driver counts.
func resides(l *gpumodel.Launch, d *device.Device, f driver.Function, blocks int) isa.Occupancy {
	o, err := isa.Occupy(d, l.Block.Count(), f.Registers, f.StaticShared+l.Shared)
	if err != nil { // no rules for this capability
		o = isa.Occupancy{Limiter: "unknown"}
	}
	o.BlocksPerSM = blocks
	o.WarpsPerSM = blocks * l.Warps(d)
	if d.MaxWarpsPerSM > 0 {
		o.Fraction = float64(o.WarpsPerSM) / float64(d.MaxWarpsPerSM)
	}
	return o
}

// jobOf is the launch as the driver takes it, and the arrays that come back.
func jobOf(l *gpumodel.Launch, d *device.Device) (*driver.Launch, []*gpumodel.Array, error) {
	build, err := buildOf(l.Kernel)
	if err != nil {
		return nil, nil, err
	}
	job := &driver.Launch{
		Build: *build, Grid: [3]int{l.Grid.X, l.Grid.Y, l.Grid.Z}, Block: [3]int{l.Block.X, l.Block.Y, l.Block.Z},
		Shared: l.Shared, Timeout: d.Card.Timeout,
	}
	p := &packer{launch: l, job: job}
	if err := p.pack(); err != nil {
		return nil, nil, err
	}
	vars, err := l.UsedVariables()
	if err != nil {
		return nil, nil, err
	}
	var send, back []*gpumodel.Array
	for i, a := range p.arrays {
		if !job.Arrays[i].Blank {
			send = append(send, a)
		}
		if job.Arrays[i].Wanted {
			back = append(back, a)
		}
	}
	for i, g := range l.Kernel.Module.File().Globals {
		if ofModel(g) {
			continue
		}
		a := vars.Arrays()[i]
		v := driver.Variable{Bytes: a.Buffer().Size, Written: deviceVariable(g)}
		job.Variables = append(job.Variables, v)
		send = append(send, a)
		if v.Written {
			back = append(back, a)
		}
	}
	job.Send = func(w io.Writer) error {
		for _, a := range send {
			if err := a.Buffer().Send(w); err != nil {
				return err
			}
		}
		return nil
	}
	return job, back, nil
}

// Explain says what has failed. An interrupt stays what it is.
func Explain(ctx context.Context, d *device.Device, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failed := (*driver.Error)(nil)
	if !errors.As(err, &failed) {
		return fmt.Errorf("%s on %s: %w", what, d.Name, err)
	}
	if failed.Log != "" {
		return &CompilerError{Compiler: failed.What, Log: failed.Log}
	}
	return &CardError{Launch: what, GPU: d.Name, Err: failed, Hint: hintFor(failed)}
}

// A CardError is a launch that a real GPU refused, or that ended badly there. The next
// launch finds the GPU as if nothing had been.
type CardError struct {
	Launch, GPU string
	Err         *driver.Error
	Hint        string
}

func (e *CardError) Error() string {
	text := fmt.Sprintf("%s on %s: %v", e.Launch, e.GPU, e.Err)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

func (e *CardError) Unwrap() error { return e.Err }

// A CompilerError is what NVRTC has to say of a text that it refuses.
type CompilerError struct{ Compiler, Log string }

func (e *CompilerError) Error() string { return e.Compiler + ": " + e.Log }

// hints say what to do about an error of the driver.
var hints = map[string]string{
	"CUDA_ERROR_ILLEGAL_ADDRESS":         "the kernel read or wrote outside its arrays: checked(kernel, grid, block, [...]) on a modelled GPU names the line and the thread",
	"CUDA_ERROR_MISALIGNED_ADDRESS":      "the kernel read or wrote a word at an address that is not a multiple of its size",
	"CUDA_ERROR_OUT_OF_MEMORY":           "the arrays of the launch are larger than what the GPU has free",
	"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": "a block needs more registers than an SM has: take a smaller block, or compile with --maxrregcount",
	"CUDA_ERROR_ASSERT":                  "an assert of the kernel failed",
	"CUDA_ERROR_NO_BINARY_FOR_GPU":       "the compiler is for other GPUs than this one",
}

func hintFor(e *driver.Error) string {
	if e.Late && e.Runs() {
		return cmp.Or(hints[e.Name], "a kernel that never ends waits for something that never comes; gpu(\"cuda:0\", timeout=300) allows a long one more seconds")
	}
	return hints[e.Name]
}

package gpumodel

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// Kernels launch kernels (dynamic parallelism). They run when the grid that launched them has ended, or when a thread
// of the block waits for them (cudaDeviceSynchronize, below 9.0), one after the other in the order of the blocks: CUDA
// promises no more than that they run after their launch.

// maxNesting is how deep launches may nest (CUDA C++ Programming Guide 12.6, section 9.4.3.1).
const maxNesting = 24

// A nesting is what a launch by a kernel has instead of arguments: the bits of its parameters, and the memory of
// the kernel that launched it.
type nesting struct {
	params []uint64
	global *memory.Global
	bound  map[string]*Texture // to texture references, if host code did it
	depth  int
}

// A nestedRun is the result of a launch by a block of a kernel.
type nestedRun struct {
	by     int
	result *Result
}

// nest runs what the kernel launches.
func (l *Launch) nest(ctx context.Context, d *device.Device, global *memory.Global) func(n warp.Nested) error {
	return func(n warp.Nested) error {
		inner := nesting{params: n.Params, global: global, depth: 1}
		if l.repeats == nil {
			l.repeats = &Repeats{}
		}
		if l.inside != nil {
			inner.depth, inner.bound = l.inside.depth+1, l.inside.bound
		}
		if inner.depth > maxNesting {
			return fmt.Errorf("launches are nested %d levels deep, and %d is the limit", inner.depth, maxNesting)
		}
		vars, err := l.UsedVariables()
		if err != nil {
			return err
		}
		kernel, err := l.Kernel.Module.nested(n.Kernel)
		if err != nil {
			return err
		}
		r, err := Run(ctx, d, Launch{
			Kernel: kernel, Args: make([]any, len(kernel.Params())), Grid: Dim3(n.Grid), Block: Dim3(n.Block), Shared: n.Shared, Mode: Full, Variables: vars, Stdout: l.Stdout, inside: &inner, repeats: l.repeats,
		})
		if err == nil {
			l.launched = append(l.launched, nestedRun{n.By, r})
		}
		return err
	}
}

// nested is a kernel that device code launches.
func (m *Module) nested(name string) (*Kernel, error) {
	for _, fn := range m.file.Nested {
		if fn.Name == name {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.inner == nil {
				m.inner = map[string]*Kernel{}
			}
			if m.inner[name] == nil {
				m.inner[name] = &Kernel{Name: name, Module: m, fn: fn}
			}
			return m.inner[name], nil
		}
	}
	return nil, fmt.Errorf("there is no kernel %s", name)
}

// nestedParams are the parameters of a launch by a kernel.
func (l *Launch) nestedParams(program *isa.Program) []byte {
	block := make([]byte, program.ParamBytes+8)
	for i, p := range program.Params {
		memory.PutWord(block[p.Offset:], p.Size, l.inside.params[i])
	}
	return block[:program.ParamBytes]
}

// Nested is how many kernels the kernel launched: what a launch inside a kernel takes is not modelled.
func (r *Result) Nested() (n int) {
	for _, inner := range r.nested {
		n += 1 + inner.result.Nested()
	}
	return n
}

// NestedLeftOut reports whether the kernel may launch others and none was run, since the launch is sampled.
func (r *Result) NestedLeftOut() bool {
	return r.Counted != nil && len(r.Counted.Program.Nested) > 0 && !r.Launch.InFull()
}

// unknownLaunches is the uncertainty of a time with launches inside of a kernel: nobody has measured here
// what these take.
const unknownLaunches = 0.5

// withNested adds what the kernel launched to its time and counters; Counted stays that of the kernel itself. Launches of one block are
// in one stream, so they run one after the other; those of several blocks run side by side, as far as the device has room for their
// blocks.
func (r *Result) withNested() *Result {
	if r.NestedLeftOut() {
		r.Uncertainty = max(r.Uncertainty, unknownLaunches)
	}
	if len(r.nested) == 0 {
		return r
	}
	list, chains, longest, busy := []*Result{r}, map[int]float64{}, 0.0, 0.0
	for _, n := range r.nested {
		one := n.result
		list = append(list, one)
		chains[n.by] += one.Time
		longest = max(longest, chains[n.by])
		busy += one.Time * min(1, float64(one.Launch.Grid.Count())/float64(one.Device.SMs*max(1, one.Occupancy.BlocksPerSM)))
	}
	all := InTurn(list)
	all.Launches = nil // by the host there is one
	shorter := (r.Time + max(longest, busy)) / all.Time
	all.Time *= shorter
	all.Simulated *= shorter
	for i := range all.Bounds {
		all.Bounds[i].Time *= shorter
	}
	all.Uncertainty = max(all.Uncertainty, unknownLaunches)
	return all
}

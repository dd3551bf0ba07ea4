package gpumodel

import (
	"context"
	"encoding/binary"
	"sync"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// Programs launch a kernel again and again: the steps of a solver, the repetitions of a measurement. Where no branch and no
// address depends on what memory holds, a launch with the same parameters takes the same time and counts the same, whatever the
// arrays hold by then: it is simulated once, and executed for what it writes alone from then on. Where they do depend on it, such as
// in a histogram that is measured a hundred times, a launch is like an earlier one if all of memory is as it was then. A launch that
// would change nothing is not even executed: see still.go.

// Launches of cells repeat, too: a loop over a kernel. Those that say so (Launch.Again) share the results of their module.

// Repeats has the results of launches, by all that they depend on: those of one program, or of one module.
type Repeats struct {
	mu      sync.Mutex // held while a map is used, not while a launch runs
	results map[repeatKey]*Result
	depends map[*isa.Program]dependence
	work    map[repeatKey]int64 // instructions of warps that the last launch of this kind has executed; the kind is a key without memory
	stills  map[stillKey]*still // launches that would change nothing if nobody has written since
}

// A dependence is what of memory the time of a program's launches depends on.
type dependence int

const (
	onNothing   dependence = iota // no branch and no address depends on memory
	onConstants                   // on variables alone
	onMemory
	onMore // on the time, on the order of the blocks, or on launches of the kernel's own
)

// How many bytes of memory are compared for a launch: at first, and once it is known how many instructions of warps it executes. What
// is compared then takes at most a tenth of what the simulation takes, so a launch that finds nothing is hardly slower.
const (
	firstLook          = 64 << 20
	leastLook          = 1 << 20
	lookPerInstruction = 256
)

// mostRepeats bounds the results that are kept of a program, some kilobytes each, and mostAgain those of a module. A program ends, and a
// module may be launched with another number each time, as long as its session lives: if its results are too many, all are dropped.
const (
	mostRepeats = 4096
	mostAgain   = 256
)

type repeatKey struct {
	device  *device.Device
	program *isa.Program
	grid    Dim3
	block   Dim3
	shared  int
	mode    Mode
	exact   bool
	places  string // the parameters, the addresses of variables, and the arrays that these lie in
	memory  uint64 // fingerprint of all of it, where the time depends on it
}

// run is Run for a launch that may be like an earlier one. The result is the earlier one's then.
func (r *Repeats) run(ctx context.Context, d *device.Device, l Launch) (*Result, error) {
	if err := l.Check(d); err != nil { // before there is a state of its threads, which may be 2^31 a block
		return nil, err
	}
	program, err := l.Kernel.Lower(ctx, d)
	if err != nil {
		return nil, err
	}
	depends, err := r.dependence(ctx, d, program, &l)
	switch {
	case err != nil:
		return nil, err
	case depends == onMore, l.Again && l.resultsNeedTime(program):
		return run(ctx, d, l)
	}
	m, err := l.machine(ctx, d, program, true, &warp.Budget{})
	if err != nil {
		return nil, err
	}
	key := l.repeatKey(m)
	kind := key
	if depends == onMemory {
		if m.Global.Bytes() > r.look(kind) {
			return run(ctx, d, l)
		}
	}
	if arrays := depends.arrays(m); len(arrays) > 0 {
		key.memory = memory.Fingerprint(arrays)
	}
	if earlier := r.find(key); earlier != nil {
		return l.like(earlier, m, program)
	}
	result, err := run(ctx, d, l)
	if err == nil && result.Unfinished == "" {
		r.keep(key, kind, result)
	}
	return result, err
}

// like executes a launch for what it writes. Its result is that of an equal launch.
func (l Launch) like(earlier *Result, m *warp.Machine, program *isa.Program) (*Result, error) {
	if l.inside != nil {
		return earlier, m.ResultsOf(0, l.Grid.Count())
	}
	result := *earlier
	if !l.writesNothing(program) {
		var err error
		if result.Unfinished, err = l.resultsBy(m, l.Grid.Count()); err != nil {
			return nil, err
		}
	}
	result.Launch = l.done(result.Unfinished)
	return &result, nil
}

// look is how many bytes of memory are compared for a launch of a kind.
func (r *Repeats) look(kind repeatKey) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if work, known := r.work[kind]; known {
		return int(min(firstLook, max(leastLook, lookPerInstruction*work)))
	}
	return firstLook
}

func (r *Repeats) find(key repeatKey) *Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.results[key]
}

// keep keeps a result. That of a cell's launch is kept without the launch, which holds arrays. A program's arrays live as long as the
// program.
func (r *Repeats) keep(key, kind repeatKey, result *Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := result
	if result.Launch.inside == nil {
		kept = &Result{}
		*kept = *result
		kept.Launch = Launch{}
		if len(r.results) >= mostAgain {
			clear(r.results)
			clear(r.work)
		}
	}
	if len(r.results) < mostRepeats {
		r.results[key] = kept
	}
	r.work[kind] = result.Counted.Stats.Instructions
}

// dependence finds out what the time of a program's launches depends on.
func (r *Repeats) dependence(ctx context.Context, d *device.Device, program *isa.Program, l *Launch) (dependence, error) {
	r.mu.Lock()
	depends, known := r.depends[program]
	r.mu.Unlock()
	if known {
		return depends, nil
	}
	m, err := l.machine(ctx, d, program, false, &warp.Budget{})
	if err != nil {
		return onMore, err
	}
	depends = dependenceOf(program, m)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.depends == nil {
		r.depends, r.results, r.work = map[*isa.Program]dependence{}, map[repeatKey]*Result{}, map[repeatKey]int64{}
	}
	r.depends[program] = depends
	return depends, nil
}

// dependenceOf finds out what the time of a program's launches depends on, by a machine without values.
func dependenceOf(program *isa.Program, m *warp.Machine) dependence {
	switch {
	case len(program.Nested) > 0, len(program.Textures) > 0, program.ReadsClock(), !m.Pure():
		return onMore
	case !m.Reads() && !m.ReadsConstants():
		return onNothing
	case !m.Reads():
		return onConstants
	case program.TakesTickets(), program.Cooperative, m.Waits():
		return onMore
	}
	return onMemory
}

// arrays are those whose contents the time of a launch depends on.
func (d dependence) arrays(m *warp.Machine) (all []*memory.Buffer) {
	switch d {
	case onMemory:
		return m.Global.Buffers()
	case onConstants:
		for _, address := range m.Globals {
			if b, err := m.Global.Find(address, 1); err == nil {
				all = append(all, b)
			}
		}
	}
	return all
}

// repeatKey is all that the time of a repeatable launch depends on.
func (l *Launch) repeatKey(m *warp.Machine) repeatKey {
	places := append([]byte(nil), m.Params...)
	word := func(x uint64) { places = binary.LittleEndian.AppendUint64(places, x) }
	lies := func(address uint64) {
		if b, err := m.Global.Find(address, 1); err == nil {
			word(b.Base)
			word(uint64(b.Size))
		} else {
			word(0)
		}
	}
	for size, at := m.Device.PointerBits/8, 0; at+size <= len(m.Params); at += size {
		lies(memory.Word(m.Params[at:], size))
	}
	for _, address := range m.Globals {
		word(address)
		lies(address)
	}
	return repeatKey{device: m.Device, program: m.Program, grid: l.Grid, block: l.Block, shared: l.Shared, mode: l.Mode, exact: l.Exact,
		places: string(places)}
}

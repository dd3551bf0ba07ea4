package host

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/cores"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/gpumodel/warp"
)

// A Program is a whole CUDA program: kernels, and the code of the host that launches them.
type Program struct {
	Module *gpumodel.Module
	start  *ir.Func
	code   *scalar.Program
}

// Compile reads a program with its main.
func Compile(ctx context.Context, name, source string, o gpumodel.Options) (*Program, error) {
	o.Host = true
	m, err := gpumodel.Compile(name, source, o)
	if err != nil {
		return nil, err
	}
	start, err := m.Start(ctx)
	if err != nil {
		return nil, err
	}
	code, err := scalar.Translate(start)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Program{m, start, code}, nil
}

// Options say how a program is run.
type Options struct {
	Device *device.Device
	Args   []string // argv, the name of the program first
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Dir is the directory below which it may read and write files; without one it may not.
	Dir string
	// Memory bounds what the program holds, on the host and on the GPU together, in bytes; 0 is 2 GiB.
	Memory int
}

// A Run is what a program did.
type Run struct {
	Device   *device.Device
	ExitCode int
	Ops      []Span   // launches and copies, with their times from the start of the program in seconds
	Time     float64  // at which the program ended
	Findings []string // what is wrong with it, each with its line
	Managed  bool     // it has managed memory, whose migrations are not timed
	Leaks    []Leak   // of memory of the GPU
}

// Launches are the results of the launches, in their order.
func (r *Run) Launches() (all []*gpumodel.Result) {
	for i := range r.Ops {
		if r.Ops[i].Result != nil {
			all = append(all, r.Ops[i].Result)
		}
	}
	return all
}

// Addresses of the host's memory, as on Linux for x86-64.
const (
	variablesBase = 0x555555558000
	heapBase      = 0x555556000000
	stackBase     = gpumodel.HostStack
)

// errExit ends the code of the host.
var errExit = errors.New("exit")

// A process is a program that runs.
type process struct {
	Options
	program   *Program
	ctx       context.Context
	run       *Run
	machine   *scalar.Machine
	heap      heap
	gpu       gpu
	clock     clock
	random    random
	variables *gpumodel.Variables
	literals  map[string]uint64 // texts of ours, by what they say
	files     []*file           // by number from 3 on; nil is one that was closed
	stdin     *bufio.Reader
}

// Run executes a program to its end. The error is that of a context, or one of ours; what is wrong with the program is among the
// findings, and its exit code is that of a shell.
func (p *Program) Run(ctx context.Context, o Options) (*Run, error) {
	defer cores.Busy()()
	x := &process{Options: o, program: p, ctx: ctx, run: &Run{Device: o.Device}}
	vars, err := p.Module.NewVariables()
	if err != nil {
		return nil, err
	}
	x.variables = vars
	x.gpu = gpu{global: &memory.Global{}, allocations: map[uint64]*allocation{}}
	x.heap = heap{memory: &scalar.Memory{}, blocks: map[uint64]*block{}, next: heapBase, limit: cmp.Or(o.Memory, usualMemory)}
	x.random.seed(1)
	x.machine = &scalar.Machine{
		Memory: x.heap.memory, Call: x.call, Launch: x.launch, StackBase: stackBase, Math: warp.MathFunction,
		Poll: func() error { return context.Cause(ctx) },
	}
	x.placeVariables()
	x.heap.memory.Add(&scalar.Segment{Base: stackBase, Data: make([]byte, p.start.LocalBytes), Name: "the stack"})
	x.machine.Params = x.arguments()
	err = x.machine.Run(p.code)
	x.closeAll()
	x.atEnd(err)
	switch fault := (*scalar.Fault)(nil); {
	case err == nil || errors.Is(err, errExit):
	case errors.As(err, &fault):
		x.crash(fault)
	default:
		return x.run, err
	}
	x.run.Time = x.clock.now(x.machine.Steps)
	return x.run, nil
}

// crash is how a shell shows a program that the system has ended.
func (x *process) crash(f *scalar.Fault) {
	codes := map[string]int{"segmentation fault": 139, "floating point exception": 136, "abort": 134}
	x.run.ExitCode = codes[f.Kind]
	what := f.Error()
	if f.Kind == "segmentation fault" {
		if a := x.gpu.holding(f.Address, 1); a != nil {
			what = fmt.Sprintf("line %d: the host accesses memory of the GPU: the pointer comes from cudaMalloc in line %d; copy with cudaMemcpy", f.Line, a.line)
		}
	}
	x.find("%s", what)
}

// find notes what is wrong with the program, once.
func (x *process) find(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	for _, known := range x.run.Findings {
		if known == text {
			return
		}
	}
	x.run.Findings = append(x.run.Findings, text)
}

// placeVariables gives the variables of the file their memory, on the host or on the GPU.
func (x *process) placeVariables() {
	next := uint64(variablesBase)
	arrays := x.variables.Arrays()
	for i, g := range x.program.start.Globals {
		if i < len(arrays) && !x.program.Module.File().Globals[i].Host {
			v := x.program.Module.File().Globals[i]
			at := x.gpu.global.Map(arrays[i].Buffer())
			x.gpu.allocations[at] = &allocation{buffer: arrays[i].Buffer(), size: g.Size, line: v.Pos.Line, variable: v.Name}
			x.machine.Globals = append(x.machine.Globals, at)
			continue
		}
		data := make([]byte, g.Size)
		copy(data, g.Init)
		x.heap.memory.Add(&scalar.Segment{Base: next, Data: data, Name: g.Name})
		x.machine.Globals = append(x.machine.Globals, next)
		next += uint64(g.Size+47) &^ 15
	}
}

// arguments are argc and argv in the host's memory.
func (x *process) arguments() []uint64 {
	table := x.heap.alloc(8*(len(x.Args)+1), 0)
	for i, arg := range x.Args {
		at := x.heap.alloc(len(arg)+1, 0)
		data, _ := x.heap.memory.Bytes(at, len(arg)+1)
		copy(data, arg)
		slot, _ := x.heap.memory.Bytes(table+uint64(8*i), 8)
		memory.PutWord(slot, 8, at)
	}
	return []uint64{uint64(len(x.Args)), table}
}

// Runs reports whether a text is a whole program: it defines main.
func Runs(m *gpumodel.Module) bool { return m.File().Main }

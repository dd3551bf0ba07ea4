package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/internal/cores"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/bytesize"
)

// A Program is a compiled CUDA program: kernels, and the host code that launches them. It can be run many times.
type Program struct {
	Module *gpumodel.Module
	start  *ir.Program
	code   *scalar.Program
}

// Compile compiles a program with its main. name names the source in messages. Errors are those of the front end, with lines, or say what
// host code cannot do.
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
	// Devices is how many GPUs of this kind there are; 0 is one.
	Devices int
	Args    []string // argv, the name of the program first
	Env     []string // its environment, as NAME=VALUE; what does not fit its table is left out
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	// Folder is what it reaches of the computer's files; nil is none.
	Folder *folder.Folder
	// Dir is the directory below the folder where its relative names begin; "" is the folder itself. Home is an absolute name that means
	// the folder, too, such as /content in notebooks of Colab; "" is none.
	Dir, Home string
	// NoImage says why the program has no code for the device, so that each launch fails as on a card; "" where it has.
	NoImage string
	// Memory bounds what the program holds, on the host and on the GPU together, in bytes; 0 is 2 GiB.
	Memory int
	// Checking says which launches are looked at for faults.
	Checking Checking
	// Idle makes kernels do nothing: a launch is checked and takes no time. What a program prints then has not come from its kernels.
	Idle bool
	// Disturb is a place in arrays, as a share of their size from 0 to 1. Before each launch, other data come there in all arrays of its
	// GPU. What a program prints as before has not been computed from them. nil changes nothing.
	Disturb *float64
	// HostGHz is the clock of the host's core, which does two operations in each cycle; 0 is 3.
	HostGHz float64
	// Progress is told how far the program is, often, by one goroutine at a time; nil for nobody.
	Progress func(Progress)
	// eager is for tests: all of the host's code is machine code.
	eager bool
	// always is for tests: launches that would change nothing are executed, too.
	always bool
}

// A Run is what a program did.
type Run struct {
	Device   *device.Device
	ExitCode int
	Ops      []pcie.Span // launches and copies, with their times from the start of the program in seconds
	Time     float64     // time at which the program ended, in seconds
	Findings []string    // mistakes, each with its line
	Found    []Finding   // these with their kinds, and the faults of kernels that are too many for Findings
	Faulty   bool        // a launch has a fault: the checker has found it, or a card would end the launch for it
	Executed int         // launches that were executed: the others would have changed nothing
	Managed  bool        // it uses managed memory, whose migrations are estimates
	Leaks    []Leak      // GPU memory that was not freed
	Files    []Written   // files that it has written, each once
	notes    []string    // what is not modelled
	driver   bool        // it uses the driver's interface
	module   *gpumodel.Module
}

// Launches returns the results of the launches in the order of the calls.
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
	shadowBase    = 0x60000000 // of variables of the GPU, which the host cannot access: an address of 32 bits, as those in constant memory are
	heapBase      = 0x555556000000
	stackBase     = gpumodel.HostStack
	stackBytes    = 8 << 20 // what Linux gives to the stack of a program
)

// errExit ends the code of the host.
var errExit = errors.New("exit")

// A process is a program that runs.
type process struct {
	Options
	program *Program
	ctx     context.Context
	run     *Run
	machine *scalar.Machine
	column  int // of the library call that is executed, 0 if unknown
	heap    heap
	runtime
	clock    clock
	far      Progress // how far it is
	random   random
	literals map[string]uint64 // addresses of strings that library calls return
	standard [standardStreams]*file
	files    []*file // by number from 3 on
	// closedFiles are the addresses of FILEs that were closed, the first one first.
	closedFiles []uint64
	opens       int      // how many files are open
	written     []string // names of files that were opened for writing
	errno       int      // why the last call has failed that did
	thrownAt    int      // the line of the last throw
	// functions are those of the system by their numbers in the program; nil until they are called.
	functions []system
	evidence
}

// Run executes a program to its end. Mistakes of the program are not errors: they are findings of the Run, and its exit code is the one
// that a shell shows. The error is that of the context, or an internal one; then the Run is incomplete, or nil.
func (p *Program) Run(ctx context.Context, o Options) (*Run, error) {
	defer cores.Busy()()
	x := &process{Options: o, program: p, ctx: ctx, run: &Run{Device: o.Device, module: p.Module}}
	x.clock.rate = operationsPerCycle * 1e9 * cmp.Or(o.HostGHz, usualGHz)
	x.heap = heap{memory: &scalar.Memory{}, blocks: map[uint64]*block{}, next: heapBase, limit: cmp.Or(o.Memory, usualMemory)}
	x.random.seed(1)
	x.machine = &scalar.Machine{
		Memory: x.heap.memory, Call: x.call, Launch: x.launch, StackBase: stackBase, StackBytes: stackBytes, Math: warp.MathFunction, Eager: o.eager,
	}
	x.machine.Poll = func() error {
		x.tells()
		return context.Cause(ctx)
	}
	if err := x.newRuntime(max(1, o.Devices)); err != nil {
		return nil, err
	}
	x.heap.memory.Bring = x.bring
	if err := x.placeVariables(); err != nil {
		return nil, err
	}
	x.heap.memory.Add(&scalar.Segment{Base: stackBase, Data: make([]byte, stackBytes), Name: "the stack"})
	x.machine.Params = x.arguments()
	x.Stdout, x.Stderr = &listener{x.Stdout, x}, &listener{x.Stderr, x}
	err := x.machine.Run(p.code)
	x.closeAll()
	x.driving, x.run.driver = x.drives, x.drives
	x.atEnd(err)
	switch fault := (*scalar.Fault)(nil); {
	case err == nil || errors.Is(err, errExit):
	case errors.As(err, &fault):
		x.crash(fault)
	default:
		return x.run, err
	}
	x.run.Time = x.clock.now(x.machine.Steps)
	x.check()
	x.comparisons()
	return x.run, nil
}

// nullPage is how many bytes from address 0 on belong to no program.
const nullPage = 1 << 16

// crash sets the exit code of a program that a signal ended, as a shell shows it (128 + signal), and reports the fault.
func (x *process) crash(f *scalar.Fault) {
	codes := map[string]int{illegal: 132, "abort": 134, "floating point exception": 136, "segmentation fault": 139, "killed": 137,
		brokenPipe: 141}
	x.run.ExitCode = codes[f.Kind]
	if f.Kind == brokenPipe {
		return // whose reader has all that it wants
	}
	what := f.Error()
	if f.Kind == "segmentation fault" {
		if a := x.allocations.holding(f.Address, 1); a != nil {
			what = fmt.Sprintf("line %d: the host accesses memory of the GPU: the pointer comes from cudaMalloc in line %d; copy with cudaMemcpy", f.Line, a.line)
		}
		if r := x.heap.refused; r.line > 0 && r.bytes < mostBytes && f.Address < nullPage {
			what += fmt.Sprintf("; line %d had asked for %d bytes and got NULL: a program may hold %s", r.line, r.bytes, bytesize.Limit(int64(x.heap.limit)))
		}
	}
	x.finds(HostError, "%s", what)
}

// placeVariables allocates the global variables, on the host or on the GPUs. A device variable also gets a shadow address, by which host
// code names it but cannot access it. It is an error if the variables exceed the memory limit: Linux does not start such a program either.
func (x *process) placeVariables() error {
	next := uint64(variablesBase)
	shadow := uint64(shadowBase)
	globals := x.program.Module.File().Globals
	for i, g := range x.program.start.Globals {
		onGPU, bytes := i < len(globals) && !globals[i].Host, g.Size
		switch {
		case onGPU && ours(g.Name): // the heap of kernels: what of it nobody touches is not there
			bytes = 0
		case onGPU:
			bytes *= len(x.gpus)
		}
		if bytes > x.heap.room() {
			return fmt.Errorf("%s%s has %d bytes: a program may hold %s, and its variables take more", x.declared(i), g.Name, g.Size,
				bytesize.Limit(int64(x.heap.limit)))
		}
		if onGPU {
			address := x.placeOnGPUs(i, shadow)
			shadow += uint64(g.Size+47) &^ 15
			if !ours(g.Name) || len(g.Init) == 0 {
				x.machine.Globals = append(x.machine.Globals, address)
				continue
			}
			// a table of a mathematical function, which host code calls, too: it gets its own copy
		}
		x.heap.spends(bytes)
		data := make([]byte, g.Size)
		copy(data, g.Init)
		if i < len(globals) && globals[i].Name == environmentTable {
			x.fillEnvironment(data)
		}
		x.heap.memory.Add(&scalar.Segment{Base: next, Data: data, Name: variableName(g.Name)})
		x.machine.Globals = append(x.machine.Globals, next)
		next += uint64(g.Size+47) &^ 15
	}
	for _, g := range x.gpus {
		g.variables[x.program.Module].Relocate()
	}
	return nil
}

// environmentTable is the variable of our stdlib.h that environ points to: pointers to NAME=VALUE, and a null one behind the last.
const environmentTable = "__environment"

// fillEnvironment writes the pointers of the table.
func (x *process) fillEnvironment(table []byte) {
	const pointer = 8
	for i, pair := range x.Env[:min(len(x.Env), len(table)/pointer-1)] {
		memory.PutWord(table[pointer*i:], pointer, x.literal(pair))
	}
}

// declared returns the place where a variable of the program is declared, "" for one of the library.
func (x *process) declared(i int) string {
	if globals := x.program.Module.File().Globals; i < len(globals) {
		return x.program.Module.File().Placed(fmt.Sprintf("line %d: ", globals[i].Pos.Line))
	}
	return ""
}

// ours reports whether a variable is the library's.
func ours(name string) bool { return strings.HasPrefix(name, "__") }

// variableName is how messages call a variable: those of the library have names that no program writes.
func variableName(name string) string {
	if ours(name) {
		return "a variable of the C library"
	}
	return name
}

// placeOnGPUs gives a variable of the GPU its memory on each, and returns the address that the host has for it.
func (x *process) placeOnGPUs(i int, shadow uint64) uint64 {
	v := x.program.Module.File().Globals[i]
	for _, g := range x.gpus {
		a := x.placeVariable(g, v, g.variables[x.program.Module].Arrays()[i].Buffer())
		g.symbols = append(g.symbols, a.base)
		if v.Managed && g.number == 0 {
			x.manage(a)
			x.managedVariables = append(x.managedVariables, a)
			shadow = a.base
		}
	}
	x.symbols[shadow] = len(x.gpu.symbols)
	return shadow
}

// placeVariable gives a variable its memory on a GPU.
func (x *process) placeVariable(g *gpu, v *cuda.Var, b *memory.Buffer) *allocation {
	size := b.Size
	x.heap.spends(allocationOwn)
	if !ours(v.Name) {
		x.heap.spends(memory.FlatBytes(size))
	}
	if v.Storage == cuda.Constant { // whose addresses have 32 bits
		g.global.MapAt(b, g.constants)
		g.constants += uint64(size+511) &^ 255
	}
	a := &allocation{base: g.global.Map(b), buffer: b, size: size, line: v.Pos.Line, variable: v.Name, gpu: g}
	x.allocations.add(a)
	return a
}

// note says of a run what its reader must know, once.
func (x *process) note(format string, args ...any) {
	text := x.program.Module.File().Placed(fmt.Sprintf(format, args...))
	if !slices.Contains(x.run.notes, text) {
		x.run.notes = append(x.run.notes, text)
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

// Runs reports whether a source is a whole program: it defines main.
func Runs(m *gpumodel.Module) bool { return m.File().Main }

package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/pcie"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/gpumodel/warp"
)

// The runtime of CUDA as version 13 behaves: which call returns which error, and which errors stay.

// A gpu is what the runtime knows of a device: its context, as the driver calls it.
type gpu struct {
	number    int
	global    *memory.Global
	variables map[*gpumodel.Module]*gpumodel.Variables
	used      int
	sticky    int  // what every call returns from now on
	seen      bool // a call has returned it
	null      *stream
	perThread *stream // nil until it is used
	line      *pcie.Scheduler
	peers     map[int]bool // whose memory its kernels may access
	settings  [2]int       // of caches and of banks
	flags     uint64
	limits    map[uint64]uint64
	primary   *cudaContext                 // nil until somebody needs it
	symbols   []uint64                     // addresses of the variables
	bound     map[string]*gpumodel.Texture // to texture references
	constants uint64                       // where the next one in constant memory goes
	pools     [2]uint64                    // the one that it began with, and the one that cudaMallocAsync uses; 0 until somebody needs them
}

// A runtime is what the program has of CUDA.
type runtime struct {
	gpus        []*gpu
	gpu         *gpu         // the current one
	last        int          // what cudaGetLastError returns
	unchecked   int          // the line of a launch that failed, until somebody asks
	printed     bytes.Buffer // by kernels, and not flushed so far
	asserted    bytes.Buffer // what is said of assertions of kernels, likewise
	hasPrinted  bool
	allocations allocations
	gone        int // how many of them were freed, and are still among them
	streams     map[uint64]*stream
	events      map[uint64]*event
	handles     uint64
	numbered    int            // streams so far
	symbols     map[uint64]int // by the address that the host has for them: one more than their place in gpu.symbols
	kernels     map[*gpumodel.Kernel]*kernelState
	repeats     gpumodel.Repeats
	arrays      map[uint64]*array
	textures    map[uint64]*gpumodel.Texture
	// textureParams is what textures were made of: their resource, how they are read, and the view of the resource.
	textureParams map[uint64][3][]byte
	graphs        map[uint64]*graph
	nodes         map[uint64]*graphNode
	nodeOwner     map[uint64]*graph
	captureMode   uint64 // of the thread
	pools         map[uint64]*pool
	registered    map[uint64]bool // addresses of variables of the host that were registered

	managedVariables []*allocation
	driverState
}

// Where the memory of a GPU lies, and from where on addresses are the host's.
const (
	gpuBase    = 0x7f0000000000 >> 8
	gpuSpacing = 1 << 36
	hostSpace  = 1 << 44
	// GPUs with pointers of 32 bits have their memory lower.
	shortBase    = 1 << 28
	shortSpacing = 1 << 30

	constantBase    = 1 << 20
	constantSpacing = 1 << 24
)

// newRuntime makes n GPUs.
func (x *process) newRuntime(n int) error {
	most := mostGPUs
	if x.Device.PointerBits == 32 {
		most = mostShort
	}
	if n > most {
		return fmt.Errorf("%d GPUs: a program may have 1 to %d", n, most)
	}
	x.runtime = runtime{streams: map[uint64]*stream{}, events: map[uint64]*event{}, kernels: map[*gpumodel.Kernel]*kernelState{}, arrays: map[uint64]*array{}, textures: map[uint64]*gpumodel.Texture{}, graphs: map[uint64]*graph{}, nodes: map[uint64]*graphNode{}, nodeOwner: map[uint64]*graph{}, pools: map[uint64]*pool{}, registered: map[uint64]bool{}, textureParams: map[uint64][3][]byte{}, handles: firstHandle, symbols: map[uint64]int{}}
	x.contexts, x.programs = map[uint64]*cudaContext{}, map[uint64]*rtcProgram{}
	x.mapped = mapped{map[uint64]int{}, map[uint64]*physical{}}
	x.modules = modules{map[uint64]*loadedModule{}, map[uint64]*gpumodel.Kernel{}, map[string]*compiledImage{}}
	for i := range n {
		vars, err := x.program.Module.NewVariables()
		if err != nil {
			return err
		}
		g := &gpu{number: i, variables: map[*gpumodel.Module]*gpumodel.Variables{x.program.Module: vars}, peers: map[int]bool{}, limits: map[uint64]uint64{}}
		if x.Device.PointerBits == 32 {
			g.global = memory.NewGlobal(uint64(shortBase+i*shortSpacing), 0)
		} else {
			g.global = memory.NewGlobal(uint64(gpuBase+i*gpuSpacing), hostSpace)
		}
		g.global.MapPages(mappedPage)
		g.line = pcie.NewScheduler(x.Device)
		g.null, g.constants = &stream{Stream: pcie.Stream{Default: true}, gpu: g}, uint64(constantBase+i*constantSpacing)
		x.gpus = append(x.gpus, g)
	}
	x.gpu = x.gpus[0]
	return nil
}

// mappedPage is what a card maps at once for arrays, in bytes: cudaMalloc takes 2 MB from the driver (measured on an H100).
const mappedPage = 2 << 20

// mostGPUs is how many there is room for below the addresses of the host, and mostShort how many in 32 bits.
const (
	mostGPUs  = 16
	mostShort = 3
)

// firstHandle is more than the handles that CUDA gives a meaning, as cudaStreamPerThread.
const firstHandle = 16

// handle is that of something new.
func (x *process) handle() uint64 {
	x.heap.spends(handleOwn)
	x.handles++
	return x.handles
}

// drop forgets what a handle stands for.
func drop[T any](x *process, of map[uint64]T, handle uint64) {
	if _, known := of[handle]; known {
		x.heap.spends(-handleOwn)
		delete(of, handle)
	}
}

// now is the time on the host.
func (x *process) now() float64 { return x.clock.now(x.machine.Steps) }

// takes lets the host spend time in the runtime.
func (x *process) takes(seconds float64) { x.clock.waited += seconds }

// failed tells whether the current GPU has failed for good; a call that finds out returns the code.
func (x *process) failed() bool {
	if x.gpu.sticky == success {
		return false
	}
	x.gpu.seen = true
	x.last = x.gpu.sticky
	return true
}

// flush prints what kernels have printed.
func (x *process) flush() {
	x.Stdout.Write(x.printed.Bytes())
	x.printed.Reset()
	if x.asserted.Len() > 0 {
		x.Stderr.Write(x.asserted.Bytes())
		x.asserted.Reset()
	}
}

// synchronize waits for the current GPU.
func (x *process) synchronize() uint64 {
	if x.breaksCaptures() {
		return x.fails(captureUnsupported)
	}
	x.clock.until(x.gpu.line.Latest(), x.machine.Steps)
	x.flush()
	x.failed()
	return uint64(x.gpu.sticky)
}

// launch executes a kernel<<<…>>>(…) of the host's.
func (x *process) launch(l *scalar.Launch) error {
	x.withContext()
	size := func(i int) gpumodel.Dim3 {
		return gpumodel.Dim3{X: int(uint32(l.Args[i])), Y: int(uint32(l.Args[i+1])), Z: int(uint32(l.Args[i+2]))}
	}
	call := launchCall{grid: size(0), block: size(3), shared: int(uint32(l.Args[6])), stream: l.Args[7], params: l.Args[8:], line: l.Line}
	if l.Kernel == "" { // a pointer names it
		if call.kernel = x.kernelAt(call.params[0]); call.kernel == nil {
			x.last, x.unchecked = invalidFunction, l.Line
			x.find("line %d: a launch through a pointer that is not that of a kernel", l.Line)
			return nil
		}
		call.params = call.params[1:]
		return x.launchKernel(&call)
	}
	k, err := x.program.Module.RawKernel(l.Kernel)
	if err != nil {
		return err
	}
	call.kernel = k
	return x.launchKernel(&call)
}

// A launchCall is a launch as a program asks for it.
type launchCall struct {
	kernel      *gpumodel.Kernel
	grid, block gpumodel.Dim3
	shared      int
	stream      uint64
	params      []uint64 // bits of the numbers of which the parameters consist
	cooperative bool
	line        int
}

// launchKernel executes a launch, or puts it into a graph. Errors of the launch are the runtime's.
func (x *process) launchKernel(l *launchCall) error {
	if x.gpu.sticky != success && x.gpu.seen {
		x.last = x.gpu.sticky
		return nil
	}
	s := x.streamOf(l.stream)
	if x.gpu.variables[l.kernel.Module] == nil {
		x.last, x.unchecked = invalidHandle, l.line
		x.find("line %d: %s was not launched: its module was loaded in a context of another GPU", l.line, l.kernel.Name)
		return nil
	}
	if s == nil || s.gpu != x.gpu {
		x.last, x.unchecked = invalidHandle, l.line
		x.find("line %d: %s was not launched: its stream does not exist, or belongs to another GPU than the current one", l.line, l.kernel.Name)
		return nil
	}
	if x.implicit(s) {
		x.last, x.unchecked = captureImplicit, l.line
		x.find("line %d: %s was not launched: the default stream waits for a stream that is captured", l.line, l.kernel.Name)
		return nil
	}
	if s.capture != nil {
		x.captured(s, &graphNode{kind: kernelNode, launch: l})
		return nil
	}
	x.takes(microseconds("launch_call_us"))
	return x.launchOn(s, l)
}

// launchOn executes a launch in a stream.
func (x *process) launchOn(s *stream, l *launchCall) error {
	if err := x.goesOn(l.line); err != nil {
		return err
	}
	launch := x.launchOf(l)
	if code, err := x.checkLaunch(l, launch); err != nil {
		x.last, x.unchecked = code, l.line
		x.find("line %d: %s was not launched: %v%s", l.line, l.kernel.Name, err, x.refusedWhy(l))
		return nil
	}
	if x.Idle {
		return nil
	}
	w := x.witness(l)
	raw := gpumodel.Raw{Params: l.params, Global: x.gpu.global, Texture: x.textureOf, Bound: x.gpu.bound, Repeats: &x.repeats}
	printed, k := x.printed.Len(), x.keep(l, launch, raw)
	looked := x.look(k, l, launch, raw)
	x.toGPU(s, l.params)
	x.begins(l, &launch)
	r, err := l.kernel.RunRaw(x.ctx, x.Device, launch, raw)
	if err != nil {
		if k != nil {
			k.failed = true
		}
		x.tellFaults(l.line, true, looked)
		if cause := context.Cause(x.ctx); cause != nil {
			return cause
		}
		return x.launchFailed(l, err, looked)
	}
	strayed := x.gpu.global.Strayed()
	if strayed != nil { // a card goes on
		x.run.Faulty = true
		x.find("%s", x.faultOf(l, strayed))
		if k != nil {
			k.failed = true
		}
	}
	x.tellFaults(l.line, strayed != nil, looked)
	x.heap.spends(resultOwn)
	x.hasPrinted = x.hasPrinted || x.printed.Len() > 0
	x.afterLaunch(w, looked)
	if k != nil {
		r.Launch = *k.launch // which can be executed again when the program is gone
	}
	end := x.book(s, pcie.KernelWork(r, r.Time+x.Device.LaunchOverhead*1e-6), pcie.Op{Result: r})
	for _, a := range x.managedOf(l.params) {
		a.managed.until, a.managed.kernel = end, fmt.Sprintf("%s (line %d)", l.kernel.Name, l.line)
	}
	x.launched = append(x.launched, launched{l.kernel.Name, l.line, end, x.printed.Len() > printed})
	return nil
}

// launchOf is a launch as the model takes it.
func (x *process) launchOf(l *launchCall) gpumodel.Launch {
	return gpumodel.Launch{
		Grid: l.grid, Block: l.block, Shared: l.shared, MaxShared: x.kernelState(l.kernel).maxShared,
		Variables: x.gpu.variables[l.kernel.Module], Stdout: &x.printed,
	}
}

// checkLaunch is what the runtime says of a launch before it runs.
func (x *process) checkLaunch(l *launchCall, launch gpumodel.Launch) (int, error) {
	if x.NoImage != "" {
		return noBinary, errors.New(x.NoImage)
	}
	if err := l.kernel.CheckRaw(x.Device, launch); err != nil {
		return invalidValue, err
	}
	if p, err := l.kernel.Lower(x.ctx, x.Device); err == nil && l.shared+p.SharedBytes > x.mostShared(p, l.kernel) {
		return invalidValue, fmt.Errorf("a block would have %d bytes of shared memory, its own %d among them; it may have %d", l.shared+p.SharedBytes, p.SharedBytes, x.mostShared(p, l.kernel))
	}
	occupancy, err := l.kernel.OccupancyRaw(x.ctx, x.Device, l.block, l.shared)
	if err != nil {
		return tooManyResources, err
	}
	if fit, n := occupancy.BlocksPerSM*x.Device.SMs, l.grid.Count(); l.cooperative && n > fit {
		return cooperativeTooLarge, fmt.Errorf("a cooperative launch has all of its blocks on the GPU at once, which holds %d of them; the grid has %d", fit, n)
	}
	return success, nil
}

// launchFailed makes an error of the model what the runtime shows of it, and tells it if the checker, which has looked at the launch, does
// not.
func (x *process) launchFailed(l *launchCall, err error, looked *observe.Checked) error {
	x.gpu.sticky, x.run.Faulty = launchFailure, true
	var outside *warp.OutsideError
	var misaligned *warp.MisalignedError
	switch {
	case errors.As(err, &outside):
		x.gpu.sticky = illegalAddress
	case errors.As(err, &misaligned):
		x.gpu.sticky = misalignedAddress
	case errors.Is(err, warp.ErrAssert):
		x.gpu.sticky = deviceAssert
		x.tellAssert(l, err)
	}
	if first := x.gpu.global.Strayed(); first != nil { // before the thread that went too far others went a little too far
		err = first
	}
	if !explained(looked, err) {
		x.find("%s", x.faultOf(l, err))
	}
	return nil
}

// tellAssert writes what a card writes of the first thread whose assertion does not hold: a card tells of all.
func (x *process) tellAssert(l *launchCall, err error) {
	trap := (*warp.Trap)(nil)
	if !errors.As(err, &trap) {
		return
	}
	name, line, text := l.kernel.Module.File().Place(trap.Line)
	b, t := trap.Block, trap.Thread
	fmt.Fprintf(&x.asserted, "%s:%d: %s: block: [%d,%d,%d], thread: [%d,%d,%d] Assertion `%s` failed.\n", name, line, signature(l.kernel),
		b.X, b.Y, b.Z, t.X, t.Y, t.Z, asserted(text))
}

var assertion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bassert\s*\(`) })

// asserted is what a line asserts, for a message: all of the line where a macro hides it.
func asserted(text string) string {
	at := assertion().FindStringIndex(text)
	if at == nil {
		return strings.TrimSpace(text)
	}
	rest := text[at[1]:]
	depth := 1
	for i, c := range rest {
		if c == '(' {
			depth++
		} else if c == ')' {
			if depth--; depth == 0 {
				return strings.TrimSpace(rest[:i])
			}
		}
	}
	return strings.TrimSpace(rest)
}

// signature is a kernel as messages of a card write it: void k(int *, int).
func signature(k *gpumodel.Kernel) string {
	var types []string
	for _, v := range k.Func().Params {
		types = append(types, v.Type.String())
	}
	return "void " + k.Name + "(" + strings.Join(types, ", ") + ")"
}

// book puts an op on the timeline.
func (x *process) book(s *stream, w pcie.Work, op pcie.Op) (end float64) {
	x.heap.spends(opOwn)
	start, end := s.gpu.line.Issue(&s.Stream, w, x.now())
	x.run.Ops = append(x.run.Ops, pcie.Span{Issued: pcie.Issued{Op: op, Stream: s.number}, Start: start, End: end})
	return end
}

// atEnd says what the program has left.
func (x *process) atEnd(err error) {
	if x.printed.Len() > 0 {
		line := 0
		for _, k := range x.launched {
			if k.prints {
				line = k.line
			}
		}
		x.find("line %d: what this launch prints is lost, as on a GPU: main ends without cudaDeviceSynchronize() behind it", line)
	}
	if x.unchecked != 0 {
		x.find("the error of the launch in line %d was never asked for: call cudaGetLastError() behind a launch", x.unchecked)
	}
	if fault := (*scalar.Fault)(nil); x.gpu.sticky == success && !errors.As(err, &fault) {
		x.results()
	}
	for _, a := range x.allocations {
		if a.freed == 0 && a.variable == "" && !a.mapped && a.gpu.sticky == success {
			x.run.Leaks = append(x.run.Leaks, Leak{a.line, a.size, 1})
		}
	}
	x.run.Leaks = byLine(x.run.Leaks)
}

// textureOf is the texture of an object that a kernel is given.
func (x *process) textureOf(object uint64) *gpumodel.Texture { return x.textures[object] }

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

// The CUDA runtime, as version 13 behaves: which call returns which error, and which errors are sticky.

// A gpu is the state of one device: in the driver's words, its primary context.
type gpu struct {
	number    int
	global    *memory.Global
	variables map[*gpumodel.Module]*gpumodel.Variables
	used      int
	sticky    int  // error of a kernel's fault, which calls return from now on
	seen      bool // a call has returned it; a GPU reports a fault only when a call waits or asks
	null      *stream
	perThread *stream // nil until it is used
	line      *pcie.Scheduler
	peers     map[int]bool // whose memory its kernels may access
	settings  [2]int       // configuration of caches and of banks
	flags     uint64
	limits    map[uint64]uint64
	primary   *cudaContext                 // nil until it is needed
	symbols   []uint64                     // addresses of the variables
	bound     map[string]*gpumodel.Texture // to texture references
	constants uint64                       // address of the next __constant__ variable
	pools     [2]uint64                    // default pool, and current pool of cudaMallocAsync; 0 until they are needed
}

// A runtime is a program's CUDA state: its GPUs and all objects by their handles.
type runtime struct {
	gpus        []*gpu
	gpu         *gpu         // the current one
	last        int          // the thread's last error
	unchecked   int          // line of a failed launch until the program asks for its error; 0: none
	printed     bytes.Buffer // output of kernels that is not flushed yet
	asserted    bytes.Buffer // messages of kernels' assertions, likewise
	hasPrinted  bool
	allocations allocations
	gone        int // number of freed ones among them
	streams     map[uint64]*stream
	events      map[uint64]*event
	handles     uint64
	numbered    int            // number of streams created
	symbols     map[uint64]int // host address of a device variable -> its index in gpu.symbols plus 1
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

// Address spaces: where the memory of each GPU begins, and the first address that belongs to the host.
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
	x.runtime = runtime{streams: map[uint64]*stream{}, events: map[uint64]*event{}, kernels: map[*gpumodel.Kernel]*kernelState{},
		arrays: map[uint64]*array{}, textures: map[uint64]*gpumodel.Texture{}, graphs: map[uint64]*graph{}, nodes: map[uint64]*graphNode{}, nodeOwner: map[uint64]*graph{}, pools: map[uint64]*pool{}, registered: map[uint64]bool{}, textureParams: map[uint64][3][]byte{}, handles: firstHandle, symbols: map[uint64]int{}}
	x.contexts, x.programs = map[uint64]*cudaContext{}, map[uint64]*rtcProgram{}
	x.mapped = mapped{map[uint64]int{}, map[uint64]*physical{}}
	x.modules = modules{map[uint64]*loadedModule{}, map[uint64]*gpumodel.Kernel{}, map[string]*compiledImage{}}
	for i := range n {
		vars, err := x.program.Module.NewVariables()
		if err != nil {
			return err
		}
		g := &gpu{number: i, variables: map[*gpumodel.Module]*gpumodel.Variables{x.program.Module: vars}, peers: map[int]bool{},
			limits: map[uint64]uint64{}}
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

// now returns the time of the host, in seconds.
func (x *process) now() float64 { return x.clock.now(x.machine.Steps) }

// takes advances the clock by the time of a call.
func (x *process) takes(seconds float64) { x.clock.waited += seconds }

// failed reports whether the current GPU has a sticky error, and makes it the last error. The caller returns it. From then on the
// error is seen, and launches are refused.
func (x *process) failed() bool {
	if x.gpu.sticky == success {
		return false
	}
	x.gpu.seen = true
	x.last = x.gpu.sticky
	return true
}

// flush writes the output of kernels. CUDA, too, writes it only when the host synchronizes.
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
	x.ordering.waitsForAll()
	x.flush()
	x.failed()
	return uint64(x.gpu.sticky)
}

// launch executes kernel<<<…>>>(…) of host code. Errors that a program can ask for are stored; only ours, and a cancelled context, are
// returned.
func (x *process) launch(l *scalar.Launch) error {
	x.unpark()
	defer x.park() // as for a call
	x.withContext()
	size := func(i int) gpumodel.Dim3 {
		return gpumodel.Dim3{X: int(uint32(l.Args[i])), Y: int(uint32(l.Args[i+1])), Z: int(uint32(l.Args[i+2]))}
	}
	call := launchCall{grid: size(0), block: size(3), shared: int(uint32(l.Args[6])), stream: l.Args[7], params: l.Args[8:], line: l.Line,
		column: l.Column}
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
	kernel       *gpumodel.Kernel
	grid, block  gpumodel.Dim3
	shared       int
	stream       uint64
	params       []uint64 // bits of the scalars that make up the parameters
	cooperative  bool
	line, column int // of the launch; the column is 0 if it is unknown
}

// site is the place of the launch in the program's text.
func (l *launchCall) site() site { return site{l.line, l.column} }

// launchKernel executes a launch, or adds it to the graph that its stream captures. A launch that the runtime refuses sets the last
// error and is a finding; it is not an error of this function.
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

// launchOn executes a launch in a stream: it checks the configuration, records the state before, executes and times the kernel on
// the model, records the effects, and books the kernel's time. Memory has changed when it returns; the kernel ends later, at end.
func (x *process) launchOn(s *stream, l *launchCall) error {
	if err := x.goesOn(l.line); err != nil {
		return err
	}
	launch := x.launchOf(l)
	if code, err := x.checkLaunch(l, launch); err != nil {
		x.last, x.unchecked = code, l.line
		x.find("line %d: %s was not launched: %v%s", l.line, l.kernel.Name, onCommandLine(err), x.refusedWhy(l))
		return nil
	}
	if x.Idle {
		return nil
	}
	x.disturbs()
	raw := gpumodel.Raw{Params: l.params, Global: x.gpu.global, Texture: x.textureOf, Bound: x.gpu.bound, Repeats: &x.repeats}
	x.toGPU(s, l.params)
	still := x.still(l, launch, raw)
	w := x.witness(l, still != nil)
	printed, k := x.printed.Len(), x.keep(l, launch, raw)
	looked := x.look(k, l, launch, raw)
	x.begins(l, &launch)
	r, err := still, context.Cause(x.ctx)
	if still == nil {
		x.run.Executed++
		r, err = l.kernel.RunRaw(x.ctx, x.Device, launch, raw)
	}
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
	if strayed != nil { // an access out of bounds that a GPU does not notice: the program goes on
		x.run.Faulty = true
		x.finds(kindOf(strayed), "%s", x.faultOf(l, strayed))
		if k != nil {
			k.failed = true
		}
	}
	x.tellFaults(l.line, strayed != nil, looked)
	x.heap.spends(resultOwn)
	x.hasPrinted = x.hasPrinted || x.printed.Len() > 0
	x.afterLaunch(w, looked)
	x.ordersLaunch(s, l, looked)
	if k != nil {
		r.Launch = *k.launch // which can be executed again when the program is gone
	}
	if r.Counted == nil || !r.Counted.Program.ReadsClock() { // what it leaves in the L2 is not known
		x.gpu.global.ForgetL2()
	}
	end := x.book(s, pcie.KernelWork(r, r.Time+x.Device.LaunchOverhead*1e-6), pcie.Op{Result: r})
	for _, a := range x.managedOf(l.params) {
		a.managed.until, a.managed.kernel = end, fmt.Sprintf("%s (line %d)", l.kernel.Name, l.line)
	}
	x.launched = append(x.launched, launched{l.kernel.Name, l.line, end, x.printed.Len() > printed})
	return nil
}

// still returns the result of an equal launch, if another one would change nothing; nil otherwise.
func (x *process) still(l *launchCall, launch gpumodel.Launch, raw gpumodel.Raw) *gpumodel.Result {
	if x.always {
		return nil
	}
	return l.kernel.StillRaw(x.Device, launch, raw)
}

// launchOf returns a launch in the model's form.
func (x *process) launchOf(l *launchCall) gpumodel.Launch {
	return gpumodel.Launch{
		Grid: l.grid, Block: l.block, Shared: l.shared, MaxShared: x.kernelState(l.kernel).maxShared,
		Variables: x.gpu.variables[l.kernel.Module], Stdout: &x.printed,
	}
}

// checkLaunch returns the runtime's error for a launch before it runs: its code, and an error with the reason.
func (x *process) checkLaunch(l *launchCall, launch gpumodel.Launch) (int, error) {
	if x.NoImage != "" {
		return noBinary, errors.New(x.NoImage)
	}
	if err := l.kernel.CheckRaw(x.Device, launch); err != nil {
		return invalidValue, err
	}
	if p, err := l.kernel.Lower(x.ctx, x.Device); err == nil && l.shared+p.SharedBytes > x.mostShared(p, l.kernel) {
		return invalidValue, fmt.Errorf("a block would have %d bytes of shared memory, its own %d among them; it may have %d",
			l.shared+p.SharedBytes, p.SharedBytes, x.mostShared(p, l.kernel))
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
		x.finds(kindOf(err), "%s", x.faultOf(l, err))
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

// book issues an op to a stream at the present time and returns the time at which it ends, in seconds.
func (x *process) book(s *stream, w pcie.Work, op pcie.Op) (end float64) {
	x.heap.spends(opOwn)
	start, end := s.gpu.line.Issue(&s.Stream, w, x.now())
	x.run.Ops = append(x.run.Ops, pcie.Span{Issued: pcie.Issued{Op: op, Stream: s.number}, Start: start, End: end})
	return end
}

// atEnd reports what the program left undone: output of kernels that is lost, launches whose error nobody read, results nobody read.
func (x *process) atEnd(err error) {
	if x.printed.Len() > 0 {
		line := 0
		for _, k := range x.launched {
			if k.prints {
				line = k.line
			}
		}
		x.finds(Remark, "line %d: what this launch prints is lost, as on a GPU: main ends without cudaDeviceSynchronize() behind it", line)
	}
	if x.unchecked != 0 {
		x.finds(Remark, "the error of the launch in line %d was never asked for: call cudaGetLastError() behind a launch", x.unchecked)
	}
	if fault := (*scalar.Fault)(nil); errors.As(err, &fault) { // it did not come to the lines that read results and free memory
		return
	}
	if x.gpu.sticky == success {
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

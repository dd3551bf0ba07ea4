package host

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// The runtime of CUDA as version 13 behaves: which call returns which error, and which errors stay.

// Codes of errors (driver_types.h).
const (
	success           = 0
	invalidValue      = 1
	outOfMemory       = 2
	invalidDirection  = 21
	invalidDevice     = 101
	invalidHandle     = 400
	notReady          = 600
	illegalAddress    = 700
	deviceAssert      = 710
	misalignedAddress = 716
	launchFailure     = 719
)

// A gpu is what the runtime knows of the device.
type gpu struct {
	global      *memory.Global
	allocations map[uint64]*allocation // by address; those that were freed too
	used        int
	last        int          // what cudaGetLastError returns
	sticky      int          // what every call returns from now on
	printed     bytes.Buffer // by kernels, and not flushed so far
	streams     int64
	events      uint64
	unchecked   int // the line of a launch that failed, until somebody asks
}

// An allocation is memory of the GPU.
type allocation struct {
	buffer   *memory.Buffer
	size     int
	line     int
	freed    int             // the line of cudaFree
	variable string          // of the file; "" for cudaMalloc's
	managed  *scalar.Segment // for the host, if it may access the memory too
}

// holding is the allocation that has the bytes at an address, or nil.
func (g *gpu) holding(at uint64, n int) *allocation {
	for base, a := range g.allocations {
		if at >= base && at-base <= uint64(a.size) && uint64(a.size)-(at-base) >= uint64(n) && (n > 0 || at-base < uint64(a.size)) {
			return a
		}
	}
	return nil
}

// fails notes an error and returns it.
func (g *gpu) fails(code int) uint64 {
	if code != success {
		g.last = code
	}
	return uint64(code)
}

// flush prints what kernels have printed.
func (x *process) flush() {
	x.Stdout.Write(x.gpu.printed.Bytes())
	x.gpu.printed.Reset()
}

// launch executes a kernel<<<…>>>(…) of the host's.
func (x *process) launch(l *scalar.Launch) error {
	g := &x.gpu
	if g.sticky != success {
		g.last = g.sticky
		return nil
	}
	size := func(i int) gpumodel.Dim3 {
		return gpumodel.Dim3{X: int(uint32(l.Args[i])), Y: int(uint32(l.Args[i+1])), Z: int(uint32(l.Args[i+2]))}
	}
	launch := gpumodel.Launch{Grid: size(0), Block: size(3), Shared: int(uint32(l.Args[6])), Variables: x.variables, Stdout: &g.printed}
	m := x.program.Module
	if err := m.CheckRaw(x.Device, l.Kernel, launch); err != nil {
		g.last, g.unchecked = invalidValue, l.Line
		x.find("line %d: %s was not launched: %v", l.Line, l.Kernel, err)
		return nil
	}
	r, err := m.RunRaw(x.ctx, x.Device, l.Kernel, launch, gpumodel.Raw{Params: l.Args[8:], Global: g.global})
	if err != nil {
		if cause := context.Cause(x.ctx); cause != nil {
			return cause
		}
		return x.launchFailed(l, err)
	}
	x.book(int64(l.Args[7]), computeEngine, r.Time+x.Device.LaunchOverhead*1e-6, Op{Result: r})
	return nil
}

// launchFailed makes an error of the model what the runtime shows of it.
func (x *process) launchFailed(l *scalar.Launch, err error) error {
	x.gpu.sticky = illegalAddress
	switch text := err.Error(); {
	case strings.Contains(text, "misaligned"):
		x.gpu.sticky = misalignedAddress
	case strings.Contains(text, "assertion failed"):
		x.gpu.sticky = deviceAssert
	case !strings.Contains(text, "out of bounds"):
		x.gpu.sticky = launchFailure
	}
	if of := x.hostPointers(l); of != "" {
		x.find("line %d: %s accesses memory that the GPU does not have: %s", l.Line, l.Kernel, of)
		return nil
	}
	x.find("line %d: %s: %v", l.Line, l.Kernel, err)
	return nil
}

// hostPointers says which of a launch's arguments are addresses of the host.
func (x *process) hostPointers(l *scalar.Launch) string {
	for i, p := range l.Args[8:] {
		if b := x.heap.blocks[p]; b != nil {
			return fmt.Sprintf("value %d of its arguments is a pointer of the host (line %d); give it memory from cudaMalloc", i+1, b.line)
		}
		if p >= stackBase && x.heap.memory.Find(p) != nil {
			return fmt.Sprintf("value %d of its arguments points to a variable of the host; give it memory from cudaMalloc", i+1)
		}
	}
	return ""
}

// book puts an op on the timeline.
func (x *process) book(stream int64, engine int, seconds float64, op Op) (end float64) {
	start, end := x.clock.issue(stream, engine, seconds, x.machine.Steps)
	x.run.Ops = append(x.run.Ops, Span{Issued: Issued{Op: op, Stream: int(stream)}, Start: start, End: end})
	return end
}

// synchronize waits for the GPU.
func (x *process) synchronize() uint64 {
	x.clock.until(x.clock.latest, x.machine.Steps)
	x.flush()
	return x.gpu.fails(x.gpu.sticky)
}

// cudaMalloc gives out memory of the GPU.
func (x *process) cudaMalloc(to uint64, n, line int) uint64 {
	g := &x.gpu
	slot, ok := x.heap.memory.Bytes(to, 8)
	switch {
	case g.sticky != success:
		return g.fails(g.sticky)
	case !ok:
		x.find("line %d: cudaMalloc needs the address of a pointer as its first argument: write &p", line)
		return g.fails(invalidValue)
	case n == 0:
		memory.PutWord(slot, 8, 0)
		return success
	case n > 0 && g.used+n <= x.Device.MemoryMB<<20 && !x.heap.takes(n):
		x.find("line %d: cudaMalloc of %d bytes: this computer has no room for them: a program may hold %d MiB", line, n, x.heap.limit>>20)
		return g.fails(outOfMemory)
	case n < 0 || g.used+n > x.Device.MemoryMB<<20:
		x.find("line %d: cudaMalloc of %d bytes: %s has %d MiB, and %d MiB are in use", line, n, x.Device.Name, x.Device.MemoryMB, g.used>>20)
		return g.fails(outOfMemory)
	}
	b := memory.NewBuffer(n, nil)
	b.Name = fmt.Sprintf("array (line %d)", line)
	at := g.global.Map(b)
	g.allocations[at] = &allocation{buffer: b, size: n, line: line}
	g.used += n
	memory.PutWord(slot, 8, at)
	return success
}

// cudaMallocManaged gives out memory that host and GPU both reach. What it takes to move its pages is not modelled, and the run says so.
func (x *process) cudaMallocManaged(to uint64, n, line int) uint64 {
	code := x.cudaMalloc(to, n, line)
	slot, ok := x.heap.memory.Bytes(to, 8)
	if code != success || !ok || n == 0 {
		return code
	}
	at := memory.Word(slot, 8)
	a := x.gpu.allocations[at]
	a.managed = &scalar.Segment{Base: at, Data: a.buffer.Flat(), Name: a.buffer.Name}
	x.heap.memory.Add(a.managed)
	x.run.Managed = true
	return success
}

// cudaFree gives memory of the GPU back.
func (x *process) cudaFree(at uint64, line int) uint64 {
	g := &x.gpu
	x.synchronize()
	a := g.allocations[at]
	switch {
	case g.sticky != success:
		return g.fails(g.sticky)
	case at == 0:
		return success
	case a != nil && a.freed != 0:
		x.find("line %d: cudaFree of what was freed in line %d", line, a.freed)
		return g.fails(invalidValue)
	case a == nil || a.variable != "":
		x.find("line %d: cudaFree of what cudaMalloc has not returned%s", line, x.whose(at))
		return g.fails(invalidValue)
	}
	a.freed = line
	if a.managed != nil {
		x.heap.memory.Remove(at)
	}
	g.global.Unmap(a.buffer)
	g.used -= a.size
	x.heap.held -= a.size
	a.buffer = nil
	return success
}

// whose says what an address is.
func (x *process) whose(at uint64) string {
	if b := x.heap.blocks[at]; b != nil {
		return fmt.Sprintf(": it is memory of the host, from line %d", b.line)
	}
	if x.heap.memory.Find(at) != nil {
		return ": it is memory of the host"
	}
	if a := x.gpu.holding(at, 0); a != nil {
		return fmt.Sprintf(": it is memory of the GPU, from line %d", a.line)
	}
	return ""
}

// A place is where one side of a copy lies.
type place struct {
	at     uint64
	device *allocation
	base   uint64
	host   *scalar.Segment
}

func (x *process) placeOf(at uint64) (p place) {
	p.at = at
	p.host = x.heap.memory.Find(at)
	for base, a := range x.gpu.allocations {
		if at >= base && at-base < uint64(a.size) {
			p.device, p.base = a, base
			return p
		}
	}
	return p
}

// room is how many bytes there are from the place on.
func (p *place) room() int {
	switch {
	case p.host != nil:
		return len(p.host.Data) - int(p.at-p.host.Base)
	case p.device != nil && p.device.freed == 0:
		return p.device.size - int(p.at-p.base)
	}
	return 0
}

func (p *place) bytes(n int) []byte {
	if p.host != nil {
		return p.host.Data[p.at-p.host.Base:][:n]
	}
	return p.device.buffer.Flat()[p.at-p.base:][:n]
}

func (p *place) String() string {
	switch {
	case p.host != nil:
		return "the host"
	case p.device != nil && p.device.freed != 0:
		return fmt.Sprintf("the GPU, freed in line %d", p.device.freed)
	case p.device != nil:
		return "the GPU"
	case p.at == 0:
		return "nowhere: it is null"
	}
	return "nowhere"
}

var kinds = [...]string{"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"}

// cudaMemcpy copies, whatever the kind: in order, and at once for what the program can see.
func (x *process) cudaMemcpy(to, from uint64, n, kind int, stream int64, async bool, line int) uint64 {
	g := &x.gpu
	if g.sticky != success {
		return g.fails(g.sticky)
	}
	if kind < 0 || kind >= len(kinds) {
		x.find("line %d: cudaMemcpy of kind %d, which there is not", line, kind)
		return g.fails(invalidDirection)
	}
	if n == 0 {
		return success
	}
	d, s := x.placeOf(to), x.placeOf(from)
	onHost, onGPU := func(p *place) bool { return p.host != nil }, func(p *place) bool { return p.device != nil }
	wrong := kind == 1 && (!onGPU(&d) || !onHost(&s)) || kind == 2 && (!onHost(&d) || !onGPU(&s)) || kind == 3 && (!onGPU(&d) || !onGPU(&s))
	switch {
	case wrong || d.room() == 0 || s.room() == 0:
		x.find("line %d: cudaMemcpy with %s, but the destination is on %v and the source on %v", line, kinds[kind], &d, &s)
		return g.fails(invalidValue)
	case d.room() < n || s.room() < n:
		x.find("line %d: cudaMemcpy of %d bytes, but the destination has room for %d and the source has %d", line, n, d.room(), s.room())
		return g.fails(invalidValue)
	}
	x.flush()
	copy(d.bytes(n), s.bytes(n))
	if d.host == nil && s.host == nil {
		seconds := 2 * float64(n) / (x.Device.BandwidthGBps() * 1e9)
		x.book(stream, computeEngine, seconds, Op{Transfer: &Transfer{Device: x.Device, Bytes: n, Time: seconds}})
		return success
	}
	if d.host != nil && s.host != nil {
		return success
	}
	side, engine := &s, uploadEngine
	if d.host != nil {
		side, engine = &d, downloadEngine
	}
	pinned := false
	if b := x.heap.blocks[side.host.Base]; b != nil {
		pinned = b.pinned
	}
	t, err := NewTransfer(x.ctx, x.Device, n, engine == uploadEngine, pinned)
	if err != nil {
		return g.fails(invalidValue)
	}
	end := x.book(stream, engine, t.Time, Op{Transfer: t})
	if !async || !pinned {
		x.clock.until(end, x.machine.Steps)
	}
	return success
}

// cudaMemset fills memory of the GPU.
func (x *process) cudaMemset(at uint64, value byte, n int, stream int64, line int) uint64 {
	g := &x.gpu
	if g.sticky != success {
		return g.fails(g.sticky)
	}
	if n == 0 {
		return success
	}
	p := x.placeOf(at)
	if p.device == nil || p.room() < n {
		x.find("line %d: cudaMemset of %d bytes on %v, where there is room for %d", line, n, &p, p.room())
		return g.fails(invalidValue)
	}
	data := p.bytes(n)
	for i := range data {
		data[i] = value
	}
	seconds := float64(n) / (x.Device.BandwidthGBps() * 1e9)
	x.book(stream, computeEngine, seconds, Op{Transfer: &Transfer{Device: x.Device, Bytes: n, Time: seconds}})
	return success
}

// atEnd says what the program has left.
func (x *process) atEnd(err error) {
	if x.gpu.printed.Len() > 0 {
		x.find("what kernels printed last is lost, as on a GPU: main ended without cudaDeviceSynchronize() behind the launch")
	}
	if x.gpu.unchecked != 0 {
		x.find("the error of the launch in line %d was never asked for: call cudaGetLastError() behind a launch", x.gpu.unchecked)
	}
	for _, a := range x.gpu.allocations {
		if a.freed == 0 && a.variable == "" && x.gpu.sticky == success {
			x.run.Leaks = append(x.run.Leaks, Leak{a.line, a.size})
		}
	}
	sortLeaks(x.run.Leaks)
}

// property is what cudaGetDeviceProperties says of a device, by our own numbers.
func property(d *device.Device, n int) uint64 {
	var major, minor int
	fmt.Sscanf(d.ComputeCapability, "%d.%d", &major, &minor)
	values := [...]int{
		d.MemoryMB << 20, d.MaxSharedPerBlock, d.RegistersPerSM, d.MaxThreadsPerBlock, d.MaxGridX, int(d.ClockMHz * 1000), major, minor, d.SMs, 2,
		int(d.MemoryClockMHz * 1000), d.MemoryBusBits, d.L2KB << 10, d.MaxWarpsPerSM * 32, d.SharedPerSM, max(d.MaxSharedPerBlock, d.MaxSharedOptIn), d.MaxBlocksPerSM,
	}
	return uint64(values[n])
}

//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"unsafe"
)

// chunk is how much of an array is in the worker's own memory at a time.
const chunk = 8 << 20

// A launching is a launch with its memory.
type launching struct {
	*server
	*Launch
	f      *loaded
	own    []uint64 // addresses of the arrays
	frees  []func()
	buffer []byte
	events [][2]uintptr
}

// launch runs a launch: once on its own arrays, whose contents go back, then over
// and over on copies for its time.
func (s *server) launch(l *Launch) error {
	f, err := s.function(&l.Build)
	if err != nil {
		return err
	}
	if len(l.Variables) != len(f.variables) {
		return fmt.Errorf("%d variables for %d", len(l.Variables), len(f.variables))
	}
	x := &launching{server: s, Launch: l, f: f, buffer: make([]byte, chunk)}
	defer x.free()
	return x.run()
}

func (x *launching) free() {
	for _, f := range x.frees {
		f()
	}
}

func (x *launching) run() error {
	if err := x.allowShared(); err != nil {
		return err
	}
	if err := x.phase(phaseCopy); err != nil {
		return err
	}
	for i, a := range x.Arrays {
		address, err := x.alloc(a.Bytes, a.Mapped, fmt.Sprintf("array %d of the launch", i+1))
		if err != nil {
			return err
		}
		x.own = append(x.own, address)
	}
	if err := x.reply(&reply{Kind: "ready"}); err != nil {
		return err
	}
	if err := x.receive(); err != nil {
		return err
	}
	t := newTimer(x)
	if err := t.save(); err != nil {
		return err
	}
	if err := x.phase(phaseLaunch); err != nil {
		return err
	}
	once, err := x.once()
	if err != nil {
		return err
	}
	done := &reply{Kind: "done", Function: &x.f.Function, Times: []float64{once}}
	var blocks int32
	if x.cuda.occupancy(&blocks, x.f.function, int32(x.Block[0]*x.Block[1]*x.Block[2]), uint64(x.Shared)) == 0 {
		done.Blocks = int(blocks)
	}
	results, err := x.results()
	if err != nil {
		return err
	}
	for _, r := range results {
		done.Sizes = append(done.Sizes, r.bytes)
	}
	if !x.Once && !t.single {
		if err := x.phase(phaseRepeat); err != nil {
			return err
		}
		if done.Times, err = t.repeat(once); err != nil {
			return err
		}
		done.Warm = true
	}
	if err := x.reply(done); err != nil {
		return err
	}
	for _, r := range results {
		if err := x.give(r); err != nil {
			return err
		}
	}
	return x.replies.Flush()
}

// allowShared asks for more dynamic shared memory than every launch may have.
func (x *launching) allowShared() error {
	if x.Shared+x.f.StaticShared <= x.card.Attributes["max_shared_per_block"] {
		return nil
	}
	return x.cuda.check(x.cuda.funcSetAttribute(x.f.function, attributeDynamicShared, int32(x.Shared)),
		fmt.Sprintf("asking for %d bytes of dynamic shared memory", x.Shared))
}

// Flags of cuMemHostAlloc.
const hostAllocMapped = 2

// alloc allocates memory of the GPU, or of the host in its reach, until the launch is over.
func (x *launching) alloc(bytes int64, mapped bool, what string) (address uint64, err error) {
	size := uint64(max(1, bytes))
	if mapped {
		var pointer uintptr
		if err := x.cuda.check(x.cuda.memHostAlloc(&pointer, size, hostAllocMapped), what); err != nil {
			return 0, err
		}
		x.frees = append(x.frees, func() { x.cuda.memFreeHost(pointer) })
		return address, x.cuda.check(x.cuda.memHostAddr(&address, pointer, 0), what)
	}
	if code := x.cuda.memAlloc(&address, size); code != 0 {
		e := x.cuda.error(code, fmt.Sprintf("allocating %d bytes (%s)", bytes, what))
		var free, total uint64
		if x.cuda.memGetInfo(&free, &total) == 0 {
			e.Msg += fmt.Sprintf(": %d of %d MiB of the GPU's memory are free", free>>20, total>>20)
		}
		return 0, e
	}
	x.frees = append(x.frees, func() { x.cuda.memFree(address) })
	return address, nil
}

// receive fills the arrays and the variables.
func (x *launching) receive() error {
	for i, a := range x.Arrays {
		if a.Blank {
			if err := x.cuda.check(x.cuda.memset(x.own[i], 0, uint64(max(1, a.Bytes)), 0), "clearing an array"); err != nil {
				return err
			}
			continue
		}
		if err := x.fill(x.own[i], a.Bytes); err != nil {
			return err
		}
	}
	for i, v := range x.Variables {
		if uint64(v.Bytes) != x.f.sizes[i] {
			return fmt.Errorf("%s has %d bytes for the compiler, and %d here", x.Build.Variables[i], x.f.sizes[i], v.Bytes)
		}
		if err := x.fill(x.f.variables[i], int64(v.Bytes)); err != nil {
			return err
		}
	}
	return x.sync("copying arrays to the GPU")
}

// fill copies from the pipe to memory of the GPU.
func (x *launching) fill(to uint64, bytes int64) error {
	for at := int64(0); at < bytes; {
		part := x.buffer[:min(int64(len(x.buffer)), bytes-at)]
		if _, err := io.ReadFull(x.orders, part); err != nil {
			return err
		}
		if err := x.cuda.check(x.cuda.copyHtoD(to+uint64(at), &part[0], uint64(len(part))), "copying an array to the GPU"); err != nil {
			return err
		}
		at += int64(len(part))
	}
	return nil
}

// sync waits for the GPU.
func (x *launching) sync(what string) error { return x.cuda.check(x.cuda.ctxSynchronize(), what) }

// once runs the kernel on its own arrays and returns its seconds.
func (x *launching) once() (float64, error) {
	params, textures, err := x.params(x.own)
	if err != nil {
		return 0, err
	}
	defer textures()
	events, err := x.event(0)
	if err != nil {
		return 0, err
	}
	if err := x.mark(markBegin); err != nil {
		return 0, err
	}
	err = x.enqueue(params, events)
	if err == nil {
		err = x.sync("")
	}
	if failed := x.mark(markEnd); failed != nil && err == nil {
		err = failed
	}
	if err != nil {
		return 0, err
	}
	return x.elapsed(events)
}

// event is the i-th pair of events.
func (x *launching) event(i int) ([2]uintptr, error) {
	for len(x.events) <= i {
		var pair [2]uintptr
		for j := range pair {
			if err := x.cuda.check(x.cuda.eventCreate(&pair[j], 0), "making an event"); err != nil {
				return pair, err
			}
			event := pair[j]
			x.frees = append(x.frees, func() { x.cuda.eventDestroy(event) })
		}
		x.events = append(x.events, pair)
	}
	return x.events[i], nil
}

func (x *launching) elapsed(events [2]uintptr) (float64, error) {
	var ms float32
	err := x.cuda.check(x.cuda.eventElapsed(&ms, events[0], events[1]), "reading the time")
	return float64(ms) * 1e-3, err
}

// enqueue launches the kernel between two events.
func (x *launching) enqueue(params []byte, events [2]uintptr) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pointers := make([]unsafe.Pointer, len(x.Offsets)+1) // never empty
	for i, offset := range x.Offsets {
		pointers[i] = unsafe.Pointer(&params[offset])
		pin.Pin(&params[offset])
	}
	pin.Pin(&pointers[0])
	if err := x.cuda.check(x.cuda.eventRecord(events[0], 0), ""); err != nil {
		return err
	}
	code := x.cuda.launchKernel(x.f.function, uint32(x.Grid[0]), uint32(x.Grid[1]), uint32(x.Grid[2]),
		uint32(x.Block[0]), uint32(x.Block[1]), uint32(x.Block[2]), uint32(x.Shared), 0, unsafe.Pointer(&pointers[0]), nil)
	if err := x.cuda.check(code, ""); err != nil {
		return err
	}
	return x.cuda.check(x.cuda.eventRecord(events[1], 0), "")
}

// params puts addresses of arrays and texture objects into the parameters. done lets
// the texture objects go.
func (x *launching) params(arrays []uint64) (params []byte, done func(), err error) {
	params = append(params, x.Params...)
	for _, p := range x.Pointers {
		binary.LittleEndian.PutUint64(params[p.Offset:], arrays[p.Array]+uint64(p.At))
	}
	var objects []*textureObject
	done = func() {
		for _, o := range objects {
			o.destroy()
		}
	}
	for i := range x.Textures {
		o, err := x.texture(&x.Textures[i], arrays[x.Textures[i].Array])
		if err != nil {
			done()
			return nil, nil, err
		}
		objects = append(objects, o)
		binary.LittleEndian.PutUint64(params[x.Textures[i].Offset:], o.object)
	}
	return params, done, nil
}

// A result is memory that goes back: held by the host, because repetitions change it.
type result struct {
	bytes int64
	data  []byte
	at    uint64
}

// results are the wanted arrays and the written variables. They are copied off the
// GPU now if the repetitions are about to change them.
func (x *launching) results() ([]result, error) {
	var all []result
	for i, a := range x.Arrays {
		if a.Wanted {
			all = append(all, result{bytes: a.Bytes, at: x.own[i]})
		}
	}
	for i, v := range x.Variables {
		if v.Written {
			r := result{bytes: int64(v.Bytes), data: make([]byte, v.Bytes)}
			if err := x.cuda.check(x.cuda.copyDtoH(&r.data[0], x.f.variables[i], uint64(v.Bytes)), "reading "+x.Build.Variables[i]); err != nil {
				return nil, err
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// give writes a result to the pipe.
func (x *launching) give(r result) error {
	if r.data != nil {
		_, err := x.replies.Write(r.data)
		return err
	}
	for at := int64(0); at < r.bytes; {
		part := x.buffer[:min(int64(len(x.buffer)), r.bytes-at)]
		if err := x.cuda.check(x.cuda.copyDtoH(&part[0], r.at+uint64(at), uint64(len(part))), "copying an array from the GPU"); err != nil {
			return err
		}
		if _, err := x.replies.Write(part); err != nil {
			return err
		}
		at += int64(len(part))
	}
	return nil
}

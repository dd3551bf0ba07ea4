package pcie

import (
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// A Kind says which unit of a GPU does a work.
type Kind uint8

const (
	Marker   Kind = iota // takes no time and no unit: an event
	Compute              // a kernel, a fill, a copy within the GPU
	Upload               // a copy to the device
	Download             // a copy to the host
)

// A Work is something that a stream does.
type Work struct {
	Kind    Kind
	Seconds float64 // that it takes alone
	// Of a Compute: Blocks are its thread blocks, Fit is how many of such blocks the GPU holds at once.
	Blocks, Fit int
}

// KernelWork is the launch of a kernel that takes so many seconds alone.
func KernelWork(r *gpumodel.Result, seconds float64) Work {
	return Work{Kind: Compute, Seconds: seconds, Blocks: r.Launch.Grid.Count(), Fit: r.Device.SMs * r.Occupancy.BlocksPerSM}
}

// MemoryWork is a fill or a copy within the GPU, which moves so many bytes. By Little's law it keeps the memory busy with the bytes
// that come within one latency; fewer leave room for others.
func MemoryWork(d *device.Device, bytes int, seconds float64) Work {
	latency := float64(d.MemoryLatencyClocks) / (d.ClockMHz * 1e6)
	return Work{Kind: Compute, Seconds: seconds, Blocks: bytes, Fit: int(latency * d.BandwidthGBps() * 1e9)}
}

// share is the part of the GPU's room that a work can use, and least the part without which it cannot begin.
func (w *Work) share() (share, least float64) {
	if w.Blocks >= w.Fit {
		share = 1
	} else {
		share = float64(w.Blocks) / float64(w.Fit)
	}
	return share, min(share, 1/float64(max(1, w.Fit)))
}

// A Stream is a queue of a GPU. Its works run in their order.
type Stream struct {
	Default     bool // waits for all blocking streams, and they for it
	Nonblocking bool // takes no part in that
	// End is when the last work ends, in seconds.
	End    float64
	kernel float64 // when the last work ends if it is a Compute and no copy, otherwise 0
}

// Wait lets the next work of the stream begin at t seconds or later, as cudaStreamWaitEvent does.
func (s *Stream) Wait(t float64) { s.End = max(s.End, t) }

// A Scheduler is the time line of a GPU.
type Scheduler struct {
	device   *device.Device
	kernels  load
	engines  [2]engine // of copies
	begun    float64   // when the last kernel began that was issued
	started  float64   // when all blocks of the kernels that were issued have started
	held     float64   // before which no later kernel begins: see check
	defaults float64   // when the last work ends of the default stream
	blocking float64   // when the last work ends of the blocking streams
	latest   float64   // when the last work ends of all streams
}

// NewScheduler returns the time line of a GPU that has done nothing.
func NewScheduler(d *device.Device) *Scheduler { return &Scheduler{device: d} }

// Latest is when the last work ends of all streams, in seconds.
func (x *Scheduler) Latest() float64 { return x.latest }

// Reached is when the GPU is done with all that a stream waits for, in seconds.
func (x *Scheduler) Reached(s *Stream) float64 {
	if s.Default {
		return max(s.End, x.blocking)
	}
	return s.End
}

// Issue puts a work into a stream at now, which is the time of the host, and returns when the GPU begins it and ends it. The host's
// time never goes back from one call to the next.
func (x *Scheduler) Issue(s *Stream, w Work, now float64) (start, end float64) {
	ready := max(now, x.Reached(s))
	if !s.Default && !s.Nonblocking {
		ready = max(ready, x.defaults)
	}
	if w.Kind == Upload || w.Kind == Download {
		ready = x.check(s, ready, now)
	}
	start, end = x.place(w, ready, now)
	x.Extend(s, end)
	switch w.Kind {
	case Upload, Download:
		s.kernel = 0
	case Compute:
		s.kernel = end
		waiting := max(0, 1-float64(w.Fit)/float64(w.Blocks)) // the part of the blocks for which there is no room at first
		x.started = max(x.started, start+(end-start)*waiting)
	}
	return start, end
}

// check returns when a copy may begin, where the host feeds a GPU with concurrent kernels through one queue: behind a kernel of its
// stream it waits until all blocks of all kernels issued before have started, and no later kernel begins before that kernel has ended.
//
// Source: CUDA C Programming Guide 5.5, section 3.2.5.5.4, Implicit Synchronization, for compute capability 3.0 and lower. It says so of
// any other operation of the stream; events are left out here, since concurrentKernels of NVIDIA's samples records one behind each kernel.
func (x *Scheduler) check(s *Stream, ready, now float64) float64 {
	if x.device.WorkQueues > 1 || x.device.ConcurrentKernels == 1 || s.kernel <= now {
		return ready
	}
	x.held = max(x.held, s.kernel)
	return max(ready, x.started)
}

// Extend makes a stream end at t seconds at the earliest: what was done on its behalf in streams of its own is a part of it.
func (x *Scheduler) Extend(s *Stream, t float64) {
	s.End, x.latest = max(s.End, t), max(x.latest, t)
	switch {
	case s.Default:
		x.defaults = max(x.defaults, t)
	case !s.Nonblocking:
		x.blocking = max(x.blocking, t)
	}
}

// place finds the time of a work that may begin when it is ready.
func (x *Scheduler) place(w Work, ready, now float64) (start, end float64) {
	d := x.device
	switch {
	case w.Kind == Marker:
		return ready, ready
	case w.Kind == Compute:
	case d.CopyEngines == 0: // the copy is the only thing that the GPU does
		w = Work{Kind: Compute, Seconds: w.Seconds, Blocks: 1, Fit: 1}
	default:
		i := 0
		if w.Kind == Download && d.CopyEngines > 1 {
			i = 1
		}
		return x.engines[i].place(ready, now, w.Seconds, d.WorkQueues == 1)
	}
	if d.WorkQueues == 1 {
		ready = max(ready, x.begun, x.held)
	}
	start, end = x.kernels.place(ready, now, w, d.ConcurrentKernels)
	x.begun = max(x.begun, start)
	return start, end
}

// An engine does one copy after the other.
type engine struct {
	busy []interval // in their order
	free float64    // when the last copy ends
}

type interval struct{ start, end float64 }

// place takes the first gap that is long enough from ready on. If inOrder, no copy overtakes one that was issued before.
func (e *engine) place(ready, now, seconds float64, inOrder bool) (start, end float64) {
	e.busy = slices.Delete(e.busy, 0, e.after(now))
	i, start := e.after(ready), ready
	if inOrder {
		i, start = len(e.busy), max(ready, e.free)
	}
	for ; i < len(e.busy) && e.busy[i].start < start+seconds; i++ {
		start = max(start, e.busy[i].end)
	}
	end = start + seconds
	e.busy, e.free = slices.Insert(e.busy, i, interval{start, end}), max(e.free, end)
	return start, end
}

// after is the first copy that ends later than t.
func (e *engine) after(t float64) int {
	i, _ := slices.BinarySearchFunc(e.busy, t, func(b interval, t float64) int {
		if b.end <= t {
			return -1
		}
		return 1
	})
	return i
}

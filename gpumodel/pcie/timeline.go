package pcie

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
)

// An Op is something that a stream does: a copy or a kernel.
type Op struct {
	Transfer *Transfer        // nil for a kernel
	Result   *gpumodel.Result // of the kernel
	What     string           // of what is neither a kernel nor a copy between host and GPU; empty for these
}

// Name is what the op is called in a table.
func (o Op) Name() string {
	switch {
	case o.What != "":
		return o.What
	case o.Transfer == nil && o.Result.Kernel.Library():
		name, _, _ := strings.Cut(o.Result.Kernel.Name, "<") // its arguments are types of the library's own
		return name
	case o.Transfer == nil:
		return o.Result.Kernel.Name
	case o.Transfer.ToDevice:
		return "copy to device"
	}
	return "copy to host"
}

// Time is the op's duration in seconds.
func (o Op) Time() float64 {
	if o.Transfer != nil {
		return o.Transfer.Time
	}
	return o.Result.Time
}

func (o Op) device() *device.Device {
	if o.Transfer != nil {
		return o.Transfer.Device
	}
	return o.Result.Device
}

// An Issued op is one that the host has put into a stream.
type Issued struct {
	Op
	Stream int
	Chunk  int // of the data, from 0
}

// A Span is an op with its time on the GPU, in seconds from the start.
type Span struct {
	Issued
	Start, End float64
	Overlapped float64 // part of it during which another op ran
}

// A Timeline is the order in which a GPU did what streams asked for.
type Timeline struct {
	Device *device.Device
	Spans  []Span  // in the order in which they were issued
	Time   float64 // from the first start to the last end
	Serial float64 // what it would take one after the other
}

// Uncertainty is by what part of Time the end may be earlier or later, if the times of all kernels, which
// are of samples, are off in the same direction.
func (t *Timeline) Uncertainty() float64 {
	off := 0.0
	for _, s := range t.Spans {
		if s.Result != nil {
			off += s.Result.Uncertainty * s.Result.Time
		}
	}
	return off / t.Time
}

// Schedule runs ops in the order in which the host issues them, by a [Scheduler]. A copy of pageable memory is synchronous: it
// waits for all that was issued before, and the host issues nothing until it is done (CUDA C Programming Guide 3.2, section 3.2.7).
// It is an error if an op was timed on another device.
func Schedule(d *device.Device, issued []Issued) (*Timeline, error) {
	t, x := &Timeline{Device: d}, NewScheduler(d)
	streams := map[int]*Stream{}
	host := 0.0 // when it goes on issuing
	for _, op := range issued {
		if got := op.device().Name; got != d.Name {
			return nil, fmt.Errorf("%s was timed on %s, not on %s", op.Name(), got, d.Name)
		}
		s := streams[op.Stream]
		if s == nil {
			s = &Stream{Nonblocking: true}
			streams[op.Stream] = s
		}
		synchronous := op.Transfer != nil && !op.Transfer.Pinned
		if synchronous {
			host = max(host, x.Latest())
		}
		start, end := x.Issue(s, op.work(), host)
		if synchronous {
			host = end
		}
		t.Serial += op.Time()
		t.Spans = append(t.Spans, Span{Issued: op, Start: start, End: end})
	}
	t.Time = x.Latest()
	t.measureOverlap()
	return t, nil
}

// work is what the scheduler has to know of an op of a pipeline.
func (o *Op) work() Work {
	switch {
	case o.Transfer == nil:
		return KernelWork(o.Result, o.Result.Time)
	case o.Transfer.ToDevice:
		return Work{Kind: Upload, Seconds: o.Transfer.Time}
	}
	return Work{Kind: Download, Seconds: o.Transfer.Time}
}

// measureOverlap finds for each span how long others ran beside it.
func (t *Timeline) measureOverlap() {
	byStart := make([]int, len(t.Spans))
	for i := range byStart {
		byStart[i] = i
	}
	slices.SortFunc(byStart, func(a, b int) int { return cmp.Compare(t.Spans[a].Start, t.Spans[b].Start) })
	for i := range t.Spans {
		s := &t.Spans[i]
		covered := s.Start // up to here it is counted
		for _, j := range byStart {
			other := &t.Spans[j]
			if from, to := max(covered, other.Start), min(s.End, other.End); j != i && to > from {
				s.Overlapped += to - from
				covered = to
			}
		}
	}
}

// Order is how the host issues the ops of several chunks of data.
type Order uint8

const (
	// BreadthFirst issues each op for one chunk of every stream before the next op.
	BreadthFirst Order = iota
	// DepthFirst issues all ops of a chunk before those of the next one.
	DepthFirst
)

// Issue repeats ops for every chunk; the chunks take the streams in turn.
func Issue(ops []Op, chunks, streams int, order Order) []Issued {
	var issued []Issued
	for first := 0; first < chunks; first += streams {
		round := min(streams, chunks-first)
		for i := range round * len(ops) {
			op, chunk := i/round, first+i%round
			if order == DepthFirst {
				op, chunk = i%len(ops), first+i/len(ops)
			}
			issued = append(issued, Issued{ops[op], chunk % streams, chunk})
		}
	}
	return issued
}

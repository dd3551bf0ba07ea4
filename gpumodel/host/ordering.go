package host

import (
	"fmt"
	"slices"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/scalar"
)

// CUDA promises no order between the work of two streams, or between a stream and the host, but for what a program asks for. Here data
// follow the order of issue, so a program that asks for too little computes what it should. An ordering finds that out by vector
// clocks: each stream counts its work, and everything that orders work passes on what is known to be done. Two accesses of the same
// bytes, at least one of which changes them, of which neither knows the other, are a finding.
//
// It is never wrong about programs that are right: what is not known is left out. Of a kernel it knows the bytes that the checker saw it
// touch, so not those of launches that nobody looked at.

// An ordering is what a program's streams and its host know of each other's work.
type ordering struct {
	off      bool // a second GPU is at work, or there are too many streams: nothing is known any more
	gpu      *gpu
	lanes    []*lane
	host     vectorClock         // what the host has waited for
	fence    vectorClock         // what is done before all work that is issued from now on
	accesses map[uint64][]access // by the address of the memory
	told     map[[2]int]bool     // pairs of lines
	watched  []uint64            // page-locked memory that a copy writes for which the host may not have waited
	parked   map[uint64]*scalar.Segment
}

// A lane is the work of a stream, in its order.
type lane struct {
	number      int // in ordering.lanes
	stream      int // number of the stream: 0 is the default one
	blocking    bool
	vectorClock vectorClock
}

// A vectorClock is how much of the work of each lane is known to be done.
type vectorClock []int

// join adds what others know.
func (k *vectorClock) join(other vectorClock) {
	for len(*k) < len(other) {
		*k = append(*k, 0)
	}
	for i, n := range other {
		(*k)[i] = max((*k)[i], n)
	}
}

// of is how much of a lane's work is known.
func (k vectorClock) of(lane int) int {
	if lane < len(k) {
		return k[lane]
	}
	return 0
}

// An accessKind is what is done to memory. Those of equal kinds but writes need no order.
type accessKind uint8

const (
	readsBytes accessKind = iota
	writesBytes
	updatesBytes // by atomics
)

func (k accessKind) String() string { return [...]string{"reads", "writes", "changes"}[k] }

func (k accessKind) meets(other accessKind) bool { return k == writesBytes || k != other }

// An access is what a work of a lane did to some bytes of an allocation.
type access struct {
	lane   *lane
	at     int // the how manieth work of the lane
	kind   accessKind
	ranges []memory.Range // in ascending order
	line   int
	what   string
}

// Limits of what is kept: of one allocation, of one access, and of streams. What is beyond is not looked at.
const (
	mostAccesses = 64
	mostRanges   = 1 << 12
	mostLanes    = 256
)

// begins says that work begins in a stream: all that CUDA orders before it is done. It returns nil where nothing is known.
func (o *ordering) begins(s *stream) *lane {
	if o.gpu == nil {
		o.gpu = s.gpu
	}
	if s.lane == nil && len(o.lanes) < mostLanes {
		s.lane = &lane{number: len(o.lanes), stream: s.number, blocking: !s.Nonblocking && !s.Default}
		o.lanes = append(o.lanes, s.lane)
	}
	if o.off = o.off || s.gpu != o.gpu || s.lane == nil; o.off {
		return nil
	}
	l := s.lane
	l.vectorClock.join(o.host)
	l.vectorClock.join(o.fence)
	for _, other := range o.lanes { // the legacy default stream waits for those that are not cudaStreamNonBlocking, and they for it
		if s.Default && other.blocking || l.blocking && other == s.gpu.null.lane {
			l.vectorClock.join(other.vectorClock)
		}
	}
	for len(l.vectorClock) <= l.number {
		l.vectorClock = append(l.vectorClock, 0)
	}
	l.vectorClock[l.number]++
	return l
}

// records is the clock of an event that is recorded in a stream.
func (o *ordering) records(s *stream) vectorClock {
	if l := o.begins(s); l != nil {
		return slices.Clone(l.vectorClock)
	}
	return nil
}

// follows says that a stream waits for what others know.
func (o *ordering) follows(s *stream, k vectorClock) {
	if l := o.begins(s); l != nil {
		l.vectorClock.join(k)
	}
}

// waitsFor says that the host has waited for a stream.
func (o *ordering) waitsFor(s *stream) {
	if l := o.begins(s); l != nil {
		o.host.join(l.vectorClock)
	}
}

// waitsForAll says that the host has waited for the GPU.
func (o *ordering) waitsForAll() {
	for _, l := range o.lanes {
		o.host.join(l.vectorClock)
	}
}

// separates says that no work from now on begins before that up to now is done: memory of a GPU, or page-locked memory, is given out
// (CUDA C++ Programming Guide 12, Implicit Synchronization).
func (o *ordering) separates() {
	for _, l := range o.lanes {
		o.fence.join(l.vectorClock)
	}
}

// forget drops what was done to memory that is given back.
func (o *ordering) forget(at uint64) {
	delete(o.accesses, at)
	o.watched = slices.DeleteFunc(o.watched, func(base uint64) bool { return base == at })
}

// known says whether the host has waited for an access.
func (o *ordering) known(a *access) bool { return o.host.of(a.lane.number) >= a.at }

// orders notes an access by the latest work of a lane, and tells what it should have waited for.
func (x *process) orders(l *lane, at uint64, a access) {
	o := &x.ordering
	if l == nil || o.off || x.Checking == CheckNone || len(a.ranges) == 0 {
		return
	}
	if a.lane, a.at = l, l.vectorClock[l.number]; len(a.ranges) > mostRanges {
		a.ranges = a.ranges[:mostRanges]
	}
	list := slices.DeleteFunc(o.accesses[at], func(b access) bool {
		return o.known(&b) || b.lane == l && b.kind == a.kind && slices.Equal(b.ranges, a.ranges)
	})
	for i := range list {
		if b := &list[i]; a.kind.meets(b.kind) && b.at > l.vectorClock.of(b.lane.number) && meet(a.ranges, b.ranges) {
			x.unordered(at, &a, b)
		}
	}
	if o.accesses == nil {
		o.accesses = map[uint64][]access{}
	}
	o.accesses[at] = append(list[max(0, len(list)+1-mostAccesses):], a)
	if b := x.heap.blocks[at]; b != nil && a.kind == writesBytes && !slices.Contains(o.watched, at) {
		o.watched = append(o.watched, at)
	}
}

// meet reports whether lists of ranges have a byte in common.
func meet(a, b []memory.Range) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].To <= b[0].From:
			a = a[1:]
		case b[0].To <= a[0].From:
			b = b[1:]
		default:
			return true
		}
	}
	return false
}

// unordered tells of an access that should have waited for an earlier one, once for a pair of lines.
func (x *process) unordered(at uint64, a, before *access) {
	if x.untold(a.line, before.line) {
		x.find("line %d: %s in %v %v %s, which %s of line %d %s in %v, and nothing orders the two: a card may run them in any order. "+
			"Record an event behind line %d (cudaEventRecord) and let %v wait for it (cudaStreamWaitEvent), or call cudaStreamSynchronize "+
			"between them", a.line, a.what, a.lane, a.kind, x.memoryName(at), before.what, before.line, before.kind, before.lane,
			before.line, a.lane)
	}
}

// untold reports whether nothing was told of a pair of lines; from now on it was.
func (x *process) untold(line, before int) bool {
	o, pair := &x.ordering, [2]int{line, before}
	if o.told == nil {
		o.told = map[[2]int]bool{}
	}
	known := o.told[pair]
	o.told[pair], x.run.Faulty = true, true
	return !known
}

func (l *lane) String() string {
	if l.stream == 0 {
		return "the default stream"
	}
	return fmt.Sprintf("stream %d", l.stream)
}

// memoryName names what begins at an address.
func (x *process) memoryName(at uint64) string {
	if a := x.allocations.at(at); a != nil {
		return x.arrayName(a)
	}
	b := x.heap.blocks[at]
	return called(x.hostName(b), "the page-locked memory") + fmt.Sprintf(" (line %d)", b.line)
}

// hostName is the name of page-locked memory; "" if it has none.
func (x *process) hostName(b *block) string {
	for _, function := range []string{"cudaMallocHost", "cudaHostAlloc"} {
		if name := x.named(site{b.line, b.column}, function); name != "" {
			return name
		}
	}
	return ""
}

// key is the address of the memory that a place is in, and where in it the place is; ok is false for memory that no stream shares.
func (p *place) key() (base uint64, at int, ok bool) {
	switch {
	case p.device != nil:
		return p.device.base, int(p.at - p.device.base), true
	case p.host != nil && p.pinned:
		return p.host.Base, int(p.at - p.host.Base), true
	}
	return 0, 0, false
}

// rowsOf are the bytes of rows from a place on; nil if there are too many.
func (s *side) rowsOf(from, width, height, depth int) (list []memory.Range) {
	if height*depth > mostRanges {
		return nil
	}
	for z := range depth {
		for y := range height {
			at := from + (z*s.rows+y)*s.pitch
			list = memory.Joined(list, memory.Range{From: at, To: at + width})
		}
	}
	return list
}

// ordersCopy notes a copy in a stream. A copy between pageable memory and a GPU begins when the stream is done with what it has, and
// the host goes on when it has its own side (CUDA Runtime API, API synchronization behavior).
func (x *process) ordersCopy(q *stream, c *boxCopy, d, s *place) {
	fromHost, toHost := s.host != nil, d.host != nil
	if fromHost && toHost {
		return
	}
	if c.async && fromHost && !s.pinned {
		x.ordering.waitsFor(q)
	}
	l := x.ordering.begins(q)
	if base, at, ok := s.key(); ok {
		x.orders(l, base, access{kind: readsBytes, ranges: c.from.rowsOf(at, c.width, c.height, c.depth), line: c.line, what: "the copy"})
	}
	if base, at, ok := d.key(); ok {
		x.orders(l, base, access{kind: writesBytes, ranges: c.to.rowsOf(at, c.width, c.height, c.depth), line: c.line, what: "the copy"})
	}
	if l != nil && (!c.async && (fromHost || toHost) || toHost && !d.pinned) {
		x.ordering.host.join(l.vectorClock)
	}
}

// ordersFill notes a fill in a stream.
func (x *process) ordersFill(q *stream, f *boxFill, p *place) {
	l := x.ordering.begins(q)
	if base, at, ok := p.key(); ok {
		x.orders(l, base, access{kind: writesBytes, ranges: f.to.rowsOf(at, f.width, f.height, 1), line: f.line, what: "the cudaMemset"})
	}
}

// ordersLaunch notes a launch in a stream, of which the checker may have seen what it touches.
func (x *process) ordersLaunch(s *stream, l *launchCall, looked *observe.Checked) {
	lane := x.ordering.begins(s)
	if looked == nil || l.kernel.Library() {
		return
	}
	for _, a := range x.allocations {
		if t, ok := looked.Touched[a.base]; ok && a.freed == 0 {
			for kind, ranges := range [...][]memory.Range{readsBytes: t.Read, writesBytes: t.Written, updatesBytes: t.Updated} {
				x.orders(lane, a.base, access{kind: accessKind(kind), ranges: ranges, line: l.line, what: l.kernel.Name})
			}
		}
	}
}

// The host's accesses of page-locked memory hit a segment, which nobody sees. So a segment that a copy still writes is parked while code
// of the program runs, and an access misses it once (process.bring).

// park takes segments that copies write, and for which the host has not waited, from the host's memory.
func (x *process) park() {
	o := &x.ordering
	o.watched = slices.DeleteFunc(o.watched, func(base uint64) bool {
		return o.off || !slices.ContainsFunc(o.accesses[base], func(a access) bool { return a.kind == writesBytes && !o.known(&a) })
	})
	for _, base := range o.watched {
		if s := x.heap.memory.Find(base); s != nil && s.Base == base {
			if o.parked == nil {
				o.parked = map[uint64]*scalar.Segment{}
			}
			kept := *s
			x.heap.memory.Remove(base)
			o.parked[base] = &kept
		}
	}
}

// unpark gives the segments back.
func (x *process) unpark() {
	for base, s := range x.ordering.parked {
		x.heap.memory.Add(s)
		delete(x.ordering.parked, base)
	}
}

// early tells of n bytes that code of the program accesses, if a copy may not have written them yet. All segments are back then.
func (x *process) early(address uint64, n int) []byte {
	x.unpark()
	s := x.heap.memory.Near(address)
	if s == nil || address < s.Base || address-s.Base+uint64(n) > uint64(len(s.Data)) {
		return nil
	}
	at := int(address - s.Base)
	for _, a := range x.ordering.accesses[s.Base] {
		if line := x.machine.Line(); a.kind == writesBytes && !x.ordering.known(&a) && meet(a.ranges, []memory.Range{{From: at, To: at + n}}) &&
			x.untold(line, a.line) {
			x.find("line %d: the host accesses %s, which %s of line %d writes in %v, before it has waited for that: call "+
				"cudaStreamSynchronize or cudaDeviceSynchronize before line %d", line, x.memoryName(s.Base), a.what, a.line, a.lane, line)
		}
	}
	return s.Data[at:][:n]
}

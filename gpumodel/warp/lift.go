package warp

import "math"

// A Limit is something in a kernel that costs time and that an execution can do without.
type Limit uint8

const (
	// NoLimit lifts nothing.
	NoLimit Limit = iota
	// UncoalescedLoads are those of global memory whose words lie apart. Without it words lie
	// side by side in the order in which they are first asked for; what is asked for again
	// stays where it is.
	UncoalescedLoads
	// UncoalescedStores are stores of that kind.
	UncoalescedStores
	// BankConflicts repeat accesses of shared memory.
	BankConflicts
	// ConstantConflicts are reads of several addresses of __constant__ memory by one request.
	ConstantConflicts
	// Divergence are instructions that only a part of the threads at a branch go through.
	// Without it they take that part of the time, as if threads were sorted into warps by
	// the way that they go.
	Divergence
	// Barriers make warps wait for each other.
	Barriers
	// Spills are accesses of registers that the compiler keeps in local memory.
	Spills
	// LocalArrays are accesses of arrays in local memory.
	LocalArrays
	// Contention are threads of a warp that meet at one word of shared memory with atomics.
	Contention
	// Rereads are loads of words that the block has loaded before. Without it they cost no
	// more than their instruction.
	Rereads
)

// A Lift is a limit that an execution does without: in one line of the source, or
// everywhere with line 0. Results and the flow of control stay as they are.
type Lift struct {
	Limit Limit
	Line  int
}

// lifts reports whether a limit does not hold for an instruction.
func (m *Machine) lifts(limit Limit, in *instr) bool {
	return m.Lift.Limit == limit && (m.Lift.Line == 0 || m.Lift.Line == in.Line)
}

// packedBase is where words lie that were put side by side: far from every array and
// from local memory.
const packedBase = 1 << 44

// pageWords is how many words of an array a page of a packing has.
const pageWords = 1 << 10

// A packing puts words of one size side by side in the order in which they are asked for. A word
// keeps its place from then on, so that loads of one kernel find the words together that were first
// asked for together.
type packing struct {
	pages map[uint64]*[pageWords]uint32 // the place of a word, from 1
	next  uint32
}

// pack returns where the words of a request lie once they are put side by side. Widths have
// packings and address ranges of their own, since a word of 8 bytes is not two of 4 here.
func (m *Machine) pack(addr *Lanes, active uint32, width int) *Lanes {
	if m.packings == nil {
		m.packings = map[int]*packing{}
	}
	p := m.packings[width]
	if p == nil {
		p = &packing{pages: map[uint64]*[pageWords]uint32{}}
		m.packings[width] = p
	}
	var out Lanes
	p.next = (p.next + 31) &^ 31 // a request begins a new segment
	begin := p.next
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		word := a / uint64(width)
		page := p.pages[word/pageWords]
		if page == nil {
			page = new([pageWords]uint32)
			p.pages[word/pageWords] = page
		}
		place := &page[word%pageWords]
		if *place == 0 {
			p.next = max(p.next, begin+m.inOrder(i)) + 1
			*place = p.next
		}
		out[i] = packedBase + uint64(width)<<36 + uint64(*place-1)*uint64(width)
	}
	return &out
}

// inOrder is the word of a segment that a lane has to ask for on c.c. 1.0 and 1.1. There lane k has
// to ask for word k of the segment; otherwise the half-warp is not coalesced.
func (m *Machine) inOrder(lane int) uint32 {
	if m.Device.MinSegmentBytes == m.Device.SegmentBytes || m.Device.Coalescing == "in order" {
		return uint32(lane)
	}
	return 0
}

// reread reports whether the block has loaded all words of a request before, and notes that it has
// now. Words have 4 bytes here, whatever the access has. The pages are bitmaps.
func (b *Block) reread(addr *Lanes, active uint32) bool {
	if b.loaded == nil {
		b.loaded = map[uint64]*[pageWords / 64]uint64{}
	}
	again := true
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		word := a / 4
		page := b.loaded[word/pageWords]
		if page == nil {
			page = new([pageWords / 64]uint64)
			b.loaded[word/pageWords] = page
		}
		bit := uint64(1) << (word % 64)
		again = again && page[word%pageWords/64]&bit != 0
		page[word%pageWords/64] |= bit
	}
	return again
}

// A parting is a branch at which the running lanes of a warp went apart. Partings are linked from
// the inside out. Paths share them, so they are never changed.
type parting struct {
	line  int
	lanes uint32
	outer *parting
}

// share is the part of its time that an instruction takes when divergence at a line is
// lifted: of the threads that first parted at that line those that go through it, of
// all that have not ended. A loop that threads leave one by one parts them again and again.
func (p *path) share(line int, exited uint32) float64 {
	share := 1.0
	for at := p.parting; at != nil; at = at.outer {
		if all := ones(at.lanes &^ exited); all > 0 && (line == 0 || at.line == line) {
			share = float64(ones(p.lanes&^exited)) / float64(all)
		}
	}
	return share
}

// shared returns the clocks of an instruction when only a share of them counts; what is lost by
// rounding is owed to the next one.
func (s *schedule) shared(c clocks) clocks {
	part := func(clocks *int32, owed *float64) {
		due := *owed + float64(*clocks)*s.share
		whole := math.Floor(due)
		*clocks, *owed = int32(whole), due-whole
	}
	part(&c.issue, &s.owed.issue)
	part(&c.port, &s.owed.port)
	part(&c.dual, &s.owed.dual)
	part(&c.latency, &s.owed.latency)
	for p := range c.busy {
		part(&c.busy[p], &s.owed.busy[p])
	}
	return c
}

package checker

import (
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// syncs hold what threads tell each other without a barrier, the way that CUDA's memory model calls
// release and acquire:
//
//	writer                      reader
//	data = 1
//	__threadfence()
//	atomicExch(&flag, 1)        while (atomicAdd(&flag, 0) == 0);
//	                            use data
//
// A thread makes its accesses visible by a fence and then tells of them by an atomic (or a volatile
// store) on some word. A thread that comes to that word later by an atomic (or a volatile load) may
// rely on them, if it takes the result: without it, the thread does the same whether it comes later
// or earlier.
//
// Blocks are executed one after the other, so all that earlier blocks told at a word is there when
// a later one comes to it.
type syncs struct {
	fences bool // the program has any
	device bool // and some of them are for other blocks
	looks  bool // the program has atomics on global memory whose results it takes
	words  map[word]*channel
	made   bool    // by a thread of the block
	fence  []fence // the last of each thread of the block
	copied []fence // as it was at the latest release; nil if that is out of date
	kept   int     // in words: releases, and copies of fences
	full   bool    // too much was told: everything counts as ordered from then on
	gained []gain  // what the block's threads have come to know
	search int     // number of the last one
}

// A word is where atomics meet.
type word struct {
	buffer *memory.Buffer // nil for shared memory
	block  int32          // of shared memory
	at     int
}

// A channel is what was told at one word, in order: its releases, and the channels that the tellers
// themselves had come to before (so that order passes on from thread to thread).
type channel struct {
	releases []release
	from     []passed
	seen     int // by the search of that number, as far as seenTo
	seenTo   int
}

// A passed is what a teller had been told elsewhere before: the first releases of another channel.
type passed struct {
	from *channel
	told int
	at   int // the number of the release that passes it on
}

// A fence is the last one of a thread. It makes visible what the thread did up to tick, what its
// warp did before base, and what the block did before so many barriers.
type fence struct {
	tick, base, barriers int32
	device               bool // to other blocks
	made                 bool
}

// A release is an atomic of a thread, after its fences.
type release struct {
	block, place, barriers, tick, base int32
	warp                               int16
	lane                               uint8
	fences                             []fence // of the block's threads, at that time; nil without any
}

// A gain is a channel that a thread has come to, with how much it was told.
type gain struct {
	from           *channel
	told           int
	warp           int
	barriers, tick int32
}

// What is kept of what is told at one word without a fence (only to say that it lacks), and
// of what a block comes to know.
const (
	mostUnfenced = 1 << 14
	mostGained   = 1 << 12
	mostSearched = 1 << 8
	mostPassed   = 1 << 8
	mostKept     = 1 << 22 // releases, and fences of threads, of a launch
)

func (s *syncs) prepare(c *Checker) {
	s.words = map[word]*channel{}
	s.fence = make([]fence, c.threads)
	s.looks = c.Program.TakesTickets()
	for i := range c.Program.Code {
		if in := &c.Program.Code[i]; in.Op == ir.Membar {
			s.fences, s.device = true, s.device || in.Imm != ir.FenceBlock
		}
	}
}

func (s *syncs) begin() {
	clear(s.fence)
	s.made, s.copied, s.gained = false, nil, s.gained[:0]
}

// Fence is called for __threadfence and its like.
func (c *Checker) Fence(warp int, lanes uint32, scope uint64) {
	w := &c.warps[warp]
	for lane := range 32 {
		if lanes>>lane&1 == 0 {
			continue
		}
		f := &c.syncs.fence[warp*32+lane]
		*f = fence{w.tick, w.base, c.barriers, scope != ir.FenceBlock, true}
	}
	c.syncs.made, c.syncs.copied = true, nil
	if c.Program.Independent {
		c.tick(w)
	} else {
		c.Sync(warp, lanes) // a warp goes in step, and the compiler keeps the order
	}
}

// communicate notes what an access of a lane tells and learns, and reports whether it tells anything.
func (c *Checker) communicate(a *access, at int) (told bool) {
	s, in := &c.syncs, a.Instruction
	switch {
	case a.kind != atomic && !(in.Volatile && s.fences): // by volatile accesses a thread tells with a fence or not at all
		return false
	case a.kind == atomic && !s.fences && (!s.looks || a.memory == sharedMemory): // what is told matters to nobody
		return false
	}
	if s.full = s.full || s.kept > mostKept; s.full {
		return false
	}
	k := word{buffer: a.buffer, at: at}
	if a.memory == sharedMemory {
		k.block = c.block + 1
	}
	ch := s.words[k]
	if ch == nil {
		if a.kind == load {
			return false
		}
		ch = &channel{}
		s.words[k] = ch
	}
	if a.kind != store && in.Dst.Kind != isa.None { // who does not look at what was there learns nothing
		s.gain(c, a, ch)
	}
	if a.kind == load || !s.made && len(ch.releases) > mostUnfenced {
		return false
	}
	r := release{block: c.block, place: int32(a.PC), barriers: c.barriers, tick: a.w.tick, base: a.w.base, warp: int16(a.Warp),
		lane: uint8(a.lane)}
	if s.made {
		if s.copied == nil {
			s.copied = slices.Clone(s.fence)
			s.kept += len(s.fence)
		}
		r.fences = s.copied
	}
	ch.releases = append(ch.releases, r)
	s.kept++
	for _, g := range s.gained {
		if g.from != ch && (g.warp == a.Warp || g.barriers < c.barriers) {
			ch.pass(g)
		}
	}
	return true
}

// pass notes that the latest release of a channel also tells what its thread had gained.
func (ch *channel) pass(g gain) {
	for i := len(ch.from) - 1; i >= 0; i-- {
		if f := &ch.from[i]; f.from == g.from {
			if f.told >= g.told {
				return
			}
			if len(ch.from) >= mostPassed {
				f.told = g.told // too early by some releases
				return
			}
			break
		}
	}
	ch.from = append(ch.from, passed{g.from, g.told, len(ch.releases) - 1})
}

// gain notes that a lane has come to a channel.
func (s *syncs) gain(c *Checker, a *access, ch *channel) {
	for i := range s.gained {
		if g := &s.gained[i]; g.from == ch && g.warp == a.Warp && g.barriers == c.barriers {
			g.told = len(ch.releases)
			return
		}
	}
	if len(s.gained) < mostGained {
		s.gained = append(s.gained, gain{ch, len(ch.releases), a.Warp, c.barriers, a.w.tick})
	}
}

// ordered is true if an access comes after what a lane did in an earlier event, by what its
// thread was told.
func (s *syncs) ordered(c *Checker, a *access, e *event, lane int) bool {
	if s.full && s.fences {
		c.Forgot = true
		return true
	}
	return s.fences && (s.device || e.block == c.block) && s.told(c, a, e,
		func(r *release) bool { return r.shows(e, lane, e.block != c.block) }) != nil
}

// unfenced is the release that would order them if a fence were before it, nil if none would.
// An atomic does not tell of itself.
func (s *syncs) unfenced(c *Checker, a *access, e *event, lane int) *release {
	if e.block == c.block || e.kind == load {
		return nil
	}
	return s.told(c, a, e, func(r *release) bool { return r.place != e.place && r.follows(e, lane) })
}

// follows is true if the thread of a release was ordered behind what a lane of its block did in an
// event: by a barrier, by its own program order, or by a meeting of the warp.
func (r *release) follows(e *event, lane int) bool {
	return e.barriers < r.barriers || e.warp == r.warp && (int(r.lane) == lane && e.tick <= r.tick || e.tick < r.base)
}

// shows is true if a fence has also made the event visible, to other blocks or in the own one. The
// fence may be that of the thread that tells, or that of the thread that did it.
func (r *release) shows(e *event, lane int, others bool) bool {
	if r.fences == nil {
		return false
	}
	own := &r.fences[int(r.warp)*32+int(r.lane)] // of the thread that tells
	if own.made && (own.device || !others) && (e.barriers < own.barriers ||
		e.warp == r.warp && (int(r.lane) == lane && e.tick <= own.tick || e.tick < own.base)) {
		return true
	}
	if own.made && (own.device || !others) && e.place == r.place && e.warp == r.warp && int(r.lane) == lane && e.tick == r.tick {
		return true // the event is the atomic that tells: who was told by it came to its word behind it
	}
	its := &r.fences[int(e.warp)*32+lane] // of the thread that did it
	return its.made && (its.device || !others) && e.tick <= its.tick &&
		r.follows(&event{barriers: its.barriers, tick: its.tick, warp: e.warp}, lane)
}

// blockScope is true if there were fences, but only for the own block.
func (r *release) blockScope() bool {
	made := false
	for _, f := range r.fences {
		if f.device {
			return false
		}
		made = made || f.made
	}
	return made
}

// told is the first release of the event's block, of those that the access's thread was told
// of, for which a condition holds.
func (s *syncs) told(c *Checker, a *access, e *event, holds func(r *release) bool) *release {
	s.search++
	seen := 0
	var search func(ch *channel, n int) *release
	search = func(ch *channel, n int) *release {
		if ch.seen == s.search && ch.seenTo >= n || seen > mostSearched {
			return nil
		}
		ch.seen, ch.seenTo, seen = s.search, n, seen+1
		from, _ := slices.BinarySearchFunc(ch.releases[:n], e.block, func(r release, block int32) int { return int(r.block) - int(block) })
		for ; from < n && ch.releases[from].block == e.block; from++ {
			if r := &ch.releases[from]; holds(r) {
				return r
			}
		}
		for _, other := range ch.from {
			if other.at >= n {
				break
			}
			if r := search(other.from, other.told); r != nil {
				return r
			}
		}
		return nil
	}
	for _, g := range s.gained {
		if g.warp != a.Warp && g.barriers >= c.barriers {
			continue
		}
		if r := search(g.from, g.told); r != nil {
			return r
		}
	}
	return nil
}

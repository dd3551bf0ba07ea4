package warp

import (
	"errors"
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/vector"
)

// A FaultFilter is a Checker for the fast path, and the first sieve of package checker. It reports no faults: it only says
// whether a launch may have one, so that package checker, which takes far longer, has to look only then. It never overlooks a
// fault that package checker finds; it may suspect where there is none.
//
// A race is looked for as there, but by rows of memory instead of words (filterrow.go). On the fast path the hits of
// patterns go to a journal in the order in which they happen; the filter goes through it when it is full, when another
// access has to be noted, and when order changes: at a barrier, when lanes of a warp meet, when another warp is executed.
type FaultFilter struct {
	m         *Machine
	suspected string // why, if it is
	polls     bool   // warps wait for one another in loops
	extents   []Extent
	constant  []Extent // where nobody may write

	journal  vector.Journal
	patterns []*lanePattern // by the number in the journal, from 1
	maps     laneMaps

	warp   int
	order  order
	shared rows
	global rows
	local  []uint32 // of each byte of a warp's local memory, the lanes that have set it
	whole  []uint32
}

// An Extent is where an instruction may access memory, with its addresses. Known is false if that
// depends on the address.
type Extent struct {
	From, To uint64
	Known    bool
	Constant bool // nobody writes there
}

// ErrSuspect says that a launch may have faults, which a FaultFilter can't tell from others.
var ErrSuspect = errors.New("the launch may have faults")

// NewFaultFilter returns the filter of a machine's launch, or nil if there is none for it. Extents are by the number of the
// instruction; constant are the arrays that the kernel must not write. shared and global are the bytes of the narrowest
// accesses, 4 at most.
func NewFaultFilter(m *Machine, extents, constant []Extent, shared, global int) (*FaultFilter, error) {
	s := &FaultFilter{m: m, extents: extents, constant: constant, patterns: make([]*lanePattern, 1)}
	if len(m.Program.Nested) > 0 || slices.ContainsFunc(m.code, func(in instr) bool { return in.Async != ir.Synchronous || in.Matrix != 0 }) {
		return nil, nil
	}
	for _, v := range m.Program.Globals {
		if v.Name == ir.HeapName {
			return nil, nil // whose memory changes hands
		}
	}
	s.polls = slices.ContainsFunc(m.code, func(in instr) bool { return in.polls })
	local := len(m.tid) * m.Program.LocalBytes
	if err := m.Memory.Take(4*int64(local), "what is known of local memory"); err != nil {
		return nil, err
	}
	s.local = make([]uint32, local)
	s.shared, s.global = newRows(s, shared), newRows(s, global)
	s.shared.defined = true
	s.maps.index = map[laneMap]uint16{}
	for w := range m.tid {
		s.whole = append(s.whole, ^uint32(0)>>(32-min(32, m.Block.count()-w*32)))
	}
	m.Check, m.filter = s, s
	if m.fastest(&Options{Untimed: true}) == nil {
		m.Check, m.filter = nil, nil
		return nil, nil
	}
	return s, nil
}

// Unset has the filter suspect a launch that reads what nobody has set of arrays.
func (s *FaultFilter) Unset(arrays []*memory.Buffer) {
	for _, b := range arrays {
		for _, r := range b.Unset() {
			s.global.unset = append(s.global.unset, Extent{From: b.Base + uint64(r.From), To: b.Base + uint64(r.To)})
		}
	}
}

// SetIn are the ranges of an array's bytes that the launch has set, as far as it was executed, of those that nobody had set before.
func (s *FaultFilter) SetIn(b *memory.Buffer) (set []memory.Range) {
	s.flush()
	for _, r := range b.Unset() {
		e := Extent{From: b.Base + uint64(r.From), To: b.Base + uint64(r.To)}
		s.global.eachRun(e, (*filterRow).set, func(from, to uint64) {
			set = memory.Joined(set, memory.Range{From: int(from - b.Base), To: int(to - b.Base)})
		})
	}
	return set
}

// TouchedIn are the ranges of an array's bytes that the launch has touched, as far as it was executed.
func (s *FaultFilter) TouchedIn(b *memory.Buffer) (t memory.Touched) {
	s.flush()
	for kind, list := range [touchKinds]*[]memory.Range{reads: &t.Read, writes: &t.Written, updates: &t.Updated} {
		of := func(r *filterRow) uint64 { return r.touched(touchKind(kind)) }
		s.global.eachRun(Extent{From: b.Base, To: b.Base + uint64(b.Size)}, of, func(from, to uint64) {
			*list = memory.Joined(*list, memory.Range{From: int(from - b.Base), To: int(to - b.Base)})
		})
	}
	return t
}

// Suspects is why the launch may have faults, as far as it was executed: empty if it has none.
func (s *FaultFilter) Suspects() string {
	s.flush()
	if slices.ContainsFunc(s.constant, s.global.written) {
		s.suspect("a write through const")
	}
	return s.suspected
}

func (s *FaultFilter) suspect(why string) {
	if s.suspected == "" {
		s.suspected = why
	}
}

// Begin is called when a block begins.
func (s *FaultFilter) Begin(int) {
	s.flush()
	s.order.block()
	clear(s.local)
}

// switchWarp is called when another warp is executed.
func (s *FaultFilter) switchWarp(w *warpState) {
	s.flush()
	s.warp = w.index
	s.order.switchWarp()
}

// Barrier is called when the block passes a barrier.
func (s *FaultFilter) Barrier() {
	s.flush()
	s.order.barrier()
}

// Sync is called when lanes of a warp have met. That of a part orders nothing here.
func (s *FaultFilter) Sync(warp int, lanes uint32) {
	if lanes == s.whole[warp] {
		s.flush()
		s.order.epoch++
	}
}

// meets notes that lanes come to a collective of a mask on the fast path.
func (s *FaultFilter) meets(w *warpState, in *instr, here, mask uint32) {
	if here&^mask != 0 || mask&w.stack.all&^w.stack.exited != here {
		return // it goes the other way, which tells
	}
	s.m.met(w, in, here, nil)
	s.m.absent(w, in, here, nil)
}

// Fence is called for fences: where a warp goes in step, it orders its lanes.
func (s *FaultFilter) Fence(warp int, lanes uint32, _ uint64) {
	if !s.m.Program.Independent {
		s.Sync(warp, lanes)
	}
}

// Missing is called when some threads are at a barrier and others are not.
func (s *FaultFilter) Missing([]Standing) { s.suspect("a barrier that not all threads reach") }

// Absent is called when lanes of a collective's mask have ended elsewhere.
func (s *FaultFilter) Absent(int, uint32, uint32, *isa.Instr, string) {
	s.suspect("lanes that are missing")
}

// Texel is called for a texel that is not there.
func (s *FaultFilter) Texel(int, int, *isa.Instr, string, int, int) { s.suspect("a texel outside") }

// Undefined is never called, since a load of what was never set is suspect already.
func (s *FaultFilter) Undefined(int, uint32, int32, *isa.Instr, Use) { s.suspect("an unset value") }

// ZeroDivisor is called for a division by zero.
func (s *FaultFilter) ZeroDivisor(int, uint32, *isa.Instr) { s.suspect("a division by zero") }

// Access is called before an access that goes the way of the tracing path.
func (s *FaultFilter) Access(x *Touch) {
	s.flush()
	in, width := x.Instruction, x.Words*x.Size
	for lanes := x.Active; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros32(lanes) & 31
		at := x.Addresses[lane]
		if in.Space == ir.Shared || in.Space == ir.Local {
			at = uint64(int64(int32(at)))
		}
		if at%uint64(width) != 0 || !s.inside(in, x.PC, at, width) {
			s.suspect("an access outside")
			x.Allowed &^= 1 << lane
			continue
		}
		switch {
		case in.Space == ir.Shared:
			s.shared.lane(kindOf(in), in.Volatile, at, width, lane)
		case in.Space == ir.Local:
			s.localAccess(in, x.Warp*s.m.Program.LocalBytes+int(at), width, 1<<lane)
		case in.Space != ir.Const && !s.extents[x.PC].Constant:
			s.global.lane(kindOf(in), in.Volatile, at, width, lane)
		}
	}
}

// inside reports whether an access lies in what it should be in.
func (s *FaultFilter) inside(in *isa.Instr, pc int, at uint64, width int) bool {
	if e := s.extents[pc]; e.Known && !(in.Space == ir.Local && s.m.Program.Spills(in)) {
		return at >= e.From && at+uint64(width) <= e.To
	}
	switch in.Space {
	case ir.Shared:
		return int64(at) >= int64(s.m.Program.SharedBase) && at+uint64(width) <= uint64(s.m.sharedLimit)
	case ir.Local:
		return at+uint64(width) <= uint64(s.m.Program.LocalBytes)
	}
	return s.m.Global.Holding(at, width) != nil
}

// localAccess notes an access of some bytes of a warp's local memory by some lanes.
func (s *FaultFilter) localAccess(in *isa.Instr, at, width int, lanes uint32) {
	set := s.local[at : at+width]
	for i := range set {
		if in.Op != ir.Store && lanes&^set[i] != 0 {
			s.suspect("a value that was never set")
		}
		set[i] |= lanes
	}
}

// localWords notes an access of the same place by some lanes, if it is where it should be.
func (s *FaultFilter) localWords(w *warpState, a *access, at uint64, lanes uint32) bool {
	if !s.inside(a.in.Instr, a.in.PC, at, a.width) {
		return false
	}
	s.localAccess(a.in.Instr, w.index*s.m.Program.LocalBytes+int(at), a.width, lanes)
	return true
}

// kindOf is what an instruction does to memory.
func kindOf(in *isa.Instr) touchKind {
	switch in.Op {
	case ir.Load:
		return reads
	case ir.Store:
		return writes
	}
	return updates
}

// irregular notes an access of the fast path whose lanes lie in no pattern from an address.
func (s *FaultFilter) irregular(a *access, of *vector.Word, base uint64, active uint32) {
	set := s.rowsOf(a)
	if set == nil {
		return
	}
	s.flush()
	for ; active != 0; active &= active - 1 {
		i := bits.TrailingZeros32(active) & 31
		set.lane(kindOf(a.in.Instr), a.in.Volatile, base+uint64(int64(int32(of[i]))), a.width, i)
	}
}

// rowsOf is where the accesses of an instruction are noted; nil if nowhere.
func (s *FaultFilter) rowsOf(a *access) *rows {
	switch {
	case a.in.Space == ir.Shared:
		return &s.shared
	case a.in.Space == ir.Const, s.extents[a.in.PC].Constant:
		return nil
	}
	return &s.global
}

// extent is where an access of a filtered launch may lie; nil if that is not known, or nobody asks.
func (m *Machine) extent(a *access) *Extent {
	if m.filter == nil || !m.filter.extents[a.in.PC].Known {
		return nil
	}
	return &m.filter.extents[a.in.PC]
}

// watches prepares a pattern for the journal.
func (s *FaultFilter) watches(p *lanePattern) {
	p.Log, p.Journal = nil, nil
	set := s.rowsOf(p.access)
	if set == nil {
		return
	}
	if p.Journal = &s.journal; p.ID == 0 {
		p.ID = uint64(len(s.patterns))
		s.patterns = append(s.patterns, p)
	}
	p.rows = set.of(p, p.rows[:0])
}

// hit notes a hit of a pattern.
func (s *FaultFilter) hit(p *lanePattern, base uint64) {
	p.Hits = 1 // the next one is left to Touch
	if p.Journal == nil {
		return
	}
	if s.journal.N == vector.Journaled {
		s.flush()
	}
	s.journal.Entries[s.journal.N] = vector.Entry{Base: base, Pattern: p.ID}
	s.journal.N++
}

// flush goes through the journal.
func (s *FaultFilter) flush() {
	for _, e := range s.journal.Entries[:s.journal.N] {
		p := s.patterns[e.Pattern]
		set := &s.global
		if p.access.in.Space == ir.Shared {
			set = &s.shared
		}
		kind, volatile := kindOf(p.access.in.Instr), p.access.in.Volatile
		by, mask := (e.Base-p.Base)>>set.shift, ^uint64(0)>>set.shift // it may be negative
		for i := range p.rows {
			x := &p.rows[i]
			set.touch(set.row((x.row+by)&mask), kind, volatile, x.words, x.lanes)
		}
	}
	s.journal.N = 0
}

package warp

import (
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp/flow"
)

// A memo is an access that an instruction has made, with what came of it. The lanes of its next
// ones mostly lie in the same way, only all of them further on by the same number of bytes. If that
// is a multiple of memoShift, the transactions are the same, further on by as much, and the passes
// of the banks are the same.
//
// Example: a warp reads a[i + lane] with i growing by 64 words, 256 bytes. The second access finds
// the memo of the first and is not coalesced again.
type memo struct {
	known   bool
	active  uint32
	at      Lanes
	lo, hi  uint64 // the least and the greatest address of an active lane
	aligned bool   // all of these, to the access's width
	// What came of an access to global memory.
	transactions []memory.Transaction
	distinct     int // words
	// And of one of shared memory.
	passes int // of the banks; of global memory those of the L1
}

// Whether lanes share a line, a segment or a bank depends on their addresses modulo at most
// memoShift. Accesses that begin at another place within it have a memo of their own.
const (
	memos     = 16  // of an instruction, by where its first lane's address lies in what follows
	memoShift = 256 // bytes: two lines, or a row of banks of 8 bytes
)

// lookup looks for the memo of an access whose lanes lay in the same pattern; by is how much
// further on they lie now, modulo 2^64. If there is none, fresh is true: the memo now is of this
// access, and the caller has to fill in what comes of it.
func (in *instr) lookup(at *Lanes, active uint32) (l *memo, by uint64, fresh bool) {
	lane := first(active)
	kept := &in.memo[at[lane]/(memoShift/memos)%memos]
	if *kept == nil {
		*kept = new(memo)
	}
	l = *kept
	if by = at[lane] - l.at[lane]; l.known && l.active == active && by%memoShift == 0 && l.differs(at, by) == 0 {
		return l, by, false
	}
	*l = memo{known: true, active: active, at: *at, lo: math.MaxUint64, transactions: l.transactions[:0]}
	bits := uint64(0)
	for i, a := range at {
		if active>>i&1 != 0 {
			l.lo, l.hi, bits = min(l.lo, a), max(l.hi, a), bits|a
		}
	}
	l.aligned = bits%uint64(in.Mem.Size()*flow.Elements(in.Instr)) == 0
	return l, 0, true
}

// differs is 0 if all active lanes are further on by the same amount. It has no branch in the loop:
// nearly every access comes through here.
func (l *memo) differs(at *Lanes, by uint64) (d uint64) {
	if l.active == allLanes {
		for i := range at {
			d |= at[i] - l.at[i] ^ by
		}
		return d
	}
	for i := range at {
		d |= (at[i] - l.at[i] ^ by) & -uint64(l.active>>i&1)
	}
	return d
}

// within reports whether the access, so much further on, lies between two addresses. The
// comparisons avoid sums that could overflow.
func (l *memo) within(by, base, limit uint64, width int) bool {
	lo, hi := l.lo+by, l.hi+by
	return l.aligned && base <= lo && lo <= hi && hi < limit && uint64(width) <= limit-hi
}

// accessShared executes a load or a store of shared memory. Outside of the slice it moves no words,
// but words that could be out of bounds are looked at one by one, to report the lane.
func (m *Machine) accessShared(w *warpState, in *instr, at *Lanes, active uint32) error {
	traffic, width := &m.stats.SharedLoads, in.Mem.Size()*flow.Elements(in.Instr)
	if in.Op == ir.Store {
		traffic = &m.stats.SharedStores
	}
	if active == 0 {
		w.schedule.issued(&in.clocks, 0, in.ResultSlot, in.Results)
		return nil
	}
	l, by, fresh := in.lookup(at, active)
	if fresh {
		l.passes = memory.BankPasses(m.Device, (*[32]uint64)(at), active, width)
	}
	if in.inSlice || !l.within(by, uint64(m.Program.SharedBase), uint64(m.sharedLimit), width) {
		if err := m.words(w, in, at, active); err != nil {
			return err
		}
	}
	m.watchShared(w, in, at, active, width)
	w.schedule.issued(&in.clocks, m.countBanks(in, l.passes, active, width, traffic), in.ResultSlot, in.Results)
	return nil
}

// accessGlobal executes a load or a store of global memory, or of memory of any kind. Where a limit
// is lifted there are no memos, because what an access then costs depends on those before it (pack,
// reread).
func (m *Machine) accessGlobal(w *warpState, in *instr, at *Lanes, active uint32) error {
	width := in.Mem.Size() * flow.Elements(in.Instr)
	if active == 0 || m.Lift.Limit != NoLimit {
		if err := m.words(w, in, at, active); err != nil {
			return err
		}
		m.send(w, in, at, active, width, &m.stats.Loads, &m.stats.Stores)
		return nil
	}
	l, by, fresh := in.lookup(at, active)
	// Faults come first: an access that fails sends nothing.
	if err := m.move(w, in, at, active, l, by); err != nil {
		l.known = false
		return err
	}
	from := len(w.transactions)
	if fresh {
		w.transactions = memory.Coalesce(m.Device, (*[32]uint64)(at), active, width, m.cachedIn(in), w.transactions)
		l.transactions = append(l.transactions, w.transactions[from:]...)
		l.distinct = memory.Distinct(m.Device, (*[32]uint64)(at), active)
		l.passes = m.dataPasses(in, at, active, width)
	} else {
		for _, t := range l.transactions {
			t.Addr += by
			w.transactions = append(w.transactions, t)
		}
	}
	m.book(w, in, at, active, width, from, l.distinct, l.passes, &m.stats.Loads, &m.stats.Stores)
	return nil
}

// move moves the words of an access of global memory. If nobody needs them, it is enough that
// all of them lie in one array.
func (m *Machine) move(w *warpState, in *instr, at *Lanes, active uint32, l *memo, by uint64) error {
	if !in.inSlice {
		width := in.Mem.Size() * flow.Elements(in.Instr)
		if b, err := m.Global.Find(l.lo+by, width); err == nil && l.within(by, b.Base, b.Base+uint64(b.Size), width) {
			return m.touch(b, in)
		}
	}
	return m.words(w, in, at, active)
}

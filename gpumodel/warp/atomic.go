package warp

import (
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
)

// atomic executes an atomic, lane by lane. In global memory each lane is a transaction of its own;
// in shared memory lanes that meet at one word take turns. Lanes take effect in the order of their
// numbers, which CUDA leaves open: results that depend on the order are one of those that a GPU can
// give.
func (m *Machine) atomic(w *warpState, in *instr, at *Lanes, active uint32) error {
	operand := *m.value(w, in.Src[1], in.Mem)
	var compare Lanes
	if in.Atom == ir.AtomCAS {
		// atomicCAS(address, compare, value): the value is the last operand.
		compare, operand = operand, *m.value(w, in.Src[2], in.Mem)
	}
	var before Lanes
	size, sum := in.Mem.Size(), in.Mem.Float() && in.Atom == ir.AtomAdd
	from := len(w.transactions)
	for i := range at {
		if active>>i&1 == 0 {
			continue
		}
		old, err := m.exchange(w, in, i, at[i], func(old uint64) uint64 {
			return ir.AtomicResult(in.Atom, in.Mem, old, operand[i], compare[i])
		})
		if err != nil {
			return err
		}
		before[i] = old
		if in.Space != ir.Shared {
			w.transactions = append(w.transactions, memory.Transaction{Addr: at[i], Size: uint32(m.Device.MinSegmentBytes), Atomic: true, Sum: sum})
		}
	}
	if in.Dst.Kind == isa.Reg && in.inSlice {
		w.write(in.Dst, in.Wide, &before, active)
	}
	if in.Space == ir.Shared {
		m.sharedAtomic(w, in, at, active)
		return nil
	}
	transactions := w.transactions[from:]
	m.markHost(transactions)
	m.stats.Atomics.count(transactions, active, size)
	m.countSectors(in, transactions, active)
	if m.Watch != nil {
		m.Watch(Access{
			Block: m.block.Index, Warp: w.index, Instruction: in.Instr, PC: in.PC,
			Bytes: size, Active: active, Addresses: at, Transactions: transactions,
		})
	}
	m.waitsFor(w, in, transactions)
	w.schedule.access(Step{Kind: Load, N: int32(len(transactions))}, &in.clocks, 0, in.ResultSlot, in.Results)
	return nil
}

// turns are how often a loop runs that an atomic on shared memory is, 1 where it is an instruction, and how many passes the
// banks make. A loop makes a pass for each of its rounds, and one more for each lane that another word of the bank keeps waiting.
type turns struct{ rounds, passes int }

// takeTurns finds what lanes take that meet at words and banks.
func (m *Machine) takeTurns(in *instr, at *Lanes, active uint32) turns {
	addr, size := (*[32]uint64)(at), in.Mem.Size()
	switch {
	case in.Turns == isa.ByWord:
		return m.lifted(in, turns{1, max(1, memory.BankPasses(m.Device, addr, active, size))}, 1)
	case in.Turns == isa.ByLane:
		return m.lifted(in, turns{1, max(1, memory.LanePasses(m.Device, addr, active, size))}, memory.MostAtOneWord(addr, active))
	}
	rounds := max(1, memory.MostAtOneWord(addr, active))
	if !m.Device.SharedQueue { // the lock's instructions are all that is priced
		return m.lifted(in, turns{rounds, rounds}, rounds)
	}
	return m.lifted(in, turns{rounds, max(rounds, memory.LanePasses(m.Device, addr, active, size))}, rounds)
}

// lifted is what is left of turns where lanes that meet, or banks, cost nothing; most lanes are at one word.
func (m *Machine) lifted(in *instr, t turns, most int) turns {
	switch {
	case m.lifts(Contention, in):
		return turns{1, max(1, t.passes/max(1, most))}
	case m.lifts(BankConflicts, in):
		return turns{t.rounds, min(t.passes, max(1, most))}
	}
	return t
}

// sharedAtomic books an atomic on shared memory. Where it is a loop, the warp goes on when all lanes are through: in
// each round one lane of each word succeeds. Where the banks do it, passes keep the load-store units busy, and each one
// beyond the first delays the result by twice its clocks (h100_shared_atomics.csv of published/measured: a chain of atomics).
func (m *Machine) sharedAtomic(w *warpState, in *instr, at *Lanes, active uint32) {
	t := m.takeTurns(in, at, active)
	if active != 0 {
		m.countSharedAtomic(m.stats, in, t)
	}
	c, again := in.clocks.times(int32(t.rounds)), t.again(in)
	if try := m.contests(w, in); try != nil {
		for i := range at {
			if active>>i&1 != 0 {
				w.transactions = append(w.transactions, memory.Transaction{Addr: at[i], Size: uint32(in.Mem.Size()), Atomic: true})
			}
		}
		w.schedule.contest(try, int32(ones(active)), c, again, in.ResultSlot, in.Results)
		return
	}
	if in.Turns == isa.ByLock {
		w.schedule.sequence(c, again, in.ResultSlot, in.Results)
		return
	}
	c.latency += again
	w.schedule.issued(&c, again, in.ResultSlot, in.Results)
}

// contests returns a round of an atomic if the engine has to find out how often it runs: not where only the work of a warp is wanted,
// and not where warps are asked to leave each other alone.
func (m *Machine) contests(w *warpState, in *instr) *isa.Try {
	s := &w.schedule
	switch {
	case in.Try == nil, s.untimed, s.sums, s.share != 1, m.lifts(Contention, in):
		return nil
	case m.lifts(BankConflicts, in):
		return in.anyBank
	}
	return in.Try
}

// again are the clocks of the passes that the rounds don't include.
func (t turns) again(in *instr) int32 {
	return int32(t.passes-t.rounds) * in.clocks.busy[banks(&in.clocks.busy)]
}

func (m *Machine) countSharedAtomic(s *Stats, in *instr, t turns) {
	s.SharedAtomics.Requests++
	s.SharedAtomics.Rounds += int64(t.rounds)
	s.SharedAtomics.Passes += int64(t.passes)
	if in.Try != nil {
		s.SharedAtomics.Tries += int64(t.rounds)
	}
}

// exchange replaces one word and returns its old value. Outside of the slice it only checks the
// address.
func (m *Machine) exchange(w *warpState, in *instr, lane int, at uint64, f func(old uint64) uint64) (uint64, error) {
	size := in.Mem.Size()
	if in.Space == ir.Shared {
		if !m.inShared(at, size) {
			return 0, m.sharedTrap(w, in, lane, at, size)
		}
		if !in.inSlice {
			return 0, nil
		}
		old := memory.Word(m.shared[at:], size)
		memory.PutWord(m.shared[at:], size, f(old))
		return old, nil
	}
	b, offset, err := m.locate(w, in, lane, at, 0)
	if err != nil {
		return 0, err
	}
	if !in.inSlice {
		return 0, m.touch(b, in)
	}
	m.noteTouch(b, in)
	if m.footprint != nil {
		if err := m.footprint.word(b, in, at, size); err != nil {
			return 0, err
		}
	}
	old := b.Load(offset, size)
	b.Store(offset, size, f(old))
	return old, nil
}

package warp

import (
	"errors"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

// Work is what the machine has executed so far, in units of about 0.1 µs of a core: an instruction of a
// warp, a transaction. Unlike time it is the same in every run, so that limits of it may decide on results.
func (m *Machine) Work() int64 { return m.steps + m.beside }

const (
	printWork   = 4       // of a thread
	libraryWork = 8       // of a function of the library, for a warp
	sampleWork  = 100     // of an iteration that a profile counts
	besidePoll  = 100_000 // work beside instructions between two looks at the context
)

// ErrEnough says that as much work was done as was asked for.
var ErrEnough = errors.New("enough instructions were executed")

// work is that of an instruction's operation beyond that of an addition.
func work(in *isa.Instr) int64 {
	if in.Op == ir.Math {
		return libraryWork
	}
	return 0
}

// access executes an access and counts its transactions as work.
func (m *Machine) access(w *warpState, in *instr, active uint32) (err error) {
	before := len(w.transactions)
	if in.Op == ir.Tex {
		err = m.texture(w, in, active)
	} else {
		err = m.memory(w, in, active)
	}
	if err != nil {
		return err
	}
	return m.extra(int64(len(w.transactions) - before))
}

// extra counts work beside instructions. As these do, it looks at the context now and then.
func (m *Machine) extra(work int64) error {
	if m.beside += work; m.beside-m.polledAt < besidePoll {
		return nil
	}
	m.polledAt = m.beside
	return m.poll()
}

// A limit is the work between a begin and an end.
type limit struct{ begin, most int64 } // most 0 is any work

func (l limit) reached(work int64) bool { return l.most > 0 && work > l.begin+l.most }

// bound is the limit that holds now: that of a profile, or that of the launch.
func (m *Machine) bound() limit {
	if m.limit.most > 0 {
		return m.limit
	}
	return limit{most: m.Most}
}

// near reports whether half of the work has been done.
func (l limit) near(work int64) bool { return l.most > 0 && work > l.begin+l.most/2 }

// enough is the error of a limit that is reached. If no block has begun or ended in the second half it
// names the loop in which the warps were found.
func (m *Machine) enough(w *warpState, p *path) error {
	if elapsed := m.steps - m.progress; elapsed < m.bound().most/2 {
		return ErrEnough
	}
	return unended{m.endlessIn(w, first(p.lanes&^w.stack.exited))}
}

// unended is the error of a loop that has not ended when enough was executed. It may end later.
type unended struct{ error }

func (e unended) Unwrap() error        { return e.error }
func (e unended) Is(target error) bool { return target == ErrEnough }

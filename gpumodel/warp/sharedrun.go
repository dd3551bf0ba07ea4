package warp

import (
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/vector"
)

// A sharedRun is some accesses of shared memory that follow one another in a traced basic block, and whose words nobody needs: in
// a matrix product most instructions have one. Where their lanes ask for depends on a few registers, the different words that the
// addresses lie in. A warp that comes back with the same words asks for the same, so the accesses are counted as a whole.
type sharedRun struct {
	accesses []*access
	words    []uint32  // places
	memos    []runMemo // runMemos of them, once a warp has made the run
}

// A runMemo is a run that a warp has made, with what came of it.
type runMemo struct {
	active   uint32 // 0 if there is none
	words    []vector.Word
	patterns []*lanePattern // of the accesses
	taught   []int          // their numbers then
	outcomes []outcome
}

const (
	runMemos     = 64 // of a run: of a few warps in a few iterations
	leastOfRun   = 2  // accesses
	mostRunWords = 8  // of their addresses
)

// sharedRuns finds the runs of a code, by the place of their first operation.
func (f *fastPath) sharedRuns(code []vector.Op) []*sharedRun {
	runs := make([]*sharedRun, len(code))
	for at := 0; at < len(code); {
		var r sharedRun
		for _, op := range code[at:] {
			a := f.beside(&op)
			if a == nil || op.A != code[at].A || !r.takes(a) {
				break
			}
		}
		if len(r.accesses) >= leastOfRun {
			runs[at] = &sharedRun{accesses: r.accesses, words: r.words}
		}
		at += max(1, len(r.accesses))
	}
	return runs
}

// beside is the access of an operation, if it is one of shared memory whose words nobody needs.
func (f *fastPath) beside(op *vector.Op) *access {
	var a *access
	switch op.Kind {
	case opOperand:
		a = f.operandList[op.B]
	case opAccess:
		a = f.accesses[pcOf(op)]
	}
	if a == nil || a.in.Space != ir.Shared || a.in.Op != ir.Load && a.in.Op != ir.Store || a.in.inSlice || a.touch.High != f.zero {
		return nil
	}
	return a
}

// takes adds an access to the run, if its addresses do not lie in too many words.
func (r *sharedRun) takes(a *access) bool {
	if !slices.Contains(r.words, a.touch.Low) {
		if len(r.words) == mostRunWords {
			return false
		}
		r.words = append(r.words, a.touch.Low)
	}
	r.accesses = append(r.accesses, a)
	return true
}

// fastRun executes a run, and reports whether it has: if not, its accesses go their own way.
func (m *Machine) fastRun(w *warpState, r *sharedRun, active uint32) bool {
	if active == 0 || m.spin != nil && m.spin.reads != nil || m.filter != nil || m.block.Index >= m.Grid.count() {
		return false
	}
	if r.memos == nil {
		r.memos = make([]runMemo, runMemos)
	}
	lane, place := bits.TrailingZeros32(active), uint32(w.index)
	for _, at := range r.words {
		place = place*0x9e3779b1 + vector.At(w.frame, at)[lane]
	}
	x := &r.memos[(place^place>>16)*0x85ebca6b>>16%runMemos]
	if !x.is(m, w, r, active) {
		return m.learnRun(w, r, x, active)
	}
	for _, p := range x.patterns {
		p.count(m)
	}
	w.schedule.noted = append(w.schedule.noted, x.outcomes...)
	return true
}

// is reports whether a warp makes the run of a memo again.
func (x *runMemo) is(m *Machine, w *warpState, r *sharedRun, active uint32) bool {
	if x.active != active {
		return false
	}
	for i, at := range r.words {
		if x.words[i] != *vector.At(w.frame, at) {
			return false
		}
	}
	for i, p := range x.patterns {
		if p.taught != x.taught[i] {
			return false
		}
	}
	return true
}

// learnRun executes the accesses of a run one by one, and remembers them.
func (m *Machine) learnRun(w *warpState, r *sharedRun, x *runMemo, active uint32) bool {
	x.active = 0
	x.patterns, x.taught, x.words = x.patterns[:0], x.taught[:0], x.words[:0]
	for _, a := range r.accesses {
		base := a.first(w, active)
		p := m.pattern(w, a, active, base)
		if p == nil || !m.traceable(a, base+uint64(p.Low), base+uint64(p.High)) {
			return false
		}
		x.patterns, x.taught = append(x.patterns, p), append(x.taught, p.taught)
	}
	from := len(w.schedule.noted)
	for _, p := range x.patterns {
		p.hit(m, w, 0)
	}
	x.outcomes = append(x.outcomes[:0], w.schedule.noted[from:]...)
	for _, at := range r.words {
		x.words = append(x.words, *vector.At(w.frame, at))
	}
	x.active = active
	return true
}

package warp

import (
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// A stretch is code that a warp executes from its first instruction to its last: no branch leads into its
// midst. What follows it is control, or another stretch.
type stretch struct {
	first, end int    // pcs; end is that of control, or of the next stretch
	control    *instr // nil if the next stretch follows
	// The operations if all lanes of the warp that have not ended take part, and if some do. Lanes that have
	// ended may hold anything, so the first need not spare any.
	all, some []vector.Op
	steps     int64 // instructions, control among them
	runs      int64 // executions since they were last counted
	threads   int64 // and threads in them
}

// The operations of this package: X is the pc of an instruction, A the predicate of the lanes that execute it.
const (
	opEnd    = vector.Stop + iota
	opStaged // in the way of the tracing path
	opAccess
	opAtomic
	opOperand // a load of an operand in shared memory: B is its number
	opLanes   // what vectorOp computes, lane by lane: the places are those of an operation, X the pc
	opTest    // a comparison, the same
)

// leaders are the instructions at which a stretch begins: those that a branch leads to or that follow control.
func (m *Machine) leaders() []bool {
	leads := make([]bool, len(m.code)+1)
	leads[0] = true
	for pc := range m.code {
		if in := &m.code[pc]; in.ends() {
			leads[pc+1] = true
			if in.Kind == isa.Branch {
				leads[in.Target] = true
			}
		}
	}
	return leads
}

// ends reports whether an instruction is control.
func (in *instr) ends() bool { return in.Kind != isa.Plain || in.collective }

// cut cuts the program into stretches.
func (m *Machine) cut() []*stretch {
	leads := m.leaders()
	stretches := make([]*stretch, len(m.code)+1)
	for first := 0; first < len(m.code); {
		s := &stretch{first: first, end: first}
		for s.end < len(m.code) && !m.code[s.end].ends() && (s.end == first || !leads[s.end]) {
			s.end++
		}
		stretches[first], s.steps, first = s, int64(s.end-first), s.end
		if s.end < len(m.code) && m.code[s.end].ends() && (s.end == s.first || !leads[s.end]) {
			s.control = &m.code[s.end]
			s.steps++
			first++
		}
	}
	return stretches
}

// count notes that a path executes the stretch.
func (s *stretch) count(f *fastPath, active uint32) {
	if s.runs == 0 {
		f.touched = append(f.touched, s)
	}
	s.runs++
	s.threads += int64(ones(active))
}

// Settle brings Stats up to date with what Results has executed.
func (m *Machine) Settle() {
	f := m.fast
	if f == nil {
		return
	}
	m.stats = &m.Stats
	for _, s := range f.touched {
		last := s.end
		if s.control != nil && s.control.Kind != isa.Barrier && !s.control.collective { // these count themselves
			last++
		}
		for pc := s.first; pc < last; pc++ {
			m.handInInstruction(&m.code[pc], s)
		}
		s.runs, s.threads = 0, 0
	}
	f.touched = f.touched[:0]
	for _, p := range f.used {
		p.handIn(m)
		p.listed = false
	}
	f.used = f.used[:0]
}

// handInInstruction is count for all executions of an instruction since the last time.
func (m *Machine) handInInstruction(in *instr, s *stretch) {
	x, guarded := m.stats, s.threads+m.fast.predicate[in.pc]
	m.fast.predicate[in.pc] = 0
	if n := m.fast.counters[in.pc]; n >= 0 {
		guarded = 0
		for _, frame := range m.fast.frames {
			place := m.fast.counts + 8*uint32(n)
			low, high := vector.Mask(frame, place), vector.Mask(frame, place+4)
			guarded += int64(*low) | int64(*high)<<32
			*low, *high = 0, 0
		}
	}
	count := int64(in.Count)
	x.Instructions += s.runs * count
	x.ThreadInstructions += s.threads * count
	x.ByClass[in.Class] += s.runs * count
	x.Executed[in.pc] += s.runs
	x.PerInstruction.Issued[in.pc] += s.runs * count
	x.PerInstruction.Threads[in.pc] += s.threads
	x.PerInstruction.PredOn[in.pc] += guarded
	x.ThreadsByClass[in.Class] += guarded * count
	x.Flops += guarded * int64(in.Flops)
	if in.Class == isa.ClassFP64 {
		x.FlopsDP += guarded * int64(in.Flops)
	}
	if !m.fast.paced && m.fast.native[in.pc] {
		x.PortClocks += s.runs * int64(in.clocks.port)
		for p, clocks := range in.clocks.busy {
			x.PipeClocks[p] += s.runs * int64(clocks)
		}
	}
}

package warp

import (
	"slices"

	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// counters are places of numbers of eight bytes in each frame, which operations count up. FlushCounts adds them up.
type counters struct {
	guards  []uint32 // by pc, lanes for which a guard holds; 0 is none
	tallies []uint32 // by pc, of control that is not counted with its basic block; 0 is none
	unused  uint32   // for lanes that nobody asks for
	counted uint32   // how many there are
}

// placeCounters takes places for the counters of a program, beginning at 0; translate moves them behind the rest of
// the frame.
func (m *Machine) placeCounters(f *fastPath) {
	take := func(n uint32) uint32 {
		f.counted += n
		return 8 * (f.counted - n)
	}
	f.unused = take(2)
	f.guards, f.tallies = make([]uint32, len(m.code)), make([]uint32, len(m.code))
	for _, s := range f.basicBlocks {
		if s != nil {
			s.tally = take(2)
		}
	}
	for pc := range m.code {
		in := &m.code[pc]
		switch {
		case in.Kind == isa.Barrier && !in.Reduces() && !in.Named() && !f.booked, in.collective && !f.booked:
			f.tallies[pc] = take(2)
		case in.Guard.Kind == isa.Pred:
			f.guards[pc] = take(1)
		}
	}
}

// moved moves the counters to a place in the frame.
func (c *counters) moved(to uint32, basicBlocks []*basicBlock) {
	for _, places := range [][]uint32{c.guards, c.tallies} {
		for i := range places {
			if places[i] != 0 {
				places[i] += to
			}
		}
	}
	for _, s := range basicBlocks {
		if s != nil {
			s.tally += to
		}
	}
	c.unused += to
}

// FlushCounts brings Stats up to date with what Results has executed.
func (m *Machine) FlushCounts() {
	if f := m.results; f != nil {
		m.fast, m.stats = f, &m.Stats
		m.flushFrames(f, f.frames)
		m.flushPatterns()
	}
}

// flushFrames adds what the frames of a fast path have counted to the current statistics.
func (m *Machine) flushFrames(f *fastPath, frames [][]vector.Word) {
	sums := f.sums(frames)
	tally := func(place uint32) (runs, threads int64) {
		at := (place - f.counts) / 8
		return sums[at], sums[at+1]
	}
	for _, s := range f.basicBlocks {
		if s == nil {
			continue
		}
		runs, threads := tally(s.tally)
		last := s.end
		if s.control != nil && s.control.Kind != isa.Barrier && !s.control.collective { // these count themselves
			last++
		}
		for pc := s.first; pc < last && runs > 0; pc++ {
			guarded := threads
			if at := f.guards[pc]; at != 0 {
				guarded = sums[(at-f.counts)/8]
			}
			m.countInstruction(&m.code[pc], runs, threads, guarded)
		}
	}
	for pc, at := range f.tallies {
		if at != 0 {
			runs, threads := tally(at)
			m.countInstruction(&m.code[pc], runs, threads, threads)
		}
	}
}

// flushPatterns adds what accesses have counted to the current statistics.
func (m *Machine) flushPatterns() {
	for _, p := range m.fast.used {
		p.flush(m)
		p.listed = false
	}
	m.fast.used = m.fast.used[:0]
}

// sums adds the counters of frames up, and begins them anew.
func (f *fastPath) sums(frames [][]vector.Word) []int64 {
	n := int(f.fixed/8 - f.counts/8)
	f.added = slices.Grow(f.added[:0], n)[:n]
	sums := f.added
	clear(sums)
	for _, frame := range frames {
		for i, words := range frame[f.counts/vector.WordBytes : f.fixed/vector.WordBytes] {
			for k := range vector.WordLanes / 2 {
				sums[vector.WordLanes/2*i+k] += int64(words[2*k]) | int64(words[2*k+1])<<32
			}
		}
		clear(frame[f.counts/vector.WordBytes : f.fixed/vector.WordBytes])
	}
	return sums
}

// countInstruction is count for executions of an instruction whose guard held for some of the threads.
func (m *Machine) countInstruction(in *instr, runs, threads, guarded int64) {
	x := m.stats
	count := int64(in.Count)
	x.Instructions += runs * count
	x.ThreadInstructions += threads * count
	x.ByClass[in.Class] += runs * count
	x.Executed[in.PC] += runs
	x.PerInstruction.Issued[in.PC] += runs * count
	x.PerInstruction.Threads[in.PC] += threads
	x.PerInstruction.PredOn[in.PC] += guarded
	x.ThreadsByClass[in.Class] += guarded * count
	x.Flops += guarded * int64(in.Flops)
	if in.Class == isa.ClassFP64 {
		x.FlopsDP += guarded * int64(in.Flops)
	}
	switch in.Kind {
	case isa.Branch:
		x.Branches += runs
	case isa.Barrier:
		x.Barriers += runs
	}
	if m.fast.native[in.PC] && in.inSlice {
		m.beside += runs * in.work
	}
	if !m.fast.booked && m.fast.native[in.PC] {
		x.PortClocks += runs * int64(in.clocks.port)
		for p, clocks := range in.clocks.busy {
			x.PipeClocks[p] += runs * int64(clocks)
		}
	}
}

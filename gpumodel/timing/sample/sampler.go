package sample

import (
	"math"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// The throughput counts as steady when the last steadyWindows windows differ
// from their mean by at most steadyWithin; a launch that never becomes steady is sampled
// for mostWindows windows.
const (
	steadyWindows = 2
	steadyWithin  = 0.015
	mostWindows   = 4
	rowsPerWindow = 2
	dramError     = 0.05 // of the time of blocks left out that the DRAM decides, as TestStoresWait has it
	windowError   = 0.07 // of the time of the blocks left out, as TestRandomRegular has it
)

// A sampler watches the finished blocks, window by window. A window holds at
// least one generation of resident blocks and whole pairs of rows of the grid, so
// that patterns along a row (which partitions its tiles meet) and between rows
// (two rows of 128-byte tiles share a partition of 256 bytes) are seen whole.
type sampler struct {
	e        *engine.Engine
	sample   bool
	least    int64   // work before blocks are left out
	window   int     // blocks
	ends     []mark  // of the windows
	quarter  int     // blocks between two looks at the partitions
	looked   int     // blocks finished at the last look
	perBlock float64 // seconds, once steady
	spread   float64 // of the windows, as a part of perBlock
}

// A mark is a moment of a run: how many blocks had finished when.
type mark struct {
	blocks  int
	at      memory.Time
	backlog memory.Time
	behind  int64 // bytes that the DRAM had still to move for what was stored
}

func newSampler(e *engine.Engine, c Config) *sampler {
	resident := min(e.Slots(), c.Blocks)
	window := resident
	if rows := rowsPerWindow * c.GridX; 0 < rows && rows <= 4*window {
		window = (window + rows - 1) / rows * rows
	}
	return &sampler{e: e, sample: c.Sample, least: c.leastSampled(), window: window, quarter: max(1, e.Slots()/4)}
}

// observe is called when blocks have finished; it reports whether dispatch may stop.
func (s *sampler) observe() bool {
	n := len(s.e.Completed())
	if n >= s.looked+s.quarter {
		s.looked = n
		s.e.CloseWindow()
	}
	if n >= (len(s.ends)+1)*s.window {
		s.ends = append(s.ends, s.mark(n))
		if s.sample && s.perBlock == 0 && s.e.Work() >= s.least && s.steady() {
			s.perBlock = s.rate(0, len(s.ends)-1)
		}
	}
	return s.perBlock > 0
}

// rate is the seconds per block between two windows' ends.
func (s *sampler) rate(from, to int) float64 {
	a, b := s.ends[from], s.ends[to]
	t := engine.Tally{Time: engine.Seconds(b.at - a.at), Backlog: engine.Seconds(b.backlog - a.backlog)}
	return t.Awaited().Time / float64(b.blocks-a.blocks)
}

// mark is the present moment.
func (s *sampler) mark(blocks int) mark {
	b := s.e.Caches().Behind
	return mark{blocks, s.e.Now(), s.e.Backlog(), b.Write + b.Read}
}

// atDRAM is what the blocks left out take if the DRAM falls behind with what is stored, after a run to the
// end of all that it had to do. A sample ends before the L2 holds back all that it can; after that a
// launch is no faster than the DRAM. It is 0 if the DRAM has no more to do than what waits at any time.
func (s *sampler) atDRAM(left int) float64 {
	b, d := s.e.Behind(), s.e.Device
	if s.perBlock == 0 || float64(s.ends[len(s.ends)-1].behind-s.ends[0].behind) <= engine.AtAnyTime(d) {
		return 0
	}
	busy := engine.Seconds(s.e.Now() - s.e.FirstServed())
	moved := 0.0
	for _, p := range s.e.Partitions {
		moved += float64(p.Stats.Bytes)
	}
	room := float64(max(0, b.Most-b.Write-b.Read))
	return float64(left)*busy/float64(s.e.Dispatched()) - room*busy/moved
}

// steady compares the last windows; the first one, in which all SMs start at
// once, does not count.
func (s *sampler) steady() bool {
	last := len(s.ends) - 1
	if last < steadyWindows {
		return false
	}
	mean := s.rate(last-steadyWindows, last)
	s.spread = 0
	for i := last - steadyWindows; i < last; i++ {
		s.spread = max(s.spread, math.Abs(s.rate(i, i+1)/mean-1))
	}
	return s.spread <= steadyWithin || last+1 >= mostWindows
}

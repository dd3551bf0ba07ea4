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
)

// A sampler watches the finished blocks, window by window. A window holds at
// least one generation of resident blocks and whole pairs of rows of the grid, so
// that patterns along a row (which partitions its tiles meet) and between rows
// (two rows of 128-byte tiles share a partition of 256 bytes) are seen whole.
type sampler struct {
	e        *engine.Engine
	sample   bool
	window   int     // blocks
	ends     []mark  // of the windows
	quarter  int     // blocks between two looks at the partitions
	looked   int     // blocks finished at the last look
	perBlock float64 // seconds, once steady
	spread   float64 // of the windows, as a part of perBlock
}

// A mark is a moment of a run: how many blocks had finished when.
type mark struct {
	blocks int
	at     memory.Time
}

func newSampler(e *engine.Engine, c Config) *sampler {
	resident := min(e.Slots(), c.Blocks)
	window := resident
	if rows := rowsPerWindow * c.GridX; 0 < rows && rows <= 4*window {
		window = (window + rows - 1) / rows * rows
	}
	return &sampler{e: e, sample: c.Sample, window: window, quarter: max(1, e.Slots()/4)}
}

// observe is called when blocks have finished; it reports whether dispatch may stop.
func (s *sampler) observe() bool {
	n := len(s.e.Completed())
	if n >= s.looked+s.quarter {
		s.looked = n
		s.e.CloseWindow()
	}
	if n >= (len(s.ends)+1)*s.window {
		s.ends = append(s.ends, mark{n, s.e.Now()})
		if s.sample && s.perBlock == 0 && s.steady() {
			s.perBlock = s.rate(0, len(s.ends)-1)
		}
	}
	return s.perBlock > 0
}

// rate is the seconds per block between two windows' ends.
func (s *sampler) rate(from, to int) float64 {
	a, b := s.ends[from], s.ends[to]
	return engine.Seconds(b.at-a.at) / float64(b.blocks-a.blocks)
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

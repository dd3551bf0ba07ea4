package sample

import (
	"math"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
)

// The rate of a launch is known well enough when half of its 95 % interval makes no more than steadyWithin of
// the launch's time. The interval is that of batch means (Law and Carson, Operations Research 27, 1979): windows
// that follow each other are alike, and what repeats every few windows is in each of the longer batches.
const (
	steadyWithin  = 0.02
	leastBatches  = 6         // so many or more, of as many windows each, once there are enough windows
	fewestWindows = 3         // of which a rate is made
	getsGoing     = 3         // one of so many windows is left out, in which caches fill and SMs get apart
	mostSampled   = 4_000_000 // work, as Engine.Work counts it, after which the rate is taken as it is
	rowsPerWindow = 2
	dramError     = 0.05 // of the time of blocks left out that the DRAM decides, as TestStoresWait has it
	windowError   = 0.03 // of the time of the blocks left out, what the rate still changes later: TestRandomRegular
)

// student are the 97.5 % quantiles of Student's t distribution, by degrees of freedom from 1 on.
var student = [...]float64{12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20}

// A sampler watches the finished blocks, window by window. A window holds at
// least one generation of resident blocks and whole pairs of rows of the grid, so
// that patterns along a row (which partitions its tiles meet) and between rows
// (two rows of 128-byte tiles share a partition of 256 bytes) are seen whole.
type sampler struct {
	e        *engine.Engine
	sample   bool
	goesOn   bool    // if it would say too little
	least    int64   // work before blocks are left out
	window   int     // blocks
	ends     []mark  // of the windows
	quarter  int     // blocks between two looks at the partitions
	looked   int     // blocks finished at the last look
	blocks   int     // of the launch
	perBlock float64 // seconds, once steady
	spread   float64 // half of the 95 % interval of perBlock, as a part of it
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
	quarter := max(1, e.Slots()/4)
	if c.parts > 1 { // its channels get lines by chance: in less time they are uneven, as those of the chip are not
		quarter = e.Slots()
	}
	return &sampler{e: e, sample: c.Sample, goesOn: c.goesOn, least: c.leastSampled(), window: window, blocks: c.Blocks, quarter: quarter}
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
		if s.sample && s.perBlock == 0 && s.e.Work() >= s.least {
			s.measure()
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

// measure takes the rate of the later windows, if it is known well enough. The first window, in which all SMs
// start at once, does not count.
func (s *sampler) measure() {
	last := len(s.ends) - 1
	windows := last - last/getsGoing
	if windows < fewestWindows {
		return
	}
	size := 1
	for windows/(2*size) >= leastBatches {
		size *= 2
	}
	var rates []float64
	for from := last - windows/size*size; from < last; from += size {
		rates = append(rates, s.rate(from, from+size))
	}
	n := float64(len(rates))
	rate := mean(rates)
	spread := student[len(rates)-2] * deviation(rates) / math.Sqrt(n)
	left := float64(s.blocks-s.e.Dispatched()) * rate
	switch now := engine.Seconds(s.e.Now()); {
	case spread*left/(left+now) > steadyWithin && s.e.Work() < mostSampled:
	case s.goesOn && sampledError(spread, left, now) > mostError:
		s.sample = false
	default:
		s.perBlock, s.spread = rate, spread
	}
}

// sampledError is the error of the time of a launch of which rest is left out, at a rate with a spread, after a time that is simulated.
func sampledError(spread, rest, simulated float64) float64 {
	return math.Hypot(spread, windowError) * rest / (simulated + rest)
}

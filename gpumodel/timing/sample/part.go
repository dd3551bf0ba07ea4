package sample

import (
	"context"
	"math"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing/engine"
	"warpbook.dev/gpumodel/warp"
)

// A chip of a hundred SMs is many alike parts: some TPCs with their share of the L2, of the
// channels and of the blocks. Where addresses are spread over the channels by a hash, no part
// is in another's way, and one of them shows what all do. So of a launch whose blocks do not
// depend on each other one part is simulated.
const (
	leastTPCs = 5 // of a part
	mostTPCs  = 8
	wholeTPCs = 30 // up to which a chip is no more than a part

	againError    = 0.6  // of the time of a part whose lines are loaded or written again at another time
	partError     = 0.06 // of the time of a part: transposes, against the whole chip
	walkPartError = 0.1  // the same, if blocks differ: TestRandomIrregular
	fewWavesError = 0.2  // of both, if the launch is little more than the begin and the end of blocks
	fewWavesOfAll = 2    // so many
)

// part is a part of a device, and how many of them the device has; nil if it is simulated as a
// whole. It has that number of TPCs whose share of the L2's slices is nearest to whole slices.
func part(d *device.Device) (p *device.Device, parts float64) {
	if !d.Sectored() || d.TPCs <= wholeTPCs {
		return nil, 1
	}
	tpcs, slices, least := 0, 0, math.Inf(1)
	for n := leastTPCs; n <= mostTPCs; n++ {
		share := float64(d.L2Slices*n) / float64(d.TPCs)
		whole := d.L2Sides * int(math.Round(share/float64(d.L2Sides)))
		if off := math.Abs(float64(whole)/share - 1); off < least && d.SMs*n%d.TPCs == 0 {
			tpcs, slices, least = n, whole, off
		}
	}
	parts = float64(d.TPCs) / float64(tpcs)
	c := *d
	c.TPCs, c.SMs, c.L2Slices = tpcs, d.SMs*tpcs/d.TPCs, slices
	c.Partitions = slices * d.Partitions / d.L2Slices
	c.MemoryBusBits = d.MemoryBusBits * c.Partitions / d.Partitions
	c.L2KB, c.L2DirtyKB = d.L2KB*slices/d.L2Slices, d.L2DirtyKB*slices/d.L2Slices
	c.BlockInterval *= parts
	c.PCIeGBps /= parts
	return &c, parts
}

// A strip is the blocks of a grid that a part of a chip executes: of each row as many as are
// its share, so that as many rows are in flight as on the chip, and what blocks of a column
// share they share here too.
type strip struct {
	engine.Source
	blocks, gridX int // of the whole grid
	width         int // blocks of a row that are taken; 0 if rows do not matter
	chunk         int // blocks that are taken one after the other, if blocks differ
	round         int // blocks from the begin of a chunk to that of the next
	generation    int // blocks that the chip holds
	parts         float64
}

func newStrip(s engine.Source, c *Config, parts float64) strip {
	x := strip{Source: s, blocks: c.Blocks, gridX: c.GridX, parts: parts}
	if rows := c.Blocks / max(1, c.GridX); rows > 1 {
		x.width = stripWidth(c, parts)
	}
	return x
}

// stripWidth is how many blocks of a row a strip has: about its share, but so that as many of an
// SM's blocks are in one column as on the chip, as these share lines in the L1.
func stripWidth(c *Config, parts float64) int {
	share, best, least := float64(c.GridX)/parts, 0, math.Inf(1)
	sms := int(math.Round(float64(c.Device.SMs) / parts))
	resident := min(c.BlocksPerSM, (c.Blocks+c.Device.SMs-1)/c.Device.SMs)
	columns := func(sms, width int) float64 { return float64(min(resident, width/gcd(sms, width))) }
	for w := int(math.Ceil(share * 0.75)); w <= int(math.Ceil(share*1.3)); w++ {
		off := math.Abs(math.Log(columns(sms, w)/columns(c.Device.SMs, c.GridX))) + math.Abs(math.Log(float64(w)/share))
		if w > 0 && off < least {
			best, least = w, off
		}
	}
	return best
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// number is the block of the grid that is number b of the strip: after all rows those of the
// next strip follow.
func (s strip) number(b int) int {
	if s.chunk > 0 {
		return min(s.blocks-1, b/s.chunk*s.round+b%s.chunk)
	}
	if s.width == 0 {
		return b
	}
	rows := (s.blocks + s.gridX - 1) / s.gridX
	first := b / (s.width * rows) * s.width
	width := min(s.width, s.gridX-first)
	b -= first * rows
	if width <= 0 {
		return s.blocks - 1
	}
	return min(s.blocks-1, b/width*s.gridX+first+b%width)
}

// mine reports whether a block is of the strip.
func (s strip) mine(block int) bool {
	switch {
	case s.chunk > 0:
		return block%s.round < s.chunk
	case s.width > 0:
		return block%s.gridX < s.width
	}
	return float64(block) < float64(s.blocks)/s.parts
}

// besides is how many blocks of other parts are looked at beside n of this one: as many, or if
// blocks differ all that are executed in about the same time.
func (s strip) besides(n int) int {
	if s.chunk > 0 {
		return min(s.blocks/2, s.generation) * (s.round - s.chunk) / s.round
	}
	return n
}

// elsewhere is number i of n blocks of other parts that are executed while the blocks of the strip from
// number first on are: in the same row of the grid, in each row of another part; if rows do not matter,
// that many blocks on.
func (s strip) elsewhere(first, i, n int) int {
	if s.chunk > 0 {
		others := s.round - s.chunk
		return (s.number(first)/s.round*s.round + i/others*s.round + s.chunk + i%others) % s.blocks
	}
	block := s.number(first + i)
	if s.width == 0 {
		return (block + n) % s.blocks
	}
	row, column := block/s.gridX, block%s.gridX
	others := max(1, s.gridX/s.width-1)
	return row*s.gridX + (column+s.width*(1+row%others))%s.gridX
}

func (s strip) Start(block int, o warp.Options) (*warp.Block, error) {
	return s.Source.Start(s.number(block), o)
}

func (s strip) Profile(block int) (warp.Profile, error) { return s.Source.Profile(s.number(block)) }

// simulatePart simulates the part of a launch that a part of the chip executes, and returns
// what the chip does.
func simulatePart(ctx context.Context, c Config, source engine.Source, d *device.Device, parts float64) (Outcome, error) {
	p := c
	p.Device, p.parts = d, parts
	p.Blocks = max(1, int(math.Ceil(float64(c.Blocks)/parts)))
	p.steps = c.steps / parts
	s := newStrip(source, &c, parts)
	if s.width > 0 {
		p.GridX, p.Device = s.width, d.Scattered()
	}
	var again float64
	var err error
	if p.share, again, err = ofPart(s, d); err != nil {
		return Outcome{}, err
	}
	o, err := p.simulate(ctx, s)
	if err != nil {
		return o, err
	}
	o.Error = math.Hypot(math.Hypot(o.Error, c.partError(partError)), againError*again)
	return o.ofChip(&c, &p), nil
}

// walkPart simulates what a part of the chip executes of blocks that differ: a chunk of each
// wave, so that the part gets blocks from all over the grid. The chip has other blocks than the part, and
// ends with another one: what that makes is estimated by dispatching the blocks of both in a coarse model.
func walkPart(ctx context.Context, c Config, source engine.Source, g *grid, d *device.Device, parts float64) (Outcome, error) {
	p := c
	p.Device, p.parts, p.steps = d, parts, c.steps/parts
	p.Blocks = c.Blocks/c.Device.SMs*d.SMs + min(c.Blocks%c.Device.SMs, d.SMs)
	s := strip{Source: source, blocks: c.Blocks, gridX: c.GridX, parts: parts, chunk: d.SMs, round: c.Device.SMs,
		generation: c.Device.SMs * c.BlocksPerSM}
	var again float64
	var err error
	if p.share, again, err = ofPart(s, d); err != nil {
		return Outcome{}, err
	}
	o, w, err := p.walk(ctx, s, g, mostBudget, s.number)
	if err != nil || w == nil { // it was cut off
		return o.ofChip(&c, &p), err
	}
	equal := g.all() / parts / w.work.all()
	share := w.ofChip(&c, &p, o.Time, g.at, func(b int) float64 { return g.at(s.number(b)) })
	o.Time *= share
	o.Simulated *= share
	o.Error = math.Hypot(math.Hypot(o.Error, math.Hypot(c.partError(walkPartError), againError*again)), math.Abs(share/equal-1)/2)
	return o.ofChip(&c, &p), nil
}

// partError is by how much the time of a part may be off. Of a launch of few waves the part and the chip have
// other blocks on each SM, and another block ends last.
func (c *Config) partError(each float64) float64 {
	if c.Blocks < fewWavesOfAll*c.Device.SMs*c.BlocksPerSM {
		return fewWavesError
	}
	return each
}

// ofChip is how long the chip takes for its blocks, where the part took so long for its own.
func (w *walk) ofChip(c, p *Config, took float64, all, mine func(b int) float64) float64 {
	part := queueing{p.Device.SMs, p.BlocksPerSM, float64(p.BlocksPerSM)}
	each := func(blocks int, work func(b int) float64, sms int) float64 {
		return newRunning(blocks, work).all() / float64(sms)
	}
	ofPart := each(p.Blocks, mine, part.sms)
	if w.full.Time > 0 {
		rate := w.full.Steps / w.full.Time / float64(part.sms)
		part = part.fit(p.Blocks, mine, took*rate-ofPart)
	}
	chip := part
	chip.sms = c.Device.SMs
	return (each(c.Blocks, all, chip.sms) + chip.tail(c.Blocks, all)) / (ofPart + part.tail(p.Blocks, mine))
}

// onPart is the launch on a part of its device.
func (c Config) onPart(d *device.Device) *Config {
	c.Device = d
	return &c
}

// ofChip is what the chip does, of an outcome of its part.
func (o Outcome) ofChip(c, p *Config) Outcome {
	times := float64(c.Blocks) / float64(p.Blocks)
	o.Sampled *= float64(p.Blocks) / float64(c.Blocks)
	if o.Blocks == p.Blocks {
		o.Blocks = c.Blocks
	} else {
		o.Blocks = int(math.Round(float64(o.Blocks) * times))
	}
	o.DRAM = timesStats(o.DRAM, times)
	o.L2.Hits, o.L2.Misses = count(o.L2.Hits, times), count(o.L2.Misses, times)
	o.L2.Written, o.L2.Fabric, o.L2.Asked = count(o.L2.Written, times), count(o.L2.Fabric, times), count(o.L2.Asked, times)
	o.L2.Owed = count(o.L2.Owed, times)
	o.Behind.Write, o.Behind.Read = count(o.Behind.Write, times), count(o.Behind.Read, times)
	for i := range o.States {
		o.States[i] *= times
	}
	o.Idle = repeated(o.Idle, c.Device.SMs)
	o.Channels = repeated(o.Channels, c.Device.Partitions)
	o.Slices = repeated(o.Slices, c.Device.L2Slices)
	return o
}

func count(n int64, times float64) int64 { return int64(math.Round(float64(n) * times)) }

// timesStats are the counts of as many partitions.
func timesStats(s memory.PartitionStats, times float64) memory.PartitionStats {
	s.Transactions, s.Activates, s.Turnarounds = count(s.Transactions, times), count(s.Activates, times), count(s.Turnarounds, times)
	s.Bytes, s.ReadBytes, s.Busy = count(s.Bytes, times), count(s.ReadBytes, times), memory.Time(count(int64(s.Busy), times))
	return s
}

// repeated is a list again and again until it has n elements.
func repeated[T any](list []T, n int) []T {
	if len(list) == 0 {
		return list
	}
	all := make([]T, n)
	for i := range all {
		all[i] = list[i%len(list)]
	}
	return all
}

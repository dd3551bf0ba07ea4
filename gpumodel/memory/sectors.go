package memory

import "math/bits"

// sectorBytes is what a sectored cache reads and writes.
const sectorBytes = 32

// A SectorCache is a slice of the L2: set-associative, with lines of which single
// sectors of 32 bytes are there, or written. What is written is written back when
// the line has to make room; the line that was not used for longest does.
//
// It begins full of what came before: of lines that nobody asks for, of which as much
// was written as is written now. So as long as those make room, as much is written back as is
// written: the first part of a launch, which is all that is simulated of a large one, has its share
// of the DRAM's writes.
type SectorCache struct {
	lineBytes uint64
	ways      int
	sets      [][]sectorLine // the latest first
	away      uint64         // how far from new lines those of before lay: the size of the cache
	Stats     CacheStats     // of sectors that are read
	Writes    int64          // sectors
	Owed      int64          // sectors that were written, less those that were written back
	before    int64          // sectors of before that have made room and were not written back
}

type sectorLine struct {
	base         uint64
	valid, dirty uint8 // bit i is sector i
}

// NewSectorCache returns an empty cache of a size in bytes.
func NewSectorCache(bytes, lineBytes, ways int) *SectorCache {
	return &SectorCache{
		lineBytes: uint64(lineBytes), ways: ways, away: uint64(bytes),
		sets: make([][]sectorLine, max(1, bytes/(lineBytes*ways))),
	}
}

// Read looks up a transaction within one line. missing are those of its sectors
// that have to be fetched, and then count as there; evicted is what is to be
// written back.
func (c *SectorCache) Read(t Transaction, set uint64) (missing, evicted Transaction) {
	want := c.mask(t)
	line, evicted := c.line(t.Addr, set)
	lacking := want &^ line.valid
	line.valid |= want
	c.Stats.Hits += count(want &^ lacking)
	c.Stats.Misses += count(lacking)
	return c.part(line.base, lacking), evicted
}

// Write makes the sectors of a transaction written.
func (c *SectorCache) Write(t Transaction, set uint64) (evicted Transaction) {
	line, evicted := c.line(t.Addr, set)
	m := c.mask(t)
	more := count(m &^ line.dirty)
	c.Owed += more
	if evicted.Size == 0 && c.Owed >= more && c.before >= more {
		evicted = c.part(line.base+c.away, m&^line.dirty)
		c.Owed -= more
		c.before -= more
	}
	line.valid |= m
	line.dirty |= m
	c.Writes += count(m)
	return evicted
}

// mask is the sectors that a transaction touches.
func (c *SectorCache) mask(t Transaction) uint8 {
	first := t.Addr % c.lineBytes / sectorBytes
	last := (t.Addr%c.lineBytes + uint64(t.Size) - 1) / sectorBytes
	return uint8(1<<(last+1) - 1<<first)
}

// part is the transaction from the first to the last sector of a mask.
func (c *SectorCache) part(base uint64, mask uint8) Transaction {
	if mask == 0 {
		return Transaction{}
	}
	first := uint64(bits.TrailingZeros8(mask))
	return Transaction{Addr: base + first*sectorBytes, Size: uint32(count(mask)) * sectorBytes}
}

// line finds or makes the line of an address, and moves it to the front of its set.
func (c *SectorCache) line(addr, set uint64) (line *sectorLine, evicted Transaction) {
	base := addr &^ (c.lineBytes - 1)
	lines := c.sets[set%uint64(len(c.sets))]
	i := 0
	for i < len(lines) && lines[i].base != base {
		i++
	}
	found := sectorLine{base: base}
	switch {
	case i < len(lines):
		found = lines[i]
	case len(lines) < c.ways:
		lines = append(lines, sectorLine{})
		c.sets[set%uint64(len(c.sets))] = lines
		c.before += int64(c.lineBytes / sectorBytes)
	default:
		i--
		evicted = c.part(lines[i].base, lines[i].dirty)
		c.Owed -= count(lines[i].dirty)
	}
	copy(lines[1:i+1], lines[:i])
	lines[0] = found
	return &lines[0], evicted
}

func count(mask uint8) int64 { return int64(bits.OnesCount8(mask)) }

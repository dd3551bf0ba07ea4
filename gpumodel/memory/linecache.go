package memory

import "math/bits"

// A Line is a line of a sectored cache: the L1 of an SM or a slice of the L2 from c.c.
// 7.0 on. Bit i of a mask is sector i.
type Line struct {
	tag   uint64 // number of the line and one; 0 is none
	Ready Time   // when what was fetched from near by is there
	Valid uint8  // sectors that are there
	Dirty uint8  // sectors that were written, whole if they are valid
	bytes [4]uint8
	// Fill names what is on its way from DRAM, for each half of the line.
	Fill [2]uint32
}

// Addr is the address of the line.
func (l *Line) Addr(lineBytes int) uint64 { return (l.tag - 1) * uint64(lineBytes) }

// WrittenLine is a line all of which has been written.
func WrittenLine(addr uint64, lineBytes int) Line {
	return Line{tag: addr/uint64(lineBytes) + 1, Valid: 0xf, Dirty: 0xf}
}

// PartialLine is a line of which a part of each of some sectors has been written.
func PartialLine(addr uint64, lineBytes int, mask uint8) Line {
	return Line{tag: addr/uint64(lineBytes) + 1, Dirty: mask}
}

// A LineCache is a set-associative cache of lines. The set follows from a hash, and the
// line that was not used for longest makes room.
//
// An L2 has half a million lines, and a small launch uses a hundred of them: a set takes memory when its first line is made.
type LineCache struct {
	lineBytes uint64
	ways      int
	sets      uint64
	places    []uint32   // by set, where its lines are among the sets that have some, and one; 0 is none
	filled    int        // how many sets have lines
	chunks    []lineSets // of those sets
	clock     uint32
	Stats     CacheStats // of sectors that are read
}

// lineSets are chunkSets sets of lines, with their ways one after the other.
type lineSets struct {
	lines []Line
	tags  []uint64 // of the lines: a search reads these alone, which are a few lines of the host's own cache
	used  []uint32 // when each line was used last, by the cache's clock
}

// chunkSets is how many sets get memory at once: a power of two.
const chunkSets = 16

// NewLineCache returns an empty cache of a size in bytes.
func NewLineCache(bytes, lineBytes, ways int) *LineCache {
	sets := max(1, bytes/(lineBytes*ways))
	return &LineCache{lineBytes: uint64(lineBytes), ways: ways, sets: uint64(sets), places: make([]uint32, sets)}
}

// LineBytes is the size of a line.
func (c *LineCache) LineBytes() int { return int(c.lineBytes) }

// number is the set in which a line can be.
func (c *LineCache) number(line uint64) uint64 {
	hash := line * 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	n, _ := bits.Mul64(hash, c.sets)
	return n
}

// at is the chunk of a place, and the first of its lines there.
func (c *LineCache) at(place uint32) (sets *lineSets, first int) {
	return &c.chunks[place/chunkSets], int(place%chunkSets) * c.ways
}

// make is at for the set in which a line can be, which gets memory if it has none.
func (c *LineCache) make(line uint64) (sets *lineSets, first int) {
	place := &c.places[c.number(line)]
	if *place == 0 {
		if c.filled%chunkSets == 0 {
			n := chunkSets * c.ways
			c.chunks = append(c.chunks, lineSets{make([]Line, n), make([]uint64, n), make([]uint32, n)})
		}
		c.filled++
		*place = uint32(c.filled)
	}
	return c.at(*place - 1)
}

// way is which line of a set has a number, or -1.
func (c *LineCache) way(sets *lineSets, first int, number uint64) int {
	for i, tag := range sets.tags[first : first+c.ways] {
		if tag == number+1 {
			return first + i
		}
	}
	return -1
}

// find is where a line is; way is -1 if it is nowhere.
func (c *LineCache) find(number uint64) (sets *lineSets, way int) {
	place := c.places[c.number(number)]
	if place == 0 {
		return nil, -1
	}
	sets, first := c.at(place - 1)
	return sets, c.way(sets, first, number)
}

// Peek returns the line at an address, or nil, as if nobody had looked.
func (c *LineCache) Peek(addr uint64) *Line {
	if sets, i := c.find(addr / c.lineBytes); i >= 0 {
		return &sets.lines[i]
	}
	return nil
}

// Find returns the line at an address, or nil.
func (c *LineCache) Find(addr uint64) *Line {
	sets, i := c.find(addr / c.lineBytes)
	if i < 0 {
		return nil
	}
	c.clock++
	sets.used[i] = c.clock
	return &sets.lines[i]
}

// Make returns the line at an address, whether it was there, and if not what had to make room for it: a line with
// tag 0 if there was room.
func (c *LineCache) Make(addr uint64) (line *Line, found bool, evicted Line) {
	number := addr / c.lineBytes
	sets, first := c.make(number)
	i := c.way(sets, first, number)
	if found = i >= 0; !found {
		i = first
		for k := first + 1; k < first+c.ways; k++ {
			if int32(sets.used[k]-sets.used[i]) < 0 { // one that is empty has never been used
				i = k
			}
		}
		evicted = sets.lines[i]
		sets.lines[i], sets.tags[i] = Line{tag: number + 1}, number+1
	}
	c.clock++
	sets.used[i] = c.clock
	return &sets.lines[i], found, evicted
}

// Empty reports whether there is no line.
func (l *Line) Empty() bool { return l.tag == 0 }

// Write notes that so many bytes of each sector were written, and returns how many sectors
// had not been written before. A sector of which all bytes were is valid.
func (l *Line) Write(parts [4]uint8) (more int) {
	before := l.Dirty
	for i, n := range parts {
		if n == 0 {
			continue
		}
		l.Dirty |= 1 << i
		l.bytes[i] = min(sectorBytes, l.bytes[i]+n)
		if l.bytes[i] == sectorBytes {
			l.Valid |= 1 << i
		}
	}
	return Count(l.Dirty &^ before)
}

// WholeSectors are the bytes of each sector of a mask.
func WholeSectors(mask uint8) (parts [4]uint8) {
	for i := range parts {
		parts[i] = mask >> i & 1 * sectorBytes
	}
	return parts
}

// Mask is the sectors of its line that a transaction touches.
func Mask(t *Transaction, lineBytes int) uint8 {
	first := t.Addr % uint64(lineBytes) / sectorBytes
	last := (t.Addr%uint64(lineBytes) + uint64(t.Size) - 1) / sectorBytes
	return uint8(1<<(last+1) - 1<<first)
}

// Part is the transaction from the first to the last sector of a mask.
func Part(line uint64, mask uint8) Transaction {
	if mask == 0 {
		return Transaction{}
	}
	first, last := bits.TrailingZeros8(mask), bits.Len8(mask)
	return Transaction{Addr: line + uint64(first)*sectorBytes, Size: uint32(last-first) * sectorBytes}
}

// Count is the number of sectors of a mask.
func Count(mask uint8) int { return bits.OnesCount8(mask) }

// Clear empties the cache.
func (c *LineCache) Clear() {
	for i := range c.chunks {
		x := &c.chunks[i]
		clear(x.lines)
		clear(x.tags)
		clear(x.used)
	}
}

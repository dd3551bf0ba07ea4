package memory

// Cached says through which cache of read-only data a transaction goes.
type Cached uint8

const (
	Uncached Cached = iota
	ConstantCache
	TextureCache
)

// A Cache is set-associative; the line that was not used for longest makes room.
type Cache struct {
	lineBytes uint64
	ways      int
	sets      [][]uint64 // numbers of lines, the latest first
	Stats     CacheStats
}

// CacheStats count look-ups, of one line each.
type CacheStats struct{ Hits, Misses int64 }

// Add adds the counts of another cache.
func (s *CacheStats) Add(t CacheStats) {
	s.Hits += t.Hits
	s.Misses += t.Misses
}

// MissRate is the share of look-ups that missed; 0 without any.
func (s CacheStats) MissRate() float64 {
	if s.Hits+s.Misses == 0 {
		return 0
	}
	return float64(s.Misses) / float64(s.Hits+s.Misses)
}

// NewCache returns an empty cache of a size in bytes. One of 0 bytes never hits.
func NewCache(bytes, lineBytes, ways int) *Cache {
	c := &Cache{lineBytes: uint64(lineBytes), ways: ways}
	if bytes > 0 {
		c.sets = make([][]uint64, bytes/(lineBytes*ways))
	}
	return c
}

// Lookup reports whether the line at an address is in the cache, and brings it in
// if it is not.
func (c *Cache) Lookup(address uint64) bool {
	if len(c.sets) == 0 {
		c.Stats.Misses++
		return false
	}
	line := address / c.lineBytes
	set := c.sets[line%uint64(len(c.sets))]
	for i, l := range set {
		if l == line {
			copy(set[1:i+1], set[:i])
			set[0] = line
			c.Stats.Hits++
			return true
		}
	}
	c.Stats.Misses++
	if len(set) < c.ways {
		set = append(set, 0)
		c.sets[line%uint64(len(c.sets))] = set
	}
	copy(set[1:], set)
	set[0] = line
	return false
}

// Lines appends to out the different lines that the active lanes touch: lane i, if
// bit i of active is set, touches a word at addr[i], which does not cross a line.
func Lines(addr *[32]uint64, active uint32, lineBytes int, cached Cached, out []Transaction) []Transaction {
	from := len(out)
next:
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		base := a &^ (uint64(lineBytes) - 1)
		for j := len(out) - 1; j >= from; j-- {
			if out[j].Addr == base {
				continue next
			}
		}
		out = append(out, Transaction{Addr: base, Size: uint32(lineBytes), Cached: cached})
	}
	return out
}

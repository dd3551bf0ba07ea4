package memory

import "slices"

// Cached says through which cache of read-only data a transaction goes.
type Cached uint8

const (
	Uncached Cached = iota
	ConstantCache
	TextureCache
	L1Cache // of global memory: a store drops its line
	L1Local // the same cache for local memory, which is written back
)

// A Cache is set-associative; the line that was not used for longest makes room.
type Cache struct {
	lineBytes uint64
	ways      int
	sets      [][]entry // the latest first
	Stats     CacheStats
}

// An entry is a line in a cache.
type entry struct {
	line  uint64 // its number
	dirty bool   // written, and not yet written back
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
		c.sets = make([][]entry, bytes/(lineBytes*ways))
	}
	return c
}

// Lookup reports whether the line at an address is in the cache, and brings it in
// if it is not.
func (c *Cache) Lookup(address uint64) bool {
	hit, _, _ := c.Access(address, false)
	return hit
}

// Access is Lookup of a read or a write. A written line that has to make room is
// evicted: its address is to be written back.
func (c *Cache) Access(address uint64, write bool) (hit bool, evicted uint64, writeBack bool) {
	if len(c.sets) == 0 {
		c.Stats.Misses++
		return false, 0, false
	}
	line := address / c.lineBytes
	set := c.sets[line%uint64(len(c.sets))]
	for i, e := range set {
		if e.line == line {
			copy(set[1:i+1], set[:i])
			set[0] = entry{line, e.dirty || write}
			c.Stats.Hits++
			return true, 0, false
		}
	}
	c.Stats.Misses++
	if len(set) < c.ways {
		set = append(set, entry{})
		c.sets[line%uint64(len(c.sets))] = set
	} else if last := set[len(set)-1]; last.dirty {
		evicted, writeBack = last.line*c.lineBytes, true
	}
	copy(set[1:], set)
	set[0] = entry{line, write}
	return false, evicted, writeBack
}

// Drop forgets the line at an address, if it is in the cache.
func (c *Cache) Drop(address uint64) {
	if len(c.sets) == 0 {
		return
	}
	line := address / c.lineBytes
	n := line % uint64(len(c.sets))
	c.sets[n] = slices.DeleteFunc(c.sets[n], func(e entry) bool { return e.line == line })
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

// Caches are alike, one for each SM, TPC or partition.
type Caches []*Cache

// NewCaches returns n empty caches.
func NewCaches(n, bytes, lineBytes, ways int) Caches {
	all := make(Caches, n)
	for i := range all {
		all[i] = NewCache(bytes, lineBytes, ways)
	}
	return all
}

// Stats adds up what the caches have seen.
func (c Caches) Stats() (s CacheStats) {
	for _, x := range c {
		s.Add(x.Stats)
	}
	return s
}

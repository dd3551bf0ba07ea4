package vector

import (
	"encoding/binary"
	"math/bits"
)

// An Access is a load or store of words of each lane as Touch executes it, or a load of a part of a word. Its addresses lie in Low and
// High, which are places, each with Add, as far as Far has bits; its memory is where Bytes points, from the address Base on. Up to Size
// bytes of it may be touched, with Beyond more behind.
type Access struct {
	Low, High, Data uint32
	Store           uint32 // 1 of a store
	Words           uint32 // one behind the other in memory, and in the frame from Data on
	Narrow          uint32 // bits that a load has less than a word; then Words is 1
	Signed          uint32 // 1 if the first bit of what is loaded fills the others
	Add, Far        uint64
	Bytes           *byte
	Base            uint64
	Size            int64
	Patterns        [Slots]*Pattern // by the fourth part of the first lane's address, modulo Slots
}

// Slots is the number of an access's patterns.
const Slots = 64

// A Pattern is how the lanes of an access lay to each other. An access has it if its active lanes are the same, and
// lie as far from the first one, which is further on by a multiple of Period.
type Pattern struct {
	Base      uint64 // address of the first lane
	Low, High int64  // from there to the first byte and behind the last one
	Hits      int64  // Touch counts them, but for the first
	Log       *[Logged]uint64
	Journal   *Journal // nil, or where hits are noted in the order in which they happen
	ID        uint64   // as what the journal has it
	Active    uint32
	_         uint32
	Offsets
}

// A Journal has the latest hits of several patterns, in order: N of them. If it is full, Touch stops.
type Journal struct {
	N       int64
	Entries [Journaled]Entry
}

// An Entry is a hit: the address of the first lane, and the number of the pattern.
type Entry struct{ Base, Pattern uint64 }

// Journaled is how many hits a Journal has at most.
const Journaled = 256

// Period is the number of bytes after which banks, lines and segments are alike.
const Period = 256

// Logged is the number of hits whose first addresses a Log holds; then Touch stops.
const Logged = 64

// Same are the lanes whose 64 bits, low and high, are base and what pattern adds to its low half.
func Same(low, high, pattern *Word, base, baseHigh uint32) (lanes uint32) {
	if accelerated {
		return same(low, high, pattern, base, baseHigh)
	}
	for i := range low {
		if low[i]-base == pattern[i] && high[i] == baseHigh {
			lanes |= 1 << i
		}
	}
	return lanes
}

// Distances are how far the addresses of some lanes are from that of the first one, base, to the lane's bits low and high
// without what is added to all. ok is false if a high half differs, or the low half of an address wraps around.
func (o *Offsets) Distances(low, high *Word, base, baseHigh, lanes uint32) (least, most int64, all uint32, ok bool) {
	var s span
	if accelerated {
		distances(&o.Of, low, high, &s, base, baseHigh, lanes)
	} else {
		distancesPortable(&o.Of, low, high, &s, base, baseHigh, lanes)
	}
	least, most = int64(s.least), int64(s.most)
	return least, most, s.all, s.apart == 0 && int64(base)+least >= 0 && int64(base)+most <= 1<<32-1
}

// A span is what distances finds.
type span struct {
	least, most int32
	all         uint32 // the bits that some distance has
	apart       uint32 // not 0 if high halves differ
}

func distancesPortable(of, low, high *Word, s *span, base, baseHigh, lanes uint32) {
	*of = Word{}
	for ; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes) & 31
		of[i] = low[i] - base
		s.least, s.most, s.all = min(s.least, int32(of[i])), max(s.most, int32(of[i])), s.all|of[i]
		s.apart |= high[i] ^ baseHigh
	}
}

// Fill gives some lanes one value.
func Fill(d *Word, x, lanes uint32) {
	if lanes == ^uint32(0) {
		for i := range d {
			d[i] = x
		}
		return
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		d[bits.TrailingZeros32(lanes)] = x
	}
}

// Offsets say where the words of lanes lie, in bytes from a place, and how they are moved best.
type Offsets struct {
	Of    Word // of each lane, signed
	way   way
	place [4]int32 // of each group of eight lanes: where its first word lies, or its window
	which Word     // of the words of the window
	last  uint32   // the lanes whose words stay of those that are stored
}

type way uint32

const (
	scattered way = iota
	pairs         // the words of each group lie within sixteen neighbouring ones
	windows       // within eight
	rows          // one behind the other
)

// Arrange finds out how the words of some lanes lie to each other, all of which are aligned.
func (o *Offsets) Arrange(lanes uint32) {
	o.way, o.last = rows, lanes
	for g := range o.place {
		first, last, row, some := int32(0), int32(0), true, false
		for i := 8 * g; i < 8*g+8; i++ {
			if lanes>>i&1 == 0 {
				continue
			}
			at := int32(o.Of[i])
			if !some {
				first, last, o.place[g], some = at, at, at-4*int32(i-8*g), true
			}
			first, last = min(first, at), max(last, at)
			row = row && at == o.place[g]+4*int32(i-8*g)
		}
		switch {
		case row:
		case last-first < 32:
			o.way = min(o.way, windows)
		case last-first < 64:
			o.way = min(o.way, pairs)
		default:
			o.way = scattered
			return
		}
	}
	if o.way == rows {
		return
	}
	least := int32(1<<31 - 1)
	for i, at := range o.Of {
		if lanes>>i&1 != 0 {
			least = min(least, int32(at))
		}
	}
	for g := range o.place {
		o.place[g] = 1<<31 - 1
		for i := 8 * g; i < 8*g+8; i++ {
			if lanes>>i&1 != 0 {
				o.place[g] = min(o.place[g], int32(o.Of[i]))
			}
		}
		if o.place[g] == 1<<31-1 { // no lane
			o.place[g] = least
		}
		for i := 8 * g; i < 8*g+8; i++ {
			o.which[i] = 0
			if lanes>>i&1 != 0 {
				o.which[i] = uint32(int32(o.Of[i])-o.place[g]) / 4
			}
		}
	}
}

// Irregular forgets how the words lie to each other.
func (o *Offsets) Irregular() { o.way = scattered }

// Beyond is how many bytes behind its last word a Gather may read.
const Beyond = 60

// Gather loads the four bytes that lie at a place and what the offsets add to it, for some lanes. The caller has
// made sure that all of them lie in from, with Beyond bytes behind if slack says so.
//
// The race detector is told nothing of these two, as it is told nothing of assembly: a kernel's blocks that race with each
// other are found by their footprints (package warp).
//
//go:norace
func Gather(d *Word, from []byte, at int, o *Offsets, lanes uint32, slack bool) {
	switch {
	case !accelerated:
	case o.way == rows:
		loadRows(d, &from[at], &o.place, lanes)
		return
	case o.way == windows && slack:
		loadWindows(d, &from[at], &o.place, &o.which, lanes)
		return
	default:
		gather(d, &from[at], &o.Of, lanes)
		return
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes)
		d[i] = binary.LittleEndian.Uint32(from[at+int(int32(o.Of[i])):])
	}
}

// Scatter stores to such places. Which one of lanes that meet wins depends on how many bytes a lane stores in all: see
// StoreOrder. ResolveStores has been called before.
//
//go:norace
func Scatter(to []byte, at int, o *Offsets, s *Word, lanes uint32, bytes int) {
	if accelerated && o.way == rows {
		saveRows(&to[at], s, &o.place, lanes)
		return
	}
	for _, i := range StoreOrder(bytes) {
		if lanes>>(i&31)&1 != 0 {
			binary.LittleEndian.PutUint32(to[at+int(int32(o.Of[i&31])):], s[i&31])
		}
	}
}

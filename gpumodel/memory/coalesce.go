package memory

import (
	"cmp"
	"math/bits"
	"slices"

	"warpbook.dev/gpumodel/device"
)

// A Transaction is one transfer between the SMs and memory: Size bytes at
// Addr, a multiple of Size. An atomic reads them, changes one word and writes them
// back; its Addr is that of the word.
type Transaction struct {
	Addr   uint64
	Size   uint32
	Host   bool // the memory is the host's
	Atomic bool
	Sum    bool // of floats: an atomic whose result the next one of its word waits for
	// Cached says which cache a read goes through; then it is one of its lines, or
	// sectors of one.
	Cached Cached
	// Wanted is how many different bytes of it are asked for, by the rule of sectors;
	// Parts are those of each sector of its line.
	Wanted uint32
	Parts  [4]uint8
}

// Coalesce appends to out the transactions of one warp's access: lane i, if bit
// i of active is set, touches width bytes at addr[i] (a multiple of width).
// Requests of d.RequestLanes lanes are served one after the other, by the rule
// of d.Coalescing; what goes through the L1 is of whole lines, or of sectors where
// those are the rule.
func Coalesce(d *device.Device, addr *[32]uint64, active uint32, width int, cached Cached, out []Transaction) []Transaction {
	request := segments
	switch d.Coalescing {
	case device.InOrder:
		request = inOrder
	case device.Lines:
		return lines(d, addr, active, width, cached, out)
	case device.Sectors:
		return sectors(d, addr, active, width, cached, out)
	}
	all := uint32(1)<<d.RequestLanes - 1
	for first := 0; first < d.WarpSize; first += d.RequestLanes {
		out = request(d, addr[first:first+d.RequestLanes], active>>first&all, uint64(width), out)
	}
	return out
}

// RequestLanes is how many lanes of a warp one request is of that asks for words of width
// bytes: a half-warp on 1.x, a part of the warp for wide words on 2.x and 3.x, the warp from 5.0 on.
func RequestLanes(d *device.Device, width int) int {
	switch d.Coalescing {
	case device.Lines:
		return d.RequestLanes / max(1, width/4)
	case device.Sectors:
		return d.WarpSize
	}
	return d.RequestLanes
}

// inOrder is the rule of compute capability 1.0 and 1.1 (CUDA C Programming
// Guide 3.2, section G.3.2.1): if thread k of the half-warp accesses word k of an
// aligned segment of 16 words of 4 or 8 bytes, or of two such segments of 8 words
// of 16 bytes, that segment is one transaction (the two are two), whether or not
// all threads take part. Otherwise each thread has a transaction of its own.
func inOrder(d *device.Device, addr []uint64, active uint32, width uint64, out []Transaction) []Transaction {
	if active == 0 {
		return out
	}
	first := bits.TrailingZeros32(active)
	base, size := addr[first]-uint64(first)*width, uint64(len(addr))*width
	segment := min(size, uint64(d.SegmentBytes))
	if width >= 4 && base%segment == 0 && ordered(addr, active, base, width) {
		for at := base; at < base+size; at += segment {
			out = append(out, Transaction{Addr: at, Size: uint32(segment)})
		}
		return out
	}
	least := uint64(d.MinSegmentBytes)
	for i, a := range addr {
		if active>>i&1 != 0 {
			out = append(out, Transaction{Addr: a &^ (least - 1), Size: uint32(least)})
		}
	}
	return out
}

// ordered reports whether every active lane k accesses the k-th word from base on.
func ordered(addr []uint64, active uint32, base, width uint64) bool {
	for i, a := range addr {
		if active>>i&1 != 0 && a != base+uint64(i)*width {
			return false
		}
	}
	return true
}

// lines is the rule of compute capability 2.x (CUDA C Programming Guide 3.2, section
// G.4.2): a request of a warp for words of 8 bytes is two, of half-warps, and for
// words of 16 bytes four; each becomes the lines that it touches. Without the L1 a
// line is as many transactions as there are runs of sectors that it touches.
func lines(d *device.Device, addr *[32]uint64, active uint32, width int, cached Cached, out []Transaction) []Transaction {
	lanes := RequestLanes(d, width)
	for first := 0; first < d.WarpSize; first += lanes {
		part := active & uint32((uint64(1)<<lanes-1)<<first)
		from := len(out)
		if cached != Uncached {
			out = Lines(addr, part, d.SegmentBytes, cached, out)
			continue
		}
		out = Lines(addr, part, d.MinSegmentBytes, Uncached, out)
		out = out[:from+joined(out[from:], uint64(d.SegmentBytes))]
	}
	return out
}

// sectors is the rule from compute capability 5.0 on (CUDA C++ Programming Guide 11,
// sections on global memory of 5.x to 8.x; Nsight Compute's sectors per request): a warp's
// access is one request, whatever the size of its words, for the different sectors that it
// touches. Neighbours in one line make one transaction.
func sectors(d *device.Device, addr *[32]uint64, active uint32, width int, cached Cached, out []Transaction) []Transaction {
	from, least := len(out), uint64(d.MinSegmentBytes)
	last, highest := ^uint64(0), uint64(0)
next:
	for i, a := range addr {
		if active>>i&1 == 0 || a == last {
			continue
		}
		last = a
		base := a &^ (least - 1)
		if n := len(out); n > from {
			if t := &out[n-1]; t.Addr == base {
				t.Wanted = min(t.Size, t.Wanted+uint32(width))
				continue
			}
			if base <= highest {
				for j := n - 2; j >= from; j-- {
					if t := &out[j]; t.Addr == base {
						t.Wanted = min(t.Size, t.Wanted+uint32(width))
						continue next
					}
				}
			}
		}
		highest = max(highest, base)
		out = append(out, Transaction{Addr: base, Size: uint32(least), Wanted: uint32(width), Cached: cached})
	}
	for i := range out[from:] {
		t := &out[from+i]
		t.Parts[t.Addr/sectorBytes%uint64(len(t.Parts))] = uint8(t.Wanted)
	}
	return out[:from+joined(out[from:], uint64(d.SegmentBytes))]
}

// joined puts neighbouring sectors of a line together and returns how many
// transactions are left.
func joined(sectors []Transaction, line uint64) int {
	slices.SortFunc(sectors, func(a, b Transaction) int { return cmp.Compare(a.Addr, b.Addr) })
	n := 0
	for _, s := range sectors {
		if n > 0 {
			if last := &sectors[n-1]; last.Addr+uint64(last.Size) == s.Addr && s.Addr%line != 0 {
				last.Size += s.Size
				last.Wanted += s.Wanted
				for i, n := range s.Parts {
					last.Parts[i] += n
				}
				continue
			}
		}
		sectors[n] = s
		n++
	}
	return n
}

// span is the part of a segment that a request uses: bytes lo to hi.
type span struct{ base, lo, hi uint64 }

// segments is the rule of compute capability 1.2 and 1.3 (CUDA C Programming
// Guide 3.2, section G.3.2.2): the lowest active lane picks a segment (32 bytes
// for 1-byte words, 64 for 2-byte words, 128 otherwise), all lanes inside join,
// and the segment is halved as long as only one half of it is used.
func segments(d *device.Device, addr []uint64, active uint32, width uint64, out []Transaction) []Transaction {
	segment := min(uint64(d.SegmentBytes), width*uint64(d.MinSegmentBytes))
	if consecutive(addr, active, width) {
		lo, hi := addr[0], addr[len(addr)-1]+width
		for base := lo &^ (segment - 1); base < hi; base += segment {
			s := span{base, max(lo, base), min(hi, base+segment)}
			out = append(out, s.reduce(segment, uint64(d.MinSegmentBytes)))
		}
		return out
	}
	var spans [32]span
	n := 0
	for i, a := range addr {
		if active>>i&1 == 0 {
			continue
		}
		base := a &^ (segment - 1)
		s := find(spans[:n], base)
		if s < 0 {
			spans[n] = span{base, a, a + width}
			n++
			continue
		}
		spans[s].lo = min(spans[s].lo, a)
		spans[s].hi = max(spans[s].hi, a+width)
	}
	for _, s := range spans[:n] {
		out = append(out, s.reduce(segment, uint64(d.MinSegmentBytes)))
	}
	return out
}

// consecutive recognises the common case: all lanes active, one word after the other.
func consecutive(addr []uint64, active uint32, width uint64) bool {
	all := uint32(1)<<len(addr) - 1
	if active&all != all {
		return false
	}
	next := addr[0]
	for _, a := range addr {
		if a != next {
			return false
		}
		next += width
	}
	return true
}

// find returns the span of the segment at base, or -1. Lanes mostly walk upwards,
// so that a base above the last one is new.
func find(spans []span, base uint64) int {
	n := len(spans)
	if n == 0 {
		return -1
	}
	if last := spans[n-1].base; last == base {
		return n - 1
	}
	for i := n - 2; i >= 0; i-- {
		if spans[i].base == base {
			return i
		}
	}
	return -1
}

// reduce halves the segment while one half of it is unused.
func (s span) reduce(size, least uint64) Transaction {
	base := s.base
	for size > least {
		half := size / 2
		switch {
		case s.hi <= base+half:
		case s.lo >= base+half:
			base += half
		default:
			return Transaction{Addr: base, Size: uint32(size)}
		}
		size = half
	}
	return Transaction{Addr: base, Size: uint32(size)}
}

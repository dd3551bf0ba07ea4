package vector

import (
	"encoding/binary"
	"math/bits"
)

// Same are the lanes whose 64 bits, low and high, are base and what pattern adds to its low half.
func Same(low, high, pattern *Word, base, baseHigh uint32) (lanes uint32) {
	if quick {
		return same(low, high, pattern, base, baseHigh)
	}
	for i := range low {
		if low[i]-base == pattern[i] && high[i] == baseHigh {
			lanes |= 1 << i
		}
	}
	return lanes
}

// Load fills a word with the bytes that begin at an offset, lane after lane.
func Load(d *Word, from []byte, at int) {
	p := from[at : at+WordBytes]
	if quick {
		loadWord(d, p)
		return
	}
	for i := range d {
		d[i] = binary.LittleEndian.Uint32(p[4*i:])
	}
}

// Save writes a word, lane after lane, to where an offset begins.
func Save(to []byte, at int, s *Word) {
	p := to[at : at+WordBytes]
	if quick {
		saveWord(p, s)
		return
	}
	for i, x := range s {
		binary.LittleEndian.PutUint32(p[4*i:], x)
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

// Gather loads the four bytes that lie at a place and what offsets, signed, add to it, for some lanes. The caller has
// made sure that all of them lie in from.
func Gather(d *Word, from []byte, at int, offsets *Word, lanes uint32) {
	if quick {
		gather(d, &from[at], offsets, lanes)
		return
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes)
		d[i] = binary.LittleEndian.Uint32(from[at+int(int32(offsets[i])):])
	}
}

// Scatter stores to such places; of lanes that meet at one the last wins.
func Scatter(to []byte, at int, offsets, s *Word, lanes uint32) {
	for ; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros32(lanes)
		binary.LittleEndian.PutUint32(to[at+int(int32(offsets[i])):], s[i])
	}
}

package scalar

import (
	"cmp"
	"slices"
)

// A Segment is len(Data) bytes of memory at the addresses from Base on. Name names it in messages.
type Segment struct {
	Base uint64
	Data []byte
	Name string
}

// Memory is the address space of host code: segments that don't overlap. A segment is a unit of bounds checking, so neighbours must not
// touch if an overrun from one into the other is to be found.
type Memory struct {
	segments []*Segment // in ascending order of Base
	none     Segment    // initial instr.last: it has no bytes, so each first access searches
	// Bring is called for an address that no segment holds, such as managed memory that is on the GPU. It may add segments. It returns
	// n bytes from the address on, or nil if there are none.
	Bring func(address uint64, n int) []byte
}

// search returns the index of the last segment that begins at or below an address, or -1.
func (m *Memory) search(address uint64) int {
	at, found := slices.BinarySearchFunc(m.segments, address, func(s *Segment, a uint64) int { return cmp.Compare(s.Base, a) })
	if !found {
		at--
	}
	return at
}

// Add makes a segment accessible. It must not overlap another one.
func (m *Memory) Add(s *Segment) {
	m.segments = slices.Insert(m.segments, m.search(s.Base)+1, s)
}

// Remove removes the segment that begins at base; false if there is none.
func (m *Memory) Remove(base uint64) bool {
	at := m.search(base)
	if at < 0 || m.segments[at].Base != base {
		return false
	}
	m.segments[at].Data = nil // instructions that hit it last (instr.last) must miss from now on
	m.segments = slices.Delete(m.segments, at, at+1)
	return true
}

// Find returns the segment that holds the byte at an address, or nil. It asks Bring if no segment does.
func (m *Memory) Find(address uint64) *Segment {
	at := m.search(address)
	if at >= 0 && address-m.segments[at].Base < uint64(len(m.segments[at].Data)) {
		return m.segments[at]
	}
	if m.Bring == nil || m.Bring(address, 1) == nil {
		return nil
	}
	return m.segments[m.search(address)]
}

// Bytes returns n bytes at an address. ok is false if they don't lie in one segment and Bring does not have them either. The slice is the
// memory itself, not a copy, unless Bring returns one.
func (m *Memory) Bytes(address uint64, n int) (data []byte, ok bool) {
	if n == 0 {
		return nil, true
	}
	s := m.Find(address)
	if n >= 0 && s != nil && uint64(n) > uint64(len(s.Data))-(address-s.Base) && m.Bring != nil {
		data = m.Bring(address, n) // the bytes may lie in several segments
		return data, data != nil
	}
	if s == nil || n < 0 || uint64(n) > uint64(len(s.Data))-(address-s.Base) {
		return nil, false
	}
	return s.Data[address-s.Base:][:n], true
}

// Near returns the last segment that begins at or below an address, or the first segment; nil if there are none. It is for messages.
func (m *Memory) Near(address uint64) *Segment {
	if len(m.segments) == 0 {
		return nil
	}
	return m.segments[max(0, m.search(address))]
}

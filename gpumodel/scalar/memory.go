package scalar

import (
	"cmp"
	"slices"
)

// A Segment is memory at the addresses from Base on.
type Segment struct {
	Base uint64
	Data []byte
	Name string
}

// Memory is what the host can address. Segments don't overlap.
type Memory struct {
	segments []*Segment // by Base
	none     Segment    // what an access remembers that has hit none
	// Bring is asked for memory that no segment has: it adds segments and returns n bytes, or nil if there are none at the address.
	Bring func(address uint64, n int) []byte
}

func (m *Memory) search(address uint64) int {
	at, found := slices.BinarySearchFunc(m.segments, address, func(s *Segment, a uint64) int { return cmp.Compare(s.Base, a) })
	if !found {
		at--
	}
	return at
}

// Add makes a segment accessible.
func (m *Memory) Add(s *Segment) {
	m.segments = slices.Insert(m.segments, m.search(s.Base)+1, s)
}

// Remove takes away the segment that begins at an address; false if there is none.
func (m *Memory) Remove(base uint64) bool {
	at := m.search(base)
	if at < 0 || m.segments[at].Base != base {
		return false
	}
	m.segments[at].Data = nil // for those who remember it
	m.segments = slices.Delete(m.segments, at, at+1)
	return true
}

// Find is the segment that has the byte at an address, or nil.
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

// Bytes are n bytes at an address; ok is false if they are not in one segment.
func (m *Memory) Bytes(address uint64, n int) (data []byte, ok bool) {
	if n == 0 {
		return nil, true
	}
	s := m.Find(address)
	if n >= 0 && s != nil && uint64(n) > uint64(len(s.Data))-(address-s.Base) && m.Bring != nil {
		data = m.Bring(address, n) // which may lie in several segments
		return data, data != nil
	}
	if s == nil || n < 0 || uint64(n) > uint64(len(s.Data))-(address-s.Base) {
		return nil, false
	}
	return s.Data[address-s.Base:][:n], true
}

// Near is the segment before an address or, if there is none, the first one: for messages.
func (m *Memory) Near(address uint64) *Segment {
	if len(m.segments) == 0 {
		return nil
	}
	return m.segments[max(0, m.search(address))]
}

package memory

import "sync"

// A card maps memory in large pages: what a thread reads or writes behind an array is mostly mapped, and no fault. Stray keeps what lies
// there of a memory that is told the size of its pages, and the first access of that kind.
type stray struct {
	page uint64 // bytes

	mu    sync.Mutex
	pages map[uint64]*Buffer // by their addresses; zeros until somebody writes
	first *firstStray
}

// A firstStray is the first thread that went astray, in a memory or in one of its copies.
type firstStray struct {
	mu    sync.Mutex
	order uint64
	err   error
}

// MapPages makes the rest of each page on which an array of the device lies memory that threads reach, too: accesses there are noted
// (see Beyond). bytes is the size of a page, a power of two.
func (g *Global) MapPages(bytes int) { g.stray = newStray(uint64(bytes), &firstStray{}) }

// InPages reports whether threads reach memory behind the arrays, as on a card.
func (g *Global) InPages() bool { return g.stray != nil }

func newStray(page uint64, first *firstStray) *stray {
	return &stray{page: page, pages: map[uint64]*Buffer{}, first: first}
}

// Beyond is the memory of width bytes at an address that is on a page of an array, but in no array; nil if there is none. It notes the
// error of the first thread in order that asks, for Strayed.
func (g *Global) Beyond(address uint64, width int, order uint64, err func() error) *Buffer {
	s := g.stray
	if s == nil || !g.onPage(address, width) {
		return nil
	}
	s.first.note(order, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	at := address &^ (s.page - 1)
	if s.pages[at] == nil {
		b := NewBuffer(int(s.page), nil)
		b.Name, b.Base = "memory behind an array", at
		b.Flat() // which several threads may reach
		s.pages[at] = b
	}
	return s.pages[at]
}

func (f *firstStray) note(order uint64, err func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || order < f.order {
		f.order, f.err = order, err()
	}
}

// onPage reports whether all bytes lie on one page, which an array of the device shares.
func (g *Global) onPage(address uint64, width int) bool {
	first := address &^ (g.stray.page - 1)
	end := first + g.stray.page
	if address < g.first || address+uint64(width) > end || g.Host(address) {
		return false
	}
	for _, b := range g.buffers {
		if b.Base >= g.first && b.Base < end && b.Base+uint64(b.Size) > first && !g.Host(b.Base) {
			return true
		}
	}
	return false
}

// Strayed is the error of the first thread that went astray since the last call, in this memory or in a copy of it, or nil.
func (g *Global) Strayed() error {
	if g.stray == nil {
		return nil
	}
	f := g.stray.first
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.err
	f.err = nil
	return err
}

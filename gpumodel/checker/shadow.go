package checker

// A cell is what is known of the accesses of a word, or of the narrowest part of one that the
// kernel accesses: who wrote it last, and the latest readers. There is one for each word that a
// launch touches, so it is small: an access is the number of its event and a lane.
type cell struct {
	write  int32    // the event; 0 is none
	reads  [2]int32 // the second one is by another warp than the first
	lanes  [2]uint32
	writer uint8 // lane
	value  uint32
}

const pageCells = 1024

// A shadow holds the cells of some memory, made when they are first touched.
type shadow struct{ pages []*[pageCells]cell }

func newShadow(cells int) shadow {
	return shadow{make([]*[pageCells]cell, (cells+pageCells-1)/pageCells)}
}

// cell returns cell number n, and whether its page is new.
func (s *shadow) cell(n int) (x *cell, fresh bool) {
	p := s.pages[n/pageCells]
	if p == nil {
		p, fresh = new([pageCells]cell), true
		s.pages[n/pageCells] = p
	}
	return &p[n%pageCells], fresh
}

func (s *shadow) forget() {
	for _, p := range s.pages {
		if p != nil {
			clear(p[:])
		}
	}
}

// An event is an access by a warp, or several at one place between which nothing of order
// happened.
type event struct {
	block    int32
	place    int32 // of the instruction
	barriers int32 // that the block had passed
	tick     int32 // of the warp
	warp     int16
	kind     kind
	volatile bool
}

type kind uint8

const (
	load kind = iota
	store
	atomic
)

// events numbers events from 1.
type events struct{ list []event }

func (e *events) add(x event) int32 {
	e.list = append(e.list, x)
	return int32(len(e.list))
}

func (e *events) at(n int32) *event { return &e.list[n-1] }

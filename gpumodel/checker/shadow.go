package checker

// A cell is what is known of the accesses of a word, or of the narrowest part of one that the
// kernel accesses: those that a later access may still race with. There is one for each word that a
// launch touches, so it is small. Most words need no more than two notes; others keep theirs in the
// shadow, where more says.
type cell struct {
	few  [2]note // those without lanes are free
	more int32   // number in shadow.more, from 1
}

// A note is an access by some lanes of a warp: what an event did to a word.
type note struct {
	event  int32
	lanes  uint32
	value  uint32 // of a store
	hidden bool   // behind a store, see replace
}

const pageCells = 1024

// A shadow holds the cells of some memory, made when they are first touched.
type shadow struct {
	pages []*[pageCells]cell
	more  [][]note
}

func newShadow(cells int) shadow {
	return shadow{pages: make([]*[pageCells]cell, (cells+pageCells-1)/pageCells)}
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

// notes are those of a cell, some of which may have no lanes any more.
func (s *shadow) notes(x *cell) []note {
	if x.more > 0 {
		return s.more[x.more-1]
	}
	return x.few[:]
}

// add adds a note to a cell, and reports whether it had to take memory for it.
func (s *shadow) add(x *cell, n note) (grown bool) {
	list := s.notes(x)
	for i := range list {
		if list[i].lanes == 0 {
			list[i] = n
			return false
		}
	}
	if x.more == 0 {
		s.more = append(s.more, append(make([]note, 0, 2*len(x.few)), x.few[:]...))
		x.more = int32(len(s.more))
	}
	more := &s.more[x.more-1]
	grown = len(*more) == len(x.few) || len(*more) == cap(*more)
	*more = append(*more, n)
	return grown
}

func (s *shadow) forget() {
	for _, p := range s.pages {
		if p != nil {
			clear(p[:])
		}
	}
	s.more = s.more[:0]
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

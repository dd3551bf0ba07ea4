package memory

// A Saved is what a buffer held at some time, to undo what was written since.
type Saved struct {
	buffer *Buffer
	bytes  []byte // all of them, or nil: then they were as fill makes them but for pieces
	pieces []piece
}

// A piece of a buffer that was written before the rest.
type piece struct {
	at    int
	bytes []byte
}

// PieceBytes is the unit in which Save copies what was written in a fresh buffer.
const PieceBytes = 256

// Fresh reports whether nobody has touched the buffer.
func (b *Buffer) Fresh() bool {
	for _, p := range b.pages {
		if p != nil {
			return false
		}
	}
	return true
}

// Save keeps what the buffer holds. The buffer becomes flat. written says of the pieces of a buffer that was fresh which ones
// have been written since: only these are copied. It is nil if the buffer was not fresh.
func (b *Buffer) Save(written func(piece int) bool) *Saved {
	s, flat := &Saved{buffer: b}, b.Flat()
	for at := 0; at < len(flat) && written != nil; at += PieceBytes {
		if written(at / PieceBytes) {
			end := min(at+PieceBytes, len(flat))
			s.pieces = append(s.pieces, piece{at, append([]byte(nil), flat[at:end]...)})
		}
	}
	if written == nil || len(s.pieces)*2*PieceBytes > len(flat) {
		s.pieces, s.bytes = nil, append(make([]byte, 0, len(flat)), flat...)
	}
	return s
}

// Bytes are those that the copy takes.
func (s *Saved) Bytes() int { return len(s.bytes) + len(s.pieces)*PieceBytes }

// Restore puts everything back.
func (s *Saved) Restore() {
	flat := s.buffer.Flat()
	if s.bytes != nil {
		copy(flat, s.bytes)
		return
	}
	for i, page := range s.buffer.pages {
		clear(page)
		if s.buffer.fill != nil {
			s.buffer.fill(i*pageBytes, page)
		}
	}
	for _, p := range s.pieces {
		copy(flat[p.at:], p.bytes)
	}
}

// Buffers are those that are mapped.
func (g *Global) Buffers() []*Buffer { return g.buffers }

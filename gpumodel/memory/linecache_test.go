package memory

import "testing"

// The line that was not used for longest makes room, and a sector is whole once all of its
// bytes have been written.
func TestLineCache(t *testing.T) {
	c := NewLineCache(4*128, 128, 4) // one set
	for addr := uint64(0); addr < 4*128; addr += 128 {
		if _, _, evicted := c.Make(addr); !evicted.Empty() {
			t.Errorf("%#x made a line go", addr)
		}
	}
	c.Find(0)
	l, _, evicted := c.Make(1 << 20)
	if evicted.Empty() || evicted.Addr(128) != 128 {
		t.Errorf("line %#x made room, want 0x80", evicted.Addr(128))
	}
	if more := l.Write([4]uint8{8, 8}); more != 2 || l.Valid != 0 || l.Dirty != 0b0011 {
		t.Errorf("8 bytes of two sectors: %d new, valid %#b, written %#b", more, l.Valid, l.Dirty)
	}
	l.Write([4]uint8{16})
	if more := l.Write([4]uint8{8}); more != 0 || l.Valid != 0b0001 {
		t.Errorf("32 bytes of the first: %d new, valid %#b", more, l.Valid)
	}
	if p := Part(1<<20, l.Dirty&^l.Valid); p.Addr != 1<<20+32 || p.Size != 32 {
		t.Errorf("what is not whole: %+v", p)
	}
	if m := Mask(&Transaction{Addr: 1<<20 + 32, Size: 64}, 128); m != 0b0110 {
		t.Errorf("mask %#b, want 0b110", m)
	}
}

// A set takes memory when its first line is made, and looking for lines takes none.
func TestLineCacheGrows(t *testing.T) {
	c := NewLineCache(64<<20, 128, 16)
	for addr := uint64(0); addr < 1<<20; addr += 128 {
		if c.Find(addr) != nil {
			t.Fatalf("line %#x is in an empty cache", addr)
		}
	}
	if len(c.chunks) != 0 {
		t.Errorf("looking for lines has made %d chunks", len(c.chunks))
	}
	const lines = 1000
	for i := range uint64(lines) {
		c.Make(i * 128)
	}
	if most := lines/chunkSets + 1; len(c.chunks) == 0 || len(c.chunks) > most {
		t.Errorf("%d lines take %d chunks, want 1 to %d", lines, len(c.chunks), most)
	}
	for i := range uint64(lines) {
		if l := c.Peek(i * 128); l == nil || l.Addr(128) != i*128 {
			t.Fatalf("line %d is not found again", i)
		}
	}
	if c.Clear(); c.Peek(0) != nil {
		t.Error("a line is left of a cache that was cleared")
	}
}

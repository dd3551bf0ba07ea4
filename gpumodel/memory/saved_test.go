package memory

import (
	"bytes"
	"slices"
	"testing"
)

// What was written since Save is undone, in a buffer that was fresh and in one that was not.
func TestSaved(t *testing.T) {
	fill := func(offset int, page []byte) {
		for i := range page {
			page[i] = byte(offset/pageBytes + i)
		}
	}
	for _, fill := range []func(int, []byte){nil, fill} {
		for _, some := range []int{0, 3, 40} { // pieces written before
			b := NewBuffer(10_007, fill)
			fresh := b.Fresh()
			written := map[int]bool{}
			for i := range some {
				b.Store(i*PieceBytes, 1, 77)
				written[i] = true
			}
			if !fresh || b.Fresh() != (some == 0) {
				t.Errorf("fresh: %v, then %v", fresh, b.Fresh())
			}
			for _, which := range []func(int) bool{nil, func(i int) bool { return written[i] }} {
				s := b.Save(which)
				before := slices.Clone(b.Flat())
				for i := range b.Flat() {
					b.Store(i, 1, 1)
				}
				if s.Restore(); !bytes.Equal(before, b.Flat()) {
					t.Errorf("%d pieces: byte %d differs", some, slices.IndexFunc(before, func(x byte) bool { return x == 1 }))
				}
				if which != nil && some == 3 && s.Bytes() != 3*PieceBytes {
					t.Errorf("%d bytes are kept of 3 pieces", s.Bytes())
				}
			}
		}
	}
}

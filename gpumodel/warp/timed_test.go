package warp

import "testing"

// TestBlocksFollow: a block that nobody replays begins as long after the last one that was replayed as blocks follow one another.
func TestBlocksFollow(t *testing.T) {
	m := &Machine{}
	for _, x := range []struct {
		block       int
		told, begin int64
	}{{0, 500, 500}, {1, 520, 520}, {2, 900, 900}, {3, 0, 910}, {4, 0, 921}, {7, 0, 952}} {
		if got := m.begins(x.block, &Options{Clock: x.told}); got != x.begin {
			t.Errorf("block %d begins at clock %d, want %d", x.block, got, x.begin)
		}
		m.Follow(10.5)
	}
}

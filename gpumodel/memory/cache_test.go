package memory

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCache: 2 sets of 2 lines of 64 bytes. Lines 0, 2 and 4 share set 0.
func TestCache(t *testing.T) {
	c := NewCache(256, 64, 2)
	for i, step := range []struct {
		line uint64
		hit  bool
	}{
		{0, false}, {0, true}, {2, false}, {1, false}, {0, true},
		{4, false}, // 2 was not used for longest
		{0, true}, {2, false}, {0, true}, {4, false}, {1, true},
	} {
		if hit := c.Lookup(step.line*64 + 4*step.line); hit != step.hit {
			t.Errorf("step %d, line %d: hit %v, want %v", i, step.line, hit, step.hit)
		}
	}
	if d := cmp.Diff(CacheStats{Hits: 5, Misses: 6}, c.Stats); d != "" {
		t.Error(d)
	}
	if got := c.Stats.MissRate(); got != 6.0/11 {
		t.Errorf("miss rate %v, want 6/11", got)
	}
	none := NewCache(0, 64, 2)
	for range 2 {
		if none.Lookup(0) {
			t.Error("a cache of 0 bytes hits")
		}
	}
}

func TestLines(t *testing.T) {
	var addr [32]uint64
	for i := range addr {
		addr[i] = 1000*64 + uint64(i%5)*40
	}
	got := Lines(&addr, 0b10111, 64, ConstantCache, []Transaction{{Addr: 64000}})
	want := []Transaction{{Addr: 64000}, {Addr: 64000, Size: 64, Cached: ConstantCache}, {Addr: 64064, Size: 64, Cached: ConstantCache},
		{Addr: 64128, Size: 64, Cached: ConstantCache}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("bytes 0, 40, 80 and 160 (-want +got):\n%s", d)
	}
}

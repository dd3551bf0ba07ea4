package engine

import (
	"math"
	"testing"
)

// Stores behind a loop are counted though no sample sees them; those to local memory are left alone.
func TestStoresBehindLoops(t *testing.T) {
	for _, c := range []struct{ written, bytes, wantWritten, wantBytes float64 }{
		{0, 500, 100, 500 + 3200}, {10, 500 + 320, 100, 500 + 3200}, {80, 500 + 2400, 100, 500 + 3000}, {1000, 900, 1000, 900},
	} {
		x := Tally{Written: c.written, Read: 500, Bytes: c.bytes}
		if x.Stored(100); x.Written != c.wantWritten || math.Abs(x.Bytes-c.wantBytes) > 1e-9 {
			t.Errorf("%+v: %.0f sectors, %.0f bytes", c, x.Written, x.Bytes)
		}
	}
}

// A queue of writes that grows with each iteration is waited for in the end; one that is as long as before is not.
func TestAwaited(t *testing.T) {
	if got := (Tally{Time: 2, Backlog: 1}).Awaited(); got.Time != 3 || got.Backlog != 0 {
		t.Errorf("%+v", got)
	}
	if got := (Tally{Time: 2, Backlog: 0.1}).Awaited(); got.Time != 2 || got.Backlog != 0 {
		t.Errorf("%+v", got)
	}
}

package cores

import "testing"

func TestTake(t *testing.T) {
	all := All()
	done := Busy()
	if n := Take(all + 5); n != all-1 {
		t.Errorf("beside one goroutine %d of %d processors are taken, want the others", n, all)
	}
	if n := Take(1); n != 0 || Crowded() {
		t.Errorf("%d are taken where none is free; crowded: %v", n, Crowded())
	}
	another := Busy()
	if !Crowded() {
		t.Error("a goroutine more than processors is no crowd")
	}
	another()
	Give(all - 1)
	done()
	if n := busy.Load(); n != 0 {
		t.Errorf("%d are busy in the end", n)
	}
}

package volta

import "testing"

// More fills than the ring begins with keep their numbers and their waiters.
func TestFillsGrow(t *testing.T) {
	v := &System{fills: make([]fill, 8)}
	var numbers []uint32
	for i := range 100 {
		f := v.newFill()
		v.fill(f).waiters = []waiter{{warp: int32(i)}}
		numbers = append(numbers, f)
	}
	for i, f := range numbers {
		if !v.pending(f) || v.fill(f).waiters[0].warp != int32(i) {
			t.Fatalf("fill %d is lost", f)
		}
	}
}

package memory

import (
	"math/rand/v2"
	"testing"
)

// TestUnset: a buffer knows which of its bytes nobody has set, as a list of bytes does, and a copy keeps what it knew.
func TestUnset(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		b := NewBuffer(1+random.IntN(100), nil)
		if b.UnsetIn(0, b.Size) {
			t.Fatal("a buffer that nobody has marked is unset")
		}
		b.MarkUnset()
		set := make([]bool, b.Size)
		for range 10 {
			before, was := b.Snapshot(), append([]bool(nil), set...)
			from := random.IntN(b.Size)
			to := from + random.IntN(b.Size-from+1)
			b.Set(from, to)
			for i := from; i < to; i++ {
				set[i] = true
			}
			for at := range b.Size {
				for end := at + 1; end <= b.Size; end++ {
					if got, want := b.UnsetIn(at, end), unsetIn(set[at:end]); got != want {
						t.Fatalf("bytes %d to %d of %v are unset: %v, want %v", at, end, b.Unset(), got, want)
					}
				}
				if got, want := before.UnsetIn(at, at+1), !was[at]; got != want {
					t.Fatalf("byte %d of a copy is unset: %v, want %v", at, got, want)
				}
			}
		}
	}
	many := NewBuffer(4*mostUnset, nil)
	many.MarkUnset()
	for at := range 2 * mostUnset {
		many.Set(2*at, 2*at+1)
	}
	if many.UnsetIn(0, many.Size) {
		t.Error("a buffer of too many ranges is still unset")
	}
}

func unsetIn(set []bool) bool {
	for _, s := range set {
		if !s {
			return true
		}
	}
	return false
}

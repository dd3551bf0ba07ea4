package volta

import (
	"slices"
	"testing"

	"warpbook.dev/gpumodel/memory"
)

// TestTogether: atomics on different words of a sector are done at once, in whatever order the lanes have them.
func TestTogether(t *testing.T) {
	for _, test := range []struct {
		name  string
		addrs []uint64
		want  int
	}{
		{"one", []uint64{64}, 1},
		{"ascending", []uint64{64, 68, 72, 76, 80, 84, 88, 92, 96}, 8},
		{"descending", []uint64{92, 88, 84, 80, 76, 72, 68, 64, 60}, 8},
		{"mixed", []uint64{72, 64, 92, 68, 96}, 4},
		{"a word again", []uint64{64, 68, 64, 72}, 2},
		{"doubles", []uint64{88, 80, 72, 64}, 4},
		{"other sectors", []uint64{64, 96, 68}, 1},
	} {
		var list []memory.Transaction
		for _, a := range test.addrs {
			list = append(list, memory.Transaction{Addr: a, Size: sectorBytes, Atomic: true})
		}
		if got := together(list); got != test.want {
			t.Errorf("%s: %d at once, want %d", test.name, got, test.want)
		}
		list[0].Atomic, list[len(list)-1].Atomic = true, false
		if got := together(list); got != min(test.want, max(len(list)-1, 1)) {
			t.Errorf("%s, the last no atomic: %d at once", test.name, got)
		}
	}
}

// TestInTurns: what comes first to the words of a sector goes before what comes second, whichever lanes it is of.
func TestInTurns(t *testing.T) {
	for _, test := range []struct{ addrs, want []uint64 }{
		{[]uint64{64, 68, 96}, []uint64{64, 68, 96}},
		{[]uint64{68, 64, 96, 72}, []uint64{68, 64, 72, 96}},
		{[]uint64{64, 64, 68, 68, 96, 64}, []uint64{64, 68, 64, 68, 64, 96}},
		{[]uint64{128, 64, 132, 128}, []uint64{128, 132, 128, 64}},
	} {
		var list []memory.Transaction
		for _, a := range test.addrs {
			list = append(list, memory.Transaction{Addr: a, Size: sectorBytes, Atomic: true})
		}
		var got []uint64
		for _, x := range new(System).inTurns(list) {
			got = append(got, x.Addr)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v become %v, want %v", test.addrs, got, test.want)
		}
	}
}

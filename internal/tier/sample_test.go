package tier

import (
	"slices"
	"strconv"
	"testing"
)

func TestSample(t *testing.T) {
	list := make([]int, 20)
	for i := range list {
		list[i] = i
	}
	t.Setenv("WARPBOOK_LONG", "")
	t.Setenv("WARPBOOK_SEED", "")
	usual := Sample(t, list, 3)
	t.Setenv("WARPBOOK_SEED", "1")
	if again := Sample(t, list, 3); !slices.Equal(usual, again) {
		t.Errorf("without a seed %v, with seed 1 %v", usual, again)
	}
	seen := map[int]bool{}
	for seed := range 100 {
		t.Setenv("WARPBOOK_SEED", strconv.Itoa(seed))
		got := Sample(t, list, 3)
		if len(got) != 3 || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != 3 {
			t.Fatalf("seed %d: %v, want three different elements in order", seed, got)
		}
		for _, x := range got {
			seen[x] = true
		}
	}
	if len(seen) != len(list) {
		t.Errorf("100 seeds choose %d of %d elements", len(seen), len(list))
	}
	if got := Sample(t, list, len(list)+1); !slices.Equal(got, list) {
		t.Errorf("more than there are: %v", got)
	}
}

func TestSampleIsAllOfALongTest(t *testing.T) {
	if testing.Short() {
		t.Skip("-short is never long")
	}
	t.Setenv("WARPBOOK_LONG", "1")
	if got := Sample(t, []string{"a", "b", "c"}, 1); len(got) != 3 {
		t.Errorf("a sample of a long test is %q", got)
	}
}

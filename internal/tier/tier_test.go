package tier

import "testing"

func TestPick(t *testing.T) {
	t.Setenv("WARPBOOK_LONG", "")
	want := 2
	if testing.Short() {
		want = 1
	}
	if got := Pick(1, 2, 3); got != want {
		t.Errorf("Pick(1, 2, 3) is %d, want %d", got, want)
	}
	t.Setenv("WARPBOOK_LONG", "1")
	if !testing.Short() {
		want = 3
	}
	if got := Pick(1, 2, 3); got != want {
		t.Errorf("Pick(1, 2, 3) is %d with WARPBOOK_LONG=1, want %d", got, want)
	}
}

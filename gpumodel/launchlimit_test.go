package gpumodel_test

import (
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// TestSwapped: a grid and a block look exchanged if the number of blocks would be a usual block; small tiles and single threads
// are meant.
func TestSwapped(t *testing.T) {
	d := modeltest.Card(t, "Tesla T4")
	for _, tc := range []struct {
		grid, block Dim3
		want        bool
	}{
		{Dim3{X: 256, Y: 1, Z: 1}, Dim3{X: 4096, Y: 1, Z: 1}, true},
		{Dim3{X: 16, Y: 16, Z: 1}, Dim3{X: 64, Y: 64, Z: 1}, true},
		{Dim3{X: 8, Y: 1, Z: 1}, Dim3{X: 4096, Y: 1, Z: 1}, false},
		{Dim3{X: 4096, Y: 1, Z: 1}, Dim3{X: 2048, Y: 1, Z: 1}, false},
		{Dim3{X: 256, Y: 1, Z: 1}, Dim3{X: 4, Y: 1, Z: 1}, true},
		{Dim3{X: 256, Y: 1, Z: 1}, Dim3{X: 1, Y: 1, Z: 1}, false},
		{Dim3{X: 250, Y: 1, Z: 1}, Dim3{X: 4, Y: 1, Z: 1}, false},
		{Dim3{X: 256, Y: 1, Z: 1}, Dim3{X: 32, Y: 1, Z: 1}, false},
		{Dim3{X: 16, Y: 16, Z: 1}, Dim3{X: 4, Y: 4, Z: 1}, false},
		{Dim3{X: 1024, Y: 1, Z: 1}, Dim3{X: 4, Y: 4, Z: 1}, false},
		{Dim3{X: 4096, Y: 1, Z: 1}, Dim3{X: 16, Y: 1, Z: 1}, false},
	} {
		if got := Swapped(tc.grid, tc.block, d); got != tc.want {
			t.Errorf("%v blocks of %v: %v, want %v", tc.grid, tc.block, got, tc.want)
		}
	}
}

package observe

import (
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/programs"
)

// What the threads of a warp read of M at step k, by the layout of M: a row of it, whose
// elements are neighbours in memory or lie a row apart.
func TestAccesses(t *testing.T) {
	const n = 64
	for program, want := range map[string]func(lane, step int) int{
		"product/row_major":    func(lane, step int) int { return step*n + lane },
		"product/column_major": func(lane, step int) int { return lane*n + step },
	} {
		for _, name := range []string{"GTX 280", "C2050", "H200"} {
			p := modeltest.Must(programs.Find(program))
			l := modeltest.Must(p.Launch(programs.Run{N: n}))
			all, err := Accesses(t.Context(), modeltest.Card(t, name), l, []int{0}, func(a *Access) (keep, more bool) {
				return a.Param == "M" && a.Warp == 0 && a.Step < 5, a.Warp == 0
			})
			if err != nil || len(all) != 5 {
				t.Fatalf("%s on %s: %d accesses, want 5 (%v)", program, name, len(all), err)
			}
			for step, a := range all {
				if a.Step != step || len(a.Lanes) != 32 || a.Store || a.Block != (gpumodel.Dim3{}) {
					t.Fatalf("%s on %s: access %d is %+v", program, name, step, a)
				}
				for lane, x := range a.Lanes {
					if x.Lane != lane || x.Thread != (gpumodel.Dim3{X: lane, Y: 0, Z: 0}) || x.Element != want(lane, step) {
						t.Errorf("%s on %s, step %d: lane %d, thread %v, reads element %d, want %d", program, name, step, lane, x.Thread, x.Element,
							want(lane, step))
					}
				}
			}
		}
	}
}

// A tile of the product is loaded by its block alone: what the first two blocks of a
// row of the grid share is the tile of A.
func TestAccessesOfTiles(t *testing.T) {
	const n = 64
	l := modeltest.Must(modeltest.Must(programs.Find("matmul/tiled")).Launch(programs.Run{N: n}))
	all, err := Accesses(t.Context(), modeltest.Card(t, "H200"), l, []int{0, 1, 4},
		func(a *Access) (keep, more bool) { return !a.Store && a.Step == 1, true })
	if err != nil {
		t.Fatal(err)
	}
	type tile struct {
		block gpumodel.Dim3
		param string
	}
	got := map[tile]map[int]bool{}
	for _, a := range all {
		k := tile{a.Block, a.Param}
		if got[k] == nil {
			got[k] = map[int]bool{}
		}
		for _, x := range a.Lanes {
			got[k][x.Element] = true
		}
	}
	for k, elements := range got {
		row, column := 16*k.block.Y, 16
		if k.param == "B" {
			row, column = 16, 16*k.block.X
		}
		if len(elements) != 256 || !elements[row*n+column] || !elements[(row+15)*n+column+15] {
			t.Errorf("block %v loads %d elements of %s in phase 1, want the tile at [%d][%d]", k.block, len(elements), k.param, row, column)
		}
	}
	if len(got) != 6 {
		t.Errorf("%d tiles, want two of three blocks", len(got))
	}
}

// A kernel whose accesses depend on what it wrote itself is watched too, and its arrays stay as they are.
func TestAccessesThatDepend(t *testing.T) {
	a := modeltest.Must(gpumodel.NewArray(gpumodel.Int32, 64))
	l := gpumodel.Launch{Kernel: modeltest.Compile(t, `__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x + 1; a[a[threadIdx.x] + 5] = 7; }`), Grid: gpumodel.Dim3{X: 1, Y: 1, Z: 1}, Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1}, Args: []any{a}}
	var got []int
	_, err := Accesses(t.Context(), modeltest.Card(t, "H200"), l, []int{0}, func(x *Access) (keep, more bool) {
		got = append(got, x.Lanes[0].Element)
		return false, true
	})
	if err != nil || len(got) < 2 || got[len(got)-1] != 6 {
		t.Errorf("lane 0 accesses the elements %v, want 6 at last (%v)", got, err)
	}
	for i := range 64 {
		if a.Int(i) != 0 {
			t.Fatalf("element %d is %d after it was watched", i, a.Int(i))
		}
	}
}

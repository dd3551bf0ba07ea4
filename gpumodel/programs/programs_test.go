package programs

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// The same launch gives the same result, to the bit, also beside others.
func TestDeterministic(t *testing.T) {
	const name, n = "transpose/padded", 1536
	want := runProgram(t, name, Run{N: n})
	results := make(chan float64)
	for range 4 {
		go func() { results <- runProgram(t, name, Run{N: n}).Time }()
	}
	for range 4 {
		if got := <-results; got != want.Time {
			t.Errorf("time %v, before %v", got, want.Time)
		}
	}
}

// TestDocs: what a program does is one whole sentence.
func TestDocs(t *testing.T) {
	for _, p := range All("") {
		if !strings.HasSuffix(p.Doc, ".") || strings.Contains(strings.TrimSuffix(p.Doc, "."), ". ") {
			t.Errorf("%s: %q is not one whole sentence", p.Name, p.Doc)
		}
	}
}

func TestPrograms(t *testing.T) {
	tier.Check(t)
	if _, err := Find("transpose/paded"); err == nil || !strings.Contains(err.Error(), "transpose/padded") {
		t.Errorf("error %v does not list the programs", err)
	}
	p, err := Find("transpose/padded")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Run{{N: 0}, {N: -5}, {N: 1 << 20}, {N: 64, Block: gpumodel.Dim3{X: 32, Y: 5, Z: 1}},
		{N: 64, Block: gpumodel.Dim3{X: 32, Y: 32, Z: 1}},
		{N: 64, Defines: map[string]string{"TILE_DIM": "16"}}} {
		if _, err := p.Run(t.Context(), modeltest.GTX280(t), bad); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
	// Every program is right for odd sizes and for other blocks.
	blocks := map[string][]gpumodel.Dim3{
		"transpose":                     {{X: 32, Y: 8, Z: 1}, {X: 16, Y: 16, Z: 1}, {X: 16, Y: 4, Z: 1}},
		"matmul/naive":                  {{X: 128, Y: 1, Z: 1}, {X: 1, Y: 128, Z: 1}, {X: 16, Y: 16, Z: 1}, {X: 3, Y: 5, Z: 1}},
		"matmul/tiled":                  {{X: 16, Y: 16, Z: 1}, {X: 8, Y: 8, Z: 1}, {X: 5, Y: 5, Z: 1}},
		"matmul/two_outputs":            {{X: 32, Y: 16, Z: 1}, {X: 16, Y: 8, Z: 1}, {X: 6, Y: 3, Z: 1}},
		"matmul/two_outputs_transposed": {{X: 32, Y: 16, Z: 1}, {X: 16, Y: 8, Z: 1}, {X: 6, Y: 3, Z: 1}},
		"matmul/one_block_in_shared":    {{X: 64, Y: 1, Z: 1}, {X: 128, Y: 1, Z: 1}, {X: 16, Y: 1, Z: 1}},
		"matmul/coarsened":              {{X: 16, Y: 16, Z: 1}, {X: 8, Y: 8, Z: 1}},
		"product":                       {{X: 32, Y: 8, Z: 1}, {X: 16, Y: 16, Z: 1}},
		"product/column_tiles":          {{X: 16, Y: 16, Z: 1}, {X: 8, Y: 8, Z: 1}},
		"product/corner_turning":        {{X: 16, Y: 16, Z: 1}, {X: 8, Y: 8, Z: 1}},
		"histogram":                     {{X: 256, Y: 1, Z: 1}, {X: 512, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}},
		"reduce":                        {{X: 256, Y: 1, Z: 1}, {X: 512, Y: 1, Z: 1}, {X: 96, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}, {X: 7, Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}},
		"stencil/wave":                  {{X: 32, Y: 16, Z: 1}, {X: 16, Y: 16, Z: 1}, {X: 32, Y: 8, Z: 1}},
		"stencil/wave_two_outputs":      {{X: 32, Y: 8, Z: 1}, {X: 16, Y: 16, Z: 1}},
		"climate":                       {{X: 128, Y: 1, Z: 1}, {X: 256, Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}},
		"climate/conflicts":             {{X: 16, Y: 16, Z: 1}},
		"climate/padded":                {{X: 16, Y: 16, Z: 1}},
		"increment":                     {{X: 256, Y: 1, Z: 1}, {X: 512, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}},
		"runs":                          {{X: 256, Y: 1, Z: 1}, {X: 512, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}, {X: 1, Y: 1, Z: 1}},
		"compress":                      {{X: 256, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}},
		"functions":                     {{X: 256, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}},
		"literals":                      {{X: 256, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}},
		"divergence":                    {{X: 256, Y: 1, Z: 1}, {X: 64, Y: 1, Z: 1}, {X: 2, Y: 1, Z: 1}},
		"barriers/large_blocks":         {{X: 512, Y: 1, Z: 1}, {X: 64, Y: 1, Z: 1}},
		"barriers/small_blocks":         {{X: 128, Y: 1, Z: 1}, {X: 192, Y: 1, Z: 1}},
		"grid":                          {{X: 256, Y: 1, Z: 1}, {X: 33, Y: 1, Z: 1}},
	}
	for _, p := range tier.Sample(t, All(""), 10) {
		of := blocks[p.Name]
		if family, _, _ := strings.Cut(p.Name, "/"); of == nil {
			of = blocks[family]
		}
		if len(of) == 0 || of[0] != p.Block {
			t.Errorf("%s: blocks %v do not begin with the usual one, %v", p.Name, of, p.Block)
		}
		for _, block := range of {
			sizes := []int{1, 33, 70, 100}
			if p.task.form == volume {
				sizes = []int{1, 33}
			}
			for _, n := range sizes {
				if _, err := p.Run(t.Context(), oldest(t, p), Run{N: n, Block: block, Check: gpumodel.Full}); err != nil {
					t.Errorf("n = %d, block %v: %v", n, block, err)
				}
			}
		}
	}
}

// A macro that says how much of the result a block computes changes the grid with it.
func TestProgramMacros(t *testing.T) {
	tier.Check(t)
	p, err := Find("matmul/coarsened")
	if err != nil {
		t.Fatal(err)
	}
	for coarse, blocks := range map[string]int{"1": 16 * 16, "2": 8 * 16, "4": 4 * 16, "8": 2 * 16} {
		r, err := p.Run(t.Context(), modeltest.GTX280(t), Run{N: 256, Check: gpumodel.Full, Defines: map[string]string{"COARSE": coarse}})
		if err != nil || r.Launch.Grid.Count() != blocks {
			t.Errorf("COARSE %s: a grid of %v, want %d blocks (%v)", coarse, r.Launch.Grid, blocks, err)
		}
	}
	for _, bad := range []string{"0", "-1", "four", "100000"} {
		if _, err := p.Run(t.Context(), modeltest.GTX280(t), Run{N: 64, Defines: map[string]string{"COARSE": bad}}); err == nil ||
			!strings.Contains(err.Error(), "COARSE") {
			t.Errorf("COARSE %s: %v", bad, err)
		}
	}
}

// A block that the text cannot work with is refused with what it wants.
func TestProgramBlocks(t *testing.T) {
	for name, block := range map[string]gpumodel.Dim3{
		"matmul/tiled": {X: 16, Y: 8, Z: 1}, "matmul/two_outputs": {X: 16, Y: 16, Z: 1}, "matmul/two_outputs_transposed": {X: 8, Y: 8, Z: 1},
		"matmul/one_block_in_shared": {X: 32, Y: 2, Z: 1}, "transpose/tiled": {X: 32, Y: 7, Z: 1},
		"climate/conflicts": {X: 1<<31 - 1, Y: 8, Z: 1}, "histogram/global": {X: 1<<31 - 1, Y: 1, Z: 1},
		"increment/float": {X: 16, Y: 16, Z: 1}, "divergence/warps": {X: 33, Y: 1, Z: 1}, "barriers/small_blocks": {X: 96, Y: 1, Z: 1},
	} {
		p, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(t.Context(), modeltest.GTX280(t), Run{N: 64, Block: block}); err == nil || !strings.Contains(err.Error(), "block") {
			t.Errorf("%s with block %v: error %v, want one that says which block", name, block, err)
		}
	}
}

// oldest is the oldest of our cards for which a program can be compiled.
func oldest(t *testing.T, p *Program) *device.Device {
	t.Helper()
	if d := modeltest.GTX280(t); able(t, p, d) {
		return d
	}
	return modeltest.Card(t, "K20X")
}

// able reports whether a program can be compiled for a card.
func able(t *testing.T, p *Program, d *device.Device) bool {
	t.Helper()
	k, err := p.Kernel(gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = k.Lower(t.Context(), d)
	if err != nil && !strings.Contains(err.Error(), "which came with") {
		t.Fatal(err)
	}
	return err == nil
}

// The reference notices a result that is wrong in one element.
func TestReferencesNotice(t *testing.T) {
	tier.Check(t)
	for _, p := range All("") {
		l, err := p.Launch(Run{N: 48, Mode: gpumodel.Full})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gpumodel.Run(t.Context(), oldest(t, p), l); err != nil {
			t.Fatal(err)
		}
		if err := p.verify(t.Context(), &l); err != nil {
			t.Error(err)
		}
		out := l.Args[p.task.result].(*gpumodel.Array)
		at := max(0, out.Len()-5)
		out.Set(at, out.At(at)+1)
		if err := p.verify(t.Context(), &l); err == nil || !strings.Contains(err.Error(), "wrong result") {
			t.Errorf("%s: a wrong element was not noticed: %v", p.Name, err)
		}
	}
}

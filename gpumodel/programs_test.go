package gpumodel

import (
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/internal/tier"
)

// The same launch gives the same result, to the bit, also beside others.
func TestDeterministic(t *testing.T) {
	const name, n = "transpose/padded", 1536
	want := runProgram(t, name, ProgramRun{N: n})
	results := make(chan float64)
	for range 4 {
		go func() { results <- runProgram(t, name, ProgramRun{N: n}).Time }()
	}
	for range 4 {
		if got := <-results; got != want.Time {
			t.Errorf("time %v, before %v", got, want.Time)
		}
	}
}

func TestPrograms(t *testing.T) {
	tier.Check(t)
	if _, err := FindProgram("transpose/paded"); err == nil || !strings.Contains(err.Error(), "transpose/padded") {
		t.Errorf("error %v does not list the programs", err)
	}
	p, err := FindProgram("transpose/padded")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []ProgramRun{{N: 0}, {N: -5}, {N: 1 << 20}, {N: 64, Block: Dim3{32, 5, 1}}, {N: 64, Block: Dim3{32, 32, 1}},
		{N: 64, Defines: map[string]string{"TILE_DIM": "16"}}} {
		if _, err := p.Run(t.Context(), gtx280(t), bad); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
	// Every program is right for odd sizes and for other blocks.
	blocks := map[string][]Dim3{
		"transpose":                     {{32, 8, 1}, {16, 16, 1}, {16, 4, 1}},
		"matmul/naive":                  {{128, 1, 1}, {1, 128, 1}, {16, 16, 1}, {3, 5, 1}},
		"matmul/tiled":                  {{16, 16, 1}, {8, 8, 1}, {5, 5, 1}},
		"matmul/two_outputs":            {{32, 16, 1}, {16, 8, 1}, {6, 3, 1}},
		"matmul/two_outputs_transposed": {{32, 16, 1}, {16, 8, 1}, {6, 3, 1}},
		"matmul/one_block_in_shared":    {{64, 1, 1}, {128, 1, 1}, {16, 1, 1}},
		"matmul/coarsened":              {{16, 16, 1}, {8, 8, 1}},
		"product":                       {{32, 8, 1}, {16, 16, 1}},
		"product/column_tiles":          {{16, 16, 1}, {8, 8, 1}},
		"product/corner_turning":        {{16, 16, 1}, {8, 8, 1}},
		"histogram":                     {{256, 1, 1}, {512, 1, 1}, {33, 1, 1}},
		"reduce":                        {{256, 1, 1}, {512, 1, 1}, {96, 1, 1}, {33, 1, 1}, {7, 1, 1}, {1, 1, 1}},
		"stencil/wave":                  {{32, 16, 1}, {16, 16, 1}, {32, 8, 1}},
		"stencil/wave_two_outputs":      {{32, 8, 1}, {16, 16, 1}},
		"climate":                       {{128, 1, 1}, {256, 1, 1}, {1, 1, 1}},
		"climate/conflicts":             {{16, 16, 1}},
		"climate/padded":                {{16, 16, 1}},
		"increment":                     {{256, 1, 1}, {512, 1, 1}, {33, 1, 1}, {1, 1, 1}},
		"runs":                          {{256, 1, 1}, {512, 1, 1}, {33, 1, 1}, {1, 1, 1}},
		"compress":                      {{256, 1, 1}, {33, 1, 1}},
		"functions":                     {{256, 1, 1}, {33, 1, 1}},
		"literals":                      {{256, 1, 1}, {33, 1, 1}},
		"divergence":                    {{256, 1, 1}, {64, 1, 1}, {2, 1, 1}},
		"barriers/large_blocks":         {{512, 1, 1}, {64, 1, 1}},
		"barriers/small_blocks":         {{128, 1, 1}, {192, 1, 1}},
		"grid":                          {{256, 1, 1}, {33, 1, 1}},
	}
	for _, p := range Programs("") {
		of := blocks[p.Name]
		if family, _, _ := strings.Cut(p.Name, "/"); of == nil {
			of = blocks[family]
		}
		if len(of) == 0 || of[0] != p.Block {
			t.Errorf("%s: blocks %v do not begin with the usual one, %v", p.Name, of, p.Block)
		}
		for _, block := range of {
			sizes := []int{1, 33, 70, 100}
			if p.problem.form == volume {
				sizes = []int{1, 33}
			}
			for _, n := range sizes {
				if _, err := p.Run(t.Context(), oldest(t, p), ProgramRun{N: n, Block: block, Check: Full}); err != nil {
					t.Errorf("n = %d, block %v: %v", n, block, err)
				}
			}
		}
	}
}

// A macro that says how much of the result a block computes changes the grid with it.
func TestProgramMacros(t *testing.T) {
	tier.Check(t)
	p, err := FindProgram("matmul/coarsened")
	if err != nil {
		t.Fatal(err)
	}
	for coarse, blocks := range map[string]int{"1": 16 * 16, "2": 8 * 16, "4": 4 * 16, "8": 2 * 16} {
		r, err := p.Run(t.Context(), gtx280(t), ProgramRun{N: 256, Check: Full, Defines: map[string]string{"COARSE": coarse}})
		if err != nil || r.Launch.Grid.Count() != blocks {
			t.Errorf("COARSE %s: a grid of %v, want %d blocks (%v)", coarse, r.Launch.Grid, blocks, err)
		}
	}
	for _, bad := range []string{"0", "-1", "four", "100000"} {
		if _, err := p.Run(t.Context(), gtx280(t), ProgramRun{N: 64, Defines: map[string]string{"COARSE": bad}}); err == nil || !strings.Contains(err.Error(), "COARSE") {
			t.Errorf("COARSE %s: %v", bad, err)
		}
	}
}

// A block that the text cannot work with is refused with what it wants.
func TestProgramBlocks(t *testing.T) {
	for name, block := range map[string]Dim3{
		"matmul/tiled": {16, 8, 1}, "matmul/two_outputs": {16, 16, 1}, "matmul/two_outputs_transposed": {8, 8, 1},
		"matmul/one_block_in_shared": {32, 2, 1}, "transpose/tiled": {32, 7, 1},
		"increment/float": {16, 16, 1}, "divergence/warps": {33, 1, 1}, "barriers/small_blocks": {96, 1, 1},
	} {
		p, err := FindProgram(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run(t.Context(), gtx280(t), ProgramRun{N: 64, Block: block}); err == nil || !strings.Contains(err.Error(), "block") {
			t.Errorf("%s with block %v: error %v, want one that says which block", name, block, err)
		}
	}
}

// oldest is the oldest of our cards for which a program can be compiled.
func oldest(t *testing.T, p *Program) *device.Device {
	t.Helper()
	if d := gtx280(t); able(t, p, d) {
		return d
	}
	return card(t, "K20X")
}

// able reports whether a program can be compiled for a card.
func able(t *testing.T, p *Program, d *device.Device) bool {
	t.Helper()
	k, err := p.Kernel(Options{})
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
	for _, p := range Programs("") {
		l, err := p.Launch(ProgramRun{N: 48, Mode: Full})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), oldest(t, p), l); err != nil {
			t.Fatal(err)
		}
		if err := p.verify(t.Context(), &l); err != nil {
			t.Error(err)
		}
		out := l.Args[p.problem.result].(*Array)
		at := max(0, out.Len()-5)
		out.Set(at, out.At(at)+1)
		if err := p.verify(t.Context(), &l); err == nil || !strings.Contains(err.Error(), "wrong result") {
			t.Errorf("%s: a wrong element was not noticed: %v", p.Name, err)
		}
	}
}

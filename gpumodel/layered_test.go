package gpumodel_test

import (
	_ "embed"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

//go:embed testdata/textures/layered.cu
var layered string

// TestLayeredTextures: layers are clamped and not interpolated, a direction finds its face of a cube, and levels are
// those of a texture that has one.
func TestLayeredTextures(t *testing.T) {
	texture := func(m TextureModes, shape ...int) (*Texture, func(i int) float64) {
		value := func(i int) float64 { return float64(i*i%97) + 0.5 }
		a, err := NewArrayFunc(Float32, value, shape...)
		if err != nil {
			t.Fatal(err)
		}
		x, err := NewTexture(a, m)
		if err != nil {
			t.Fatal(err)
		}
		return x, value
	}
	lines, value := texture(TextureModes{Layered: true, Linear: true}, 4, 6)
	images, _ := texture(TextureModes{Layered: true}, 3, 4, 6)
	cube, _ := texture(TextureModes{Cube: true}, 6, 8, 8)
	plain, _ := texture(TextureModes{Linear: true}, 4, 6)
	k := modeltest.Compile(t, layered)
	if err := k.Module.Bind("sheets", images); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"K20X", "H200"} {
		out := modeltest.Zeros(t, Float32, 8*32)
		if _, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: []any{out, lines, images, cube, plain}}); err != nil {
			t.Fatal(name, err)
		}
		for i := range 32 {
			column, row := i%5, i/5%3
			layer := i/4 - 1
			clamped := func(n int) int { return min(max(layer, 0), n-1) }
			line := func(l, c int) float64 { return value(l*6 + min(max(c, 0), 5)) }
			// At 0.25 of a texel its left neighbour has a quarter.
			want := 0.25*line(clamped(4), column-1) + 0.75*line(clamped(4), column)
			sheet := value((clamped(3)*4+row)*6 + column)
			// The face with the largest coordinate; x goes before y and z, and y before z, where two are as large.
			d := [3]float64{float64(i%3 - 1), float64(i/3%3 - 1), float64(i/9%3) - 1.25}
			number, s, r, m := 0, 0.0, 0.0, 0.0
			for axis, v := range d {
				if abs := max(v, -v); abs > m {
					m, number = abs, 2*axis
					if v < 0 {
						number++
					}
				}
			}
			s = [6]float64{-d[2], d[2], d[0], d[0], d[0], -d[0]}[number]
			r = [6]float64{-d[1], -d[1], d[2], -d[2], -d[1], -d[1]}[number]
			texel := func(x float64) int { return min(max(int((x/m+1)/2*8), 0), 7) }
			direction := value((number*8+texel(r))*8 + texel(s))
			for j, w := range []float64{want, sheet, sheet, direction} {
				if got := out.At(8*i + j); got != float64(float32(w)) {
					t.Errorf("%s: thread %d, value %d (direction %v) is %v, want %v", name, i, j, d, got, w)
				}
			}
			if out.At(8*i+4) != out.At(8*i+6) || out.At(8*i+5) != out.At(8*i+6) {
				t.Errorf("%s: levels of thread %d: %v, %v, want %v", name, i, out.At(8*i+4), out.At(8*i+5), out.At(8*i+6))
			}
		}
	}
	_, err := Run(t.Context(), modeltest.Card(t, "H200"), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
		Args: []any{modeltest.Zeros(t, Float32, 8*32), plain, images, cube, plain}})
	if err == nil || !strings.Contains(err.Error(), "tex1DLayered reads textures with layers; layered=True makes one") {
		t.Error(err)
	}
}

package gpumodel_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

//go:embed testdata/textures/surfaces.cu
var surfaces string

// TestSurfaces: kernels read and write surfaces of one to three dimensions, with all modes at their edges.
func TestSurfaces(t *testing.T) {
	k := modeltest.Compile(t, surfaces)
	const w, h = 8, 4
	image, line := modeltest.Fill(2*w*h, func(i int) int32 { return int32(i * 3) }), modeltest.Fill(32,
		func(i int) int16 { return int16(100 - i) })
	surface := func(channels int, a *Array) []any {
		s, err := NewTexture(a, TextureModes{Channels: channels})
		if err != nil {
			t.Fatal(err)
		}
		return s.Surface()
	}
	of := func(dtype DType, value func(i int) float64, shape ...int) *Array {
		a, err := NewArrayFunc(dtype, value, shape...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, name := range []string{"C2050", "K20X", "H200"} {
		ofImage := of(Int32, func(i int) float64 { return float64(image[i]) }, h, w, 2)
		ofLine, ofBox := of(Int16, func(i int) float64 { return float64(line[i]) }, 32), of(UInt8, func(int) float64 { return 77 }, 3, 2, 4)
		out := modeltest.Zeros(t, Int32, 64)
		args := append(append(append(surface(1, ofLine), surface(2, ofImage)...), surface(1, ofBox)...), out)
		if _, err := Run(t.Context(), modeltest.Card(t, name), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{32, 1, 1},
			Args: args}); err != nil {
			t.Fatal(name, err)
		}
		for i := range w * h {
			if x, y := ofImage.At(2*i), ofImage.At(2*i+1); x != float64(image[2*i+1]) || y != float64(10*image[2*i]) {
				t.Errorf("%s: texel %d is %v, %v", name, i, x, y)
			}
			if x := ofLine.At(i); x != float64(line[i]+1) {
				t.Errorf("%s: element %d of the line is %v", name, i, x)
			}
			shifted := 0.0
			if i >= 5 {
				shifted = float64(line[i-5] + 1)
			}
			if x := out.At(2 * i); x != shifted || out.At(2*i+1) != 1 {
				t.Errorf("%s: thread %d read %v, want %v", name, i, x, shifted)
			}
		}
		want := modeltest.Fill(24, func(i int) int32 { return int32(i) })
		if diff := cmp.Diff(want, modeltest.Fill(24, func(i int) int32 { return int32(ofBox.At(i)) })); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestSurfaceFaults: an access outside of a surface is a fault, unless its mode says otherwise.
func TestSurfaceFaults(t *testing.T) {
	a, _ := NewArray(Float32, 4, 8)
	s, err := NewTexture(a, TextureModes{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ card, call, want string }{
		{"A100", "surf2Dwrite(1.0f, s, threadIdx.x * 4, 4);", "byte 0 of row 4 of slice 0 is outside: rows have 32 bytes, and there are 4 rows"},
		{"A100", "surf2Dwrite(surf2Dread<float>(s, -4, 0), s, 0, 0);", "byte -4 of row 0"},
		{"GTX 280", "surf2Dwrite(1.0f, s, 0, 0);", "compute capability 1.x lacks surfaces, which came with 2.0"},
	} {
		k := modeltest.Compile(t, "__global__ void k(cudaSurfaceObject_t s) { "+test.call+" }")
		_, err := Run(t.Context(), modeltest.Card(t, test.card), Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{8, 1, 1}, Args: s.Surface()})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.call, err, test.want)
		}
	}
}

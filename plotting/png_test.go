package plotting

import (
	"image/color"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Shapes on whole pixels have the ink's colour alone, and none is too thin to be seen.
func TestPixels(t *testing.T) {
	thin := vg.Rectangle{Min: vg.Point{X: 3.1, Y: 3}, Max: vg.Point{X: 3.2, Y: 8}}
	square := vg.Path{}
	for i, p := range []vg.Point{{X: 8, Y: 8}, {X: 3, Y: 8}, {X: 3, Y: 3}, {X: 8, Y: 3}} { // from the upper right, as markers do
		if i == 0 {
			square.Move(p)
		} else {
			square.Line(p)
		}
	}
	square.Close()
	label := textStyle(tickSize, ink, draw.XLeft, draw.YBottom)
	for name, test := range map[string]struct {
		draw   func(c draw.Canvas)
		pixels int // of the ink alone
	}{
		"thin rectangle": {func(c draw.Canvas) { c.SetColor(ink); c.Fill(thin.Path()) }, 10},
		"square":         {func(c draw.Canvas) { c.SetColor(ink); c.Fill(square) }, 100},
		"short line":     {func(c draw.Canvas) { c.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.8}, 5, 5, 5.1, 5) }, 2},
		"outline":        {func(c draw.Canvas) { c.SetLineStyle(draw.LineStyle{Color: ink, Width: 1}); c.Stroke(square) }, 12*12 - 8*8},
		"letter":         {func(c draw.Canvas) { c.FillText(label, vg.Point{X: 1, Y: 1}, "I") }, 2},
	} {
		c := newPixelCanvas(20, 20)
		test.draw(draw.New(c))
		pixels := 0
		for y := range 40 {
			for x := range 40 {
				if c.picture.RGBAAt(x, y) == ink {
					pixels++
				} else if name != "letter" && c.picture.RGBAAt(x, y) != (color.RGBA{255, 255, 255, 255}) {
					t.Errorf("%s: a shade at (%d, %d)", name, x, y)
				}
			}
		}
		if name == "letter" {
			pixels = min(pixels, test.pixels) // at least
		}
		if pixels != test.pixels {
			t.Errorf("%s: %d pixels, want %d", name, pixels, test.pixels)
		}
	}
}

// A letter looks the same wherever its text begins.
func TestLettersAreAlike(t *testing.T) {
	shades := func(at vg.Length) map[[2]int]uint8 {
		c := newPixelCanvas(40, 20)
		style := textStyle(tickSize, ink, draw.XLeft, draw.YBottom)
		canvas := draw.New(c)
		canvas.FillText(style, vg.Point{X: at, Y: 1 + at/3}, "e")
		found := map[[2]int]uint8{}
		first := [2]int{-1, -1}
		for x := range 80 {
			for y := range 40 {
				if v := c.picture.RGBAAt(x, y).R; v != 255 {
					if first[0] < 0 {
						first = [2]int{x, y}
					}
					found[[2]int{x - first[0], y - first[1]}] = v
				}
			}
		}
		return found
	}
	want := shades(1)
	for _, at := range []vg.Length{1.1, 2.3, 7.77, 12.01} {
		got := shades(at)
		if len(got) != len(want) {
			t.Errorf("at %v it has %d pixels, want %d", at, len(got), len(want))
		}
		for p, v := range want {
			if got[p] != v {
				t.Errorf("at %v the pixel %v is %d, want %d", at, p, got[p], v)
			}
		}
	}
}

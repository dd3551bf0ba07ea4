package plotting

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// A palette has every colour that was drawn with, and few shades of the edges.
func TestPaletteKeepsWhatWasDrawn(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 300, 60))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(white), image.Point{}, draw.Src)
	for i := range 64 { // that differ by little
		at := image.Rect(4*i, 0, 4*i+4, 8)
		draw.Draw(picture, at, image.NewUniform(levelColor(i)), image.Point{}, draw.Src)
	}
	for x := range 256 { // shades of an edge
		picture.SetRGBA(x, 30, color.RGBA{uint8(x), uint8(x), uint8(x), 255})
	}
	drawn := map[color.RGBA]bool{white: true}
	for i := range 64 {
		drawn[levelColor(i)] = true
	}
	reduced := paletted(picture, drawn)
	for i := range 64 {
		if got := color.RGBAModel.Convert(reduced.At(4*i+2, 4)); got != levelColor(i) {
			t.Errorf("level %d is %v, want %v", i, got, levelColor(i))
		}
	}
	for x := range 256 {
		got := color.RGBAModel.Convert(reduced.At(x, 30)).(color.RGBA)
		if d := apart(got.G, uint8(x)); d >= edgeTolerance {
			t.Errorf("shade %d became %v", x, got)
		}
	}
	if n := len(reduced.Palette); n > 64+8 {
		t.Errorf("%d colours, want about 70", n)
	}
}

// More colours than a palette holds become near ones.
func TestPaletteOfManyColors(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 3*40, 3*40))
	drawn := map[color.RGBA]bool{}
	for i := range 1600 {
		at := image.Rect(i%40*3, i/40*3, i%40*3+3, i/40*3+3)
		c := color.RGBA{uint8(i % 40 * 6), uint8(i / 40 * 6), 0, 255}
		drawn[c] = true
		draw.Draw(picture, at, image.NewUniform(c), image.Point{}, draw.Src)
	}
	reduced := paletted(picture, drawn)
	if n := len(reduced.Palette); n > mostColors || n < 100 {
		t.Errorf("%d colours", n)
	}
	for i := range 1600 {
		got := color.RGBAModel.Convert(reduced.At(i%40*3, i/40*3)).(color.RGBA)
		if d := max(apart(got.R, uint8(i%40*6)), apart(got.G, uint8(i/40*6))); d > 20 {
			t.Errorf("colour %d became %v", i, got)
		}
	}
}

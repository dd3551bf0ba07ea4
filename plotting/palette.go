package plotting

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"slices"
)

// paletted reduces a picture to its 256 most frequent colours, which makes its
// PNG half as large. Bars, cells and grounds keep their colours exactly; only
// some of the shades along edges move to a near one.
func paletted(picture image.Image) *image.Paletted {
	bounds := picture.Bounds()
	rgba, ok := picture.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(bounds)
		draw.Draw(rgba, bounds, picture, bounds.Min, draw.Src)
	}
	count := map[color.RGBA]int{}
	eachRun(rgba, func(c color.RGBA, _, pixels int) { count[c] += pixels })
	palette := mostFrequent(count, 256)
	index := make(map[color.RGBA]uint8, len(count))
	for c := range count {
		index[c] = uint8(palette.Index(c))
	}
	reduced := image.NewPaletted(bounds, palette)
	eachRun(rgba, func(c color.RGBA, from, pixels int) {
		i := index[c]
		for at := range pixels {
			reduced.Pix[from+at] = i
		}
	})
	return reduced
}

// eachRun calls f for every run of pixels of one colour with the number of its
// first pixel: most of a chart is white, and runs are few.
func eachRun(picture *image.RGBA, f func(c color.RGBA, from, pixels int)) {
	at := func(i int) color.RGBA {
		p := picture.Pix[4*i : 4*i+4 : 4*i+4]
		return color.RGBA{R: p[0], G: p[1], B: p[2], A: p[3]}
	}
	from, n := 0, len(picture.Pix)/4
	for i := 1; i <= n; i++ {
		if i == n || at(i) != at(from) {
			f(at(from), from, i-from)
			from = i
		}
	}
}

// mostFrequent returns at most n colours, in an order that depends on nothing
// but the counts.
func mostFrequent(count map[color.RGBA]int, n int) color.Palette {
	colors := make([]color.RGBA, 0, len(count))
	for c := range count {
		colors = append(colors, c)
	}
	slices.SortFunc(colors, func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette := make(color.Palette, 0, n)
	for _, c := range colors[:min(n, len(colors))] {
		palette = append(palette, c)
	}
	return palette
}

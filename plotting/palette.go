package plotting

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

const (
	mostColors = 256 // of a palette
	halfByte   = 16  // colours that need four bits a pixel

	// Shades at the edge of a shape that differ by less, in each of red, green and blue, become
	// one: five lead from white to ink, which shows no stairs at two pixels a CSS pixel. If a
	// little less than that makes half the bits enough, it may be the most.
	edgeTolerance = 40
	mostTolerance = 56
)

// paletted gives a picture at most 256 colours, so that its PNG is small. The colours that
// it was drawn with are kept exactly; all others are shades at the edges of shapes, and a
// few of those are enough.
func paletted(picture *image.RGBA, drawn map[color.RGBA]bool) *image.Paletted {
	palette, index := reduce(shadesOf(picture, drawn))
	reduced := image.NewPaletted(picture.Bounds(), palette)
	eachRun(picture, func(c color.RGBA, from, pixels int) {
		i := index[c]
		for at := range pixels {
			reduced.Pix[from+at] = i
		}
	})
	return reduced
}

// A shade is a colour of a picture.
type shade struct {
	color.RGBA
	pixels int
	drawn  bool
}

// shadesOf returns the colours of a picture in an order that depends on nothing but what
// they are: those drawn with first, then the frequent ones.
func shadesOf(picture *image.RGBA, drawn map[color.RGBA]bool) []shade {
	count := map[color.RGBA]int{}
	eachRun(picture, func(c color.RGBA, _, pixels int) { count[c] += pixels })
	shades := make([]shade, 0, len(count))
	for c, pixels := range count {
		shades = append(shades, shade{c, pixels, drawn[c]})
	}
	slices.SortFunc(shades, func(a, b shade) int {
		if a.drawn != b.drawn {
			if a.drawn {
				return -1
			}
			return 1
		}
		return cmp.Or(b.pixels-a.pixels, cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	return shades
}

// reduce chooses a palette, and for each colour its entry: the nearest.
func reduce(shades []shade) (color.Palette, map[color.RGBA]uint8) {
	entries := entriesOf(shades, edgeTolerance, 1)
	for wider := 1; len(entries) > mostColors; wider++ {
		entries = entriesOf(shades, edgeTolerance+8*wider, 4*wider)
	}
	if few := entriesOf(shades, mostTolerance, 1); len(few) <= halfByte {
		for tolerance := edgeTolerance; len(entries) > halfByte; tolerance++ {
			entries = entriesOf(shades, tolerance, 1)
		}
	}
	palette := make(color.Palette, len(entries))
	for i, c := range entries {
		palette[i] = c
	}
	index := make(map[color.RGBA]uint8, len(shades))
	for _, s := range shades {
		i, _ := nearest(entries, s.RGBA)
		index[s.RGBA] = uint8(i)
	}
	return palette, index
}

// entriesOf returns the shades that differ from all earlier ones by the tolerance or more. The
// colours that were drawn with and the shades of edges have tolerances of their own.
func entriesOf(shades []shade, edge, drawn int) []color.RGBA {
	var entries []color.RGBA
	for _, s := range shades {
		tolerance := edge
		if s.drawn {
			tolerance = drawn
		}
		if _, distance := nearest(entries, s.RGBA); distance >= tolerance {
			entries = append(entries, s.RGBA)
		}
	}
	return entries
}

// nearest returns the entry whose largest difference from c, in red, green or blue, is smallest.
func nearest(entries []color.RGBA, c color.RGBA) (index, distance int) {
	distance = 256
	for i, e := range entries {
		d := max(apart(e.R, c.R), apart(e.G, c.G), apart(e.B, c.B))
		if d < distance {
			index, distance = i, d
		}
	}
	return index, distance
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

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

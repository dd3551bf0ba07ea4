package install

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The logo is a warp of 25 lanes under a mask: the active ones write a W.
var lanes = [5]string{
	"#...#",
	"#...#",
	"#.#.#",
	"##.##",
	"#...#",
}

var (
	ground = color.NRGBA{0x14, 0x2b, 0x3a, 0xff}
	active = color.NRGBA{0x8f, 0xe3, 0x88, 0xff}
	masked = color.NRGBA{0x2c, 0x4b, 0x5e, 0xff}
)

// A tile is a rounded square in a picture of 64 by 64.
type tile struct {
	x, y, side, radius float64
	fill               color.NRGBA
}

func logoTiles() []tile {
	tiles := []tile{{1, 1, 62, 13, ground}}
	for row, line := range lanes {
		for col, lane := range line {
			fill := masked
			if lane == '#' {
				fill = active
			}
			tiles = append(tiles, tile{9 + 9.5*float64(col), 9 + 9.5*float64(row), 8, 2, fill})
		}
	}
	return tiles
}

func logoSVG() []byte {
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="Warpbook">` + "\n")
	for _, t := range logoTiles() {
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="%g" fill="#%02x%02x%02x"/>`+"\n",
			t.x, t.y, t.side, t.side, t.radius, t.fill.R, t.fill.G, t.fill.B)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func logoPNG(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	scale := float64(size) / 64
	for y := range size {
		for x := range size {
			var c color.NRGBA
			for _, t := range logoTiles() {
				c = over(c, t.fill, t.coverage(float64(x)+0.5, float64(y)+0.5, scale))
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic("BUG: install: " + err.Error())
	}
	return b.Bytes()
}

// coverage is the share of the pixel around (px, py) that the tile covers, from
// the signed distance to its edge.
func (t tile) coverage(px, py, scale float64) float64 {
	half, r := t.side*scale/2, t.radius*scale
	dx := math.Abs(px-(t.x*scale+half)) - (half - r)
	dy := math.Abs(py-(t.y*scale+half)) - (half - r)
	distance := math.Hypot(math.Max(dx, 0), math.Max(dy, 0)) + math.Min(math.Max(dx, dy), 0) - r
	return math.Min(math.Max(0.5-distance, 0), 1)
}

func over(below, above color.NRGBA, share float64) color.NRGBA {
	if below.A == 0 {
		above.A = uint8(math.Round(255 * share))
		return above
	}
	mix := func(b, a uint8) uint8 { return uint8(math.Round(float64(b)*(1-share) + float64(a)*share)) }
	return color.NRGBA{mix(below.R, above.R), mix(below.G, above.G), mix(below.B, above.B), below.A}
}

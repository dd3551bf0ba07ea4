package plotting

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// pngScale is how many pixels of the PNG make one CSS pixel: pictures stay
// sharp on dense screens and in print.
const (
	pngScale      = 2
	pointsPerInch = 72
)

// png draws the page as a PNG image. Saved notebooks keep these images, so they are
// written small: see pixelCanvas and paletted.
func (p page) png() ([]byte, error) {
	c := newPixelCanvas(p.width, p.height)
	p.draw(vgdraw.New(c))
	var buf bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&buf, paletted(c.picture, c.drawn)); err != nil {
		return nil, fmt.Errorf("plotting: png: %w", err)
	}
	return buf.Bytes(), nil
}

// A pixelCanvas is vgimg's canvas with sharp letters, rectangles and level and upright lines: they
// lie on whole pixels. So each letter of a font has one picture and not one for each fraction of
// a pixel, and lines of one width look alike. That is easier to read, and compresses to half the size.
type pixelCanvas struct {
	*vgimg.Canvas
	picture *image.RGBA         // of the canvas
	drawn   map[color.RGBA]bool // the colours that were used
	pixelState
	stack []pixelState
}

// pixelState is what Push saves, as far as vgimg keeps it to itself.
type pixelState struct {
	color  color.Color
	width  vg.Length
	dashed bool
	turn   turn
}

func newPixelCanvas(width, height vg.Length) *pixelCanvas {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pngScale*pointsPerInch))
	return &pixelCanvas{Canvas: canvas, picture: canvas.Image().(*image.RGBA), drawn: map[color.RGBA]bool{}}
}

func (c *pixelCanvas) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	c.color = clr
	c.drawn[color.RGBAModel.Convert(clr).(color.RGBA)] = true
	c.Canvas.SetColor(clr)
}

func (c *pixelCanvas) SetLineWidth(w vg.Length) {
	c.width = w
	c.Canvas.SetLineWidth(w)
}

func (c *pixelCanvas) SetLineDash(dashes []vg.Length, offset vg.Length) {
	c.dashed = len(dashes) > 0
	c.Canvas.SetLineDash(dashes, offset)
}

func (c *pixelCanvas) Push() {
	c.stack = append(c.stack, c.pixelState)
	c.Canvas.Push()
}

func (c *pixelCanvas) Pop() {
	last := len(c.stack) - 1
	c.pixelState, c.stack = c.stack[last], c.stack[:last]
	c.Canvas.Pop()
}

func (c *pixelCanvas) Rotate(radians float64) {
	c.turn = c.turn.rotated(radians)
	c.Canvas.Rotate(radians)
}

func (c *pixelCanvas) Translate(by vg.Point) {
	c.turn = c.turn.moved(by)
	c.Canvas.Translate(by)
}

// Fill draws shapes. Rectangles get whole pixels, at least one.
func (c *pixelCanvas) Fill(path vg.Path) {
	all := rectangles(path)
	if c.turn.degrees != 0 || all == nil {
		c.Canvas.Fill(path)
		return
	}
	for _, r := range all {
		x0, y0 := c.pixel(r.Min)
		x1, y1 := c.pixel(r.Max)
		left, top := whole(x0), whole(y1)
		c.fillPixels(left, top, max(whole(x1), left+1), max(whole(y0), top+1))
	}
}

// Stroke draws lines. Level and upright ones, and those around rectangles, get whole pixels.
func (c *pixelCanvas) Stroke(path vg.Path) {
	all := rectangles(path)
	straight := len(path) == 2 && (path[0].Pos.X == path[1].Pos.X) != (path[0].Pos.Y == path[1].Pos.Y)
	if c.dashed || c.width <= 0 || c.turn.degrees != 0 || !straight && all == nil {
		c.Canvas.Stroke(path)
		return
	}
	if straight {
		c.line(path[0].Pos, path[1].Pos, 0)
	}
	for _, r := range all {
		upperLeft, lowerRight := vg.Point{X: r.Min.X, Y: r.Max.Y}, vg.Point{X: r.Max.X, Y: r.Min.Y}
		for _, corner := range []vg.Point{r.Min, r.Max} {
			c.line(upperLeft, corner, c.width/2)
			c.line(lowerRight, corner, c.width/2)
		}
	}
}

// line draws a level or upright line that is longer by some at both ends, of one pixel at least.
func (c *pixelCanvas) line(a, b vg.Point, longer vg.Length) {
	x0, y0 := c.pixel(vg.Point{X: min(a.X, b.X), Y: max(a.Y, b.Y)})
	x1, y1 := c.pixel(vg.Point{X: max(a.X, b.X), Y: min(a.Y, b.Y)})
	more, wide := longer.Dots(c.DPI()), max(math.Round(c.width.Dots(c.DPI())), 1)
	if a.Y == b.Y {
		left, top := whole(x0-more), whole(y0-wide/2)
		c.fillPixels(left, top, max(whole(x1+more), left+1), top+int(wide))
	} else {
		left, top := whole(x0-wide/2), whole(y0-more)
		c.fillPixels(left, top, left+int(wide), max(whole(y1+more), top+1))
	}
}

func (c *pixelCanvas) fillPixels(x0, y0, x1, y1 int) {
	draw.Draw(c.picture, image.Rect(x0, y0, x1, y1), image.NewUniform(c.color), image.Point{}, draw.Over)
}

// rectangles returns what a path consists of if that is rectangles alone.
func rectangles(path vg.Path) []vg.Rectangle {
	const parts = 5 // three sides, and two to begin and to close
	var all []vg.Rectangle
	for ; len(path) >= parts; path = path[parts:] {
		r := vg.Rectangle{Min: path[0].Pos, Max: path[2].Pos}
		for i, part := range r.Path() {
			if path[i].Type != part.Type || path[i].Pos != part.Pos {
				return nil
			}
		}
		all = append(all, vg.Rectangle{
			Min: vg.Point{X: min(r.Min.X, r.Max.X), Y: min(r.Min.Y, r.Max.Y)},
			Max: vg.Point{X: max(r.Min.X, r.Max.X), Y: max(r.Min.Y, r.Max.Y)},
		})
	}
	if len(path) > 0 {
		return nil
	}
	return all
}

// pixel returns where a point lies in the picture, from its upper left corner.
func (c *pixelCanvas) pixel(p vg.Point) (x, y float64) {
	p = c.turn.apply(p)
	return p.X.Dots(c.DPI()), float64(c.picture.Bounds().Dy()) - p.Y.Dots(c.DPI())
}

func whole(x float64) int { return int(math.Round(x)) }

// FillString draws level text, and text that reads upwards.
func (c *pixelCanvas) FillString(f font.Face, at vg.Point, text string) {
	upwards := c.turn.degrees == 90
	if c.turn.degrees != 0 && !upwards {
		c.Canvas.FillString(f, at, text)
		return
	}
	x0, y0 := c.pixel(at)
	eachShade(f.FontFace(c.DPI()), text, func(x, y int, shade uint8) {
		if upwards {
			x, y = y, -x
		}
		blend(c.picture, whole(x0)+x, whole(y0)+y, c.color, shade)
	})
}

// shades are how many steps lead from the ground to the ink at the edge of a letter.
const shades = 15

// eachShade calls f for the pixels of a text that begins at the origin, with how much of
// each is ink, 0 to 255.
func eachShade(face xfont.Face, text string, f func(x, y int, shade uint8)) {
	defer face.Close()
	pen, before := fixed.Int26_6(0), rune(-1)
	for _, letter := range text {
		if before >= 0 {
			pen += face.Kern(before, letter)
		}
		box, mask, from, advance, ok := face.Glyph(fixed.P(pen.Round(), 0), letter)
		if !ok {
			continue
		}
		for y := range box.Dy() {
			for x := range box.Dx() {
				_, _, _, a := mask.At(from.X+x, from.Y+y).RGBA()
				if level := (a*shades + 0x7FFF) / 0xFFFF; level > 0 {
					f(box.Min.X+x, box.Min.Y+y, uint8(level*255/shades))
				}
			}
		}
		pen, before = pen+advance, letter
	}
}

// blend draws one pixel that is covered in part.
func blend(picture draw.Image, x, y int, ink color.Color, shade uint8) {
	at := image.Rect(x, y, x+1, y+1)
	draw.DrawMask(picture, at, image.NewUniform(ink), image.Point{}, image.NewUniform(color.Alpha{A: shade}), image.Point{}, draw.Over)
}

package plotting

import (
	"image/color"
	"math"
	"slices"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The one style of all pictures. Lengths are CSS pixels: one vg point becomes
// one pixel of the SVG and two of the PNG.
const (
	titleSize = 14
	labelSize = 12
	tickSize  = 11
	noteSize  = 10.5

	lineWidth   = 1.5
	glyphRadius = 2.6
	margin      = 10

	plotWidth      = 560 // axes with their labels, without the legend
	plotHeight     = 370
	legendMaxWidth = 210
)

// palette is Okabe and Ito's set for all kinds of colour vision
// (https://jfly.uni-koeln.de/color/), its yellow left out because it vanishes on
// white, in an order that keeps neighbours apart.
var palette = []color.RGBA{
	rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7),
	rgb(0xE69F00), rgb(0x56B4E9), rgb(0x4D4D4D),
}

// statePalette is for the states of a timeline, whose bars touch one another. The first four and three paler
// shades of the first one are seven steps of lightness, so that a grey print tells them apart.
var statePalette = []color.RGBA{
	rgb(0x00446E), rgb(0xE69F00), rgb(0x008B64), rgb(0x7E52A3),
	rgb(0xD55E00), rgb(0x56B4E9), rgb(0xCC79A7),
}

// viridis is matplotlib's default colour map at nine equal steps; it is in the
// public domain (CC0) and reads the same in grey.
var viridis = []color.RGBA{
	rgb(0x440154), rgb(0x472D7B), rgb(0x3B528B), rgb(0x2C728E), rgb(0x21918C),
	rgb(0x28AE80), rgb(0x5EC962), rgb(0xADDC30), rgb(0xFDE725),
}

var (
	white    = rgb(0xFFFFFF)
	ink      = rgb(0x222222)
	faintInk = rgb(0x666666)
	gridInk  = rgb(0xE4E4E4)
	ringInk  = rgb(0xD55E00)
	// On a coloured ground text is groundInk or groundWhite: both stay where a dark page turns ink
	// and white around.
	groundInk   = rgb(0x010101)
	groundWhite = rgb(0xFDFDFD)
)

// dashPatterns tell series apart once the colours have been used up.
var dashPatterns = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// heatColor returns viridis at t, 0 to 1.
func heatColor(t float64) color.RGBA {
	at := min(max(t, 0), 1) * float64(len(viridis)-1)
	i := min(int(at), len(viridis)-2)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a)))) }
	a, b := viridis[i], viridis[i+1]
	return color.RGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 255}
}

// readableOn returns the ink for text on a coloured ground: the one with the larger contrast, which
// is 4.5 or more for every colour.
func readableOn(c color.RGBA) color.RGBA {
	if contrast(groundInk, c) > contrast(groundWhite, c) {
		return groundInk
	}
	return groundWhite
}

// contrast is that of WCAG 2: 1 for equal colours, 21 for black on white.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2, 0 to 1.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Alignments that put the middle of digits, 0.36 em above the baseline, on a
// point. gonum's YCenter takes the middle of ascent and descent (0.905 and 0.212
// em of Liberation Sans) and then draws a line 0.095 em lower; its vertical
// axis moves labels up by the descent.
const (
	digitsMiddle = text.YAlignment(-(0.36 + 0.095) / (0.905 + 0.212))
	digitsOnAxis = text.YAlignment(-(0.36 + 0.095 + 0.212) / (0.905 + 0.212))
)

// textStyle is Liberation Sans, which has the metrics of Arial: where a browser
// lacks it, the text still fits.
func textStyle(size vg.Length, ink color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color:   ink,
		Font:    plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign:  x,
		YAlign:  y,
		Handler: plot.DefaultTextHandler,
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = font.WeightBold
	return s
}

// narrowerThan accepts text that is at most width wide in the style.
func narrowerThan(width vg.Length, style text.Style) func(string) bool {
	return func(s string) bool { return style.Width(s) <= width }
}

const noMarker = "none"

// A glyph is a marker: its name in Vega-Lite, its sign in a text chart and its
// outline at radius 1. A glyph without corners is a circle.
type glyph struct {
	name    string
	sign    rune
	corners []vg.Point
}

// glyphs have about the same area each.
var glyphs = []glyph{
	{"circle", 'o', nil},
	{"square", '#', polygon(4, 45, 1.22)},
	{"triangle-up", '^', polygon(3, 90, 1.5)},
	{"diamond", '*', polygon(4, 0, 1.35)},
	{"triangle-down", 'v', polygon(3, -90, 1.5)},
	{"cross", '+', plusSign(1.3, 0.45)},
	{"triangle-right", '>', polygon(3, 0, 1.5)},
	{"triangle-left", '<', polygon(3, 180, 1.5)},
}

func glyphIndex(name string) int {
	return slices.IndexFunc(glyphs, func(g glyph) bool { return g.name == name })
}

func glyphNames() []string {
	names := make([]string, len(glyphs))
	for i, g := range glyphs {
		names[i] = g.name
	}
	return names
}

// polygon returns the corners of a regular polygon, the first at the given angle.
func polygon(n int, degrees float64, radius float64) []vg.Point {
	corners := make([]vg.Point, n)
	for i := range corners {
		sin, cos := math.Sincos(degrees*math.Pi/180 + 2*math.Pi*float64(i)/float64(n))
		corners[i] = vg.Point{X: vg.Length(radius * cos), Y: vg.Length(radius * sin)}
	}
	return corners
}

// plusSign returns the outline of a plus with arms of length a and half width w.
func plusSign(a, w vg.Length) []vg.Point {
	return []vg.Point{
		{X: a, Y: -w}, {X: a, Y: w}, {X: w, Y: w}, {X: w, Y: a}, {X: -w, Y: a}, {X: -w, Y: w},
		{X: -a, Y: w}, {X: -a, Y: -w}, {X: -w, Y: -w}, {X: -w, Y: -a}, {X: w, Y: -a}, {X: w, Y: -w},
	}
}

// appendTo adds the glyph's outline around a point to a path. All markers of a
// series are one path, which keeps the SVG small.
func (g glyph) appendTo(path *vg.Path, at vg.Point, radius vg.Length) {
	if g.corners == nil {
		path.Move(vg.Point{X: at.X + radius, Y: at.Y})
		path.Arc(at, radius, 0, 2*math.Pi)
		path.Close()
		return
	}
	for i, corner := range g.corners {
		p := at.Add(corner.Scale(radius))
		if i == 0 {
			path.Move(p)
		} else {
			path.Line(p)
		}
	}
	path.Close()
}

// drawGlyphs draws a marker at each point, filled or hollow.
func drawGlyphs(c draw.Canvas, g glyph, ink color.Color, hollow bool, radius vg.Length, points []vg.Point) {
	var path vg.Path
	for _, p := range points {
		g.appendTo(&path, p, radius)
	}
	if len(path) == 0 {
		return
	}
	if !hollow {
		c.SetColor(ink)
		c.Fill(path)
		return
	}
	c.SetColor(white)
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: ink, Width: 1.2})
	c.Stroke(path)
}

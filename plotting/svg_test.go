package plotting

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// What neighbours share stands once, coordinates are relative, and an outline joins its shape.
func TestSVGIsSmall(t *testing.T) {
	box := vg.Rectangle{Min: vg.Point{X: 1.04, Y: 2}, Max: vg.Point{X: 4, Y: 12}}.Path()
	label := textStyle(tickSize, ink, draw.XLeft, draw.YBottom)
	for name, test := range map[string]struct {
		draw func(c draw.Canvas)
		want string
	}{
		"relative": {func(c draw.Canvas) { c.SetColor(white); c.Fill(box) }, "<path fill='#fff' d='m1 18h3v-10h-3z'/>"},
		"outlined": {func(c draw.Canvas) {
			c.SetColor(white)
			c.Fill(box)
			c.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{2, 2}})
			c.Stroke(box)
		}, "<path fill='#fff' stroke='#222' stroke-width='.8' stroke-dasharray='2 2' d='m1 18h3v-10h-3z'/>"},
		"shared": {func(c draw.Canvas) {
			line := draw.LineStyle{Color: ink, Width: 1}
			c.StrokeLine2(line, 0, 0, 10, 0)
			c.StrokeLine2(line, 0, 5, 3, 9.5)
		}, "<g fill='none' stroke='#222' stroke-width='1'><path d='m0 20h10'/><path d='m0 15 3-4.5'/></g>"},
		"fills differ": {func(c draw.Canvas) {
			for _, clr := range []color.Color{white, white, ink} {
				c.SetColor(clr)
				c.Fill(box)
			}
		}, "<g fill='#fff'><path d='m1 18h3v-10h-3z'/><path d='m1 18h3v-10h-3z'/></g><path fill='#222' d='m1 18h3v-10h-3z'/>"},
		"transparent": {func(c draw.Canvas) { c.SetColor(color.NRGBA{255, 255, 255, 51}); c.Fill(box) },
			"<path fill='#fff' fill-opacity='.2' d='m1 18h3v-10h-3z'/>"},
		"circle": {func(c draw.Canvas) {
			var p vg.Path
			glyphs[0].appendTo(&p, vg.Point{X: 5, Y: 5}, 2)
			c.SetColor(white)
			c.Fill(p)
		}, "<path fill='#fff' d='m7 15a2 2 0 0 0 -4 0a2 2 0 0 0 4 0z'/>"},
		"text": {func(c draw.Canvas) { c.FillText(label, vg.Point{X: 1, Y: 2}, "a<b") },
			"<text fill='#222' font-size='11' x='1' y='17'>a&lt;b</text>"},
		"upwards": {func(c draw.Canvas) {
			up := label
			up.Rotation = math.Pi / 2
			c.FillText(up, vg.Point{X: 12, Y: 2}, "up")
		}, "<text fill='#222' font-size='11' transform='translate(11 18)rotate(-90)'>up</text>"},
	} {
		c := &svgCanvas{height: 20}
		vg.Initialize(c)
		test.draw(draw.NewCanvas(c, 20, 20))
		c.end()
		c.flush()
		if got := c.drawing.String(); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, test.want)
		}
	}
}

// A path ends where its points are, however many relative steps lead there.
func TestPathRoundsPlacesNotSteps(t *testing.T) {
	c := &svgCanvas{height: 100}
	var p vg.Path
	p.Move(vg.Point{Y: 100})
	for i := range 300 {
		p.Line(vg.Point{X: vg.Length(i+1) * 0.14, Y: 100})
	}
	var w pathWriter
	for _, part := range p {
		if x, y := c.tenths(part.Pos); part.Type == vg.MoveComp {
			w.move(x, y)
		} else {
			w.line(x, y)
		}
	}
	if w.x != 420 {
		t.Errorf("the path ends at %d tenths, want 420", w.x)
	}
}

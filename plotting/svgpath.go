package plotting

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// path returns a path as the attribute d.
func (c *svgCanvas) path(p vg.Path) string {
	var w pathWriter
	for _, part := range p {
		switch part.Type {
		case vg.MoveComp:
			w.move(c.tenths(part.Pos))
		case vg.LineComp:
			w.line(c.tenths(part.Pos))
		case vg.ArcComp:
			c.arc(&w, part)
		case vg.CloseComp:
			w.close()
		default:
			panic("BUG: plotting: a curve in a drawing")
		}
	}
	return " d='" + w.String() + "'"
}

// arc adds a part of a circle. SVG's arcs end elsewhere than they begin, so a
// whole circle is two halves.
func (c *svgCanvas) arc(w *pathWriter, arc vg.PathComp) {
	at := func(angle float64) (x, y int) {
		sin, cos := math.Sincos(angle)
		return c.tenths(arc.Pos.Add(vg.Point{X: arc.Radius * vg.Length(cos), Y: arc.Radius * vg.Length(sin)}))
	}
	w.line(at(arc.Start))
	parts := 1
	if math.Abs(arc.Angle) > math.Pi {
		parts = 2
	}
	for i := range parts {
		x, y := at(arc.Start + arc.Angle*float64(i+1)/float64(parts))
		w.arc(arc.Radius, arc.Angle < 0, x, y)
	}
}

// tenths returns where a point lies on the page, from the upper left corner in tenths of a pixel.
func (c *svgCanvas) tenths(p vg.Point) (x, y int) {
	p = c.turn.apply(p)
	return int(math.Round(10 * p.X.Points())), int(math.Round(10 * (c.height - p.Y).Points()))
}

// A pathWriter writes path commands with relative coordinates. It counts in whole tenths,
// so that rounding does not add up.
type pathWriter struct {
	strings.Builder
	x, y           int // where the last command ended
	startX, startY int // of the subpath
	last           byte
}

// command writes a command with its numbers. The letter is left out where it repeats.
func (w *pathWriter) command(letter byte, numbers ...int) {
	if letter != w.last || len(numbers) == 0 {
		w.WriteByte(letter)
	} else if numbers[0] >= 0 {
		w.WriteByte(' ')
	}
	for i, n := range numbers {
		if i > 0 && n >= 0 {
			w.WriteByte(' ')
		}
		w.WriteString(tenths(n))
	}
	w.last = letter
}

func (w *pathWriter) move(x, y int) {
	w.command('m', x-w.x, y-w.y) // the first one from the origin
	w.last = 'l'                 // pairs behind the first one are lines
	w.x, w.y, w.startX, w.startY = x, y, x, y
}

func (w *pathWriter) line(x, y int) {
	dx, dy := x-w.x, y-w.y
	switch {
	case dx == 0 && dy == 0:
		return
	case dy == 0:
		w.command('h', dx)
	case dx == 0:
		w.command('v', dy)
	default:
		w.command('l', dx, dy)
	}
	w.x, w.y = x, y
}

// arc draws less than a whole circle around to (x, y).
func (w *pathWriter) arc(radius vg.Length, clockwise bool, x, y int) {
	sweep := 0
	if clockwise {
		sweep = 1
	}
	fmt.Fprintf(w, "a%[1]s %[1]s 0 0 %[2]d %[3]s %[4]s", decimal(radius), sweep, tenths(x-w.x), tenths(y-w.y))
	w.x, w.y, w.last = x, y, 'a'
}

func (w *pathWriter) close() {
	w.command('z')
	w.x, w.y = w.startX, w.startY
}

// tenths writes a number of tenths.
func tenths(n int) string { return decimal(vg.Length(n) / 10) }

// decimal writes a number with at most two decimals and no zero before the point.
func decimal(x vg.Length) string {
	s := strconv.FormatFloat(math.Round(float64(x)*100)/100, 'f', -1, 64)
	if strings.HasPrefix(s, "0.") || strings.HasPrefix(s, "-0.") {
		return strings.Replace(s, "0.", ".", 1)
	}
	return s
}

// A turn is a rotation about the origin and then a shift: as far as drawings are transformed.
type turn struct {
	degrees float64 // counter-clockwise
	shift   vg.Point
}

// apply returns where a point of the turned drawing lies on the page.
func (t turn) apply(p vg.Point) vg.Point {
	if t.degrees == 0 {
		return p.Add(t.shift)
	}
	sin, cos := math.Sincos(t.degrees * math.Pi / 180)
	s, c := vg.Length(sin), vg.Length(cos)
	return vg.Point{X: c*p.X - s*p.Y, Y: s*p.X + c*p.Y}.Add(t.shift)
}

func (t turn) rotated(radians float64) turn {
	return turn{t.degrees + math.Round(radians*180/math.Pi*10)/10, t.shift}
}

func (t turn) moved(by vg.Point) turn { return turn{t.degrees, t.apply(by)} }

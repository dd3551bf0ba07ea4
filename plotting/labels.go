package plotting

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labeler places text between the axes: of a few candidate places it takes the
// one that covers the least of the curves and none of the other labels.
type labeler struct {
	area  vg.Rectangle
	drawn []vg.Point // samples along the curves
	marks []vg.Point // points of the data and their error bars, which a label must not hide
	taken []vg.Rectangle
}

const (
	labelInset = 4 // from a line or an edge to the text
	sampleStep = 4 // between samples along a curve
)

// avoid adds a curve with its error bars to what should not be covered.
func (l *labeler) avoid(k *curve, places []vg.Point, whiskers []whisker) {
	if k.marked {
		l.marks = append(l.marks, places...)
	}
	for _, w := range whiskers {
		l.marks = append(l.marks, w.low, w.high)
		for y := w.low.Y; y < w.high.Y; y += sampleStep {
			l.marks = append(l.marks, vg.Point{X: w.low.X, Y: y})
		}
	}
	for i, p := range places {
		l.drawn = append(l.drawn, p)
		if i == 0 || k.style != Line || k.points[i].starts {
			continue
		}
		way := p.Sub(places[i-1])
		steps := int(math.Hypot(float64(way.X), float64(way.Y)) / sampleStep)
		for s := 1; s < steps; s++ {
			l.drawn = append(l.drawn, places[i-1].Add(way.Scale(vg.Length(s)/vg.Length(steps))))
		}
	}
}

func noteStyle() draw.TextStyle { return textStyle(noteSize, faintInk, draw.XLeft, draw.YBottom) }

// boxSize is the size of a label's box: its text with a little air.
func boxSize(text string) vg.Point {
	return vg.Point{X: noteStyle().Width(text) + 4, Y: noteSize + 3}
}

// reference labels a horizontal line, best at its right or left end, above or below.
func (l *labeler) reference(c draw.Canvas, text string, y vg.Length) {
	text = shorten(text, narrowerThan(l.area.Size().X/2, noteStyle()))
	size := boxSize(text)
	right, left := l.area.Max.X-size.X-labelInset, l.area.Min.X+labelInset
	above, below := y+1.5, y-size.Y-1.5
	var places []vg.Point
	for _, y := range []vg.Length{above, below} {
		for _, share := range []vg.Length{1, 0, 0.5, 0.75, 0.25, 0.875, 0.125, 0.625, 0.375} {
			places = append(places, vg.Point{X: left + share*(right-left), Y: y})
		}
	}
	l.place(c, text, places)
}

// mark labels a vertical line at its upper end, in the highest free row.
func (l *labeler) mark(c draw.Canvas, text string, x vg.Length) {
	text = shorten(text, narrowerThan(l.area.Size().X/3, noteStyle()))
	size := boxSize(text)
	var places []vg.Point
	for row := vg.Length(1); row <= 6; row++ {
		y := l.area.Max.Y - row*(size.Y+1)
		places = append(places, vg.Point{X: x + 3, Y: y}, vg.Point{X: x - 3 - size.X, Y: y})
	}
	l.place(c, text, places)
}

// note writes text beside a point.
func (l *labeler) note(c draw.Canvas, text string, at vg.Point) {
	text = shorten(text, narrowerThan(l.area.Size().X/2, noteStyle()))
	size := boxSize(text)
	const away = glyphRadius + labelInset
	l.place(c, text, []vg.Point{
		{X: at.X + away, Y: at.Y + away}, {X: at.X + away, Y: at.Y - away - size.Y},
		{X: at.X - away - size.X, Y: at.Y + away}, {X: at.X - away - size.X, Y: at.Y - away - size.Y},
	})
}

// place draws the text at the best of the lower left corners, on a white ground
// that lets what it covers shine through.
func (l *labeler) place(c draw.Canvas, text string, corners []vg.Point) {
	if text == "" {
		return
	}
	size := boxSize(text)
	var best vg.Rectangle
	lowest := math.Inf(1)
	for _, corner := range corners {
		box := vg.Rectangle{Min: corner, Max: corner.Add(size)}
		if cost := l.cost(box); cost < lowest {
			lowest, best = cost, box
		}
	}
	l.taken = append(l.taken, best)
	c.SetColor(color.NRGBA{R: 255, G: 255, B: 255, A: 210})
	c.Fill(best.Path())
	c.FillText(noteStyle(), best.Min.Add(vg.Point{X: 2, Y: 1}), text)
}

// cost counts what a box would cover. Leaving the area or meeting another label
// is worse than covering any curve, and a point of the data counts more than a piece of a line.
func (l *labeler) cost(box vg.Rectangle) float64 {
	cost := 0.0
	if box.Min.X < l.area.Min.X || box.Max.X > l.area.Max.X || box.Min.Y < l.area.Min.Y || box.Max.Y > l.area.Max.Y+noteSize {
		cost += 1e6
	}
	for _, t := range l.taken {
		if box.Min.X < t.Max.X && t.Min.X < box.Max.X && box.Min.Y < t.Max.Y && t.Min.Y < box.Max.Y {
			cost += 1e4
		}
	}
	covered := func(points []vg.Point, around vg.Length) (n int) {
		for _, p := range points {
			if p.X > box.Min.X-around && p.X < box.Max.X+around && p.Y > box.Min.Y-around && p.Y < box.Max.Y+around {
				n++
			}
		}
		return n
	}
	cost += float64(covered(l.drawn, 2))
	cost += 20 * float64(covered(l.marks, glyphRadius+0.5))
	return cost
}

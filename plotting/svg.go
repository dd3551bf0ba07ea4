package plotting

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"strconv"
	"strings"
	"unicode/utf8"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// fontFamily begins with the font that the text was measured in; Arial and
// Helvetica have the same widths.
const fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

// svg draws the page as an SVG image. Saved notebooks keep these images, so they are
// written small: see svgCanvas.
func (p page) svg() []byte {
	c := &svgCanvas{height: p.height}
	vg.Initialize(c)
	p.draw(draw.NewCanvas(c, p.width, p.height))
	c.end()
	c.flush()
	label, drawing := html.EscapeString(p.description), c.drawing.String()
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" class="warpbook" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g" `+
		`role="img" aria-label="%[3]s" style="font-family:%[4]s">`+"\n<title>%[3]s</title>\n%[5]s%[6]s</svg>",
		p.width.Points(), p.height.Points(), label, fontFamily, darkStyle(drawing), drawing)
}

// An svgCanvas is a vg.Canvas that writes SVG elements in few bytes:
//
//   - coordinates have one decimal, and paths are relative to where the last command ended;
//   - a shape that is filled and then outlined is one element;
//   - neighbours share their pen, font and fill on a group;
//   - attributes are in single quotes, which the JSON of a notebook does not escape.
//
// gonum's vgsvg needs about five times as many bytes.
type svgCanvas struct {
	svgState
	height  vg.Length
	stack   []svgState
	filled  *svgElement  // the last shape, which may get an outline yet
	group   []svgElement // neighbours of one kind, not yet written
	drawing strings.Builder
	line    int // where its last line begins
}

// svgState is what Push saves.
type svgState struct {
	color  color.Color
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
	turn   turn
}

// An svgElement is one path or text.
type svgElement struct {
	pen   string // attributes of the outline or the font; elements of one group have the same pen
	fill  string
	shape string // d='…' of a path, the place of a text
	text  string // of a text element, escaped
}

// kind tells which elements may stand in one group.
func (e svgElement) kind() string { return strconv.FormatBool(e.text == "") + e.pen }

// write writes the element with attributes that its group lacks.
func (e svgElement) write(b *strings.Builder, attributes string) {
	if e.text == "" {
		fmt.Fprintf(b, "<path%s%s/>", attributes, e.shape)
		return
	}
	fmt.Fprintf(b, "<text%s%s>%s</text>", attributes, e.shape, e.text)
}

// end adds the last shape as it is.
func (c *svgCanvas) end() {
	if e := c.filled; e != nil {
		c.filled = nil
		c.add(*e)
	}
}

func (c *svgCanvas) add(e svgElement) {
	c.end()
	if len(c.group) > 0 && c.group[0].kind() != e.kind() {
		c.flush()
	}
	c.group = append(c.group, e)
}

// flush writes the group.
func (c *svgCanvas) flush() {
	all, b := c.group, &c.drawing
	c.group = nil
	if len(all) == 0 {
		return
	}
	pen := all[0].pen
	runs := runsOfFill(all)
	if len(runs) == 1 {
		writeRun(b, pen, runs[0])
	} else {
		if pen != "" {
			fmt.Fprintf(b, "<g%s>", pen)
		}
		for _, run := range runs {
			writeRun(b, "", run)
		}
		if pen != "" {
			b.WriteString("</g>")
		}
	}
	if b.Len()-c.line > longLine {
		b.WriteString("\n")
		c.line = b.Len()
	}
}

// longLine is about how long the lines of a drawing are: each one is a string of its own in a
// notebook, with some 15 characters around it.
const longLine = 600

// writeRun writes neighbours that have one fill.
func writeRun(b *strings.Builder, pen string, run []svgElement) {
	attributes := run[0].fill + pen
	if len(run) == 1 {
		run[0].write(b, attributes)
		return
	}
	fmt.Fprintf(b, "<g%s>", attributes)
	for _, e := range run {
		e.write(b, "")
	}
	b.WriteString("</g>")
}

// runsOfFill parts elements where the fill changes.
func runsOfFill(all []svgElement) (runs [][]svgElement) {
	from := 0
	for i := range all {
		if i+1 == len(all) || all[i+1].fill != all[from].fill {
			runs = append(runs, all[from:i+1])
			from = i + 1
		}
	}
	return runs
}

// The state of a vg.Canvas.

func (c *svgCanvas) SetLineWidth(w vg.Length)                    { c.width = w }
func (c *svgCanvas) SetLineDash(dashes []vg.Length, o vg.Length) { c.dashes, c.offset = dashes, o }
func (c *svgCanvas) SetColor(clr color.Color)                    { c.color = clr }
func (c *svgCanvas) Push()                                       { c.stack = append(c.stack, c.svgState) }
func (c *svgCanvas) Pop() {
	last := len(c.stack) - 1
	c.svgState, c.stack = c.stack[last], c.stack[:last]
}
func (c *svgCanvas) Rotate(radians float64) { c.turn = c.turn.rotated(radians) }
func (c *svgCanvas) Translate(by vg.Point)  { c.turn = c.turn.moved(by) }
func (c *svgCanvas) Scale(_, _ float64)     { panic("BUG: plotting: a scaled drawing") }
func (c *svgCanvas) DrawImage(vg.Rectangle, image.Image) {
	panic("BUG: plotting: an image in a drawing")
}

// Fill adds a filled shape.
func (c *svgCanvas) Fill(path vg.Path) {
	c.end()
	c.filled = &svgElement{fill: paint("fill", c.color), shape: c.path(path)}
}

// Stroke adds an outline: to the last shape if that is what was filled.
func (c *svgCanvas) Stroke(path vg.Path) {
	if c.width <= 0 || len(path) == 0 {
		return
	}
	pen := paint("stroke", c.color) + fmt.Sprintf(" stroke-width='%s'", decimal(c.width))
	if len(c.dashes) > 0 {
		var all []string
		for _, d := range c.dashes {
			all = append(all, decimal(d))
		}
		pen += fmt.Sprintf(" stroke-dasharray='%s'", strings.Join(all, " "))
		if c.offset != 0 {
			pen += fmt.Sprintf(" stroke-dashoffset='%s'", decimal(c.offset))
		}
	}
	outline := svgElement{pen: pen, fill: " fill='none'", shape: c.path(path)}
	if c.filled != nil && c.filled.shape == outline.shape {
		outline.fill, c.filled = c.filled.fill, nil
	}
	c.add(outline)
}

// FillString adds a text.
func (c *svgCanvas) FillString(f font.Face, at vg.Point, text string) {
	if f.Font.Size == 0 || text == "" {
		return
	}
	pen := fmt.Sprintf(" font-size='%s'", decimal(f.Font.Size))
	if f.Font.Weight == xfont.WeightBold {
		pen += " font-weight='bold'"
	}
	x, y := c.tenths(at)
	place := fmt.Sprintf(" x='%s' y='%s'", tenths(x), tenths(y))
	if c.turn.degrees != 0 {
		place = fmt.Sprintf(" transform='translate(%s %s)rotate(%g)'", tenths(x), tenths(y), -c.turn.degrees)
	}
	if utf8.RuneCountInString(text) >= fitted {
		place += fmt.Sprintf(" textLength='%s' lengthAdjust='spacingAndGlyphs'", decimal(f.Width(text)))
	}
	c.add(svgElement{pen: pen, fill: paint("fill", c.color), shape: place, text: html.EscapeString(text)})
}

// A text of so many characters or more is drawn in the width that it was measured in. A browser without the fonts of fontFamily would
// draw it up to a fifth wider, into its neighbours and beyond the edge; the error of a shorter text has room.
const fitted = 10

// paint is the attributes of a colour.
func paint(property string, clr color.Color) string {
	if clr == nil {
		clr = color.Black
	}
	straight := color.NRGBAModel.Convert(clr).(color.NRGBA)
	text := fmt.Sprintf(" %s='%s'", property, shortHex(color.RGBA{straight.R, straight.G, straight.B, 255}))
	if straight.A < 255 {
		text += fmt.Sprintf(" %s-opacity='%s'", property, decimal(vg.Length(straight.A)/255))
	}
	return text
}

// shortHex is #abc for #aabbcc.
func shortHex(c color.RGBA) string {
	long := strings.ToLower(hex(c))
	if long[1] == long[2] && long[3] == long[4] && long[5] == long[6] {
		return "#" + long[1:2] + long[3:4] + long[5:6]
	}
	return long
}

package plotting

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels are figures in one picture, one below the other: views of one thing that
// share no axis, such as what limits the occupancy. The first one's title and
// provenance are those of the picture.
type Panels []*Figure

// panelHeight is that of curves in a panel, with their axes.
const panelHeight = 230

// Check reports what of the panels cannot have been meant; see [Figure.Check].
func (p Panels) Check() error {
	for _, f := range p {
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// SVG draws the panels as one SVG image; see [Figure.SVG].
func (p Panels) SVG() ([]byte, error) { return p.page().svg() }

// PNG draws the panels as one PNG image; see [Figure.PNG].
func (p Panels) PNG() ([]byte, error) { return p.page().png() }

// MIMEBundle returns the panels for display; see [Figure.MIMEBundle].
func (p Panels) MIMEBundle() (data, metadata map[string]any) {
	return p.page().bundle(p.VegaLite(), p.Text())
}

func (p Panels) page() page {
	var pictures []*picture
	var width, height vg.Length
	var descriptions []string
	for _, f := range p {
		picture := newPicture(newChart(f), panelHeight)
		pictures = append(pictures, picture)
		width, height = max(width, picture.width), height+picture.height
		descriptions = append(descriptions, picture.describe())
	}
	return page{width, height, strings.Join(descriptions, "; "), func(c draw.Canvas) {
		c.SetColor(white)
		c.Fill(c.Rectangle.Path())
		top := c.Max.Y
		for _, picture := range pictures {
			at := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: c.Min.X, Y: top - picture.height},
				Max: vg.Point{X: c.Min.X + picture.width, Y: top},
			}}
			picture.draw(at)
			top -= picture.height
		}
	}}
}

// VegaLite describes the panels as one Vega-Lite specification; see [Figure.VegaLite].
func (p Panels) VegaLite() map[string]any {
	panels := []any{}
	var descriptions []string
	for _, f := range p {
		spec := f.VegaLite()
		descriptions = append(descriptions, spec["description"].(string))
		for _, whole := range []string{"$schema", "background", "config"} {
			delete(spec, whole)
		}
		if f.kind() == curvesChart {
			spec["height"] = vegaPanelHeight
		}
		panels = append(panels, spec)
	}
	return object{
		"$schema": vegaLiteSchema, "description": strings.Join(descriptions, "; "), "background": "white",
		"config": vegaConfig, "vconcat": panels,
		"resolve": object{"scale": object{"color": "independent", "shape": "independent"}},
	}
}

const vegaPanelHeight = 180

// Text draws the panels in characters; see [Figure.Text].
func (p Panels) Text() string {
	var texts []string
	for _, f := range p {
		texts = append(texts, f.Text())
	}
	return strings.Join(texts, "\n")
}

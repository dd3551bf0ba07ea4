package plotting

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Sheet is pictures of any kind in one, one below the other: a diagram and the curve
// that it explains. [Panels] are figures alone, with lower curves.
type Sheet []Part

// A Part is a [Figure] or a [Diagram].
type Part interface {
	Check() error
	Text() string
	VegaLite() map[string]any
	page() page
}

// Check reports what of the parts cannot have been meant.
func (s Sheet) Check() error {
	for _, p := range s {
		if err := p.Check(); err != nil {
			return err
		}
	}
	return nil
}

// SVG draws the parts as one SVG image; see [Figure.SVG].
func (s Sheet) SVG() ([]byte, error) { return s.page().svg(), nil }

// PNG draws the parts as one PNG image; see [Figure.PNG].
func (s Sheet) PNG() ([]byte, error) { return s.page().png() }

// MIMEBundle returns the parts for display; see [Figure.MIMEBundle].
func (s Sheet) MIMEBundle() (data, metadata map[string]any) {
	return s.page().bundle(s.VegaLite(), s.Text())
}

func (s Sheet) page() page {
	var pages []page
	for _, p := range s {
		pages = append(pages, p.page())
	}
	return stackedPages(pages)
}

// stackedPages is pages below each other.
func stackedPages(pages []page) page {
	var all page
	var descriptions []string
	for _, p := range pages {
		all.width, all.height = max(all.width, p.width), all.height+p.height
		descriptions = append(descriptions, p.description)
	}
	all.description = strings.Join(descriptions, "; ")
	all.draw = func(c draw.Canvas) {
		c.SetColor(white)
		c.Fill(c.Rectangle.Path())
		top := c.Max.Y
		for _, p := range pages {
			p.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: c.Min.X, Y: top - p.height},
				Max: vg.Point{X: c.Min.X + p.width, Y: top},
			}})
			top -= p.height
		}
	}
	return all
}

// VegaLite describes the parts as one Vega-Lite specification; see [Figure.VegaLite].
func (s Sheet) VegaLite() map[string]any {
	var specs []map[string]any
	for _, p := range s {
		specs = append(specs, p.VegaLite())
	}
	return stackedSpecs(specs)
}

// stackedSpecs is specifications below each other.
func stackedSpecs(specs []map[string]any) map[string]any {
	parts := []any{}
	var descriptions []string
	for _, spec := range specs {
		descriptions = append(descriptions, spec["description"].(string))
		for _, whole := range []string{"$schema", "background", "config"} {
			delete(spec, whole)
		}
		parts = append(parts, spec)
	}
	return object{
		"$schema": vegaLiteSchema, "description": strings.Join(descriptions, "; "), "background": "white",
		"config": vegaConfig, "vconcat": parts,
		"resolve": object{"scale": object{"color": "independent", "shape": "independent", "fill": "independent", "stroke": "independent"}},
	}
}

// Text draws the parts in characters; see [Figure.Text].
func (s Sheet) Text() string {
	var texts []string
	for _, p := range s {
		texts = append(texts, p.Text())
	}
	return strings.Join(texts, "\n")
}

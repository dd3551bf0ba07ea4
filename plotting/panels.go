package plotting

import "strings"

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
func (p Panels) SVG() ([]byte, error) { return p.page().svg(), nil }

// PNG draws the panels as one PNG image; see [Figure.PNG].
func (p Panels) PNG() ([]byte, error) { return p.page().png() }

// MIMEBundle returns the panels for display; see [Figure.MIMEBundle].
func (p Panels) MIMEBundle() (data, metadata map[string]any) {
	return p.page().bundle(p.VegaLite(), p.Text())
}

func (p Panels) page() page {
	var pages []page
	for _, f := range p {
		picture := newPicture(newChart(f), panelHeight)
		pages = append(pages, page{picture.width, picture.height, picture.describe(), picture.draw})
	}
	return stackedPages(pages)
}

// VegaLite describes the panels as one Vega-Lite specification; see [Figure.VegaLite].
func (p Panels) VegaLite() map[string]any {
	var specs []map[string]any
	for _, f := range p {
		spec := f.VegaLite()
		if f.kind() == curvesChart {
			spec["height"] = vegaPanelHeight
		}
		specs = append(specs, spec)
	}
	return stackedSpecs(specs)
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

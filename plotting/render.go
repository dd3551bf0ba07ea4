package plotting

import (
	"encoding/base64"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// SVG draws the figure as an SVG image that carries its description for screen
// readers. Its size is in CSS pixels. Its ground is white, but dark where the
// image is a part of a dark page.
func (f *Figure) SVG() ([]byte, error) { return f.page().svg(), nil }

// PNG draws the figure as a PNG image of twice its size in CSS pixels.
func (f *Figure) PNG() ([]byte, error) { return f.page().png() }

// MIMEBundle returns the figure for display: a Vega-Lite specification for
// front ends that can interact, SVG, PNG and text for all others, and no HTML,
// which would hide them. A format that cannot be made is left out: a picture
// never fails what it illustrates.
func (f *Figure) MIMEBundle() (data, metadata map[string]any) {
	return f.page().bundle(f.VegaLite(), f.Text())
}

func (f *Figure) page() page {
	p := newPicture(newChart(f), plotHeight)
	return page{p.width, p.height, p.describe(), p.draw}
}

// A page is something to draw on white ground, with its size in CSS pixels.
type page struct {
	width, height vg.Length
	description   string
	draw          func(c draw.Canvas)
}

// bundle is the page in all formats, with what was not drawn.
func (p page) bundle(vega map[string]any, text string) (data, metadata map[string]any) {
	data = map[string]any{"application/vnd.vegalite.v5+json": vega, "text/plain": text}
	data["image/svg+xml"] = string(p.svg())
	metadata = map[string]any{}
	if image, err := p.png(); err == nil {
		data["image/png"] = base64.StdEncoding.EncodeToString(image)
		metadata["image/png"] = map[string]any{"width": int(p.width.Points()), "height": int(p.height.Points())}
	}
	return data, metadata
}

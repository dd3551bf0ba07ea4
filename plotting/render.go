package plotting

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image/png"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// fontFamily begins with the font that the text was measured in; Arial and
// Helvetica have the same widths.
const fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

// slimmer takes out what every text element repeats: the family is set once,
// on the root element. Quotes in the figure's own text are escaped, so only
// attributes can match.
var slimmer = strings.NewReplacer(
	` style="font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;`, ` style="`,
	` style="font-family:Liberation Sans;font-variant:normal;font-weight:bold;font-style:normal;`, ` style="font-weight:bold;`,
	"\n\tstyle=\"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", ` style="`,
	"\n\tstyle=\"font-family:Liberation Sans;font-variant:normal;font-weight:bold;font-style:normal;", ` style="font-weight:bold;`,
)

// SVG draws the figure as an SVG image that carries its description for screen
// readers. Its size is in CSS pixels. Its ground is white, but dark where the
// image is a part of a dark page.
func (f *Figure) SVG() ([]byte, error) { return f.page().svg() }

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

func (p page) svg() ([]byte, error) {
	canvas := vgsvg.NewWith(vgsvg.UseWH(p.width, p.height))
	p.draw(draw.New(canvas))
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return nil, fmt.Errorf("plotting: svg: %w", err)
	}
	_, body, found := bytes.Cut(buf.Bytes(), []byte("<g transform="))
	if !found {
		panic("BUG: vgsvg wrote no drawing")
	}
	label := html.EscapeString(p.description)
	drawing := slimmer.Replace(string(body))
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="warpbook" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g" `+
		`role="img" aria-label="%[3]s" style="font-family:%[4]s">`+"\n<title>%[3]s</title>\n%[5]s<g transform=",
		p.width.Points(), p.height.Points(), label, fontFamily, darkStyle(drawing))
	return []byte(head + drawing), nil
}

// pngScale is how many pixels of the PNG make one CSS pixel: pictures stay
// sharp on dense screens and in print.
const (
	pngScale      = 2
	pointsPerInch = 72
)

func (p page) png() ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(pngScale*pointsPerInch))
	p.draw(draw.New(canvas))
	var buf bytes.Buffer
	if err := png.Encode(&buf, paletted(canvas.Image())); err != nil {
		return nil, fmt.Errorf("plotting: png: %w", err)
	}
	return buf.Bytes(), nil
}

// bundle is the page in all formats, with what was not drawn.
func (p page) bundle(vega map[string]any, text string) (data, metadata map[string]any) {
	data = map[string]any{"application/vnd.vegalite.v5+json": vega, "text/plain": text}
	metadata = map[string]any{}
	if svg, err := p.svg(); err == nil {
		data["image/svg+xml"] = string(svg)
	}
	if image, err := p.png(); err == nil {
		data["image/png"] = base64.StdEncoding.EncodeToString(image)
		metadata["image/png"] = map[string]any{"width": int(p.width.Points()), "height": int(p.height.Points())}
	}
	return data, metadata
}

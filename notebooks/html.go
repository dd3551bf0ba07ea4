package notebook

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string

	pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })
)

// A Page says how a notebook is exported.
type Page struct {
	Title string // used where the notebook has neither a title nor a heading
	Files fs.FS  // the notebook's folder, from which pictures are embedded; may be nil
	// The end of the page names the Version of the program and the Source, which is the
	// notebook's name, if they are given.
	Version, Source string
	Numbers         bool // number the lines of code cells
}

// colophon says where the page and its figures come from.
func (p Page) colophon() string {
	if p.Version == "" {
		return ""
	}
	of := ""
	if p.Source != "" {
		of = " of " + p.Source
	}
	return fmt.Sprintf("Made%s by Warpbook %s. Times, rates and counters of GPUs are modelled, unless a figure or a table says that they were measured.", of, p.Version)
}

type pageData struct {
	Lang, Title string
	Generator   string
	Colophon    string
	CSS         template.CSS
	Contents    []heading
	Cells       []pageCell
}

type pageCell struct {
	Class   string        // markdown, code or raw
	Number  int           // of the cell, from 1
	Prompt  string        // "1" in In [1]; blank if the cell was not run
	Body    template.HTML // the source, rendered
	Focus   template.HTMLAttr
	Outputs []pageOutput
	// Numbered says that Body has an element for each line.
	Numbered bool
}

type pageOutput struct {
	Class  string // stdout, stderr, display, result or error
	Prompt string // "1" in Out [1]
	Body   template.HTML
	Focus  template.HTMLAttr
}

// Lines of so many characters may be longer than the page is wide.
const longLine = 75

// focusable lets the keyboard reach what is scrolled sideways.
func focusable(text string) template.HTMLAttr {
	wide := strings.Contains(text, "<table")
	for line := range strings.Lines(text) {
		wide = wide || utf8.RuneCountInString(line) > longLine
	}
	if !wide {
		return ""
	}
	return ` tabindex="0"`
}

// HTML exports nb as one self-contained page. text/html and SVG outputs are shown, whoever has made them: the page's
// Content-Security-Policy keeps a browser from running a script out of them and from loading anything, and what neither forbids is
// taken out of them (see tame). Raw HTML in Markdown is shown as text, except for a few harmless tags.
func HTML(nb *Notebook, page Page) ([]byte, error) {
	md := &markdownPage{files: page.Files, ids: map[string]int{}, widgets: savedWidgets(nb.Metadata), used: &used{}}
	data := pageData{CSS: template.CSS(pageCSS), Generator: strings.TrimSpace("Warpbook " + page.Version), Colophon: page.colophon()}
	lang := languageOf(nb.Language())
	for i, c := range nb.Cells {
		cell := renderCell(c, i+1, lang, md)
		if page.Numbers && cell.Class == "code" {
			cell.Body, cell.Numbered = template.HTML(numbered(string(cell.Body))), true
		}
		data.Cells = append(data.Cells, cell)
	}
	data.Contents = contents(md.headings)
	data.Lang, data.Title = pageLang(nb), pageTitle(nb, md.headings, page.Title)
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, data); err != nil {
		return nil, fmt.Errorf("notebook: HTML: %w", err)
	}
	return b.Bytes(), nil
}

// contents are the headings that the list of contents shows: three levels of them, without the page's title, which stands
// below the list. A page with fewer than three headings has no list.
func contents(headings []heading) []heading {
	shown := slices.DeleteFunc(slices.Clone(headings), func(h heading) bool { return h.Level > 3 })
	switch {
	case len(shown) < 3:
		return nil
	case headings[0].Level == 1:
		return shown[1:]
	}
	return shown
}

func pageLang(nb *Notebook) string {
	if lang, _ := nb.Metadata["lang"].(string); lang != "" {
		return lang
	}
	return "en"
}

func pageTitle(nb *Notebook, headings []heading, fallback string) string {
	if title, _ := nb.Metadata["title"].(string); title != "" {
		return title
	}
	for _, h := range headings {
		if h.Level == 1 {
			return h.Text
		}
	}
	if fallback != "" {
		return fallback
	}
	return "Notebook"
}

func renderCell(c *Cell, number int, lang *language, md *markdownPage) pageCell {
	cell := pageCell{Class: c.Type, Number: number, Prompt: " "}
	switch c.Type {
	case Markdown:
		md.attachments = c.Attachments
		cell.Body = template.HTML(md.convert(c.Source))
		return cell
	case Raw:
		cell.Body = template.HTML(template.HTMLEscapeString(c.Source))
		return cell
	}
	if c.Count > 0 {
		cell.Prompt = fmt.Sprint(c.Count)
	}
	cell.Body, cell.Focus = template.HTML(highlightCell(c.Source, lang)), focusable(c.Source)
	for i, o := range c.Outputs {
		if out := renderOutput(o, fmt.Sprintf("c%do%d-", number, i+1), md); out.Body != "" {
			out.Focus = focusable(shownText(o))
			cell.Outputs = append(cell.Outputs, out)
		}
	}
	return cell
}

func renderOutput(o *Output, prefix string, md *markdownPage) pageOutput {
	switch o.Type {
	case Stream:
		if isCUDA(o.Text) {
			source := strings.TrimRight(o.Text, "\n")
			return pageOutput{Class: o.Name, Body: template.HTML("<pre>" + highlight(source, cudaLanguage) + "</pre>")}
		}
		return pageOutput{Class: o.Name, Body: preformatted(overwrite(o.Text))}
	case ErrorOutput:
		text := strings.Join(o.Traceback, "\n")
		if strings.TrimSpace(text) == "" {
			text = o.ErrorName + ": " + o.ErrorValue
		}
		return pageOutput{Class: "error", Body: preformatted(text)}
	}
	out := pageOutput{Class: "display", Body: renderBundle(o, prefix, md)}
	if o.Type == ExecuteResult {
		out.Class, out.Prompt = "result", fmt.Sprint(o.Count)
	}
	return out
}

// isCUDA reports whether an output is the source of kernels, as print(k.source) writes it: it declares a kernel at the
// beginning of a line and ends with a brace. Output that merely mentions a kernel has no such end.
func isCUDA(text string) bool {
	return cudaKernel().MatchString(text) && strings.HasSuffix(strings.TrimSpace(text), "}")
}

var cudaKernel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:extern "C" |template ?<[^>\n]*> ?|static )*__global__ [^\n]*\(`)
})

// shownText is the text of an output that may be wide; pictures are not.
func shownText(o *Output) string {
	if html, ok := o.Data["text/html"].(string); ok {
		return html
	}
	plain, _ := o.Data["text/plain"].(string)
	if _, picture := o.Data["image/svg+xml"]; picture {
		plain = ""
	}
	return StripANSI(o.Text + plain + strings.Join(o.Traceback, "\n"))
}

func preformatted(text string) template.HTML {
	return template.HTML("<pre>" + ansiHTML(strings.TrimRight(text, "\n")) + "</pre>")
}

// renderers lists the MIME types that are shown, the preferred one first.
var renderers = []struct {
	mime   string
	render func(text string, o *Output, prefix string, md *markdownPage) string
}{
	{"text/html", func(s string, _ *Output, prefix string, _ *markdownPage) string {
		return part("div", "html", s, prefix)
	}},
	{"text/markdown", func(s string, _ *Output, _ string, md *markdownPage) string {
		return `<div class="text">` + md.outputs().convert(s) + "</div>"
	}},
	{"text/latex", func(s string, _ *Output, _ string, _ *markdownPage) string {
		tex, display := undelimited(s)
		return MathML(tex, display)
	}},
	{"image/svg+xml", func(s string, o *Output, prefix string, _ *markdownPage) string {
		return part("figure", "picture", inlineSVG(s, prefix, altText(o)), prefix)
	}},
	{"image/png", renderImage("image/png")},
	{"image/jpeg", renderImage("image/jpeg")},
	{"image/gif", renderImage("image/gif")},
	{"text/plain", func(s string, _ *Output, _ string, _ *markdownPage) string { return string(preformatted(s)) }},
}

// part is the HTML or SVG of an output in an element of the page.
func part(element, class, markup, prefix string) string {
	id := prefix + "out"
	tamed, styled := tame(markup, id)
	if !styled {
		return fmt.Sprintf(`<%s class="%s">%s</%[1]s>`, element, class, tamed)
	}
	return fmt.Sprintf(`<%s class="%s" id="%s">%s</%[1]s>`, element, class, id, tamed)
}

func renderBundle(o *Output, prefix string, md *markdownPage) template.HTML {
	if view, ok := o.Data[widgetView].(map[string]any); ok {
		id, _ := view["model_id"].(string)
		if body := md.widgets.render(id, prefix, md); body != "" {
			return template.HTML(`<div class="html">` + body + "</div>")
		}
	}
	for _, r := range renderers {
		if s, ok := o.Data[r.mime].(string); ok {
			if s == "" { // what is blank is shown as that, as JupyterLab does, and not as the text of an object that is blank
				return ""
			}
			return template.HTML(r.render(s, o, prefix, md))
		}
	}
	return ""
}

// outputs renders Markdown outputs: with ids of the same page, but without
// entries in its contents.
func (p *markdownPage) outputs() *markdownPage {
	return &markdownPage{ids: p.ids, widgets: p.widgets, used: p.used}
}

func renderImage(mime string) func(string, *Output, string, *markdownPage) string {
	return func(s string, o *Output, _ string, _ *markdownPage) string {
		size := ""
		meta, _ := o.Metadata[mime].(map[string]any)
		for _, side := range []string{"width", "height"} {
			if v := meta[side]; v != nil {
				size += fmt.Sprintf(` %s="%s"`, side, template.HTMLEscapeString(fmt.Sprint(v)))
			}
		}
		return fmt.Sprintf(`<figure class="picture"><img src="data:%s;base64,%s" alt="%s"%s></figure>`,
			mime, template.HTMLEscapeString(strings.Join(strings.Fields(s), "")), template.HTMLEscapeString(altText(o)), size)
	}
}

// altText describes a picture: by its metadata, else by the first line of its
// plain text, which for a figure is its title.
func altText(o *Output) string {
	if alt, _ := o.Metadata["alt"].(string); alt != "" {
		return alt
	}
	plain, _ := o.Data["text/plain"].(string)
	for line := range strings.Lines(StripANSI(plain)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "<") {
			return line
		}
	}
	return "Figure"
}

var (
	svgProlog = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^.*?(<svg\b)`) })
	svgTag    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^<svg\b[^>]*>`) })
	svgID     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\sid=["'])([^"']+)`) })
	svgRef    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(url\(["']?#|href=["']#)([^"')]+)`) })
	svgLabels = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(aria-(?:labelledby|describedby)=["'])([^"']+)`) })
)

// inlineSVG makes an SVG document part of the page: no XML prolog, ids that no
// other picture has, a role and a name for screen readers.
func inlineSVG(svg, prefix, alt string) string {
	svg = svgProlog().ReplaceAllString(svg, "$1")
	svg = svgID().ReplaceAllString(svg, "${1}"+prefix+"$2")
	svg = svgRef().ReplaceAllString(svg, "${1}"+prefix+"$2")
	svg = svgLabels().ReplaceAllStringFunc(svg, func(s string) string {
		m := svgLabels().FindStringSubmatch(s)
		return m[1] + prefix + strings.Join(strings.Fields(m[2]), " "+prefix)
	})
	tag := svgTag().FindString(svg)
	if tag == "" || strings.Contains(tag, "role=") {
		return svg
	}
	name := ""
	if !strings.Contains(tag, "aria-") {
		name = ` aria-label="` + template.HTMLEscapeString(alt) + `"`
	}
	return `<svg role="img"` + name + svg[len("<svg"):]
}

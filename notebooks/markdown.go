package notebook

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A heading is one entry of the page's contents.
type heading struct {
	Level    int
	ID, Text string
}

// A markdownPage renders Markdown cells of one page: heading ids are unique
// over all of them.
type markdownPage struct {
	files       fs.FS          // where relative pictures are read; may be nil
	attachments map[string]any // of the cell that is being rendered
	headings    []heading
	ids         map[string]int // how many headings have asked for one
	widgets     widgetStates   // of the notebook
	used        *used
}

// used is what a page has taken of what its notebook could ask for without end.
type used struct {
	pictures, widgets int // bytes, and how many
	depth             int // of the widget that is being rendered
}

// mostPictures bounds the pictures of a page that its cells name, in bytes: a cell can name one many times. Those behind them are links.
const mostPictures = MaxBytes

// mathBlocks are the delimiters of an equation on its own line.
var mathBlocks = []passthrough.Delimiters{
	{Open: "$$", Close: "$$"}, {Open: `\begin{equation}`, Close: `\end{equation}`}, {Open: `\begin{equation*}`, Close: `\end{equation*}`},
	{Open: `\begin{align}`, Close: `\end{align}`}, {Open: `\begin{align*}`, Close: `\end{align*}`},
}

func (p *markdownPage) convert(source string) string {
	md := goldmark.New(
		goldmark.WithExtensions(plain{}, extension.GFM, passthrough.New(passthrough.Config{
			InlineDelimiters: []passthrough.Delimiters{{Open: "$", Close: "$"}},
			BlockDelimiters:  mathBlocks,
		})),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(p, 10))),
	)
	src := []byte(source)
	doc := md.Parser().Parse(text.NewReader(src))
	p.identify(doc, src)
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, src, doc); err != nil {
		return "<pre>" + html.EscapeString(source) + "</pre>"
	}
	return b.String()
}

// identify gives each heading its id and enters it in the contents.
func (p *markdownPage) identify(doc ast.Node, src []byte) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		title := plainText(h, src)
		id := p.uniqueID(headingID(title))
		h.SetAttributeString("id", []byte(id))
		p.headings = append(p.headings, heading{Level: h.Level, ID: id, Text: title})
	}
}

// headingID is the id that Jupyter gives a heading, so that links between
// sections keep working: its letters, whatever their script, with hyphens for
// the blanks.
func headingID(title string) string {
	id := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`"'<>&`, r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(title), "-"))
	if id == "" {
		return "section"
	}
	return id
}

func (p *markdownPage) uniqueID(id string) string {
	name := id
	for n := p.ids[id]; p.ids[name] > 0; n++ { // "a-1" may be the title of another one
		name = fmt.Sprintf("%s-%d", id, n)
		p.ids[id] = n + 1
	}
	p.ids[name] = max(1, p.ids[name])
	return name
}

// plainText is the text of n without its markup; mathematics as it was written.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(src))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *passthrough.PassthroughInline:
			if entering {
				b.WriteString(strings.Trim(string(n.Segment.Value(src)), "$"))
			}
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(strings.TrimSpace(b.String()))
}

// RegisterFuncs replaces goldmark's rendering of what notebooks show in their
// own way; it implements renderer.NodeRenderer.
func (p *markdownPage) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(passthrough.KindPassthroughInline, p.inlineMath)
	r.Register(passthrough.KindPassthroughBlock, p.blockMath)
	r.Register(ast.KindFencedCodeBlock, p.fencedCode)
	r.Register(ast.KindRawHTML, p.rawHTML)
	r.Register(ast.KindImage, p.image)
}

func (p *markdownPage) inlineMath(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*passthrough.PassthroughInline)
	if entering {
		tex, display := undelimited(string(n.Segment.Value(src)))
		_, _ = w.WriteString(MathML(tex, display))
	}
	return ast.WalkContinue, nil
}

func (p *markdownPage) blockMath(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		tex, _ := undelimited(string(n.Lines().Value(src)))
		_, _ = w.WriteString(`<div class="equation">` + MathML(tex, true) + "</div>\n")
	}
	return ast.WalkSkipChildren, nil
}

// undelimited takes the dollar signs off; environments are part of the TeX.
func undelimited(s string) (tex string, display bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "$$") {
		return strings.Trim(s, "$"), true
	}
	return strings.TrimSuffix(strings.TrimPrefix(s, "$"), "$"), strings.HasPrefix(s, `\begin`)
}

func (p *markdownPage) fencedCode(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.FencedCodeBlock)
	if entering {
		source := string(n.Lines().Value(src))
		code := highlight(source, languageOf(string(n.Language(src))))
		_, _ = w.WriteString(`<pre class="code"` + string(focusable(source)) + `><code>` + code + "</code></pre>\n")
	}
	return ast.WalkSkipChildren, nil
}

// harmless matches the HTML tags that Markdown cells use and that can neither
// run nor load anything; the others are shown as text.
var harmless = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^</?(?:br|sub|sup|kbd|b|i|em|strong|u|s|small|mark|code|var|abbr|q) ?/?>$|^<!--`)
})

func (p *markdownPage) rawHTML(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		tag := string(node.(*ast.RawHTML).Segments.Value(src))
		if !harmless().MatchString(strings.ToLower(tag)) {
			tag = html.EscapeString(tag)
		}
		_, _ = w.WriteString(tag)
	}
	return ast.WalkSkipChildren, nil
}

// image embeds a picture of the cell's attachments or of the notebook's folder;
// one that lies elsewhere becomes a link, since the page loads nothing.
func (p *markdownPage) image(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Image)
	if !entering {
		return ast.WalkContinue, nil
	}
	alt := html.EscapeString(plainText(n, src))
	target := string(n.Destination)
	if data := p.picture(target); data != "" && p.used.pictures+len(data) <= mostPictures {
		p.used.pictures += len(data)
		fmt.Fprintf(w, `<img src="%s" alt="%s">`, html.EscapeString(data), alt)
		return ast.WalkSkipChildren, nil
	}
	if alt == "" {
		alt = html.EscapeString(target)
	}
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		_, _ = w.WriteString(alt)
		return ast.WalkSkipChildren, nil
	}
	fmt.Fprintf(w, `<a href="%s">%s</a>`, html.EscapeString(target), alt)
	return ast.WalkSkipChildren, nil
}

// picture returns a data: URL for the target of an image, or "".
func (p *markdownPage) picture(target string) string {
	if strings.HasPrefix(target, "data:image/") {
		return target
	}
	name, err := url.PathUnescape(target)
	if err != nil {
		return ""
	}
	if attached, ok := strings.CutPrefix(name, "attachment:"); ok {
		bundle, _ := p.attachments[attached].(map[string]any)
		for _, kind := range slices.Sorted(maps.Keys(bundle)) {
			if s, ok := bundle[kind].(string); ok && strings.HasPrefix(kind, "image/") {
				return "data:" + kind + ";base64," + strings.Join(strings.Fields(s), "")
			}
		}
		return ""
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if p.files == nil || !strings.HasPrefix(kind, "image/") {
		return ""
	}
	data, err := readPicture(p.files, path.Clean(name))
	if err != nil || len(data) > mostPictures {
		return ""
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// readPicture reads a file, or so much of it that it is too large for a page.
func readPicture(files fs.FS, name string) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, mostPictures+1))
}

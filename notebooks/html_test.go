package notebook_test

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got; -update rewrites it)\n%s", path, d)
	}
}

func export(t *testing.T, nb *notebook.Notebook, page notebook.Page) string {
	t.Helper()
	data, err := notebook.HTML(nb, page)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestHTML(t *testing.T) {
	nb, err := notebook.ReadFile("testdata/transpose.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	got := export(t, nb, notebook.Page{})
	if ref := regexp.MustCompile(`(?:src|data|xlink:href)="https?:|url\(["']?https?:|@import|<link|<script`).FindString(got); ref != "" {
		t.Errorf("the page loads something: %s", ref)
	}
	_, body, _ := strings.Cut(got, "</style>")
	golden(t, "testdata/transpose.html", body)
}

func markdownPage(t *testing.T, page notebook.Page, sources ...string) string {
	nb := &notebook.Notebook{Minor: 5}
	for _, s := range sources {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Markdown, Source: s})
	}
	return export(t, nb, page)
}

func TestHeadingsKeepJupyterIDs(t *testing.T) {
	got := markdownPage(t, notebook.Page{}, "# Násobení matic\n## Why *it* `works`\n## Why it works\n",
		"## Násobení matic\n[up](#Násobení-matic)")
	for _, want := range []string{`<title>Násobení matic</title>`, `<h1 id="Násobení-matic">`, `<h2 id="Why-it-works">`,
		`<h2 id="Why-it-works-1">`, `<h2 id="Násobení-matic-1">`, `<nav class="contents"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
}

func TestPicturesAreEmbeddedOrLinked(t *testing.T) {
	files := fstest.MapFS{"img/a b.png": {Data: []byte("PNG")}}
	got := markdownPage(t, notebook.Page{Files: files}, "![local](img/a%20b.png) ![gone](no.png) ![far](https://example.org/x.png) ![bad](javascript:alert(1)) ![up](../secret.png)")
	for _, want := range []string{`<img src="data:image/png;base64,UE5H" alt="local">`, `<a href="no.png">gone</a>`,
		`<a href="https://example.org/x.png">far</a>`, " bad ", `<a href="../secret.png">up</a>`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
}

func TestMarkdownCannotRunScripts(t *testing.T) {
	got := markdownPage(t, notebook.Page{}, "<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> H<sub>2</sub>O [x](javascript:alert(1)) $</math><script>$")
	if strings.Contains(got, "<script") || strings.Contains(got, "<img") || strings.Contains(got, `href="javascript:`) {
		t.Errorf("active content survived:\n%s", got)
	}
	if !strings.Contains(got, "H<sub>2</sub>O") {
		t.Errorf("<sub> was lost:\n%s", got)
	}
}

func TestTwoPicturesShareNoID(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" aria-labelledby="t d"><title id="t">T</title><desc id="d">D</desc><g id='a'/><use href="#a"/><g fill="url(#a)"/></svg>`
	cell := &notebook.Cell{Type: notebook.Code, Outputs: []*notebook.Output{
		{Type: notebook.DisplayData, Data: map[string]any{"image/svg+xml": svg}}, {Type: notebook.DisplayData, Data: map[string]any{"image/svg+xml": svg}}}}
	got := export(t, &notebook.Notebook{Cells: []*notebook.Cell{cell}}, notebook.Page{})
	for _, want := range []string{`id="c1o1-t"`, `id="c1o2-a"`, `href="#c1o2-a"`, `url(#c1o1-a)`, `aria-labelledby="c1o2-t c1o2-d"`,
		`<svg role="img"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
}

func TestMathML(t *testing.T) {
	for tex, want := range map[string]string{
		`x_i^2`:                          `<msubsup><mrow><mi>x</mi></mrow><mrow><mi>i</mi></mrow><mrow><mn>2</mn></mrow></msubsup>`,
		`\frac12`:                        `<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>`,
		`\frac{a}{b}`:                    `<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>`,
		`1.5 \cdot 10^{-3}`:              `<mn>1.5</mn><mo>⋅</mo><msup><mrow><mn>10</mn></mrow><mrow><mo>−</mo><mn>3</mn></mrow></msup>`,
		`f'(x) \le \mathrm{GB/s}`:        `<msup><mrow><mi>f</mi></mrow><mrow><mo>′</mo></mrow></msup><mo>(</mo><mi>x</mi><mo>)</mo><mo>≤</mo><mi mathvariant="normal">GB/s</mi>`,
		`\text{a if $n$}\ x`:             `<mtext>a` + "\u00a0" + `if` + "\u00a0" + `n</mtext><mspace width="0.333em"></mspace><mi>x</mi>`,
		`\foo{x}<`:                       `<mtext>\foo</mtext><mrow><mi>x</mi></mrow><mo>&lt;</mo>`,
		`\sqrt[3]{x}`:                    `<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>`,
		`\left\lfloor x \right.`:         `<mrow><mo stretchy="true">⌊</mo><mi>x</mi></mrow>`,
		`\begin{array}{c}a\\\end{array}`: `<mtable class="tex-array"><mtr><mtd><mi>a</mi></mtd></mtr></mtable>`,
		`} & x`:                          `<mtext>}</mtext><mtext>&amp;</mtext><mi>x</mi>`,
	} {
		if got := notebook.MathML(tex, false); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", tex, got, want)
		}
	}
	if got := notebook.MathML(`\sum_{i=1}^n`, true); !strings.Contains(got, `display="block"`) || !strings.Contains(got, "<munderover>") {
		t.Errorf("a sum on its own line: %s", got)
	}
}

func FuzzMathML(f *testing.F) {
	for _, s := range []string{`\frac{a}{b}`, `\left( x \right)`, `\begin{cases} a & b \\ c \end{cases}`, `x^{y^{z`, `\text{`, `\sqrt[`,
		`{{{{`, `\`, "%", "^_'", `\limits`, `a\right)b\end{x}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		d := xml.NewDecoder(strings.NewReader(strings.ToValidUTF8(stripControls(notebook.MathML(tex, true)), "?")))
		for {
			if _, err := d.Token(); err == io.EOF {
				return
			} else if err != nil {
				t.Fatalf("%q is not well-formed: %v", tex, err)
			}
		}
	})
}

// stripControls removes what no XML document may hold, escaped or not.
func stripControls(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}

// The contents lead to the sections: the title of the page stands right below them.
func TestContentsLeaveOutTheTitle(t *testing.T) {
	got := markdownPage(t, notebook.Page{}, "# Title\n## One\n## Two\n### Three\n#### Four")
	_, list, _ := strings.Cut(got, `<nav class="contents"`)
	list, _, _ = strings.Cut(list, "</nav>")
	for heading, want := range map[string]bool{"Title": false, "One": true, "Two": true, "Three": true, "Four": false} {
		if strings.Contains(list, ">"+heading+"<") != want {
			t.Errorf("%s in the contents: want %t in\n%s", heading, want, list)
		}
	}
}

// A printed source has the colours of CUDA; output that mentions a kernel has none.
func TestPrintedSourceIsColoured(t *testing.T) {
	const keyword = `<span class="k">__global__</span>`
	for text, want := range map[string]bool{
		"#define N 4\n__global__ void k(float *a)\n{\n    a[0] = N;\n}\n": true,
		"template <int N> __global__ void k(float *a)\n{\n}\n":            true,
		"k.cu:1:1: error in\n__global__ void k(float *a)\n^~~~":           false,
		"a kernel is declared with __global__ and its body ends with }\n": false,
	} {
		cell := &notebook.Cell{Type: notebook.Code, Outputs: []*notebook.Output{{Type: notebook.Stream, Name: "stdout", Text: text}}}
		if got := export(t, &notebook.Notebook{Cells: []*notebook.Cell{cell}}, notebook.Page{}); strings.Contains(got, keyword) != want {
			t.Errorf("%q coloured: want %t", text, want)
		}
	}
}

// TestPicturesOfAPage: a cell that names a picture again and again makes no page that is larger than any notebook.
func TestPicturesOfAPage(t *testing.T) {
	files := fstest.MapFS{"a.png": {Data: make([]byte, 8<<20)}}
	got := markdownPage(t, notebook.Page{Files: files}, strings.Repeat("![a](a.png) ", 12))
	if embedded, links := strings.Count(got, "<img"), strings.Count(got, `<a href="a.png">`); embedded != 5 || links != 7 {
		t.Errorf("%d pictures are part of the page, and %d are links, want 5 and 7", embedded, links)
	}
}

// TestBlankOutput: HTML that is blank is shown as such, not as the name of the object that is blank.
func TestBlankOutput(t *testing.T) {
	nb := &notebook.Notebook{Metadata: map[string]any{}, Cells: []*notebook.Cell{{Type: notebook.Code, Outputs: []*notebook.Output{
		{Type: notebook.DisplayData, Data: map[string]any{"text/html": "", "text/plain": "<HTML object>"}},
		{Type: notebook.DisplayData, Data: map[string]any{"text/plain": "a text"}}}}}}
	if page := export(t, nb, notebook.Page{}); strings.Contains(page, "HTML object") || !strings.Contains(page, "a text") {
		t.Errorf("the page is %s", page)
	}
}

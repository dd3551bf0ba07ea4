package notebook_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// repeated are pieces of Markdown, TeX, HTML and of what terminals are sent. Somebody may repeat them ten thousand times.
var repeated = []string{
	"* ", "> ", "- ", "+ ", "1. ", "> - ", "- > 1. ", ">", "- a\n", "> > a\n", " - a\n", "- [ ] a\n", "*", "_", "**a", "*a ", "a*", "*a_", "**_a", "a*b_c", "***", "[", "[a](", "![", "](", "![a](", "[a]: b\n",
	"[a]", "[a](b", "<", "<a ", "<!--", "<?", "<![CDATA[", "`", "``a", "`a``", "\\", "$", "$$", "$a", "$$\n", "\\begin{align}", "|a|\n|-|\n", "|", "| a | b |\n", "~~", "~", "~~a", "~~a~b", "http://a ",
	"http://a.", "www.a.", "a@b.c ", "x: y@z ", "&", "&amp;", "# ", "# a\n", "```\n", "~~~\n", "    a\n", "\t", "a\n\n", "=\n", "-\n", "a\n=\n", "[^1]", "[^1]: a\n", "<br>", "<div>\n", "\x1b[1m", "\x1b[31ma", "\x1b",
	"\x1b]", "\x1b[", "\x1b[1;", "\x1b]8;;a", "\r", "\b", "a\b", "a\r\n", "\x00", "{", "\\frac{", "^{", "_{", "\\left(", "$\\frac{1}{2}$ ", "![a](b)", "\"", "'", "é", "\xff", "<svg ", " id=\"a\"", "\"\"\"", "%%cuda\n", "f'{",
}

// allKinds is a notebook that has a text wherever there can be one.
func allKinds(text string) *notebook.Notebook {
	nb := &notebook.Notebook{Minor: 5, Cells: []*notebook.Cell{
		{Type: notebook.Markdown, Source: text}, {Type: notebook.Raw, Source: text}, {Type: notebook.Code, Source: text}, {Type: notebook.Code, Source: "%%cuda\n" + text},
	}}
	code := nb.Cells[2]
	code.Outputs = []*notebook.Output{{Type: notebook.Stream, Name: "stdout", Text: text}, {Type: notebook.ErrorOutput, Traceback: []string{text}}}
	for _, mime := range []string{"text/plain", "text/markdown", "text/latex", "text/html", "image/svg+xml", "image/png"} {
		code.Outputs = append(code.Outputs, &notebook.Output{Type: notebook.DisplayData, Data: map[string]any{mime: text}})
	}
	return nb
}

// TestPagesTakeLinearTime: a text that is four times as long takes no more than eight times as long on the processor. What takes the
// square takes sixteen times as long, and seconds.
func TestPagesTakeLinearTime(t *testing.T) {
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	const n, slack = 40_000, 200 * time.Millisecond
	took := func(text string) time.Duration {
		began := cputime.Thread()
		export(t, allKinds(text), notebook.Page{})
		return cputime.Thread() - began
	}
	for _, piece := range tier.Sample(t, repeated, tier.Pick(3, 12, len(repeated))) {
		short, long := took(strings.Repeat(piece, n/len(piece))), took(strings.Repeat(piece, 4*n/len(piece)))
		if long > 8*short+slack {
			t.Errorf("%q: %d bytes take %v, %d bytes %v", piece, n, short, 4*n, long)
		}
	}
}

// TestPlainMarkdown: what would take long is shown as it was written, and what stands beside it as ever.
func TestPlainMarkdown(t *testing.T) {
	got := markdownPage(t, notebook.Page{}, strings.Repeat("*a_ ", 600)+"`x`\nnext *line*\n\nanother *paragraph*\n\n"+strings.Repeat("> ", 40)+"deep *text*\n")
	for _, want := range []string{"*a_ `x`\nnext *line*</p>", "another <em>paragraph</em>", "<p>&gt; &gt; &gt; &gt; &gt; &gt; &gt; &gt; deep <em>text</em></p>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "<blockquote>"); n != 32 {
		t.Errorf("%d quotations lie in each other, want 32", n)
	}
}

package notebook

import (
	"strings"
	"testing"
)

// TestNumbered: each line of a source is an element, also within a comment of several lines, and nothing else changes.
func TestNumbered(t *testing.T) {
	source := "/* one\n\n   three */ int x; // a < b\n\nint y;"
	want := `<span class="line"><span class="c">/* one</span></span>
<span class="line"><span class="c"></span></span>
<span class="line"><span class="c">   three */</span> <span class="t">int</span> x; <span class="c">// a &lt; b</span></span>
<span class="line"></span>
<span class="line"><span class="t">int</span> y;</span>`
	if got := numbered(highlight(source, cudaLanguage)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, numbers := range []bool{false, true} {
		nb := &Notebook{Metadata: map[string]any{"language_info": map[string]any{"name": "cuda"}},
			Cells: []*Cell{{Type: Code, Source: source}, {Type: Markdown, Source: "```cuda\nint z;\n```"}}}
		page, err := HTML(nb, Page{Numbers: numbers})
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		if numbers {
			lines = 5
		}
		if got := strings.Count(string(page), `<span class="line">`); got != lines || strings.Contains(string(page), `"code numbered"`) != numbers {
			t.Errorf("numbers %v: %d numbered lines, want %d", numbers, got, lines)
		}
	}
}

package notebook

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestOverwrite: what JupyterLab 4.4 shows of streams with carriage returns and backspaces.
func TestOverwrite(t *testing.T) {
	for in, want := range map[string]string{
		"plain\n":              "plain\n",
		"<1\r2>\n":             "2>\n",
		"ETA: 11s\rETA: 9s":    "ETA: 9ss",
		"a\r\nb\r\n":           "a\nb\n",
		"12%\b\b34%\n":         "134%\n",
		"ab\b":                 "ab",
		"ab\bc":                "ac",
		"\b\b\ba":              "a",
		"one\n\btwo":           "one\ntwo",
		"abc\rx\ny":            "xbc\ny",
		"äöü\rx":               "xöü",
		"1\r\r2":               "2",
		"first\nsecond\rthird": "first\nthirdd",
	} {
		if got := overwrite(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		// The same text in pieces.
		k := &collector{}
		k.start(&Cell{})
		for _, r := range in {
			data, err := json.Marshal(map[string]any{"name": "stdout", "text": string(r)})
			if err != nil {
				t.Fatal(err)
			}
			if err := k.add(Message{Type: Stream, Content: data}); err != nil {
				t.Fatal(err)
			}
		}
		if got := k.cell.Outputs[0].Text; got != want {
			t.Errorf("%q by characters: got %q, want %q", in, got, want)
		}
	}
	if got := overwrite(strings.Repeat("ab\b\b\r", 200_000)); got != "ab" {
		t.Errorf("a long line: got %d bytes", len(got))
	}
}

// TestStoredReturns: a page shows outputs that others have stored as JupyterLab shows them.
func TestStoredReturns(t *testing.T) {
	nb, err := ReadFile("testdata/stored/returns.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	page, err := HTML(nb, Page{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<pre>2&gt;</pre>", "<pre>step 2 of 2\ndone</pre>", "<pre>134%</pre>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

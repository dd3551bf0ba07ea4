package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
	notebook "warpbook.dev/notebooks"
)

// vectors are ways for an output to run a script; % is what the script does.
var vectors = []struct{ mime, text string }{
	{"text/html", `<script>%</script>`},
	{"text/html", `<script type="module">%</script>`},
	{"text/html", `<img src=x onerror="%">`},
	{"text/html", `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="%">`},
	{"text/html", `<body onpageshow="%">`},
	{"text/html", `<svg onload="%"></svg>`},
	{"text/html", `<svg><script>%</script></svg>`},
	{"text/html", `<svg><animate onbegin="%" attributeName="x" dur="1s"></animate></svg>`},
	{"text/html", `<style onload="%">p { color: red }</style>`},
	{"text/html", `<iframe onload="%"></iframe>`},
	{"text/html", `<iframe srcdoc="<script>%</script>"></iframe>`},
	{"text/html", `<iframe src="javascript:%"></iframe>`},
	{"text/html", `<iframe src="data:text/html,<script>%</script>"></iframe>`},
	{"text/html", `<object data="data:text/html,<script>%</script>"></object>`},
	{"text/html", `<embed src="data:text/html,<script>%</script>">`},
	{"text/html", `<a href="javascript:%">here</a>`},
	{"text/html", `<button onclick="%">here</button>`},
	{"text/html", `<div onmouseover="%">here</div>`},
	{"text/html", `<input autofocus onfocus="%">`},
	{"text/html", `<details open ontoggle="%"><summary>more</summary></details>`},
	{"text/html", `<video><source onerror="%"></video>`},
	{"text/html", `<audio src=x onerror="%"></audio>`},
	{"text/html", `<marquee onstart="%">here</marquee>`},
	{"text/html", `<form action="javascript:%"><button>here</button></form>`},
	{"text/html", `<math><a xlink:href="javascript:%">here</a></math>`},
	{"text/html", `<link rel="stylesheet" href="data:text/css," onload="%">`},
	{"text/html", `<script src="data:text/javascript,%"></script>`},
	{"text/html", `<base href="data:text/javascript,%"><script src="x.js"></script>`},
	{"text/html", `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'"><script>%</script>`},
	{"text/html", `<template shadowrootmode="open"><script>%</script></template>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" onload="%"></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><script>%</script></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:%"><rect width="9" height="9"/></a></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" onclick="%"/></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="%"/></foreignObject></svg>`},
	{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><set attributeName="x" to="1" onbegin="%"/></svg>`},
}

var policyTag = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="default-src[^>]*>\n`)

// What a browser did with a page.
type browsed struct {
	Ran     []string // console messages that begin with RAN
	Covered []string // ids of marks of the page that something else lies on
	Lost    []string // ids of marks that are not shown
	Wide    bool     // whether a reader has to scroll sideways
	URL     string   // where it is in the end
}

func browse(t *testing.T, page string) (b browsed) {
	t.Helper()
	python := tool(t, "WARPBOOK_PYTHON", "a Python with playwright")
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	if err := json.Unmarshal([]byte(output(t, nil, python, "testdata/scripts.py", chromium, page)), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPolicy: in a page of a stranger's notebook no output runs a script, and without the page's policy many would.
func TestPolicy(t *testing.T) {
	tier.Check(t)
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{}}
	for i, v := range vectors {
		text := strings.ReplaceAll(v.text, "%", fmt.Sprintf("console.log('RAN %d')", i))
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, ID: fmt.Sprintf("c%d", i), Source: "1", Metadata: map[string]any{},
			Outputs: []*notebook.Output{{Type: notebook.DisplayData, Data: map[string]any{v.mime: text}}}})
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "strange.ipynb")
	if err := notebook.WriteFile(file, nb); err != nil {
		t.Fatal(err)
	}
	output(t, nil, program(t), "html", file)
	page := string(contents(t, filepath.Join(dir, "strange.html")))
	if n := strings.Index(page, "Content-Security-Policy"); n < 0 || n > strings.Index(page, "<style") {
		t.Fatal("the page does not begin with its policy")
	}
	open := filepath.Join(dir, "open.html")
	write(t, open, []byte(policyTag.ReplaceAllString(page, "")))
	ran := func(page string) []string { return browse(t, page).Ran }
	if list := ran(filepath.Join(dir, "strange.html")); len(list) > 0 {
		t.Errorf("scripts that run: %q", list)
	}
	list := ran(open)
	t.Logf("without the policy: %q", list)
	if len(list) < 15 || !slices.Contains(list, "RAN 2") {
		t.Errorf("without the policy %d scripts run: %q", len(list), list)
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// exportWithTemplate is what `jupyter nbconvert --to html --template warpbook` does.
const exportWithTemplate = `
import sys, nbconvert
page, _ = nbconvert.HTMLExporter(template_name="warpbook", extra_template_basedirs=[sys.argv[1]]).from_filename(sys.argv[2])
open(sys.argv[3], "w", encoding="utf-8").write(page)
`

// The template of nbconvert that install writes has CUDA C in its own colours, and pictures with
// their words; without formulas and widgets its page is whole by itself.
func TestNbconvertTemplate(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with nbconvert")
	dir := t.TempDir()
	var out strings.Builder
	if status := run([]string{"install", "--prefix", dir}, nil, &out, &out); status != exitOK {
		t.Fatalf("install: status %d\n%s", status, out.String())
	}
	page := filepath.Join(dir, "page.html")
	output(t, nil, python, "-c", exportWithTemplate, filepath.Join(dir, "share", "jupyter", "nbconvert", "templates"),
		"../../notebooks/01-transpose.ipynb", page)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<span class="kr">__global__</span>`,
		`aria-label="Matrix transpose on a GTX 280: throughput over size: curves of`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(string(text), "//cdn") {
		t.Error("the page loads something from a network")
	}
	if strings.Contains(string(text), "No description has been provided for this image") {
		t.Error("a picture has no words")
	}
}

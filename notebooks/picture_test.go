package notebook_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// pictures are the files that README.md shows of the lessons: of each the lesson, a piece of the cell's source, and the form.
var pictures = []struct{ file, lesson, cell, mime string }{
	{"01-transpose.png", "01-transpose", "\nplot(", "image/png"},
	{"../docs/front/01.svg", "01-transpose", "banks_plot(", "image/svg+xml"},
	{"../docs/front/02.svg", "02-matmul", "roofline(", "image/svg+xml"},
	{"../docs/front/03.svg", "03-gpu-and-parallelism", "plot(waits", "image/svg+xml"},
	{"../docs/front/04.svg", "04-analysis-driven-optimization", "limiter_plot(", "image/svg+xml"},
	{"../docs/front/05.svg", "05-hbm-and-coalescing", "layout_plot(row_major", "image/svg+xml"},
	{"../docs/front/06.svg", "06-model-and-silicon", "ladder.plot(", "image/svg+xml"},
	{"../docs/front/07.svg", "07-whole-programs", "program.timeline()", "image/svg+xml"},
}

// TestPictures: the pictures of the lessons in README.md are those that the lessons have saved.
// go test ./notebooks -run Pictures -update writes them.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		nb, err := notebook.ReadFile(p.lesson + ".ipynb")
		if err != nil {
			t.Fatal(err)
		}
		got := pictureOf(t, nb, p.cell, p.mime)
		if *update {
			if err := os.MkdirAll(filepath.Dir(p.file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p.file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(p.file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not the picture of %q in %s.ipynb (-update writes it)", p.file, p.cell, p.lesson)
		}
	}
}

// pictureOf is the first picture of this type that a cell with this piece of source shows.
func pictureOf(t *testing.T, nb *notebook.Notebook, piece, mime string) []byte {
	t.Helper()
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			text, ok := o.Data[mime].(string)
			if !ok || !strings.Contains(c.Source, piece) {
				continue
			}
			if mime == "image/svg+xml" {
				return []byte(text)
			}
			picture, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				t.Fatalf("cell %s: %v", c.ID, err)
			}
			return picture
		}
	}
	t.Fatalf("no cell with %q has an output %s", piece, mime)
	return nil
}

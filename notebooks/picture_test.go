package notebook_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// pictures are the files that README.md shows of the lessons: the file, the lesson, and a piece of the cell's source.
var pictures = []struct{ file, lesson, cell string }{
	{"../docs/front/01.svg", "01-transpose", "\nplot("},
	{"../docs/front/02.svg", "02-matmul", "roofline("},
	{"../docs/front/03.svg", "03-gpu-and-parallelism", "plot(waits"},
	{"../docs/front/04.svg", "04-analysis-driven-optimization", "limiter_plot("},
	{"../docs/front/05.svg", "05-hbm-and-coalescing", "layout_plot(row_major"},
	{"../docs/front/06.svg", "06-model-and-silicon", "ladder.plot("},
	{"../docs/front/07.svg", "07-whole-programs", "program.timeline()"},
}

// TestPictures: the pictures of the lessons in README.md are those that the lessons have saved.
// go test ./notebooks -run Pictures -update writes them.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		nb, err := notebook.ReadFile(p.lesson + ".ipynb")
		if err != nil {
			t.Fatal(err)
		}
		got := pictureOf(t, nb, p.cell)
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

// pictureOf is the first picture that a cell with this piece of source shows.
func pictureOf(t *testing.T, nb *notebook.Notebook, piece string) []byte {
	t.Helper()
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if text, ok := o.Data["image/svg+xml"].(string); ok && strings.Contains(c.Source, piece) {
				return []byte(text)
			}
		}
	}
	t.Fatalf("no cell with %q has a picture", piece)
	return nil
}

package notebook_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

var link = regexp.MustCompile(`\]\(([^)#:\s]+)[)#]`)

// TestLinks: what the texts of notebooks refer to is there, and the index leads to every
// notebook and to every assignment.
func TestLinks(t *testing.T) {
	led := map[string]bool{}
	for _, pattern := range []string{"*.ipynb", "assignments/*/*/*.ipynb"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			nb, err := notebook.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range nb.Cells {
				if c.Type != notebook.Markdown {
					continue
				}
				for _, m := range link.FindAllStringSubmatch(c.Source, -1) {
					target := filepath.Join(filepath.Dir(file), m[1])
					if _, err := os.Stat(target); err != nil {
						t.Errorf("%s, cell %s: %v", file, c.ID, err)
					}
					if file == "00-index.ipynb" {
						led[target] = true
					}
				}
			}
			if !strings.Contains(file, "source") && file != "00-index.ipynb" {
				defer func() {
					if !led[file] {
						t.Errorf("00-index.ipynb does not lead to %s", file)
					}
				}()
			}
		}
	}
}

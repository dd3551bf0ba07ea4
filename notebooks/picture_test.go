package notebook_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

// TestPicture: the picture in the README is the first curve of the transpose
// notebook, as saved. go test ./notebooks -run Picture -update writes it.
func TestPicture(t *testing.T) {
	const path = "01-transpose.png"
	nb, err := notebook.ReadFile("01-transpose.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	got := firstCurve(t, nb)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not the first curve of the notebook (-update writes it)", path)
	}
}

func firstCurve(t *testing.T, nb *notebook.Notebook) []byte {
	t.Helper()
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			text, ok := o.Data["image/png"].(string)
			if !ok || !strings.Contains(c.Source, "\nplot(") {
				continue
			}
			png, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				t.Fatalf("cell %s: %v", c.ID, err)
			}
			return png
		}
	}
	t.Fatal("no output has an image/png")
	return nil
}

package plotting

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files in testdata")

// The golden files are also the gallery: look at them after -update.
func TestGolden(t *testing.T) {
	for name, f := range samples() {
		t.Run(name, func(t *testing.T) {
			compare(t, name, f)
			checkVegaLite(t, f.VegaLite())
		})
	}
	for name, d := range map[string]*Diagram{"diagram": nestedDiagram(), "shades": shadedDiagram(), "links": linkedDiagram()} {
		t.Run(name, func(t *testing.T) {
			compare(t, name, d)
			checkVegaLite(t, d.VegaLite())
		})
	}
	t.Run("panels", func(t *testing.T) {
		p := occupancyPanels()
		compare(t, "panels", p)
		for _, spec := range p.VegaLite()["vconcat"].([]any) {
			spec.(map[string]any)["$schema"] = vegaLiteSchema // a panel has none of its own
			checkVegaLite(t, spec.(map[string]any))
		}
	})
}

type drawn interface {
	SVG() ([]byte, error)
	PNG() ([]byte, error)
	Text() string
	VegaLite() map[string]any
}

// compare compares all formats of a picture with its golden files.
func compare(t *testing.T, name string, f drawn) {
	t.Helper()
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	compareText(t, name+".svg", svg)
	compareText(t, name+".txt", []byte(f.Text()))
	spec, err := json.Marshal(f.VegaLite())
	if err != nil {
		t.Fatal(err)
	}
	compareText(t, name+".vl.json", []byte(brokenJSON(spec, "\n")+"\n"))
	checkXML(t, string(svg))
	picture, err := f.PNG()
	if err != nil {
		t.Fatal(err)
	}
	comparePNG(t, name+".png", picture)
}

// brokenJSON breaks JSON into lines where a value is too long for one.
func brokenJSON(value json.RawMessage, newline string) string {
	const long = 120
	var list []json.RawMessage
	var fields map[string]json.RawMessage
	var lines []string
	switch {
	case len(newline)+len(value) <= long:
		return string(value)
	case json.Unmarshal(value, &list) == nil:
		for _, v := range list {
			lines = append(lines, newline+" "+brokenJSON(v, newline+" "))
		}
		return "[" + strings.Join(lines, ",") + newline + "]"
	case json.Unmarshal(value, &fields) == nil:
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			lines = append(lines, fmt.Sprintf("%s %q: %s", newline, name, brokenJSON(fields[name], newline+" ")))
		}
		return "{" + strings.Join(lines, ",") + newline + "}"
	}
	return string(value)
}

// golden returns the golden file's contents, after writing it if asked to.
func golden(t *testing.T, name string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

func compareText(t *testing.T, name string, got []byte) {
	t.Helper()
	if want := golden(t, name, got); !bytes.Equal(got, want) {
		t.Errorf("%s differs, -want +got:\n%s", name, cmp.Diff(string(want), string(got)))
	}
}

// comparePNG allows for rounding: processors that fuse a multiplication and an
// addition shade a few pixels otherwise.
func comparePNG(t *testing.T, name string, data []byte) {
	t.Helper()
	got, want := decodePNG(t, data), decodePNG(t, golden(t, name, data))
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s has %v, want %v", name, got.Bounds(), want.Bounds())
	}
	different := 0
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			r0, g0, b0, _ := got.At(x, y).RGBA()
			r1, g1, b1, _ := want.At(x, y).RGBA()
			if far(r0, r1) || far(g0, g1) || far(b0, b1) {
				different++
			}
		}
	}
	if different > got.Bounds().Dx()*got.Bounds().Dy()/2000 {
		t.Errorf("%s: %d pixels differ", name, different)
	}
}

func far(a, b uint32) bool { return math.Abs(float64(a)-float64(b)) > 0x1000 }

func decodePNG(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

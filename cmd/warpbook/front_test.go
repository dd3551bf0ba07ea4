package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The picture in README.md shows a notebook as a page, in light and in dark. A browser draws it,
// so that its bytes differ from machine to machine: instead of comparing them, the picture names
// the notebook that it was made of.
const (
	frontNotebook = "../../docs/front/front.ipynb"
	frontWidth    = 860 // pixels of the page; the picture has half as many again
)

var frontPictures = map[string]string{"light.png": "1", "dark.png": "0"} // and Chromium's number of the colour scheme

// TestFront: the notebook in README's picture has the outputs that it has when it is run.
// With Chromium, go test ./cmd/warpbook -run TestFront -update runs it and draws the pictures.
func TestFront(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "front.ipynb")
	output(t, nil, program(t), "run", frontNotebook, "-o", ran)
	if *update {
		write(t, frontNotebook, contents(t, ran))
		drawFront(t)
	}
	if d := cmp.Diff(outputs(read(t, frontNotebook)), outputs(read(t, ran))); d != "" {
		t.Errorf("%s has other outputs when it is run (-update saves them):\n%.4000s", frontNotebook, d)
	}
}

// TestFrontPictures: README's pictures were made of the notebook as it is saved.
func TestFrontPictures(t *testing.T) {
	for name := range frontPictures {
		if got, want := pngText(t, contents(t, filepath.Join(filepath.Dir(frontNotebook), name))), frontSum(t); got != want {
			t.Errorf("%s was made of a notebook %q, want %q: go test ./cmd/warpbook -run TestFront -update draws it anew", name, got, want)
		}
	}
}

// frontSum is a checksum of the cells and outputs of the notebook.
func frontSum(t *testing.T) string {
	t.Helper()
	nb := read(t, frontNotebook)
	sum := sha256.New()
	for _, c := range nb.Cells {
		fmt.Fprintln(sum, c.Source)
	}
	fmt.Fprintln(sum, outputs(nb))
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// drawFront exports the notebook and has Chromium draw the page.
func drawFront(t *testing.T) {
	t.Helper()
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	dir := t.TempDir()
	page, drawn := filepath.Join(dir, "front.html"), filepath.Join(dir, "drawn.png")
	output(t, nil, program(t), "html", frontNotebook, "-o", dir)
	for name, scheme := range frontPictures {
		output(t, nil, chromium, "--headless", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=1.5",
			"--blink-settings=preferredColorScheme="+scheme, fmt.Sprintf("--window-size=%d,2400", frontWidth), "--screenshot="+drawn, "file://"+page)
		whole, err := png.Decode(bytes.NewReader(contents(t, drawn)))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := png.Encode(&b, withoutMargin(whole)); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(filepath.Dir(frontNotebook), name), withPNGText(b.Bytes(), frontSum(t)))
	}
}

// withoutMargin cuts off the rows of one colour at the top and the bottom, but for a few.
func withoutMargin(whole image.Image) image.Image {
	const kept = 24
	bounds := whole.Bounds()
	empty := func(y int) bool {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if whole.At(x, y) != whole.At(bounds.Min.X, bounds.Min.Y) {
				return false
			}
		}
		return true
	}
	first, last := bounds.Min.Y, bounds.Max.Y-1
	for first < last && empty(first) {
		first++
	}
	for first < last && empty(last) {
		last--
	}
	type cropped interface {
		SubImage(image.Rectangle) image.Image
	}
	return whole.(cropped).SubImage(image.Rect(bounds.Min.X, max(first-kept, bounds.Min.Y), bounds.Max.X, min(last+kept, bounds.Max.Y)))
}

// The notebook's checksum is in a tEXt chunk, the first one behind the header of the PNG.
const (
	pngHeader  = 8 + 4 + 4 + 13 + 4 // the signature, and the chunk IHDR with its length, name and checksum
	pngKeyword = "tEXtNotebook\x00"
)

func withPNGText(picture []byte, text string) []byte {
	chunk := []byte(pngKeyword + text)
	b := append([]byte{}, picture[:pngHeader]...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(chunk)-len("tEXt")))
	b = append(b, chunk...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
	return append(b, picture[pngHeader:]...)
}

func pngText(t *testing.T, picture []byte) string {
	t.Helper()
	if _, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil {
		t.Fatal(err)
	}
	rest := picture[pngHeader:]
	size := int(binary.BigEndian.Uint32(rest))
	return string(bytes.TrimPrefix(rest[4:4+4+size], []byte(pngKeyword)))
}

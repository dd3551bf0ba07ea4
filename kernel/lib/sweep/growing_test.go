package sweep

import (
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/programs"
)

// TestPictureOf: the picture of a sweep that runs has the points that are done, and the column that they are about.
func TestPictureOf(t *testing.T) {
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	for name, axis := range map[string]string{"transpose/padded": "GB/s", "matmul/tiled": "GFLOP/s"} {
		p, err := programs.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		points := []point{{n: 128, device: d, block: starlark.None}, {n: 192, device: d, block: starlark.None},
			{n: 256, device: d, block: starlark.None}}
		if pictureOf(points) != nil {
			t.Errorf("%s: there is a picture of nothing", name)
		}
		for _, i := range []int{2, 0} {
			if points[i].result, err = p.Run(t.Context(), d, programs.Run{N: points[i].n}); err != nil {
				t.Fatal(err)
			}
		}
		picture := pictureOf(points)
		if picture == nil {
			t.Errorf("%s: there is no picture of two points", name)
			continue
		}
		data, _ := picture.MIMEBundle()
		if text, _ := data["text/plain"].(string); !strings.Contains(text, axis) {
			t.Errorf("%s: the picture lacks %q:\n%s", name, axis, text)
		}
		if text, _ := data["image/svg+xml"].(string); !strings.HasPrefix(text, "<") {
			t.Errorf("%s: the picture is %.40q", name, text)
		}
	}
}

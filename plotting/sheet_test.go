package plotting

import (
	"strings"
	"testing"
)

// A sheet is a diagram and a figure in one picture, with what both say.
func TestSheet(t *testing.T) {
	s := Sheet{linkedDiagram(), occupancyFigure()}
	svg, err := s.SVG()
	if err != nil {
		t.Fatal(err)
	}
	checkXML(t, string(svg))
	parts := s.VegaLite()["vconcat"].([]any)
	for _, spec := range parts {
		spec.(map[string]any)["$schema"] = vegaLiteSchema // a part has none of its own
		checkVegaLite(t, spec.(map[string]any))
	}
	data, _ := s.MIMEBundle()
	for what, words := range map[string]string{"text/plain": "sectors\n\nOccupancy\n", "image/svg+xml": "two lanes, of which each asks"} {
		if text, _ := data[what].(string); !strings.Contains(text, words) {
			t.Errorf("%s has no %q", what, words)
		}
	}
	if p, err := s.PNG(); err != nil || len(p) == 0 || len(parts) != 2 {
		t.Errorf("%d parts, PNG of %d bytes (%v)", len(parts), len(p), err)
	}
	s[0] = &Diagram{Boxes: []Box{{W: 1}}}
	if s.Check() == nil {
		t.Error("a box outside of its plane is not reported")
	}
}

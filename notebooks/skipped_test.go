package notebook

import "testing"

// TestSkipped: the mark of a skipped cell is read from the metadata of a display, and nothing else is taken for one.
func TestSkipped(t *testing.T) {
	mark := func(v any) *Cell {
		return &Cell{Outputs: []*Output{{Type: Stream, Text: "skipped: this cell needs Python: numpy"},
			{Type: DisplayData, Metadata: map[string]any{"warpbook": v}}}}
	}
	s, ok := mark(map[string]any{"skipped": map[string]any{"language": "Python", "needs": []any{"numpy", "pandas"}}}).Skipped()
	if !ok || s.String() != "Python: numpy, pandas" {
		t.Errorf("got %q, %v", s, ok)
	}
	for _, v := range []any{nil, "skipped", map[string]any{}, map[string]any{"skipped": true}} {
		if s, ok := mark(v).Skipped(); ok {
			t.Errorf("%v is taken for a mark: %q", v, s)
		}
	}
}

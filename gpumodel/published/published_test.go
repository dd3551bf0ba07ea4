package published

import (
	"math"
	"strings"
	"testing"
)

func TestRowsAreComplete(t *testing.T) {
	kinds := map[string]bool{"measured": true, "bound": true, "count": true}
	for i, r := range Rows() {
		if len(r.Seed) != 3 || r.Device == "" || r.Family == "" || r.Program == "" || r.Unit == "" {
			t.Errorf("row %d lacks something: %+v", i+1, r)
		}
		if !kinds[r.Kind] {
			t.Errorf("row %d: kind %q", i+1, r.Kind)
		}
		if isRange := strings.ContainsAny(r.Printed, "-/"); math.IsNaN(r.Figure) != isRange {
			t.Errorf("row %d: figure %v of %q", i+1, r.Figure, r.Printed)
		}
	}
}

// The figure that the first lecture builds up to.
func TestPaddedTranspose(t *testing.T) {
	for _, r := range Rows() {
		if r.Family == "transpose" && r.Program == "padded" && r.Size == "4000" {
			if r.Figure != 93.4 || r.Unit != "GB/s" || r.Block != "32x8" {
				t.Errorf("padded transpose: %+v", r)
			}
			return
		}
	}
	t.Error("no row for the padded transpose")
}

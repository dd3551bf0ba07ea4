package figure_test

import (
	"strings"
	"testing"

	"warpbook.dev/kernel/lib/figure"
)

// The table of counters says how many it leaves out, and where those of a measured
// launch come from.
func TestCounters(t *testing.T) {
	counters := run("transpose/padded", "GTX 280", 64).Counters
	few, all := figure.Counters(counters, "", false), figure.Counters(counters, "from elsewhere", true)
	if len(few.Rows) == 0 || len(few.Rows) >= len(all.Rows) || !strings.HasSuffix(few.Title, "counters are 0 and left out") {
		t.Errorf("%d and %d counters: %s", len(few.Rows), len(all.Rows), few.Title)
	}
	if all.Title != "from elsewhere" {
		t.Errorf("the title is %q", all.Title)
	}
}

package figure

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/plotting"
)

// Counters lists the counters of a launch; with zeros those too that are 0. note is where
// they come from.
func Counters(counters counter.Set, note string, zeros bool) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "counter"}, {Name: "value", Kind: plotting.Float, Digits: 6}, {Name: "unit"},
		{Name: "what it counts"}}}
	left := 0
	for _, d := range counter.Docs() {
		if counters.Value(d.Name) == 0 && !zeros {
			left++
			continue
		}
		also := d.Doc
		if len(d.Aliases) > 0 {
			also += " (also " + strings.Join(d.Aliases, ", ") + ")"
		}
		off, _ := counters.Uncertainty(d.Name)
		t.Add(d.Name, counters.Value(d.Name), d.Unit+plotting.PlusMinus(off), also)
	}
	if left > 0 {
		t.Title = fmt.Sprintf("%d counters are 0 and left out", left)
	}
	if note != "" {
		t.Title = strings.TrimSuffix(note+"; "+t.Title, "; ")
	}
	return t
}

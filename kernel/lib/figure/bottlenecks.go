package figure

import (
	"strings"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/plotting"
)

// barCells is how many characters a bottleneck of 1 has in a table.
const barCells = 20

// Bottlenecks has KTT's vector, with a bar for each component.
func Bottlenecks(list []advise.Bottleneck) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "bottleneck"}, {Name: "value", Kind: plotting.Float, Digits: 3}, {Name: "0 … 1"},
		{Name: "of"}}}
	for _, x := range list {
		t.Add(x.Name, x.Value, strings.Repeat("█", int(x.Value*barCells+0.5)), x.Doc)
	}
	return t
}

package plotting_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/plotting"
)

func ExampleTable() {
	t := plotting.Table{
		Title: "Transpose on GTX 280, n = 4096",
		Columns: []plotting.Column{
			{Name: "kernel"},
			{Name: "throughput", Unit: "GB/s", Kind: plotting.Float, Digits: 4},
			{Name: "transactions", Kind: plotting.Int},
		},
	}
	t.Add("naive", 5.3, 18874368)
	t.Add("padded", 93.42, 2097152)
	t.Add("not run")
	fmt.Print(t.Text())
	// Output:
	// Transpose on GTX 280, n = 4096
	// kernel   throughput (GB/s)  transactions
	// ───────  ─────────────────  ────────────
	// naive                  5.3    18,874,368
	// padded               93.42     2,097,152
	// not run
}

func oddTable() *plotting.Table {
	return &plotting.Table{
		Title: "a < b",
		Columns: []plotting.Column{
			{Name: "k|ey", Unit: "<u>"}, {Name: "n", Kind: plotting.Int}, {Name: "v", Kind: plotting.Float, Digits: 3},
		},
		Rows: [][]any{
			{"<script>*__x__*\n`y`", int64(1234567), float32(0.5)},
			{12345, 2.0, math.NaN(), "beyond"},
			{"tab\tnul\x00", "four", nil},
			{},
		},
	}
}

func TestTableHTML(t *testing.T) {
	const want = `<table border="1" class="dataframe">
<caption style="text-align: left">a &lt; b</caption>
<thead>
<tr><th style="text-align: left">k|ey (&lt;u&gt;)</th><th style="text-align: right">n</th><th style="text-align: right">v</th></tr>
</thead>
<tbody>
<tr><td style="text-align: left">&lt;script&gt;*__x__*<br>` + "`y`" + `</td><td style="text-align: right">1,234,567</td><td style="text-align: right">0.5</td></tr>
<tr><td style="text-align: left">12345</td><td style="text-align: right">2</td><td style="text-align: right">–</td></tr>
<tr><td style="text-align: left; white-space: nowrap">tab nul </td><td style="text-align: right">four</td><td style="text-align: right"></td></tr>
<tr><td style="text-align: left"></td><td style="text-align: right"></td><td style="text-align: right"></td></tr>
</tbody>
</table>
`
	if diff := cmp.Diff(want, oddTable().HTML()); diff != "" {
		t.Error(diff)
	}
}

func TestTableMarkdown(t *testing.T) {
	const want = "**a &lt; b**\n\n" +
		"| k\\|ey (&lt;u>) | n | v |\n" +
		"| :--- | ---: | ---: |\n" +
		"| &lt;script>\\*\\_\\_x\\_\\_\\*<br>\\`y\\` | 1,234,567 | 0.5 |\n" +
		"| 12345 | 2 | – |\n" +
		"| tab nul  | four |  |\n" +
		"|  |  |  |\n"
	if diff := cmp.Diff(want, oddTable().Markdown()); diff != "" {
		t.Error(diff)
	}
}

func TestTableBundle(t *testing.T) {
	table := oddTable()
	data, metadata := table.MIMEBundle()
	want := map[string]any{"text/html": table.HTML(), "text/markdown": table.Markdown(), "text/plain": strings.TrimSuffix(table.Text(), "\n")}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	if metadata == nil {
		t.Error("metadata is nil, the protocol wants an object")
	}
	(&plotting.Table{}).MIMEBundle() // no columns, no rows, no panic
}

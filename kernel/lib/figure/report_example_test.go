package figure_test

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/figure"
)

// report has one section.
func exampleReport() *report.Report {
	return &report.Report{Result: run("transpose/naive", "GTX 280", 64), Level: "basic", Sections: []report.Section{{
		ID: "SpeedOfLight", Title: "GPU Speed Of Light Throughput",
		Metrics: []report.Metric{{Label: "Duration", Counter: "gpu__time_duration.sum", Value: 2.08e-6, Unit: "second"},
			{Label: "Memory Throughput", Counter: "memory", Value: 50.04, Unit: "%"}},
		Tables: []report.Table{{Title: "least and most", Columns: []string{"unit", "bytes"}, Rows: [][]any{{"partition 0", 18432}}}},
		Notes:  []string{"Neither is busy."},
	}}}
}

// A report of one section: figures, a table, and what they say.
func ExampleReport() {
	fmt.Print(figure.Report(exampleReport(), figure.PlainText))
	// Output:
	// transpose/naive<<<(2, 8), (32, 8)>>> on GTX 280: 2.08 µs
	//
	// GPU Speed Of Light Throughput
	// ═════════════════════════════
	// metric             value  unit  counter
	// ─────────────────  ─────  ────  ──────────────────────
	// Duration            2.08  µs    gpu__time_duration.sum
	// Memory Throughput  50.04  %     memory
	//
	// least and most
	// unit          bytes
	// ───────────  ──────
	// partition 0  18,432
	// → Neither is busy.
}

func TestReportForms(t *testing.T) {
	for _, test := range []struct {
		form figure.Form
		want string
	}{{figure.Markdown, "\n### GPU Speed Of Light Throughput\n\n| metric |"}, {figure.HTML, "<h4>GPU Speed Of Light Throughput</h4>\n"}} {
		if text := figure.Report(exampleReport(), test.form); !strings.Contains(text, test.want) {
			t.Errorf("no %q in %s", test.want, text)
		}
	}
}

package notebook

import (
	"encoding/base64"
	"runtime"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// bigOutputs are outputs of n bytes or more, of each kind that a page shows.
func bigOutputs(n int) map[string]*Output {
	line := "value 3.14159 of thread 17\n"
	text := strings.Repeat(line, n/len(line)+1)
	shown := func(mime string, v any) *Output { return &Output{Type: DisplayData, Data: map[string]any{mime: v}} }
	return map[string]*Output{
		"a stream":         {Type: Stream, Name: "stdout", Text: text},
		"colours":          {Type: Stream, Name: "stdout", Text: strings.Repeat("\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m\n", n/34+1)},
		"carriage returns": {Type: Stream, Name: "stdout", Text: strings.Repeat("50 %\r", n/5+1)},
		"an error":         {Type: ErrorOutput, ErrorName: "Error", ErrorValue: "x", Traceback: []string{text}},
		"a text":           shown("text/plain", text),
		"a page":           shown("text/html", "<table>"+strings.Repeat("<tr><td>1</td><td>2</td></tr>", n/29+1)+"</table>"),
		"markdown":         shown("text/markdown", strings.Repeat("A *word* and `code`.\n\n", n/22+1)),
		"LaTeX":            shown("text/latex", "$"+strings.Repeat("x + ", n/4+1)+"y$"),
		"a drawing":        shown("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'>"+strings.Repeat("<path d='M0 0L1 1'/>", n/20+1)+"</svg>"),
		"a picture":        shown("image/png", base64.StdEncoding.EncodeToString(make([]byte, n*3/4))),
		"JSON":             shown("application/json", map[string]any{"values": strings.Repeat("1,", n/2+1)}),
	}
}

// allocated is how many bytes f has allocated, as the runtime counts them: what it holds at a time is less.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// exported is what the export of a notebook with one output allocates, from the bytes of its file to those of the page.
func exported(t *testing.T, o *Output) (bytes, file int) {
	t.Helper()
	nb := &Notebook{Minor: 5, Cells: []*Cell{{Type: Code, ID: "a", Source: "1", Outputs: []*Output{o}, Metadata: map[string]any{}}},
		Metadata: map[string]any{}}
	data := Format(nb)
	bytes = allocated(func() {
		read, err := Parse(data)
		if err == nil {
			_, err = HTML(read, Page{})
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	return bytes, len(data)
}

// TestExportMemory counts what exports allocate. An output that is four times as long takes four times as much, and a quarter more for
// what grows in steps; and none takes more than 100 bytes for each of the file, all in all.
func TestExportMemory(t *testing.T) {
	tier.Check(t)
	const size, most = 1 << 20, 100
	long := bigOutputs(4 * size)
	for kind, o := range bigOutputs(size) {
		exported(t, o) // what is made once
		short, _ := exported(t, o)
		all, file := exported(t, long[kind])
		t.Logf("%-16s %5.1f bytes for each of the file", kind, float64(all)/float64(file))
		if all > 5*short {
			t.Errorf("%s: %d bytes for an output of %d, %d for one of %d", kind, short, size, all, 4*size)
		}
		if all > most*file {
			t.Errorf("%s: a file of %d bytes takes %d, %d times as many", kind, file, all, all/file)
		}
	}
}

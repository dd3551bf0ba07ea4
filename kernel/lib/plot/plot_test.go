package plot

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/plotting"
)

// discard is a kernel.Output that keeps only the result.
type discard struct{ result kernel.Bundle }

func (*discard) Stream(string, string)    {}
func (*discard) Display(kernel.Bundle)    {}
func (*discard) Update(kernel.Bundle)     {}
func (d *discard) Result(b kernel.Bundle) { d.result = b }
func (*discard) Clear(bool)               {}

// A session is a cell session that hands out values.
type session struct {
	*cell.Session
	value starlark.Value
}

func newSession() *session {
	s := &session{Session: cell.New()}
	Install(s.Session)
	s.Define("keep", starlark.NewBuiltin("keep", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		s.value = args[0]
		return args[0], nil
	}), "")
	return s
}

func (s *session) run(code string) (starlark.Value, *kernel.Error) {
	outcome := s.Execute(context.Background(), kernel.Cell{Code: rowsCode + "keep(" + code + ")", Count: 1}, new(discard))
	return s.value, outcome.Error
}

// rowsCode is what the tests draw: the rows of a small sweep.
const rowsCode = `
rows = [{"kernel": k, "gpu": "GTX 280", "n": n, "block": (32, 8), "gbps": 10.0 * i + n, "time": 1e-3 * n, "measured": False}
        for i, k in enumerate(["t/naive", "t/copy"]) for n in [2, 1]]
blocks = [{"kernel": "t/naive", "gpu": "GTX 280", "n": 4, "block": (x, y), "gbps": 1.0 * x * y} for x in [16, 8] for y in [1, 2]]
`

func figureOf(t *testing.T, code string) *plotting.Figure {
	t.Helper()
	v, err := newSession().run(code)
	if err != nil {
		t.Fatalf("%s: %s: %s", code, err.Name, err.Value)
	}
	return v.(*Figure).figure.(*plotting.Figure)
}

func TestFigures(t *testing.T) {
	nan := math.NaN()
	for code, want := range map[string]*plotting.Figure{
		"plot(rows)": {
			Title: "throughput of t kernels over n", Provenance: "GTX 280, modelled, block (32, 8)",
			X: plotting.Axis{Label: "n"}, Y: plotting.Axis{Label: "throughput", Unit: "GB/s"},
			Series: []plotting.Series{{Name: "t/naive", X: []float64{1, 2}, Y: []float64{1, 2}},
				{Name: "t/copy", X: []float64{1, 2}, Y: []float64{11, 12}}},
			References: []plotting.Reference{{Y: 12, Label: "copy"}},
		},
		`plot(rows, y="time", by="kernel", title="T", yscale="log10", reference={"limit": 1})`: {
			Title: "T", Provenance: "GTX 280, modelled, block (32, 8)",
			X: plotting.Axis{Label: "n"}, Y: plotting.Axis{Label: "time", Unit: "s", Scale: plotting.Log10},
			Series: []plotting.Series{{Name: "t/naive", X: []float64{1, 2}, Y: []float64{1e-3, 2e-3}},
				{Name: "t/copy", X: []float64{1, 2}, Y: []float64{1e-3, 2e-3}}},
			References: []plotting.Reference{{Y: 1, Label: "limit"}},
		},
		`plot([r for r in rows if r["n"] == 2], reference=False)`: {
			Title: "throughput of t over kernel", Provenance: "GTX 280, modelled, n 2, block (32, 8)",
			X: plotting.Axis{Label: "kernel", Categories: []string{"t/naive", "t/copy"}}, Y: plotting.Axis{Label: "throughput", Unit: "GB/s"},
			Series: []plotting.Series{{Y: []float64{2, 12}, Style: plotting.Bars}},
		},
		`plot(blocks, x="block_x", by=["block_y"], copy=100)`: {
			Title: "throughput of t/naive over block.x", Provenance: "GTX 280, t/naive, n 4",
			X: plotting.Axis{Label: "block.x"}, Y: plotting.Axis{Label: "throughput", Unit: "GB/s"},
			Series: []plotting.Series{{Name: "1", X: []float64{8, 16}, Y: []float64{8, 16}},
				{Name: "2", X: []float64{8, 16}, Y: []float64{16, 32}}},
			References: []plotting.Reference{{Y: 100, Label: "copy"}},
		},
		`plot([1, 2], [3, None], label="a", xlabel="time", reference=2.5)`: {
			X: plotting.Axis{Label: "time"}, Y: plotting.Axis{Label: "y"},
			Series:     []plotting.Series{{Name: "a", X: []float64{1, 2}, Y: []float64{3, nan}}},
			References: []plotting.Reference{{Y: 2.5, Label: "reference"}},
		},
		`plot(range(2), {"a": [1, 2], "b": [3, 4]}, xscale="log2")`: {
			X: plotting.Axis{Label: "x", Scale: plotting.Log2}, Y: plotting.Axis{Label: "y"},
			Series: []plotting.Series{{Name: "a", X: []float64{0, 1}, Y: []float64{1, 2}}, {Name: "b", X: []float64{0, 1}, Y: []float64{3, 4}}},
		},
		`plot(x=[[1, 2], [5, 6]], y=[[1, 2], [3, 4]], label=["a", "b"])`: {
			X: plotting.Axis{Label: "x"}, Y: plotting.Axis{Label: "y"},
			Series: []plotting.Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1, 2}}, {Name: "b", X: []float64{5, 6}, Y: []float64{3, 4}}},
		},
		`plot([4, 5])`: {
			X: plotting.Axis{Label: "x"}, Y: plotting.Axis{Label: "y"}, Series: []plotting.Series{{Y: []float64{4, 5}}},
		},
		`bars(["a", "b"], [1, 2], published=[1.5, None], unit="GB/s")`: {
			X: plotting.Axis{Categories: []string{"a", "b"}}, Y: plotting.Axis{Unit: "GB/s"},
			Series: []plotting.Series{{Name: "published", Y: []float64{1.5, nan}, Style: plotting.Bars, Hollow: true},
				{Name: "modelled", Y: []float64{1, 2}, Style: plotting.Bars, Like: "published"}},
		},
		`bars(["a", "b"], [1, 2], published=[1.5, 2], bounds=[3, None], reference={"peak": 4})`: {
			X: plotting.Axis{Categories: []string{"a", "b"}},
			Series: []plotting.Series{{Name: "published", Y: []float64{1.5, 2}, Style: plotting.Bars, Hollow: true, Bound: []float64{3, nan}},
				{Name: "modelled", Y: []float64{1, 2}, Style: plotting.Bars, Like: "published", Bound: []float64{3, nan}}},
			References: []plotting.Reference{{Y: 4, Label: "peak"}},
		},
		`bars(["a"], {"x": [1], "y": [2]}, bounds={"y": [3]}, reference=5)`: {
			X: plotting.Axis{Categories: []string{"a"}},
			Series: []plotting.Series{{Name: "x", Y: []float64{1}, Style: plotting.Bars},
				{Name: "y", Y: []float64{2}, Style: plotting.Bars, Bound: []float64{3}}},
			References: []plotting.Reference{{Y: 5, Label: "reference"}},
		},
		`bars({"a": 1, "b": 2}, title="T")`: {
			Title: "T", X: plotting.Axis{Categories: []string{"a", "b"}}, Series: []plotting.Series{{Y: []float64{1, 2}, Style: plotting.Bars}},
		},
		`heatmap(blocks, best="lowest")`: {
			Provenance: "GTX 280, t/naive, n 4",
			X:          plotting.Axis{Label: "block.x", Categories: []string{"8", "16"}}, Y: plotting.Axis{Label: "block.y",
				Categories: []string{"1", "2"}},
			Heat: &plotting.Heat{Values: [][]float64{{8, 16}, {16, 32}}, Label: "throughput", Unit: "GB/s", Best: plotting.Lowest},
		},
		`heatmap(rows[:3], value="time", label="t")`: {
			Provenance: "GTX 280, modelled, block (32, 8)",
			X:          plotting.Axis{Label: "n", Categories: []string{"1", "2"}}, Y: plotting.Axis{Label: "kernel",
				Categories: []string{"t/naive", "t/copy"}},
			Heat: &plotting.Heat{Values: [][]float64{{1e-3, 2e-3}, {nan, 2e-3}}, Label: "t", Best: plotting.Lowest},
		},
		`heatmap([[1, 2]], y=["only"])`: {
			X: plotting.Axis{Categories: []string{"0", "1"}}, Y: plotting.Axis{Categories: []string{"only"}},
			Heat: &plotting.Heat{Values: [][]float64{{1, 2}}, Best: plotting.Highest},
		},
	} {
		if diff := cmp.Diff(want, figureOf(t, code), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", code, diff)
		}
	}
}

func TestErrors(t *testing.T) {
	for code, want := range map[string]string{
		`plot()`:                               "TypeError: plot: missing argument for data",
		`plot(3)`:                              "TypeError: plot: y: want a list of numbers or an array, got int",
		`plot([1, "a"])`:                       `TypeError: plot: y: element 1 is string "a", want a number`,
		`plot([1, 2], [1, 2, 3])`:              "ValueError: series 0 \"\": x has 2 values, y has 3",
		`plot([1, 2], y="gbps")`:               `TypeError: plot: y is the column "gbps", but the data are list [1, 2] and have no rows`,
		`plot([1], [1], x="n")`:                "TypeError: plot: x= names a column of a sweep",
		`plot([1], [[1], [2]], label=["a"])`:   "ValueError: plot: 1 labels for 2 curves",
		`plot([[1], [2], [3]], [[1], [2]])`:    "ValueError: plot: 3 lists of x values for 2 curves",
		`plot([1], [1], xscale="ln")`:          `ValueError: plot: xscale="ln": want "linear", "log2" or "log10"`,
		`plot([1], [1], reference="peak")`:     "TypeError: plot: reference is True, False",
		`plot([1], [1], reference={"a": "b"})`: `TypeError: reference "a" is string "b", want a number`,
		`plot(rows, y="gbp")`:                  `KeyError: no column "gbp" (did you mean "gbps"? columns: kernel, gpu, n, block, gbps, time, measured)`,
		`plot(rows, y="throughput")`:           `KeyError: no column "throughput" (did you mean "gbps"? columns: kernel,`,
		`plot(rows, y="size")`:                 `KeyError: no column "size" (did you mean "n"? columns: kernel,`,
		`plot(rows, y="warps")`:                `KeyError: no column "warps" (columns: kernel,`,
		`plot(rows, y=3)`:                      "TypeError: plot: y is the name of a column, got int 3",
		`plot(rows, by="krnl")`:                `KeyError: no column "krnl"`,
		`plot(rows, copy="fast")`:              `TypeError: plot: copy is a number or a result, got string "fast"`,
		`bars(["a"])`:                          "TypeError: bars: missing argument for values",
		`bars(["a", "b"], [1])`:                "1 bars for 2 categories",
		`bars(["a"], [1], published=[1, 2])`:   "2 bars for 1 categories",
		`bars(["a"], [1], bounds=[1, 2])`:      "2 values",
		`bars(["a"], [1], bounds={"x": [1]})`:  `ValueError: bars: bounds for "x", which is none of the values`,
		`bars(["a"], [1], bounds=3)`:           "TypeError: bars: bounds: want a list of numbers or an array, got int",
		`bars(["a"], [1], reference="peak")`:   `TypeError: bars: reference is a number or a dict`,
		`bars(3, [1])`:                         "TypeError: bars: labels: want a list of names, got int 3",
		`heatmap(rows, best="biggest")`:        `ValueError: heatmap: best="biggest"`,
		`heatmap(rows[:2])`:                    "ValueError: heatmap: fewer than two columns vary",
		`heatmap([[1, 2], [3]])`:               "row 1 of the heat map has 1 values for 2 categories",
		`heatmap([[1, 2]], x=["a"])`:           "row 0 of the heat map has 2 values for 1 categories",
		`table(3)`:                             "TypeError: table: rows is a list of dicts",
		`table([[1, 2]], columns=["a"])`:       "ValueError: table: row 0 is [1, 2], want a list of 1 values",
		`table([[1]], columns=[1])`:            "TypeError: table: the names in columns are strings, got int",
		`table(rows).column("x")`:              `KeyError: no column "x"`,
	} {
		_, err := newSession().run(code)
		if err == nil {
			t.Errorf("%s: no error", code)
			continue
		}
		if got := err.Name + ": " + err.Value; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	for code, want := range map[string]string{
		`table([{"n": 512, "time": 0.5}, {"n": 1024, "note": "x"}])`: "   n  time  note\n────  ────  ────\n 512   0.5\n1024        x",
		`table([[1, "a"], [None, 2]], columns=["x", "y"]).rows`:      `[{"x": 1, "y": "a"}, {"x": None, "y": 2}]`,
		`table(rows).column("n")`:                                    "[2, 1, 2, 1]",
		`table(rows).columns[:2]`:                                    `["kernel", "gpu"]`,
		`table(table(rows))[1]["block"]`:                             "(32, 8)",
		`table([{"a": 0.1, "b": 1 << 70}, {"a": "x,y"}]).csv()`:      `"a,b\n0.1,1180591620717411303424\n\"x,y\",\n"`,
		`[r["n"] for r in table(rows)]`:                              "[2, 1, 2, 1]",
	} {
		v, err := newSession().run(code)
		if err != nil {
			t.Errorf("%s: %s: %s", code, err.Name, err.Value)
		} else if got := cell.Repr(v); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", code, got, want)
		}
	}
}

// A figure is shown in every form that the contract names.
func TestFigureBundle(t *testing.T) {
	out := new(discard)
	if outcome := newSession().Execute(context.Background(), kernel.Cell{Code: rowsCode + "plot(rows)"}, out); outcome.Error != nil {
		t.Fatal(outcome.Error.Value)
	}
	for _, mime := range []string{"application/vnd.vegalite.v5+json", "image/svg+xml", "image/png", "text/plain"} {
		if out.result.Data[mime] == nil {
			t.Errorf("no %s", mime)
		}
	}
}

func TestDocs(t *testing.T) {
	for _, e := range entries {
		_, name, method := strings.Cut(e.Name, ".")
		if !method {
			name = e.Name
		}
		if !strings.HasPrefix(e.Doc, name+"(") || !strings.Contains(e.Doc, "\n\n    ") || !strings.Contains(e.Doc[len(name):], name+"(") {
			t.Errorf("the doc of %s has no signature or no example", e.Name)
		}
	}
}

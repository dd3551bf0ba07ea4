package plotting

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// oddFigures are what programs and people hand over sooner or later.
func oddFigures() map[string]*Figure {
	inf, nan := math.Inf(1), math.NaN()
	wave := make([]float64, 1000)
	for i := range wave {
		wave[i] = 50 + 40*math.Sin(float64(i)/40)
	}
	long := strings.Repeat("transpose/padded on a very long device name, ", 12)
	series := func(s ...Series) *Figure { return &Figure{Series: s} }
	figures := map[string]*Figure{
		"nothing":         {},
		"no points":       series(Series{Name: "empty"}),
		"one point":       series(Series{Name: "one", X: []float64{3}, Y: []float64{7}}),
		"zeros":           series(Series{Y: []float64{0, 0, 0}}),
		"equal":           series(Series{X: []float64{5, 5}, Y: []float64{1e9, 1e9}}),
		"nearly equal":    series(Series{Y: []float64{1, 1 + 1e-15, 1 - 1e-15}}),
		"negative":        series(Series{Y: []float64{-5, -3, -4}}),
		"not finite":      series(Series{Y: []float64{1, nan, 3, inf, -inf, 4}, Low: []float64{nan, nan, inf, 0, 0, 3}}),
		"only NaN":        series(Series{Name: "gone", Y: []float64{nan, nan}}),
		"extremes":        series(Series{Y: []float64{math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e119, -1e119}}),
		"tiny":            series(Series{Y: []float64{1e-320, 2e-320, 1e-310}}),
		"thousand points": series(Series{Name: "wave", Y: wave}, Series{Name: "again", Y: wave[300:]}),
		"cloud":           series(Series{Name: "wave", Y: wave, Style: Points}),
		"unequal lengths": series(Series{X: []float64{1, 2, 3}, Y: []float64{1}, High: []float64{1, 2, 3, 4}}),
		"odd text": {Title: "a < b & \"c\"\x00\x01\xff\n'd' ]]>", Provenance: "日本 ✓\t\u202e", X: Axis{Label: "<x>", Unit: "&"},
			Series: []Series{{Name: "</text><script>alert(1)</script>", Y: []float64{1, 2}}}},
		"long names": {Title: long, Provenance: long, X: Axis{Label: long}, Y: Axis{Label: long, Unit: long},
			Series:     []Series{{Name: long, Y: []float64{1, 2}}, {Name: strings.Repeat("x", 400), Y: []float64{2, 1}}},
			References: []Reference{{Y: 1.5, Label: long}}, Marks: []Mark{{0.5, long}, {0.5, long}}, Notes: []Note{{0, 1, long}}},
		"logarithms of nothing": {X: Axis{Scale: Log2}, Y: Axis{Scale: Log10}, References: []Reference{{Y: 0, Label: "zero"}},
			Marks: []Mark{{-1, "negative"}}, Series: []Series{{Y: []float64{0, -1, 0}}}},
		"one decade":       {Y: Axis{Scale: Log10}, Series: []Series{{Y: []float64{3, 4, 5}}}},
		"a hair of log":    {Y: Axis{Scale: Log2}, Series: []Series{{Y: []float64{100, 100.001}}}},
		"many decades":     {Y: Axis{Scale: Log10, Unit: "s"}, Series: []Series{{Y: []float64{1e-119, 1, 1e119}}}},
		"names on a curve": {X: Axis{Categories: []string{"a"}, Scale: Log2}, Series: []Series{{X: []float64{1, 2}, Y: []float64{1, 2}}}},
		"bars": {X: Axis{Label: "x", Categories: []string{"same", "same", long}}, Y: Axis{Label: "y", Unit: "s"},
			Series: []Series{{Name: "same", Y: []float64{-1, nan, 3, 4}, Low: []float64{-2}, Style: Bars, Bound: []float64{1, inf}},
				{Name: "same", Y: []float64{2}, Style: Bars, Hollow: true}, {Y: []float64{1, 2}}}},
		"log bars":    {Y: Axis{Scale: Log10}, Series: []Series{{Y: []float64{1, 1000, 0}, Style: Bars}}},
		"empty bars":  series(Series{Style: Bars}),
		"zero bars":   series(Series{Style: Bars, Y: []float64{0, 0}}),
		"many bars":   series(Series{Style: Bars, Y: wave[:150]}),
		"empty heat":  {Heat: &Heat{Best: Highest}},
		"NaN heat":    {Heat: &Heat{Values: [][]float64{{nan, inf}, {}}, Best: Lowest}},
		"equal heat":  {Heat: &Heat{Values: [][]float64{{2, 2}, {2, 2}}, Best: Lowest}},
		"ragged heat": {X: Axis{Categories: []string{long}}, Heat: &Heat{Values: [][]float64{{1}, {2, 3, 4}}, Best: Highest}},
		"large heat":  {X: Axis{Label: "x", Scale: Log2}, Heat: &Heat{Label: "v", Values: [][]float64{wave, wave, wave}}},
	}
	spans := []Span{{0, 0, 0, 1, long}, {1, 1, nan, 2, ""}, {7, 0, 0, 1, ""}, {0, 9, 1, 2, ""}, {1, 0, 3, 2, ""}, {0, 1, -inf, inf, ""},
		{-1, -1, 1, 1, ""}}
	figures["no timeline"] = &Figure{Timeline: &Timeline{}}
	figures["odd timeline"] = &Figure{Y: Axis{Categories: []string{long, ""}}, Marks: []Mark{{0.5, long}},
		Timeline: &Timeline{States: []State{{Name: long}, {Name: "</text>", Thin: true, Like: long}, {Like: "nobody"}}, Spans: spans,
			Breaks: []int{-1, 0, 99}}}
	rows := &Figure{Y: Axis{Categories: make([]string, 200)}, Timeline: &Timeline{States: []State{{Name: "a"}}}}
	for i := range 5000 {
		rows.Timeline.Spans = append(rows.Timeline.Spans, Span{Row: i % 200, From: float64(i), To: float64(i + 3)})
	}
	figures["many rows"] = rows
	many := &Figure{}
	for i := range 60 {
		many.Series = append(many.Series, Series{Name: fmt.Sprint("series ", i), Y: wave[i : i+20]})
	}
	figures["many series"] = many
	return figures
}

func TestEveryFigureCanBeDrawn(t *testing.T) {
	for name, f := range oddFigures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, metadata := f.MIMEBundle()
			svg, _ := data["image/svg+xml"].(string)
			checkXML(t, svg)
			for _, bad := range []string{"NaN", "Inf", "\x00"} {
				if strings.Contains(svg, bad) {
					t.Errorf("SVG contains %q", bad)
				}
			}
			image, err := base64.StdEncoding.DecodeString(data["image/png"].(string))
			if err != nil {
				t.Fatal(err)
			}
			config, err := png.DecodeConfig(bytes.NewReader(image))
			if err != nil {
				t.Fatal(err)
			}
			size := metadata["image/png"].(map[string]any)
			if config.Width != pngScale*size["width"].(int) || config.Height != pngScale*size["height"].(int) {
				t.Errorf("PNG has %d×%d pixels to be shown at %v", config.Width, config.Height, size)
			}
			checkVegaLite(t, f.VegaLite())
			for i, line := range strings.Split(f.Text(), "\n") {
				if n := utf8.RuneCountInString(line); n > textWidth {
					t.Errorf("line %d of the text has %d characters: %s", i+1, n, line)
				}
			}
		})
	}
}

func checkXML(t *testing.T, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("SVG is not XML: %v", err)
		}
	}
}

// checkVegaLite checks what the schema cannot: that every field that a layer
// encodes is in its data.
func checkVegaLite(t *testing.T, f map[string]any) {
	t.Helper()
	encoded, err := json.Marshal(f)
	if err != nil {
		t.Fatalf("Vega-Lite: %v", err)
	}
	var spec vegaSpec
	if err := json.Unmarshal(encoded, &spec); err != nil {
		t.Fatal(err)
	}
	if spec.Schema != vegaLiteSchema || len(spec.Layer) == 0 {
		t.Errorf("schema %q, %d layers", spec.Schema, len(spec.Layer))
	}
	spec.check(t, nil)
}

// vegaSpec is the part of a specification, or of one of its layers, that
// connects encodings with data.
type vegaSpec struct {
	Schema    string `json:"$schema"`
	Mark      struct{ Type string }
	Data      struct{ Values []map[string]any }
	Transform []struct{ As string }
	Encoding  map[string]json.RawMessage
	Layer     []vegaSpec
}

func (s vegaSpec) check(t *testing.T, rows []map[string]any) {
	t.Helper()
	if s.Data.Values != nil {
		rows = s.Data.Values
	}
	marks := []string{"bar", "line", "point", "rect", "rule", "text", "tick"}
	if s.Layer == nil && !slices.Contains(marks, s.Mark.Type) {
		t.Errorf("a layer has mark %q", s.Mark.Type)
	}
	for channel, raw := range s.Encoding {
		var e struct{ Field string }
		if json.Unmarshal(raw, &e) != nil || e.Field == "" || e.Field == "inside" || e.Field == "beyond" {
			continue // a constant, the list of a tooltip, or one of two places for a value
		}
		if slices.ContainsFunc(s.Transform, func(t struct{ As string }) bool { return t.As == e.Field }) {
			continue
		}
		has := func(row map[string]any) bool { return row[e.Field] != nil }
		if len(rows) > 0 && !slices.ContainsFunc(rows, has) {
			t.Errorf("mark %s encodes %s by %q, which no row has", s.Mark.Type, channel, e.Field)
		}
	}
	for _, layer := range s.Layer {
		layer.check(t, rows)
	}
}

func TestSameFigureSameBytes(t *testing.T) {
	f := occupancyFigure()
	want, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	wantPNG, err := f.PNG()
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if got, err := f.SVG(); err != nil || !bytes.Equal(got, want) {
				t.Errorf("SVG differs between runs, %v", err)
			}
			if got, err := f.PNG(); err != nil || !bytes.Equal(got, wantPNG) {
				t.Errorf("PNG differs between runs, %v", err)
			}
		})
	}
	group.Wait()
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		figure Figure
		want   string
	}{
		{Figure{Series: []Series{{Name: "a", X: []float64{1}, Y: []float64{1, 2}}}},
			`plotting: series 0 "a": x has 1 values, y has 2`},
		{Figure{Series: []Series{{Name: "a", Y: []float64{1, 2}, Low: []float64{1}}}},
			`plotting: series 0 "a": low has 1 values, y has 2`},
		{Figure{Series: []Series{{Name: "a", Marker: "star"}}},
			`plotting: series 0 "a": unknown marker "star", allowed are circle, square, triangle-up, diamond, triangle-down, cross, triangle-right, triangle-left and none`},
		{Figure{Series: []Series{{Name: "a", Like: "b"}}},
			`plotting: series 0 "a": like "b" is not the name of a series of this figure`},
		{Figure{X: Axis{Categories: []string{"p", "q"}}, Series: []Series{{Name: "a", Style: Bars, Y: []float64{1}}}},
			`plotting: series 0 "a": 1 bars for 2 categories`},
		{Figure{Heat: &Heat{Values: [][]float64{{1}}}},
			`plotting: heat map has 1 rows for 0 categories on the y axis`},
		{Figure{Timeline: &Timeline{Spans: []Span{{}}}},
			`plotting: span 0 has row 0, but there are 0 rows`},
		{Figure{Y: Axis{Categories: []string{"r"}}, Timeline: &Timeline{Spans: []Span{{}}}},
			`plotting: span 0 has state 0, but there are 0 states`},
		{Figure{Y: Axis{Categories: []string{"r"}}, Heat: &Heat{Values: [][]float64{{1}}}},
			`plotting: row 0 of the heat map has 1 values for 0 categories on the x axis`},
	} {
		if err := test.figure.Check(); err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
	for name, f := range samples() {
		if err := f.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBundleHasNoHTML(t *testing.T) {
	data, _ := occupancyFigure().MIMEBundle()
	var types []string
	for mime := range data {
		types = append(types, mime)
	}
	slices.Sort(types)
	want := []string{"application/vnd.vegalite.v5+json", "image/png", "image/svg+xml", "text/plain"}
	if !slices.Equal(types, want) {
		t.Errorf("bundle has %v, want %v", types, want)
	}
}

// A curve that is like another one shares its looks; everything else differs.
func TestLooks(t *testing.T) {
	c := newChart(validationFigure())
	model, other, measured := c.curves[0], c.curves[1], c.curves[2]
	if measured.color != model.color || measured.glyph.name != model.glyph.name || !measured.hollow {
		t.Errorf("measured points look like %v %v", measured.color, measured.glyph.name)
	}
	if other.color == model.color || other.glyph.name == model.glyph.name {
		t.Errorf("two curves look the same: %v %v", other.color, other.glyph.name)
	}
}

func TestLegendFollowsLastValues(t *testing.T) {
	f := &Figure{Series: []Series{
		{Name: "low", Y: []float64{9, 1}}, {Name: "gone"}, {Name: "high", Y: []float64{1, 9, math.NaN()}}, {Name: "middle", Y: []float64{5, 5}},
	}}
	var got []string
	for _, k := range newChart(f).legend {
		got = append(got, k.name)
	}
	if want := []string{"high", "middle", "low", "gone"}; !slices.Equal(got, want) {
		t.Errorf("legend lists %v, want %v", got, want)
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		axis   Axis
		values []float64
		base   baseline
		want   string
		title  string
	}{
		{Axis{}, []float64{512, 4096}, floating, "512 1024 1536 2048 2560 3072 3584 4096", ""},
		{Axis{Label: "rate", Unit: "GB/s"}, []float64{3, 141.7}, near, "0 25 50 75 100 125", "rate (GB/s)"},
		{Axis{}, []float64{90, 100}, near, "90 92 94 96 98 100", ""},
		{Axis{Label: "time", Unit: "s"}, []float64{0, 3e-4}, near, "0 50 100 150 200 250 300", "time (µs)"},
		{Axis{}, []float64{0, 3e6}, near, "0 0.5M 1M 1.5M 2M 2.5M 3M", ""},
		{Axis{}, []float64{-3, 3}, near, "-3 -2 -1 0 1 2 3", ""},
		{Axis{Scale: Log2}, []float64{512, 8192}, near, "512 1024 2048 4096 8192", ""},
		{Axis{Scale: Log2, Unit: "B"}, []float64{1024, 1 << 22}, near, "1 KiB 4 KiB 16 KiB 64 KiB 256 KiB 1 MiB 4 MiB", ""},
		{Axis{Scale: Log10, Label: "time", Unit: "s"}, []float64{1e-6, 1e-2}, near, "1 µs 10 µs 100 µs 1 ms 10 ms", "time"},
		{Axis{Scale: Log10}, []float64{1, 60}, near, "1 2 5 10 20 50", ""},
		{Axis{}, nil, near, "0.6 0.8 1 1.2 1.4", ""},
	} {
		a := newAxis(test.axis, test.values, test.base, 0.02)
		var labels []string
		for _, tick := range a.ticks {
			if tick.label != "" {
				labels = append(labels, tick.label)
			}
		}
		if got := strings.Join(labels, " "); got != test.want || a.title != test.title {
			t.Errorf("%v over %v: ticks %q, title %q\nwant %q, %q", test.axis, test.values, got, a.title, test.want, test.title)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	f := transposeFigure()
	for b.Loop() {
		if _, err := f.SVG(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	f := transposeFigure()
	for b.Loop() {
		if _, err := f.PNG(); err != nil {
			b.Fatal(err)
		}
	}
}

// A diagram draws what it can of boxes that cannot have been meant, and Check names them.
func TestDiagram(t *testing.T) {
	for name, d := range map[string]*Diagram{"nested": nestedDiagram(), "shades": shadedDiagram(), "nothing": {}} {
		if err := d.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := d.PNG(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		checkVegaLite(t, d.VegaLite())
	}
	for want, b := range map[string]Box{
		"box 0 has group 3, but there are 0 groups": {Look: Filled, Group: 3},
		"box 0 reaches": {X: 1, W: 2, H: 1},
	} {
		if err := (&Diagram{Width: 2, Height: 1, Boxes: []Box{b}}).Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", b, err, want)
		}
	}
}

// Error bars are shares of the values, to both sides whatever the sign; without a share there is none.
func TestWithErrors(t *testing.T) {
	nan := math.NaN()
	s := Series{Y: []float64{100, -50, 8, 9, 10}}.WithErrors([]float64{0.1, 0.5, 0, nan})
	for i, want := range [][2]float64{{90, 110}, {-75, -25}, {nan, nan}, {nan, nan}, {nan, nan}} {
		if got := [2]float64{s.Low[i], s.High[i]}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the error bar of %v is %v, want %v", s.Y[i], got, want)
		}
	}
	if s := s.WithErrors([]float64{0, 0}); s.Low != nil || s.High != nil {
		t.Errorf("no share is above 0, but the ends are %v and %v", s.Low, s.High)
	}
}

func TestPlusMinus(t *testing.T) {
	for share, want := range map[float64]string{0: "", 0.01: "", 0.0149: " ± 1 %", 0.034: " ± 3 %", 0.126: " ± 13 %", math.NaN(): ""} {
		if got := PlusMinus(share); got != want {
			t.Errorf("PlusMinus(%v) is %q, want %q", share, got, want)
		}
	}
}

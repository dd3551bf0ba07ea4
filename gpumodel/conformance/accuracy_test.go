package conformance

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/csv"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tables"
	"warpbook.dev/internal/tier"

	gocmp "github.com/google/go-cmp/cmp"
)

var (
	updateAccuracy = flag.Bool("update-accuracy", false, "write the largest errors of functions to testdata/accuracy/largest.csv")
	accuracyInputs = flag.Int("accuracy-inputs", 0, "how many inputs each function has, instead of its tier's number")
)

// TestAccuracy lets MPFR judge what functions return in kernels and in host code. No error may be larger than NVIDIA's guide allows
// (testdata/accuracy/bounds.csv). largest.csv has the largest errors of a run in the long tier, whose inputs are always the same.
func TestAccuracy(t *testing.T) {
	tier.Check(t)
	judges := startJudges(t)
	const listed = 4_000 // inputs of the long tier, for the table
	count := cmp.Or(*accuracyInputs, tier.Pick(0, 80, listed))
	seed := "1"
	if count < listed {
		seed = cmp.Or(os.Getenv("WARPBOOK_SEED"), seed)
	}
	functions := accuracyFunctions(t)
	largest := make([][]accuracyRow, len(functions))
	t.Run("functions", func(t *testing.T) {
		perProgram := max(1, 10_000/count)
		for batch := range slices.Chunk(functions, perProgram) {
			first := slices.Index(functions, batch[0])
			t.Run(batch[0].name, func(t *testing.T) {
				t.Parallel()
				inputs := make([][][]float64, len(batch))
				for i, f := range batch {
					inputs[i] = f.inputs(seed, count)
				}
				results := computeFunctions(t, batch, inputs)
				for i, f := range batch {
					largest[first+i] = f.judge(t, inputs[i], results[i], judges)
				}
			})
		}
	})
	if count == listed && !t.Failed() {
		compareLargest(t, count, slices.Concat(largest...))
	}
}

// An accuracyFunction is a function in one of the two formats.
type accuracyFunction struct {
	name, judged string // its name in the program, and for the judge
	format       format
	parameters   []string // x, y, z and w are floating-point numbers, n is an int
	device       bool     // kernels alone can call it
	bounds       []errorBound
}

// An errorBound is what the guide promises for a part of a function's inputs.
type errorBound struct{ where, text string }

func accuracyFunctions(t *testing.T) (all []*accuracyFunction) {
	t.Helper()
	byName := map[string]*accuracyFunction{}
	for _, row := range tables.Rows(t, "testdata/accuracy/bounds.csv") {
		for i, format := range []format{double, single} {
			if row[5+i] == "" {
				continue
			}
			key := row[i] + " " + format.name
			if byName[key] == nil {
				byName[key] = &accuracyFunction{name: row[i], judged: row[0], format: format, parameters: strings.Fields(row[2]),
					device: row[3] == "device"}
				all = append(all, byName[key])
			}
			byName[key].bounds = append(byName[key].bounds, errorBound{row[4], row[5+i]})
		}
	}
	return all
}

// id names the function in a program: isnan of a double is not isnan of a float.
func (f *accuracyFunction) id() string { return f.name + "_" + f.format.name }

// computeFunctions returns the results of functions: for each function a column of the kernel's, and one of the host's if there is one.
func computeFunctions(t *testing.T, functions []*accuracyFunction, inputs [][][]float64) [][][]float64 {
	t.Helper()
	source := bytes.NewBufferString(read(t, "testdata/accuracy/program.cu"))
	in := new(bytes.Buffer)
	binary.Write(in, binary.LittleEndian, int32(len(inputs[0][0]))) // a buffer takes all
	for i, f := range functions {
		kind, columns := "BOTH", make([]string, len(f.parameters))
		if f.device {
			kind = "DEVICE"
		}
		for j, p := range f.parameters {
			columns[j] = p + " = column(count)"
			binary.Write(in, binary.LittleEndian, inputs[i][j])
		}
		call := fmt.Sprintf("%s(%s)", f.name, strings.ToUpper(strings.Join(f.parameters, ", ")))
		fmt.Fprintf(source, "%s(%s, %s, %s, %s)\n", kind, f.id(), f.format.name, call, strings.Join(columns, ", "))
	}
	source.WriteString("int main()\n{\n\tint count = 0;\n\tfread(&count, sizeof count, 1, stdin);\n")
	for _, f := range functions {
		fmt.Fprintf(source, "\trun_%s(count);\n", f.id())
	}
	source.WriteString("}\n")

	p, err := host.Compile(t.Context(), "program.cu", source.String(), gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := p.Run(t.Context(), host.Options{Device: card(t, "H200"), Stdin: in, Stdout: &out})
	if err != nil || r.ExitCode != 0 {
		t.Fatalf("%v\n%v", err, r)
	}
	results := make([][][]float64, len(functions))
	for i, f := range functions {
		for _, side := range []string{"kernel", "host"} {
			if side == "host" && f.device {
				continue
			}
			column := make([]float64, len(inputs[i][0]))
			if err := binary.Read(&out, binary.LittleEndian, column); err != nil {
				t.Fatalf("results of the %s's %s: %v", side, f.name, err)
			}
			results[i] = append(results[i], column)
		}
	}
	return results
}

// inputs returns the columns of the function's inputs.
func (f *accuracyFunction) inputs(seed string, count int) [][]float64 {
	sum := fnv.New64a()
	sum.Write([]byte(f.id() + "\x00" + seed)) // it never fails
	d := drawer{rand.New(rand.NewPCG(sum.Sum64(), 0)), f.format}
	columns := make([][]float64, len(f.parameters))
	for range count {
		for i, x := range d.arguments(f.judged, f.parameters) {
			columns[i] = append(columns[i], x)
		}
	}
	return columns
}

// An accuracyRow is the largest error under one bound: of the kernel's results, and of the host's.
type accuracyRow struct {
	function, where, bound string
	largest                []float64
}

// judge compares results with correctly rounded ones. It reports an error above its bound, of the first three inputs.
func (f *accuracyFunction) judge(t *testing.T, inputs, results [][]float64, judges judges) (rows []accuracyRow) {
	t.Helper()
	want := judges.ask(t, f, inputs)
	for _, b := range f.bounds {
		row := accuracyRow{f.name, b.where, b.text, make([]float64, len(results))}
		if f.name == f.judged && f.format == single {
			row.function += " of float"
		}
		applies := regions[b.where]
		if applies == nil {
			t.Fatalf("%s: no region is called %q", f.name, b.where)
		}
		for side, column := range results {
			wrong := 0
			for i, got := range column {
				args := at(inputs, i)
				if !applies(f, args) || f.undefined(want[i]) || f.overflows(args) {
					continue
				}
				e, limit := f.error(b.text, args, got, want[i])
				row.largest[side] = max(row.largest[side], e)
				if e > limit {
					if wrong++; wrong <= 3 {
						t.Errorf("%s of %s: %s(%s) is %v (%x), want %v (%x): %v, at most %v", []string{"kernel", "host"}[side], f.format.name,
							f.name, f.format.list(args), got, got, want[i], want[i], e, limit)
					}
				}
			}
			if wrong > 3 {
				t.Errorf("%s of %s: %s: %d of %d inputs above the bound %s %s; largest %v", []string{"kernel", "host"}[side], f.format.name, f.name,
					wrong, len(column), b.text, b.where, row.largest[side])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// at is a row of columns.
func at(columns [][]float64, i int) []float64 {
	row := make([]float64, len(columns))
	for j, c := range columns {
		row[j] = c[i]
	}
	return row
}

// integers are the functions whose results are integers. Some inputs have none.
var integers = []string{"lrint", "llrint", "lround", "llround", "frexp_second", "remquo_second", "ilogb", "signbit"}

// undefined tells whether the function has no result where the judge says want. The sign of a NaN is nobody's.
func (f *accuracyFunction) undefined(want float64) bool {
	return math.IsNaN(want) && (f.judged == "copysign" || slices.Contains(integers, f.judged))
}

// overflows tells whether jn is a NaN by NVIDIA's own source, which is ours: one step of its recurrence multiplies by up to 2i/x, and
// scales by no more than 1e-15. i is at most 216 where n is 128.
func (f *accuracyFunction) overflows(args []float64) bool {
	return f.judged == "jn" && math.Abs(args[1]) < 2*216*1e-15
}

// error returns the error of a result in the unit of a bound, and the bound.
func (f *accuracyFunction) error(bound string, args []float64, got, want float64) (e, limit float64) {
	if text, ok := strings.CutPrefix(bound, "abs "); ok {
		limit, _ = strconv.ParseFloat(text, 64)
		if got == want || got != got && want != want {
			return 0, limit
		}
		if e = math.Abs(got - want); e != e {
			e = math.Inf(1)
		}
		return e, limit
	}
	limit, err := strconv.ParseFloat(bound, 64)
	if err != nil { // the guide's formula for yn
		limit = math.Ceil(2 + 2.5*args[0])
	}
	if slices.Contains(integers, f.judged) {
		return math.Abs(got - want), limit
	}
	return f.format.distance(got, want), limit
}

// regions are the parts of a function's inputs that the guide names.
var regions = map[string]func(f *accuracyFunction, args []float64) bool{
	"":                            func(*accuracyFunction, []float64) bool { return true },
	"|x| < 8":                     func(_ *accuracyFunction, a []float64) bool { return math.Abs(a[0]) < 8 },
	"|x| >= 8":                    func(_ *accuracyFunction, a []float64) bool { return !(math.Abs(a[0]) < 8) },
	"n = 128":                     func(_ *accuracyFunction, a []float64) bool { return a[0] == 128 },
	"|x| < n":                     func(_ *accuracyFunction, a []float64) bool { return math.Abs(a[1]) < a[0] },
	"|x| >= n":                    func(_ *accuracyFunction, a []float64) bool { return !(math.Abs(a[1]) < a[0]) },
	"|x| > 1.5 n":                 func(_ *accuracyFunction, a []float64) bool { return math.Abs(a[1]) > 1.5*a[0] },
	"x outside -10.001..-2.264":   func(_ *accuracyFunction, a []float64) bool { return !(a[0] >= -10.001 && a[0] <= -2.264) },
	"x outside -23.0001..-2.2637": func(_ *accuracyFunction, a []float64) bool { return !(a[0] >= -23.0001 && a[0] <= -2.2637) },
}

// compareLargest compares the largest errors with the table, or writes it.
func compareLargest(t *testing.T, count int, rows []accuracyRow) {
	t.Helper()
	const file = "testdata/accuracy/largest.csv"
	var text bytes.Buffer
	fmt.Fprintf(&text, "# The largest errors of functions on %d inputs each, judged by MPFR, beside the bounds of bounds.csv.\n", count)
	fmt.Fprintln(&text, "# WARPBOOK_LONG=1 go test ./gpumodel/conformance -run TestAccuracy -update-accuracy")
	w := csv.NewWriter(&text)
	w.Write([]string{"function", "where", "bound", "in kernels", "in host code"})
	for _, r := range rows {
		cells := []string{r.function, r.where, r.bound, "", ""}
		for i, e := range r.largest {
			cells[3+i] = strconv.FormatFloat(e, 'g', 3, 64)
		}
		w.Write(cells)
	}
	w.Flush()
	if *updateAccuracy {
		if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := gocmp.Diff(read(t, file), text.String()); d != "" {
		t.Errorf("%s (-want +got; -update-accuracy writes it):\n%s", file, d)
	}
}

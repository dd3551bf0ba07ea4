package measured_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/gpumodel/driver/stub"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/published"
)

var measureTo = flag.String("measure", "", "measure the launches of published/measured/h200_times.csv that -h200 selects on the first real GPU, and write that table to a file")

// TestMeasure makes published/measured/h200_times.csv on a real GPU:
//
//	go test ./gpumodel/measured -run TestMeasure -h200 . -measure h200_times.csv -v
//
// The launches are those of the table that there is; to measure one more, add a row. Every
// row is written when it is measured, so that a run that is cut short is not lost.
func TestMeasure(t *testing.T) {
	if *measureTo == "" {
		t.Skip("measures a real GPU: go test ./gpumodel/measured -run TestMeasure -h200 . -measure FILE")
	}
	d, err := measured.Card(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(*measureTo)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := measureAll(t, f, d, selectedPoints(t, published.H200Times())); err != nil {
		t.Error(err)
	}
}

// measureAll writes the table of points on a real GPU.
func measureAll(t *testing.T, f io.Writer, d *device.Device, points []*silicon) error {
	t.Helper()
	headOf(f, d)
	w := csv.NewWriter(f)
	for i, s := range points {
		began := time.Now()
		out, err := s.onCard(t, d)
		if err != nil {
			t.Errorf("%s: %v", s.key(), err)
			continue
		}
		if i == 0 {
			fmt.Fprintf(f, "# compiler: %s for %s\nprogram,n,block,grid,shared,defines,registers,static_shared,blocks_per_sm,runs,median_us,min_us,p25_us,p75_us,max_us\n",
				out.Function.Compiler, out.Function.Architecture)
		}
		if err := w.Write(s.row(out)); err != nil {
			return err
		}
		w.Flush()
		t.Logf("%s: %v in all", s.key(), time.Since(began).Round(time.Millisecond))
	}
	return w.Error()
}

// headOf says where, when and how the table was made.
func headOf(w io.Writer, d *device.Device) {
	state := "nvidia-smi is missing"
	out, err := exec.Command("nvidia-smi", "--query-gpu=driver_version,clocks.sm,clocks.mem", "--format=csv,noheader", "-i", "0").Output()
	if err == nil {
		state = strings.TrimSpace(string(out))
	}
	fmt.Fprintf(w, `# How long launches took: each between two events, on copies of the arrays in turn, so that the L2 has none of them, after a warm-up.
# device: %s, %s; driver, clocks before: %s; date: %s
# command: go test ./gpumodel/measured -run TestMeasure -h200 %s -measure h200_times.csv
# program: a built-in one, or FILE/KERNEL of this directory; n: its size, stride or offset; times in microseconds; p25 and p75: the middle half
`, d.Name, d.Card.Software, state, time.Now().UTC().Format(time.DateOnly), *h200)
}

// onCard times the launch.
func (s *silicon) onCard(t *testing.T, d *device.Device) (*driver.Outcome, error) {
	l, err := s.launch()
	if err != nil {
		return nil, err
	}
	l.Experiment.Discard = true
	if err := l.Check(d); err != nil {
		return nil, err
	}
	job, _, err := measured.JobOf(&l, d)
	if err != nil {
		return nil, err
	}
	c, err := driver.Open(t.Context(), d.Card.Index)
	if err != nil {
		return nil, err
	}
	return c.Launch(t.Context(), *job)
}

// row is the line of the table.
func (s *silicon) row(out *driver.Outcome) []string {
	m := measured.Measurement{Times: out.Times}
	row := []string{s.Program, strconv.Itoa(s.N), sidesText(s.Block), sidesText(s.Grid), strconv.Itoa(s.Shared), s.definesText(";"),
		strconv.Itoa(out.Function.Registers), strconv.Itoa(out.Function.StaticShared), strconv.Itoa(out.Blocks), strconv.Itoa(len(out.Times))}
	for _, q := range []float64{0.5, 0, 0.25, 0.75, 1} {
		row = append(row, strconv.FormatFloat(m.Quantile(q)*1e6, 'f', 3, 64))
	}
	return row
}

// sidesText is as in the tables: 32x8, 256.
func sidesText(sides [2]int) string {
	return strings.TrimSuffix(fmt.Sprintf("%dx%d", sides[0], sides[1]), "x1")
}

// TestMeasureTable: the table of a GPU of ours that computes nothing names the launches as
// they were read.
func TestMeasureTable(t *testing.T) {
	stub.Use(t)
	d, err := measured.Card(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var points []*silicon
	for _, p := range published.H200Times() {
		if p.N == 512 && p.Program == "transpose/padded" || p.Program == "vector.cu/vcopy" && p.N == 1<<22 && p.Defines["TYPE"] == "float4" {
			points = append(points, &silicon{Point: p})
		}
	}
	var table bytes.Buffer
	if err := measureAll(t, &table, d, points); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# device: NVIDIA H200", "\ntranspose/padded,512,32x8,16x16,0,",
		"\nvector.cu/vcopy,4194304,256,4096,0,TYPE=float4,"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
}

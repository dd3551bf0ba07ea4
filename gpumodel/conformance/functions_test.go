package conformance

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"

	gocmp "github.com/google/go-cmp/cmp"
)

var updateFunctions = flag.Bool("update-functions", false, "write what differs from testdata/functions/expected.txt to known.txt")

// probeRow is a row of the tables of probe.cu.
var probeRow = regexp.MustCompile(`(?m)^    R\((\w+), (.*)\)( \\)?\n`)

// TestFunctions runs rows of testdata/functions/probe.cu, and compares the bits of their results with an H100's by hashes, one of each
// 64 results, which expected.txt has. known.txt lists the rows that differ, with how many of their hashes, and those that do not
// compile: deviation 50.
func TestFunctions(t *testing.T) {
	tier.Check(t)
	probe := read(t, "testdata/functions/probe.cu")
	want := digests(read(t, "testdata/functions/expected.txt"))
	var names []string
	for _, row := range probeRow.FindAllStringSubmatch(probe, -1) {
		if want[row[1]] != nil {
			names = append(names, row[1])
		}
	}
	if len(names) != len(want) {
		t.Errorf("expected.txt has %d rows, of which probe.cu has %d", len(want), len(names))
	}
	if !*updateFunctions {
		names = tier.Sample(t, names, 100)
	}
	var known, lacking []string
	for line := range strings.Lines(read(t, "testdata/functions/known.txt")) {
		if name, what, _ := strings.Cut(strings.TrimSpace(line), " "); slices.Contains(names, name) {
			known = append(known, name+" "+what)
			if what == "lacks" {
				lacking = append(lacking, name)
			}
		}
	}
	var compiling, notes []string
	for _, name := range names {
		if !slices.Contains(lacking, name) && !*updateFunctions {
			compiling = append(compiling, name)
		} else if _, err := compileProbe(t, probe, name); err != nil {
			notes = append(notes, name+" lacks")
		} else {
			compiling = append(compiling, name)
		}
	}
	got := map[string][]string{}
	for part := range slices.Chunk(compiling, 100) { // a macro has no more than 131,072 tokens
		maps.Copy(got, runProbe(t, probe, part...))
	}
	for _, name := range compiling {
		differing := 0
		for i, d := range want[name] {
			if i >= len(got[name]) || got[name][i] != d {
				differing++
			}
		}
		if differing > 0 {
			notes = append(notes, fmt.Sprintf("%s %d", name, differing))
		}
	}
	slices.Sort(notes)
	if *updateFunctions {
		if err := os.WriteFile("testdata/functions/known.txt", []byte(strings.Join(append(notes, ""), "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		known = notes
	}
	if diff := gocmp.Diff(known, notes); diff != "" {
		t.Errorf("functions that differ from expected.txt, by hashes of 64 results (-known +got; -update-functions writes it):\n%s", diff)
	}
}

// digests reads the lines of a probe's output: the hashes of each row by its name.
func digests(text string) map[string][]string {
	rows := map[string][]string{}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] != "#" {
			for hashes := fields[1]; len(hashes) >= 8; hashes = hashes[8:] {
				rows[fields[0]] = append(rows[fields[0]], hashes[:8])
			}
		}
	}
	return rows
}

// compileProbe compiles the probe with some of its rows alone, and the functions of two results that these call.
func compileProbe(t *testing.T, probe string, names ...string) (*host.Program, error) {
	t.Helper()
	var values strings.Builder
	text := probeRow.ReplaceAllStringFunc(probe, func(row string) string {
		m := probeRow.FindStringSubmatch(row)
		if !slices.Contains(names, m[1]) {
			if m[3] == "" {
				return "\n"
			}
			return ""
		}
		values.WriteString(m[2] + "\n")
		return row
	})
	helper := regexp.MustCompile(`(?m)^__device__ \w+ (\w+)\((float|double) a.*\n`)
	text = helper.ReplaceAllStringFunc(text, func(line string) string {
		m := helper.FindStringSubmatch(line)
		argument := map[string]string{"float": "a", "double": "x"}[m[2]]
		if m[1] == "result" || m[1] == "bits" || strings.Contains("\n"+values.String(), "\n"+m[1]+"("+argument) {
			return line
		}
		return ""
	})
	return host.Compile(t.Context(), "probe.cu", text, gpumodel.Options{})
}

// runProbe is what the probe prints of some of its rows.
func runProbe(t *testing.T, probe string, names ...string) map[string][]string {
	t.Helper()
	p, err := compileProbe(t, probe, names...)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := p.Run(t.Context(), host.Options{Device: card(t, "H200"), Stdout: &out})
	if err != nil || r.ExitCode != 0 {
		t.Fatalf("%v\n%v", err, r)
	}
	return digests(out.String())
}

package figure_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/gpumodel/programs"
)

var update = flag.Bool("update", false, "write the pictures in testdata")

// show prints the text form of a picture, without spaces at the ends of lines, which
// the comment of an example can't have.
func show(p interface{ Text() string }) {
	for _, line := range strings.Split(p.Text(), "\n") {
		fmt.Println(strings.TrimRight(line, " "))
	}
}

// must is for examples, in which nothing goes wrong.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func gpu(name string) *device.Device { return must(device.Get(name)) }

// run runs a built-in program of size n on a GPU.
func run(program, on string, n int) *gpumodel.Result {
	p := must(programs.Find(program))
	return must(p.Run(context.Background(), gpu(on), programs.Run{N: n, Mode: gpumodel.Sample, Check: gpumodel.Sample}))
}

// golden compares the SVG of a picture with the file of the name in testdata.
func golden(t *testing.T, name string, p interface{ SVG() ([]byte, error) }) {
	t.Helper()
	got, err := p.SVG()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs; look at what -update writes", file)
	}
}

// observed is a launch of a built-in program, observed for three waves.
func observed(program, on string, n int) *observe.Observation {
	r := run(program, on, n)
	return must(observe.Observe(context.Background(), r.Device, r.Launch, 0, 3))
}

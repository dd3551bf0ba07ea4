package host_test

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// TestStreams: what programs with several streams print on cards with other engines and limits. The golden files have what runs
// beside what: on 1.x one kernel at a time, from 2.0 on 16, from 3.5 on 32 and more; copies by the number of engines.
func TestStreams(t *testing.T) {
	eachProgram(t, programFiles(t, "testdata/streams/*.cu"), func(t *testing.T, file, text string) {
		p, got := compiled(t, text), strings.Builder{}
		for _, card := range []string{"8800 GTX", "GTX 280", "C2050", "K20X", "V100", "H100"} {
			d, err := device.Get(card)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "-- %s --\n", card)
			r, err := p.Run(t.Context(), host.Options{Device: d, Stdout: &got, Stderr: &got})
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range r.Told() {
				fmt.Fprintln(&got, line)
			}
		}
		compareGolden(t, strings.TrimSuffix(file, ".cu")+".golden", got.String())
	})
}

package gpumodel

import (
	"testing"

	"warpbook.dev/gpumodel/device"
)

// BenchmarkPadded is one run("transpose/padded", n=4096).
func BenchmarkPadded(b *testing.B) { benchmarkProgram(b, "transpose/padded", 4096) }

// BenchmarkNaive is one run("transpose/naive", n=4096).
func BenchmarkNaive(b *testing.B) { benchmarkProgram(b, "transpose/naive", 4096) }

func benchmarkProgram(b *testing.B, name string, n int) {
	d, err := device.Get("GTX 280")
	if err != nil {
		b.Fatal(err)
	}
	p, err := FindProgram(name)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Run(b.Context(), d, ProgramRun{N: n}); err != nil {
			b.Fatal(err)
		}
	}
}

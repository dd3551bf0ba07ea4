package gpumodel

import (
	"runtime"
	"runtime/metrics"
	"sync"
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

// BenchmarkSweep is the lecture's figure: seven programs over 57 sizes, 512 to
// 4096, on all cores. It reports the memory that the Go runtime took from the system.
func BenchmarkSweep(b *testing.B) {
	d, err := device.Get("GTX 280")
	if err != nil {
		b.Fatal(err)
	}
	type point struct {
		p *Program
		n int
	}
	for b.Loop() {
		work := make(chan point)
		var wg sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			wg.Go(func() {
				for x := range work {
					if _, err := x.p.Run(b.Context(), d, ProgramRun{N: x.n, Check: Sample}); err != nil {
						b.Error(err)
					}
				}
			})
		}
		for _, p := range Programs("transpose") {
			for n := 512; n <= 4096; n += 64 {
				work <- point{p, n}
			}
		}
		close(work)
		wg.Wait()
	}
	total := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(total)
	b.ReportMetric(float64(total[0].Value.Uint64())/1e6, "MB")
}

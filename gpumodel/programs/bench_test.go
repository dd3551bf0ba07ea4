package programs

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/internal/cputime"
)

// BenchmarkPadded is one run("transpose/padded", n=4096).
func BenchmarkPadded(b *testing.B) { benchmarkProgram(b, "transpose/padded", Run{N: 4096}) }

// BenchmarkNaive is one run("transpose/naive", n=4096).
func BenchmarkNaive(b *testing.B) { benchmarkProgram(b, "transpose/naive", Run{N: 4096}) }

// BenchmarkMatmul is one run of each program of the matmul ladder, n=4096.
func BenchmarkMatmul(b *testing.B) {
	for _, x := range matmulLadder() {
		b.Run(fmt.Sprintf("%s/%dx%d", x.p.Name, x.o.Block.X, x.o.Block.Y), func(b *testing.B) {
			x.o.N = 4096
			benchmarkProgram(b, x.p.Name, x.o)
		})
	}
}

// BenchmarkMatmulFull is run("matmul/tiled", n=512, check=True): every thread, and
// the result compared.
func BenchmarkMatmulFull(b *testing.B) {
	benchmarkProgram(b, "matmul/tiled", Run{N: 512, Mode: gpumodel.Full, Check: gpumodel.Full})
}

func benchmarkProgram(b *testing.B, name string, o Run) {
	d, err := device.Get("GTX 280")
	if err != nil {
		b.Fatal(err)
	}
	p, err := Find(name)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Run(b.Context(), d, o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkH200 is a large run of each built-in program on an H200: of matrices of 8192 x 8192,
// which is to take at most a second of one idle core, of 2^24 elements in a row, of the largest
// volume.
func BenchmarkH200(b *testing.B) {
	d, err := device.Get("H200")
	if err != nil {
		b.Fatal(err)
	}
	sizes := map[form]int{matrix: 8192, volume: mostSide, elementwise: 1 << 24, summed: 1 << 24}
	for _, p := range All("") {
		b.Run(p.Name, func(b *testing.B) {
			o := Run{N: min(sizes[p.task.form], p.task.most), Check: gpumodel.Sample}
			for b.Loop() {
				if _, err := p.Run(b.Context(), d, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A point of a sweep.
type point struct {
	p *Program
	o Run
}

// matmulLadder is the lecture's matmul programs with its blocks.
func matmulLadder() (ladder []point) {
	for _, p := range All("matmul") {
		blocks := []gpumodel.Dim3{p.Block}
		if p.Name == "matmul/naive" {
			blocks = []gpumodel.Dim3{{X: 128, Y: 1, Z: 1}, {X: 1, Y: 128, Z: 1}, {X: 16, Y: 16, Z: 1}}
		}
		for _, block := range blocks {
			ladder = append(ladder, point{p, Run{Block: block, Check: gpumodel.Sample}})
		}
	}
	return ladder
}

// BenchmarkSweep is the transpose lecture's figure: seven programs over 57 sizes,
// 512 to 4096, on all cores: at most 20 s on two that have nothing else to do.
func BenchmarkSweep(b *testing.B) {
	var points []point
	for _, p := range All("transpose") {
		for n := 512; n <= 4096; n += 64 {
			points = append(points, point{p, Run{N: n, Check: gpumodel.Sample}})
		}
	}
	benchmarkSweep(b, points)
}

// BenchmarkPoint is run("transpose/padded", n=4096) on a card of each generation, at most 0.5 s of an
// idle core.
func BenchmarkPoint(b *testing.B) {
	p, err := Find("transpose/padded")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"GTX 280", "Tesla C2050", "Tesla V100", "A100", "H100", "H200"} {
		b.Run(name, func(b *testing.B) {
			d, err := device.Get(name)
			if err != nil {
				b.Fatal(err)
			}
			begin := cputime.Process()
			for b.Loop() {
				if _, err := p.Run(b.Context(), d, Run{N: 4096, Check: gpumodel.Sample}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((cputime.Process()-begin).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// BenchmarkMatmulSweep is the matmul ladder, five programs with their usual blocks, over
// 32 sizes, 128 to 4096, on all cores.
func BenchmarkMatmulSweep(b *testing.B) {
	var points []point
	for _, p := range All("matmul") {
		x := point{p, Run{Check: gpumodel.Sample}}
		for n := 128; n <= 4096; n += 128 {
			x.o.N = n
			points = append(points, x)
		}
	}
	benchmarkSweep(b, points)
}

// BenchmarkTwoCards is 13 built-in programs over 30 sizes, 192 to 2048, on a GTX 280 and an H200, one after the other:
// what a sweep over both costs where nothing is kept of earlier ones.
func BenchmarkTwoCards(b *testing.B) {
	begin := cputime.Process()
	for b.Loop() {
		for _, name := range []string{"GTX 280", "H200"} {
			d, err := device.Get(name)
			if err != nil {
				b.Fatal(err)
			}
			for _, p := range slices.Concat(All("transpose"), All("matmul")) {
				for n := 192; n <= 2048; n += 64 {
					if _, err := p.Run(b.Context(), d, Run{N: n, Check: gpumodel.Sample}); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
	b.ReportMetric((cputime.Process()-begin).Seconds()/float64(b.N), "cpu-s/op")
}

// benchmarkSweep reports, beside the time, the memory that the Go runtime took
// from the system.
func benchmarkSweep(b *testing.B, points []point) {
	d, err := device.Get("GTX 280")
	if err != nil {
		b.Fatal(err)
	}
	begin := cputime.Process()
	for b.Loop() {
		work := make(chan point)
		var wg sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			wg.Go(func() {
				for x := range work {
					if _, err := x.p.Run(b.Context(), d, x.o); err != nil {
						b.Error(err)
					}
				}
			})
		}
		for _, x := range points {
			work <- x
		}
		close(work)
		wg.Wait()
	}
	b.ReportMetric((cputime.Process()-begin).Seconds()/float64(b.N), "cpu-s/op")
	total := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(total)
	b.ReportMetric(float64(total[0].Value.Uint64())/1e6, "MB")
}

package host_test

import (
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
)

// TestMutated compiles and runs programs with slips in them: whatever a program is, there is an answer. Nothing panics, and
// nothing goes on for more than five seconds without a look at whether somebody has interrupted it.
func TestMutated(t *testing.T) {
	texts := textsOf(t, "testdata/programs/*.cu", "testdata/faults/*.cu", "testdata/hosted/*.cpp")
	m := mutate.New(texts)
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	var compiled atomic.Int64
	seeds := make([]uint64, 10_000)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	var wait sync.WaitGroup
	next := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for seed := range next {
				own := m.Seeded(seed)
				if mutatedRun(t, d, own.Text(mutate.Pick(own, texts))) {
					compiled.Add(1)
				}
			}
		})
	}
	for _, seed := range tier.Sample(t, seeds, tier.Pick(8, 30, len(seeds))) {
		next <- seed
	}
	close(next)
	wait.Wait()
	t.Log(compiled.Load(), "of them are programs")
}

func mutatedRun(t *testing.T, d *device.Device, source string) (isProgram bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("panic: %v\n%s\n%s", r, debug.Stack(), source)
		}
	}()
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	const patience = 5 * time.Second
	tooLong := errors.New("it goes on for ever")
	looks := cputime.NewCountdown(t.Context(), 0, nil)
	p, err := host.Compile(looks, "p.cu", source, gpumodel.Options{})
	if looks.Longest() > patience {
		t.Errorf("compiling takes %v between two looks\n%s", looks.Longest(), source)
	}
	if err != nil {
		return false
	}
	looks = cputime.NewCountdown(t.Context(), 2000, tooLong).Within(patience)
	began := cputime.Thread()
	_, err = p.Run(looks, host.Options{
		Device: d, Args: []string{"./p"}, Stdin: strings.NewReader("3 1 4 1 5\n"), Stdout: io.Discard, Stderr: io.Discard, Memory: 64 << 20, Folder: &folder.Folder{Dir: t.TempDir()},
	})
	last := cputime.Thread() - began
	longest := min(looks.Longest(), last) // where several goroutines look, Longest may be between two threads' times
	if longest > patience || last > 4*patience {
		t.Errorf("running takes %v, %v between two looks: %v\n%s", last, longest, err, source)
	}
	return true
}

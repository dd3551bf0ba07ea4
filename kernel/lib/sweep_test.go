package lib

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/jobs"
)

// promptly is far above what an interrupt or a shutdown takes (0.2 s on an idle
// machine, which the benchmarks measure): a test must tell an end from a hang on
// a machine that is busy with other tests.
const promptly = 5 * time.Second

// cellResult runs a cell that must not fail and returns the text of its result.
func cellResult(t *testing.T, s *cell.Session, code string) string {
	t.Helper()
	out, outcome := execute(context.Background(), s, 1, code)
	if outcome.Error != nil {
		t.Fatalf("%s: %s: %s", code, outcome.Error.Name, outcome.Error.Value)
	}
	if out.result == nil {
		return ""
	}
	return out.result.Data["text/plain"].(string)
}

// longSweep takes many seconds.
const longSweep = `s = sweep(["transpose/naive", "transpose/padded"], n=range(1024, 4097, 16), full=True)`

func TestInterruptKeepsPoints(t *testing.T) {
	s := newSession()
	ctx, interrupt := context.WithCancel(context.Background())
	var at time.Time
	time.AfterFunc(800*time.Millisecond, func() { at = time.Now(); interrupt() })
	out, outcome := execute(ctx, s, 1, longSweep)
	if took := time.Since(at); took > promptly {
		t.Errorf("the sweep ended %v after the interrupt", took)
	}
	if outcome.Error == nil || outcome.Error.Name != "KeyboardInterrupt" {
		t.Fatalf("error %+v, want a KeyboardInterrupt", outcome.Error)
	}
	if !strings.Contains(outcome.Error.Value, "last_sweep()") {
		t.Errorf("%q does not say where the points are", outcome.Error.Value)
	}
	if bar := out.displays[0].Data["text/plain"].(string); !strings.Contains(bar, "ended early") {
		t.Errorf("the bar is left as %q", bar)
	}
	if got := cellResult(t, s, `all([r["time"] > 0 for r in last_sweep().rows])`); got != "True" {
		t.Errorf("the kept points: %s", got)
	}
}

// A kernel that never ends can be interrupted too, alone and in a sweep.
func TestInterruptEndlessKernel(t *testing.T) {
	for _, code := range []string{
		`spin[1, 32](zeros(32))`,
		`sweep(spin, n=[1, 2], block=32, grid=1, args=[zeros(32)])`,
	} {
		s := newSession()
		cellResult(t, s, `spin = cuda("__global__ void spin(volatile float *a) { while (a[1] >= 0) a[1] += 1; }").spin`)
		ctx, interrupt := context.WithCancel(context.Background())
		var at time.Time
		time.AfterFunc(200*time.Millisecond, func() { at = time.Now(); interrupt() })
		_, outcome := execute(ctx, s, 2, code)
		if took := time.Since(at); took > promptly {
			t.Errorf("%s ended %v after the interrupt", code, took)
		}
		if outcome.Error == nil || outcome.Error.Name != "KeyboardInterrupt" {
			t.Errorf("%s: %+v, want a KeyboardInterrupt", code, outcome.Error)
		}
	}
}

// An exact launch that would take minutes can be interrupted.
func TestInterruptExactLaunch(t *testing.T) {
	s := newSession()
	ctx, interrupt := context.WithCancel(context.Background())
	var at time.Time
	time.AfterFunc(500*time.Millisecond, func() { at = time.Now(); interrupt() })
	_, outcome := execute(ctx, s, 1, `run("matmul/naive", n=8192, exact=True)`)
	if took := time.Since(at); took > promptly {
		t.Errorf("it ended %v after the interrupt", took)
	}
	if outcome.Error == nil || outcome.Error.Name != "KeyboardInterrupt" {
		t.Errorf("%+v, want a KeyboardInterrupt", outcome.Error)
	}
}

func TestProgressIsUpdatedRarely(t *testing.T) {
	begin := time.Now()
	out, outcome := execute(context.Background(), newSession(), 1, `sweep("transpose/padded", n=range(32, 1025, 32)).best()["n"] > 0`)
	if outcome.Error != nil {
		t.Fatal(outcome.Error.Value)
	}
	most := int(time.Since(begin)/jobs.Interval) + 2
	if len(out.displays) != 1 || out.updates < 1 || out.updates > most {
		t.Errorf("%d displays and %d updates, want one display and 1 to %d updates", len(out.displays), out.updates, most)
	}
	if text := out.displays[0].Data["text/plain"].(string); !strings.Contains(text, "32 of 32 points") {
		t.Errorf("the bar is left as %q", text)
	}
}

// The rows of a sweep do not depend on which worker was first.
func TestSweepIsDeterministic(t *testing.T) {
	s := newSession()
	const code = `sweep(["transpose/naive", "transpose/copy"], n=[64, 512, 96], block=[(32, 8), (16, 16)]).csv()`
	if first, second := cellResult(t, s, code), cellResult(t, s, code); first != second {
		t.Errorf("first\n%s\nsecond\n%s", first, second)
	}
}

func TestSave(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	if err := os.Symlink(outside, "link"); err != nil {
		t.Fatal(err)
	}
	s := newSession()
	cellResult(t, s, `s = sweep("transpose/copy", n=[64, 128]); s.save("points.csv"); s.save("points.csv")`)
	saved, err := os.ReadFile("points.csv")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(saved), "\n"); lines != 3 || !strings.HasPrefix(string(saved), "kernel,gpu,n,") {
		t.Errorf("saved %q", saved)
	}
	if got := cellResult(t, s, `t = load_sweep("points.csv"); [t.rows[i] == s.rows[i] for i in range(2)], compare(t, s).error, compare(s, t).rank_correlation`); got != "([True, True], 0.0, 1.0)" {
		t.Errorf("what was saved and read: %s", got)
	}
	for _, path := range []string{"link/points.csv", "missing/points.csv"} {
		_, outcome := execute(context.Background(), s, 2, `s.save("`+path+`")`)
		if outcome.Error == nil || outcome.Error.Name != "OSError" {
			t.Errorf("save(%q): %+v, want an OSError", path, outcome.Error)
		}
	}
	for _, d := range []string{dir, outside} {
		files, _ := filepath.Glob(filepath.Join(d, ".*points*"))
		if len(files) > 0 {
			t.Errorf("left behind: %v", files)
		}
	}
	if files, _ := os.ReadDir(outside); len(files) > 0 {
		t.Errorf("written outside: %v", files)
	}
}

func TestResultTable(t *testing.T) {
	out, outcome := execute(context.Background(), newSession(), 1, `run("transpose/padded", n=1024)`)
	if outcome.Error != nil {
		t.Fatal(outcome.Error.Value)
	}
	data := out.result.Data
	for _, want := range []string{"transpose/padded<<<(32, 32), (32, 8)>>>", "GTX 280, modelled", "time", "throughput", "% of 141.7", "bound", "occupancy"} {
		for _, mime := range []string{"text/plain", "text/html", "text/markdown"} {
			if mime == "text/plain" && !strings.Contains(data[mime].(string), want) {
				t.Errorf("%s has no %q:\n%s", mime, want, data[mime])
			}
			if data[mime] == nil {
				t.Errorf("no %s", mime)
			}
		}
	}
}

func TestSmallMatrixIsATable(t *testing.T) {
	for code, want := range map[string]bool{"ones((3, 4))": true, "ones((200, 4))": false, "ones(4)": false, "ones((2, 2, 2))": false} {
		out, _ := execute(context.Background(), newSession(), 1, code)
		if _, ok := out.result.Data["text/html"]; ok != want {
			t.Errorf("%s: HTML is %v, want %v", code, ok, want)
		}
	}
}

// An interrupted tuning keeps the configurations that were finished, and shows no picture.
func TestInterruptKeepsConfigurations(t *testing.T) {
	s := newSession()
	cellResult(t, s, `source = """__global__ void spin(volatile float *a, int n) { while (WAIT && a[1] >= 0) a[1] += 1; a[2] = n; }"""`)
	ctx, interrupt := context.WithCancel(context.Background())
	time.AfterFunc(time.Second, interrupt)
	out, outcome := execute(ctx, s, 1, `tune(source, {"block": [32, 64, 128], "WAIT": [0, 1]}, restrictions=lambda block, WAIT: WAIT == 0 or block == 128, grid=1, args=[zeros(32), 1])`)
	if outcome.Error == nil || outcome.Error.Name != "KeyboardInterrupt" || !strings.Contains(outcome.Error.Value, "after 3 of 4 points; s = last_tune() has them") {
		t.Fatalf("%+v, want a KeyboardInterrupt after three points", outcome.Error)
	}
	if len(out.displays) != 1 {
		t.Errorf("%d displays, want only the bar", len(out.displays))
	}
	if got := cellResult(t, s, `last_tune().column("error")`); got != "[None, None, None]" {
		t.Errorf("the kept configurations have the errors %s", got)
	}
}

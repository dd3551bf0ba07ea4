package lib

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

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

// A signal is a recorder that closes seen once something that is put out has a text, or the cell has ended.
type signal struct {
	recorder
	text  string
	seen  chan struct{}
	first sync.Once
}

func (s *signal) look(at string) {
	if strings.Contains(at, s.text) {
		s.give()
	}
}

func (s *signal) give() { s.first.Do(func() { close(s.seen) }) }

func (s *signal) Stream(name, text string) {
	s.recorder.Stream(name, text)
	s.look(text)
}

func (s *signal) Display(b kernel.Bundle) {
	s.recorder.Display(b)
	s.look(b.Data["text/plain"].(string))
}

func (s *signal) Update(b kernel.Bundle) {
	s.recorder.Update(b)
	s.look(b.Data["text/plain"].(string))
}

// interrupted runs a cell that has no end, and interrupts it once it has put out the sign and
// then has been done. The cell must end with a KeyboardInterrupt.
func interrupted(t *testing.T, s *cell.Session, code, sign string, then func()) (*recorder, *kernel.Error) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out := &signal{text: sign, seen: make(chan struct{})}
	ended := make(chan kernel.Outcome, 1)
	go func() {
		ended <- s.Execute(ctx, kernel.Cell{Code: code, Count: 2}, out)
		out.give()
	}()
	tier.Closed(t, sign+" of "+code, out.seen)
	then()
	interrupt()
	o := tier.Receive(t, "the end of "+code, ended)
	if o.Error == nil || o.Error.Name != "KeyboardInterrupt" {
		t.Fatalf("%s: %+v, want a KeyboardInterrupt", code, o.Error)
	}
	return &out.recorder, o.Error
}

func nothing() {}

// The exact product of matrices of 2048 x 2048 takes ten thousand times as long as the other two points. It is the last,
// so that one worker has done them before.
func TestInterruptKeepsPoints(t *testing.T) {
	tier.Check(t)
	s := newSession()
	out, err := interrupted(t, s, `s = sweep("matmul/naive", n=[16, 32, 2048], exact=True)`, "2 of 3 points", nothing)
	if !strings.Contains(err.Value, "after 2 of 3 points; s = last_sweep() has them") {
		t.Errorf("%q does not say where the points are", err.Value)
	}
	if bar := out.displays[0].Data["text/plain"].(string); !strings.Contains(bar, "ended early") {
		t.Errorf("the bar is left as %q", bar)
	}
	if got := cellResult(t, s, `[(r["n"], r["time"] > 0) for r in last_sweep().rows]`); got != "[(16, True), (32, True)]" {
		t.Errorf("the kept points: %s", got)
	}
}

// A kernel that never ends can be interrupted too, alone and in a sweep.
func TestInterruptEndlessKernel(t *testing.T) {
	for code, sign := range map[string]string{
		`spin[1, 32](zeros(32), 1)`:                                                  "it spins",
		`spin[1, 32](zeros(32), 1, exact=True)`:                                      "it spins",
		`sweep(spin, n=[1, 2], block=32, grid=1, args=lambda n: [zeros(32), n - 1])`: "1 of 2 points",
	} {
		s := newSession()
		cellResult(t, s, `spin = cuda(r"""__global__ void spin(volatile float *a, int on) {
	if (threadIdx.x == 0) printf("it spins\n");
	while (on && a[1] >= 0) a[1] += 1;
}""").spin`)
		interrupted(t, s, code, sign, nothing)
	}
}

// An exact launch that would take an hour can be interrupted. Another cell has its turn as soon as the launch has begun.
func TestInterruptExactLaunch(t *testing.T) {
	s := newSession()
	interrupted(t, s, "print('begun')\nrun('matmul/naive', n=4096, exact=True)", "begun", func() {
		if got := cellResult(t, s, "6 * 7"); got != "42" {
			t.Errorf("beside the launch 6 * 7 is %s", got)
		}
	})
}

// A sweep has one bar, which says at its end how many points there were. How often it moves is tested with the jobs.
func TestProgressIsShown(t *testing.T) {
	out, outcome := execute(context.Background(), newSession(), 1, `sweep("transpose/padded", n=range(32, 257, 32)).best()["n"] > 0`)
	if outcome.Error != nil {
		t.Fatal(outcome.Error.Value)
	}
	if len(out.displays) != 1 || out.updates < 1 {
		t.Errorf("%d displays and %d updates, want one display and at least one update", len(out.displays), out.updates)
	}
	if text := out.displays[0].Data["text/plain"].(string); !strings.Contains(text, "8 of 8 points") {
		t.Errorf("the bar is left as %q", text)
	}
}

// The rows of a sweep do not depend on which worker was first.
func TestSweepIsDeterministic(t *testing.T) {
	tier.Check(t)
	s := newSession()
	const code = `sweep(["transpose/naive", "transpose/copy"], n=[64, 512, 96], block=[(32, 8), (16, 16)]).csv()`
	if first, second := cellResult(t, s, code), cellResult(t, s, code); first != second {
		t.Errorf("first\n%s\nsecond\n%s", first, second)
	}
}

func TestSave(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Symlink(outside, "link"), os.WriteFile("mine.csv", []byte("mine"), 0o666)); err != nil {
		t.Fatal(err)
	}
	s := newSession()
	cellResult(t, s, `s = sweep("transpose/copy", n=[64, 128]); s.save("points.csv"); s.save("points.csv")`)
	saved, err := os.ReadFile("warpbook.files/points.csv")
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
	cellResult(t, s, `s.save("mine.csv")`)
	if mine, err := os.ReadFile("mine.csv"); err != nil || string(mine) != "mine" {
		t.Errorf("save has changed a file of the user's: %q, %v", mine, err)
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
	for _, want := range []string{"transpose/padded<<<(32, 32), (32, 8)>>>", "Tesla T4, modelled", "time", "throughput", "% of 320.1",
		"bound", "occupancy"} {
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
	out, err := interrupted(t, s, `tune(source, {"block": [32, 64, 128], "WAIT": [0, 1]}, restrictions=lambda block, WAIT: WAIT == 0 or block == 128, grid=1, args=[zeros(32), 1])`,
		"3 of 4 points", nothing)
	if !strings.Contains(err.Value, "after 3 of 4 points; s = last_tune() has them") {
		t.Errorf("%q, want three points", err.Value)
	}
	if len(out.displays) != 1 {
		t.Errorf("%d displays, want only the bar", len(out.displays))
	}
	if got := cellResult(t, s, `last_tune().column("error")`); got != "[None, None, None]" {
		t.Errorf("the kept configurations have the errors %s", got)
	}
}

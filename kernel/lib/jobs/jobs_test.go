package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// A screen is a kernel.Output that keeps the progress bar.
type screen struct {
	kernel.Output
	mu                sync.Mutex
	bar               string
	displays, updates int
	updated           func(b kernel.Bundle)
}

func (s *screen) show(b kernel.Bundle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bar, _ = b.Data["text/plain"].(string)
}

func (s *screen) Display(b kernel.Bundle) { s.displays++; s.show(b) }
func (s *screen) Update(b kernel.Bundle) {
	s.updates++
	s.show(b)
	if s.updated != nil {
		s.updated(b)
	}
}

// inCell runs a batch in a cell, and returns what it shows and its error.
func inCell(ctx context.Context, b *Batch[int]) (out *screen, err error) {
	out = new(screen)
	return out, inCellOn(ctx, b, out)
}

// inCellOn runs a batch in a cell that shows what it has on a screen, and returns its error.
func inCellOn(ctx context.Context, b *Batch[int], out *screen) (err error) {
	s := cell.New()
	s.Define("batch", starlark.NewBuiltin("batch", func(thread *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		b.Cell = cell.Current(thread)
		err = b.Run()
		return starlark.None, err
	}), "")
	s.Execute(ctx, kernel.Cell{Code: "batch()"}, out)
	return err
}

// The bar of one job appears after a while, and is left where the job ended.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		after time.Duration
		err   error
		want  string
	}{
		{0, nil, "███████████████░░░░░░░░░░░░░░░ 30 of 60 blocks, "},
		{0, context.Canceled, "███████████████░░░░░░░░░░░░░░░ ended early: 30 of 60 blocks, "},
		{time.Hour, nil, ""},
	} {
		s, out := cell.New(), new(screen)
		s.Define("watched", starlark.NewBuiltin("watched", func(thread *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple,
			_ []starlark.Tuple) (starlark.Value, error) {
			w := NewWatch(cell.Current(thread), "bar", "blocks", tt.after)
			for i := range 30 {
				w.Tell(i+1, 60)
			}
			w.End(tt.err)
			return starlark.None, nil
		}), "")
		s.Execute(t.Context(), kernel.Cell{Code: "watched()"}, out)
		if bar, _, _ := strings.Cut(out.bar, "0."); bar != tt.want {
			t.Errorf("the bar is left as %q, want %q", out.bar, tt.want)
		}
	}
}

func TestBatch(t *testing.T) {
	synctest.Test(t, testBatch)
}

// testBatch counts the jobs that run at a time. Each of them sleeps, so the clock of the bubble
// goes on only when all that may run do. It runs in bubbles of synctest alone.
func testBatch(t *testing.T) {
	var busy, most atomic.Int32
	got, refused := make([]int, 20), []string{}
	b := &Batch[int]{N: len(got), Workers: 3, Kept: "last()",
		Prepare: func(i int) (Job[int], error) {
			if i%7 == 6 {
				return nil, Refuse(fmt.Errorf("job %d is too large", i))
			}
			return func(context.Context) (int, error) {
				n := busy.Add(1)
				defer busy.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				time.Sleep(time.Millisecond)
				return i * i, nil
			}, nil
		},
		Done:    func(i, result int, err error) { got[i] = result },
		Refused: func(i int, err error) { refused = append(refused, err.Error()) },
	}
	out, err := inCell(t.Context(), b)
	if err != nil || !strings.Contains(out.bar, "20 of 20 points") {
		t.Errorf("the bar is %q, the error %v", out.bar, err)
	}
	if got[19] != 361 || got[13] != 0 {
		t.Errorf("the results are %v", got)
	}
	if !slices.Equal(refused, []string{"job 6 is too large", "job 13 is too large"}) {
		t.Errorf("refused: %q", refused)
	}
	if n := most.Load(); n != 3 {
		t.Errorf("at most %d jobs ran at a time, want 3", n)
	}
}

// The bar moves at every Interval while jobs run, and not with every job.
func TestBarMovesByTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Batch[int]{N: 1000, Workers: 2,
			Prepare: func(int) (Job[int], error) {
				return func(context.Context) (int, error) {
					time.Sleep(Interval/100 + time.Nanosecond) // 1000 jobs of two workers take 5 intervals
					return 0, nil
				}, nil
			},
			Done: func(int, int, error) {},
		}
		out, err := inCell(t.Context(), b)
		if err != nil || out.displays != 1 || out.updates != 6 {
			t.Errorf("%d displays and %d updates, error %v, want one display, 5 updates and the last one", out.displays, out.updates, err)
		}
	})
}

// What one job cannot be prepared for ends all, as an interrupt does; what is done is kept.
func TestBatchEndsEarly(t *testing.T) {
	wrong := errors.New("no such kernel")
	ctx, interrupt := context.WithCancel(context.Background())
	for name, test := range map[string]struct {
		third func(ctx context.Context) (int, error)
		wrong error
	}{
		"prepare":   {nil, wrong},
		"interrupt": {func(ctx context.Context) (int, error) { interrupt(); <-ctx.Done(); return 0, ctx.Err() }, context.Canceled},
	} {
		done := 0
		b := &Batch[int]{N: 5, Workers: 1, Alone: true, Kept: "last()",
			Prepare: func(i int) (Job[int], error) {
				if i < 2 {
					return func(context.Context) (int, error) { return 0, nil }, nil
				}
				if test.third == nil {
					return nil, wrong
				}
				return test.third, nil
			},
			Done: func(int, int, error) { done++ },
		}
		within := context.Background()
		if name == "interrupt" {
			within = ctx
		}
		out, err := inCell(within, b)
		if !errors.Is(err, test.wrong) || done != 2 || !strings.Contains(out.bar, "ended early: 2 of 5 points") ||
			!strings.HasSuffix(out.bar, "last() has them") {
			t.Errorf("%s: %d jobs are done, the bar is %q, the error %v", name, done, out.bar, err)
		}
	}
}

// A fault of ours in a worker ends the cell, not the notebook kernel.
func TestPanicInWorkerReachesTheCell(t *testing.T) {
	outcomes := make(chan outcome[int], 1)
	perform(context.Background(), 3, func(context.Context) (int, error) { panic("BUG: test") }, outcomes)
	if o := <-outcomes; o.panic != "BUG: test" || o.job != 3 {
		t.Errorf("outcome %+v", o)
	}
}

// svg is a picture.
type svg string

func (s svg) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"image/svg+xml": string(s)}, nil
}

// A bar says how long the rest will take, and has a picture of what is done; both are gone in the end.
func TestBarLooksAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var bars []string
		var html string
		drawn, out := 0, new(screen)
		out.updated = func(b kernel.Bundle) {
			html = b.Data["text/html"].(string)
			if bar := out.bar; len(bars) == 0 || bars[len(bars)-1] != bar {
				bars = append(bars, bar)
			}
			if drawn > 0 && !strings.HasSuffix(out.bar, "50 of 50 points, 10.0 s") && !strings.Contains(html, fmt.Sprintf("<svg>%d</svg>", drawn)) {
				t.Errorf("after picture %d the bar is %q", drawn, html)
			}
		}
		b := &Batch[int]{N: 50, Workers: 1,
			Prepare: func(int) (Job[int], error) {
				return func(context.Context) (int, error) { time.Sleep(2*Interval + time.Nanosecond); return 0, nil }, nil
			},
			Done:    func(int, int, error) {},
			Picture: func() Picture { drawn++; return svg(fmt.Sprintf("<svg>%d</svg>", drawn)) },
		}
		if err := inCellOn(t.Context(), b, out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"4 of 50 points, 0.9 s", "5 of 50 points, 1.1 s; about 10 s to go",
			"25 of 50 points, 5.1 s; about 5 s to go"} {
			if !slices.ContainsFunc(bars, func(bar string) bool { return strings.HasSuffix(bar, " "+want) }) {
				t.Errorf("no bar has %q: %q", want, bars)
			}
		}
		if drawn < 3 || drawn > 4 || strings.Contains(html, "svg") || strings.Contains(html, "to go") {
			t.Errorf("%d pictures were drawn, and the bar is left as %q; want one each %v from %v on, and none in the end", drawn, html,
				PictureEvery, PictureAfter)
		}
	})
}

// Nobody says how long the rest takes before something is known, nor a long time in seconds.
func TestRemaining(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &progress{begin: time.Now(), total: 1000}
		for _, step := range []struct {
			done int
			want string
		}{{1, ""}, {4, "; about 8 min to go"}, {1000, ""}} {
			time.Sleep(time.Second)
			if p.done = step.done; p.remaining() != step.want {
				t.Errorf("with %d done: %q, want %q", p.done, p.remaining(), step.want)
			}
		}
	})
}

package jobs

import (
	"testing"
	"testing/synctest"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// A status appears after a while, changes at every Interval, and is empty in the end.
func TestStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const after = 10 * time.Second
		s, out := cell.New(), new(screen)
		told := 0
		s.Define("work", starlark.NewBuiltin("work", func(thread *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple,
			_ []starlark.Tuple) (starlark.Value, error) {
			status := NewStatus(cell.Current(thread), "status", after)
			for took := time.Duration(0); took < after+time.Second; took += Interval / 5 {
				status.Tell(func(took time.Duration) string { told++; return took.String() })
				if took < after && out.displays > 0 {
					t.Errorf("after %v there is a status: %q", took, out.bar)
				}
				time.Sleep(Interval / 5)
			}
			if out.bar != "10.9s" {
				t.Errorf("the status is %q, want that of the last interval", out.bar)
			}
			status.End()
			return starlark.None, nil
		}), "")
		s.Execute(t.Context(), kernel.Cell{Code: "work()"}, out)
		if out.bar != "" || out.displays != 1 || out.updates != 10 || told != 10 {
			t.Errorf("%d displays, %d updates, %d texts, and %q is left; want 1, 9 and the last one, 10, and nothing", out.displays,
				out.updates, told, out.bar)
		}
	})
}

// A short job has no status.
func TestNoStatus(t *testing.T) {
	s, out := cell.New(), new(screen)
	s.Define("work", starlark.NewBuiltin("work", func(thread *starlark.Thread, _ *starlark.Builtin, _ starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		status := NewStatus(cell.Current(thread), "status", time.Hour)
		status.Tell(func(time.Duration) string { return "early" })
		status.End()
		return starlark.None, nil
	}), "")
	s.Execute(t.Context(), kernel.Cell{Code: "work()"}, out)
	if out.displays+out.updates > 0 {
		t.Errorf("%d displays, %d updates, want none", out.displays, out.updates)
	}
}

package cell

import (
	"context"
	"testing"
	"time"

	"warpbook.dev/kernel"
)

// An interrupt ends a cell at once, also in the middle of one operation of Starlark.
// The next cell waits for the operation, and can be interrupted while it does.
func TestInterruptDoesNotWaitForAnOperation(t *testing.T) {
	s := New()
	s.InterruptPatience = 50 * time.Millisecond
	if _, o := runCell(s, 1, "x = [1]\nfor i in range(4):\n    x = [x] * 80"); o.Error != nil {
		t.Fatal(o.Error)
	}
	for _, code := range []string{"x == [y for y in x]", "1"} {
		ctx, interrupt := context.WithCancel(t.Context())
		var at time.Time
		time.AfterFunc(100*time.Millisecond, func() { at = time.Now(); interrupt() })
		o := s.Execute(ctx, kernel.Cell{Code: code, Count: 2}, &recorder{})
		took := time.Since(at)
		if o.Error == nil || o.Error.Name != "KeyboardInterrupt" || took > 5*time.Second {
			t.Errorf("%s ends %v after the interrupt with %v", code, took, o.Error)
		}
	}
	if out, o := runCell(s, 3, "6 * 7"); o.Error != nil || out.result.Data["text/plain"] != "42" {
		t.Errorf("then the session says %+v", o)
	}
}

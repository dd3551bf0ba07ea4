package cell

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// An interrupt ends a cell when its patience is over, also in the middle of one operation.
// The next cell waits for the operation, and can be interrupted while it does.
func TestInterruptDoesNotWaitForAnOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		s.InterruptPatience = 50 * time.Millisecond
		end := make(chan struct{})
		s.Define("operate", starlark.NewBuiltin("operate", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple,
			[]starlark.Tuple) (starlark.Value, error) {
			<-end
			return starlark.None, nil
		}), "")
		for _, code := range []string{"operate()", "1"} {
			ctx, interrupt := context.WithCancel(t.Context())
			ended := make(chan kernel.Outcome, 1)
			go func() { ended <- s.Execute(ctx, kernel.Cell{Code: code, Count: 2}, &recorder{}) }()
			time.Sleep(time.Second)
			if len(ended) > 0 {
				t.Fatalf("%s ends by itself with %+v", code, (<-ended).Error)
			}
			at := time.Now()
			interrupt()
			o := <-ended
			if o.Error == nil || o.Error.Name != "KeyboardInterrupt" || !strings.Contains(o.Error.Value, "the next cell waits for its end") {
				t.Errorf("%s ends with %+v, want a KeyboardInterrupt", code, o.Error)
			}
			if took := time.Since(at); took != s.InterruptPatience {
				t.Errorf("%s ends %v after the interrupt, want %v", code, took, s.InterruptPatience)
			}
		}
		close(end)
		if out, o := runCell(s, 3, "6 * 7"); o.Error != nil || out.result.Data["text/plain"] != "42" {
			t.Errorf("then the session says %+v", o)
		}
	})
}

// The same with an operation of Starlark itself, in real time: the comparison of two lists of 40^4 elements.
func TestInterruptWithinAnOperation(t *testing.T) {
	s := New()
	s.InterruptPatience = time.Millisecond
	if _, o := runCell(s, 1, "x = [1]\nfor i in range(4):\n    x = [x] * 40"); o.Error != nil {
		t.Fatal(o.Error)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	out := newBlocker()
	go func() {
		<-out.reached
		close(out.goOn)
		interrupt()
	}()
	o := s.Execute(ctx, kernel.Cell{Code: "print('begun')\nwhile x == [y for y in x]:\n    pass", Count: 2}, out)
	if o.Error == nil || o.Error.Name != "KeyboardInterrupt" {
		t.Errorf("the cell ends with %+v, want a KeyboardInterrupt", o.Error)
	}
	if out, o := runCell(s, 3, "6 * 7"); o.Error != nil || out.result.Data["text/plain"] != "42" {
		t.Errorf("then the session says %+v", o)
	}
}

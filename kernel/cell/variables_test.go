package cell

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
)

func TestVariables(t *testing.T) {
	s := New()
	if _, outcome := runCell(s, 1, "n = 7\nxs = [1, [2, 3]]\nd = {'a': xs}\ndef f(x):\n    return x\nempty = []"); outcome.Error != nil {
		t.Fatal(outcome.Error)
	}
	list := func(reference int) []kernel.Variable {
		t.Helper()
		v, err := s.Variables(reference)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	globals := list(0)
	want := []kernel.Variable{
		{Name: "d", Type: "dict", Value: `{"a": [1, [2, 3]]}`, Reference: 1},
		{Name: "empty", Type: "list", Value: "[]"},
		{Name: "f", Type: "function", Value: "<function f>"},
		{Name: "n", Type: "int", Value: "7"},
		{Name: "xs", Type: "list", Value: "[1, [2, 3]]", Reference: 2},
	}
	if diff := cmp.Diff(want, globals); diff != "" {
		t.Errorf("globals (-want +got):\n%s", diff)
	}
	want = []kernel.Variable{{Name: "[0]", Type: "int", Value: "1"}, {Name: "[1]", Type: "list", Value: "[2, 3]", Reference: 3}}
	if diff := cmp.Diff(want, list(2)); diff != "" {
		t.Errorf("xs (-want +got):\n%s", diff)
	}
	want = []kernel.Variable{{Name: `"a"`, Type: "list", Value: "[1, [2, 3]]", Reference: 4}}
	if diff := cmp.Diff(want, list(1)); diff != "" {
		t.Errorf("d (-want +got):\n%s", diff)
	}
	for _, reference := range []int{-1, 99} {
		if _, err := s.Variables(reference); err == nil {
			t.Errorf("variable %d is there", reference)
		}
	}
	if b, err := s.Show("xs"); err != nil || b.Data["text/plain"] != "[1, [2, 3]]" {
		t.Errorf("Show: %v %v", b, err)
	}
	if _, err := s.Show("unknown"); err == nil {
		t.Error("Show of an unknown name")
	}
}

// While a cell computes, its turns let the panel see values, and what no turn can
// be had of is said.
func TestVariablesWhileRunning(t *testing.T) {
	s := New()
	ctx, interrupt := context.WithCancel(context.Background())
	out := newBlocker()
	defer interrupt()
	ended := make(chan kernel.Outcome, 1)
	go func() {
		ended <- s.Execute(ctx, kernel.Cell{Code: "n = 1\nprint('held')\nwhile True:\n    n += 1", Count: 1}, out)
	}()
	tier.Closed(t, "the cell to print", out.reached) // the cell has the turn, and does not give it away
	if _, err := s.Variables(0); err == nil {
		t.Error("the variables of a cell in the middle of a step")
	}
	close(out.goOn)
	tier.Wait(t, "the panel to see n", func() bool {
		list, err := s.Variables(0)
		return err == nil && len(list) == 1 && list[0].Value != "1"
	})
	interrupt()
	if outcome := tier.Receive(t, "the end of the loop", ended); outcome.Error == nil || outcome.Error.Name != "KeyboardInterrupt" {
		t.Errorf("got %v", outcome.Error)
	}
}

// A blocker is an output that is stuck until it may go on.
type blocker struct {
	recorder
	reached, goOn chan struct{}
}

func newBlocker() *blocker {
	return &blocker{reached: make(chan struct{}), goOn: make(chan struct{})}
}

func (b *blocker) Stream(string, string) { close(b.reached); <-b.goOn }

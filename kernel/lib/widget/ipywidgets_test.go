package widget

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel/cell"
)

// A new widget has the state that ipywidgets gives it, field for field.
func TestStatesAreThoseOfIpywidgets(t *testing.T) {
	python := os.Getenv("WARPBOOK_PYTHON")
	if python == "" {
		t.Skip("needs: a Python with ipywidgets in WARPBOOK_PYTHON")
	}
	args := []string{"testdata/states.py"}
	for name := range classes() {
		args = append(args, name)
	}
	text, err := exec.CommandContext(t.Context(), python, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]map[string]any
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	f := newFrontEnd(t)
	l := &library{session: cell.New(), open: map[string]*Widget{}}
	for name, c := range classes() {
		state, err := l.newWidget(c).full(f)
		if err != nil {
			t.Fatal(err)
		}
		got := f.through(state)
		for _, s := range []map[string]any{got, want[name]} {
			for field, v := range s { // models have names that nobody can foresee
				if text, ok := v.(string); ok && strings.HasPrefix(text, modelPrefix) {
					s[field] = modelPrefix
				}
			}
		}
		if diff := cmp.Diff(want[name], got); diff != "" {
			t.Errorf("%s (-ipywidgets +here):\n%s", name, diff)
		}
	}
}

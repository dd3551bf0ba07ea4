package notebook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	notebook "warpbook.dev/notebooks"
)

// A script is a kernel whose cells hold the messages that they publish: one a
// line, the type and the content. "fail" ends a cell with an error, "die" ends
// the kernel.
type script struct{ count int }

func (s *script) Execute(_ context.Context, code string, publish func(notebook.Message)) (notebook.Reply, error) {
	s.count++
	for line := range strings.Lines(code) {
		kind, content, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "die":
			return notebook.Reply{}, errors.New("the kernel died")
		case "fail":
			publish(notebook.Message{Type: "error", Content: json.RawMessage(`{"ename":"E","evalue":"bad","traceback":["E: bad"]}`)})
			return notebook.Reply{Status: "error", Count: s.count}, nil
		}
		publish(notebook.Message{Type: kind, Content: json.RawMessage(content)})
	}
	return notebook.Reply{Status: "ok", Count: s.count}, nil
}

func codeCells(sources ...string) *notebook.Notebook {
	nb := &notebook.Notebook{Minor: 5}
	for _, s := range sources {
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, Source: s,
			Outputs: []*notebook.Output{{Type: notebook.Stream, Name: "stdout", Text: "old"}}})
	}
	return nb
}

// summary is one line for each output.
func summary(nb *notebook.Notebook) (lines []string) {
	for i, c := range nb.Cells {
		for _, o := range c.Outputs {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%d %s %s%q%v", i+1, o.Type, o.Name, o.Text+o.ErrorName, o.Data["text/plain"])))
		}
	}
	return lines
}

func TestExecuteBuildsOutputs(t *testing.T) {
	for name, tc := range map[string]struct{ cells, want []string }{
		"streams merge": {
			[]string{`stream {"name":"stdout","text":"a"}
			 stream {"name":"stderr","text":"E"}
			 stream {"name":"stdout","text":"b\n"}
			 display_data {"data":{"text/plain":"D"},"metadata":{}}
			 stream {"name":"stdout","text":"c"}`},
			[]string{`1 stream stdout"ab\n"<nil>`, `1 stream stderr"E"<nil>`, `1 display_data ""D`, `1 stream stdout"c"<nil>`},
		},
		"carriage return": {
			[]string{`stream {"name":"stdout","text":"10 %\r"}
			 stream {"name":"stdout","text":"100 %\r\nxy\bz"}`},
			[]string{`1 stream stdout"100 %\nxz"<nil>`},
		},
		"update by display id reaches earlier cells": {
			[]string{`display_data {"data":{"text/plain":"0"},"transient":{"display_id":"p"}}`,
				`display_data {"data":{"text/plain":"0"},"transient":{"display_id":"p"}}
			 update_display_data {"data":{"text/plain":["1","2"]},"transient":{"display_id":"p"}}
			 update_display_data {"data":{"text/plain":"x"},"transient":{"display_id":"none"}}`},
			[]string{`1 display_data ""12`, `2 display_data ""12`},
		},
		"clear": {
			[]string{`stream {"name":"stdout","text":"a"}
			 clear_output {"wait":false}
			 stream {"name":"stdout","text":"b"}`},
			[]string{`1 stream stdout"b"<nil>`},
		},
		"clear waits": {
			[]string{`stream {"name":"stdout","text":"a"}
			 clear_output {"wait":true}`,
				`stream {"name":"stdout","text":"a"}
			 clear_output {"wait":true}
			 stream {"name":"stdout","text":"b"}`},
			[]string{`1 stream stdout"a"<nil>`, `2 stream stdout"b"<nil>`},
		},
		"result": {
			[]string{"status {}\n execute_input {}\n execute_result {\"data\":{\"text/plain\":\"3\"},\"execution_count\":1}"},
			[]string{`1 execute_result ""3`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			nb := codeCells(tc.cells...)
			if err := notebook.Execute(t.Context(), nb, &script{}, nil); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, summary(nb)); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestExecuteStopsAtTheFirstFailure(t *testing.T) {
	nb := codeCells("status {}", "fail", "status {}", "")
	nb.Cells[0].Metadata = map[string]any{"tags": []any{"raises-exception"}}
	var steps []string
	err := notebook.Execute(t.Context(), nb, &script{}, func(s notebook.Step) {
		steps = append(steps, fmt.Sprintf("%d/%d %v", s.Number, s.Of, s.Failed))
	})
	var failure *notebook.CellError
	if !errors.As(err, &failure) || err.Error() != "cell 2: E: bad" || failure.Traceback[0] != "E: bad" {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff([]string{"1/4 false", "2/4 true"}, steps); d != "" {
		t.Errorf("steps: -want +got\n%s", d)
	}
	if d := cmp.Diff([]string{`2 error "E"<nil>`}, summary(nb)); d != "" {
		t.Errorf("outputs: -want +got\n%s", d)
	}
	if nb.Cells[1].Count != 2 || nb.Cells[2].Count != 0 {
		t.Errorf("counts %d and %d, want 2 and 0", nb.Cells[1].Count, nb.Cells[2].Count)
	}
}

func TestExecuteTags(t *testing.T) {
	nb := codeCells("fail", "die", `stream {"name":"stdout","text":"ran"}`)
	nb.Cells[0].Metadata = map[string]any{"tags": []any{"raises-exception"}}
	nb.Cells[1].Metadata = map[string]any{"tags": []any{"skip-execution"}}
	if err := notebook.Execute(t.Context(), nb, &script{}, nil); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{`1 error "E"<nil>`, `2 stream stdout"old"<nil>`, `3 stream stdout"ran"<nil>`}, summary(nb)); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestExecuteKeepsWhatADeadKernelPublished(t *testing.T) {
	nb := codeCells("stream {\"name\":\"stdout\",\"text\":\"before\"}\ndie", "status {}")
	err := notebook.Execute(t.Context(), nb, &script{}, nil)
	if err == nil || err.Error() != "cell 1: the kernel died" {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff([]string{`1 stream stdout"before"<nil>`}, summary(nb)); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

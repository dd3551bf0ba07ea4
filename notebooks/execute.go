package notebook

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// A Runner is what Execute needs of a notebook kernel.
type Runner interface {
	// Execute runs code and calls publish for each iopub message of it, in order,
	// until the kernel is idle again. A failing cell is a Reply with an error
	// message published; err means that the kernel cannot go on.
	Execute(ctx context.Context, code string, publish func(Message)) (Reply, error)
}

// A Reply is the execute_reply: its status ("ok", "error") and its number.
type Reply struct {
	Status string
	Count  int
	// ErrorName and ErrorValue are those of the reply; they are used where the
	// kernel published no error output.
	ErrorName, ErrorValue string
}

// A Step is the progress of a run: a code cell that has just ended.
type Step struct {
	Number, Of int // of the code cells, from 1
	Cell       *Cell
	Time       time.Duration
	Failed     bool
}

// A CellError is a cell that ended with an error.
type CellError struct {
	Number      int // of the code cell, from 1
	Cell        *Cell
	Name, Value string
	Traceback   []string
}

func (e *CellError) Error() string {
	return fmt.Sprintf("cell %d: %s: %s", e.Number, e.Name, e.Value)
}

// Execute runs the code cells of nb in order and replaces all their outputs. It
// stops at the first cell that fails, as nbclient does: a *CellError; the cells
// after it keep no outputs. Cells with the tag raises-exception may fail, and
// those with the tag skip-execution are left as they are. progress may be nil.
func Execute(ctx context.Context, nb *Notebook, r Runner, progress func(Step)) error {
	return execute(ctx, nb, r, runnable(nb), func(s Step, failure *CellError) error {
		if progress != nil {
			progress(s)
		}
		if failure != nil && !s.Cell.HasTag("raises-exception") {
			failure.Number = s.Number
			return failure
		}
		return nil
	})
}

// ExecuteAll runs all code cells of nb in order and replaces all their outputs. It goes on
// after a cell that fails. The error says why the kernel cannot go on.
func ExecuteAll(ctx context.Context, nb *Notebook, r Runner, progress func(Step)) error {
	return execute(ctx, nb, r, runnable(nb), func(s Step, _ *CellError) error {
		progress(s)
		return nil
	})
}

// execute runs cells in order and calls ended after each one. An error of ended stops it.
func execute(ctx context.Context, nb *Notebook, r Runner, cells []*Cell, ended func(Step, *CellError) error) error {
	for _, c := range cells {
		c.Outputs, c.Count = nil, 0
	}
	out := &collector{displays: map[string][]*Output{}, widgets: widgetStates{}}
	defer func() {
		delete(nb.Metadata, "widgets") // of an earlier run
		if len(out.widgets) > 0 {
			if nb.Metadata == nil {
				nb.Metadata = map[string]any{}
			}
			nb.Metadata["widgets"] = out.widgets.metadata()
		}
	}()
	for i, c := range cells {
		if strings.TrimSpace(c.Source) == "" {
			continue
		}
		begin := time.Now()
		failure, err := executeCell(ctx, c, r, out)
		if err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if err := ended(Step{Number: i + 1, Of: len(cells), Cell: c, Time: time.Since(begin), Failed: failure != nil}, failure); err != nil {
			return err
		}
	}
	return nil
}

func runnable(nb *Notebook) []*Cell {
	var cells []*Cell
	for _, c := range nb.Cells {
		if c.Type == Code && !c.HasTag("skip-execution") {
			cells = append(cells, c)
		}
	}
	return cells
}

// executeCell runs one cell. The first result is how the cell failed, the
// second is why it could not be run.
func executeCell(ctx context.Context, c *Cell, r Runner, out *collector) (*CellError, error) {
	out.start(c)
	var bad error
	reply, err := r.Execute(ctx, c.Source, func(m Message) {
		if e := out.add(m); e != nil && bad == nil {
			bad = e
		}
	})
	if err == nil {
		err = bad
	}
	c.Count = reply.Count
	if err != nil {
		return nil, err
	}
	if reply.Status == "ok" {
		return nil, nil
	}
	for _, o := range c.Outputs {
		if o.Type == ErrorOutput {
			return &CellError{Cell: c, Name: o.ErrorName, Value: o.ErrorValue, Traceback: o.Traceback}, nil
		}
	}
	return &CellError{Cell: c, Name: reply.ErrorName, Value: reply.ErrorValue}, nil
}

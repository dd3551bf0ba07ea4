package cell

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

// runKey is where a Starlark thread keeps its Run.
const runKey = "warpbook.dev/kernel/cell.Run"

// A Run is one execution of a cell, as built-ins and magics see it.
type Run struct {
	ctx      context.Context
	stop     context.CancelCauseFunc // ends ctx
	aside    *atomic.Bool
	session  *Session
	thread   *starlark.Thread
	input    func(ctx context.Context, prompt string, password bool) (string, error)
	comms    kernel.Comms
	source   *source
	out      kernel.Output
	screen   kernel.Output // out, where nothing captures it
	bodyLine int
	made     map[string]int // by comprehensions so far, by their place
	result   starlark.Value // of the last expression; nil if there was none
	payload  []map[string]any
	graded   bool // names of built-ins mean these
	within   string
}

// Current returns the cell that runs on thread, or nil if none does.
func Current(thread *starlark.Thread) *Run {
	run, _ := thread.Local(runKey).(*Run)
	return run
}

// Context is cancelled when the user interrupts the cell. A built-in that works
// for more than a moment must watch it.
func (r *Run) Context() context.Context { return r.ctx }

// Continues reports whether another run was of the same cell: it is the same run, or both are parts of one cell of another language.
func (r *Run) Continues(o *Run) bool {
	return o != nil && (r == o || r.within != "" && r.within == o.within)
}

// Session is that of the cell.
func (r *Run) Session() *Session { return r.session }

// Thread is the Starlark thread of the cell, with which a magic calls functions.
func (r *Run) Thread() *starlark.Thread { return r.thread }

// Cell is the name of the cell in messages: In[3].
func (r *Run) Cell() string { return r.source.label }

// BodyLine is the line of the cell, from 1, at which the body of the running
// cell magic begins.
func (r *Run) BodyLine() int { return r.bodyLine }

// Print writes to the cell's standard output.
func (r *Run) Print(text string) { r.out.Stream("stdout", text) }

// Display shows v below the cell: a kernel.Bundle as it is, a value with a
// MIMEBundle method as that, everything else as text.
func (r *Run) Display(v any) {
	if b, err := r.drawn(v); err == nil {
		r.out.Display(b)
	}
}

// An Unchanging value may be shown by another goroutine than the cell's: an interrupted
// cell does not wait until a picture is drawn.
type Unchanging interface{ Unchanging() }

// drawn is bundleOf. The error is an interrupt.
func (r *Run) drawn(v any) (kernel.Bundle, error) {
	if _, ok := v.(Unchanging); !ok {
		return bundleOf(v), nil
	}
	type shown struct {
		kernel.Bundle
		err error
	}
	s, err := Detached(r.ctx, func() (s shown) {
		s.err = r.safely(func() error { s.Bundle = bundleOf(v); return nil })
		return s
	})
	return s.Bundle, cmp.Or(err, s.err)
}

// Update replaces what was displayed with the ID of b.
func (r *Run) Update(b kernel.Bundle) { r.out.Update(b) }

// Clear removes what the cell has displayed; with wait, when the next output comes.
func (r *Run) Clear(wait bool) { r.out.Clear(wait) }

// Set defines a global. It may only be called from the goroutine of the cell.
func (r *Run) Set(name string, v starlark.Value) { r.session.set(name, v) }

// Bound reports whether a cell has set a global.
func (r *Run) Bound(name string) bool {
	r.session.mu.RLock()
	defer r.session.mu.RUnlock()
	return r.session.user[name]
}

// Get returns the value of a global or a built-in.
func (r *Run) Get(name string) (starlark.Value, bool) {
	if strings.HasPrefix(name, "·") {
		return nil, false
	}
	return r.session.lookup(name)
}

// Input asks the user for a line.
func (r *Run) Input(prompt string, password bool) (string, error) {
	if r.input == nil {
		return "", fmt.Errorf("input: this front end cannot ask for a line")
	}
	var line string
	var err error
	r.Aside(func() { line, err = r.input(r.ctx, prompt, password) })
	return line, err
}

// cell runs a text that may begin with a cell magic; line is its first line.
func (r *Run) cell(text string, line int) error {
	above, trimmed := aboveMagic(text)
	if trimmed == "" {
		text, skipped := r.python(text, line)
		if skipped {
			return nil
		}
		return r.code(r.source, text, line, !endsWithSemicolon(text))
	}
	if err := r.code(r.source, above, line, false); err != nil {
		return err
	}
	line += strings.Count(above, "\n")
	head, body, _ := strings.Cut(trimmed, "\n")
	return r.cellMagic(head, body, line)
}

// aboveMagic splits a cell at its cell magic: above it there may be comments, empty lines and line magics. magic is "" where there is none.
func aboveMagic(text string) (above, magic string) {
	at := 0
	for l := range strings.Lines(text) {
		switch word := strings.TrimSpace(l); {
		case strings.HasPrefix(word, "%%"):
			at += strings.Index(l, "%%")
			return text[:at], text[at:]
		case word != "" && strings.IndexByte("#%!", word[0]) < 0:
			return text, ""
		}
		at += len(l)
	}
	return text, ""
}

// code runs a text without cell magic. Everything is parsed before anything runs.
func (r *Run) code(src *source, text string, line int, showLast bool) error {
	r.result = nil
	waits := r.Answered(strings.Repeat("\n", line-1) + text)
	steps, err := r.steps(src, text, line, showLast)
	if err != nil {
		if as := r.session.automagic(text); as != text {
			if magic, failed := r.steps(src, as, line, showLast); failed == nil {
				steps, err = magic, nil
			}
		}
	}
	if err != nil {
		if waits != nil {
			return waits // what stands for the answer need not fit its place
		}
		return src.locate(err)
	}
	if r.graded {
		defer r.session.restore()()
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// steps are what runs the segments of a text.
func (r *Run) steps(src *source, text string, line int, showLast bool) ([]func() error, error) {
	parts := segments(text, line)
	steps := make([]func() error, len(parts))
	for i, part := range parts {
		var err error
		last := showLast && i == len(parts)-1
		if part.magic {
			steps[i], err = r.lineMagic(src, part, last)
		} else {
			steps[i], err = r.compile(src, part.text, part.line, last)
		}
		if err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// compile returns what runs a text of plain statements.
func (r *Run) compile(src *source, text string, line int, showLast bool) (func() error, error) {
	file, p, err := parse(src.key, text, line)
	if err != nil {
		return nil, err
	}
	r.graded = r.graded || showLast && r.session.grades(file)
	prog, err := src.compile(file, p, showLast)
	if err != nil {
		return nil, err
	}
	return func() error {
		_, err := prog.Init(r.thread, r.session.env)
		return err
	}, nil
}

// endsWithSemicolon reports whether the last statement of a cell hides its value.
func endsWithSemicolon(text string) bool {
	tokens := lex(text, place{1, 1}, true)
	for i := len(tokens) - 1; i >= 0; i-- {
		switch t := tokens[i]; t.kind {
		case tokEnd, tokNewline:
		case tokMagic:
			return strings.HasSuffix(strings.TrimSpace(t.text), ";")
		default:
			return t.is(";")
		}
	}
	return false
}

// showResult sends the value of the last expression and keeps it as _.
func (r *Run) showResult() {
	if r.result == nil || r.result == starlark.None {
		return
	}
	r.session.mu.Lock()
	if !r.session.user["_"] {
		r.session.env["_"] = r.result
	}
	r.session.mu.Unlock()
	b, err := r.bundle(r.result)
	if r.ctx.Err() != nil {
		return
	}
	if err != nil {
		b = textBundle("(this value cannot be shown: " + err.Error() + ")")
	}
	r.out.Result(b)
}

// Bundle is how the cell would show v. The error is an interrupt, or a fault of v.
func (r *Run) Bundle(v starlark.Value) (kernel.Bundle, error) { return r.bundle(v) }

func (r *Run) bundle(v starlark.Value) (b kernel.Bundle, err error) {
	err = r.safely(func() (err error) { b, err = r.drawn(v); return err })
	return b, err
}

// bundleOf is how a value is shown.
func bundleOf(v any) kernel.Bundle {
	switch v := v.(type) {
	case kernel.Bundle:
		return v
	case interface {
		MIMEBundle() (data, metadata map[string]any)
	}:
		data, metadata := v.MIMEBundle()
		return kernel.Bundle{Data: data, Metadata: metadata}
	case starlark.Value:
		return textBundle(reprWithin(context.Background(), v, shownText))
	}
	return textBundle(fmt.Sprint(v))
}

func textBundle(s string) kernel.Bundle {
	return kernel.Bundle{Data: map[string]any{"text/plain": s}}
}

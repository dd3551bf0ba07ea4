package kernel

import (
	"context"
	"sync"
)

// A Later is an Interpreter that is built while the kernel serves already. A client that
// connects before anybody listens is refused and comes back after a tenth of a second
// (libzmq), so a kernel binds its sockets first. What needs no session is answered at
// once: kernel_info, interrupt, shutdown. What needs it waits in its queue.
type Later struct {
	info LanguageInfo
	in   func() Interpreter
}

// NewLater returns an Interpreter of a known language that build will build.
func NewLater(info LanguageInfo, build func() Interpreter) *Later {
	return &Later{info, sync.OnceValue(build)}
}

// Build builds the interpreter, once. A panic in it ends the program.
func (l *Later) Build() { l.in() }

func (l *Later) Info() LanguageInfo { return l.info }

func (l *Later) Execute(ctx context.Context, cell Cell, out Output) Outcome {
	return l.in().Execute(ctx, cell, out)
}

func (l *Later) Comm(ctx context.Context, m CommMessage, cell Cell, out Output) *Error {
	return l.in().Comm(ctx, m, cell, out)
}

func (l *Later) Complete(code string, cursor int) Completions { return l.in().Complete(code, cursor) }

func (l *Later) Inspect(code string, cursor, detail int) (Bundle, bool) {
	return l.in().Inspect(code, cursor, detail)
}

func (l *Later) Variables(reference int) ([]Variable, error) { return l.in().Variables(reference) }

func (l *Later) Show(name string) (Bundle, error) { return l.in().Show(name) }

func (l *Later) IsComplete(code string) (status, indent string) { return l.in().IsComplete(code) }

package kernel

import (
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
)

// laterBench is a kernel whose interpreter comes to be when built is closed.
func laterBench(t *testing.T) (b *bench, built chan struct{}) {
	built = make(chan struct{})
	later := NewLater(scripted{}.Info(), func() Interpreter { <-built; return scripted{} })
	go later.Build()
	return newBenchOf(t, later), built
}

// What needs no interpreter is answered before there is one; the rest waits for it.
func TestAnswersBeforeInterpreter(t *testing.T) {
	b, built := laterBench(t)
	cell := b.cell("print a")
	complete := b.post(shell, "complete_request", fields{"code": "pri", "cursor_pos": 3})
	for _, msgType := range []string{"kernel_info_request", "comm_info_request", "connect_request"} {
		if got := b.reply(b.idle(b.post(control, msgType, fields{}))); got["status"] != "ok" {
			t.Errorf("%s: %v", msgType, got)
		}
	}
	for _, m := range []wire.Message{cell, complete} {
		if b.answered(m) {
			t.Errorf("%s is answered without an interpreter", m.Header.MsgType)
		}
	}
	close(built)
	for _, m := range []wire.Message{cell, complete} {
		if got := b.reply(b.idle(m)); got["status"] != "ok" {
			t.Errorf("%s is answered with %v", m.Header.MsgType, got)
		}
	}
}

// An interrupt while the interpreter is built ends the cell that waits for it.
func TestInterruptBeforeInterpreter(t *testing.T) {
	b, built := laterBench(t)
	cell := b.cell("forever")
	b.r.until(t, "execute_input", func(s sent) bool { return s.Header.MsgType == "execute_input" })
	b.idle(b.post(control, "interrupt_request", fields{}))
	close(built)
	if got := b.reply(b.idle(cell)); got["ename"] != "KeyboardInterrupt" {
		t.Errorf("the cell ends with %v", got)
	}
}

// A shutdown does not wait for the interpreter, and the sockets answer before it.
func TestShutdownBeforeInterpreter(t *testing.T) {
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	later := NewLater(scripted{}.Info(), func() Interpreter { <-never; return scripted{} })
	k, err := New(later, wire.Connection{Key: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	go later.Build()
	p := connect(t, k.Connection()) // before anybody serves
	request := p.send(p.shell, "kernel_info_request", fields{})
	done := make(chan error, 1)
	go func() { done <- k.Serve(t.Context()) }()
	if m := p.recv(p.shell); m.Parent.MsgID != request.Header.MsgID || !strings.Contains(string(m.Content), `"a kernel for tests"`) {
		t.Errorf("reply %s", m.Content)
	}
	p.send(p.shell, "execute_request", fields{"code": "print never"})
	p.send(p.control, "shutdown_request", fields{"restart": false})
	if m := p.recv(p.control); m.Header.MsgType != "shutdown_reply" {
		t.Errorf("got %s", m.Header.MsgType)
	}
	if err := tier.Receive(t, "the kernel, which should not wait for its interpreter", done); err != nil {
		t.Error(err)
	}
}

// Who asks for the history while its file is read waits, and holds up nobody else.
func TestHistoryWaitsForItsFile(t *testing.T) {
	b := newBench(t)
	b.k.history.mu.Lock() // as RememberIn does
	ask := b.post(shell, "history_request", fields{"hist_access_type": "tail", "n": 10})
	b.idle(b.post(shell, "kernel_info_request", fields{}))
	if b.answered(ask) {
		t.Error("the history is answered before it is read")
	}
	b.k.history.entries = []entry{{1, 1, "earlier", ""}}
	b.k.history.session = 2
	b.k.history.mu.Unlock()
	if got := b.reply(b.idle(ask)); len(got["history"].([]any)) != 1 {
		t.Errorf("the history is %v", got)
	}
}

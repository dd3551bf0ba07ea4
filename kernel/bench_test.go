package kernel

import (
	"context"
	"testing"

	"warpbook.dev/kernel/wire"
)

// BenchmarkInterrupt is the time from an interrupt_request to the reply of the cell.
func BenchmarkInterrupt(b *testing.B) {
	k := newBench(b)
	for b.Loop() {
		b.StopTimer()
		k.r.forget()
		cell := k.cell("forever")
		k.begun(cell)
		b.StartTimer()
		k.post(control, "interrupt_request", fields{})
		k.idle(cell)
	}
}

// BenchmarkAnswerDuringACell is the time of an answer while a cell runs.
func BenchmarkAnswerDuringACell(b *testing.B) {
	k := newBench(b)
	cell := k.cell("forever")
	k.begun(cell)
	for b.Loop() {
		k.r.forget()
		k.idle(k.post(shell, "kernel_info_request", fields{}))
	}
	k.k.lanes.interrupt()
}

// BenchmarkShutdown is the time from a shutdown_request to the end of Serve, in the middle of a cell that
// does not listen.
func BenchmarkShutdown(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		k, err := New(scripted{}, wire.Connection{Key: "secret"})
		if err != nil {
			b.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- k.Serve(context.Background()) }()
		p := connect(b, k.Connection())
		for p.recv(p.iopub).Header.MsgType != "iopub_welcome" {
		}
		p.send(p.shell, "execute_request", fields{"code": "deaf"})
		for p.recv(p.iopub).Header.MsgType != "execute_input" {
		}
		b.StartTimer()
		p.send(p.control, "shutdown_request", fields{"restart": false})
		if err := <-done; err != nil {
			b.Error(err)
		}
	}
}

// forget drops what was sent, so that looking for a message takes no longer each time.
func (r *recorder) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent = nil
}

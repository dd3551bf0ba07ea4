package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/client"
	"warpbook.dev/kernel/wire"
	notebook "warpbook.dev/notebooks"
)

// A watched is a notebook kernel in a process of its own that runs cells of which nobody knows what they do. It is a
// notebook.Runner. Each cell has a share of the processor and is interrupted then.
type watched struct {
	t      *testing.T
	client *client.Client // nil where the next cell starts a kernel
	usage  *process.Process
	stderr *lockedText
	empty  int64    // the most memory before the first cell, in bytes
	last   []string // cells
	seed   uint64   // of what it runs now
}

const (
	// watchedMemory is the limit of a watched session. What it holds and the kernel's own is at most a tenth more.
	watchedMemory = 256 << 20
	// watchedShare is the CPU time after which a cell is interrupted; what goes on for watchedPatience more hangs.
	watchedShare    = 250 * time.Millisecond
	watchedPatience = 5 * time.Second
	// watchedKept is how many cells a failure tells, the last ones.
	watchedKept = 12
)

// lockedText is what several goroutines write and read.
type lockedText struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start starts the kernel in a folder of its own.
func (w *watched) start() error {
	dir := w.t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "data.txt"), []byte("3 1 4 1 5\n"), 0o644); err != nil {
		return err
	}
	argv := []string{program(w.t), "kernel", "-f", "{connection_file}", "--history", "", "--memory-limit", fmt.Sprint(watchedMemory),
		"--output-limit", "10kB", "--output-file-limit", "1MB", "--files-limit", "10MB", "--files-count", "20"}
	w.stderr = &lockedText{}
	var err error
	if w.client, err = client.StartIn(tier.Context(w.t), dir, w.stderr, argv, []string{"JUPYTER_DATA_DIR=" + w.t.TempDir()}); err != nil {
		return err
	}
	if w.usage, err = process.NewProcess(int32(w.client.PID())); err != nil {
		return err
	}
	w.last = nil
	for _, code := range []string{"1", "%%cuda\n__global__ void k(float *a) { a[threadIdx.x] = 1; }", "k[1, 32](zeros(32))"} {
		if _, err := w.client.Execute(tier.Context(w.t), code, nil); err != nil {
			return err
		}
	}
	w.empty = peak(w.t, w.client.PID())
	return nil
}

// end shuts the kernel down. The next cell starts another one.
func (w *watched) end() {
	if w.client != nil {
		if err := w.client.Shutdown(context.Background()); err != nil {
			w.t.Error(err)
		}
		w.client = nil
	}
}

// cpu is the CPU time that the kernel has taken.
func (w *watched) cpu() time.Duration {
	times, err := w.usage.Times()
	if err != nil {
		return 0 // it has ended, which somebody else tells
	}
	return time.Duration((times.User + times.System) * float64(time.Second))
}

// Execute implements notebook.Runner. What a cell must not do is an error of the test: a panic, the end of the kernel, a hang,
// more memory than a session may have.
func (w *watched) Execute(_ context.Context, code string, publish func(notebook.Message)) (notebook.Reply, error) {
	if w.client == nil {
		if err := w.start(); err != nil {
			w.t.Errorf("no kernel: %v", err)
			return notebook.Reply{Status: "error"}, err
		}
	}
	w.last = append(w.last, code)
	w.last = w.last[max(0, len(w.last)-watchedKept):]
	reply, interrupted, err := w.watch(code, publish)
	if interrupted && err == nil { // its last operation may go on alone
		err = w.settle()
	}
	if err != nil {
		w.wrong("%v\n%s", err, w.stderr)
		w.client = nil
		return notebook.Reply{Status: "error"}, nil
	}
	if most := w.empty + watchedMemory + watchedMemory/10; tier.Pick(false, false, true) && peak(w.t, w.client.PID()) > most {
		w.wrong("the kernel took %d MB, %d MB before the first cell; the session may have %d MB", peak(w.t, w.client.PID())>>20,
			w.empty>>20, watchedMemory>>20)
		w.end()
	} else {
		forgetPeak(w.client.PID())
	}
	return reply, nil
}

// wrong reports what the last cell has done, and the cells before it.
func (w *watched) wrong(format string, args ...any) {
	w.t.Helper()
	w.t.Errorf("seed %d: %s\n# cells:\n%s", w.seed, fmt.Sprintf(format, args...), strings.Join(w.last, "\n# %%\n"))
}

// watch executes a cell and interrupts it when it has had its share.
func (w *watched) watch(code string, publish func(notebook.Message)) (reply notebook.Reply, interrupted bool, err error) {
	ended := make(chan struct{})
	var watching sync.WaitGroup
	hung := false
	watching.Go(func() { interrupted, hung = w.interrupt(ended) })
	m, err := w.client.Execute(tier.Context(w.t), code, func(m wire.Message) {
		publish(notebook.Message{Type: m.Header.MsgType, Content: m.Content})
	})
	close(ended)
	watching.Wait()
	switch {
	case hung:
		return reply, true, errors.New("the cell does not end")
	case err != nil:
		return reply, interrupted, err
	}
	if reply, err = executeReply(m); reply.ErrorName == "InternalError" {
		var content struct{ Traceback []string }
		_ = m.Decode(&content)
		w.wrong("%s\n%s", reply.ErrorValue, strings.Join(content.Traceback, "\n"))
	}
	return reply, interrupted, err
}

// interrupt interrupts a cell once, and ends the kernel if that does not help.
func (w *watched) interrupt(ended chan struct{}) (interrupted, hung bool) {
	began := w.cpu()
	tier.Look(ended, func() bool {
		switch took := w.cpu() - began; {
		case took > watchedShare && !interrupted:
			interrupted = true
			_ = w.client.Interrupt(tier.Context(w.t)) // one that fails shows as a cell that does not end
		case took > watchedShare+watchedPatience && !hung:
			hung = true
			w.abort()
		}
		return hung
	})
	return interrupted, hung
}

// settle waits until the kernel does nothing any more.
func (w *watched) settle() error {
	began := w.cpu()
	last, idle := began, 0
	tier.Look(nil, func() bool {
		now := w.cpu()
		if idle++; now != last {
			last, idle = now, 0
		}
		return idle == 5 || now-began > watchedPatience
	})
	if last-began > watchedPatience {
		w.abort()
		w.end()
		return errors.New("the cell has ended, and the kernel goes on with it")
	}
	return nil
}

// abort ends the kernel with all stacks on its standard error.
func (w *watched) abort() {
	if p, err := os.FindProcess(w.client.PID()); err == nil && p.Signal(syscall.SIGQUIT) != nil {
		_ = p.Kill()
	}
}

// forgetPeak has the system measure the most memory of a process from now on.
func forgetPeak(pid int) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) // where there is none, there is no peak either
}

//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A worker is the process that owns a card's context.
type worker struct {
	index   int
	cmd     *exec.Cmd
	life    *os.File // its standard input
	orders  *os.File
	out     *bufio.Writer
	replies *bufio.Reader
	pipe    *os.File // below replies
	printed *printed
	stderr  *tail
	exited  chan struct{} // closed when the process is gone
	over    bool
	served  bool // it has answered an order

	mu     sync.Mutex
	reason error // why it was killed
}

// start starts a worker.
func start(index int) (*worker, error) {
	if !serves {
		return nil, errNoWorker
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var ours, theirs []*os.File
	pipes := make([][2]*os.File, 5)
	for i := range pipes {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours, theirs)
			return nil, err
		}
		pipes[i] = [2]*os.File{r, w}
		if i == 0 || i == 3 { // to the worker
			ours, theirs = append(ours, w), append(theirs, r)
		} else {
			ours, theirs = append(ours, r), append(theirs, w)
		}
	}
	cmd := exec.Command(program, command, strconv.Itoa(index))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	cmd.ExtraFiles = []*os.File{theirs[3], theirs[4]}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C in a terminal is the parent's
	err = cmd.Start()
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, fmt.Errorf("the worker process of the GPU does not start: %w", err)
	}
	w := &worker{
		index: index, cmd: cmd, life: ours[0], orders: ours[3], pipe: ours[4],
		out: bufio.NewWriterSize(ours[3], 1<<20), replies: bufio.NewReaderSize(ours[4], 1<<20),
		printed: readPrinted(ours[1]), stderr: readTail(ours[2]), exited: make(chan struct{}),
	}
	go func() {
		_ = cmd.Wait() // its state is in cmd.ProcessState
		close(w.exited)
	}()
	return w, nil
}

func closeAll(lists ...[]*os.File) {
	for _, files := range lists {
		for _, f := range files {
			f.Close()
		}
	}
}

func (w *worker) alive() bool {
	select {
	case <-w.exited:
		return false
	default:
		return true
	}
}

// kill ends the process; the first reason is kept.
func (w *worker) kill(reason error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.reason == nil {
		w.reason = reason
	}
	_ = w.cmd.Process.Kill() // it may be gone already
	// A process that is stuck in the driver does not end at once, but nobody waits for it.
	end := time.Now().Add(farewell)
	_ = w.pipe.SetReadDeadline(end) // a pipe has deadlines, unless it is closed
	_ = w.orders.SetWriteDeadline(end)
}

// end closes the worker's pipes, at which it ends, and kills it if it does not.
func (w *worker) end() {
	w.over = true
	w.life.Close()
	w.orders.Close()
	go func() {
		select {
		case <-w.exited:
		case <-time.After(farewell):
			_ = w.cmd.Process.Kill()
			<-w.exited
		}
		w.pipe.Close()
	}()
}

// ask sends an order and returns the last reply. between answers the others, and
// returns for how long the next may be waited for.
func (w *worker) ask(ctx context.Context, o order, limit time.Duration, between func(r *reply) (time.Duration, error)) (*reply, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	guard := w.guard(ctx, limit)
	defer guard.end()
	err := writeMessage(w.out, o)
	if err == nil {
		err = w.out.Flush()
	}
	if err != nil {
		return nil, w.silent(err)
	}
	for answers := 0; ; answers++ {
		r := &reply{}
		if err := readMessage(w.replies, r); err != nil {
			if answers == 0 {
				return nil, w.silent(err)
			}
			return nil, w.lost(err)
		}
		switch r.Kind {
		case "done":
			w.served = true
			return r, nil
		case "error":
			w.over = w.over || r.Over
			return nil, r.Error
		}
		if between != nil {
			next, err := between(r)
			if err != nil {
				return nil, w.lost(err)
			}
			guard.next(next, r.Phase)
		}
	}
}

// A guard kills a worker when the cell is interrupted, or when it takes too long.
type guard struct {
	w        *worker
	stop     func() bool
	watchdog *time.Timer
}

func (w *worker) guard(ctx context.Context, limit time.Duration) *guard {
	g := &guard{w: w, stop: context.AfterFunc(ctx, func() { w.kill(context.Cause(ctx)) })}
	g.next(limit, phaseStart)
	return g
}

// next begins to wait anew.
func (g *guard) next(limit time.Duration, phase string) {
	if g.watchdog != nil && !g.watchdog.Stop() {
		return // it has barked
	}
	g.watchdog = time.AfterFunc(limit, func() {
		msg := fmt.Sprintf("no end after %v, so the GPU's worker process was ended", limit)
		if phase == phaseStart {
			msg += ": the driver does not answer. Try again; `nvidia-smi` shows the GPU's state and which processes use it"
		}
		g.w.kill(&Error{What: phase, Msg: msg, Late: true})
	})
}

func (g *guard) end() {
	if !g.stop() || !g.watchdog.Stop() {
		g.w.over = true // it is being killed
	}
}

// silent is lost of a worker that has answered nothing to its order.
func (w *worker) silent(err error) error {
	lost := w.lost(err)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.served && w.reason == nil {
		return errIdle{lost}
	}
	return lost
}

// lost says why a worker does not talk any more.
func (w *worker) lost(err error) error {
	w.over = true
	select {
	case <-w.exited:
	case <-time.After(farewell):
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.reason != nil {
		return w.reason
	}
	if w.alive() {
		_ = w.cmd.Process.Kill()
		return fmt.Errorf("the worker process of the GPU does not answer: %w", err)
	}
	return w.died()
}

// died says how the process ended.
func (w *worker) died() error {
	state := w.cmd.ProcessState
	said := w.stderr.text()
	status, _ := state.Sys().(syscall.WaitStatus)
	msg := fmt.Sprintf("the worker process of the GPU ended (%v)", state)
	switch {
	case status.Signaled() && status.Signal() == syscall.SIGKILL:
		msg = "the worker process of the GPU was killed from outside (signal 9: by a user, or for want of memory)"
	case status.Signaled():
		msg = fmt.Sprintf("the worker process of the GPU crashed (signal: %v)", status.Signal())
	case strings.HasPrefix(said, "SIG") || strings.Contains(said, "fatal error:"):
		msg = "the worker process of the GPU crashed"
	}
	if said != "" {
		msg += ": " + firstLine(said)
	}
	return &Error{Msg: msg}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// launch runs a launch.
func (w *worker) launch(ctx context.Context, l Launch) (*Outcome, error) {
	w.printed.reset()
	r, err := w.ask(ctx, order{Kind: "launch", Launch: &l}, startTimeout, func(r *reply) (time.Duration, error) {
		switch {
		case r.Kind == "ready":
			if err := l.Send(w.out); err != nil {
				return 0, err
			}
			return busyTimeout, w.out.Flush()
		case r.Phase == phaseLaunch:
			return l.Timeout, nil
		case r.Phase == phaseRepeat:
			return l.Timeout + grace, nil
		}
		return busyTimeout, nil
	})
	if err != nil {
		return &Outcome{Printed: w.printed.take(w, false)}, err
	}
	o := &Outcome{Function: *r.Function, Times: r.Times, Warm: r.Warm, Blocks: r.Blocks}
	guard := w.guard(ctx, busyTimeout)
	defer guard.end()
	for _, n := range r.Sizes {
		data := make([]byte, n)
		if _, err := io.ReadFull(w.replies, data); err != nil {
			return nil, w.lost(err)
		}
		o.Arrays = append(o.Arrays, data)
	}
	o.Printed = w.printed.take(w, true)
	return o, nil
}

// maxPrinted is how much of what a kernel prints is kept.
const maxPrinted = 16 << 20

// printed is the output of a worker.
type printed struct {
	mu   sync.Mutex
	more sync.Cond
	data []byte
	eof  bool
}

func readPrinted(f *os.File) *printed {
	p := &printed{}
	p.more.L = &p.mu
	go func() {
		defer f.Close()
		buf := make([]byte, 1<<16)
		for {
			n, err := f.Read(buf)
			p.mu.Lock()
			if p.data = append(p.data, buf[:n]...); len(p.data) > maxPrinted {
				p.data = p.trim()
			}
			p.eof = err != nil
			p.more.Broadcast()
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return p
}

// trim drops the middle of too much output: the marks stay.
func (p *printed) trim() []byte {
	return append(p.data[:maxPrinted/2:maxPrinted/2], p.data[len(p.data)-maxPrinted/4:]...)
}

func (p *printed) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data = nil
}

// take returns what the launch has printed, when all of it is there: up to the
// mark if the launch ended, otherwise up to where the process ended or now.
func (p *printed) take(w *worker, ended bool) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	for (ended || !w.alive()) && !p.eof && !bytes.Contains(p.data, markEnd) {
		p.more.Wait()
	}
	_, text, begun := bytes.Cut(p.data, markBegin)
	if !begun {
		return nil
	}
	text, _, _ = bytes.Cut(text, markEnd)
	p.data = nil
	return text
}

// A tail is the beginning of what a worker says of itself.
type tail struct {
	done chan struct{}
	mu   sync.Mutex
	data []byte
}

const maxTail = 16 << 10

func readTail(f *os.File) *tail {
	t := &tail{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		defer f.Close()
		buf := make([]byte, 4096)
		for {
			n, err := f.Read(buf)
			t.mu.Lock()
			t.data = append(t.data, buf[:min(n, maxTail-len(t.data))]...)
			t.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return t
}

// text is what was said until now, or, of a process that ended, all of it.
func (t *tail) text() string {
	select {
	case <-t.done:
	case <-time.After(farewell):
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data)
}

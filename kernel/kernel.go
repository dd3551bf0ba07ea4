// Package kernel is a Jupyter kernel around an Interpreter: five ZeroMQ sockets, a
// table from message types to handlers, and the rules of the protocol.
//
// The way of a request: a socket's goroutine reads and verifies it (package wire),
// dispatch looks its type up in the routes, and answer wraps its handler between
// status busy and idle, so that idle is always the last word of a request. What can
// be said at once is said by the goroutine that reads, even while a cell runs:
// kernel_info, interrupt, shutdown. Completion and inspection have a queue of their
// own; cells run one at a time in each shell, and messages of comms beside them.
//
// Output is never lost: streams are gathered for a few milliseconds, a cell that puts
// out more than its readers read, or than a Jupyter server between lets pass, waits,
// and the sockets deliver what is queued before the kernel ends.
//
// Source: the Jupyter messaging protocol, version 5.5 (jupyter_client,
// docs/messaging.rst).
package kernel

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"warpbook.dev/kernel/wire"
)

// A Kernel serves one Interpreter to any number of clients.
type Kernel struct {
	in      Interpreter
	session *wire.Session
	conn    wire.Connection
	sockets *sockets
	out     sink
	pace    *pacer // of what is published
	spool   *spool // what is not shown of long texts; nil shows all
	log     *slog.Logger
	stderr  *logWriter // of log

	lanes  *lanes // cells and comms
	comms  openComms
	asides *queue // requests that may take the interpreter a moment

	history  *history
	count    atomic.Int64 // cells that were stored
	question question
	meter    func() *meter
	debugger debugger
	parent   int // the process that started this one

	stopped chan struct{} // closed by the first shutdown
	stop    func()
}

// New binds the sockets of conn. A port of 0 lets the system choose: see
// Kernel.Connection.
func New(in Interpreter, conn wire.Connection) (*Kernel, error) {
	if err := conn.Check(); err != nil {
		return nil, err
	}
	parent := os.Getppid() // before anybody can see that the kernel runs, and end
	session := wire.NewSession(conn.Key)
	k := newKernel(in, session, nil)
	sockets, err := bind(&conn, session, (&refusals{log: k.log}).report)
	if err != nil {
		return nil, err
	}
	k.sockets, k.out, k.conn, k.parent = sockets, sockets, conn, parent
	return k, nil
}

// newKernel is a kernel without sockets; out takes its messages.
func newKernel(in Interpreter, session *wire.Session, out sink) *Kernel {
	stderr := &logWriter{to: os.Stderr}
	k := &Kernel{
		in: in, session: session, out: out, pace: newPacer(),
		log:     slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		stderr:  stderr,
		lanes:   newLanes(),
		asides:  newQueue(),
		history: newHistory(),
		meter:   sync.OnceValue(newMeter),
		stopped: make(chan struct{}),
	}
	k.stop = sync.OnceFunc(func() { close(k.stopped) })
	return k
}

// Connection is the connection that the kernel is bound to, with its real ports.
func (k *Kernel) Connection() wire.Connection { return k.conn }

// lastWords is how long a running cell has to end when the kernel is shut down.
// Clients expect the process to be gone about 100 ms after the reply.
const lastWords = 50 * time.Millisecond

// Serve runs the kernel until it is shut down by a message, by SIGTERM or SIGHUP, by
// the end of ctx or by the death of the process that started it. SIGINT interrupts
// the running cell. It returns the error of closing the sockets, usually nil; the
// process should then exit, because a cell that does not heed its context still runs.
func (k *Kernel) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, handledSignals()...)
	defer signal.Stop(signals)

	for _, on := range []channel{shell, control, stdin} {
		go k.sockets.receive(on, k.dispatch)
	}
	k.work()
	k.status(wire.Header{}, "starting")
	k.attend(ctx, signals, parentDeath(ctx, k.parent))

	k.stop()
	k.asides.close()
	select {
	case <-k.lanes.close():
	case <-time.After(lastWords):
	}
	defer k.stderr.flush()
	defer k.spool.close()
	return k.sockets.close()
}

// work starts the goroutines that call the interpreter.
func (k *Kernel) work() {
	go k.lanes.main.run(k.answer)
	go k.lanes.comms.run(k.answer)
	go k.asides.each(k.answer)
}

// attend returns when the kernel should end.
func (k *Kernel) attend(ctx context.Context, signals <-chan os.Signal, orphaned <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.stopped:
			return
		case <-orphaned:
			k.log.Warn("the process that started this kernel is gone")
			return
		case s := <-signals:
			switch s {
			case syscall.SIGPIPE: // a broken stdout or stderr is no reason to die
			case os.Interrupt:
				k.lanes.interrupt()
			default:
				return
			}
		}
	}
}

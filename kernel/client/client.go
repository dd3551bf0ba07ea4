// Package client starts a Jupyter kernel as a process of its own and runs cells in
// it, over the same sockets and with the same messages as any other front end.
//
// It is for running notebooks without a server: one client, one kernel, one cell at a
// time. Input requests are not answered, because execute requests forbid them.
package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

// A Client is a kernel process and the connection to it. Execute, Interrupt and
// Shutdown may be called from different goroutines, each from one at a time.
type Client struct {
	process *process
	session *wire.Session
	shell   *zmtp.Socket
	control *zmtp.Socket
	iopub   *zmtp.Socket

	mu      sync.Mutex
	waiting map[string]*exchange // by the msg_id of the request

	readers sync.WaitGroup
	broken  chan struct{} // gets a value when a socket has ended
	dead    chan struct{} // closed when the process or a socket has ended, and all was read
	cause   error         // why; set before dead is closed

	closing sync.Once
}

// An exchange is a request whose answers are awaited.
type exchange struct {
	messages chan answer
	left     chan struct{} // closed when nobody listens any more
}

// An answer is a message that belongs to a request.
type answer struct {
	wire.Message
	reply bool // on shell or control, not on iopub
}

// Start starts a kernel and returns when it answers and its output is heard. In argv
// the text {connection_file} stands for the path of the connection file; env is added
// to the environment. ctx is for the start only. If the kernel ends before it
// answers, the error has what it wrote to stderr last.
func Start(ctx context.Context, argv []string, env []string) (*Client, error) {
	return StartIn(ctx, "", os.Stderr, argv, env)
}

// StartIn is Start in a working directory; what the kernel says on its standard error
// goes to stderr.
func StartIn(ctx context.Context, dir string, stderr io.Writer, argv []string, env []string) (*Client, error) {
	p, err := startProcess(dir, stderr, argv, env)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	c := &Client{
		process: p,
		session: wire.NewSession(p.conn.Key),
		waiting: map[string]*exchange{},
		broken:  make(chan struct{}, 3),
		dead:    make(chan struct{}),
	}
	if err := c.connect(ctx); err != nil {
		c.close()
		return nil, err
	}
	if err := c.hello(ctx); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// connect opens the three sockets. iopub is first, so that no output is missed.
func (c *Client) connect(ctx context.Context) error {
	id := []byte(c.session.ID())
	for _, s := range []struct {
		socket **zmtp.Socket
		port   int
		dial   func(network, address string) (*zmtp.Socket, error)
	}{
		{&c.iopub, c.process.conn.IOPubPort, func(n, a string) (*zmtp.Socket, error) { return zmtp.DialSub(ctx, n, a, nil, "") }},
		{&c.shell, c.process.conn.ShellPort, func(n, a string) (*zmtp.Socket, error) { return zmtp.DialDealer(ctx, n, a, nil, id) }},
		{&c.control, c.process.conn.ControlPort, func(n, a string) (*zmtp.Socket, error) { return zmtp.DialDealer(ctx, n, a, nil, id) }},
	} {
		var err error
		if *s.socket, err = c.dial(ctx, s.port, s.dial); err != nil {
			return err
		}
	}
	c.readers.Go(func() { c.read(c.iopub, false) })
	c.readers.Go(func() { c.read(c.shell, true) })
	c.readers.Go(func() { c.read(c.control, true) })
	go c.watch()
	return nil
}

// dialPause is between two attempts to reach a kernel that is still starting.
const dialPause = 5 * time.Millisecond

// dial tries until the kernel listens, dies, or ctx ends.
func (c *Client) dial(ctx context.Context, port int, dial func(network, address string) (*zmtp.Socket, error)) (*zmtp.Socket, error) {
	for {
		s, err := dial(c.process.conn.Address(port))
		if err == nil {
			return s, nil
		}
		select {
		case <-c.process.ended:
			return nil, c.process.death()
		case <-ctx.Done():
			return nil, fmt.Errorf("client: the kernel does not listen: %w (last attempt: %v)", ctx.Err(), err)
		case <-time.After(dialPause):
		}
	}
}

// helloPause is how long one kernel_info_request may go unanswered before another.
const helloPause = 200 * time.Millisecond

// hello asks for kernel_info until a reply comes and, as a proof that the
// subscription is in force, the status of a request too.
func (c *Client) hello(ctx context.Context) error {
	for {
		try, cancel := context.WithTimeout(ctx, helloPause)
		_, err := c.request(try, c.shell, "kernel_info_request", struct{}{}, func(wire.Message) {})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

// PID is the number of the kernel's process.
func (c *Client) PID() int { return c.process.cmd.Process.Pid }

// Execute runs one cell. on, if not nil, is called with every message of the cell on
// iopub, in order, from status busy to status idle, by the goroutine that called
// Execute. A cell that fails is no error: the reply says so. The error is for a
// kernel that died, a ctx that ended (the cell then still runs: see Interrupt), or a
// reply that did not come.
func (c *Client) Execute(ctx context.Context, code string, on func(wire.Message)) (wire.Message, error) {
	if on == nil {
		on = func(wire.Message) {}
	}
	return c.request(ctx, c.shell, "execute_request", map[string]any{
		"code": code, "silent": false, "store_history": true,
		"user_expressions": map[string]string{}, "allow_stdin": false, "stop_on_error": true,
	}, on)
}

// Interrupt asks the kernel to end the running cell, and returns with its reply; the
// cell then ends soon, with an error. The function given to Execute may call it.
func (c *Client) Interrupt(ctx context.Context) error {
	_, err := c.request(ctx, c.control, "interrupt_request", struct{}{}, nil)
	return err
}

// Ask sends a request on shell, such as complete_request, and returns its reply. It may be
// called while Execute runs.
func (c *Client) Ask(ctx context.Context, msgType string, content any) (wire.Message, error) {
	return c.request(ctx, c.shell, msgType, content, nil)
}

// request sends a request and returns its reply when idle has come too. Without on it
// does not wait for idle, which may stand behind the output of a cell on iopub.
func (c *Client) request(ctx context.Context, s *zmtp.Socket, msgType string, content any, on func(wire.Message)) (reply wire.Message,
	err error) {
	m, x, err := c.post(s, msgType, content)
	if err != nil {
		return wire.Message{}, err
	}
	defer c.forget(m, x)
	for idle, replied := on == nil, false; !idle || !replied; {
		select {
		case <-ctx.Done():
			return reply, fmt.Errorf("client: %s: %w", msgType, ctx.Err())
		case a := <-x.messages:
			if a.reply {
				reply, replied = a.Message, true
				continue
			}
			if on != nil {
				idle = isIdle(a.Message)
				on(a.Message)
			}
		case <-c.dead:
			// Nothing is lost here: messages has no buffer, and its writers have ended.
			return reply, c.cause
		}
	}
	return reply, nil
}

func (c *Client) post(s *zmtp.Socket, msgType string, content any) (wire.Message, *exchange, error) {
	m, err := c.session.New(msgType, wire.Header{}, content)
	if err != nil {
		return m, nil, err
	}
	frames, err := c.session.Encode(m)
	if err != nil {
		return m, nil, err
	}
	x := &exchange{messages: make(chan answer), left: make(chan struct{})}
	c.mu.Lock()
	c.waiting[m.Header.MsgID] = x
	c.mu.Unlock()
	if err := s.Send(frames); err != nil {
		c.forget(m, x)
		return m, nil, c.lost(err)
	}
	return m, x, nil
}

func (c *Client) forget(m wire.Message, x *exchange) {
	c.mu.Lock()
	delete(c.waiting, m.Header.MsgID)
	c.mu.Unlock()
	close(x.left)
}

// lost prefers the reason of an error to the error.
func (c *Client) lost(err error) error {
	select {
	case <-c.dead:
		return c.cause
	case <-time.After(deathPatience):
		return fmt.Errorf("client: %w", err)
	}
}

func isIdle(m wire.Message) bool {
	var status struct {
		State string `json:"execution_state"`
	}
	return m.Header.MsgType == "status" && m.Decode(&status) == nil && status.State == "idle"
}

// read hands the messages of a socket to the requests that they belong to.
func (c *Client) read(s *zmtp.Socket, reply bool) {
	defer func() { c.broken <- struct{}{} }()
	for {
		frames, err := s.Recv()
		if err != nil {
			return
		}
		m, err := c.session.Decode(frames)
		if err != nil {
			continue // not signed with our key: not from our kernel
		}
		c.mu.Lock()
		x := c.waiting[m.Parent.MsgID]
		c.mu.Unlock()
		if x == nil {
			continue
		}
		select {
		case x.messages <- answer{m, reply}:
		case <-x.left:
		}
	}
}

// watch finds out how the connection ends. The sockets of a process that died still
// give what it sent before; a kernel that lost one socket is of no use.
func (c *Client) watch() {
	<-c.broken
	select {
	case <-c.process.ended:
		c.cause = c.process.death()
	case <-time.After(deathPatience):
		c.cause = errors.New("client: the kernel closed a connection while it ran")
		c.close()
	}
	c.readers.Wait()
	close(c.dead)
}

// How long a client waits for what is due at once. Tests wait longer.
var (
	shutdownPatience = 2 * time.Second // for the end of a kernel that was told to end, before it is killed
	deathPatience    = time.Second     // from the end of a socket to the end of the process
	stderrPatience   = time.Second     // from the end of the process to the end of its stderr: a child of it may still hold that
)

// Shutdown ends the kernel: by a message, and by force if it has not ended when ctx
// ends or after 2 s. It also ends an Execute that is under way. The process is gone
// when Shutdown returns; the error says that it had to be killed.
func (c *Client) Shutdown(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, shutdownPatience)
	defer cancel()
	if m, x, err := c.post(c.control, "shutdown_request", map[string]bool{"restart": false}); err == nil {
		defer c.forget(m, x)
		go func() { // the reply is not needed, the end is
			for {
				select {
				case <-x.messages:
				case <-x.left:
					return
				}
			}
		}()
	}
	var err error
	select {
	case <-c.process.ended:
	case <-ctx.Done():
		err = fmt.Errorf("client: the kernel did not shut down and was killed: %w", ctx.Err())
	}
	c.close()
	return err
}

// close kills what is left of the process and closes the sockets.
func (c *Client) close() {
	c.closing.Do(func() {
		c.process.kill()
		var all sync.WaitGroup
		for _, s := range []*zmtp.Socket{c.shell, c.control, c.iopub} {
			if s != nil {
				all.Go(func() { s.Close() })
			}
		}
		all.Wait()
	})
}

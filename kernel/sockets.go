package kernel

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
	"warpbook.dev/kernel/zmtp/curve"
)

// A channel is one of the kernel's sockets, or a set of them.
type channel uint8

const (
	shell channel = 1 << iota
	control
	stdin
	iopub
)

// A sink is where the kernel's messages go: its sockets, or a test.
type sink interface {
	// send queues m on a channel without waiting: to the peer it is addressed to,
	// or on iopub to every subscriber.
	send(on channel, m wire.Message) error
	// wait returns when the readers of iopub have caught up, or ctx ends.
	wait(ctx context.Context)
}

// sockets are the five sockets of a kernel.
type sockets struct {
	session *wire.Session
	router  map[channel]*zmtp.Router[wire.Message]
	iopub   *zmtp.XPub
	hb      *zmtp.Rep
}

// bind opens the sockets at the addresses of c and fills in the ports that the
// system chose. report hears of what is refused: messages that are malformed, not
// rightly signed or a repetition, and peers that do not keep to ZMTP.
func bind(c *wire.Connection, session *wire.Session, report func(error)) (_ *sockets, err error) {
	s := &sockets{session: session, router: map[channel]*zmtp.Router[wire.Message]{}}
	defer func() {
		if err != nil {
			s.close()
			err = fmt.Errorf("kernel: %w", err)
		}
	}()
	keys, err := curveKeys(c)
	if err != nil {
		return nil, err
	}
	for _, r := range []struct {
		on   channel
		port *int
	}{{shell, &c.ShellPort}, {control, &c.ControlPort}, {stdin, &c.StdinPort}} {
		network, address := c.Address(*r.port)
		router, err := zmtp.ListenRouter(network, address, keys, session.Decode, report)
		if err != nil {
			return nil, err
		}
		s.router[r.on] = router
		bound(r.port, router.Addr())
	}
	network, address := c.Address(c.IOPubPort)
	if s.iopub, err = zmtp.ListenXPub(network, address, keys, s.welcome, report); err != nil {
		return nil, err
	}
	bound(&c.IOPubPort, s.iopub.Addr())
	network, address = c.Address(c.HBPort)
	if s.hb, err = zmtp.ListenRep(network, address, keys, echo, report); err != nil {
		return nil, err
	}
	bound(&c.HBPort, s.hb.Addr())
	return s, nil
}

// curveKeys are the keys of the connection file, or nil: encryption is the launcher's
// choice, and for all sockets.
func curveKeys(c *wire.Connection) (*curve.Keys, error) {
	if c.CurvePublicKey == "" {
		return nil, nil
	}
	return curve.ParseKeys(c.CurvePublicKey, c.CurveSecretKey)
}

// bound notes the port of a socket that is bound.
func bound(port *int, a net.Addr) {
	if tcp, ok := a.(*net.TCPAddr); ok {
		*port = tcp.Port
	}
}

// echo is the heartbeat.
func echo(body [][]byte) [][]byte { return body }

// welcome is what a new subscriber is sent, so that it knows that nothing published
// from now on will be missed (JEP 65).
func (s *sockets) welcome(topic string) [][]byte {
	m, err := s.session.New("iopub_welcome", wire.Header{}, map[string]string{"subscription": topic})
	if err != nil {
		return nil
	}
	m.Identities = [][]byte{[]byte(topic)}
	frames, err := s.session.Encode(m)
	if err != nil {
		return nil
	}
	return frames
}

func (s *sockets) send(on channel, m wire.Message) error {
	if on == iopub {
		m.Identities = [][]byte{[]byte(m.Header.MsgType)} // the topic
	}
	frames, err := s.session.Encode(m)
	if err != nil {
		return err
	}
	if on == iopub {
		return s.iopub.Send(frames)
	}
	return s.router[on].Send(frames)
}

func (s *sockets) wait(ctx context.Context) { s.iopub.Wait(ctx) }

// receive passes the messages of a router on until it closes.
func (s *sockets) receive(on channel, handle func(channel, wire.Message)) {
	for {
		m, err := s.router[on].Recv()
		if err != nil {
			return
		}
		handle(on, m)
	}
}

// close delivers what is queued, on all sockets at once, and closes them.
func (s *sockets) close() error {
	var all []interface{ Close() error }
	for _, r := range s.router {
		all = append(all, r)
	}
	if s.iopub != nil {
		all = append(all, s.iopub)
	}
	if s.hb != nil {
		all = append(all, s.hb)
	}
	errs := make([]error, len(all))
	var closing sync.WaitGroup
	for i, c := range all {
		closing.Go(func() { errs[i] = c.Close() })
	}
	closing.Wait()
	return errors.Join(errs...)
}

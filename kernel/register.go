package kernel

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

// ackTimeout is how long a launcher may take to answer, as in other kernels that have
// the handshake.
const ackTimeout = 5 * time.Second

// Register tells the launcher which ports the kernel has chosen, and waits until it has
// understood (JEP 66). It is called before Serve, when the sockets are bound.
func (k *Kernel) Register(ctx context.Context, r *wire.Registration) error {
	ctx, cancel := context.WithTimeout(ctx, ackTimeout)
	defer cancel()
	return k.register(ctx, r)
}

// register waits for the launcher until ctx ends.
func (k *Kernel) register(ctx context.Context, r *wire.Registration) error {
	network, address := r.Address()
	s, err := zmtp.DialDealer(ctx, network, address, nil, []byte(k.session.ID()))
	if err != nil {
		return fmt.Errorf("kernel: register: %w", err)
	}
	defer s.Close()
	stop := context.AfterFunc(ctx, func() { s.Close() }) // ends Recv
	defer stop()
	frames, err := k.session.Seal(map[string]string{ // ports are texts there
		"kernel_id":    r.KernelID,
		"shell_port":   strconv.Itoa(k.conn.ShellPort),
		"control_port": strconv.Itoa(k.conn.ControlPort),
		"stdin_port":   strconv.Itoa(k.conn.StdinPort),
		"iopub_port":   strconv.Itoa(k.conn.IOPubPort),
		"hb_port":      strconv.Itoa(k.conn.HBPort),
	})
	if err == nil {
		err = s.Send(frames)
	}
	if err == nil {
		frames, err = s.Recv()
	}
	if err == nil {
		_, err = k.session.Open(frames)
	}
	if err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("no answer within %v", ackTimeout)
		}
		return fmt.Errorf("kernel: register at %s: %w", address, err)
	}
	return nil
}

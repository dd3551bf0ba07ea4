// Package curve is CurveZMQ, the encryption of ZeroMQ, as a net.Conn: towards the
// network a Conn speaks ZMTP with mechanism CURVE, towards its user ZMTP with
// mechanism NULL. So what reads and writes ZMTP need not know of encryption, as HTTP
// does not of TLS.
//
// The user's greeting goes no further than here. The metadata of its READY command
// travel in the handshake, and each later frame, message or command, in a MESSAGE.
//
// A server here demands all that RFC 26 lets it demand: the vouch names this server, and
// no nonce of a connection comes twice or out of order. It refuses public keys of low
// order besides. Any client key is welcome, as with Jupyter's own kernels, whose
// heartbeat clients make up theirs; who may connect is who knows the server's public key.
//
// Sources: rfc.zeromq.org/spec/26 (CurveZMQ), /spec/25 (ZMTP-CURVE), /spec/23 (ZMTP
// 3.0); jupyter_client 8.10, connect.py, for which key is whose.
package curve

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"sync"
)

// A Conn is a connection with CURVE below and NULL above. Its first Read or Write
// performs the handshake. After it, Read and Write may be called side by side, each
// from one goroutine.
type Conn struct {
	net.Conn
	// Sent, if not nil, is called by Write whenever bytes have left, at most pieceSize
	// of them: one frame may be long on its way.
	Sent func(n int)
	// Input, if not nil, is what is read instead of the net.Conn: it keeps account of
	// what comes.
	Input io.Reader

	keys   *Keys
	server bool
	limit  uint64 // for the body of a frame

	shake  sync.Once
	failed error   // of the handshake
	key    *boxKey // between the short-term keys, C' and S'

	in        *bufio.Reader
	peerNonce uint64 // the highest that came
	readErr   error  // sticks
	sealed    bytes.Buffer
	clear     []byte // what was opened; rest is what of it is not read yet
	rest      []byte

	nonce   uint64 // the last that was used
	skip    int    // bytes of the user's greeting that are still to come
	ready   func(metadata []byte) []byte
	partial []byte // the beginning of a frame
	out     []byte
}

// Server returns the server's side of c. limit bounds what a frame of the peer carries.
func Server(c net.Conn, keys *Keys, limit uint64) *Conn {
	return &Conn{Conn: c, keys: keys, server: true, limit: limit}
}

// Client returns the client's side of c: keys are the server's, and its own as well,
// as in jupyter_client.
func Client(c net.Conn, keys *Keys, limit uint64) *Conn {
	return &Conn{Conn: c, keys: keys, limit: limit}
}

// pieceSize is how much is given to the operating system at once.
const pieceSize = 256 << 10

// keepSize is how large a buffer may be that is kept for the next frame.
const keepSize = 1 << 20

// Handshake performs the handshake, up to the point where the metadata are due, if it
// was not performed yet.
func (c *Conn) Handshake() error {
	c.shake.Do(func() {
		c.in = newReader(c.Conn)
		if c.Input != nil {
			c.in = newReader(c.Input)
		}
		c.skip = greetingSize
		if c.server {
			c.failed = c.serve()
		} else {
			c.failed = c.call()
		}
	})
	return c.failed
}

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 16<<10) }

// Read reads what the peer sent, as with mechanism NULL.
func (c *Conn) Read(p []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	for len(c.rest) == 0 && len(p) > 0 {
		if c.readErr == nil {
			c.readErr = c.receive()
		}
		if c.readErr != nil {
			return 0, c.readErr
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	if len(c.rest) == 0 && cap(c.clear) > keepSize {
		c.clear, c.rest = nil, nil
	}
	return n, nil
}

// receive reads one frame from the network and leaves the frame that it carries.
func (c *Conn) receive() error {
	if !c.server && c.peerNonce == 0 {
		metadata, err := c.readReady()
		if err != nil {
			return err
		}
		c.present(metadata)
		return nil
	}
	if _, err := readFrame(c.in, &c.sealed, c.limit+uint64(messageOverhead)); err != nil {
		return err
	}
	err := c.openMessage(c.sealed.Bytes())
	if c.sealed.Cap() > keepSize {
		c.sealed = bytes.Buffer{}
	}
	return err
}

// Write writes ZMTP with mechanism NULL, in pieces of any size. What is the beginning
// of a frame waits for its end.
func (c *Conn) Write(p []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	n := len(p)
	greeting := min(c.skip, len(p))
	c.skip -= greeting
	c.partial = append(c.partial, p[greeting:]...)
	c.out = c.out[:0]
	frames := c.partial
	for {
		size, whole := frameSize(frames)
		if !whole {
			break
		}
		if err := c.sealFrame(frames[:size]); err != nil {
			return 0, err
		}
		frames = frames[size:]
	}
	c.partial = append(c.partial[:0], frames...)
	if len(c.partial) == 0 && cap(c.partial) > keepSize {
		c.partial = nil
	}
	if err := c.flush(); err != nil {
		return 0, err
	}
	return n, nil
}

// frameSize is the length of the first frame of p, header and body, if it is whole.
func frameSize(p []byte) (size int, whole bool) {
	if len(p) < 2 || len(p) < headerSize(p[0]) {
		return 0, false
	}
	header := headerSize(p[0])
	body := bodySize(p[:header])
	if uint64(len(p)-header) < body {
		return 0, false
	}
	return header + int(body), true
}

// sealFrame appends to c.out what carries a frame. It destroys the frame's header.
func (c *Conn) sealFrame(frame []byte) error {
	header, flags := headerSize(frame[0]), frame[0]
	if c.ready != nil {
		metadata, found := bytes.CutPrefix(frame[header:], []byte(ready))
		if !found || flags&flagCommand == 0 {
			return errors.New("curve: the first frame written is not READY")
		}
		c.out = append(c.out, c.ready(metadata)...)
		c.ready = nil
		return nil
	}
	c.sealMessage(frame)
	return nil
}

// flush writes c.out.
func (c *Conn) flush() error {
	for out := c.out; len(out) > 0; {
		n, err := c.Conn.Write(out[:min(len(out), pieceSize)])
		if err != nil {
			return err
		}
		if c.Sent != nil {
			c.Sent(n)
		}
		out = out[n:]
	}
	if cap(c.out) > keepSize {
		c.out = nil
	}
	return nil
}

// CloseWrite ends what the peer can read, where the connection below can do that.
func (c *Conn) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return errors.ErrUnsupported
	}
	return half.CloseWrite()
}

// SetWriteBuffer bounds the operating system's buffer, where there is one.
func (c *Conn) SetWriteBuffer(size int) error {
	w, ok := c.Conn.(interface{ SetWriteBuffer(int) error })
	if !ok {
		return errors.ErrUnsupported
	}
	return w.SetWriteBuffer(size)
}

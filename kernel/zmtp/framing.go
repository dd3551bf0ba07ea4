package zmtp

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"net"
)

// Flags of a ZMTP frame header. Source: ZMTP 3.0 (rfc.zeromq.org/spec/23), "Framing".
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

const greetingLength = 64

// frameOverhead is what one frame costs in memory besides its bytes. Counting it
// keeps a message of very many empty frames from being free.
const frameOverhead = 64

// A framedConn stands between zmq4 and the network. zmq4 allocates whatever length
// a frame header announces, so every length is judged here before zmq4 sees it.
// Reads are buffered: zmq4 reads a header in two or nine bytes.
type framedConn struct {
	net.Conn
	in     *bufio.Reader
	lens   lengths
	onPong func(frame []byte) // takes what zmq4 writes after the handshake
	pong   []byte             // the part of a PONG frame written so far
}

func newFramedConn(c net.Conn, limit uint64) *framedConn {
	return &framedConn{
		Conn: c,
		in:   bufio.NewReaderSize(c, 16<<10),
		lens: lengths{skip: greetingLength, limit: limit},
	}
}

func (c *framedConn) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	if bad := c.lens.follow(p[:n]); bad != nil {
		return 0, bad
	}
	return n, err
}

// Write sends the handshake as it comes. After it, zmq4 writes only the answers to
// PING, from the goroutine that reads and in two pieces; they must not fall between
// the frames of a message, so whole frames are handed to the peer's queue.
func (c *framedConn) Write(p []byte) (int, error) {
	if c.onPong == nil {
		return c.Conn.Write(p)
	}
	c.pong = append(c.pong, p...)
	if len(c.pong) >= 2 && len(c.pong) >= 2+int(c.pong[1]) {
		c.onPong(c.pong)
		c.pong = nil
	}
	return len(p), nil
}

// lengths follows the framing of a byte stream and refuses a message over limit.
type lengths struct {
	skip    uint64 // bytes of the greeting or of a frame's body that are still to come
	limit   uint64 // for one message: the bytes of its frames and their overhead
	message uint64 // of the message so far
	header  []byte
}

func (l *lengths) follow(p []byte) error {
	for len(p) > 0 {
		if n := min(l.skip, uint64(len(p))); n > 0 {
			l.skip -= n
			p = p[n:]
			continue
		}
		l.header = append(l.header, p[0])
		p = p[1:]
		if err := l.endOfHeader(); err != nil {
			return err
		}
	}
	return nil
}

// endOfHeader judges the header if it is complete.
func (l *lengths) endOfHeader() error {
	flags := l.header[0]
	if flags&^(flagMore|flagLong|flagCommand) != 0 {
		return fmt.Errorf("zmtp: frame flags %#02x are reserved", flags)
	}
	var size uint64
	switch {
	case flags&flagLong == 0 && len(l.header) == 2:
		size = uint64(l.header[1])
	case flags&flagLong != 0 && len(l.header) == 9:
		size = binary.BigEndian.Uint64(l.header[1:])
	default:
		return nil
	}
	if size > l.limit || l.message+size+frameOverhead > l.limit {
		return fmt.Errorf("zmtp: frame of %d bytes makes a message over the limit of %d bytes", size, l.limit)
	}
	l.skip, l.header = size, l.header[:0]
	l.message += size + frameOverhead
	if flags&flagMore == 0 {
		l.message = 0
	}
	return nil
}

// encode returns the bytes of one message on the wire.
func encode(frames [][]byte) []byte {
	size := 0
	for _, f := range frames {
		size += 9 + len(f)
	}
	out := make([]byte, 0, size)
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags = flagMore
		}
		if len(f) < 256 {
			out = append(out, flags, byte(len(f)))
		} else {
			out = binary.BigEndian.AppendUint64(append(out, flags|flagLong), uint64(len(f)))
		}
		out = append(out, f...)
	}
	return out
}

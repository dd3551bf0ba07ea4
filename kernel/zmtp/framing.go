package zmtp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
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

// header reads a frame header; size is the length of the body.
func header(r io.Reader) (flags byte, size uint64, err error) {
	var b [9]byte
	if _, err := io.ReadFull(r, b[:2]); err != nil {
		return 0, 0, err
	}
	flags = b[0]
	switch {
	case flags&^(flagMore|flagLong|flagCommand) != 0:
		return 0, 0, fmt.Errorf("zmtp: frame flags %#02x are reserved", flags)
	case flags&(flagCommand|flagMore) == flagCommand|flagMore:
		return 0, 0, errors.New("zmtp: command in more than one frame")
	case flags&flagLong == 0:
		return flags, uint64(b[1]), nil
	}
	if _, err := io.ReadFull(r, b[2:]); err != nil {
		return 0, 0, err
	}
	return flags, binary.BigEndian.Uint64(b[1:]), nil
}

// readMessage reads the frames of a message, or of a command, of at most limit bytes.
func readMessage(r io.Reader, limit uint64) (frames [][]byte, command bool, err error) {
	for total := uint64(0); ; {
		flags, size, err := header(r)
		if err != nil {
			return nil, false, err
		}
		if size > limit || total+size+frameOverhead > limit {
			return nil, false, fmt.Errorf("zmtp: frame of %d bytes makes a message over the limit of %d bytes", size, limit)
		}
		total += size + frameOverhead
		if flags&flagCommand != 0 && len(frames) > 0 {
			return nil, false, errors.New("zmtp: command between the frames of a message")
		}
		body, err := readBody(r, int(size))
		if err != nil {
			return nil, false, err
		}
		frames = append(frames, body)
		if flags&flagMore == 0 {
			return frames, flags&flagCommand != 0, nil
		}
	}
}

const (
	// firstPiece is what a frame is given before any of it has come, and longPiece the
	// most that it is given at once.
	firstPiece = 64 << 10
	longPiece  = 1 << 20
	// breath is a pause in the work on a long frame. Only when a processor has nothing
	// to do does Go look for what else has come in from the network; otherwise that may
	// take 10 ms.
	breath = 20 * time.Microsecond
)

// readBody reads n bytes. What a header announces is only believed as it comes: the
// memory that a peer costs is at most about twice what it has sent.
func readBody(r io.Reader, n int) ([]byte, error) {
	if n <= firstPiece {
		body := make([]byte, n)
		_, err := io.ReadFull(r, body)
		return body, err
	}
	var pieces [][]byte
	for have, size := 0, firstPiece; have < n; size = min(2*size, longPiece) {
		piece := make([]byte, min(size, n-have))
		if _, err := io.ReadFull(r, piece); err != nil {
			return nil, err
		}
		pieces = append(pieces, piece)
		have += len(piece)
		time.Sleep(breath)
	}
	body := make([]byte, 0, n)
	for _, piece := range pieces {
		body = append(body, piece...)
		time.Sleep(breath)
	}
	return body, nil
}

// A guardedConn stands between zmq4 and the network during the handshake. zmq4
// allocates whatever length a frame header announces, so every length is judged here
// before zmq4 sees it. Reads are buffered: zmq4 reads a header in two or nine bytes.
type guardedConn struct {
	net.Conn
	in   *bufio.Reader
	lens lengths
}

func newGuardedConn(c net.Conn, in io.Reader, limit uint64) *guardedConn {
	return &guardedConn{
		Conn: c,
		in:   bufio.NewReaderSize(in, 16<<10),
		lens: lengths{skip: greetingLength, limit: limit},
	}
}

func (c *guardedConn) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	if bad := c.lens.follow(p[:n]); bad != nil {
		return 0, bad
	}
	return n, err
}

// lengths follows the framing of a byte stream and refuses a frame over limit.
type lengths struct {
	skip   uint64 // bytes of the greeting or of a frame's body that are still to come
	limit  uint64
	header []byte
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
		if len(l.header) < 2 || l.header[0]&flagLong != 0 && len(l.header) < 9 {
			continue
		}
		size := uint64(l.header[1])
		if l.header[0]&flagLong != 0 {
			size = binary.BigEndian.Uint64(l.header[1:])
		}
		if size > l.limit {
			return fmt.Errorf("zmtp: frame of %d bytes in the handshake, at most %d", size, l.limit)
		}
		l.skip, l.header = size, l.header[:0]
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
		out = appendFrame(out, flags, f)
	}
	return out
}

func appendFrame(out []byte, flags byte, body []byte) []byte {
	if len(body) < 256 {
		out = append(out, flags, byte(len(body)))
	} else {
		out = binary.BigEndian.AppendUint64(append(out, flags|flagLong), uint64(len(body)))
	}
	return append(out, body...)
}

// pong answers a PING with its context; ok is false for another command.
// Source: ZMTP 3.1 (rfc.zeromq.org/spec/37), "Heartbeating".
func pong(command []byte) (frame []byte, ok bool, err error) {
	if len(command) == 0 || 1+int(command[0]) > len(command) {
		return nil, false, errors.New("zmtp: command without a name")
	}
	name, rest := string(command[1:1+command[0]]), command[1+command[0]:]
	if name != "PING" || len(rest) < 2 { // the first two bytes are a time to live
		return nil, false, nil
	}
	return appendFrame(nil, flagCommand, append([]byte("\x04PONG"), rest[2:]...)), true, nil
}

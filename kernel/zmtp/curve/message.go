package curve

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Flags inside a MESSAGE, which are those of the frame that it carries. Source:
// CurveZMQ (rfc.zeromq.org/spec/26), "MESSAGE Command".
const (
	innerMore    = 1
	innerCommand = 2
)

// The command MESSAGE: its name, a short nonce, and a box of the flags and the frame.
const (
	message         = "\x07MESSAGE"
	messageOverhead = len(message) + 8 + boxOverhead + 1
)

// The names in the nonces of MESSAGE.
const (
	clientMessage = "CurveZMQMESSAGEC"
	serverMessage = "CurveZMQMESSAGES"
)

func (c *Conn) names() (own, peer string) {
	if c.server {
		return serverMessage, clientMessage
	}
	return clientMessage, serverMessage
}

// next returns the next short nonce.
func (c *Conn) next() []byte {
	c.nonce++
	return binary.BigEndian.AppendUint64(nil, c.nonce)
}

// fresh checks that a short nonce of the peer is above all that it has used.
func (c *Conn) fresh(nonce []byte) error {
	n := binary.BigEndian.Uint64(nonce)
	if n <= c.peerNonce {
		return fmt.Errorf("curve: nonce %d after %d: a command was repeated or comes too late", n, c.peerNonce)
	}
	c.peerNonce = n
	return nil
}

// openMessage opens a MESSAGE. (libzmq sends it in a frame without the flag of a
// command, RFC 26 calls it one; both are understood.)
func (c *Conn) openMessage(body []byte) error {
	nonce, found := bytes.CutPrefix(body, []byte(message))
	if !found || len(body) < messageOverhead {
		return fmt.Errorf("curve: frame of %d bytes is not a valid MESSAGE", len(body))
	}
	nonce, box := nonce[:8], nonce[8:]
	if err := c.fresh(nonce); err != nil {
		return err
	}
	// The flags in the box come where the header of the frame will end.
	size := len(body) - messageOverhead
	header := appendHeader(c.clear[:0], 0, size)
	last := len(header) - 1
	_, peer := c.names()
	frame, err := c.key.open(header[:last], peer, nonce, box)
	if err != nil {
		return fmt.Errorf("curve: MESSAGE: %w", err)
	}
	inner := frame[last]
	if inner&^(innerMore|innerCommand) != 0 {
		return fmt.Errorf("curve: MESSAGE with flags %#02x, which are reserved", inner)
	}
	var flags byte
	if inner&innerMore != 0 {
		flags |= flagMore
	}
	if inner&innerCommand != 0 {
		flags |= flagCommand
	}
	appendHeader(frame[:0], flags, size)
	c.clear, c.rest = frame, frame
	return nil
}

// sealMessage appends to c.out the MESSAGE that carries a frame. It destroys the
// frame's header.
func (c *Conn) sealMessage(frame []byte) {
	header, flags := headerSize(frame[0]), frame[0]
	var inner byte
	if flags&flagMore != 0 {
		inner |= innerMore
	}
	if flags&flagCommand != 0 {
		inner |= innerCommand
	}
	plain := frame[header-1:]
	plain[0] = inner
	own, _ := c.names()
	nonce := c.next()
	c.out = appendHeader(c.out, 0, len(plain)-1+messageOverhead)
	c.out = append(append(c.out, message...), nonce...)
	c.out = c.key.seal(c.out, own, nonce, plain)
}

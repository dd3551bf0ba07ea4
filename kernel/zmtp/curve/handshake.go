package curve

import (
	"bytes"
	"crypto/ecdh"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/nacl/secretbox"
)

// Names and sizes in the handshake, RFC 26. The sizes are those of what follows the name.
const (
	hello    = "\x05HELLO"
	welcome  = "\x07WELCOME"
	initiate = "\x08INITIATE"
	ready    = "\x05READY"
	failure  = "\x05ERROR"

	greetingSize = 64
	cookieSize   = 96
	boxOverhead  = secretbox.Overhead
	helloPadding = 72
	helloSize    = 2 + helloPadding + keySize + 8 + boxOverhead + 64
	welcomeSize  = 16 + boxOverhead + keySize + cookieSize
	vouchSize    = 16 + boxOverhead + 2*keySize
	initiateSize = cookieSize + 8 + boxOverhead + keySize + vouchSize // without metadata
	readySize    = 8 + boxOverhead                                    // without metadata

	// metadataLimit is ample for a socket type and an identity of 255 bytes.
	metadataLimit = 2 << 10
)

// zeros are what the box of a HELLO holds.
var zeros [64]byte

// greeting is what a peer of ZMTP 3.0 says first. The minor version 0 tells libzmq to
// send subscriptions as messages, as it does without encryption.
func greeting(mechanism string, server bool) []byte {
	g := make([]byte, greetingSize)
	g[0], g[9], g[10] = 0xFF, 0x7F, 3
	copy(g[12:32], mechanism)
	if server {
		g[32] = 1
	}
	return g
}

// greet exchanges greetings. A peer of another mechanism is refused, so nobody is
// served without encryption. (libzmq's servers don't say that they are servers.)
func (c *Conn) greet() error {
	if _, err := c.Conn.Write(greeting("CURVE", c.server)); err != nil {
		return err
	}
	var g [greetingSize]byte
	if _, err := io.ReadFull(c.in, g[:]); err != nil {
		return fmt.Errorf("curve: greeting: %w", err)
	}
	switch {
	case g[0] != 0xFF || g[9] != 0x7F || g[10] < 3:
		return errors.New("curve: greeting: the peer does not speak ZMTP 3")
	case !bytes.Equal(g[12:32], greeting("CURVE", false)[12:32]):
		return fmt.Errorf("curve: greeting: the peer has the mechanism %q, want CURVE", bytes.TrimRight(g[12:32], "\x00"))
	case c.server && g[32] != 0:
		return errors.New("curve: greeting: the peer is a server too")
	}
	return nil
}

// command reads a command of the handshake: what follows its name, of at least size
// bytes and at most extra more.
func (c *Conn) command(name string, size, extra int) (*fields, error) {
	flags, err := readFrame(c.in, &c.sealed, uint64(len(name)+size+extra))
	if err != nil {
		return nil, fmt.Errorf("curve: %s: %w", name[1:], err)
	}
	body := bytes.Clone(c.sealed.Bytes())
	if reason, found := bytes.CutPrefix(body, []byte(failure)); found && !c.server {
		return nil, fmt.Errorf("curve: the server refuses: %q", reason)
	}
	rest, found := bytes.CutPrefix(body, []byte(name))
	if flags&flagCommand == 0 || !found || len(rest) < size {
		return nil, fmt.Errorf("curve: frame of %d bytes is not a valid %s", len(body), name[1:])
	}
	return &fields{rest}, nil
}

// fields are the parts of a command, one behind the other.
type fields struct{ rest []byte }

// take returns the next n bytes; command has checked that they are there.
func (f *fields) take(n int) []byte {
	part := f.rest[:n]
	f.rest = f.rest[n:]
	return part
}

// send writes a command of the handshake.
func (c *Conn) send(name string, parts ...[]byte) error {
	_, err := c.Conn.Write(encode(name, parts...))
	return err
}

func encode(name string, parts ...[]byte) []byte {
	body := append([]byte(name), bytes.Join(parts, nil)...)
	return append(appendHeader(nil, flagCommand, len(body)), body...)
}

// serve is the server's handshake up to INITIATE. C and c are the client's long-term
// keys, S and s the server's, public and secret; those with a dash live as long as
// the connection.
func (c *Conn) serve() error {
	if err := c.greet(); err != nil {
		return err
	}
	// HELLO: version, padding, C', nonce, box [64 zeros] (C'->S).
	f, err := c.command(hello, helloSize, 0)
	if err != nil {
		return err
	}
	if version := f.take(2); version[0] != 1 || version[1] != 0 {
		return fmt.Errorf("curve: HELLO: version %d.%d, want 1.0", version[0], version[1])
	}
	f.take(helloPadding)
	client, nonce := f.take(keySize), f.take(8) // client is C'
	known, err := agree(c.keys.secret, client)
	if err != nil {
		return fmt.Errorf("curve: HELLO: %w", err)
	}
	if err := c.fresh(nonce); err != nil {
		return err
	}
	signature, err := known.open(nil, "CurveZMQHELLO---", nonce, f.rest)
	if err != nil || subtle.ConstantTimeCompare(signature, zeros[:]) == 0 {
		return fmt.Errorf("curve: HELLO: %w", errBox)
	}
	// WELCOME: nonce, box [S' + cookie] (S->C'). The cookie of RFC 26 spares a server
	// the state of the handshake. A TCP connection is state already, so here s' stays
	// with it, and the cookie is only a random text to be repeated.
	short, cookie, long := newKey(), random(cookieSize), random(16)
	box := known.seal(nil, "WELCOME-", long, append(short.PublicKey().Bytes(), cookie...))
	if err := c.send(welcome, long, box); err != nil {
		return err
	}
	return c.expectInitiate(client, short, cookie)
}

// expectInitiate reads INITIATE: cookie, nonce, box [C + vouch + metadata] (C'->S').
// The vouch is a nonce and a box [C' + S] (C->S').
func (c *Conn) expectInitiate(client []byte, short *ecdh.PrivateKey, cookie []byte) error {
	f, err := c.command(initiate, initiateSize, metadataLimit)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare(f.take(cookieSize), cookie) == 0 {
		return errors.New("curve: INITIATE: not our cookie")
	}
	nonce := f.take(8)
	if err := c.fresh(nonce); err != nil {
		return err
	}
	if c.key, err = agree(short, client); err != nil {
		return fmt.Errorf("curve: INITIATE: %w", err)
	}
	plain, err := c.key.open(nil, "CurveZMQINITIATE", nonce, f.rest)
	if err != nil {
		return fmt.Errorf("curve: INITIATE: %w", err)
	}
	f = &fields{plain}
	long, vouch := f.take(keySize), &fields{f.take(vouchSize)} // long is C
	owner, err := agree(short, long)
	if err != nil {
		return fmt.Errorf("curve: INITIATE: %w", err)
	}
	vouched, err := owner.open(nil, "VOUCH---", vouch.take(16), vouch.rest)
	if err != nil || subtle.ConstantTimeCompare(vouched, append(bytes.Clone(client), c.keys.public()...)) == 0 {
		return fmt.Errorf("curve: INITIATE: vouch: %w", errBox)
	}
	c.present(f.rest)
	// READY: nonce, box [metadata] (S'->C').
	c.ready = func(metadata []byte) []byte {
		nonce := c.next()
		return encode(ready, nonce, c.key.seal(nil, "CurveZMQREADY---", nonce, metadata))
	}
	return nil
}

// present leaves for Read how a peer without encryption would have begun. The server
// does so with all at once, the client when READY has come.
func (c *Conn) present(metadata []byte) {
	if c.server {
		c.rest = greeting("NULL", false)
	}
	c.rest = append(c.rest, encode(ready, metadata)...)
}

// call is the client's handshake up to WELCOME.
func (c *Conn) call() error {
	if err := c.greet(); err != nil {
		return err
	}
	short := newKey()
	own, server := short.PublicKey().Bytes(), c.keys.public()
	known, err := agree(short, server)
	if err != nil {
		return fmt.Errorf("curve: the server's key: %w", err)
	}
	nonce := c.next()
	box := known.seal(nil, "CurveZMQHELLO---", nonce, zeros[:])
	if err := c.send(hello, []byte{1, 0}, make([]byte, helloPadding), own, nonce, box); err != nil {
		return err
	}
	f, err := c.command(welcome, welcomeSize, 0)
	if err != nil {
		return err
	}
	plain, err := known.open(nil, "WELCOME-", f.take(16), f.rest)
	if err != nil {
		return fmt.Errorf("curve: WELCOME: %w", err)
	}
	f = &fields{plain}
	shortServer, cookie := f.take(keySize), f.take(cookieSize) // shortServer is S'
	if c.key, err = agree(short, shortServer); err != nil {
		return fmt.Errorf("curve: WELCOME: %w", err)
	}
	owner, err := agree(c.keys.secret, shortServer)
	if err != nil {
		return fmt.Errorf("curve: WELCOME: %w", err)
	}
	long := random(16)
	vouch := append(long, owner.seal(nil, "VOUCH---", long, append(own, server...))...)
	c.rest = greeting("NULL", true)
	c.ready = func(metadata []byte) []byte {
		nonce := c.next()
		plain := bytes.Join([][]byte{server, vouch, metadata}, nil) // our C is S
		return encode(initiate, cookie, nonce, c.key.seal(nil, "CurveZMQINITIATE", nonce, plain))
	}
	return nil
}

// readReady reads the server's READY.
func (c *Conn) readReady() (metadata []byte, err error) {
	f, err := c.command(ready, readySize, metadataLimit)
	if err != nil {
		return nil, err
	}
	nonce := f.take(8)
	if err := c.fresh(nonce); err != nil {
		return nil, err
	}
	metadata, err = c.key.open(nil, "CurveZMQREADY---", nonce, f.rest)
	if err != nil {
		return nil, fmt.Errorf("curve: READY: %w", err)
	}
	return metadata, nil
}

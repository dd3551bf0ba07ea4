package curve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"warpbook.dev/internal/tier"
)

const limit = 1 << 20

// A wire is one end of a TCP connection that changes what is written. The first
// write has the number 0; CURVE's are greeting, HELLO, INITIATE or greeting, WELCOME, READY.
type wire struct {
	*net.TCPConn
	change func(n int, p []byte) [][]byte // nil changes nothing
	n      int
	sent   bytes.Buffer
}

func (w *wire) Write(p []byte) (int, error) {
	writes := [][]byte{p}
	if w.change != nil {
		writes = w.change(w.n, bytes.Clone(p))
	}
	w.n++
	for _, q := range writes {
		w.sent.Write(q)
		if _, err := w.TCPConn.Write(q); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// wires returns the ends of a connection: the client's, the server's.
func wires(t testing.TB) (client, server *wire) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []net.Conn{c, s} {
		c.SetDeadline(time.Now().Add(tier.Hang))
		t.Cleanup(func() { c.Close() })
	}
	return &wire{TCPConn: c.(*net.TCPConn)}, &wire{TCPConn: s.(*net.TCPConn)}
}

// frame is a message frame without encryption.
func frame(flags byte, body []byte) []byte {
	return append(appendHeader(nil, flags, len(body)), body...)
}

// hearing is what one side reads: all of it, and why it ended.
type hearing struct {
	heard []byte
	err   error
}

// talk writes as a socket with mechanism NULL does, a frame at a time, and reads to
// the end. It closes the connection when something fails.
func talk(c *Conn, metadata string, frames ...[]byte) (h hearing) {
	defer func() {
		if h.err != nil {
			c.Close()
		}
	}()
	opening := [][]byte{greeting("NULL", false), encode(ready, []byte(metadata))}
	for _, p := range append(opening, frames...) {
		if _, h.err = c.Write(p); h.err != nil {
			return h
		}
	}
	if h.err = c.CloseWrite(); h.err != nil {
		return h
	}
	h.heard, h.err = io.ReadAll(c)
	return h
}

// opened is what a peer reads that is told metadata and frames.
func opened(server bool, metadata string, frames ...[]byte) []byte {
	return bytes.Join(append([][]byte{greeting("NULL", server), encode(ready, []byte(metadata))}, frames...), nil)
}

// converse lets a client and a server talk at the same time.
func converse(client, server *Conn, fromClient, fromServer [][]byte) (atClient, atServer hearing) {
	done := make(chan hearing)
	go func() { done <- talk(client, "of the client", fromClient...) }()
	atServer = talk(server, "of the server", fromServer...)
	return <-done, atServer
}

func TestConversation(t *testing.T) {
	const long = 3 * keepSize // no buffer is kept for a frame of this size
	random := func(size int) []byte {
		b := make([]byte, size)
		rand.NewChaCha8([32]byte{}).Read(b)
		return b
	}
	there := [][]byte{
		frame(0, nil), frame(flagMore, []byte("a")), frame(0, random(255)), frame(flagMore, random(256)),
		frame(flagMore, random(64<<10+1)), frame(0, random(long)), frame(flagCommand, []byte("\x04PING\x00\x00")), frame(0, []byte("end")),
	}
	back := [][]byte{frame(flagMore, random(70_000)), frame(0, []byte("secret text"))}
	keys := NewKeys()
	a, b := wires(t)
	client, server := Client(a, keys, 16<<20), Server(b, keys, 16<<20)
	pieces := 0
	client.Sent = func(int) { pieces++ }
	atClient, atServer := converse(client, server, there, back)
	if want := opened(false, "of the client", there...); atServer.err != nil || !bytes.Equal(atServer.heard, want) {
		t.Errorf("the server heard %d bytes, %v, want %d", len(atServer.heard), atServer.err, len(want))
	}
	if want := opened(true, "of the server", back...); atClient.err != nil || !bytes.Equal(atClient.heard, want) {
		t.Errorf("the client heard %d bytes, %v, want %d", len(atClient.heard), atClient.err, len(want))
	}
	if pieces < long/pieceSize {
		t.Errorf("3 MiB left in %d pieces", pieces)
	}
	for _, sent := range [][]byte{a.sent.Bytes(), b.sent.Bytes()} {
		for _, clear := range []string{"of the client", "of the server", "secret text", string(keys.public())} {
			if bytes.Contains(sent, []byte(clear)) {
				t.Errorf("%q stands on the wire in clear", clear)
			}
		}
	}
}

// TestPieces writes frames in pieces that end anywhere.
func TestPieces(t *testing.T) {
	stream := opened(false, "metadata", frame(flagMore, []byte("one")), frame(0, make([]byte, 300)), frame(0, nil))
	for size := 1; size < 80; size += 13 {
		keys := NewKeys()
		a, b := wires(t)
		client, server := Client(a, keys, limit), Server(b, keys, limit)
		done := make(chan hearing)
		go func() { done <- talk(server, "") }()
		for p := stream; len(p) > 0; p = p[min(size, len(p)):] {
			if _, err := client.Write(p[:min(size, len(p))]); err != nil {
				t.Fatal(err)
			}
		}
		client.CloseWrite()
		if h := <-done; h.err != nil || !bytes.Equal(h.heard, stream) {
			t.Errorf("in pieces of %d the server heard %q, %v", size, h.heard, h.err)
		}
	}
}

// change returns a function that changes the write of that number.
func change(number int, f func(p []byte) [][]byte) func(int, []byte) [][]byte {
	return func(n int, p []byte) [][]byte {
		if n == number {
			return f(p)
		}
		return [][]byte{p}
	}
}

// flip inverts a bit of a byte; a negative position counts from the end.
func flip(at int) func(p []byte) [][]byte {
	return func(p []byte) [][]byte {
		p[(at+len(p))%len(p)] ^= 0x10
		return [][]byte{p}
	}
}

// set overwrites bytes.
func set(at int, with ...byte) func(p []byte) [][]byte {
	return func(p []byte) [][]byte {
		copy(p[at:], with)
		return [][]byte{p}
	}
}

func twice(p []byte) [][]byte   { return [][]byte{p, p} }
func nothing(p []byte) [][]byte { return nil }

// swap sends a write behind the one that follows it.
func swap(number int) func(int, []byte) [][]byte {
	var held []byte
	return func(n int, p []byte) [][]byte {
		switch n {
		case number:
			held = p
			return nil
		case number + 1:
			return [][]byte{p, held}
		}
		return [][]byte{p}
	}
}

// shorten takes the last byte off a frame with a header of two bytes.
func shorten(p []byte) [][]byte {
	p[1]--
	return [][]byte{p[:len(p)-1]}
}

// lengthen adds bytes to a frame and gives it a long header.
func lengthen(by int) func(p []byte) [][]byte {
	return func(p []byte) [][]byte {
		h := headerSize(p[0])
		return [][]byte{frame(p[0]&^flagLong, append(p[h:], make([]byte, by)...))}
	}
}

// Where the parts of a HELLO stand in its frame.
const (
	atVersion = 2 + len(hello)
	atKey     = atVersion + 2 + helloPadding
	atNonce   = atKey + keySize
	atBox     = atNonce + 8
)

// TestTampering changes what the client sends, greeting, HELLO, INITIATE and the
// messages "one", "two", "three". Nothing of what was changed may reach the server,
// nor anything behind it.
func TestTampering(t *testing.T) {
	const (
		greets = iota
		hellos
		initiates
		one
		two
	)
	for name, test := range map[string]struct {
		change func(int, []byte) [][]byte
		want   string // in the server's error
		heard  int    // messages
	}{
		"a peer without encryption": {change(greets, set(12, 'N', 'U', 'L', 'L', 0)), `mechanism "NULL", want CURVE`, 0},
		"a peer with a password":    {change(greets, set(12, 'P', 'L', 'A', 'I', 'N')), `mechanism "PLAIN", want CURVE`, 0},
		"a longer mechanism":        {change(greets, set(17, '2')), `mechanism "CURVE2", want CURVE`, 0},
		"two servers":               {change(greets, set(32, 1)), "the peer is a server too", 0},
		"ZMTP 2":                    {change(greets, set(10, 2)), "does not speak ZMTP 3", 0},
		"no ZMTP":                   {change(greets, set(0, 'G', 'E', 'T')), "does not speak ZMTP 3", 0},

		"HELLO of version 2":         {change(hellos, set(atVersion, 2)), "version 2.0, want 1.0", 0},
		"HELLO with another key":     {change(hellos, flip(atKey)), "HELLO: not sealed", 0},
		"HELLO with another nonce":   {change(hellos, flip(atNonce)), "HELLO: not sealed", 0},
		"HELLO with a false box":     {change(hellos, flip(atBox)), "HELLO: not sealed", 0},
		"HELLO with a false end":     {change(hellos, flip(-1)), "HELLO: not sealed", 0},
		"HELLO with nonce 0":         {change(hellos, set(atNonce, 0, 0, 0, 0, 0, 0, 0, 0)), "nonce 0 after 0", 0},
		"HELLO that is no command":   {change(hellos, set(0, 0)), "not a valid HELLO", 0},
		"HELLO with more":            {change(hellos, set(0, flagCommand|flagMore)), "frame flags 0x05", 0},
		"HELLO, short":               {change(hellos, shorten), "not a valid HELLO", 0},
		"HELLO, long":                {change(hellos, lengthen(1)), "HELLO: curve: frame of 201 bytes, allowed are 200", 0},
		"HELLO without end":          {change(hellos, set(0, flagCommand|flagLong, 0x40, 0, 0, 0, 0, 0, 0, 0)), "allowed are 200", 0},
		"HELLO twice":                {change(hellos, twice), "not a valid INITIATE", 0},
		"INITIATE before HELLO":      {change(hellos, func([]byte) [][]byte { return [][]byte{encode(initiate, make([]byte, helloSize-4))} }), "not a valid HELLO", 0},
		"HELLO behind its INITIATE":  {change(initiates, twice), "not a valid MESSAGE", 0},
		"INITIATE with false cookie": {change(initiates, flip(9+len(initiate))), "not our cookie", 0},
		"INITIATE with old nonce":    {change(initiates, set(9+len(initiate)+cookieSize+7, 1)), "nonce 1 after 1", 0},
		"INITIATE with later nonce":  {change(initiates, set(9+len(initiate)+cookieSize+7, 9)), "INITIATE: not sealed", 0},
		"INITIATE with a false box":  {change(initiates, flip(9+len(initiate)+cookieSize+8)), "INITIATE: not sealed", 0},
		"INITIATE with a false end":  {change(initiates, flip(-1)), "INITIATE: not sealed", 0},
		"INITIATE, long":             {change(initiates, lengthen(1)), "INITIATE: not sealed", 0},
		"INITIATE, very long":        {change(initiates, lengthen(4096)), "INITIATE: curve: frame of", 0},

		"MESSAGE twice":               {change(one, twice), "nonce 3 after 3: a command was repeated", 1},
		"MESSAGE left out":            {change(two, nothing), "", 2},
		"MESSAGE too late":            {swap(one), "nonce 3 after 4: a command was repeated or comes too late", 1},
		"MESSAGE with a later nonce":  {change(two, set(2+len(message)+6, 1)), "MESSAGE: not sealed", 1},
		"MESSAGE with a false name":   {change(two, flip(4)), "not a valid MESSAGE", 1},
		"MESSAGE with a false box":    {change(two, flip(2+len(message)+8)), "MESSAGE: not sealed", 1},
		"MESSAGE with false flags":    {change(two, flip(2+len(message)+8+boxOverhead)), "MESSAGE: not sealed", 1},
		"MESSAGE with a false end":    {change(two, flip(-1)), "MESSAGE: not sealed", 1},
		"MESSAGE, short":              {change(two, shorten), "MESSAGE: not sealed", 1},
		"MESSAGE, long":               {change(two, lengthen(1)), "MESSAGE: not sealed", 1},
		"MESSAGE cut off":             {change(two, func(p []byte) [][]byte { return [][]byte{p[:9]} }), "", 1},
		"MESSAGE over the limit":      {change(two, set(0, flagLong, 0, 0, 0, 0, 0, 0x11, 0, 0)), "allowed are", 1},
		"MESSAGE of 2^62 bytes":       {change(two, set(0, flagLong, 0x40, 0, 0, 0, 0, 0, 0, 0)), "allowed are", 1},
		"MESSAGE of 2^64 bytes":       {change(two, set(0, flagLong, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)), "allowed are", 1},
		"MESSAGE with reserved flags": {change(two, set(0, 0x80)), "frame flags 0x80", 1},
		"a message in clear":          {change(two, func([]byte) [][]byte { return [][]byte{frame(0, []byte("two"))} }), "not a valid MESSAGE", 1},
		"an empty frame":              {change(two, func([]byte) [][]byte { return [][]byte{{0, 0}} }), "not a valid MESSAGE", 1},
		"MESSAGE as a command":        {change(two, set(0, flagCommand)), "", 3},
	} {
		t.Run(name, func(t *testing.T) {
			keys := NewKeys()
			a, b := wires(t)
			a.change = test.change
			messages := [][]byte{frame(0, []byte("one")), frame(0, []byte("two")), frame(0, []byte("three"))}
			_, h := converse(Client(a, keys, limit), Server(b, keys, limit), messages, nil)
			if test.want != "" && (h.err == nil || !strings.Contains(h.err.Error(), test.want)) {
				t.Errorf("the server's error is %v, want one with %q", h.err, test.want)
			}
			want := opened(false, "of the client", messages[:test.heard]...)
			switch {
			case name == "MESSAGE left out":
				want = opened(false, "of the client", messages[0], messages[2])
			case name == "MESSAGE too late":
				want = opened(false, "of the client", messages[1])
			case test.heard == 0 && bytes.HasPrefix(want, h.heard):
				want = h.heard // at most the client's READY, if the fault came behind it
			}
			if !bytes.Equal(h.heard, want) {
				t.Errorf("the server heard %q, want %q", h.heard, want)
			}
		})
	}
}

// TestTamperedServer changes what the server sends.
func TestTamperedServer(t *testing.T) {
	const (
		greets = iota
		welcomes
		readies
		one
	)
	for name, test := range map[string]struct {
		change func(int, []byte) [][]byte
		want   string // in the client's error
	}{
		"a server without encryption": {change(greets, set(12, 'N', 'U', 'L', 'L', 0)), `mechanism "NULL", want CURVE`},
		"libzmq's greeting":           {change(greets, set(32, 0)), ""},
		"WELCOME with a false box":    {change(welcomes, flip(-1)), "WELCOME: not sealed"},
		"WELCOME, short":              {change(welcomes, shorten), "not a valid WELCOME"},
		"ERROR":                       {change(welcomes, func([]byte) [][]byte { return [][]byte{encode(failure, []byte("\x03not"))} }), `the server refuses: "\x03not"`},
		"READY with a false box":      {change(readies, flip(-1)), "READY: not sealed"},
		"READY twice":                 {change(readies, twice), "not a valid MESSAGE"},
		"READY, short":                {change(readies, func([]byte) [][]byte { return [][]byte{encode(ready, make([]byte, readySize-1))} }), "not a valid READY"},
		"not a valid READY":           {change(readies, nothing), "not a valid READY"},
		"MESSAGE twice":               {change(one, twice), "a command was repeated"},
	} {
		t.Run(name, func(t *testing.T) {
			keys := NewKeys()
			a, b := wires(t)
			b.change = test.change
			h, _ := converse(Client(a, keys, limit), Server(b, keys, limit), nil, [][]byte{frame(0, []byte("one"))})
			if test.want == "" && h.err != nil || test.want != "" && (h.err == nil || !strings.Contains(h.err.Error(), test.want)) {
				t.Errorf("the client's error is %v, want one with %q", h.err, test.want)
			}
		})
	}
}

// TestWrongKeys: neither side accepts the other, and the client learns nothing.
func TestWrongKeys(t *testing.T) {
	a, b := wires(t)
	atClient, atServer := converse(Client(a, NewKeys(), limit), Server(b, NewKeys(), limit), nil, nil)
	if atServer.err == nil || !strings.Contains(atServer.err.Error(), "HELLO: not sealed") {
		t.Errorf("the server's error is %v", atServer.err)
	}
	if atClient.err == nil || len(atClient.heard) > 0 {
		t.Errorf("the client heard %q, %v", atClient.heard, atClient.err)
	}
	if b.sent.Len() != greetingSize {
		t.Errorf("the server said %d bytes, want its greeting only", b.sent.Len())
	}
}

// TestReplay plays a whole recorded conversation to a server again.
func TestReplay(t *testing.T) {
	keys := NewKeys()
	a, b := wires(t)
	if _, h := converse(Client(a, keys, limit), Server(b, keys, limit), [][]byte{frame(0, []byte("order"))}, nil); h.err != nil {
		t.Fatal(h.err)
	}
	again, c := wires(t)
	if _, err := again.Write(a.sent.Bytes()); err != nil {
		t.Fatal(err)
	}
	if h := talk(Server(c, keys, limit), ""); h.err == nil || !strings.Contains(h.err.Error(), "not our cookie") || len(h.heard) > 0 {
		t.Errorf("the server heard %q, %v", h.heard, h.err)
	}
}

// A stranger is a client by the letter of RFC 26, which may deviate from it.
type stranger struct {
	server  []byte // S
	short   []byte // a C' that is not its own; publicToAll stands for the secret key
	long    []byte // a C that is not its own
	vouched []byte // what the vouch says instead of C' + S
}

// call performs the handshake and returns the error of the server's side.
func (s stranger) call(t *testing.T, keys *Keys) error {
	t.Helper()
	a, b := wires(t)
	end := make(chan hearing)
	go func() { end <- talk(Server(b, keys, limit), "") }()
	short, long := newKey(), newKey()
	must := func(k *boxKey, err error) *boxKey {
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	read := func(size int) []byte { // fails where the server has hung up
		p := make([]byte, size)
		io.ReadFull(a, p)
		return p
	}
	own, owner := short.PublicKey().Bytes(), long.PublicKey().Bytes()
	known := must(agree(short, s.server))
	if s.short != nil {
		own, known = s.short, publicToAll()
	}
	a.Write(greeting("CURVE", false))
	read(greetingSize)
	nonce := []byte{0, 0, 0, 0, 0, 0, 0, 1}
	a.Write(encode(hello, []byte{1, 0}, make([]byte, helloPadding), own, nonce, known.seal(nil, "CurveZMQHELLO---", nonce, zeros[:])))
	w := read(2 + len(welcome) + welcomeSize)[2+len(welcome):]
	plain, err := known.open(nil, "WELCOME-", w[:16], w[16:])
	if err == nil {
		session := must(agree(short, plain[:keySize]))
		voucher := must(agree(long, plain[:keySize]))
		if s.long != nil {
			owner, voucher = s.long, publicToAll()
		}
		vouched := append(bytes.Clone(own), s.server...)
		if s.vouched != nil {
			vouched = s.vouched
		}
		long, nonce := random(16), []byte{0, 0, 0, 0, 0, 0, 0, 2}
		box := session.seal(nil, "CurveZMQINITIATE", nonce, bytes.Join([][]byte{owner, long, voucher.seal(nil, "VOUCH---", long, vouched)}, nil))
		a.Write(encode(initiate, plain[keySize:], nonce, box))
	}
	a.CloseWrite()
	return (<-end).err
}

func TestStrangers(t *testing.T) {
	keys, zero := NewKeys(), make([]byte, keySize)
	// The points of order 2 and 8, from cr.yp.to/ecdh.html.
	one := append([]byte{1}, zero[1:]...)
	eight := []byte{
		0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
		0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
	}
	for name, test := range map[string]struct {
		stranger
		want string
	}{
		"any key of its own":    {stranger{server: keys.public()}, ""},
		"another server":        {stranger{server: NewKeys().public()}, "HELLO: not sealed"},
		"low order, 0":          {stranger{server: NewKeys().public(), short: zero}, "HELLO: public key of low order"},
		"low order, 1":          {stranger{server: NewKeys().public(), short: one}, "HELLO: public key of low order"},
		"low order, 8":          {stranger{server: NewKeys().public(), short: eight}, "HELLO: public key of low order"},
		"long-term, low order":  {stranger{server: keys.public(), long: zero}, "INITIATE: public key of low order"},
		"somebody else's vouch": {stranger{server: keys.public(), vouched: append(NewKeys().public(), keys.public()...)}, "vouch: not sealed"},
		"vouch for another":     {stranger{server: keys.public(), vouched: make([]byte, 2*keySize)}, "vouch: not sealed"},
		"vouch, short":          {stranger{server: keys.public(), vouched: make([]byte, keySize)}, "not a valid INITIATE"},
		"long-term of a client": {stranger{server: keys.public(), long: NewKeys().public()}, "vouch: not sealed"},
	} {
		t.Run(name, func(t *testing.T) {
			err := test.call(t, keys)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("the server's error is %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestDeadline: who says nothing, or stops in the middle, does not hold the server.
func TestDeadline(t *testing.T) {
	keys := NewKeys()
	for _, says := range [][]byte{nil, greeting("CURVE", false), append(greeting("CURVE", false), flagCommand, 200, 5)} {
		synctest.Test(t, func(t *testing.T) {
			a, b := net.Pipe()
			defer a.Close()
			go io.Copy(io.Discard, a)
			go a.Write(says)
			begin := time.Now()
			b.SetDeadline(begin.Add(time.Second))
			h := talk(Server(b, keys, limit), "")
			if d := time.Since(begin); !errors.Is(h.err, os.ErrDeadlineExceeded) || d != time.Second {
				t.Errorf("after %d bytes: %v at %v, want the deadline at 1 s", len(says), h.err, d)
			}
		})
	}
}

// FuzzServer: whatever comes, a server neither panics nor believes it.
func FuzzServer(f *testing.F) {
	keys := NewKeys()
	g := greeting("CURVE", false)
	f.Add(g)
	f.Add(append(g, encode(hello, make([]byte, helloSize))...))
	f.Add(append(g, encode(initiate, make([]byte, initiateSize))...))
	f.Add(append(g, flagLong|flagCommand, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))
	f.Fuzz(func(t *testing.T, sent []byte) {
		c := Server(&tape{in: bytes.NewReader(sent)}, keys, limit)
		if heard, err := io.ReadAll(c); err == nil || len(heard) > 0 {
			t.Errorf("the server heard %q, %v", heard, err)
		}
	})
}

// FuzzMessages sends a stream of frames and changes one byte of it on the way.
func FuzzMessages(f *testing.F) {
	f.Add([]byte("body"), byte(flagMore), 3, uint(20), byte(1))
	f.Add(make([]byte, 1000), byte(flagCommand), 1, uint(0), byte(2))
	f.Add([]byte{}, byte(0), 5, uint(80), byte(0))
	f.Fuzz(func(t *testing.T, body []byte, flags byte, count int, at uint, mask byte) {
		stream := bytes.Repeat(frame(flags&(flagMore|flagCommand), body), max(0, count)%8)
		sent, err := sealed(stream)
		if err != nil {
			t.Fatal(err)
		}
		if len(sent) > 0 {
			sent[at%uint(len(sent))] ^= mask
		}
		heard, err := io.ReadAll(connected(&tape{in: bytes.NewReader(sent)}, true))
		// A change that changes nothing is the flag of a command outside.
		intact := err == nil && bytes.Equal(heard, stream)
		if !intact && (mask == 0 || err == nil || !bytes.HasPrefix(stream, heard)) {
			t.Errorf("byte %d changed by %#02x: heard %q, %v, want %q or an error", at, mask, heard, err, stream)
		}
	})
}

// sealed is what a client sends after the handshake.
func sealed(stream []byte) ([]byte, error) {
	t := &tape{}
	_, err := connected(t, false).Write(stream)
	return t.out.Bytes(), err
}

// connected is a Conn whose handshake is over.
func connected(c net.Conn, server bool) *Conn {
	k := &Conn{Conn: c, server: server, limit: limit, key: &boxKey{1, 2, 3}}
	k.shake.Do(func() {})
	k.peerNonce, k.nonce = 2, 2
	k.in = newReader(c)
	return k
}

// A tape is a connection that plays in and records out.
type tape struct {
	net.Conn
	in  io.Reader
	out bytes.Buffer
}

func (t *tape) Read(p []byte) (int, error)  { return t.in.Read(p) }
func (t *tape) Write(p []byte) (int, error) { return t.out.Write(p) }

func BenchmarkMessages(b *testing.B) {
	for _, size := range []int{100, 64 << 10, 10 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			stream := frame(0, make([]byte, size))
			b.SetBytes(int64(size))
			for b.Loop() {
				sent, err := sealed(stream)
				if err != nil {
					b.Fatal(err)
				}
				c := connected(&tape{in: bytes.NewReader(sent)}, true)
				c.limit = 16 << 20
				if _, err := io.Copy(io.Discard, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkHandshake(b *testing.B) {
	keys := NewKeys()
	for b.Loop() {
		x, y := wires(b)
		if _, h := converse(Client(x, keys, limit), Server(y, keys, limit), nil, nil); h.err != nil {
			b.Fatal(h.err)
		}
		x.Close()
		y.Close()
	}
}

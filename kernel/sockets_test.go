package kernel

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

func serveFile(path string) error {
	conn, err := wire.ReadConnection(path)
	if err != nil {
		return err
	}
	k, err := New(scripted{}, conn)
	if err != nil {
		return err
	}
	if conn.HBPort == 0 { // then the file has to tell the ports
		if err := k.Connection().Write(path); err != nil {
			return err
		}
	}
	return k.Serve(context.Background())
}

// peer is a client with real sockets.
type peer struct {
	testing.TB
	session                     *wire.Session
	shell, control, iopub, beat *zmtp.Socket
}

func connect(t testing.TB, conn wire.Connection) *peer {
	t.Helper()
	p := &peer{TB: t, session: wire.NewSession(conn.Key)}
	id := []byte(p.session.ID())
	open := func(s *zmtp.Socket, err error) *zmtp.Socket {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	keys, err := curveKeys(&conn)
	if err != nil {
		t.Fatal(err)
	}
	at := func(port int) (string, string) { return conn.Address(port) }
	net, addr := at(conn.ShellPort)
	p.shell = open(zmtp.DialDealer(t.Context(), net, addr, keys, id))
	_, addr = at(conn.ControlPort)
	p.control = open(zmtp.DialDealer(t.Context(), net, addr, keys, id))
	_, addr = at(conn.IOPubPort)
	p.iopub = open(zmtp.DialSub(t.Context(), net, addr, keys, ""))
	_, addr = at(conn.HBPort)
	p.beat = open(zmtp.DialReq(t.Context(), net, addr, keys))
	return p
}

func (p *peer) send(s *zmtp.Socket, msgType string, content any) wire.Message {
	p.Helper()
	m, err := p.session.New(msgType, wire.Header{}, content)
	if err != nil {
		p.Fatal(err)
	}
	frames, err := p.session.Encode(m)
	if err != nil {
		p.Fatal(err)
	}
	if err := s.Send(frames); err != nil {
		p.Fatal(err)
	}
	return m
}

// stopHanging closes a socket after tier.Hang, unless stop is called before. stop reports whether
// the socket was closed.
func stopHanging(s *zmtp.Socket) (stop func() bool) {
	ctx, cancel := context.WithTimeout(context.Background(), tier.Hang)
	waits := context.AfterFunc(ctx, func() { s.Close() })
	return func() bool {
		defer cancel()
		return !waits()
	}
}

// recv fails instead of hanging.
func (p *peer) recv(s *zmtp.Socket) wire.Message {
	p.Helper()
	defer stopHanging(s)()
	frames, err := s.Recv()
	if err != nil {
		p.Fatal(err)
	}
	m, err := p.session.Decode(frames)
	if err != nil {
		p.Fatal(err)
	}
	return m
}

// serve runs a kernel with real sockets; the channel gets what Serve returns.
func serve(t testing.TB) (*Kernel, <-chan error) {
	t.Helper()
	k, err := New(scripted{}, wire.Connection{Key: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- k.Serve(ctx) }()
	t.Cleanup(cancel)
	return k, done
}

func TestSockets(t *testing.T) {
	k, done := serve(t)
	p := connect(t, k.Connection())
	if m := p.recv(p.iopub); m.Header.MsgType != "iopub_welcome" || string(m.Content) != `{"subscription":""}` || m.Parent.MsgID != "" {
		t.Errorf("the first message on iopub is %s %s", m.Header.MsgType, m.Content)
	}
	p.beat.Send([][]byte{[]byte("ping\x00")})
	if got, err := p.beat.Recv(); err != nil || string(got[0]) != "ping\x00" {
		t.Errorf("heartbeat %q, %v", got, err)
	}

	// Rubbish from a stranger, then an honest request.
	p.shell.Send([][]byte{[]byte("rubbish")})
	p.shell.Send([][]byte{[]byte("<IDS|MSG>"), []byte("00"), []byte("{}"), []byte("{}"), []byte("{}"), []byte("{}")})
	request := p.send(p.shell, "execute_request", fields{"code": "print hello"})
	if m := p.recv(p.shell); m.Parent.MsgID != request.Header.MsgID || m.Header.Session != k.session.ID() {
		t.Errorf("reply %+v", m.Header)
	}
	var types []string // from busy on: a "starting" may come first
	for len(types) == 0 || !strings.Contains(types[len(types)-1], "idle") {
		m := p.recv(p.iopub)
		if m.Parent.MsgID != request.Header.MsgID {
			continue
		}
		types = append(types, m.Header.MsgType+" "+string(m.Content))
	}
	if len(types) != 4 || types[2] != `stream {"name":"stdout","text":"hello\n"}` {
		t.Errorf("iopub %q", types)
	}

	// Shutdown in the middle of a cell that does not listen.
	p.send(p.shell, "execute_request", fields{"code": "deaf"})
	for p.recv(p.iopub).Header.MsgType != "execute_input" {
	}
	p.send(p.control, "shutdown_request", fields{"restart": true})
	if m := p.recv(p.control); m.Header.MsgType != "shutdown_reply" || string(m.Content) != `{"restart":true,"status":"ok"}` {
		t.Errorf("control %s %s", m.Header.MsgType, m.Content)
	}
	var last []string
	for len(last) < 3 {
		last = append(last, p.recv(p.iopub).Header.MsgType)
	}
	if want := []string{"status", "shutdown_reply", "status"}; !cmp.Equal(last, want) {
		t.Errorf("iopub %q, want %q", last, want)
	}
	if err := tier.Receive(t, "the end of Serve", done); err != nil {
		t.Error(err)
	}

	// A restart: the same ports again, at once.
	again, err := New(scripted{}, k.Connection())
	if err != nil {
		t.Fatal(err)
	}
	go again.Serve(t.Context())
	connect(t, again.Connection())
}

// Without a word of the launcher nobody beyond this machine reaches the sockets.
func TestSocketsAreLoopback(t *testing.T) {
	k, _ := serve(t)
	addresses := []net.Addr{k.sockets.iopub.Addr(), k.sockets.hb.Addr()}
	for _, r := range k.sockets.router {
		addresses = append(addresses, r.Addr())
	}
	for _, a := range addresses {
		if tcp, ok := a.(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
			t.Errorf("a socket is bound to %v", a)
		}
	}
	if _, err := New(scripted{}, wire.Connection{IP: "0.0.0.0"}); err == nil {
		t.Error("no error for an open address without a key")
	}
}

func TestPortInUse(t *testing.T) {
	k, _ := serve(t)
	if _, err := New(scripted{}, k.Connection()); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("second kernel on the same ports: %v", err)
	}
	if _, err := New(scripted{}, wire.Connection{Transport: "carrier pigeon"}); err == nil {
		t.Error("no error for an unknown transport")
	}
}

// noRaceSleep, as GORACE, keeps a kernel built for the race detector from sleeping
// for a second when it exits.
const noRaceSleep = "atexit_sleep_ms=0"

// start runs this test binary as a kernel process, which chooses its ports: those that we chose
// here somebody else could take before it does. file is the connection file.
func start(t testing.TB, env ...string) (cmd *exec.Cmd, file string) {
	t.Helper()
	conn := wire.Connection{Transport: "tcp", IP: "127.0.0.1", Key: "secret", SignatureScheme: "hmac-sha256"}
	file = t.TempDir() + "/kernel.json"
	if err := conn.Write(file); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(os.Args[0], "scripted-kernel", file)
	cmd.Env = append(append(os.Environ(), "GORACE="+noRaceSleep), env...)
	cmd.Stderr = os.Stderr
	t.Cleanup(func() {
		if cmd.Process != nil {
			cmd.Process.Kill()
		}
	})
	return cmd, file
}

// await waits until a kernel process has bound its sockets, and connects to it.
func await(t testing.TB, file string) *peer {
	t.Helper()
	var conn wire.Connection
	tier.Wait(t, "the kernel to tell its ports", func() bool {
		var err error
		if conn, err = wire.ReadConnection(file); err != nil {
			t.Fatal(err)
		}
		return conn.HBPort != 0
	})
	return connect(t, conn)
}

// What is unsigned, malformed, oversized or repeated is logged and dropped.
func TestRefusedMessagesAreLogged(t *testing.T) {
	cmd, file := start(t)
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := await(t, file)
	request := func(key string) [][]byte {
		session := wire.NewSession(key)
		m, err := session.New("execute_request", wire.Header{}, fields{"code": "exit 1"})
		if err != nil {
			t.Fatal(err)
		}
		frames, err := session.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	p.shell.Send(request("wrong"))
	p.shell.Send(request("")) // unsigned
	p.shell.Send([][]byte{[]byte("no"), []byte("delimiter")})
	p.shell.Send([][]byte{[]byte("<IDS|MSG>"), []byte("too"), []byte("few")})
	p.send(p.shell, "kernel_info_request", fields{})
	p.recv(p.shell)
	m, err := p.session.New("kernel_info_request", wire.Header{}, fields{})
	if err != nil {
		t.Fatal(err)
	}
	twice, err := p.session.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	p.shell.Send(twice)
	p.recv(p.shell)
	p.shell.Send(twice)
	p.send(p.shell, "kernel_info_request", fields{})
	if reply := p.recv(p.shell); reply.Parent.MsgID == m.Header.MsgID {
		t.Error("a repeated message is answered")
	}
	p.shell.Send([][]byte{make([]byte, 300<<20)})
	if _, err := p.shell.Recv(); err == nil {
		t.Error("the connection of an oversized message goes on")
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"wrong signature", "without <IDS|MSG>", "2 frames after <IDS|MSG>", "duplicate signature",
		"over the limit of 268435456 bytes"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not have %q:\n%s", want, log.String())
		}
	}
}

func TestSignals(t *testing.T) {
	cmd, file := start(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := await(t, file)
	for p.recv(p.iopub).Header.MsgType != "iopub_welcome" { // before that, what is published may be missed
	}
	p.send(p.shell, "execute_request", fields{"code": "forever"})
	for p.recv(p.iopub).Header.MsgType != "execute_input" {
	}
	cmd.Process.Signal(syscall.SIGPIPE)
	cmd.Process.Signal(os.Interrupt)
	if got := content(t, p.recv(p.shell)); got["ename"] != "KeyboardInterrupt" {
		t.Errorf("after SIGINT: %v", got)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
}

// A kernel ends when the process that started it does. The shell between is that
// process: it starts the kernel, and we kill it.
func TestDiesWithItsParent(t *testing.T) {
	cmd, file := start(t)
	cmd.Args = append([]string{"/bin/sh", "-c", `JPY_PARENT_PID=$$ "$@" & wait`, "sh"}, append([]string{cmd.Path}, cmd.Args[1:]...)...)
	cmd.Path = "/bin/sh"
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := await(t, file)
	p.beat.Send([][]byte{[]byte("ping")})
	if _, err := p.beat.Recv(); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	ended := make(chan error, 1)
	go func() { _, err := p.beat.Recv(); ended <- err }()
	if err := tier.Receive(t, "the end of the kernel, whose parent is gone", ended); err == nil {
		t.Error("a message instead of the end")
	}
}

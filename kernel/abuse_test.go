//go:build unix

package kernel

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

// An attack is what a stranger, or a client that went mad, does to a kernel.
type attack struct {
	name string
	run  func(a *attacker)
}

var attacks = []attack{
	{"nothing", func(a *attacker) { a.hold() }}, // what the others are held against
	{"wrong signatures", wrongSignatures},
	{"no delimiter", func(a *attacker) { a.messages(shell, [][]byte{[]byte("no"), []byte("delimiter")}) }},
	{"frames of 2^62 bytes", func(a *attacker) { a.broken("\x02\x40\x00\x00\x00\x00\x00\x00\x00") }},
	{"frames of 200 MB that never come", hugeAnnouncements},
	{"100 MB of rubbish in a frame", hugeRubbish},
	{"six frames of 150 MB that never end", unfinishedFrames},
	{"broken frames", func(a *attacker) { a.broken("\xf8\x01x", "\x05\x05\x04PING", "\x04\x03\xc8PI", "\x04\x00") }},
	{"mute peers", mutePeers},
	{"half-open peers", halfOpenPeers},
	{"a subscriber that never reads", stalledSubscriber},
	{"a subscriber that is stopped", stoppedSubscriber},
	{"duplicate identities", duplicateIdentities},
	{"repeated messages", repeatedMessages},
	{"10,000 connections", manyConnections},
	{"garbage on every port", garbage},
	{"fuzzed frames", fuzzedFrames},
	{"fuzzed requests, rightly signed", fuzzedRequests},
}

// TestAbuse attacks a kernel process in every way, beside an honest client. The kernel must live, must
// answer the client, and must leave nothing open. The long tier attacks for longer. How long the client
// waits is said, and judged by nobody: BenchmarkHonestClient measures it.
func TestAbuse(t *testing.T) {
	tier.Check(t)
	cmd, file, honest := attacked(t)
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			honest.TB = t
			goroutines, files := honest.goroutines(), openFiles(t, cmd.Process.Pid)
			t.Logf("an honest client waits %v", honest.beside(a.name, file))
			tier.Wait(t, fmt.Sprintf("at most %d goroutines and %d open files, as before", goroutines, files), func() bool {
				return honest.goroutines() <= goroutines && openFiles(t, cmd.Process.Pid) <= files
			})
		})
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the kernel ended with %v", err)
	}
}

// BenchmarkHonestClient is how long a client waits for a reply while the kernel is attacked.
func BenchmarkHonestClient(b *testing.B) {
	_, file, honest := attacked(b)
	for _, a := range attacks {
		b.Run(a.name, func(b *testing.B) {
			honest.TB = b
			var all waits
			for b.Loop() {
				all = append(all, honest.beside(a.name, file)...)
			}
			b.ReportMetric(float64(all.part(50).Microseconds()), "µs-median")
			b.ReportMetric(float64(all.part(99).Microseconds()), "µs-p99")
			b.ReportMetric(float64(all.part(100).Microseconds()), "µs-worst")
		})
	}
}

// attacked starts a kernel process with an honest client. file is the connection file.
func attacked(t testing.TB) (cmd *exec.Cmd, file string, h *honest) {
	cmd, file = start(t)
	cmd.Stderr = nil // it says a lot
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	h = newHonest(t, await(t, file))
	for range 10 { // what is made once is made
		h.round()
	}
	return cmd, file, h
}

// waits are how long replies took.
type waits []time.Duration

// part is the wait that so many of a hundred do not exceed.
func (w waits) part(percent int) time.Duration {
	w = slices.Sorted(slices.Values(w))
	return w[(len(w)-1)*percent/100]
}

func (w waits) String() string {
	return fmt.Sprintf("%v, 99 of 100 times at most %v, once %v", w.part(50), w.part(99), w.part(100))
}

func init() {
	mains["attack"] = attackMain
	mains["subscriber"] = subscribe
}

// The attacker is a process of its own, which gives way to the others: it is the
// kernel that must share out its time, not the system. Its arguments are the attack,
// the connection file and the identity of the honest client.
func attackMain(args []string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19)
	conn, err := wire.ReadConnection(args[1])
	if err != nil {
		return err
	}
	at := slices.IndexFunc(attacks, func(a attack) bool { return a.name == args[0] })
	attacks[at].run(&attacker{conn: conn, victim: args[2]})
	return nil
}

// openFiles counts the file descriptors of a process; where the system does not tell
// it is 0.
func openFiles(t testing.TB, pid int) int {
	if runtime.GOOS != "linux" {
		return 0
	}
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatalf("the kernel is gone: %v", err)
	}
	return len(entries)
}

// honest is a client that wants nothing but its replies.
type honest struct {
	*peer
	subshell string
}

func newHonest(t testing.TB, p *peer) *honest {
	t.Helper()
	go func() { // its subscription is read, as a client's is
		for {
			if _, err := p.iopub.Recv(); err != nil {
				return
			}
		}
	}()
	p.send(p.control, "create_subshell_request", fields{})
	id, ok := content(t, p.recv(p.control))["subshell_id"].(string)
	if !ok {
		t.Fatal("no subshell")
	}
	return &honest{p, id}
}

// execute runs a cell in a subshell of the client's own, so that it need not wait for
// the cells of an attack.
func (h *honest) execute(code string) wire.Message {
	m, err := h.session.New("execute_request", wire.Header{}, fields{"code": code, "silent": true,
		"user_expressions": fields{"x": "goroutines"}})
	if err != nil {
		h.Fatal(err)
	}
	m.Header.SubshellID = &h.subshell
	frames, err := h.session.Encode(m)
	if err != nil {
		h.Fatal(err)
	}
	h.shell.Send(frames)
	return h.recv(h.shell)
}

// goroutines asks the kernel how many it has.
func (h *honest) goroutines() int {
	h.Helper()
	var reply struct {
		Expressions map[string]struct{ Data map[string]string } `json:"user_expressions"`
	}
	if err := h.execute("").Decode(&reply); err != nil {
		h.Fatal(err)
	}
	n, err := strconv.Atoi(reply.Expressions["x"].Data["text/plain"])
	if err != nil {
		h.Fatal(err)
	}
	return n
}

// round makes a request of each kind, and returns how long the replies took.
func (h *honest) round() (all waits) {
	h.Helper()
	timed := func(ask func() wire.Message, want string) {
		begin := time.Now()
		m := ask()
		all = append(all, time.Since(begin))
		if got := content(h.TB, m)["status"]; m.Header.MsgType != want || got != "ok" {
			h.Errorf("the reply is %s with status %v, want %s", m.Header.MsgType, got, want)
		}
	}
	timed(func() wire.Message { h.send(h.shell, "kernel_info_request", fields{}); return h.recv(h.shell) }, "kernel_info_reply")
	timed(func() wire.Message { h.send(h.control, "kernel_info_request", fields{}); return h.recv(h.control) }, "kernel_info_reply")
	timed(func() wire.Message { return h.execute("") }, "execute_reply")
	return all
}

// beside makes requests while the kernel is attacked, and once more. An attack that is held ends
// after some of them.
func (h *honest) beside(attack, file string) (all waits) {
	h.Helper()
	cmd := exec.CommandContext(tier.Context(h.TB), os.Args[0], "attack", attack, file, h.session.ID())
	cmd.Env = append(os.Environ(), "GORACE="+noRaceSleep)
	var said bytes.Buffer
	cmd.Stderr = &said
	stdin, stdout := must(cmd.StdinPipe()), must(cmd.StdoutPipe())
	if err := cmd.Start(); err != nil {
		h.Fatal(err)
	}
	held, ended := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if lines.Text() == holding {
				held <- struct{}{}
			}
		}
		ended <- cmd.Wait()
	}()
	more := -1 // rounds until a held attack ends
	for {
		select {
		case err := <-ended:
			if err != nil {
				h.Errorf("the attacker: %v\n%s", err, said.String())
			}
			return append(all, h.round()...)
		case <-held:
			more = tier.Pick(20, 20, 1000)
		default:
		}
		all = append(all, h.round()...)
		if more--; more == 0 {
			stdin.Close()
		}
	}
}

// An attacker knows where the kernel is; only a mad client knows its key.
type attacker struct {
	conn   wire.Connection
	victim string // the identity of the honest client
}

// times repeats f so often in the check tier, and more often in the long one.
func (*attacker) times(check, long int, f func()) {
	for range tier.Pick(check, check, long) {
		f()
	}
}

// holding is what an attacker says when all is as it should stay for a while.
const holding = "holding"

// hold leaves all as it is until the honest client has made some requests.
func (*attacker) hold() {
	fmt.Println(holding)
	io.Copy(io.Discard, os.Stdin)
}

// must ends the attacker.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (a *attacker) address(on channel) (network, address string) {
	return a.conn.Address(map[channel]int{
		shell: a.conn.ShellPort, control: a.conn.ControlPort, stdin: a.conn.StdinPort, iopub: a.conn.IOPubPort, heartbeat: a.conn.HBPort,
	}[on])
}

// heartbeat is a channel only here.
const heartbeat channel = 1 << 7

var everyPort = []channel{shell, control, stdin, iopub, heartbeat}

// dial connects without a word.
func (a *attacker) dial(on channel) net.Conn {
	network, address := a.address(on)
	return must(net.Dial(network, address))
}

// socketTypes are the counterparts of the kernel's sockets.
var socketTypes = map[channel]string{shell: "DEALER", control: "DEALER", stdin: "DEALER", iopub: "SUB", heartbeat: "REQ"}

// greeting is a whole handshake. Source: ZMTP 3.0, "The Greeting".
func greeting(socketType, identity string) []byte {
	g := make([]byte, 64)
	g[0], g[9], g[10] = 0xff, 0x7f, 3
	copy(g[12:], "NULL")
	ready := []byte("\x05READY")
	for _, p := range [][2]string{{"Socket-Type", socketType}, {"Identity", identity}} {
		ready = append(append(ready, byte(len(p[0]))), p[0]...)
		ready = append(binary.BigEndian.AppendUint32(ready, uint32(len(p[1]))), p[1]...)
	}
	return append(append(g, 4, byte(len(ready))), ready...)
}

// open connects and completes the handshake.
func (a *attacker) open(on channel) net.Conn {
	c := a.dial(on)
	c.Write(greeting(socketTypes[on], ""))
	c.SetDeadline(time.Now().Add(tier.Hang))
	io.ReadFull(c, make([]byte, 64+8)) // its greeting, and the beginning of its READY
	return c
}

// broken sends what is not a message, on a connection for each, until the kernel hangs up.
func (a *attacker) broken(frames ...string) {
	a.times(10, 100, func() {
		for _, f := range frames {
			for _, on := range everyPort {
				c := a.open(on)
				io.WriteString(c, f)
				if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
					panic(fmt.Sprintf("the kernel does not hang up after %q", f))
				}
				c.Close()
			}
		}
	})
}

func (a *attacker) dealer(on channel, identity []byte) *zmtp.Socket {
	network, address := a.address(on)
	return must(zmtp.DialDealer(context.Background(), network, address, nil, identity))
}

// messages sends the same refused frames over and over, until the kernel hangs up, and does it again.
func (a *attacker) messages(on channel, frames [][]byte) {
	a.times(1, 20, func() {
		s := a.dealer(on, nil)
		defer s.Close()
		for range 2000 {
			s.Send(frames)
		}
		stop := stopHanging(s)
		for _, err := s.Recv(); err == nil; _, err = s.Recv() {
		}
		if stop() {
			panic("the kernel does not hang up")
		}
	})
}

// answered returns when the kernel has read all that was sent on s: it answers a request that comes after that.
func (a *attacker) answered(s *zmtp.Socket) {
	session := wire.NewSession(a.conn.Key)
	m := must(session.New("kernel_info_request", wire.Header{}, fields{}))
	s.Send(must(session.Encode(m)))
	defer stopHanging(s)()
	for {
		if reply := must(session.Decode(must(s.Recv()))); reply.Parent.MsgID == m.Header.MsgID {
			return
		}
	}
}

func (a *attacker) encode(key, msgType string, content any) [][]byte {
	s := wire.NewSession(key)
	return must(s.Encode(must(s.New(msgType, wire.Header{}, content))))
}

func wrongSignatures(a *attacker) {
	a.messages(shell, a.encode("guessed", "execute_request", fields{"code": "exit 1"}))
}

func repeatedMessages(a *attacker) {
	a.messages(shell, a.encode(a.conn.Key, "execute_request", fields{"code": "print once"}))
}

func hugeAnnouncements(a *attacker) {
	var all []net.Conn
	for range 100 {
		c := a.open(shell)
		c.Write(binary.BigEndian.AppendUint64([]byte{2}, 200<<20))
		c.Write(make([]byte, 1000))
		all = append(all, c)
	}
	a.hold()
	for _, c := range all {
		c.Close()
	}
}

func hugeRubbish(a *attacker) {
	c := a.open(shell)
	defer c.Close()
	rubbish := make([]byte, 1<<20)
	c.Write([]byte("\x01\x09<IDS|MSG>\x01\x02ab"))
	for range 3 {
		c.Write([]byte("\x01\x02{}"))
	}
	c.Write(binary.BigEndian.AppendUint64([]byte{2}, 100<<20))
	for range 100 {
		c.Write(rubbish)
	}
}

// unfinishedFrames sends most of a frame on each of six connections.
func unfinishedFrames(a *attacker) {
	rubbish := make([]byte, 1<<20)
	var all []net.Conn
	for range 6 {
		c := a.open(shell)
		c.Write(binary.BigEndian.AppendUint64([]byte{2}, 200<<20))
		for range 150 {
			if _, err := c.Write(rubbish); err != nil {
				break // the kernel has hung up
			}
		}
		all = append(all, c)
	}
	a.hold()
	for _, c := range all {
		c.Close()
	}
}

func mutePeers(a *attacker) {
	var all []net.Conn
	for range 150 {
		for _, on := range everyPort {
			all = append(all, a.dial(on))
		}
	}
	a.hold()
	for _, c := range all {
		c.Close()
	}
}

func halfOpenPeers(a *attacker) {
	var all []net.Conn
	for _, on := range everyPort {
		whole := greeting(socketTypes[on], "")
		for _, n := range []int{1, 10, 64, 70, len(whole) - 1} {
			c := a.dial(on)
			c.Write(whole[:n])
			all = append(all, c)
		}
		for _, rest := range []string{"", "\x01", "\x01\x0aabc", "\x02\x00\x00"} {
			c := a.open(on)
			io.WriteString(c, rest)
			c.(*net.TCPConn).CloseWrite()
			all = append(all, c)
		}
	}
	a.hold()
	for _, c := range all {
		c.Close()
	}
}

// flood has the kernel display 30 MB, or more if there is time.
func (a *attacker) flood() {
	megabytes := tier.Pick(30, 30, 200)
	s := a.dealer(shell, nil)
	defer s.Close()
	s.Send(a.encode(a.conn.Key, "execute_request", fields{"code": fmt.Sprint("flood ", megabytes)}))
	must(s.Recv()) // the reply: the cell is not held up for ever
}

func stalledSubscriber(a *attacker) {
	c := a.open(iopub)
	defer c.Close()
	c.Write([]byte("\x00\x01\x01"))
	a.flood()
}

// stoppedSubscriber is a process that subscribes and is then stopped.
func stoppedSubscriber(a *attacker) {
	_, address := a.address(iopub)
	cmd := exec.Command(os.Args[0], "subscriber", address)
	out := must(cmd.StdoutPipe())
	must(0, cmd.Start())
	defer cmd.Wait()
	defer cmd.Process.Kill()
	must(out.Read(make([]byte, 1))) // it has its welcome
	cmd.Process.Signal(syscall.SIGSTOP)
	a.flood()
}

// subscribe is the process of stoppedSubscriber.
func subscribe(args []string) error {
	s, err := zmtp.DialSub(context.Background(), "tcp", args[0], nil, "")
	for err == nil {
		_, err = s.Recv()
		fmt.Print(".")
	}
	return nil // the kernel has ended
}

// duplicateIdentities calls itself what the honest client calls itself, which iopub
// tells everybody.
func duplicateIdentities(a *attacker) {
	rubbish := a.encode("guessed", "execute_request", fields{"code": "exit 1"})
	a.times(10, 200, func() {
		s := a.dealer(shell, []byte(a.victim))
		s.Send(rubbish)
		s.Close()
	})
}

func manyConnections(a *attacker) {
	for i := range tier.Pick(1000, 1000, 10_000) {
		on := everyPort[i%len(everyPort)]
		c := a.dial(on)
		if i%2 == 0 {
			c.Write(greeting(socketTypes[on], ""))
		}
		c.(*net.TCPConn).SetLinger(0) // no port is left in TIME_WAIT
		c.Close()
	}
}

func garbage(a *attacker) {
	random := make([]byte, 1000)
	noise := rand.NewChaCha8([32]byte{1})
	a.times(20, 200, func() {
		for _, on := range everyPort {
			noise.Read(random)
			for _, text := range [][]byte{random, []byte("GET / HTTP/1.1\r\n\r\n"), []byte("SSH-2.0-OpenSSH_9\r\n"), make([]byte, 100),
				bytes.Repeat([]byte{0xff}, 100)} {
				c := a.dial(on)
				c.Write(text)
				c.Close()
			}
		}
	})
}

// damage changes a few bytes: bits, lengths, cuts, repetitions.
func damage(r *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	for range 1 + r.IntN(4) {
		if len(b) == 0 {
			break
		}
		at := r.IntN(len(b))
		switch r.IntN(5) {
		case 0:
			b[at] ^= 1 << r.IntN(8)
		case 1:
			b[at] = byte(r.Uint32())
		case 2:
			b = b[:at]
		case 3:
			b = slices.Insert(b, at, b[at:at+r.IntN(len(b)-at)]...)
		case 4:
			b = slices.Delete(b, at, at+r.IntN(len(b)-at))
		}
	}
	return b
}

func fuzzedFrames(a *attacker) {
	r := rand.New(rand.NewPCG(1, 2))
	whole := greeting("DEALER", "me")
	for _, f := range a.encode("guessed", "execute_request", fields{"code": "exit 1"}) {
		whole = append(append(whole, 1, byte(len(f))), f...)
	}
	a.times(100, 5000, func() {
		for _, on := range everyPort {
			c := a.dial(on)
			c.Write(damage(r, whole))
			c.Close()
		}
	})
}

// fuzzedRequests damages the contents of requests, and signs them.
func fuzzedRequests(a *attacker) {
	r := rand.New(rand.NewPCG(3, 4))
	contents := []string{
		`{"code":"print x\nresult y","silent":false,"store_history":true,"user_expressions":{"a":"b"},"allow_stdin":false,"stop_on_error":true}`,
		`{"code":"pri","cursor_pos":3,"detail_level":1}`,
		`{"output":false,"raw":true,"hist_access_type":"range","session":-1,"start":1,"stop":9,"n":3,"pattern":"*","unique":true}`,
		`{"comm_id":"c","target_name":"jupyter.widget","data":{"state":{}}}`,
		`{"type":"request","seq":1,"command":"inspectVariables","arguments":{"variablesReference":1,"variableName":"n"}}`,
		`{"subshell_id":"none"}`,
	}
	var types []string
	for name, rt := range routes {
		if !rt.last && name != "interrupt_request" && name != "create_subshell_request" {
			types = append(types, name)
		}
	}
	slices.Sort(types)
	sockets := []*zmtp.Socket{a.dealer(shell, nil), a.dealer(control, nil)}
	session := wire.NewSession(a.conn.Key)
	sent := 0
	a.times(200, 5000, func() {
		for _, s := range sockets {
			m := must(session.New(types[r.IntN(len(types))], wire.Header{}, fields{}))
			// Damaged JSON does not get past the decoder, so mostly it stays JSON.
			if m.Content = []byte(contents[r.IntN(len(contents))]); r.IntN(4) == 0 {
				m.Content = damage(r, m.Content)
			} else {
				m.Content = swapValues(r, m.Content)
			}
			if frames, err := session.Encode(m); err == nil { // a session does not send what is not JSON
				must(0, s.Send(frames))
			}
		}
		if sent++; sent%100 == 0 {
			for _, s := range sockets {
				a.answered(s) // which reads the replies, too
			}
		}
	})
	for _, s := range sockets {
		a.answered(s)
		s.Close()
	}
}

// swapValues puts values of other types into a JSON object.
func swapValues(r *rand.Rand, object []byte) []byte {
	values := []string{"null", "true", "-1", "1e300", "[]", "{}", `"\ud800"`, `"` + strings.Repeat("é", 100) + `"`, "9223372036854775807", "{"}
	pairs := strings.Split(strings.Trim(string(object), "{}"), ",")
	for range 1 + r.IntN(2) {
		at := r.IntN(len(pairs))
		name, _, _ := strings.Cut(pairs[at], ":")
		pairs[at] = name + ":" + values[r.IntN(len(values))]
	}
	return []byte("{" + strings.Join(pairs, ",") + "}")
}

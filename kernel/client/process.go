package client

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"warpbook.dev/kernel/wire"
)

// A process is a kernel process with its connection file.
type process struct {
	conn   wire.Connection
	cmd    *exec.Cmd
	dir    string // of the connection file
	stderr tail
	ended  chan struct{} // closed when the process has ended
	status error         // how it ended; set before ended is closed
}

const placeholder = "{connection_file}"

// startProcess writes a connection file and starts argv with it, in a working directory.
func startProcess(dir string, stderr io.Writer, argv, env []string) (_ *process, err error) {
	if len(argv) == 0 {
		return nil, errors.New("no command to start the kernel with")
	}
	p := &process{ended: make(chan struct{})}
	if p.dir, err = os.MkdirTemp("", "warpbook-kernel-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(p.dir)
		}
	}()
	if p.conn, err = newConnection(p.dir); err != nil {
		return nil, err
	}
	path := filepath.Join(p.dir, "kernel.json")
	if err = p.conn.Write(path); err != nil {
		return nil, err
	}
	args := make([]string, len(argv))
	for i, a := range argv {
		args[i] = strings.ReplaceAll(a, placeholder, path)
	}
	p.cmd = exec.Command(args[0], args[1:]...)
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Env = append(p.cmd.Env, fmt.Sprint("JPY_PARENT_PID=", os.Getpid()),
		"JPY_SESSION_NAME=") // no server is between, even if one has started us: see kernel/pace.go
	p.cmd.Dir = dir
	p.cmd.Stdout = stderr // a kernel has nothing to say there; our own stdout is the user's
	p.cmd.Stderr = io.MultiWriter(stderr, &p.stderr)
	p.cmd.WaitDelay = stderrPatience
	if err = p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the kernel: %w", err)
	}
	go func() {
		p.status = p.cmd.Wait()
		os.RemoveAll(p.dir)
		close(p.ended)
	}()
	return p, nil
}

// mostSocketPath is how long the path of a socket may be: 104 bytes on macOS, 108 on Linux.
const mostSocketPath = 100

// newConnection has five sockets in a directory of this process's own and a random key. Where there are no such
// sockets it has five free ports of the loopback interface, although any process may take one of them before the
// kernel does: on a machine that is busy with other clients a kernel died of that.
func newConnection(dir string) (wire.Connection, error) {
	c := wire.Connection{
		Transport: "ipc", IP: filepath.Join(dir, "socket"), ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HBPort: 5,
		SignatureScheme: "hmac-sha256", Key: rand.Text(), KernelName: "warpbook",
	}
	if runtime.GOOS != "windows" && len(c.IP) < mostSocketPath {
		return c, nil
	}
	c.Transport, c.IP = "tcp", "127.0.0.1"
	for _, port := range []*int{&c.ShellPort, &c.IOPubPort, &c.StdinPort, &c.ControlPort, &c.HBPort} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return c, err
		}
		defer l.Close() // when all five are known, so that they differ
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return c, nil
}

// death says how the process ended, with its last words.
func (p *process) death() error {
	how := "exit status 0"
	if p.status != nil {
		how = p.status.Error()
	}
	if said := p.stderr.String(); said != "" {
		return fmt.Errorf("client: the kernel died: %s\n%s", how, said)
	}
	return fmt.Errorf("client: the kernel died: %s", how)
}

// kill returns when the process is gone.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.ended
}

// tail keeps the last tailSize bytes that are written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 8 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

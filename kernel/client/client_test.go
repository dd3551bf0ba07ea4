package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/wire"
)

// burst is how many displays the cell of that name makes: more than a kernel sends
// at once, so that it paces them.
const burst = 1000

// words is an interpreter for these tests, which only run cells: the cell is one command.
type words struct{ kernel.Interpreter }

func (words) Info() kernel.LanguageInfo { return kernel.LanguageInfo{Name: "words"} }

func (words) Execute(ctx context.Context, cell kernel.Cell, out kernel.Output) kernel.Outcome {
	switch cell.Code {
	case "hello":
		out.Stream("stdout", "hello\n")
		out.Result(kernel.Bundle{Data: map[string]any{"text/plain": "1"}})
	case "burst":
		for i := range burst {
			out.Display(kernel.Bundle{Data: map[string]any{"text/plain": fmt.Sprint(i)}})
		}
	case "fail":
		return kernel.Outcome{Error: &kernel.Error{Name: "ValueError", Value: "no"}}
	case "hang":
		<-ctx.Done()
		return kernel.Outcome{Error: &kernel.Error{Name: "KeyboardInterrupt"}}
	case "deaf":
		select {}
	case "die":
		out.Display(kernel.Bundle{Data: map[string]any{"text/plain": "last words"}})
		<-ctx.Done() // the interrupt says that the display was seen
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	}
	return kernel.Outcome{}
}

// endless is set for a kernel that closes its sockets and does not end.
const endless = "WARPBOOK_TEST_ENDLESS"

// TestMain is also the kernel: words CONNECTION_FILE.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "words" {
		conn, err := wire.ReadConnection(os.Args[2])
		if err == nil {
			var k *kernel.Kernel
			if k, err = kernel.New(words{}, conn); err == nil {
				err = k.Serve(context.Background())
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if os.Getenv(endless) != "" {
			select {}
		}
		os.Exit(0)
	}
	// A busy machine is no reason for another error.
	shutdownPatience, deathPatience, stderrPatience = tier.Hang, tier.Hang, tier.Hang
	os.Exit(m.Run())
}

// noRaceSleep keeps a kernel built for the race detector from sleeping for a second
// when it exits.
var noRaceSleep = []string{"GORACE=atexit_sleep_ms=0"}

func start(t testing.TB, env ...string) *Client {
	t.Helper()
	c, err := Start(tier.Context(t), []string{os.Args[0], "words", "{connection_file}"}, append(env, noRaceSleep...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Shutdown(context.Background()) })
	return c
}

// once returns a function for Execute that calls f when a message of that type comes.
func once(msgType string, f func()) func(wire.Message) {
	return func(m wire.Message) {
		if m.Header.MsgType == msgType {
			f()
		}
	}
}

func status(t *testing.T, m wire.Message) string {
	t.Helper()
	var c struct {
		Status, EName string
	}
	if err := m.Decode(&c); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(c.Status + " " + c.EName)
}

func TestExecute(t *testing.T) {
	c := start(t)
	for range 3 {
		var got []string
		reply, err := c.Execute(tier.Context(t), "hello", func(m wire.Message) {
			got = append(got, m.Header.MsgType)
		})
		if err != nil {
			t.Fatal(err)
		}
		if s := status(t, reply); s != "ok" {
			t.Errorf("status %s", s)
		}
		want := []string{"status", "execute_input", "stream", "execute_result", "status"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
	}
	reply, err := c.Execute(tier.Context(t), "fail", nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := status(t, reply); s != "error ValueError" {
		t.Errorf("status %s", s)
	}
}

func TestBurstIsCompleteAndInOrder(t *testing.T) {
	c := start(t)
	n := 0
	_, err := c.Execute(tier.Context(t), "burst", func(m wire.Message) {
		if m.Header.MsgType != "display_data" {
			return
		}
		if want := fmt.Sprintf(`{"text/plain":"%d"}`, n); !strings.Contains(string(m.Content), want) {
			t.Fatalf("output %d is %s", n, m.Content)
		}
		n++
	})
	if err != nil || n != burst {
		t.Errorf("%d outputs, %v, want %d", n, err, burst)
	}
}

func TestInterrupt(t *testing.T) {
	c := start(t)
	reply, err := c.Execute(tier.Context(t), "hang", once("execute_input", func() {
		if err := c.Interrupt(tier.Context(t)); err != nil {
			t.Error(err)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	if s := status(t, reply); s != "error KeyboardInterrupt" {
		t.Errorf("status %s", s)
	}
	if _, err := c.Execute(tier.Context(t), "hello", nil); err != nil {
		t.Error(err)
	}
}

// BenchmarkInterrupt is the time of a cell that is interrupted as soon as it runs.
func BenchmarkInterrupt(b *testing.B) {
	c := start(b)
	for b.Loop() {
		_, err := c.Execute(tier.Context(b), "hang", once("execute_input", func() {
			if err := c.Interrupt(tier.Context(b)); err != nil {
				b.Error(err)
			}
		}))
		if err != nil {
			b.Fatal(err)
		}
	}
}

func TestContextEndsTheWaiting(t *testing.T) {
	c := start(t)
	ctx, cancel := context.WithCancel(tier.Context(t))
	if _, err := c.Execute(ctx, "hang", once("execute_input", cancel)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	if err := c.Interrupt(tier.Context(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Execute(tier.Context(t), "hello", nil); err != nil {
		t.Error(err)
	}
}

func TestKernelDiesInACell(t *testing.T) {
	c := start(t)
	var last string
	var interrupt sync.WaitGroup
	_, err := c.Execute(tier.Context(t), "die", func(m wire.Message) {
		last = string(m.Content)
		if m.Header.MsgType == "display_data" {
			interrupt.Go(func() { c.Interrupt(tier.Context(t)) }) // the kernel dies before or after its reply
		}
	})
	interrupt.Wait()
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "out of luck") {
		t.Errorf("error %v, want the exit status and the last words", err)
	}
	if !strings.Contains(last, "last words") {
		t.Errorf("the last output is %s", last)
	}
	if _, err := c.Execute(tier.Context(t), "hello", nil); err == nil || !strings.Contains(err.Error(), "died") {
		t.Errorf("the next cell: %v, want that the kernel died", err)
	}
}

func TestShutdown(t *testing.T) {
	c := start(t)
	if err := c.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(c.process.dir); !os.IsNotExist(err) {
		t.Errorf("the directory of the connection file is left: %v", err)
	}

	c = start(t)
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := c.Execute(tier.Context(t), "deaf", once("execute_input", func() { close(begun) }))
		ended <- err
	}()
	tier.Closed(t, "the beginning of the cell", begun)
	if err := c.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := tier.Receive(t, "the end of Execute", ended); err == nil || !strings.Contains(err.Error(), "died") {
		t.Errorf("the cell that was running: %v, want that the kernel died", err)
	}
}

func TestShutdownKills(t *testing.T) {
	c := start(t, endless+"=1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Shutdown(ctx); err == nil || !strings.Contains(err.Error(), "was killed") {
		t.Errorf("error %v, want that the kernel was killed", err)
	}
	tier.Closed(t, "the end of the process", c.process.ended)
}

// BenchmarkShutdown is the time in which a kernel starts and ends.
func BenchmarkShutdown(b *testing.B) {
	for b.Loop() {
		if err := start(b).Shutdown(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func TestStartFailures(t *testing.T) {
	for name, c := range map[string]struct {
		argv []string
		want string
	}{
		"no command":      {nil, "no command"},
		"no such program": {[]string{"/no/such/kernel"}, "/no/such/kernel"},
		"dies at once":    {[]string{"/bin/sh", "-c", "echo no GPU here >&2; exit 7"}, "exit status 7\nno GPU here"},
		"bad file":        {[]string{os.Args[0], "words", "/no/such/file"}, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Start(tier.Context(t), c.argv, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
	t.Run("never listens", func(t *testing.T) {
		ctx, cancel := context.WithCancel(tier.Context(t))
		_, err := StartIn(ctx, "", writer(cancel), []string{"/bin/sh", "-c", "echo it runs >&2; exec sleep 3600"}, nil)
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "does not listen") {
			t.Errorf("error %v, want that it does not listen", err)
		}
	})
}

// A writer is called when something is written.
type writer func()

func (w writer) Write(p []byte) (int, error) {
	w()
	return len(p), nil
}

// A path that is too long for a socket leaves ports.
func TestConnection(t *testing.T) {
	for dir, want := range map[string]string{"/tmp/k": "ipc", "/" + strings.Repeat("k", mostSocketPath): "tcp"} {
		if runtime.GOOS == "windows" {
			want = "tcp"
		}
		c, err := newConnection(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err != nil || c.Transport != want {
			t.Errorf("%s: %s, %v, want %s", dir, c.Transport, err, want)
		}
	}
}

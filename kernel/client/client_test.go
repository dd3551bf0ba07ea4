package client

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/wire"
)

// promptly is far above what an interrupt or a shutdown takes (0.2 s on an idle
// machine, which the benchmarks measure): a test must tell an end from a hang on
// a machine that is busy with other tests.
const promptly = 5 * time.Second

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
		time.Sleep(50 * time.Millisecond)
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	}
	return kernel.Outcome{}
}

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
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// noRaceSleep keeps a kernel built for the race detector from sleeping for a second
// when it exits.
var noRaceSleep = []string{"GORACE=atexit_sleep_ms=0"}

func start(t *testing.T) *Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c, err := Start(ctx, []string{os.Args[0], "words", "{connection_file}"}, noRaceSleep)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Shutdown(context.Background()) })
	return c
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
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
		reply, err := c.Execute(within(t, 5*time.Second), "hello", func(m wire.Message) {
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
	reply, err := c.Execute(within(t, 5*time.Second), "fail", nil)
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
	_, err := c.Execute(within(t, 30*time.Second), "burst", func(m wire.Message) {
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
	var interrupted time.Time
	reply, err := c.Execute(within(t, 5*time.Second), "hang", func(m wire.Message) {
		if m.Header.MsgType == "execute_input" {
			interrupted = time.Now()
			if err := c.Interrupt(within(t, time.Second)); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(interrupted); d > promptly {
		t.Errorf("the cell ended after %v, want at most %v", d, promptly)
	}
	if s := status(t, reply); s != "error KeyboardInterrupt" {
		t.Errorf("status %s", s)
	}
	if _, err := c.Execute(within(t, 5*time.Second), "hello", nil); err != nil {
		t.Error(err)
	}
}

func TestContextEndsTheWaiting(t *testing.T) {
	c := start(t)
	if _, err := c.Execute(within(t, 100*time.Millisecond), "hang", nil); err == nil || !strings.Contains(err.Error(), "deadline") {
		t.Errorf("error %v, want the context's", err)
	}
	if err := c.Interrupt(within(t, time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Execute(within(t, 5*time.Second), "hello", nil); err != nil {
		t.Error(err)
	}
}

func TestKernelDiesInACell(t *testing.T) {
	c := start(t)
	var last string
	_, err := c.Execute(within(t, 10*time.Second), "die", func(m wire.Message) { last = string(m.Content) })
	if err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "out of luck") {
		t.Errorf("error %v, want the exit status and the last words", err)
	}
	if !strings.Contains(last, "last words") {
		t.Errorf("the last output is %s", last)
	}
	if _, err := c.Execute(within(t, 5*time.Second), "hello", nil); err == nil || !strings.Contains(err.Error(), "died") {
		t.Errorf("the next cell: %v, want that the kernel died", err)
	}
}

func TestShutdown(t *testing.T) {
	c := start(t)
	begin := time.Now()
	if err := c.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if d := time.Since(begin); d > promptly {
		t.Errorf("Shutdown took %v", d)
	}
	if _, err := os.Stat(c.process.dir); !os.IsNotExist(err) {
		t.Errorf("the directory of the connection file is left: %v", err)
	}

	c = start(t)
	ended := make(chan error)
	go func() { _, err := c.Execute(t.Context(), "deaf", nil); ended <- err }()
	time.Sleep(50 * time.Millisecond)
	if err := c.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the cell that was running has no error")
		}
	case <-time.After(3 * time.Second):
		t.Error("Execute outlives the kernel")
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
		"never listens":   {[]string{"/bin/sh", "-c", "exec sleep 60"}, "does not listen"},
		"bad file":        {[]string{os.Args[0], "words", "/no/such/file"}, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			_, err := Start(within(t, time.Second), c.argv, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if d := time.Since(begin); d > 3*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
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

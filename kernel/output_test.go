package kernel

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"warpbook.dev/kernel/wire"
)

// A timeline is a sink that notes when messages are sent.
type timeline struct {
	mu   sync.Mutex
	sent []wire.Message
	at   []time.Time
	size []int // as a server counts: of the frames after the signature
}

func (l *timeline) send(on channel, m wire.Message) error {
	frames, err := wire.NewSession("").Encode(m)
	if err != nil {
		return err
	}
	size := 0
	for _, f := range frames[len(m.Identities)+2:] {
		size += len(f)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent, l.at, l.size = append(l.sent, m), append(l.at, time.Now()), append(l.size, size)
	return nil
}

func (l *timeline) wait(context.Context) {}

func (l *timeline) count(msgType string) (n int) {
	for _, m := range l.sent {
		if m.Header.MsgType == msgType {
			n++
		}
	}
	return n
}

// texts is what a stream says, or a displayed bundle's text.
func (l *timeline) texts(msgType string) string {
	var b strings.Builder
	for _, m := range l.sent {
		var c struct {
			Text string
			Data map[string]string
		}
		if m.Header.MsgType == msgType && m.Decode(&c) == nil {
			b.WriteString(c.Text + c.Data["text/plain"])
		}
	}
	return b.String()
}

// serverStall is how long a server may hear nothing and then count at once what has
// come meanwhile, without finding more than its limits.
const serverStall = 2 * time.Second

// check applies the server's rule (see pacer).
func (l *timeline) check(t *testing.T) {
	t.Helper()
	const window = 3
	messages, bytes, first := 0, 0, 0
	for i, m := range l.sent {
		var c struct {
			State string `json:"execution_state"`
		}
		if m.Header.MsgType == "status" && m.Decode(&c) == nil && c.State == "idle" {
			messages, bytes, first = 0, 0, i
		}
		messages++
		if m.Header.MsgType == "stream" {
			bytes += l.size[i]
		}
		for ; l.at[i].Sub(l.at[first]) > window*time.Second+serverStall; first++ {
			messages--
			if l.sent[first].Header.MsgType == "stream" {
				bytes -= l.size[first]
			}
		}
		if messages > window*serverMessages || bytes > window*serverBytes {
			t.Fatalf("at message %d the server has counted %d messages and %d bytes", i, messages, bytes)
		}
	}
}

// puttingOut runs f as a cell of a kernel behind a server, in a bubble with a clock of
// its own.
func puttingOut(t *testing.T, f func(ctx context.Context, o *cellOutput)) (l *timeline, took time.Duration) {
	l = new(timeline)
	synctest.Test(t, func(t *testing.T) {
		k := newKernel(scripted{}, wire.NewSession(""), l)
		k.pace.server.Store(true)
		begin := time.Now()
		o := newCellOutput(k, wire.Header{MsgID: "m", MsgType: "execute_request"}, t.Context(), 1)
		f(t.Context(), o)
		o.close()
		took = time.Since(begin)
	})
	return l, took
}

// Whatever a cell does, a server's limits are not hit, nothing is lost, and it does
// not take much longer than it must.
func TestOutputIsPaced(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	for _, c := range []struct {
		name    string
		put     func(o *cellOutput)
		msgType string
		want    string
		atMost  time.Duration
	}{
		{"100,000 prints", func(o *cellOutput) {
			for range 100_000 {
				o.Stream("stdout", line)
			}
		}, "stream", strings.Repeat(line, 100_000), 25 * time.Second},
		{"one print of 10 MB", func(o *cellOutput) { o.Stream("stdout", strings.Repeat(line, 100_000)) },
			"stream", strings.Repeat(line, 100_000), 25 * time.Second},
		{"what JSON makes six times as long", func(o *cellOutput) { o.Stream("stdout", strings.Repeat("\x01", 1_000_000)) },
			"stream", strings.Repeat("\x01", 1_000_000), 15 * time.Second},
		{"both streams in turn", func(o *cellOutput) {
			for range 5_000 {
				o.Stream("stdout", "a")
				o.Stream("stderr", "b")
			}
		}, "stream", strings.Repeat("ab", 5_000), 25 * time.Second},
		{"displays", func(o *cellOutput) {
			for range 10_000 {
				o.Display(plain("."))
			}
		}, "display_data", strings.Repeat(".", 10_000), 25 * time.Second},
		{"displays and prints", func(o *cellOutput) {
			for range 5_000 {
				o.Display(plain("."))
				o.Stream("stdout", line)
			}
		}, "stream", strings.Repeat(line, 5_000), 25 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, took := puttingOut(t, func(_ context.Context, o *cellOutput) { c.put(o) })
			l.check(t)
			if got := l.texts(c.msgType); got != c.want {
				t.Errorf("%d bytes came, want %d, the same", len(got), len(c.want))
			}
			if took > c.atMost {
				t.Errorf("took %v, want at most %v", took, c.atMost)
			}
		})
	}
}

// Where no server is between, 10 MB take the time in which they are read: here none.
func TestPlainClientIsNotPaced(t *testing.T) {
	t.Setenv("JPY_SESSION_NAME", "")
	text := strings.Repeat("x", 99) + "\n"
	l := new(timeline)
	synctest.Test(t, func(t *testing.T) {
		k := newKernel(scripted{}, wire.NewSession(""), l)
		begin := time.Now()
		o := newCellOutput(k, wire.Header{MsgID: "m", MsgType: "execute_request"}, t.Context(), 1)
		o.Stream("stdout", strings.Repeat(text, 50_000))
		for range 50_000 {
			o.Stream("stdout", text)
		}
		for range 5_000 {
			o.Display(plain("."))
		}
		o.close()
		if took := time.Since(begin); took > 100*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
	if got := l.texts("stream"); got != strings.Repeat(text, 100_000) {
		t.Errorf("%d bytes came", len(got))
	}
	if n := l.count("display_data"); n != 5_000 {
		t.Errorf("%d displays came", n)
	}
}

// Each sign of a server is enough.
func TestServerIsRecognised(t *testing.T) {
	for line, want := range map[string]bool{
		"/usr/bin/python3 /usr/bin/jupyter-lab --no-browser":     true,
		"python -m jupyter_server --port=1":                      true,
		"/opt/hub/bin/python /opt/hub/bin/jupyterhub-singleuser": true,
		"python -m papermill in.ipynb out.ipynb":                 false,
		"/usr/bin/python3 /usr/bin/jupyter-nbconvert notebook":   false,
		"warpbook run notebooks/01.ipynb":                        false,
	} {
		if isServer(strings.Fields(line)) != want {
			t.Errorf("%s: a server is %v", line, !want)
		}
	}
	t.Setenv("JPY_SESSION_NAME", "/home/me/reduction.ipynb")
	if k := newKernel(scripted{}, wire.NewSession(""), new(timeline)); !k.pace.server.Load() {
		t.Error("not by JPY_SESSION_NAME")
	}
	t.Setenv("JPY_SESSION_NAME", "")
	k := newKernel(scripted{}, wire.NewSession(""), new(timeline))
	ask := func(user string) bool {
		k.dispatch(shell, wire.Message{Header: wire.Header{MsgID: "m", Username: user, MsgType: "kernel_info_request"}})
		return k.pace.server.Load()
	}
	if ask("me") || !ask("") || !ask("me") {
		t.Error("not by a message without a user name, once and for all")
	}
}

// A server counts anew at idle, and so do we: a notebook of many cells is not slowed.
func TestIdleBeginsANewCount(t *testing.T) {
	l := new(timeline)
	synctest.Test(t, func(t *testing.T) {
		k := newKernel(scripted{}, wire.NewSession(""), l)
		k.pace.server.Store(true)
		begin := time.Now()
		for range 100 {
			o := newCellOutput(k, wire.Header{MsgID: "m", MsgType: "execute_request"}, t.Context(), 1)
			o.Stream("stdout", strings.Repeat("x", 300_000))
			o.close()
			k.status(wire.Header{}, "idle")
		}
		if took := time.Since(begin); took > time.Second {
			t.Errorf("100 cells took %v", took)
		}
	})
	l.check(t)
}

func update(o *cellOutput, id string, text any) {
	b := plain(fmt.Sprint(text))
	b.ID = id
	o.Update(b)
}

// progressBar updates a display for 10 s, in bubbles of synctest alone.
func progressBar(_ context.Context, o *cellOutput) {
	for i := range 10_000 {
		update(o, "bar", i)
		time.Sleep(time.Millisecond)
	}
}

// Of the updates of a display that come in one moment only the last is sent, and it
// is sent before the next display and before the cell's end.
func TestUpdatesAreCoalesced(t *testing.T) {
	l, took := puttingOut(t, func(_ context.Context, o *cellOutput) {
		for i := range 200_000 {
			update(o, fmt.Sprint("id", i%2), i)
		}
		o.Display(plain("display"))
		update(o, "id0", "last")
	})
	l.check(t)
	var got []string
	for _, m := range l.sent {
		got = append(got, fmt.Sprintf("%s %s", m.Header.MsgType, m.Content))
	}
	want := []string{
		`update_display_data {"data":{"text/plain":"199998"},"metadata":{},"transient":{"display_id":"id0"}}`,
		`update_display_data {"data":{"text/plain":"199999"},"metadata":{},"transient":{"display_id":"id1"}}`,
		`display_data {"data":{"text/plain":"display"},"metadata":{},"transient":{}}`,
		`update_display_data {"data":{"text/plain":"last"},"metadata":{},"transient":{"display_id":"id0"}}`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || took > time.Second {
		t.Errorf("after %v:\n%s\nwant\n%s", took, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	l, _ = puttingOut(t, progressBar)
	if n := l.count("update_display_data"); n < 100 || n > 500 || !strings.HasSuffix(l.texts("update_display_data"), "9999") {
		t.Errorf("%d updates in 10 s, the last %.20s", n, l.texts("update_display_data"))
	}

	l, _ = puttingOut(t, func(_ context.Context, o *cellOutput) {
		for i := range 3_000 {
			update(o, fmt.Sprint(i), ".")
		}
	})
	l.check(t)
	if n := l.count("update_display_data"); n != 3_000 {
		t.Errorf("%d updates of 3000 displays", n)
	}
}

// What an interrupted cell has put out goes at once.
func TestInterruptEndsThePacing(t *testing.T) {
	l := new(timeline)
	synctest.Test(t, func(t *testing.T) {
		k := newKernel(scripted{}, wire.NewSession(""), l)
		k.pace.server.Store(true)
		ctx, interrupt := context.WithCancel(t.Context())
		o := newCellOutput(k, wire.Header{MsgID: "m", MsgType: "execute_request"}, ctx, 1)
		var interrupted time.Time
		time.AfterFunc(10*time.Second, func() {
			interrupted = time.Now()
			interrupt()
		})
		for ctx.Err() == nil {
			o.Stream("stdout", strings.Repeat("x", 999)+"\n")
		}
		o.close()
		if took := time.Since(interrupted); took > 10*time.Millisecond {
			t.Errorf("the cell ended %v after the interrupt", took)
		}
	})
	l.check(t)
}

// What comes after a cell is dropped, and told once: a program that was interrupted can go on for thousands of lines.
func TestOutputAfterTheEndIsToldOnce(t *testing.T) {
	var log strings.Builder
	l := new(timeline)
	k := newKernel(scripted{}, wire.NewSession(""), l)
	k.log = slog.New(slog.NewTextHandler(&log, nil))
	o := newCellOutput(k, wire.Header{MsgID: "m", MsgType: "execute_request"}, t.Context(), 3)
	o.close()
	for range 1000 {
		o.Stream("stdout", "late\n")
	}
	if n := strings.Count(log.String(), "\n"); n != 1 || !strings.Contains(log.String(), "cell=3") {
		t.Errorf("%d lines:\n%.300s", n, log.String())
	}
	if got := l.texts("stream"); got != "" {
		t.Errorf("%q came", got)
	}
}

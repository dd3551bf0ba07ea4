package kernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Jupyter server discards what a kernel publishes above 1000 messages, or 1 MB of
// streams, a second. It counts in a window of three seconds of its own time, and
// anew from each status idle; status, execute_input and comm_open do not count.
// Source: jupyter_server 2.21, services/kernels/connection/channels.py, _limit_rate.
//
// A pacer keeps the kernel below that by making who puts out wait. Half of the rate,
// and a burst of 0.4 s of it, leave room for a server that hears nothing for two
// seconds and then counts all that has come meanwhile at once:
// 0.4 + 0.5 × (3 + 2) < 3.
//
// Only what a server passes on is paced: papermill, nbclient, nbgrader and consoles read
// the sockets themselves, as fast as they can. A kernel takes one of three signs for a
// server, and any is enough for the rest of its life:
//
//   - JPY_SESSION_NAME in its environment, which a server sets for each kernel that it
//     starts for a notebook (jupyter_server, services/sessions/sessionmanager.py,
//     get_kernel_env) and jupyter_client alone does not;
//   - a message without a user name. JupyterLab and Notebook leave it empty
//     (packages/services/src/kernel/default.ts) and reach a kernel through a server only;
//     jupyter_client always has one. It is also the sign in a container or behind a
//     gateway, where the environment says nothing;
//   - the process that started it is a server by its command line, where the system shows
//     that (/proc). So a program that starts a kernel by the server's REST API and gives a
//     user name loses nothing either.
//
// A sign too many makes a flood slow; a sign too few would lose output.
type pacer struct {
	server atomic.Bool // one passes on what is published

	mu       sync.Mutex
	messages allowance
	bytes    allowance
}

const (
	serverMessages = 1000.0    // a second; iopub_msg_rate_limit
	serverBytes    = 1000000.0 // a second; iopub_data_rate_limit
)

// uncounted are the types that a server lets pass however many they are.
var uncounted = map[string]bool{"status": true, "execute_input": true, "comm_open": true}

// envelope is about what the frames of a message have besides its content.
const envelope = 700

// newPacer looks for the first sign; dispatch looks for the second.
func newPacer() *pacer {
	p := &pacer{messages: allowance{limit: serverMessages}, bytes: allowance{limit: serverBytes}}
	p.server.Store(os.Getenv("JPY_SESSION_NAME") != "" || isServer(commandLine(os.Getppid())))
	p.reset()
	return p
}

// servers are the names by which people start what passes messages of kernels on: commands, and
// modules behind python -m.
var servers = []string{
	"jupyter-lab", "jupyter-labhub", "jupyterlab", "jupyter-server", "jupyter_server", "jupyter-notebook", "notebook",
	"jupyter-nbclassic", "nbclassic", "jupyterhub-singleuser", "jupyter-kernelgateway", "kernel_gateway",
	"jupyter-enterprisegateway", "enterprise_gateway", "voila",
}

// isServer reports whether a command line is that of a server: python3 jupyter-lab, python3 -m jupyter_server.
func isServer(args []string) bool {
	if len(args) > 2 && args[1] == "-m" {
		return slices.Contains(servers, args[2])
	}
	return slices.ContainsFunc(args[:min(2, len(args))], func(arg string) bool { return slices.Contains(servers, filepath.Base(arg)) })
}

// commandLine is how a process was started; nil where the system does not say.
func commandLine(pid int) []string {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil
	}
	return strings.Split(string(line), "\x00")
}

// reset begins a new count, as a server does at idle.
func (p *pacer) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages.fill()
	p.bytes.fill()
}

// count notes a message that is published.
func (p *pacer) count(msgType string, content int) {
	if uncounted[msgType] {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages.left--
	if msgType == "stream" {
		p.bytes.left -= float64(content + envelope)
	}
}

// delay is how long the next message should wait; 0 for not at all.
func (p *pacer) delay() time.Duration {
	if !p.server.Load() {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	return max(p.messages.delay(now), p.bytes.delay(now))
}

// wait returns when another message may be published, or ctx ends.
func (p *pacer) wait(ctx context.Context) {
	for d := p.delay(); d > 0; d = p.delay() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(d):
		}
	}
}

// An allowance grows with time up to a burst. One message may overdraw it, since
// the size of a message is known only when it is made.
type allowance struct {
	limit float64 // the server's, a second
	left  float64
	at    time.Time // when left was right
}

func (a *allowance) fill() { a.left, a.at = 0.4*a.limit, time.Now() }

func (a *allowance) delay(now time.Time) time.Duration {
	rate := 0.5 * a.limit
	a.left = min(0.4*a.limit, a.left+rate*now.Sub(a.at).Seconds())
	a.at = now
	if a.left > 0 {
		return 0
	}
	return time.Duration(-a.left/rate*float64(time.Second)) + time.Millisecond
}

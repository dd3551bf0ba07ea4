package kernel

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
)

// A launcher is the other side of the handshake: a ROUTER that waits for one kernel.
type launcher struct {
	router  *zmtp.Router[[][]byte]
	session *wire.Session
	file    string // the registration file
}

// newLauncher writes a registration file with a member named ip for the address.
func newLauncher(t *testing.T, ip string) *launcher {
	t.Helper()
	router, err := zmtp.ListenRouter("tcp", "127.0.0.1:0", nil, zmtp.Frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { router.Close() })
	_, port, _ := strings.Cut(router.Addr().String(), ":")
	n, _ := strconv.Atoi(port)
	text, err := json.Marshal(map[string]any{
		"kernel_id": "the kernel", "transport": "tcp", ip: "127.0.0.1", "registration_port": n,
		"signature_scheme": "hmac-sha256", "key": "secret",
	})
	if err != nil {
		t.Fatal(err)
	}
	l := &launcher{router: router, session: wire.NewSession("secret"), file: filepath.Join(t.TempDir(), "registration.json")}
	if err := os.WriteFile(l.file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return l
}

// registered starts a kernel with the launcher's file.
func (l *launcher) registered(t *testing.T) (*Kernel, error) {
	t.Helper()
	conn, r, err := wire.ReadStartup(l.file)
	if err != nil || r == nil {
		t.Fatalf("registration %v, error %v", r, err)
	}
	k, err := New(&scripted{}, conn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.sockets.close() })
	return k, k.register(tier.Context(t), r)
}

// The kernel tells the ports that it is bound to, signed, and waits for the answer.
func TestRegister(t *testing.T) {
	for _, ip := range []string{"registration_ip", "ip"} {
		l := newLauncher(t, ip)
		told := make(chan map[string]string, 1)
		go func() {
			frames, err := l.router.Recv()
			if err != nil {
				return
			}
			content, err := l.session.Open(frames)
			if err != nil {
				t.Error(err)
			}
			var ports map[string]string
			if err := json.Unmarshal(content, &ports); err != nil {
				t.Error(err)
			}
			told <- ports
			ack, err := l.session.Seal("ACK")
			if err != nil {
				t.Error(err)
			}
			l.router.Send(append(frames[:1], ack...))
		}()
		k, err := l.registered(t)
		if err != nil {
			t.Fatal(err)
		}
		got, conn := <-told, k.Connection()
		for name, port := range map[string]int{
			"shell_port": conn.ShellPort, "control_port": conn.ControlPort, "stdin_port": conn.StdinPort,
			"iopub_port": conn.IOPubPort, "hb_port": conn.HBPort,
		} {
			if port == 0 || got[name] != strconv.Itoa(port) {
				t.Errorf("%s: told %q, bound to %d", name, got[name], port)
			}
		}
		if got["kernel_id"] != "the kernel" {
			t.Errorf("kernel_id %q", got["kernel_id"])
		}
	}
}

// An answer with a wrong signature, and none at all, are errors.
func TestRegisterRefused(t *testing.T) {
	l := newLauncher(t, "registration_ip")
	l.session = wire.NewSession("another")
	go func() {
		if frames, err := l.router.Recv(); err == nil {
			ack, _ := l.session.Seal("ACK")
			l.router.Send(append(frames[:1], ack...))
		}
	}()
	if _, err := l.registered(t); err == nil || !strings.Contains(err.Error(), "signature") {
		t.Errorf("error %v, want one about the signature", err)
	}

	mute := newLauncher(t, "registration_ip")
	conn, r, err := wire.ReadStartup(mute.file)
	if err != nil {
		t.Fatal(err)
	}
	k, err := New(&scripted{}, conn)
	if err != nil {
		t.Fatal(err)
	}
	defer k.sockets.close()
	ctx, giveUp := context.WithCancel(t.Context())
	go func() {
		if _, err := mute.router.Recv(); err != nil {
			t.Error(err)
		}
		giveUp()
	}()
	if err := k.Register(ctx, r); err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("error %v, want one about the silence", err)
	}
}

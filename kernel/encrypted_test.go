package kernel

import (
	"context"
	"strings"
	"testing"

	"warpbook.dev/kernel/wire"
	"warpbook.dev/kernel/zmtp"
	"warpbook.dev/kernel/zmtp/curve"
)

// TestEncryptedKernel: with keys in the connection file all five sockets are
// encrypted, and none serves who has only the addresses and the key of the messages.
func TestEncryptedKernel(t *testing.T) {
	keys := curve.NewKeys()
	k, err := New(scripted{}, wire.Connection{Key: "secret", CurvePublicKey: keys.Public(), CurveSecretKey: keys.Secret()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- k.Serve(ctx) }()
	defer func() {
		cancel()
		<-done
	}()
	c := k.Connection()
	for _, port := range []int{c.ShellPort, c.ControlPort, c.StdinPort, c.IOPubPort, c.HBPort} {
		network, address := c.Address(port)
		for _, wrong := range []*curve.Keys{nil, curve.NewKeys()} {
			for _, dial := range []func() (*zmtp.Socket, error){
				func() (*zmtp.Socket, error) { return zmtp.DialDealer(ctx, network, address, wrong, nil) },
				func() (*zmtp.Socket, error) { return zmtp.DialSub(ctx, network, address, wrong, "") },
				func() (*zmtp.Socket, error) { return zmtp.DialReq(ctx, network, address, wrong) },
			} {
				if s, err := dial(); err == nil {
					s.Close()
					t.Errorf("port %d serves a client with keys %v", port, wrong != nil)
				}
			}
		}
	}
	p := connect(t, c)
	if m := p.recv(p.iopub); m.Header.MsgType != "iopub_welcome" {
		t.Errorf("the first message on iopub is %s", m.Header.MsgType)
	}
	p.beat.Send([][]byte{[]byte("ping")})
	if got, err := p.beat.Recv(); err != nil || string(got[0]) != "ping" {
		t.Errorf("heartbeat %q, %v", got, err)
	}
	request := p.send(p.shell, "execute_request", fields{"code": "print hello"})
	if m := p.recv(p.shell); m.Parent.MsgID != request.Header.MsgID {
		t.Errorf("reply %+v", m.Header)
	}
	request = p.send(p.control, "kernel_info_request", fields{})
	if m := p.recv(p.control); m.Parent.MsgID != request.Header.MsgID {
		t.Errorf("reply %+v", m.Header)
	}
}

// A kernel that was given keys and cannot use them does not start without them.
func TestBadKeys(t *testing.T) {
	keys := curve.NewKeys()
	for want, c := range map[string]wire.Connection{
		"needs both":         {CurvePublicKey: keys.Public()},
		"does not belong":    {CurvePublicKey: curve.NewKeys().Public(), CurveSecretKey: keys.Secret()},
		"2 characters, want": {CurvePublicKey: keys.Public(), CurveSecretKey: "no"},
	} {
		if k, err := New(scripted{}, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, error %v, want one with %q", k, err, want)
		}
	}
}

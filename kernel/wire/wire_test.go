package wire

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const key = "3c6c3a1e-51e3-4c2c-a2ab-7ff8f1b0a3c0"

func TestRoundTrip(t *testing.T) {
	client, kernel := NewSession(key), NewSession(key)
	subshell := "s1"
	parent := Header{MsgID: "p", Session: "s", Username: "u", Date: "2026-01-02T03:04:05Z", MsgType: "execute_request", Version: "5.3",
		SubshellID: &subshell}
	sent, err := client.New("display_data", parent, map[string]any{"text": "<b>&ěščř \U0001F600</b>"})
	if err != nil {
		t.Fatal(err)
	}
	sent.Identities = [][]byte{[]byte("a"), {0, 1, 2}}
	sent.Metadata = map[string]any{"n": 1.5}
	sent.Buffers = [][]byte{{}, []byte("buffer"), make([]byte, 1000)}
	frames, err := client.Encode(sent)
	if err != nil {
		t.Fatal(err)
	}
	got, err := kernel.Decode(frames)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sent, got); diff != "" {
		t.Errorf("message changed on its way (-sent +got):\n%s", diff)
	}
	if text := string(frames[7]); !strings.Contains(text, "<b>&ěščř") {
		t.Errorf("content %s is escaped", text)
	}
}

// The frames of a signed message, computed with Python's hmac module.
func TestSignatureIsTheProtocols(t *testing.T) {
	parts := [][]byte{[]byte(`{"msg_id":"1"}`), []byte("{}"), []byte("{}"), []byte(`{"code":"1"}`)}
	got := string(NewSession("secret").sign(parts))
	if want := "260b97890d61eb0e6ad1283eaca56d59541c56327271b249b87dde0226568bfb"; got != want {
		t.Errorf("signature %s, want %s", got, want)
	}
	if got := NewSession("").sign(parts); len(got) != 0 {
		t.Errorf("signature without a key is %q, want empty", got)
	}
}

func TestReplyBelongsToItsRequest(t *testing.T) {
	client, kernel := NewSession(key), NewSession(key)
	request, _ := client.New("kernel_info_request", Header{}, struct{}{})
	request.Identities = [][]byte{[]byte("peer")}
	reply, err := kernel.Reply(request, "kernel_info_reply", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(request.Header, reply.Parent); diff != "" {
		t.Errorf("parent header (-request +reply):\n%s", diff)
	}
	if !cmp.Equal(reply.Identities, request.Identities) {
		t.Errorf("identities %q, want %q", reply.Identities, request.Identities)
	}
	if reply.Header.Session != kernel.ID() || reply.Header.Session == client.ID() {
		t.Errorf("session %q, want the kernel's own %q", reply.Header.Session, kernel.ID())
	}
	if reply.Header.MsgID == request.Header.MsgID {
		t.Error("the reply has the request's msg_id")
	}
	if _, err := time.Parse(time.RFC3339Nano, reply.Header.Date); err != nil {
		t.Error(err)
	}
}

func TestNoParentIsAnEmptyObject(t *testing.T) {
	s := NewSession("")
	m, _ := s.New("status", Header{}, nil)
	frames, err := s.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(frames[3]); got != "{}" {
		t.Errorf("parent header %s, want {}", got)
	}
	if got := string(frames[4]); got != "{}" {
		t.Errorf("metadata %s, want {}", got)
	}
}

func TestRefusals(t *testing.T) {
	good := func() [][]byte {
		s := NewSession(key)
		m, _ := s.New("execute_request", Header{}, map[string]string{"code": "1"})
		m.Identities = [][]byte{[]byte("id")}
		frames, err := s.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	signed := func(parts ...string) [][]byte {
		var p [][]byte
		for _, s := range parts {
			p = append(p, []byte(s))
		}
		return append([][]byte{[]byte(delimiter), NewSession(key).sign(p)}, p...)
	}
	with := func(i int, text string) [][]byte {
		f := good()
		f[i] = []byte(text)
		return f
	}
	const header = `{"msg_id":"1","msg_type":"x"}`
	for name, c := range map[string]struct {
		frames [][]byte
		want   error
	}{
		"none":                    {nil, ErrFrames},
		"no delimiter":            {good()[2:], ErrFrames},
		"only a delimiter":        {good()[:2], ErrFrames},
		"no content":              {good()[:6], ErrFrames},
		"tampered header":         {with(3, header), ErrSignature},
		"tampered content":        {with(6, `{"code":"2"}`), ErrSignature},
		"tampered signature":      {with(2, strings.Repeat("0", 64)), ErrSignature},
		"empty signature":         {with(2, ""), ErrSignature},
		"signature not hex":       {with(2, strings.Repeat("z", 64)), ErrSignature},
		"half a signature":        {with(2, "abcd"), ErrSignature},
		"header not JSON":         {signed("{", "{}", "{}", "{}"), ErrFrames},
		"header a list":           {signed("[]", "{}", "{}", "{}"), ErrFrames},
		"content null":            {signed(header, "{}", "{}", "null"), ErrFrames},
		"content empty":           {signed(header, "{}", "{}", ""), ErrFrames},
		"metadata a number":       {signed(header, "{}", "1", "{}"), ErrFrames},
		"no msg_type":             {signed(`{"msg_id":"1"}`, "{}", "{}", "{}"), ErrFrames},
		"msg_id a number":         {signed(`{"msg_id":1,"msg_type":"x"}`, "{}", "{}", "{}"), ErrFrames},
		"content twice an object": {signed(header, "{}", "{}", "{}{}"), ErrFrames},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewSession(key).Decode(c.frames); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestDuplicates(t *testing.T) {
	client, kernel := NewSession(key), NewSession(key)
	m, _ := client.New("execute_request", Header{}, struct{}{})
	frames, _ := client.Encode(m)
	if _, err := kernel.Decode(frames); err != nil {
		t.Fatal(err)
	}
	if _, err := kernel.Decode(frames); !errors.Is(err, ErrDuplicate) {
		t.Errorf("second time: %v, want ErrDuplicate", err)
	}
	for i := range remembered { // the memory moves on by one generation
		kernel.remember([32]byte{byte(i), byte(i >> 8), 1})
	}
	if _, err := kernel.Decode(frames); !errors.Is(err, ErrDuplicate) {
		t.Errorf("after %d others: %v, want ErrDuplicate", remembered, err)
	}
	for i := range 2 * remembered { // and by two more
		kernel.remember([32]byte{byte(i), byte(i >> 8), byte(i >> 16), 2})
	}
	if n := len(kernel.seen) + len(kernel.past); n > 2*remembered {
		t.Errorf("%d signatures are remembered, want at most %d", n, 2*remembered)
	}
}

func TestConnectionFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kernel.json")
	want := Connection{
		Transport: "tcp", IP: "127.0.0.1", ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HBPort: 5,
		SignatureScheme: "hmac-sha256", Key: key, KernelName: "warpbook",
	}
	if err := want.Write(path); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	got, err := ReadConnection(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("connection (-want +got):\n%s", diff)
	}
	if err := want.Write(filepath.Join(t.TempDir(), "missing", "kernel.json")); err == nil {
		t.Error("a file in a missing directory gives no error")
	}
}

func TestConnectionRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                               "unexpected end",
		`{"transport":"udp"}`:             `transport "udp"`,
		`{"signature_scheme":"hmac-md5"}`: `"hmac-md5", want hmac-sha256`,
		`{"shell_port":70000}`:            "shell_port is 70000",
		`{"curve_publickey":"x"}`:         "CurveZMQ needs both",
		`{"curve_secretkey":"x"}`:         "CurveZMQ needs both",
		`{"ip":"0.0.0.0"}`:                "the key is empty",
		`{"ip":"*","key":""}`:             "the key is empty",
		`{"ip":"192.0.2.1"}`:              "the key is empty",
	} {
		path := filepath.Join(t.TempDir(), "kernel.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadConnection(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := ReadConnection("/no/such/file"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// The launcher decides whether other machines reach the kernel.
func TestConnectionsBeyondThisMachine(t *testing.T) {
	for _, c := range []Connection{
		{}, {IP: "127.0.0.1"}, {IP: "127.1.2.3"}, {IP: "::1"}, {IP: "localhost"}, {Transport: "ipc", IP: "/run/kernel"},
		{IP: "0.0.0.0", Key: key}, {IP: "*", Key: key}, {IP: "192.0.2.1", Key: key},
	} {
		if err := c.Check(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func ExampleConnection_Address() {
	for _, c := range []Connection{
		{},
		{Transport: "tcp", IP: "*"},
		{Transport: "tcp", IP: "::1"},
		{Transport: "ipc", IP: "/run/user/1000/kernel"},
	} {
		fmt.Println(c.Address(5555))
	}
	// Output:
	// tcp 127.0.0.1:5555
	// tcp :5555
	// tcp [::1]:5555
	// unix /run/user/1000/kernel-5555
}

// FuzzDecode: any frames give a message or an error; what is a message survives
// encoding and decoding. The input is split into frames at newlines.
func FuzzDecode(f *testing.F) {
	f.Add("id\n<IDS|MSG>\n\n{\"msg_id\":\"1\",\"msg_type\":\"x\"}\n{}\n{}\n{}\nbuffer")
	f.Add("<IDS|MSG>\n\n{}\n{}\n{}\n{}")
	f.Add("<IDS|MSG>")
	f.Add("\n\n\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		var frames [][]byte
		for _, line := range strings.Split(text, "\n") {
			frames = append(frames, []byte(line))
		}
		open := NewSession("")
		m, err := open.Decode(frames)
		if err != nil {
			return
		}
		again, err := open.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := open.Decode(again)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-first +again):\n%s", diff)
		}
	})
}

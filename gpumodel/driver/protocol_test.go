package driver

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMessages: what is written is read, and the bytes behind a message stay where they are.
func TestMessages(t *testing.T) {
	want := order{Kind: "launch", Launch: &Launch{
		Build: Build{Source: "a\nb\x00\"ü", Kernel: "k<1>", Options: []string{"-DN=\"x y\""}}, Grid: [3]int{1, 2, 3}, Params: []byte{0,
			'\n', 255},
		Arrays: []Array{{Bytes: 5, Written: true}},
	}}
	var pipe bytes.Buffer
	if err := writeMessage(&pipe, want); err != nil {
		t.Fatal(err)
	}
	pipe.WriteString("\x00\n\x01ab")
	r := bufio.NewReader(&pipe)
	var got order
	if err := readMessage(r, &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if rest, _ := io.ReadAll(r); string(rest) != "\x00\n\x01ab" {
		t.Errorf("the arrays are %q", rest)
	}
}

// endless is a message without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

// TestHostileMessages: a message that is cut off, no JSON or without an end is an error, and
// takes no more memory than the longest one.
func TestHostileMessages(t *testing.T) {
	for _, text := range []string{"", `{"Kind":"done"`, "\n", "{}x\n", `{"Times":"many"}` + "\n", "\x00\n", `{"Sizes":[1e99]}` + "\n"} {
		if err := readMessage(bufio.NewReader(strings.NewReader(text)), &reply{}); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	source := &endless{}
	if err := readMessage(bufio.NewReaderSize(source, 1<<20), &reply{}); err == nil || source.read > maxMessage+4<<20 {
		t.Errorf("read %d bytes: %v", source.read, err)
	}
}

// FuzzReadMessage: nothing that a worker says stops the parent.
func FuzzReadMessage(f *testing.F) {
	f.Add([]byte(`{"Kind":"done","Sizes":[3]}` + "\nabc"))
	f.Add([]byte("{\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := bufio.NewReaderSize(bytes.NewReader(text), 16)
		for range 10 {
			if err := readMessage(r, &reply{}); err == io.EOF {
				return
			}
		}
	})
}

func TestErrors(t *testing.T) {
	for _, x := range []struct {
		err  Error
		want string
	}{
		{Error{Msg: "no GPU"}, "no GPU"},
		{Error{Code: 2, Name: "CUDA_ERROR_OUT_OF_MEMORY", Msg: "out of memory", What: "allocating 4 bytes"}, "allocating 4 bytes: out of memory (CUDA_ERROR_OUT_OF_MEMORY)"},
		{Error{What: phaseLaunch, Msg: "no end after 2s", Late: true}, "running the kernel: no end after 2s"},
	} {
		if got := x.err.Error(); got != x.want {
			t.Errorf("got %q, want %q", got, x.want)
		}
	}
	if late := (&Error{What: phaseStart, Late: true}); late.Runs() {
		t.Error("no kernel runs while the worker starts")
	}
}

package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
)

// TestCellsAreASandbox calls everything that a cell can call with the path of a
// secret and with the address of a server: nothing may tell the secret, connect to
// the server or leave a file. What a cell may write is tested where it is: save.
func TestCellsAreASandbox(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	connected := make(chan struct{}, 1)
	go func() {
		if c, err := server.Accept(); err == nil {
			c.Close()
			connected <- struct{}{}
		}
	}()
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside") // where cells may read and write files
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(inside)
	secret := filepath.Join(dir, "secret.txt")
	write(t, secret, []byte("SEC"+"RET"))
	if err := os.Symlink(secret, filepath.Join(inside, "link.txt")); err != nil {
		t.Log(err) // on a system without links
	}

	s := newSession()
	var names []string
	for _, m := range s.Complete("", 0).Matches {
		names = append(names, m.Text)
		for _, field := range s.Complete(m.Text+".", len(m.Text)+1).Matches {
			names = append(names, m.Text+"."+field.Text)
		}
	}
	if len(names) < 100 {
		t.Fatalf("only %d names: %q", len(names), names)
	}
	var mu sync.Mutex
	var said strings.Builder
	run := func(code string) {
		ctx, cancel := context.WithTimeout(t.Context(), tier.Hang)
		defer cancel()
		outcome := s.Execute(ctx, kernel.Cell{Code: code, Count: 1}, listener{&mu, &said})
		fmt.Fprintln(&said, outcome.Payload, outcome.Expressions)
		if e := outcome.Error; e != nil && e.Name != "SyntaxError" {
			fmt.Fprintln(&said, e.Name, e.Value)
		}
	}
	t.Logf("%d names", len(names))
	for _, name := range names {
		for _, argument := range []string{secret, "../secret.txt", "link.txt", "file://" + secret, "http://" + server.Addr().String() + "/"} {
			run(fmt.Sprintf("%s(%q)", name, argument))
		}
	}
	for _, code := range []string{
		`load("../secret.txt", "x")`, `import os`, `open("../secret.txt")`, `!cat ../secret.txt`, "!cat link.txt", "!cat " + secret, `%cat ../secret.txt`,
		`%run ../secret.txt`, `%load ../secret.txt`, "!cp ../secret.txt here.txt", "!cat here.txt", "!cd .. && cat secret.txt", "!grep S ../secret.txt", "!nvcc ../secret.txt",
		"%%cuda\n#include \"../secret.txt\"\n__global__ void k(float *a) { a[0] = 1; }", "%%cuda\n#include \"" + secret + "\"\n", "%%cuda\n#include \"link.txt\"\n",
		"%%bash\ncat ../secret.txt", "%%writefile ../x\n1", "!echo 1 > ../x", "!mkdir ../y", "!touch ../z", "?../secret.txt", `cuda('#include "../secret.txt"')`,
		"%%cuda\n#include <stdio.h>\nint main() { char s[99] = \"\"; FILE *f = fopen(\"../secret.txt\", \"r\"); if (f) { fgets(s, 99, f); puts(s); } f = fopen(\"../w\", \"w\"); }",
	} {
		run(code)
	}
	if at := strings.Index(said.String(), "SEC"+"RET"); at >= 0 {
		t.Errorf("the secret is told: %.200s", said.String()[max(0, at-100):])
	}
	select {
	case <-connected:
		t.Error("a cell has connected to a server")
	default:
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("the directory around has %v, %v, want the secret and the inner one", entries, err)
	}
}

// A listener writes all that a cell puts out.
type listener struct {
	mu *sync.Mutex
	b  *strings.Builder
}

func (l listener) Stream(_, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.WriteString(text)
}
func (l listener) Display(b kernel.Bundle) { l.Stream("", fmt.Sprintln(b.Data)) }
func (l listener) Update(b kernel.Bundle)  { l.Display(b) }
func (l listener) Result(b kernel.Bundle)  { l.Display(b) }
func (l listener) Clear(bool)              {}

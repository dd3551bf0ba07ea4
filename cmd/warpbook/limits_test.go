package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"warpbook.dev/install"
	"warpbook.dev/kernel/client"
)

// limited is a notebook kernel with small limits.
func limited(t *testing.T) *client.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	argv := append(install.NewSpec("warpbook").Argv, "--history", "", "--output-limit", "10kB", "--output-file-limit", "1MB")
	c, err := client.Start(ctx, argv, []string{"WARPBOOK_MEMORY_LIMIT=300MB", "JUPYTER_DATA_DIR=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// What would print for ever is stopped, and what was printed is in the file that the
// cell names.
func TestOutputIsBounded(t *testing.T) {
	c := limited(t)
	o := runCell(t, c, "i = 0\nwhile True:\n    print('line', i)\n    i += 1", 0)
	if o.name != "OutputError" || !strings.Contains(o.value, "may take 1 MB in files") {
		t.Errorf("the cell ends with %s %s", o.name, o.value)
	}
	_, path, _ := strings.Cut(o.text, "kept in ")
	path, _, _ = strings.Cut(path, " until")
	text, err := os.ReadFile(path)
	if err != nil || len(text) < 999_000 || !strings.HasPrefix(string(text), "line 0\nline 1\n") {
		t.Errorf("%d bytes are kept, %v", len(text), err)
	}
	if len(o.text) > 25_000 || !strings.HasPrefix(o.text, "line 0\n") || !strings.HasSuffix(string(text), o.text[len(o.text)-8000:]) {
		t.Errorf("shown is %.100s … %s", o.text, o.text[max(0, len(o.text)-100):])
	}
	if o := runCell(t, c, "print(i > 10000)", 0); o.text != "True\n" {
		t.Errorf("afterwards the session says %+v", o)
	}
}

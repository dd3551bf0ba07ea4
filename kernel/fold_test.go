package kernel

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"warpbook.dev/internal/bytesize"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel/wire"
)

// folding returns a kernel that shows so many bytes of a cell.
func folding(t *testing.T, shown, kept int64) (*Kernel, *timeline) {
	l := new(timeline)
	k := newKernel(scripted{}, wire.NewSession(""), l)
	k.pace.server.Store(true)
	k.LimitOutput(OutputLimits{Shown: shown, Kept: kept, Dir: filepath.Join(t.TempDir(), "output")})
	return k, l
}

// printing runs f as a cell.
func (k *Kernel) printing(ctx context.Context, f func(o *cellOutput)) *cellOutput {
	o := newCellOutput(k, wire.Header{MsgID: "m", MsgType: "execute_request"}, ctx, 7)
	f(o)
	o.close()
	return o
}

// kept lists the files of a kernel with their contents.
func (k *Kernel) kept(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(k.spool.limits.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if info, err := e.Info(); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		b.WriteString(line(i))
	}
	return b.String()
}

// Of a long text the beginning and the end are shown, what is left out is said, and
// the whole is in a file that only the user can read, until the kernel ends.
func TestLongTextIsFolded(t *testing.T) {
	k, l := folding(t, 1500, 1e9)
	const n = 200_000 // 3 MB
	k.printing(t.Context(), func(o *cellOutput) {
		for i := range n {
			o.Stream("stdout", line(i))
		}
	})
	files := k.kept(t)
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	for path, text := range files {
		if text != numbered(0, n) {
			t.Errorf("the file has %d bytes, want all %d", len(text), len(numbered(0, n)))
		}
		tail := tailSize / 15
		want := numbered(0, 100) +
			"\n[more than 1.5 kB are printed: the rest is left out here and the whole kept in " + path + " until this kernel ends]\n" +
			fmt.Sprintf("[%d lines, %s are left out here]\n", n-100-tail, bytesize.Text(int64(15*(n-100-tail)))) +
			numbered(n-tail, n)
		if got := l.texts("stream"); got != want {
			t.Errorf("shown is\n%s\nwant\n%s", got, want)
		}
	}
	k.spool.close()
	if left := k.kept(t); len(left) != 0 {
		t.Errorf("after the kernel's end there are %v", left)
	}
}

func TestShortTextLeavesNoFile(t *testing.T) {
	k, l := folding(t, 2*spoolAfter, 1e9)
	text := strings.Repeat("x", 2*spoolAfter-1)
	synctest.Test(t, func(t *testing.T) {
		for range 2 { // what is removed is not counted twice
			k.pace.reset()
			k.printing(t.Context(), func(o *cellOutput) {
				o.Stream("stdout", text)
				o.Clear(false)
				o.Stream("stdout", text)
			})
		}
	})
	if got := l.texts("stream"); got != strings.Repeat(text, 4) {
		t.Errorf("%d bytes are shown of %d", len(got), 4*len(text))
	}
	if files := k.kept(t); len(files) != 0 || k.spool.total != 0 {
		t.Errorf("there are %d files, %d bytes", len(files), k.spool.total)
	}
}

// A line of many megabytes is cut at a character.
func TestLongLineIsFolded(t *testing.T) {
	k, l := folding(t, 1000, 1e9)
	text := strings.Repeat("€", 1_000_000)
	k.printing(t.Context(), func(o *cellOutput) { o.Stream("stdout", text) })
	shown := l.texts("stream")
	if !strings.HasPrefix(shown, strings.Repeat("€", 333)+"\n[more than 999 B") || strings.ContainsRune(shown, '\ufffd') ||
		!strings.HasSuffix(shown, "are left out here]\n"+strings.Repeat("€", tailSize/3)) {
		t.Errorf("shown is %.100s … %s", shown, shown[len(shown)-100:])
	}
	for path, kept := range k.kept(t) {
		if kept != text {
			t.Errorf("%s has %d bytes of %d", path, len(kept), len(text))
		}
	}
}

// A cell that prints more than may be kept is stopped; the files of earlier cells go
// first.
func TestTooLongTextStopsTheCell(t *testing.T) {
	k, _ := folding(t, 1000, 3_000_000)
	for range 3 {
		if o := k.printing(t.Context(), func(o *cellOutput) { o.Stream("stdout", numbered(0, 100_000)) }); o.overflow() != nil {
			t.Fatal(o.overflow())
		}
	}
	if files := k.kept(t); len(files) != 2 || k.spool.total != 3_000_000 {
		t.Errorf("%d files with %d bytes, want the last 2 with 3000000", len(files), k.spool.total)
	}
	lines := 0
	o := k.printing(t.Context(), func(o *cellOutput) {
		for ; o.ctx.Err() == nil && lines < 1_000_000; lines++ {
			o.Stream("stdout", line(lines))
		}
	})
	err := o.overflow()
	if err == nil || !strings.Contains(err.Error(), "may take 3 MB in files; earlier output is in "+k.spool.dir) || lines != 200_001 {
		t.Errorf("after %d lines: %v", lines, err)
	}
	for path, text := range k.kept(t) {
		if text != numbered(0, 200_000) {
			t.Errorf("%s has %d bytes", path, len(text))
		}
	}
}

// The rest of a text that is being printed at an interrupt is left out.
func TestInterruptedTextIsFolded(t *testing.T) {
	k, l := folding(t, 1e9, 1e9)
	n := tier.Pick(100_000, 200_000, 1_000_000)
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		begin := time.Now()
		time.AfterFunc(time.Second, interrupt)
		k.pace.reset()
		k.printing(ctx, func(o *cellOutput) { o.Stream("stdout", numbered(0, n)) })
		if took := time.Since(begin); took > 1010*time.Millisecond {
			t.Errorf("the cell ended %v after the interrupt", took-time.Second)
		}
	})
	l.check(t)
	if shown := l.texts("stream"); !strings.Contains(shown, "left out here]\n") || !strings.HasSuffix(shown, numbered(n-100, n)) ||
		len(shown) > 2e6 {
		t.Errorf("%d bytes are shown", len(shown))
	}
	for path, text := range k.kept(t) {
		if text != numbered(0, n) {
			t.Errorf("%s has %d bytes", path, len(text))
		}
	}
}

// Without a place for the file nothing is left out.
func TestNothingIsLostWithoutAFile(t *testing.T) {
	k, l := folding(t, 1000, 1e9)
	if err := os.WriteFile(k.spool.limits.Dir, nil, 0o600); err != nil { // not a directory
		t.Fatal(err)
	}
	k.printing(t.Context(), func(o *cellOutput) { o.Stream("stdout", numbered(0, 10_000)) })
	if got := l.texts("stream"); got != numbered(0, 10_000) {
		t.Errorf("%d bytes are shown of %d", len(got), len(numbered(0, 10_000)))
	}
}

// What a killed kernel left is removed by the next one, and nothing else.
func TestLeftFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	own, strange := filepath.Join(dir, fmt.Sprint(spoolPrefix, os.Getpid(), "-1")), filepath.Join(dir, "strange")
	for _, d := range []string{filepath.Join(dir, spoolPrefix+"999999999-1"), own, strange} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	k := newKernel(scripted{}, wire.NewSession(""), new(timeline))
	k.LimitOutput(OutputLimits{Dir: dir})
	var entries []os.DirEntry
	var err error
	tier.Wait(t, "the files to be removed", func() bool {
		entries, err = os.ReadDir(dir)
		return err != nil || len(entries) < 3
	})
	if err != nil || len(entries) != 2 || entries[0].Name() != filepath.Base(own) || entries[1].Name() != "strange" {
		t.Errorf("left are %v, %v", entries, err)
	}
}

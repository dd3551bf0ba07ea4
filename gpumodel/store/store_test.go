package store

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

func version(v string) func() (string, error) { return func() (string, error) { return v, nil } }

func key(i int) Key { return sha256.Sum256(fmt.Append(nil, i)) }

func value(i, size int) []byte { return bytes.Repeat([]byte{byte(i)}, size) }

// TestStore: what was put is there for the next process of the same version, and for no other version.
func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := Open(dir, 1<<20, version("a"))
	if _, found := s.Get(key(1)); found {
		t.Error("an empty store has a value")
	}
	s.Put(key(1), value(1, 100))
	s.Put(key(2), nil)
	if err := s.Uses().Failed; err != nil {
		t.Fatal(err)
	}
	again := Open(dir, 1<<20, version("a"))
	if got, found := again.Get(key(1)); !found || !bytes.Equal(got, value(1, 100)) {
		t.Errorf("found %v, %d bytes", found, len(got))
	}
	if got, found := again.Get(key(2)); !found || len(got) != 0 {
		t.Errorf("found %v, %d bytes, want none", found, len(got))
	}
	if _, found := Open(dir, 1<<20, version("b")).Get(key(1)); found {
		t.Error("another version finds the value")
	}
	if u := again.Uses(); u.Hits != 2 || u.Misses != 0 {
		t.Errorf("uses are %+v", u)
	}
	c, err := again.Contents()
	if want := (Contents{2, int64(2*headBytes + 100)}); c != want || err != nil {
		t.Errorf("contents are %+v, %v, want %+v", c, err, want)
	}
	stranger := filepath.Join(dir, "stranger.txt")
	if err := os.WriteFile(stranger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := again.Clear(); err != nil {
		t.Fatal(err)
	}
	if c, err := again.Contents(); c != (Contents{}) || err != nil {
		t.Errorf("a cleared store has %+v, %v", c, err)
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Errorf("a file that is not the store's is gone: %v", err)
	}
}

// TestDamaged: an entry that is not what was written is a miss, and goes.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(data, other []byte) []byte{
		"empty":       func(data, _ []byte) []byte { return nil },
		"cut":         func(data, _ []byte) []byte { return data[:len(data)-1] },
		"longer":      func(data, _ []byte) []byte { return append(data, 0) },
		"a bit":       func(data, _ []byte) []byte { data[len(data)-1] ^= 1; return data },
		"other magic": func(data, _ []byte) []byte { data[len(magic)-2]++; return data },
		"of another":  func(_, other []byte) []byte { return other },
	} {
		t.Run(name, func(t *testing.T) {
			s := Open(t.TempDir(), 1<<20, version("a"))
			s.Put(key(1), value(1, 100))
			s.Put(key(2), value(2, 100))
			first, _, _ := s.entry(key(1))
			second, _, _ := s.entry(key(2))
			data, err := os.ReadFile(first)
			if err != nil {
				t.Fatal(err)
			}
			other, err := os.ReadFile(second)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(first, damage(data, other), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, found := s.Get(key(1)); found {
				t.Error("the entry is found")
			}
			if _, err := os.Stat(first); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the entry is still there: %v", err)
			}
			if _, found := s.Get(key(2)); !found {
				t.Error("the other entry is gone, too")
			}
		})
	}
}

// TestBound: what was not used for longest goes, and so do files that were never finished.
func TestBound(t *testing.T) {
	const size, limit = 1000, 16 * 1000
	s := Open(t.TempDir(), limit, version("a"))
	start := time.Now().Add(-time.Hour)
	for i := range 14 {
		s.Put(key(i), value(i, size-headBytes))
		name, _, _ := s.entry(key(i))
		at := start.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	name, _, _ := s.entry(key(0))
	left := filepath.Join(filepath.Dir(name), unfinished+"1")
	if err := os.WriteFile(left, value(0, size), 0o600); err != nil {
		t.Fatal(err)
	}
	old := start.Add(-time.Hour)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	s.Get(key(1)) // is used last
	for i := 14; i < 20; i++ {
		s.Put(key(i), value(i, size-headBytes))
	}
	c, err := s.Contents()
	if err != nil || c.Bytes > limit || c.Bytes < limit/2 {
		t.Errorf("the store has %+v, %v; want at most %d bytes, and not much less", c, err, limit)
	}
	for i, want := range map[int]bool{0: false, 1: true, 2: false, 19: true} {
		if _, found := s.Get(key(i)); found != want {
			t.Errorf("entry %d is found: %v", i, found)
		}
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished file is there: %v", err)
	}
	if s.Put(key(30), value(0, limit/2)); s.Uses().Failed == nil {
		t.Error("half of the store is kept for one entry")
	}
}

// TestNoFolder: a folder that cannot be made, or written, and a program without a version are no error of those who compute.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stores := map[string]*Store{
		"a file in its place": Open(filepath.Join(file, "folder"), 1<<20, version("a")),
		"no version":          Open(t.TempDir(), 1<<20, func() (string, error) { return "", errors.New("no version") }),
	}
	for name, s := range stores {
		s.Put(key(1), value(1, 10))
		if _, found := s.Get(key(1)); found || s.Uses().Failed == nil {
			t.Errorf("%s: found %v, the error is %v", name, found, s.Uses().Failed)
		}
	}
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		return // nothing is read-only there
	}
	dir := t.TempDir()
	s := Open(dir, 1<<20, version("a"))
	s.Put(key(1), value(1, 10))
	entry, _, _ := s.entry(key(1))
	for _, d := range []string{dir, filepath.Dir(entry)} {
		if err := os.Chmod(d, 0o500); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(d, 0o700)
	}
	if _, found := s.Get(key(1)); !found {
		t.Error("a read-only folder is not read")
	}
	if s.Put(key(2), nil); s.Uses().Failed == nil {
		t.Error("a read-only folder keeps a value")
	}
}

// TestTogether: stores on one folder, as several processes have them, never find a value that is not that of the key, while entries
// come and go.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	const keys, size = 40, 500
	var running sync.WaitGroup
	for user := range 4 {
		s := Open(dir, keys/2*size, version("a"))
		running.Go(func() {
			for n := range 300 {
				i := (n*7 + user*11) % keys
				if got, found := s.Get(key(i)); found && !bytes.Equal(got, value(i, size-headBytes)) {
					t.Errorf("the value of key %d is wrong", i)
				}
				s.Put(key(i), value(i, size-headBytes))
			}
		})
	}
	running.Wait()
	if c, err := Open(dir, 1<<20, version("a")).Contents(); err != nil || c.Entries == 0 || c.Bytes > 2*keys/2*size {
		t.Errorf("the folder has %+v, %v", c, err)
	}
}

// TestVersion: the program that runs has one, and always the same.
func TestVersion(t *testing.T) {
	v, err := Version()
	again, _ := Version()
	if err != nil || len(v) != 2*sha256.Size || v != again {
		t.Errorf("%q, then %q, %v", v, again, err)
	}
}

package folder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRemember: a later program may change what an earlier one has made, unless somebody has changed it since.
func TestRemember(t *testing.T) {
	dir := home(t)
	run := func(change func(f *Folder) error) {
		t.Helper()
		f := &Folder{Dir: dir, Own: dir, Remembers: true}
		if err := change(f); err != nil {
			t.Fatal(err)
		}
		if err := f.Remember(); err != nil {
			t.Fatal(err)
		}
	}
	writable := func(name string) bool {
		return len(try(&Folder{Dir: dir, Own: dir, Remembers: true}, name)) > 0
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	later := time.Now().Add(time.Hour)

	run(func(f *Folder) error { _, err := f.ReadFile("data.txt", 100); return err })
	if _, err := os.Lstat(at(Record)); err == nil {
		t.Error("a program that has made nothing leaves a record")
	}
	run(func(f *Folder) error {
		for _, name := range []string{"out.txt", "again.txt", "edited.txt", "gone.txt", "run.txt", "moved.txt"} {
			if err := f.WriteFile(name, []byte("1\n")); err != nil {
				return err
			}
		}
		return f.Rename("moved.txt", "there.txt")
	})
	run(func(f *Folder) error { // in place, without a byte more
		file, err := f.OpenFile(t.Context(), "again.txt", Mode{Reads: true, Writes: true})
		if err != nil {
			return err
		}
		if _, err := file.Write([]byte("2")); err != nil {
			return err
		}
		return file.Close()
	})
	put(t, at("edited.txt"), "mine", 0o644)
	for _, err := range []error{os.Chtimes(at("edited.txt"), later, later), os.Remove(at("gone.txt")), os.Chmod(at("run.txt"), 0o755)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	run(func(f *Folder) error { return f.WriteFile("other.txt", nil) }) // keeps what is known of the others
	got := map[string]bool{}
	for _, name := range []string{"out.txt", "again.txt", "there.txt", "other.txt", "edited.txt", "run.txt", "data.txt", Record} {
		got[name] = writable(name)
	}
	want := map[string]bool{"out.txt": true, "again.txt": true, "there.txt": true, "other.txt": true, "edited.txt": false,
		"run.txt": false, "data.txt": false, Record: false}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("what a later program may write: -want +got\n%s", d)
	}

	// What --overwrite has allowed to append to is not the program's.
	f := &Folder{Dir: dir, Own: dir, Remembers: true, Overwrite: true}
	file, err := f.OpenFile(t.Context(), "data.txt", Mode{Writes: true, Appends: true, Creates: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte("more")); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Remember(); err != nil {
		t.Fatal(err)
	}
	if writable("data.txt") {
		t.Error("a file that a program has appended to is the user's, and a later program may change it")
	}

	for _, bad := range []string{"", "{", "[1]", `{"data.txt": {"size": -1}}`} {
		put(t, at(Record), bad, 0o644)
		if writable("data.txt") {
			t.Errorf("with the record %q a program may change data.txt", bad)
		}
	}
	if err := os.Remove(at(Record)); err != nil {
		t.Fatal(err)
	}
	f = &Folder{Dir: dir, Own: at("n.files"), Remembers: true}
	if err := f.WriteFile("x", nil); err != nil {
		t.Fatal(err)
	}
	if err := f.Remember(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{at(Record), at("n.files/" + Record)} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s is there: in a folder of its own a program needs no record", name)
		}
	}
}

// TestRememberLink: a record that is a link is no record, and what it leads to stays.
func TestRememberLink(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "x")
	put(t, outside, "{}", 0o644)
	if err := os.Symlink(outside, filepath.Join(dir, Record)); err != nil {
		t.Skip(err)
	}
	f := &Folder{Dir: dir, Own: dir, Remembers: true}
	if err := f.WriteFile("a", nil); err != nil {
		t.Fatal(err)
	}
	if err := f.Remember(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, outside); got != "{}" {
		t.Errorf("what the link leads to holds %q", got)
	}
}

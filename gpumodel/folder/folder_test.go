package folder

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// targets are what a stranger's program would write to have this computer execute something, or to change what its owner has.
var targets = []string{
	".bashrc", ".git/config", ".git/hooks/pre-commit", ".ssh/authorized_keys", "kernels/x/kernel.json", ".jupyter/jupyter_server_config.py",
	".ipython/profile_default/startup/00.py", "own.ipynb", "own.IPYNB", "sub/.env", "script.sh", "data.txt",
}

// A run bit is one of Unix.
func init() {
	if runtime.GOOS == "windows" {
		targets = slices.DeleteFunc(targets, func(name string) bool { return name == "script.sh" })
	}
}

// home is a directory with all targets, each of which holds its name.
func home(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range targets {
		mode := fs.FileMode(0o644)
		if name == "script.sh" {
			mode = 0o755
		}
		put(t, filepath.Join(dir, name), name, mode)
	}
	return dir
}

func put(t *testing.T, file, text string, mode fs.FileMode) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), mode)); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// try does all to a name that could change it.
func try(f *Folder, name string) (opened []string) {
	for _, mode := range []string{"w", "a", "r+", "w+", "a+", "wx"} {
		m, _ := ParseMode(mode)
		if file, err := f.OpenFile(context.Background(), name, m); err == nil {
			io.WriteString(file, "changed")
			file.Close()
			opened = append(opened, mode)
		}
	}
	f.Rename("mine", name)
	f.Remove(name)
	f.RemoveAll(name)
	return opened
}

// TestTargets: whatever a cell's program does, what its owner has stays as it is; what it writes is in the folder beside the
// notebook. At a shell without options, too.
func TestTargets(t *testing.T) {
	for _, own := range []string{"own.files", "."} {
		dir := home(t)
		f := &Folder{Dir: dir, Own: filepath.Join(dir, own)}
		if err := f.WriteFile("mine", nil); err != nil {
			t.Fatal(err)
		}
		for _, name := range targets {
			opened := try(f, name)
			if got := content(t, filepath.Join(dir, name)); got != name {
				t.Errorf("writing into %s: %s holds %q now", own, name, got)
			}
			secret := strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || strings.HasSuffix(strings.ToLower(name), ".ipynb")
			if _, err := f.ReadFile(name, 100); (err == nil) == secret {
				t.Errorf("reading %s: %v", name, err)
			}
			if len(opened) > 0 && (own == "." || secret) {
				t.Errorf("%s was opened with %q", name, opened)
			}
		}
		for _, name := range []string{"../x", "/etc/hostname", "a/../../x", "new/../../x", ".x", "a/.x", "x.ipynb", "", "..", "/"} {
			if opened := try(f, name); len(opened) > 0 {
				t.Errorf("%q was opened with %q", name, opened)
			}
		}
	}
}

// TestOverwrite: --overwrite allows files of others, and nothing else.
func TestOverwrite(t *testing.T) {
	dir := home(t)
	f := &Folder{Dir: dir, Own: dir, Overwrite: true}
	for _, name := range targets {
		opened := try(f, name)
		if allowed := name == "data.txt" || name == "kernels/x/kernel.json"; allowed != (len(opened) > 0) {
			t.Errorf("%s was opened with %q", name, opened)
		}
	}
}

// TestOverlay: a program sees what is there and what it has written as one directory.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "sub/a.txt"), "there", 0o644)
	put(t, filepath.Join(dir, "b.txt"), "there", 0o644)
	f := &Folder{Dir: dir, Own: filepath.Join(dir, "n.files")}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("before anything is written there is %v, %v", entries, err)
	}
	file, err := f.OpenFile(t.Context(), "sub/a.txt", Mode{Writes: true, Appends: true, Creates: true})
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, " and more")
	if err := errors.Join(file.Close(), f.WriteFile("c.txt", []byte("new")), f.WriteFile("b.txt", []byte("newer")), f.MkdirAll("d/e"),
		f.WriteFile("d/e/f", nil)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"sub/a.txt": "there and more", "b.txt": "newer", "c.txt": "new"} {
		if got, err := f.ReadFile(name, 100); string(got) != want || err != nil {
			t.Errorf("%s reads %q, %v", name, got, err)
		}
		if got := content(t, filepath.Join(dir, "n.files", name)); got != want {
			t.Errorf("n.files/%s holds %q", name, got)
		}
	}
	if a, b := content(t, filepath.Join(dir, "sub/a.txt")), content(t, filepath.Join(dir, "b.txt")); a != "there" || b != "there" {
		t.Errorf("what was there is %q and %q now", a, b)
	}
	var names []string
	err = fs.WalkDir(f, ".", func(name string, e fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	})
	if want := []string{".", "b.txt", "c.txt", "d", "d/e", "d/e/f", "sub", "sub/a.txt"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("it lists %q, %v, want %q", names, err, want)
	}
	if err := f.Remove("b.txt"); err != nil {
		t.Error(err)
	}
	if got, err := f.ReadFile("b.txt", 100); string(got) != "there" || err != nil {
		t.Errorf("after the removal b.txt reads %q, %v", got, err)
	}
	if err := f.Remove("b.txt"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("what a program has not made was removed: %v", err)
	}
	if err := f.RemoveAll("d"); err != nil {
		t.Error(err)
	}
}

// TestUnreadable: what cannot be read is appended to where it may be written, and is not replaced by the end alone where it may not.
func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	asUser(t, dir)
	file := filepath.Join(dir, "log")
	put(t, file, "begin ", 0o200)
	add := func(f *Folder) error {
		opened, err := f.OpenFile(t.Context(), "log", Mode{Writes: true, Appends: true, Creates: true})
		if err != nil {
			return err
		}
		io.WriteString(opened, "end")
		return opened.Close()
	}
	beside := &Folder{Dir: dir, Own: filepath.Join(dir, "n.files")}
	if err := add(beside); Errno(err) != eacces {
		t.Errorf("a copy of what cannot be read: %v", err)
	}
	if entries, _ := os.ReadDir(beside.Own); len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
	if err := errors.Join(add(&Folder{Dir: dir, Own: dir, Overwrite: true}), os.Chmod(file, 0o600)); err != nil ||
		content(t, file) != "begin end" {
		t.Errorf("it holds %q, %v", content(t, file), err)
	}
}

// TestDirectories: a directory that programs have made has its files under a new name, too. Others' stay.
func TestDirectories(t *testing.T) {
	dir := home(t)
	f := &Folder{Dir: dir, Own: dir, Overwrite: true, Files: 2}
	if err := errors.Join(f.Mkdir("d"), f.WriteFile("d/a", []byte("a")), f.Rename("d", "e"), f.WriteFile("e/a", []byte("b")),
		f.RemoveAll("e")); err != nil {
		t.Fatal(err)
	}
	if len(f.made) != 0 || f.written != 0 {
		t.Errorf("what is gone still counts: %v", f.made)
	}
	if err := errors.Join(f.Mkdir("d"), f.Rename("d", "e"), f.Remove("e")); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{f.Rename("kernels", "gone"), f.Remove("sub"), f.Rename("sub", "gone"), f.Rename("data.txt", "sub"),
		f.Mkdir("sub"), f.Mkdir("none/x")} {
		if err == nil {
			t.Error("a directory of others was changed")
		}
	}
	for _, name := range targets {
		if got := content(t, filepath.Join(dir, name)); got != name {
			t.Errorf("%s holds %q now", name, got)
		}
	}
}

// TestLinks: links are followed by the rules.
func TestLinks(t *testing.T) {
	dir := home(t)
	outside := t.TempDir()
	put(t, filepath.Join(outside, "secret"), "secret", 0o644)
	for link, to := range map[string]string{
		"out": filepath.Join(outside, "secret"), "up": "../" + filepath.Base(outside), "hidden": ".ssh/authorized_keys", "folder": ".git", "book": "own.ipynb",
		"good": "data.txt", "sub/good": "../data.txt", "loop": "loop", "n.files": ".git", "dangling": ".nothing",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("needs: links:", err)
		}
	}
	f := &Folder{Dir: dir, Own: filepath.Join(dir, "o.files")}
	for name, readable := range map[string]bool{
		"out": false, "up/secret": false, "hidden": false, "folder/config": false, "book": false, "good": true, "sub/good": true, "loop": false, "n.files/config": false, "dangling": false,
	} {
		if text, err := f.ReadFile(name, 100); (err == nil) != readable {
			t.Errorf("%s reads %q, %v", name, text, err)
		}
	}
	f = &Folder{Dir: dir, Own: filepath.Join(dir, "n.files")}
	if opened := try(f, "config"); len(opened) > 0 {
		t.Errorf("the folder for what programs write is a link, and they write there with %q", opened)
	}
	if got := content(t, filepath.Join(dir, ".git/config")); got != ".git/config" {
		t.Errorf(".git/config holds %q now", got)
	}
	f = &Folder{Dir: dir, Own: dir, Overwrite: true}
	for _, name := range []string{"out", "up/new", "hidden", "folder/new", "book", "dangling", "loop"} {
		if opened := try(f, name); len(opened) > 0 {
			t.Errorf("%s was opened with %q", name, opened)
		}
	}
}

// TestQuota: what is written is bounded, in bytes and in files, and the message says by what.
func TestQuota(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "large"), strings.Repeat("x", 1000), 0o644)
	f := &Folder{Dir: dir, Own: filepath.Join(dir, "n.files"), Bytes: 100, Files: 2}
	file, err := f.OpenFile(t.Context(), "a", Mode{Writes: true, Creates: true, Truncates: true})
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.WriteString(file, strings.Repeat("y", 150))
	if n != 100 || Errno(err) != edquot || !strings.Contains(err.Error(), "100 B") || !strings.Contains(err.Error(), "WARPBOOK_FILES_LIMIT") {
		t.Errorf("it took %d bytes, %v", n, err)
	}
	if err := file.Close(); err != nil || len(content(t, filepath.Join(dir, "n.files/a"))) != 100 {
		t.Errorf("the file is not what was taken: %v", err)
	}
	if _, err := f.OpenFile(t.Context(), "large", Mode{Writes: true, Creates: true, Appends: true}); Errno(err) != edquot {
		t.Errorf("a copy beyond the quota: %v", err)
	}
	if got, err := f.ReadFile("large", 2000); len(got) != 1000 || err != nil {
		t.Errorf("half a copy hides the file: %d bytes, %v", len(got), err)
	}
	if err := f.WriteFile("a", []byte("short")); err != nil {
		t.Errorf("what was truncated is not given back: %v", err)
	}
	if err := f.WriteFile("b", []byte("more")); err != nil {
		t.Error(err)
	}
	if err := f.WriteFile("c", nil); Errno(err) != edquot || !strings.Contains(err.Error(), "2 files") {
		t.Errorf("a third file: %v", err)
	}
	if err := f.Remove("b"); err != nil {
		t.Error(err)
	}
	if err := f.WriteFile("c", []byte(strings.Repeat("z", 95))); err != nil {
		t.Errorf("what was removed is not given back: %v", err)
	}
}

// TestQuotaBehindTheEnd: what is not written since its place is too far away takes nothing of the quota.
func TestQuotaBehindTheEnd(t *testing.T) {
	dir := t.TempDir()
	f := &Folder{Dir: dir, Own: filepath.Join(dir, "n.files"), Bytes: 100}
	file, err := f.OpenFile(t.Context(), "a", Mode{Writes: true, Creates: true, Truncates: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(1000, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if n, err := io.WriteString(file, "far"); n != 0 || Errno(err) != edquot {
		t.Errorf("it took %d bytes, %v", n, err)
	}
	if _, err := file.Seek(90, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if n, err := io.WriteString(file, "0123456789ab"); n != 10 || Errno(err) != edquot {
		t.Errorf("it took %d bytes, %v", n, err)
	}
	if err := file.Close(); err != nil || len(content(t, filepath.Join(dir, "n.files/a"))) != 100 {
		t.Errorf("the file has %d bytes, %v", len(content(t, filepath.Join(dir, "n.files/a"))), err)
	}
}

// TestInterrupted: a program that was interrupted writes nothing afterwards.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	f := &Folder{Dir: dir, Own: filepath.Join(dir, "n.files")}
	ctx, interrupt := context.WithCancel(t.Context())
	file, err := f.OpenFile(ctx, "a", Mode{Writes: true, Creates: true, Truncates: true})
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, "written\n")
	if err := file.Flush(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, "not written\n")
	interrupt()
	if err := file.Close(); !errors.Is(err, context.Canceled) {
		t.Errorf("closing says %v", err)
	}
	if got := content(t, filepath.Join(dir, "n.files/a")); got != "written\n" {
		t.Errorf("the file holds %q", got)
	}
	if _, err := io.WriteString(file, "more"); err == nil {
		t.Error("it still writes")
	}
}

// TestModes: files are made with the permissions that the user's programs give, and existing ones keep theirs. What is read-only
// stays, also where the user may write everything.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs: permissions of Unix")
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "plain"), "", 0o666)
	put(t, filepath.Join(dir, "narrow"), "x", 0o600)
	put(t, filepath.Join(dir, "fixed"), "x", 0o444)
	put(t, filepath.Join(dir, "new.partly"), "mine", 0o644)
	f := &Folder{Dir: dir, Own: dir, Overwrite: true}
	if err := errors.Join(f.WriteFile("new", []byte("1")), f.WriteFile("narrow", []byte("1"))); err != nil {
		t.Fatal(err)
	}
	if err := f.WriteFile("fixed", []byte("1")); Errno(err) != eacces || content(t, filepath.Join(dir, "fixed")) != "x" {
		t.Errorf("the read-only file is written: %v", err)
	}
	mode := func(name string) fs.FileMode {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	if mode("new") != mode("plain") || mode("narrow") != 0o600 {
		t.Errorf("a new file has %v, and %v is usual; one with 0600 has %v now", mode("new"), mode("plain"), mode("narrow"))
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 5 || content(t, filepath.Join(dir, "new.partly")) != "mine" {
		t.Errorf("there is %v, %v", entries, err)
	}
}

// TestHardLinks: a file with a second name may be read. To write it would change the file of that name, which no rule was asked about.
func TestHardLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs: the number of a file's names")
	}
	for _, own := range []string{"n.files", "."} {
		dir := home(t)
		put(t, filepath.Join(dir, "n.files/mine"), "mine", 0o644)
		for _, name := range []string{"n.files/second", "second"} {
			if err := os.Link(filepath.Join(dir, ".bashrc"), filepath.Join(dir, name)); err != nil {
				t.Skip("needs: hard links:", err)
			}
		}
		f := &Folder{Dir: dir, Own: filepath.Join(dir, own), Overwrite: true}
		if text, err := f.ReadFile("second", 100); string(text) != ".bashrc" || err != nil {
			t.Errorf("writing into %s: second reads %q, %v", own, text, err)
		}
		if opened := try(f, "second"); len(opened) > 0 {
			t.Errorf("writing into %s: second was opened with %q", own, opened)
		}
		if got := content(t, filepath.Join(dir, ".bashrc")); got != ".bashrc" {
			t.Errorf("writing into %s: .bashrc holds %q now", own, got)
		}
	}
}

// TestSwapped: a file that takes the place of the one that the rules were asked about is not opened, by whatever name it came there.
func TestSwapped(t *testing.T) {
	dir := home(t)
	put(t, filepath.Join(dir, "d/config"), "harmless", 0o644)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p, err := look(root, "d/config")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "d")), os.Symlink(".git", filepath.Join(dir, "d"))); err != nil {
		t.Skip("needs: links:", err)
	}
	for _, flags := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR} {
		if file, err := openRegular(p, flags); Errno(err) != eacces {
			t.Errorf("opened with %d: %v", flags, err)
			file.Close()
		}
	}
}

// TestRenameOverLinks: a link of its owner is not replaced by a program's file, wherever it leads.
func TestRenameOverLinks(t *testing.T) {
	dir := t.TempDir()
	f := &Folder{Dir: dir, Own: dir, Overwrite: true}
	if err := f.WriteFile("target", []byte("target")); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"good": "target", "dangling": "nothing"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("needs: links:", err)
		}
		err := errors.Join(f.WriteFile("new", nil), f.Rename("new", link))
		if to2, e := os.Readlink(filepath.Join(dir, link)); Errno(err) != eacces || to2 != to || e != nil {
			t.Errorf("renamed to %s: %v; the link leads to %q, %v", link, err, to2, e)
		}
	}
}

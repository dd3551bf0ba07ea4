package cellscript

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Home makes a directory with files, and works there. content is what the file of a name holds.
func Home(t testing.TB, names []string, content func(name string) string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(content(name)), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// Tree is what the files of a directory hold, by name.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

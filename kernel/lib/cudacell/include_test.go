package cudacell

import (
	"os"
	"path/filepath"
	"testing"

	"warpbook.dev/gpumodel/folder"
)

// TestInclude: a cell includes source files below its directory, and no others.
func TestInclude(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"notebook/a.h": "a", "notebook/lib/b.cuh": "b", "notebook/lib/a.h": "inner", "notebook/secret.txt": "s", "outside.h": "o"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "outside.h"), filepath.Join(dir, "notebook/link.h")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, "notebook"))
	for _, test := range []struct{ name, from, file, text string }{
		{"a.h", "", "a.h", "a"}, {"lib/b.cuh", "", "lib/b.cuh", "b"}, {"a.h", "lib/b.cuh", "lib/a.h", "inner"}, {"../a.h", "lib/b.cuh", "a.h", "a"},
		{"./lib/../a.h", "", "a.h", "a"}, {"a.h", "other/b.h", "a.h", "a"},
		{"../outside.h", "", "", ""}, {filepath.Join(dir, "outside.h"), "", "", ""}, {"link.h", "", "", ""}, {"secret.txt", "", "", ""}, {"lib", "", "", ""}, {"none.h", "", "", ""},
	} {
		file, text, ok := Include(&folder.Folder{Dir: "."})(test.name, test.from)
		if file != test.file || text != test.text || ok != (test.text != "") {
			t.Errorf("%s from %q: %q, %q, %v, want %q, %q", test.name, test.from, file, text, ok, test.file, test.text)
		}
	}
}

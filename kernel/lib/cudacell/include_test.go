package cudacell

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/folder"
)

// TestInclude: a cell includes source files below its directory, and no others.
func TestInclude(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"notebook/a.h": "a", "notebook/lib/b.cuh": "b", "notebook/lib/a.h": "inner",
		"notebook/secret.txt": "s", "outside.h": "o"} {
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
	const above = "it is not below the program's directory"
	for _, test := range []struct{ name, from, file, text string }{ // of what is not read, text is why
		{"a.h", "", "a.h", "a"}, {"lib/b.cuh", "", "lib/b.cuh", "b"}, {"a.h", "lib/b.cuh", "lib/a.h", "inner"}, {"../a.h", "lib/b.cuh", "a.h", "a"},
		{"./lib/../a.h", "", "a.h", "a"}, {"a.h", "other/b.h", "a.h", "a"},
		{"../outside.h", "", "", above}, {filepath.Join(dir, "outside.h"), "", "", above}, {"link.h", "", "", "a link leads outside of the program's directory"},
		{"secret.txt", "", "", ""}, {"lib", "", "", ""}, {"none.h", "", "", ""},
	} {
		file, text, ok := Include(&folder.Folder{Dir: "."})(test.name, test.from)
		if file != test.file || text != test.text || ok != (test.file != "") {
			t.Errorf("%s from %q: %q, %q, %v, want %q, %q", test.name, test.from, file, text, ok, test.file, test.text)
		}
	}
}

// TestNoFolderToWrite: where a link or a file has the name of the folder for what programs write, nothing is read, and the errors of
// fopen and #include say why.
func TestNoFolderToWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.h": "#define N 3\n", "file.files": ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(".", "link.files"); err != nil {
		t.Fatal(err)
	}
	for own, what := range map[string]string{"file.files": "a file", "link.files": "a link"} {
		files := &folder.Folder{Dir: ".", Own: own}
		want := own + ", where programs write, is " + what + " and not a directory: remove it or give it another name"
		if _, err := files.ReadFile("a.h", 100); err == nil || err.Error() != "a.h: "+want {
			t.Errorf("a program is told %v, want %s", err, want)
		}
		o := cuda.Options{Include: Include(files)}
		if _, err := cuda.Parse("k.cu", "#include \"cuda_runtime.h\"\n#include \"a.h\"\n__global__ void k() {}\n", o); err == nil ||
			!strings.Contains(err.Error(), "header \"a.h\" is not read: "+want) {
			t.Errorf("the compiler says %v, want %s", err, want)
		}
	}
}

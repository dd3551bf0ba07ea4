package lib

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/internal/cellscript"
)

// owned is what lies in the directory of a notebook: what this computer would execute, what its owner has written.
var owned = []string{
	".bashrc", ".git/config", ".git/hooks/pre-commit", ".ssh/authorized_keys", ".local/share/jupyter/kernels/x/kernel.json",
	".jupyter/jupyter_server_config.py", ".ipython/profile_default/startup/00.py", "own.ipynb", "other.ipynb", "thesis.txt", "lib/a.h", "thesis.txt.partly",
}

// ownedHome makes a directory with all of them, each with its name, and works there.
func ownedHome(t *testing.T) string {
	t.Helper()
	return cellscript.Home(t, owned, func(name string) string { return name })
}

// TestNothingIsChanged: whatever a cell does, what the directory of the notebook holds stays as it is, byte for byte. What it writes is
// in a folder beside the notebook.
func TestNothingIsChanged(t *testing.T) {
	dir := ownedHome(t)
	s := newSession()
	s.Files.Folder = "own.files"
	n := 0
	run := func(cell string) string {
		n++
		out, outcome := execute(t.Context(), s, n, cell)
		text := out.stdout.String() + out.stderr.String()
		if outcome.Error != nil {
			text += outcome.Error.Value
		}
		return text
	}
	run(fmt.Sprintf("%%%%cuda\n#include <stdio.h>\nvoid change(FILE *f) { if (f) { fputs(\"changed\", f); fclose(f); } }\nint main() {\n"+
		"const char *names[] = {\"%s\"}, *modes[] = {\"a\", \"w\", \"r+\", \"w+\", \"a+\", \"wx\"};\n"+
		"for (int i = 0; i < %d; i++) {\n"+
		"for (int m = 0; m < 6; m++) { change(fopen(names[i], modes[m])); change(freopen(names[i], modes[m], fopen(\"mine\", \"w\"))); }\n"+
		"change(fopen(\"mine\", \"w\")); rename(\"mine\", names[i]); rename(names[i], \"gone\"); remove(names[i]); } }", strings.Join(owned, `", "`), len(owned)))
	for _, name := range owned {
		for _, cell := range []string{
			"%%%%writefile %s\nchanged", "%%%%writefile -a %s\nchanged", "!echo changed > %s", "!echo changed >> %s", "!rm -rf %s", "!mv %s gone", "!touch mine; mv mine %s", "!cp thesis.txt %s",
			"!nvcc -o %s x.cu", "%%%%cuda --name ../%s\nint main() {}", "!touch %s", "!mkdir -p %s/x",
		} {
			run(fmt.Sprintf(cell, name))
		}
	}
	run("!rm -rf *")
	run("!rm -rf . lib own.files")
	all := cellscript.Tree(t, dir)
	for _, name := range owned {
		if all[name] != name {
			t.Errorf("%s holds %q now", name, all[name])
		}
		delete(all, name)
	}
	for name := range all {
		if !strings.HasPrefix(name, "own.files/") || strings.Contains(name, "/.") || strings.HasSuffix(name, ".ipynb") {
			t.Errorf("the cells have written %s", name)
		}
	}
}

// TestWritten: what a program writes is listed with its size, and read again under its name by programs, commands and directives. The
// notebook beside it is not read.
func TestWritten(t *testing.T) {
	dir := ownedHome(t)
	s := newSession()
	s.Files.Folder = "own.files"
	for i, test := range []struct{ cell, want string }{
		{"%%cuda\n#include <stdio.h>\nint main() { FILE *f = fopen(\"thesis.txt\", \"a\"); fputs(\" and more\", f); fclose(f); f = fopen(\"lib/b.h\", \"w\"); fputs(\"#define B 7\", f); }",
			"written in own.files: thesis.txt (19 B), lib/b.h (11 B)\n"},
		{"print(program.files)", "[\"thesis.txt\", \"lib/b.h\"]\n"},
		{"%%cuda\n#include <stdio.h>\n#include \"lib/b.h\"\nint main() { char s[99]; fgets(s, 99, fopen(\"thesis.txt\", \"r\")); printf(\"%s %d\\n\", s, B); }", "thesis.txt and more 7\n"},
		{"print(program.files)", "[]\n"},
		{"!cat thesis.txt lib/b.h", "thesis.txt and more#define B 7"},
		{"!ls", "lib\nthesis.txt\nthesis.txt.partly\n"},
		{"!ls -a lib", "a.h\nb.h\n"},
		{"%%cuda --stdin thesis.txt\n#include <stdio.h>\nint main() { char s[99]; scanf(\"%s\", s); puts(s); }", "thesis.txt\n"},
		{"!cat own.ipynb .bashrc", "cat: own.ipynb: programs open no notebooks\ncat: .bashrc: programs open nothing whose name, or whose folder's name, begins with a dot\n"},
		{"%%cuda --stdin .bashrc\n#include <stdio.h>\nint main() { puts(\"x\"); }", "%%cuda: --stdin .bashrc: programs open nothing whose name, or whose folder's name, begins with a dot"},
	} {
		out, outcome := execute(t.Context(), s, i+1, test.cell)
		got := out.stdout.String() + out.stderr.String()
		if outcome.Error != nil {
			got += outcome.Error.Value
		}
		if got != test.want {
			t.Errorf("%s\nshows %q\nwant  %q", test.cell, got, test.want)
		}
	}
	if got := cellscript.Tree(t, dir)["thesis.txt"]; got != "thesis.txt" {
		t.Errorf("thesis.txt holds %q now", got)
	}
}

// TestFilesQuota: what cells write is bounded over the session, and the cell says by what.
func TestFilesQuota(t *testing.T) {
	dir := ownedHome(t)
	s := newSession()
	s.Files.Folder, s.Files.Bytes, s.Files.Count = "own.files", 1000, 3
	program := func(name string, n int) string {
		return fmt.Sprintf("%%%%cuda\n#include <stdio.h>\n#include <string.h>\n#include <errno.h>\nint main() { FILE *f = fopen(%q, \"w\"); if (!f) { puts(strerror(errno)); return 0; }\n"+
			"static char s[4000]; printf(\"%%zu\\n\", fwrite(s, 1, %d, f)); }", name, n)
	}
	for i, test := range []struct{ cell, want string }{
		{program("a", 600), "600\nwritten in own.files: a (600 B)\n"},
		{program("b", 600), "400\nwritten in own.files: b (400 B)\nline 6: fwrite of \"b\": programs may write 1 kB into files in a session; WARPBOOK_FILES_LIMIT sets another limit\n"},
		{"%%writefile c\nx", "c: programs may write 1 kB into files in a session; WARPBOOK_FILES_LIMIT sets another limit"},
		{"!rm a b c\n!touch a b c", ""},
		{program("d", 1), "Disk quota exceeded\nline 5: fopen of \"d\": programs may write 3 files in a session; WARPBOOK_FILES_COUNT sets another limit\n"},
	} {
		out, outcome := execute(t.Context(), s, i+1, test.cell)
		got := out.stdout.String() + out.stderr.String()
		if outcome.Error != nil {
			got += outcome.Error.Value
		}
		if got != test.want {
			t.Errorf("%s\nshows %q\nwant  %q", test.cell, got, test.want)
		}
	}
	if all := cellscript.Tree(t, dir); len(all) != len(owned)+3 {
		t.Errorf("there are %d files: %q", len(all), all)
	}
}

// TestInterruptedIsListed: what a program has written when it is interrupted stays, and is told.
func TestInterruptedIsListed(t *testing.T) {
	dir := ownedHome(t)
	s := newSession()
	s.Files.Folder = "own.files"
	out, _ := interrupted(t, s, "%%cuda\n#include <stdio.h>\nint main() { FILE *f = fopen(\"a\", \"w\"); fputs(\"some\", f); fclose(f); puts(\"on\"); fflush(stdout); for (;;) {} }", "on", nothing)
	if got := out.stdout.String(); got != "on\nwritten in own.files: a (4 B)\n" {
		t.Errorf("shows %q", got)
	}
	if got := cellscript.Tree(t, dir)["own.files/a"]; got != "some" {
		t.Errorf("the file has %q", got)
	}
}

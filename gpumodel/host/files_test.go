package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

// with runs a program that reaches a folder, and returns what it prints.
func with(t *testing.T, f *folder.Folder, source string) (string, *host.Run) {
	t.Helper()
	return ran(t, compiled(t, source), host.Options{Folder: f, Stdin: strings.NewReader("12 34\nmore\n")})
}

// TestFilesAsC: files are opened, read, written and renamed as C and POSIX say, with their values of errno. A compiler of this machine
// judges what is expected.
func TestFilesAsC(t *testing.T) {
	const program = "testdata/files/errno"
	source, err := os.ReadFile(program + ".cpp")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range []*folder.Folder{{Dir: dir, Own: filepath.Join(dir, "n.files")}, {Dir: t.TempDir()}} {
		out, r := with(t, f, string(source))
		if text, err := f.ReadFile("out", 100); err != nil || string(text) != "printed put\ncsw7 16" {
			t.Errorf("where the output went there is %q, %v", text, err)
		}
		compareGolden(t, program+".golden", out+"-- findings --\n"+strings.Join(r.Findings, "\n")+"\n")
	}
	t.Run("judged", func(t *testing.T) {
		tier.Check(t)
		golden, err := os.ReadFile(program + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := strings.Cut(string(golden), "-- findings --\n")
		if d := cmp.Diff(built(t, compiler(t), string(source)), want); d != "" {
			t.Errorf("(-the compiler's build +expected)\n%s", d)
		}
	})
}

// TestFileMistakes: what is wrong with how a program uses files is told, and no name of ours is in it.
func TestFileMistakes(t *testing.T) {
	for _, test := range []struct{ code, prints, told string }{
		{`FILE *f = fopen("d", "r"); printf("%s", f ? "opened" : strerror(errno));`, "Is a directory", ""},
		{`FILE *f = fopen("d", "w"); printf("%s", f ? "opened" : strerror(errno));`, "Is a directory", ""},
		{`FILE *f = fopen("../x", "w"); printf("%s", f ? "opened" : strerror(errno));`, "Permission denied", `line 5: fopen of "../x": it is not below the program's directory`},
		{`FILE *f = fopen(".bashrc", "a"); printf("%s", f ? "opened" : strerror(errno));`, "Permission denied", `line 5: fopen of ".bashrc": programs open nothing whose name, or whose folder's name, begins with a dot`},
		{`FILE *f = fopen("n.ipynb", "r"); printf("%s", f ? "opened" : strerror(errno));`, "Permission denied", `line 5: fopen of "n.ipynb": programs open no notebooks`},
		{`FILE *f = fopen("x", "w"); fclose(f); printf("%d %d", fputs("a", f), fclose(f)); errno = 0; fwrite("a", 1, 1, f); printf(" %s", strerror(errno));`, "-1 -1 Bad file descriptor",
			`line 5: fputs of "x", which was closed in line 5`},
		{`FILE *f = fopen("x", "w"); fclose(f); fprintf(f, "lost");`, "", `line 5: fprintf of "x", which was closed in line 5`},
		{`FILE *f = fopen("x", "w"); fclose(f); char c = 'a'; printf("%d %d", fscanf(f, "%c", &c), fgetc(f));`, "-1 -1", `line 5: fscanf of "x", which was closed in line 5`},
		{`FILE *f = fopen("d/a", "r"); fseek(f, 2, SEEK_SET); char s[4]; printf("%d %zu %d", feof(f), fread(s, 1, 4, f), fgetc(f));`, "0 0 -1", ""},
		{`char s[8] = ""; size_t n = fread(s, 1, 5, stdin); printf("%zu %s %d", n, s, ferror(stdin));`, "5 12 34 0", ""},
		{`char s[4]; printf("%zu", fread(s, 1, 4, stdout));`, "0", "line 5: fread of the standard output: it was opened for writing alone"},
		{`printf("%d", fputs("x", stdin));`, "-1", "line 5: fputs of the standard input: it was opened for reading alone"},
		{`FILE *f = (FILE *)0; fputs("x", f);`, "", "line 5: segmentation fault: read of 1 bytes at 0x0: in fputs"},
		{`char *p = (char *)stdout; p[100000] = 1;`, "", "line 5: segmentation fault"},
		{`FILE *f = stdout; f[3].number = 1;`, "", "line 5: segmentation fault"},
		{`FILE *f = fopen("x", "w"); char s[9]; printf("%zu", fwrite(s, (size_t)1 << 40, (size_t)1 << 40, f));`, "", "line 5: segmentation fault"},
		{`FILE *f = fopen("d/a", "r"); char s[9] = ""; printf("%zu ", fread(s, 1, (size_t)-1, f)); puts(s);`, "1 a\n", ""},
		{`printf("%d ", mkdir("e", 0777)); printf("%d %s ", mkdir("e", 0777), strerror(errno)); printf("%d", fopen("e/x", "w") != 0);`, "0 -1 File exists 1", ""},
		{`int n = 0; while (n < 300 && fopen("d/a", "r")) n++; printf("%d %s", n, strerror(errno));`, "250 Too many open files", "line 5: fopen of \"d/a\": 250 files are open, and a program may have no more: fclose closes them"},
		{`int n = 0; for (int i = 0; i < 3000; i++) { FILE *f = fopen("d/a", "r"); if (f) { n++; fclose(f); } } printf("%d", n);`, "3000", ""},
		{`FILE *f = stdout; f[7].number = 1;`, "", "line 5: segmentation fault: write of 4 bytes"},
	} {
		dir := t.TempDir()
		if err := errors.Join(os.Mkdir(filepath.Join(dir, "d"), 0o777), os.WriteFile(filepath.Join(dir, "d/a"), []byte("a"), 0o666)); err != nil {
			t.Fatal(err)
		}
		out, r := with(t, &folder.Folder{Dir: dir}, "#include <stdio.h>\n#include <errno.h>\n#include <string.h>\n#include <sys/stat.h>\nint main() { "+test.code+" }\n")
		told := strings.Join(r.Findings, "\n")
		if out != test.prints || !strings.Contains(told, test.told) || told != "" && test.told == "" || strings.Contains(told, "__") {
			t.Errorf("%s\nprints %q, want %q\n%s", test.code, out, test.prints, told)
		}
	}
}

// TestFilesHint: no hint of the compiler names a variable of ours.
func TestFilesHint(t *testing.T) {
	for _, code := range []string{"_files[1].number = 1;", "files = 1;", "__file = 1;", "__faled(1);"} {
		_, err := host.Compile(t.Context(), "p.cu", "#include <stdio.h>\nint main() { "+code+" }\n", gpumodel.Options{})
		if err == nil || strings.Contains(err.Error(), "__files") || strings.Contains(err.Error(), "__failed") {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestInterruptedWrites: what a program has not written when it is interrupted is never written.
func TestInterruptedWrites(t *testing.T) {
	p, err := host.Compile(t.Context(), "p.cu", "#include <stdio.h>\nint main() { FILE *f = fopen(\"x\", \"w\"); fputs(\"begun\", f); for (;;) ; }", gpumodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	interrupted := errors.New("interrupted")
	o := host.Options{Device: d, Folder: &folder.Folder{Dir: dir}}
	if _, err := p.Run(cputime.NewCountdown(t.Context(), 20, interrupted), o); !errors.Is(err, interrupted) {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "x")); err != nil || len(text) != 0 {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

// TestLargeFiles: nobody holds a file in memory, and one that is appended to keeps its content however large it is.
func TestLargeFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "large")
	const size = 300 << 20
	if err := errors.Join(os.WriteFile(name, []byte("begin"), 0o666), os.Truncate(name, size)); err != nil {
		t.Fatal(err)
	}
	out, r := with(t, &folder.Folder{Dir: dir, Overwrite: true},
		"#include <stdio.h>\nint main() { FILE *f = fopen(\"large\", \"a\"); fputs(\"end\", f); fclose(f);\n"+
			"f = fopen(\"large\", \"r\"); char s[9] = \"\"; fgets(s, 6, f); fseek(f, -3, SEEK_END); puts(s); fgets(s, 9, f); puts(s); printf(\"%ld\", ftell(f)); }")
	if out != "begin\nend\n314572803" || len(r.Findings) > 0 {
		t.Errorf("it prints %q, %q", out, r.Findings)
	}
}

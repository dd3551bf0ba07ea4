package conformance

import (
	"encoding/csv"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/internal/tables"
)

var updateAccepted = flag.Bool("update-accepted", false, "write the refusals of TestAccepts to its table")

// TestAccepts compiles public teaching files as they are, with the headers of their
// repositories, and lowers their kernels. testdata/accept/files.csv lists those that clang 19
// accepts as CUDA C++17 for 8.0 (with CUDA 12's headers, those of the repository, and of NVIDIA's samples) or
// refuses for nothing but a launch inside a kernel, which nvcc -rdc=true takes. With each stands what
// the front end refuses it for; nothing else may be refused.
//
// fetch.sh brings the repositories; WARPBOOK_CORPUS names their folder.
func TestAccepts(t *testing.T) {
	corpus := os.Getenv("WARPBOOK_CORPUS")
	if corpus == "" {
		t.Skip("compiles files of 26 repositories: testdata/accept/fetch.sh DIR, then WARPBOOK_CORPUS=DIR go test ./gpumodel/conformance -run TestAccepts -v")
	}
	rows := acceptRows(t, "files.csv")
	headers := map[string][]string{}
	accepted := 0
	for _, row := range rows {
		repository := strings.Replace(row[0], "/", "+", 1)
		if headers[repository] == nil {
			headers[repository] = headerFolders(t, filepath.Join(corpus, repository))
		}
		why := refusalOf(t, corpus, repository, row[1], headers[repository])
		if why == "" {
			accepted++
		}
		if *updateAccepted {
			row[2] = why
		} else if (why == "") != (row[2] == "") {
			t.Errorf("%s, %s: refused for %q, expected %q", row[0], row[1], why, row[2])
		}
	}
	t.Logf("%d of %d files are accepted (%.1f %%)", accepted, len(rows), 100*float64(accepted)/float64(len(rows)))
	if *updateAccepted {
		writeAcceptRows(t, rows)
	}
}

func acceptRows(t *testing.T, name string) [][]string {
	t.Helper()
	return tables.Rows(t, filepath.Join("testdata/accept", name))
}

func writeAcceptRows(t *testing.T, rows [][]string) {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(append([][]string{{"repository", "path", "refusal"}}, rows...)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/accept/files.csv", []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// headerFolders are the folders of a repository that hold headers.
func headerFolders(t *testing.T, repository string) (folders []string) {
	t.Helper()
	err := filepath.WalkDir(repository, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains([]string{".h", ".hpp", ".cuh", ".inc"}, path.Ext(file)) && !slices.Contains(folders, filepath.Dir(file)) {
			folders = append(folders, filepath.Dir(file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// refusalOf is the first error of a file, empty if it is accepted: if each kernel that is no
// template has code for a card, the newest one or an older one.
func refusalOf(t *testing.T, corpus, repository, name string, headers []string) (why string) {
	t.Helper()
	file := filepath.Join(corpus, repository, name)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", file, r)
			why = "panic"
		}
	}()
	m, err := Compile(file, string(source), Options{Include: includesOf(corpus, file, headers)})
	if err != nil {
		return firstLine(err)
	}
	for _, k := range m.Kernels {
		if k.Template() {
			continue
		}
		if err := lowersSomewhere(t, k); err != nil {
			return firstLine(err)
		}
	}
	return ""
}

// firstLine is the message of the first of some errors, without its place.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if parts := strings.SplitN(line, ": ", 2); len(parts) == 2 {
		return parts[1]
	}
	return line
}

func lowersSomewhere(t *testing.T, k *Kernel) (first error) {
	t.Helper()
	for _, name := range []string{"H200", "K20X", "C2050", "GTX 280"} {
		d, err := device.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = k.Lower(t.Context(), d); err == nil {
			return nil
		}
		if first == nil {
			first = fmt.Errorf("%s: %w", name, err)
		}
	}
	return first
}

// includesOf finds headers beside the file that includes them, beside the source, in the
// repository's other folders, the nearest first, and among those of NVIDIA's samples.
func includesOf(corpus, source string, folders []string) func(name, from string) (string, string, bool) {
	here := filepath.Dir(source)
	near := slices.Clone(folders)
	slices.SortStableFunc(near, func(a, b string) int {
		if d := common(b, here) - common(a, here); d != 0 {
			return d
		}
		return len(a) - len(b)
	})
	near = append(append([]string{here}, near...), filepath.Join(corpus, "NVIDIA+cuda-samples/Common"))
	return func(name, from string) (string, string, bool) {
		all := near
		if from != "" {
			all = append([]string{filepath.Dir(from)}, near...)
		}
		for _, folder := range all {
			file := filepath.Join(folder, name)
			if text, err := os.ReadFile(file); err == nil {
				return file, string(text), true
			}
		}
		return "", "", false
	}
}

// common is how many folders two paths share at their begin.
func common(a, b string) int {
	x, y := strings.Split(a, string(filepath.Separator)), strings.Split(b, string(filepath.Separator))
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

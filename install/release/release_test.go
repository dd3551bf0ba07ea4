package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev"
	"warpbook.dev/install/python"
	"warpbook.dev/internal/tier"
)

// made makes a release for Linux. This test program stands for warpbook: Go notes in it what it notes in each program.
func made(t *testing.T, dir string) *release {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := contents(t, self)
	r := &release{version: warpbook.Version, root: "../..", dir: dir, url: "https://example.org/files"}
	if err := r.system(python.Platforms[0], program, false); err != nil {
		t.Fatal(err)
	}
	if err := r.finish(); err != nil {
		t.Fatal(err)
	}
	return r
}

func contents(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRelease: two releases are equal byte for byte, and each file is what it is for.
func TestRelease(t *testing.T) {
	tier.Check(t)
	r, again := made(t, t.TempDir()), made(t, t.TempDir())
	if d := cmp.Diff(r.files, again.files); d != "" {
		t.Fatalf("(-first +second)\n%s", d)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(contents(t, filepath.Join(r.dir, "SHA256SUMS")))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	for _, name := range r.files {
		data := contents(t, filepath.Join(r.dir, name))
		if !bytes.Equal(data, contents(t, filepath.Join(again.dir, name))) {
			t.Errorf("%s has other bytes when it is made again", name)
		}
		if sum := sha256.Sum256(data); name != "SHA256SUMS" && sums[name] != hex.EncodeToString(sum[:]) {
			t.Errorf("SHA256SUMS has %q for %s", sums[name], name)
		}
	}
	folder := folderName(warpbook.Version, "linux/amd64")
	program := contents(t, filepath.Join(r.dir, folder+".tar.gz"))
	var names []string
	for _, e := range unpacked(t, program) {
		names = append(names, e.name)
		if e.runs != strings.HasSuffix(e.name, "/warpbook") || len(e.data) == 0 {
			t.Errorf("%s: %d bytes, run bit %v", e.name, len(e.data), e.runs)
		}
	}
	if d := cmp.Diff([]string{folder + "/LICENSE", folder + "/NOTICE", folder + "/README.txt", folder + "/warpbook"}, names); d != "" {
		t.Errorf("the archive (-want +got)\n%s", d)
	}
	checkBill(t, contents(t, filepath.Join(r.dir, folder+".cdx.json")))
	if notes := string(contents(t, filepath.Join(r.dir, "NOTES.md"))); !strings.HasPrefix(notes, "# Warpbook "+warpbook.Version+"\n\n### ") {
		t.Errorf("the notes begin with %.80q", notes)
	}
}

// TestArchives: both kinds of archives have the files with a date that a ZIP can state.
func TestArchives(t *testing.T) {
	files := []entry{{"a/LICENSE", []byte("text"), false}, {"a/warpbook", []byte("program"), true}}
	data, err := zipped(files)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(in)
		if err != nil || f.Name != files[i].name || string(got) != string(files[i].data) || !f.Modified.Equal(python.Epoch) {
			t.Errorf("file %d of the ZIP: %s of %v: %q, %v", i, f.Name, f.Modified, got, err)
		}
	}
	if data, err = tarred(files); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(files, unpacked(t, data), cmp.AllowUnexported(entry{})); d != "" || len(z.File) != len(files) {
		t.Errorf("%d files in the ZIP; the tar (-want +got)\n%s", len(z.File), d)
	}
}

// unpacked are the files of an archive.
func unpacked(t *testing.T, data []byte) (all []entry) {
	t.Helper()
	plain, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for files := tar.NewReader(plain); ; {
		head, err := files.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(files)
		if err != nil {
			t.Fatal(err)
		}
		if !head.ModTime.Equal(python.Epoch) {
			t.Errorf("%s is of %v, want %v", head.Name, head.ModTime, python.Epoch)
		}
		all = append(all, entry{head.Name, text, head.Mode&0o111 != 0})
	}
}

// checkBill checks the bill of this program, in which go test notes no modules.
func checkBill(t *testing.T, text []byte) {
	t.Helper()
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("Go has noted nothing in this program")
	}
	if d := cmp.Diff(newBill(warpbook.Version, info), b); d != "" {
		t.Errorf("the bill (-want +got)\n%s", d)
	}
}

// TestBill: the bill has Go's library and each module that is linked, the one in its place if there is one.
func TestBill(t *testing.T) {
	b := newBill("1.2.0", &debug.BuildInfo{GoVersion: "go1.26.8", Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}},
		Deps: []*debug.Module{{Path: "example.org/a", Version: "v1.0.0", Sum: "h1:abc="},
			{Path: "example.org/b", Version: "v0.1.0", Replace: &debug.Module{Path: "example.org/fork", Version: "v0.1.1"}}}})
	want := []component{
		{Type: "library", Ref: "pkg:golang/std@1.26.8", Name: "std", Version: "1.26.8", URL: "pkg:golang/std@1.26.8"},
		{Type: "library", Ref: "pkg:golang/example.org/a@v1.0.0", Name: "example.org/a", Version: "v1.0.0",
			URL: "pkg:golang/example.org/a@v1.0.0", Properties: []property{{"go:sum", "h1:abc="}}},
		{Type: "library", Ref: "pkg:golang/example.org/fork@v0.1.1", Name: "example.org/fork", Version: "v0.1.1",
			URL: "pkg:golang/example.org/fork@v0.1.1"},
	}
	if d := cmp.Diff(want, b.Components); d != "" {
		t.Errorf("components (-want +got)\n%s", d)
	}
	main := b.Metadata.Component
	if b.Format != "CycloneDX" || main.Version != "v1.2.0" || !slices.Contains(main.Properties, property{"go:build:GOOS", "linux"}) {
		t.Errorf("the bill is of %+v", main)
	}
}

// TestNotes: the notes are those of the version, and a version without any is an error.
func TestNotes(t *testing.T) {
	const changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- b\n\n## [0.1.0] - 2026-01-02\n\n- a\n\n## [0.0.1]\n"
	for version, want := range map[string]string{"0.1.0": "# Warpbook 0.1.0\n\n- a\n",
		"0.2.0-dev": "# Warpbook 0.2.0-dev\n\n### Added\n\n- b\n"} {
		if got, err := releaseNotes(changelog, version); err != nil || got != want {
			t.Errorf("%s: got %q, %v", version, got, err)
		}
	}
	for _, version := range []string{"0.0.1", "0.3.0"} {
		if _, err := releaseNotes(changelog, version); err == nil || !strings.Contains(err.Error(), "## ["+version+"]") {
			t.Errorf("%s: error %v", version, err)
		}
	}
}

// TestReleaseOfThisSystem: the command makes a release, and the program in its archive and in its wheel has the version of the project.
func TestReleaseOfThisSystem(t *testing.T) {
	tier.Long(t)
	r := &release{version: warpbook.Version, root: "../..", dir: t.TempDir(), url: "https://example.org/files"}
	if err := r.make([]string{python.This}, false); err != nil {
		t.Fatal(err)
	}
	folder := folderName(warpbook.Version, python.This)
	for _, e := range unpacked(t, contents(t, filepath.Join(r.dir, folder+".tar.gz"))) {
		if !e.runs {
			continue
		}
		file := filepath.Join(t.TempDir(), "warpbook")
		if err := os.WriteFile(file, e.data, 0o777); err != nil {
			t.Fatal(err)
		}
		said, err := exec.CommandContext(t.Context(), file, "version").Output()
		if !strings.HasPrefix(string(said), "warpbook "+warpbook.Version+" ") {
			t.Errorf("warpbook version says %q, %v", said, err)
		}
	}
	if text := contents(t, filepath.Join(r.dir, "recipes/recipe.yaml")); !bytes.Contains(text, []byte(sourceName(warpbook.Version))) {
		t.Errorf("the recipe of conda-forge lacks the sources:\n%s", text)
	}
}

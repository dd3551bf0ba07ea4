package install

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWayOf: a program is known by what its installation left beside it.
func TestWayOf(t *testing.T) {
	for _, test := range []struct {
		name    string
		files   []string // the first is the program
		link    string   // from which it is started
		gobin   string
		want    string
		version string
	}{
		{"pip", []string{"env/bin/warpbook", "env/lib/python3.11/site-packages/warpbook-0.2.0.dev0.dist-info/METADATA"},
			"", "", "pip", "0.2.0.dev0"},
		{"pip on Windows", []string{"env/Scripts/warpbook", "env/Lib/site-packages/warpbook-1.0.dist-info/METADATA"}, "", "", "pip", "1.0"},
		{"pip --target", []string{"d[1]/bin/warpbook", "d[1]/warpbook-1.0.dist-info/METADATA"}, "", "", "pip", "1.0"},
		{"conda", []string{"env/bin/warpbook", "env/conda-meta/warpbook-1.0.2-h3f0_1.json",
			"env/lib/python3.11/site-packages/warpbook-1.0.2.dist-info/METADATA"}, "", "", "conda", "1.0.2"},
		{"Homebrew", []string{"brew/Cellar/warpbook/1.0/bin/warpbook", "brew/Cellar/warpbook/1.0/INSTALL_RECEIPT.json"}, "brew/bin/warpbook",
			"", "Homebrew", ""},
		{"archive", []string{"w/warpbook", "w/README.txt", "w/LICENSE", "w/NOTICE"}, "bin/warpbook", "", "an archive of a release", ""},
		{"another README", []string{"w/warpbook", "w/README.txt"}, "", "", "go build", ""},
		{"go install", []string{"go/bin/warpbook"}, "", "go/bin", "go install", ""},
		{"a folder", []string{"x/warpbook"}, "", "go/bin", "go build", ""},
	} {
		dir := t.TempDir()
		for _, name := range test.files {
			write(t, filepath.Join(dir, name))
		}
		program := filepath.Join(dir, test.files[0])
		if test.link != "" {
			link := filepath.Join(dir, test.link)
			if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(program, link); err != nil {
				t.Logf("%s: %v", test.name, err)
				continue
			}
			program = link
		}
		got := WayOf(program, filepath.Join(dir, test.gobin))
		if d := cmp.Diff([]string{test.want, test.version}, []string{got.Name, got.Version}); d != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, d)
		}
	}
}

func write(t *testing.T, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o777); err != nil {
		t.Fatal(err)
	}
}

// TestPEP440: versions of semver.org become those of PEP 440.
func TestPEP440(t *testing.T) {
	for semver, want := range map[string]string{"0.2.0-dev": "0.2.0.dev0", "1.0.0": "1.0.0", "1.0.0-rc1": "1.0.0rc1"} {
		if got := PEP440(semver); got != want {
			t.Errorf("PEP440(%q) = %q, want %q", semver, got, want)
		}
	}
}

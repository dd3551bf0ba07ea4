package install

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// A Way is how a program came to where it is.
type Way struct {
	Name    string // for people: "conda", "pip", …
	From    string // the file or folder that says so
	Version string // of what was installed, by PEP 440; "" where nothing notes it
	Remedy  string // the command that installs it again
}

// ways are the kinds of installation, by the traces that they leave near the program. A conda package has those of pip, too, so conda comes
// first. In a pattern, @ stands for the folder of the program.
var ways = []struct {
	name, pattern, remedy string
	resolved              bool // the pattern is about the program behind links
}{
	{"conda", "@/../conda-meta/warpbook-*.json", "conda install --force-reinstall warpbook", false},
	{"conda", "@/../../conda-meta/warpbook-*.json", "conda install --force-reinstall warpbook", false}, // on Windows: Library/bin, Scripts
	{"pip", "@/../lib/python*/site-packages/warpbook-*.dist-info", "pip install --force-reinstall warpbook", false},
	{"pip", "@/../Lib/site-packages/warpbook-*.dist-info", "pip install --force-reinstall warpbook", false},
	{"pip", "@/../warpbook-*.dist-info", "pip install --force-reinstall warpbook", false}, // --target
	{"Homebrew", "@/../../../../Cellar/warpbook/*/INSTALL_RECEIPT.json", "brew reinstall warpbook", true},
	{"an archive of a release", "@/README.txt", "unpack the archive again", true},
}

// WayOf finds out how a program was installed. gobin are the folders into which `go install` writes.
func WayOf(program string, gobin ...string) Way {
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		real = program
	}
	for _, w := range ways {
		dir := filepath.Dir(program)
		if w.resolved {
			dir = filepath.Dir(real)
		}
		// The folder is no part of the pattern: it may have characters of patterns.
		base, pattern := above(dir, w.pattern)
		found, _ := filepath.Glob(filepath.Join(quoted(base), pattern))
		for _, file := range found {
			if w.pattern == "@/README.txt" && !isReleased(file) {
				continue
			}
			return Way{w.name, file, versionIn(filepath.Base(file)), w.remedy}
		}
	}
	for _, dir := range gobin {
		if dir != "" && sameFolder(dir, filepath.Dir(program)) {
			return Way{Name: "go install", From: dir, Remedy: "go install ./cmd/warpbook"}
		}
	}
	return Way{Name: "go build"}
}

// above follows the .. of a pattern from a folder on.
func above(dir, pattern string) (base, rest string) {
	rest = strings.TrimPrefix(pattern, "@/")
	for base = dir; strings.HasPrefix(rest, "../"); base = filepath.Dir(base) {
		rest = rest[len("../"):]
	}
	return base, filepath.FromSlash(rest)
}

// quoted takes the meaning from the characters of a path that mean something in a pattern.
func quoted(path string) string {
	if filepath.Separator == '\\' {
		return path // where \ does not quote
	}
	return regexp.MustCompile(`[*?\[\\]`).ReplaceAllString(path, `\$0`)
}

// isReleased reports whether a README is that of an archive of a release, which has the licences beside it.
func isReleased(file string) bool {
	for _, name := range []string{"LICENSE", "NOTICE"} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), name)); err != nil {
			return false
		}
	}
	return true
}

// inNames is the version in warpbook-0.2.0.dist-info and warpbook-0.2.0-h123_0.json.
var inNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^warpbook-([^-]+?)(\.dist-info|-[^-]+\.json)$`)
})

func versionIn(name string) string {
	if m := inNames().FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return ""
}

func sameFolder(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// PEP440 is a version of semver.org in the form in which Python's and conda's packages have it.
func PEP440(semver string) string {
	release, pre, _ := strings.Cut(semver, "-")
	if pre == "dev" {
		return release + ".dev0"
	}
	return release + pre
}

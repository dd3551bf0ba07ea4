package recipes

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"warpbook.dev"
	"warpbook.dev/install"
	"warpbook.dev/install/python"
)

// whole are the checksums of a release for all systems.
func whole() map[string]string {
	sums := map[string]string{"warpbook-" + warpbook.Version + "-source.tar.gz": strings.Repeat("5", 64)}
	for _, name := range python.Names() {
		sums["warpbook-"+warpbook.Version+"-"+strings.ReplaceAll(name, "/", "-")+".tar.gz"] = strings.Repeat("a", 64)
	}
	return sums
}

// fields are what each recipe must have, in the form of its tool.
var fields = map[string][]string{
	"Containerfile": {`^FROM \S+:\S+$`, `^USER student$`, `^EXPOSE 8888$`, `^CMD \["jupyter", "lab", .*\]$`, `warpbook==` + pep440 + ` `},
	"recipe.yaml": {`^schema_version: 1$`, `^  version: "` + pep440 + `"$`, `^  name: warpbook$`, `^  url: https://\S+\.tar\.gz$`,
		`^  sha256: [0-9a-f]{64}$`, `^  number: \d+$`, `^    - \$\{\{ compiler\("go-nocgo"\) \}\}$`, `^tests:$`, `^  license: BSD-3-Clause$`,
		`^    - LICENSE$`, `^    - NOTICE$`},
	"warpbook.rb": {`^class Warpbook < Formula$`, `^  desc "[^"]{1,79}"$`, `^  homepage "https://`,
		`^  version "` + regexp.QuoteMeta(warpbook.Version) + `"$`, `^  license "BSD-3-Clause"$`,
		`^      url "https://\S+\.tar\.gz"$`, `^      sha256 "[0-9a-f]{64}"$`, `^    bin\.install "warpbook"$`, `^  test do$`},
}

var pep440 = regexp.QuoteMeta(install.PEP440(warpbook.Version))

// TestRecipes: each recipe has its fields and the version of the project, and names no file that is not there.
func TestRecipes(t *testing.T) {
	r := Release{Version: warpbook.Version, URL: "https://example.org/files", Sums: whole()}
	all, err := Render(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(fields) {
		t.Fatalf("%d recipes, want %d", len(all), len(fields))
	}
	download := regexp.MustCompile(r.URL + `/([^"\s]+)`)
	command := regexp.MustCompile(`go run \./(\S+)`)
	for name, text := range all {
		for _, field := range fields[name] {
			if !regexp.MustCompile("(?m)" + field).MatchString(text) {
				t.Errorf("%s lacks %s:\n%s", name, field, text)
			}
		}
		if left := regexp.MustCompile(`@[A-Z]+\b`).FindString(text); left != "" {
			t.Errorf("%s: %s is not filled in", name, left)
		}
		for _, m := range download.FindAllStringSubmatch(text, -1) {
			if r.Sums[m[1]] == "" || !strings.Contains(text, r.Sums[m[1]]) {
				t.Errorf("%s downloads %s, which the release lacks or whose checksum it lacks", name, m[1])
			}
		}
		for _, m := range command.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, file := range []string{"LICENSE", "NOTICE"} { // of the recipe of conda-forge
		if _, err := os.Stat(filepath.Join("../..", file)); err != nil {
			t.Error(err)
		}
	}
	parse(t, all)
}

// parse lets the languages of the recipes read them, where they are installed.
func parse(t *testing.T, all map[string]string) {
	for _, tool := range []struct{ recipe, program, python string }{{"warpbook.rb", "ruby", ""}, {"recipe.yaml", os.Getenv("WARPBOOK_PYTHON"),
		"import sys, yaml; r = yaml.safe_load(sys.stdin); assert r['source']['url'] and r['tests'] and r['about']['summary'], r"}} {
		path, err := exec.LookPath(tool.program)
		if err != nil {
			t.Logf("%s is not parsed: %v", tool.recipe, err)
			continue
		}
		cmd := exec.CommandContext(t.Context(), path, "-c", tool.python)
		if tool.python == "" {
			cmd = exec.CommandContext(t.Context(), path, "-c")
		}
		cmd.Stdin = strings.NewReader(all[tool.recipe])
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", tool.recipe, err, said)
		}
	}
}

// TestPartOfARelease: a recipe whose files are missing is left out.
func TestPartOfARelease(t *testing.T) {
	sums := whole()
	delete(sums, "warpbook-"+warpbook.Version+"-darwin-arm64.tar.gz")
	all, err := Render(Release{Version: warpbook.Version, URL: "https://example.org", Sums: sums})
	if _, there := all["warpbook.rb"]; err != nil || there || len(all) != 2 {
		t.Errorf("got %d recipes, %v", len(all), err)
	}
}

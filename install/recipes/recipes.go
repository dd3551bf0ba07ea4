// Package recipes has the recipes by which others install Warpbook: a container with JupyterLab, a recipe of conda-forge, and a formula
// of Homebrew. A release fills in its version and the checksums of its files.
//
// In a recipe, @VERSION@ stands for the version, @PYTHON@ for the version in the form of PEP 440, @URL@ for the folder on the web that has
// the files of the release, and @SHA256 FILE@ for the checksum of a file.
package recipes

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"

	"warpbook.dev/install"
)

//go:embed Containerfile recipe.yaml warpbook.rb
var files embed.FS

// A Release is what recipes are filled in with.
type Release struct {
	Version string
	URL     string            // of the folder with its files
	Sums    map[string]string // SHA-256 of its files, by their names
}

var checksum = regexp.MustCompile(`@SHA256 ([^@]+)@`)

// Render returns the recipes of a release by their names. Recipes that need a file that the release lacks, because it was not made for all
// systems, are left out.
func Render(r Release) (map[string]string, error) {
	all := map[string]string{}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, err
		}
		if filled, ok := fill(string(text), r); ok {
			all[e.Name()] = filled
		}
	}
	return all, nil
}

// fill fills in one recipe. It reports false if the release lacks a file that the recipe names.
func fill(text string, r Release) (filled string, ok bool) {
	text = strings.NewReplacer("@VERSION@", r.Version, "@PYTHON@", install.PEP440(r.Version), "@URL@", r.URL).Replace(text)
	ok = true
	text = checksum.ReplaceAllStringFunc(text, func(word string) string {
		sum, known := r.Sums[checksum.FindStringSubmatch(word)[1]]
		ok = ok && known
		return sum
	})
	return text, ok
}

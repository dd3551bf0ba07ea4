package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"warpbook.dev/install/recipes"
)

// sums are SHA-256 checksums in hexadecimal digits, by the names of the files.
type sums map[string]string

// checksums reads the files of the release.
func (r *release) checksums() (sums, error) {
	all := sums{}
	for _, name := range r.files {
		data, err := os.ReadFile(filepath.Join(r.dir, name))
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		all[name] = hex.EncodeToString(sum[:])
	}
	return all, nil
}

// text is the file that sha256sum -c reads.
func (s sums) text() []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%s  %s\n", s[name], name)
	}
	return []byte(b.String())
}

// recipes writes the recipes whose files the release has: Homebrew's needs the archives of all its systems.
func (r *release) recipes(all sums) error {
	written, err := recipes.Render(recipes.Release{Version: r.version, URL: r.url, Sums: all})
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if err == nil {
			err = r.write("recipes/"+name, []byte(written[name]))
		}
	}
	return err
}

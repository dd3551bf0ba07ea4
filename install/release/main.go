// Command release writes what a release of Warpbook consists of:
//
//	go run ./install/release [-o DIR] [-platforms linux/amd64,windows/amd64] [-only wheels] [-url URL]
//
// For each system it writes an archive with the program, a wheel for pip, and a software bill of materials (SBOM) of what is linked into
// the program. Beside them are the archive of the sources, the notes of the version from CHANGELOG.md, recipes for containers, conda
// and Homebrew, and SHA256SUMS. The same commit and the same Go give the same bytes.
//
// -only wheels writes only the wheels. -url is the folder on the web from which recipes download the archives.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"warpbook.dev"
	"warpbook.dev/install/python"
)

func main() {
	r := release{version: warpbook.Version, root: "."}
	flag.StringVar(&r.dir, "o", "dist", "write the release to this `folder`")
	flag.StringVar(&r.url, "url", "https://warpbook.dev/releases/"+warpbook.Version, "recipes download from this `URL`")
	systems := flag.String("platforms", strings.Join(python.Names(), ","), "release for these `platforms`, each GOOS/GOARCH, or \"this\"")
	only := flag.String("only", "", "write only the \"wheels\"")
	flag.Parse()
	if flag.NArg() > 0 || *only != "" && *only != "wheels" {
		fmt.Fprintf(os.Stderr, "unexpected argument %q; -only wants wheels\n", append(flag.Args(), *only)[0])
		os.Exit(2)
	}
	if err := r.make(strings.Split(strings.ReplaceAll(*systems, "this", python.This), ","), *only == "wheels"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, file := range r.files {
		fmt.Println(filepath.Join(r.dir, file))
	}
}

// A release is written to a folder.
type release struct {
	version  string
	root     string // of the repository
	dir, url string
	files    []string // in the folder, so far
}

func (r *release) make(systems []string, wheelsOnly bool) error {
	for _, name := range systems {
		p, err := python.Find(name)
		if err != nil {
			return err
		}
		program, err := p.Build()
		if err == nil {
			err = r.system(p, program, wheelsOnly)
		}
		if err != nil {
			return fmt.Errorf("release for %s: %w", name, err)
		}
	}
	if wheelsOnly {
		return nil
	}
	if err := r.sources(r.root); err != nil {
		return err
	}
	return r.finish()
}

// system writes the files for a system.
func (r *release) system(p python.Platform, program []byte, wheelsOnly bool) error {
	wheel, err := python.Make(r.dir, p, program)
	if err != nil {
		return err
	}
	r.files = append(r.files, filepath.Base(wheel))
	if wheelsOnly {
		return nil
	}
	name, data, err := archive(r.version, p, program)
	if err == nil {
		err = r.write(name, data)
	}
	if err != nil {
		return err
	}
	bill, err := billOfMaterials(r.version, program)
	if err != nil {
		return err
	}
	return r.write(folderName(r.version, p.Name)+".cdx.json", bill)
}

// write writes a file of the release.
func (r *release) write(name string, data []byte) error {
	file := filepath.Join(r.dir, name)
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, data, 0o666)
	}
	if err == nil {
		r.files = append(r.files, name)
	}
	return err
}

// finish writes the files that are about others: the notes, the checksums and the recipes.
func (r *release) finish() error {
	changelog, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return fmt.Errorf("%w; run this command in the root of the repository", err)
	}
	notes, err := releaseNotes(string(changelog), r.version)
	if err == nil {
		err = r.write("NOTES.md", []byte(notes))
	}
	if err != nil {
		return err
	}
	sums, err := r.checksums()
	if err == nil {
		err = r.recipes(sums)
	}
	if err == nil {
		sums, err = r.checksums() // with those of the recipes
	}
	if err != nil {
		return err
	}
	return r.write("SHA256SUMS", sums.text())
}

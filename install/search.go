package install

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// A Kernelspec is a folder that Jupyter takes for a kernelspec.
type Kernelspec struct {
	Name   string // as Jupyter knows it
	Folder string
	Spec   Spec
	Err    error  // what is wrong with kernel.json
	Shadow string // the folder of that name which Jupyter finds first, or empty
}

// Ours reports whether it is Warpbook's.
func (k Kernelspec) Ours() bool { return k.Err == nil && k.Spec.ours() }

// Current reports whether Install would write the same files, apart from the binary.
func (k Kernelspec) Current() bool {
	return reflect.DeepEqual(k.Spec, NewSpec(k.Spec.Argv[:max(0, len(k.Spec.Argv)-len(arguments))]...))
}

// Kernelspecs are ours below the data directories, and those that share a name with
// one of ours or with what Install writes unless told otherwise; in the order in
// which Jupyter looks.
func Kernelspecs(dataDirs []string) []Kernelspec {
	var all []Kernelspec
	names := []string{DefaultName}
	for _, dir := range dataDirs {
		entries, _ := os.ReadDir(filepath.Join(dir, "kernels"))
		for _, e := range entries {
			k := Kernelspec{Name: strings.ToLower(e.Name()), Folder: filepath.Join(dir, "kernels", e.Name())}
			if _, err := os.Stat(filepath.Join(k.Folder, "kernel.json")); err != nil {
				continue // no kernelspec to Jupyter either
			}
			k.Spec, k.Err = readSpec(k.Folder)
			if first := slices.IndexFunc(all, func(other Kernelspec) bool { return other.Name == k.Name }); first >= 0 {
				k.Shadow = all[first].Folder
			}
			all = append(all, k)
			if k.Ours() {
				names = append(names, k.Name)
			}
		}
	}
	return slices.DeleteFunc(all, func(k Kernelspec) bool { return !slices.Contains(names, k.Name) })
}

// Extension is the folder of our extension of JupyterLab that is found first below
// the data directories, empty if there is none, and whether it is this program's.
func Extension(dataDirs []string) (folder string, current bool) {
	for _, dir := range dataDirs {
		folder := extensionFolder(dir)
		owner := ownerOf(folder)
		if owner.Manager != "warpbook" && owner != fromPip {
			continue
		}
		for name, want := range extensionFiles() {
			if name == "install.json" {
				continue // it differs by who has installed the others
			}
			if got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name))); err != nil || !bytes.Equal(got, want) {
				return folder, false
			}
		}
		return folder, true
	}
	return "", false
}

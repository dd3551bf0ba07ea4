// Package install registers the notebook kernel with Jupyter: a kernelspec (a
// folder with kernel.json and logos) in one of the data directories that
// Jupyter searches.
package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// DefaultName is the kernelspec's name unless the user gives another.
const DefaultName = "warpbook"

// A Spec is the content of kernel.json (jupyter_client, docs/kernels.rst).
type Spec struct {
	Argv            []string       `json:"argv"`
	DisplayName     string         `json:"display_name"`
	Language        string         `json:"language"`
	InterruptMode   string         `json:"interrupt_mode"`
	ProtocolVersion string         `json:"kernel_protocol_version"`
	Metadata        map[string]any `json:"metadata"`
}

// arguments follow the binary in argv. The connection file is an argument of
// its own: VS Code misquotes paths with blanks in the form --file=PATH.
var arguments = []string{"kernel", "-f", "{connection_file}"}

// NewSpec describes the notebook kernel that binary starts. The path is
// absolute, since programs with a window have no PATH of the shell.
func NewSpec(binary string) Spec {
	return Spec{
		Argv:            append([]string{binary}, arguments...),
		DisplayName:     "Warpbook (CUDA C on modelled GPUs)",
		Language:        "starlark",
		InterruptMode:   "message",
		ProtocolVersion: "5.5",
		Metadata:        map[string]any{},
	}
}

// ours reports whether a kernelspec was written by Install, whatever the binary
// was called.
func (s Spec) ours() bool {
	return len(s.Argv) == 1+len(arguments) && slices.Equal(s.Argv[1:], arguments) && strings.HasPrefix(s.DisplayName, "Warpbook")
}

// validName is jupyter_client's rule for the name of a kernelspec.
var validName = regexp.MustCompile(`(?i)^[a-z0-9._-]+$`)

// Install writes the kernelspec name below the data directory dataDir and
// returns its folder. binary is the program that Jupyter shall start; one that
// `go run` built, which vanishes, is copied into the folder. An older kernelspec
// of ours is replaced as a whole; one of another kernel is an error.
func Install(dataDir, name, binary string) (folder string, err error) {
	if !validName.MatchString(name) || name == "." || name == ".." {
		return "", fmt.Errorf("install: kernel name %q: allowed are ASCII letters, digits, '.', '_' and '-'", name)
	}
	kernels := filepath.Join(dataDir, "kernels")
	folder = filepath.Join(kernels, name)
	if err := replaceable(folder); err != nil {
		return "", err
	}
	if err := os.MkdirAll(kernels, 0o755); err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	tmp, err := os.MkdirTemp(kernels, ".new-"+name+"-")
	if err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := fill(tmp, folder, binary); err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	return folder, swap(tmp, folder)
}

// replaceable says why what lies at folder may not be replaced.
func replaceable(folder string) error {
	if _, err := os.Lstat(folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	spec, err := readSpec(folder)
	if err != nil {
		return fmt.Errorf("install: %s is there and is no kernelspec of Warpbook (%v); choose another --name or remove it", folder, err)
	}
	if !spec.ours() {
		return fmt.Errorf("install: %s belongs to another kernel (%q); choose another --name", folder, spec.DisplayName)
	}
	return nil
}

func readSpec(folder string) (Spec, error) {
	var spec Spec
	data, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err == nil {
		err = json.Unmarshal(data, &spec)
	}
	return spec, err
}

// fill writes the files of the kernelspec into dir, which will be moved to folder.
func fill(dir, folder, binary string) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	if temporary(binary) {
		name := "warpbook"
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		if err := copyFile(filepath.Join(dir, name), binary); err != nil {
			return err
		}
		binary = filepath.Join(folder, name)
	}
	spec, err := json.MarshalIndent(NewSpec(binary), "", " ")
	if err != nil {
		return err
	}
	files := map[string][]byte{
		"kernel.json":    append(spec, '\n'),
		"logo-svg.svg":   logoSVG(),
		"logo-64x64.png": logoPNG(64),
		"logo-32x32.png": logoPNG(32),
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o755)
}

// temporary reports whether binary lies where Go or the system will remove it.
func temporary(binary string) bool {
	places := []string{os.TempDir(), os.Getenv("GOCACHE"), os.Getenv("GOTMPDIR")}
	if cache, err := os.UserCacheDir(); err == nil {
		places = append(places, filepath.Join(cache, "go-build"))
	}
	for _, place := range places {
		if rel, err := filepath.Rel(place, binary); place != "" && err == nil && !strings.HasPrefix(rel, "..") {
			return true
		}
	}
	return false
}

func copyFile(to, from string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// swap puts tmp in the place of folder; the old one comes back if that fails.
func swap(tmp, folder string) error {
	old := tmp + "-old"
	replaced := os.Rename(folder, old) == nil
	if err := os.Rename(tmp, folder); err != nil {
		if replaced {
			_ = os.Rename(old, folder)
		}
		return fmt.Errorf("install: %w", err)
	}
	if replaced {
		// A program that runs from there cannot be removed on Windows; the folder
		// has no kernelspec's name then, so it does no harm.
		_ = os.RemoveAll(old)
	}
	return nil
}

// Uninstall removes our kernelspecs from the data directories and returns their
// folders: all of them, or only those called name if name is not empty. Other
// kernels are never touched.
func Uninstall(dataDirs []string, name string) (removed []string, err error) {
	for _, dir := range dataDirs {
		entries, _ := os.ReadDir(filepath.Join(dir, "kernels"))
		for _, e := range entries {
			folder := filepath.Join(dir, "kernels", e.Name())
			spec, e2 := readSpec(folder)
			if e2 != nil || !spec.ours() || name != "" && !strings.EqualFold(name, e.Name()) {
				continue
			}
			if e3 := os.RemoveAll(folder); e3 != nil {
				err = errors.Join(err, fmt.Errorf("install: %w", e3))
				continue
			}
			removed = append(removed, folder)
		}
	}
	return removed, err
}

// Package install registers the notebook kernel with Jupyter: a kernelspec (a
// folder with kernel.json and logos) and an extension of JupyterLab in one of the
// data directories that Jupyter searches. It knows these directories on every
// system, and finds or makes a JupyterLab for `warpbook lab`.
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
	"sync"
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

// NewSpec describes the notebook kernel that command starts: a binary, or a program with the first of its arguments. The path of a
// binary is absolute, since programs with a window have no PATH of the shell.
func NewSpec(command ...string) Spec {
	return Spec{
		Argv:            slices.Concat(command, arguments),
		DisplayName:     "Warpbook (CUDA C on modelled GPUs)",
		Language:        "starlark",
		InterruptMode:   "message",
		ProtocolVersion: "5.5",
		Metadata: map[string]any{
			"debugger":             true,           // JupyterLab's panel of variables asks for it here
			"supported_encryption": []any{"curve"}, // jupyter_client's transport_encryption asks for it
		},
	}
}

// ours reports whether a kernelspec was written by Install or came with the wheel, whatever the binary
// was called.
func (s Spec) ours() bool {
	n := len(s.Argv) - len(arguments)
	return strings.HasPrefix(s.DisplayName, "Warpbook") && (n == 1 || s.fromWheel()) && slices.Equal(s.Argv[n:], arguments)
}

// fromWheel reports whether pip has installed the kernelspec, and so is the one to remove it.
func (s Spec) fromWheel() bool {
	return len(s.Argv) >= len(launcher) && slices.Equal(s.Argv[:len(launcher)], launcher)
}

// validName is jupyter_client's rule for the name of a kernelspec.
var validName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^[a-z0-9._-]+$`) })

// Install writes the kernelspec name, the extension of JupyterLab and the template of nbconvert below the
// data directory dataDir and returns their folders. binary is the program that
// Jupyter shall start; one that `go run` built, which vanishes, is copied into the
// folder. Older ones of ours are replaced as a whole; what belongs to another
// program is an error.
func Install(dataDir, name, binary string) (folders []string, err error) {
	if !validName().MatchString(name) || name == "." || name == ".." {
		return nil, fmt.Errorf("install: kernel name %q: allowed are ASCII letters, digits, '.', '_' and '-'", name)
	}
	folder := filepath.Join(dataDir, "kernels", name)
	if err := replaceable(folder); err != nil {
		return nil, err
	}
	if err := replace(folder, func(tmp string) error { return fill(tmp, folder, binary) }); err != nil {
		return nil, err
	}
	extension, err := installExtension(dataDir)
	if err != nil {
		return []string{folder}, err
	}
	template, err := installTemplate(dataDir)
	if err != nil {
		return []string{folder, extension}, err
	}
	return []string{folder, extension, template}, nil
}

// replace makes folder what fill writes into a new one, or leaves it as it was.
func replace(folder string, fill func(tmp string) error) error {
	parent := filepath.Dir(folder)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	tmp, err := os.MkdirTemp(parent, ".new-"+filepath.Base(folder)+"-") // Jupyter overlooks hidden folders
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := errors.Join(fill(tmp), os.Chmod(tmp, 0o755)); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	return swap(tmp, folder)
}

// writeFiles writes files below dir; their names have slashes.
func writeFiles(dir string, files map[string][]byte) error {
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// replaceable says why what lies at folder may not be replaced.
func replaceable(folder string) error {
	if _, err := os.Lstat(folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	spec, err := readSpec(folder)
	if err != nil {
		return fmt.Errorf("install: %s exists and is not a kernelspec of Warpbook (%v); choose another --name or remove it", folder, err)
	}
	if !spec.ours() {
		return fmt.Errorf("install: %s belongs to another kernel (%q); choose another --name", folder, spec.DisplayName)
	}
	if spec.fromWheel() {
		return fmt.Errorf("install: %s came with pip; it works as it is, or choose another --name", folder)
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
	return writeFiles(dir, specFiles(NewSpec(binary)))
}

// specFiles are the files of a kernelspec.
func specFiles(spec Spec) map[string][]byte {
	return map[string][]byte{
		"kernel.json":    indented(spec),
		"logo-svg.svg":   logoSVG(),
		"logo-64x64.png": logoPNG(64),
		"logo-32x32.png": logoPNG(32),
	}
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
// folders: all of them, or only those called name if name is not empty. The
// extension of JupyterLab and the template of nbconvert go with the last one. What belongs to other programs is
// never touched.
func Uninstall(dataDirs []string, name string) (removed []string, err error) {
	remove := func(folder string) bool {
		if e := os.RemoveAll(folder); e != nil {
			err = errors.Join(err, fmt.Errorf("install: %w", e))
			return false
		}
		removed = append(removed, folder)
		return true
	}
	for _, dir := range dataDirs {
		left := 0
		for _, folder := range ourSpecs(dir) {
			if name != "" && !strings.EqualFold(name, filepath.Base(folder)) || !remove(folder) {
				left++
			}
		}
		for _, more := range []string{extensionFolder(dir), templateFolder(dir)} {
			if left == 0 && ourExtension(more) {
				remove(more)
			}
		}
	}
	return removed, err
}

// ourSpecs are the folders of our kernelspecs below a data directory.
func ourSpecs(dataDir string) (folders []string) {
	kernels := filepath.Join(dataDir, "kernels")
	entries, _ := os.ReadDir(kernels)
	for _, e := range entries {
		folder := filepath.Join(kernels, e.Name())
		if spec, err := readSpec(folder); err == nil && spec.ours() && !spec.fromWheel() {
			folders = append(folders, folder)
		}
	}
	return folders
}

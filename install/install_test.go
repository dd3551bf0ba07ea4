package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDataDirs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the expected paths are written for Unix")
	}
	noPython := func() (string, error) { return "", errors.New("no python") }
	for name, tc := range map[string]struct {
		os    string
		vars  map[string]string
		place Place
		want  string
	}{
		"linux":              {"linux", nil, Place{}, "/home/u/.local/share/jupyter"},
		"xdg":                {"linux", map[string]string{"XDG_DATA_HOME": "/x"}, Place{User: true}, "/x/jupyter"},
		"macOS":              {"darwin", map[string]string{"XDG_DATA_HOME": "/x"}, Place{}, "/home/u/Library/Jupyter"},
		"windows":            {"windows", map[string]string{"APPDATA": "/AppData"}, Place{}, "/AppData/jupyter"},
		"JUPYTER_DATA_DIR":   {"darwin", map[string]string{"JUPYTER_DATA_DIR": "/d"}, Place{}, "/d"},
		"prefix":             {"linux", map[string]string{"JUPYTER_DATA_DIR": "/d"}, Place{Prefix: "/usr"}, "/usr/share/jupyter"},
		"virtual env":        {"linux", map[string]string{"VIRTUAL_ENV": "/v"}, Place{SysPrefix: true}, "/v/share/jupyter"},
		"conda":              {"linux", map[string]string{"CONDA_PREFIX": "/c"}, Place{SysPrefix: true}, "/c/share/jupyter"},
		"no python":          {"linux", nil, Place{SysPrefix: true}, "error: install: --sys-prefix: no python"},
		"contradictory":      {"linux", nil, Place{User: true, Prefix: "/usr"}, "error: install: --user, --prefix and --sys-prefix exclude one another"},
		"macOS's own":        {"darwin", map[string]string{"JUPYTER_PLATFORM_DIRS": "1"}, Place{}, "/home/u/Library/Application Support/Jupyter"},
		"Windows's own":      {"windows", map[string]string{"JUPYTER_PLATFORM_DIRS": "yes", "LOCALAPPDATA": "/Local", "APPDATA": "/AppData"}, Place{}, "/Local/Jupyter"},
		"Windows, bare":      {"windows", map[string]string{"JUPYTER_CONFIG_DIR": "/c"}, Place{}, "/c/data"},
		"home is not needed": {"linux", map[string]string{"XDG_DATA_HOME": "/x"}, Place{}, "/x/jupyter"},
	} {
		t.Run(name, func(t *testing.T) {
			e := Environment{OS: tc.os, Getenv: func(k string) string { return tc.vars[k] }, Home: "/home/u", PythonPrefix: noPython}
			got, err := e.DataDir(tc.place)
			if err != nil {
				got = "error: " + err.Error()
			}
			if got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// The folders and their order are those of jupyter_core.paths.jupyter_path.
func TestSearchOrder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the expected paths are written for Unix")
	}
	const user, local, system = "/home/u/.local/share/jupyter", "/usr/local/share/jupyter", "/usr/share/jupyter"
	for name, tc := range map[string]struct {
		os   string
		vars map[string]string
		want []string
	}{
		"linux":            {"linux", nil, []string{user, "/py/share/jupyter", local, system}},
		"a list":           {"linux", map[string]string{"JUPYTER_PATH": "/a:/b/:"}, []string{"/a", "/b", user, "/py/share/jupyter", local, system}},
		"data home":        {"linux", map[string]string{"XDG_DATA_HOME": "/x"}, []string{"/x/jupyter", user, "/py/share/jupyter", local, system}},
		"virtual env":      {"linux", map[string]string{"VIRTUAL_ENV": "/v"}, []string{"/v/share/jupyter", user, local, system}},
		"user preferred":   {"linux", map[string]string{"VIRTUAL_ENV": "/v", "JUPYTER_PREFER_ENV_PATH": "no"}, []string{user, "/v/share/jupyter", local, system}},
		"conda":            {"darwin", map[string]string{"CONDA_PREFIX": "/c", "CONDA_DEFAULT_ENV": "gpu"}, []string{"/c/share/jupyter", "/home/u/Library/Jupyter", local, system}},
		"conda's base":     {"darwin", map[string]string{"CONDA_PREFIX": "/c", "CONDA_DEFAULT_ENV": "base"}, []string{"/home/u/Library/Jupyter", "/c/share/jupyter", local, system}},
		"windows":          {"windows", map[string]string{"APPDATA": "/A", "PROGRAMDATA": "/P"}, []string{"/A/jupyter", "/py/share/jupyter"}},
		"windows, trusted": {"windows", map[string]string{"APPDATA": "/A", "PROGRAMDATA": "/P", "JUPYTER_USE_PROGRAMDATA": "1"}, []string{"/A/jupyter", "/py/share/jupyter", "/P/jupyter"}},
	} {
		t.Run(name, func(t *testing.T) {
			e := Environment{OS: tc.os, Getenv: func(k string) string { return tc.vars[k] }, Home: "/home/u",
				PythonPrefix: func() (string, error) { return "/py", nil }}
			var got []string
			for _, dir := range e.DataDirs() {
				got = append(got, dir.Path)
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestInstallWritesAKernelspec(t *testing.T) {
	data := t.TempDir()
	folders, err := Install(data, "warpbook", "/opt/bin/warpbook")
	if err != nil {
		t.Fatal(err)
	}
	folder := folders[0]
	text, err := os.ReadFile(filepath.Join(folder, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"argv":         []any{"/opt/bin/warpbook", "kernel", "-f", "{connection_file}"},
		"display_name": "Warpbook (CUDA C on modelled GPUs)", "language": "starlark", "interrupt_mode": "message",
		"kernel_protocol_version": "5.5", "metadata": map[string]any{"debugger": true, "supported_encryption": []any{"curve"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	for name, size := range map[string]int{"logo-64x64.png": 64, "logo-32x32.png": 32} {
		data, _ := os.ReadFile(filepath.Join(folder, name))
		if img, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || img.Width != size || img.Height != size {
			t.Errorf("%s: %v, %dx%d", name, err, img.Width, img.Height)
		}
	}
	if svg, _ := os.ReadFile(filepath.Join(folder, "logo-svg.svg")); !bytes.HasPrefix(svg, []byte("<svg")) {
		t.Errorf("logo-svg.svg: %.40s", svg)
	}
}

// A binary in the temporary directory, as `go run` makes it, is copied.
func TestInstallCopiesATemporaryBinary(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "exe")
	if err := os.WriteFile(binary, []byte("program"), 0o755); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	for range 2 { // the second time over the first
		folders, err := Install(data, "my-warpbook", binary)
		if err != nil {
			t.Fatal(err)
		}
		folder := folders[0]
		spec, err := readSpec(folder)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := os.ReadFile(spec.Argv[0])
		if err != nil || string(copied) != "program" || filepath.Dir(spec.Argv[0]) != folder {
			t.Errorf("argv[0] %s holds %q, %v", spec.Argv[0], copied, err)
		}
	}
}

func TestOnlyOurKernelspecsAreReplacedOrRemoved(t *testing.T) {
	data := t.TempDir()
	foreign := filepath.Join(data, "kernels", "python3")
	if err := os.MkdirAll(foreign, 0o755); err != nil {
		t.Fatal(err)
	}
	spec := `{"argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3", "language": "python"}`
	if err := os.WriteFile(filepath.Join(foreign, "kernel.json"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(data, "python3", "/bin/warpbook"); err == nil ||
		!strings.Contains(err.Error(), `belongs to another kernel ("Python 3")`) {
		t.Errorf("Install over another kernel: %v", err)
	}
	for _, name := range []string{"warpbook", "warpbook", "second"} {
		if _, err := Install(data, name, "/bin/warpbook"); err != nil {
			t.Fatal(err)
		}
	}
	removed, err := Uninstall([]string{data, filepath.Join(data, "missing")}, "second")
	if err != nil || len(removed) != 1 || filepath.Base(removed[0]) != "second" {
		t.Errorf("Uninstall second: %v, %v", removed, err)
	}
	removed, err = Uninstall([]string{data}, "")
	if err != nil || len(removed) != 3 { // the extension of JupyterLab and the template of nbconvert go with the last one
		t.Errorf("Uninstall: %v, %v", removed, err)
	}
	entries, _ := os.ReadDir(filepath.Join(data, "kernels"))
	if len(entries) != 1 || entries[0].Name() != "python3" {
		t.Errorf("left: %v", entries)
	}
}

func TestKernelNames(t *testing.T) {
	for _, name := range []string{"", "..", "a/b", "a b", "ná"} {
		if _, err := Install(t.TempDir(), name, "/bin/warpbook"); err == nil || !strings.Contains(err.Error(), "allowed are") {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

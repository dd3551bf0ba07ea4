package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A Place says where a kernelspec goes. The zero Place is the user's own data
// directory, as User is.
type Place struct {
	User      bool
	Prefix    string // PREFIX/share/jupyter
	SysPrefix bool   // the prefix of the active virtual environment, else that of the Python on PATH
}

// An Environment is what the data directories depend on.
type Environment struct {
	OS     string // as runtime.GOOS
	Getenv func(string) string
	Home   string
	// PythonPrefix asks the Python on PATH for its sys.prefix.
	PythonPrefix func() (string, error)
}

// CurrentEnvironment is that of this process.
func CurrentEnvironment() Environment {
	home, _ := os.UserHomeDir()
	return Environment{OS: runtime.GOOS, Getenv: os.Getenv, Home: home, PythonPrefix: pythonPrefix}
}

func pythonPrefix() (string, error) {
	for _, name := range []string{"python3", "python"} {
		out, err := exec.Command(name, "-c", "import sys; print(sys.prefix)").Output()
		if prefix := strings.TrimSpace(string(out)); err == nil && prefix != "" {
			return prefix, nil
		}
	}
	return "", errors.New("neither VIRTUAL_ENV nor CONDA_PREFIX is set, and no python3 or python on PATH tells its sys.prefix")
}

// DataDir returns the Jupyter data directory for p.
func (e Environment) DataDir(p Place) (string, error) {
	chosen := 0
	for _, c := range []bool{p.User, p.Prefix != "", p.SysPrefix} {
		if c {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return "", errors.New("install: --user, --prefix and --sys-prefix exclude one another")
	case p.Prefix != "":
		prefix, err := filepath.Abs(p.Prefix)
		return filepath.Join(prefix, "share", "jupyter"), err
	case p.SysPrefix:
		prefix, err := e.sysPrefix()
		return filepath.Join(prefix, "share", "jupyter"), err
	}
	return e.userDir()
}

func (e Environment) sysPrefix() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if prefix := e.Getenv(name); prefix != "" {
			return prefix, nil
		}
	}
	prefix, err := e.PythonPrefix()
	if err != nil {
		return "", fmt.Errorf("install: --sys-prefix: %w", err)
	}
	return prefix, nil
}

// userDir is jupyter_core.paths.jupyter_data_dir.
func (e Environment) userDir() (string, error) {
	if dir := e.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	if appData := e.Getenv("APPDATA"); e.OS == "windows" && appData != "" {
		return filepath.Join(appData, "jupyter"), nil
	}
	if data := e.Getenv("XDG_DATA_HOME"); e.OS != "windows" && e.OS != "darwin" && data != "" {
		return filepath.Join(data, "jupyter"), nil
	}
	if e.Home == "" {
		return "", errors.New("install: the home directory is unknown; set JUPYTER_DATA_DIR or give --prefix")
	}
	switch e.OS {
	case "darwin":
		return filepath.Join(e.Home, "Library", "Jupyter"), nil
	case "windows":
		return filepath.Join(e.Home, ".jupyter", "data"), nil
	}
	return filepath.Join(e.Home, ".local", "share", "jupyter"), nil
}

// SearchDirs are the data directories in which Uninstall without a place looks:
// those of JUPYTER_PATH, the user's and that of an active environment.
func (e Environment) SearchDirs() []string {
	var dirs []string
	add := func(dir string) {
		if dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range filepath.SplitList(e.Getenv("JUPYTER_PATH")) {
		add(dir)
	}
	if dir, err := e.userDir(); err == nil {
		add(dir)
	}
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if prefix := e.Getenv(name); prefix != "" {
			add(filepath.Join(prefix, "share", "jupyter"))
		}
	}
	return dirs
}

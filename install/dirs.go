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

// pythonPrefix is that of the Python beside this program, where pip has put it, or of the one on PATH.
func pythonPrefix() (string, error) {
	pythons := []string{"python3", "python"}
	if program, err := os.Executable(); err == nil {
		pythons = append([]string{filepath.Join(filepath.Dir(program), "python")}, pythons...)
	}
	for _, name := range pythons {
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
	platform := e.set("JUPYTER_PLATFORM_DIRS")
	if e.OS == "windows" {
		if local := e.Getenv("LOCALAPPDATA"); platform && local != "" {
			return filepath.Join(local, "Jupyter"), nil
		}
		if appData := e.Getenv("APPDATA"); appData != "" && !platform {
			return filepath.Join(appData, "jupyter"), nil
		}
		if config := e.Getenv("JUPYTER_CONFIG_DIR"); config != "" && !platform {
			return filepath.Join(config, "data"), nil
		}
	}
	if data := e.Getenv("XDG_DATA_HOME"); e.OS != "windows" && e.OS != "darwin" && data != "" {
		return filepath.Join(data, "jupyter"), nil
	}
	if e.Home == "" {
		return "", errors.New("install: the home directory is unknown; set JUPYTER_DATA_DIR or give --prefix")
	}
	switch {
	case e.OS == "darwin" && platform:
		return filepath.Join(e.Home, "Library", "Application Support", "Jupyter"), nil
	case e.OS == "darwin":
		return filepath.Join(e.Home, "Library", "Jupyter"), nil
	case e.OS == "windows" && platform:
		return filepath.Join(e.Home, "AppData", "Local", "Jupyter"), nil
	case e.OS == "windows":
		return filepath.Join(e.Home, ".jupyter", "data"), nil
	}
	return filepath.Join(e.Home, ".local", "share", "jupyter"), nil
}

// set is jupyter_core's reading of a variable that is a switch.
func (e Environment) set(variable string) bool {
	switch strings.ToLower(e.Getenv(variable)) {
	case "", "no", "n", "false", "off", "0", "0.0":
		return false
	}
	return true
}

// A DataDir is a folder in which Jupyter looks for kernelspecs and extensions.
type DataDir struct {
	Path string
	Own  bool // the user's or that of an active environment, not the system's
}

// DataDirs is jupyter_core.paths.jupyter_path: where Jupyter looks, the first place
// first. A Jupyter that is not in the active environment also looks below its own
// Python's prefix.
func (e Environment) DataDirs() []DataDir {
	var dirs []DataDir
	add := func(own bool, paths ...string) {
		for _, path := range paths {
			if !slices.ContainsFunc(dirs, func(d DataDir) bool { return d.Path == path }) {
				dirs = append(dirs, DataDir{path, own})
			}
		}
	}
	for _, dir := range filepath.SplitList(e.Getenv("JUPYTER_PATH")) {
		if dir != "" {
			add(true, filepath.Clean(dir))
		}
	}
	user, env := e.userDirs(), e.activeDirs()
	if e.preferEnvironment() {
		add(true, env...)
		add(true, user...)
	} else {
		add(true, user...)
		add(true, env...)
	}
	if len(env) == 0 {
		if prefix, err := e.PythonPrefix(); err == nil {
			add(false, filepath.Join(prefix, "share", "jupyter"))
		}
	}
	if e.OS != "windows" {
		add(false, "/usr/local/share/jupyter", "/usr/share/jupyter")
	} else if data := e.Getenv("PROGRAMDATA"); data != "" && e.set("JUPYTER_USE_PROGRAMDATA") {
		add(false, filepath.Join(data, "jupyter"))
	}
	return dirs
}

// userDirs are the user's data directory and that of Python's user site.
func (e Environment) userDirs() (dirs []string) {
	if dir, err := e.userDir(); err == nil {
		dirs = append(dirs, dir)
	}
	switch base := e.Getenv("PYTHONUSERBASE"); {
	case base != "":
		dirs = append(dirs, filepath.Join(base, "share", "jupyter"))
	case e.OS != "windows" && e.OS != "darwin" && e.Home != "":
		dirs = append(dirs, filepath.Join(e.Home, ".local", "share", "jupyter"))
	}
	return dirs
}

// activeDirs are those of the active virtual or Conda environment.
func (e Environment) activeDirs() (dirs []string) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if prefix := e.Getenv(name); prefix != "" {
			dirs = append(dirs, filepath.Join(prefix, "share", "jupyter"))
		}
	}
	return dirs
}

// preferEnvironment reports whether an environment comes before the user.
func (e Environment) preferEnvironment() bool {
	if e.Getenv("JUPYTER_PREFER_ENV_PATH") != "" {
		return e.set("JUPYTER_PREFER_ENV_PATH")
	}
	conda := e.Getenv("CONDA_DEFAULT_ENV")
	return e.Getenv("VIRTUAL_ENV") != "" || e.Getenv("CONDA_PREFIX") != "" && conda != "" && conda != "base"
}

package install

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// LabRequirements are what a private environment is made of: the versions that
// our tests run with.
var LabRequirements = []string{"jupyterlab==4.6.6", "jupyterlab_widgets==3.0.17"}

// A Lab is a JupyterLab that can be started.
type Lab struct {
	Command []string // to which its options are appended
	Version string
}

// LabOnPath is the JupyterLab that PATH leads to. The error wraps
// [exec.ErrNotFound] if there is none.
func LabOnPath() (Lab, error) {
	path, err := exec.LookPath("jupyter-lab")
	if err != nil {
		return Lab{}, fmt.Errorf("install: no JupyterLab on PATH: %w", err)
	}
	return labAt(path)
}

// labAt asks a command for its version.
func labAt(command ...string) (Lab, error) {
	out, err := exec.Command(command[0], append(command[1:], "--version")...).Output()
	if err != nil {
		return Lab{}, fmt.Errorf("install: %s --version: %w%s", strings.Join(command, " "), err, stderrOf(err))
	}
	return Lab{command, strings.TrimSpace(string(out))}, nil
}

// stderrOf is what a failed command said last.
func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		return ": " + lines[len(lines)-1]
	}
	return ""
}

// PrivateLab is the JupyterLab of an environment of our own below cache, which is
// made if it is not there. What is done is said to log.
func PrivateLab(cache string, log io.Writer) (Lab, error) {
	env := filepath.Join(cache, strings.ReplaceAll(LabRequirements[0], "==", "-"))
	if lab, err := labAt(labCommand(env)...); err == nil {
		return lab, nil
	}
	python, err := pythonForLab()
	if err != nil {
		return Lab{}, err
	}
	fmt.Fprintf(log, "Installing %s into %s, once.\n", strings.Join(LabRequirements, " and "), env)
	err = replace(env, func(tmp string) error {
		if err := said(exec.Command(python, "-m", "venv", tmp)); err != nil {
			return err
		}
		pip := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, LabRequirements...)
		return said(exec.Command(venvPython(tmp), pip...))
	})
	if err != nil {
		return Lab{}, fmt.Errorf("%w\nJupyterLab could not be installed: check the network, or install it yourself with pip install jupyterlab", err)
	}
	return labAt(labCommand(env)...)
}

// labCommand starts the JupyterLab of a virtual environment; its scripts hold the
// path at which it was made, its Python does not.
func labCommand(env string) []string { return []string{venvPython(env), "-m", "jupyterlab"} }

func venvPython(env string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(env, "Scripts", "python.exe")
	}
	return filepath.Join(env, "bin", "python")
}

// suits succeeds in a Python that can make an environment for JupyterLab.
const suits = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"

// pythonForLab finds such a Python.
func pythonForLab() (string, error) {
	var tried []string
	for _, name := range []string{"python3", "python", "py"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if exec.Command(path, "-c", suits).Run() == nil {
			return path, nil
		}
		tried = append(tried, path)
	}
	const needed = "JupyterLab needs Python 3.10 or newer with its modules venv and ensurepip (on Debian and Ubuntu: apt install python3-venv)"
	if len(tried) > 0 {
		return "", fmt.Errorf("install: %s cannot be used: %s", strings.Join(tried, ", "), needed)
	}
	return "", fmt.Errorf("install: there is no Python on PATH: %s", needed)
}

// said runs a command; its error has what the command said.
func said(cmd *exec.Cmd) error {
	cmd.Env = append(os.Environ(), "PYTHONNOUSERSITE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}

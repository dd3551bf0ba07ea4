package python

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// shared is a folder for what several tests need: a wheel takes five seconds of a processor, an environment ten.
var shared string

func TestMain(m *testing.M) {
	var err error
	if shared, err = os.MkdirTemp("", "warpbook-python-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(shared)
	os.Exit(code)
}

// sharedWheel is the wheel for this system.
var sharedWheel = sync.OnceValues(func() (string, error) {
	return makeWheel(filepath.Join(shared, "wheel"))
})

// sharedEnvironment is the Python of a fresh environment with the wheel, which no test changes.
var sharedEnvironment = sync.OnceValues(func() (string, error) {
	wheel, err := sharedWheel()
	if err != nil {
		return "", err
	}
	environment := filepath.Join(shared, "environment")
	python := filepath.Join(environment, "bin", "python")
	for _, args := range [][]string{venvArguments(environment), pipArguments(python, "install", "--no-index", wheel)} {
		if out, err := exec.Command(os.Getenv("WARPBOOK_PYTHON"), args...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", args, err, out)
		}
	}
	return python, nil
})

// venvArguments make an environment. It has no pip of its own, whose installation takes five seconds of a processor.
func venvArguments(environment string) []string {
	return []string{"-m", "venv", "--without-pip", environment}
}

// pipArguments are those of the tests' Python, whose pip does something in another environment.
func pipArguments(python, command string, args ...string) []string {
	return append([]string{"-m", "pip", "--python", python, command, "--quiet", "--disable-pip-version-check"}, args...)
}

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
	if out, err := exec.Command(os.Getenv("WARPBOOK_PYTHON"), "-m", "venv", environment).CombinedOutput(); err != nil {
		return "", fmt.Errorf("venv: %w\n%s", err, out)
	}
	python := filepath.Join(environment, "bin", "python")
	if out, err := exec.Command(python, pipArguments(wheel)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("pip: %w\n%s", err, out)
	}
	return python, nil
})

// pipArguments installs a wheel without a network.
func pipArguments(wheel string) []string {
	return []string{"-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel}
}

package python

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"warpbook.dev"
	"warpbook.dev/install"
	"warpbook.dev/internal/tier"
)

// TestWheel: the wheel for this system has the same bytes when it is made twice. pip installs it into a fresh environment without a
// network; Jupyter's tools run a notebook with it there; and pip removes it without a trace.
func TestWheel(t *testing.T) {
	tier.Check(t)
	python := os.Getenv("WARPBOOK_PYTHON")
	if python == "" {
		t.Skip("needs: a Python with nbconvert in WARPBOOK_PYTHON")
	}
	dir := t.TempDir()
	file, err := sharedWheel()
	if err != nil {
		t.Fatal(err)
	}
	again, err := makeWheel(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(contents(t, file), contents(t, again)) {
		t.Errorf("%s has other bytes when it is made again", filepath.Base(file))
	}

	environment := filepath.Join(dir, "environment")
	output(t, nil, python, venvArguments(environment)...)
	before := filesBelow(t, environment)
	own := filepath.Join(environment, "bin", "python")
	output(t, nil, python, pipArguments(own, "install", "--no-index", file)...)
	program := filepath.Join(environment, "bin", "warpbook")
	for _, command := range [][]string{{program, "version"}, {own, "-m", "warpbook", "version"}} {
		if said := output(t, nil, command[0], command[1:]...); !strings.HasPrefix(said, "warpbook "+warpbook.Version+" ") {
			t.Errorf("%q says %q", command, said)
		}
	}
	for _, said := range []string{output(t, nil, own, "-c", "import warpbook; print(warpbook.__version__)"),
		output(t, nil, own, "-c", "import importlib.metadata as m; print(m.version('warpbook'))")} {
		if said = strings.TrimSpace(said); said != install.PEP440(warpbook.Version) {
			t.Errorf("Python has version %s of %s", said, warpbook.Version)
		}
	}
	doctor, _ := exec.CommandContext(t.Context(), program, "doctor").Output() // what else it finds is this machine's
	if !strings.Contains(string(doctor), "ok     installed by pip, see "+environment) {
		t.Errorf("warpbook doctor says\n%s", doctor)
	}

	// The Python of the tests has Jupyter's tools; its packages are put behind those of the fresh environment.
	tools := packagesOf(t, python)
	notebook := filepath.Join(dir, "notebook.ipynb")
	source := `{"cells": [{"cell_type": "code", "id": "a", "execution_count": null, "metadata": {}, "outputs": [],
		"source": "a = ones(32)\ncuda('__global__ void twice(float *a) { a[threadIdx.x] *= 2; }').twice[1, 32](a)\nsum(a.tolist())"}],
		"metadata": {"kernelspec": {"display_name": "Warpbook", "language": "starlark", "name": "warpbook"}}, "nbformat": 4, "nbformat_minor": 5}`
	if err := os.WriteFile(notebook, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	env := []string{"PYTHONPATH=" + tools, "JUPYTER_DATA_DIR=" + filepath.Join(dir, "data"),
		"JUPYTER_RUNTIME_DIR=" + filepath.Join(dir, "runtime")}
	output(t, env, own, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", notebook)
	if !strings.Contains(string(contents(t, notebook)), "64.0") {
		t.Errorf("the notebook has no result: %s", contents(t, notebook))
	}

	output(t, nil, python, pipArguments(own, "uninstall", "--yes", "warpbook")...)
	for name := range filesBelow(t, environment) {
		if !before[name] && !strings.Contains(name, "__pycache__") {
			t.Errorf("pip uninstall leaves %s", name)
		}
	}
}

// packagesOf is the folder in which a Python has its packages.
func packagesOf(t *testing.T, python string) string {
	t.Helper()
	return strings.TrimSpace(output(t, nil, python, "-c", `import sysconfig; print(sysconfig.get_path("purelib"))`))
}

// TestPlatform: a platform that has no wheel is told with those that have one.
func TestPlatform(t *testing.T) {
	if _, err := Find("plan9/386"); err == nil || !strings.Contains(err.Error(), "linux/arm64") {
		t.Errorf("error %v, want the platforms", err)
	}
}

// makeWheel builds the program for this system and writes its wheel below dir.
func makeWheel(dir string) (string, error) {
	p, err := Find(This)
	if err != nil {
		return "", err
	}
	program, err := p.Build()
	if err != nil {
		return "", err
	}
	return Make(dir, p, program)
}

func output(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = tier.Hang
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

func contents(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func filesBelow(t *testing.T, dir string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			all[name] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

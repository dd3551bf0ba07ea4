package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/cuda"
)

// installed builds the command, registers it below a fresh prefix, and returns
// the environment in which Jupyter's programs find it and nothing of the user's.
func installed(t *testing.T) (warpbook string, env []string) {
	t.Helper()
	warpbook, prefix := program(t), t.TempDir()
	output(t, nil, warpbook, "install", "--prefix", prefix)
	return warpbook, append(jupyterEnv(prefix),
		"JUPYTER_CONFIG_DIR="+filepath.Join(prefix, "config"), "IPYTHONDIR="+filepath.Join(prefix, "ipython"), "TERM=xterm-256color")
}

// artefact returns where a test keeps the file name for people to look at: in
// the folder that WARPBOOK_ARTIFACTS names, if it does.
func artefact(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("WARPBOOK_ARTIFACTS")
	if dir == "" {
		dir = t.TempDir()
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

// TestConsole drives `jupyter console` through a terminal; see testdata/console.py.
func TestConsole(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyter_console, pexpect and pyte")
	_, env := installed(t)
	output(t, env, python, "testdata/console.py", artefact(t, "console.txt"))
}

// TestDoctorWithJupyter: the doctor and a real Jupyter agree about an installation.
func TestDoctorWithJupyter(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyterlab")
	warpbook, env := installed(t)
	got := output(t, onPath(env, python), warpbook, "doctor")
	for _, want := range []string{"ok     `jupyter kernelspec list` shows the same\n", "ok     JupyterLab 4", "\nNothing is wrong.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// onPath adds to an environment the PATH that leads to the programs beside python.
func onPath(env []string, python string) []string {
	return append(env, "PATH="+filepath.Dir(python)+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// parametrised is a notebook for papermill: its second cell is replaced.
const parametrised = `{
 "cells": [
  {"cell_type": "code", "execution_count": null, "id": "a", "metadata": {"tags": ["parameters"]}, "outputs": [], "source": "n = 1\nname = \"\"\nrest = None\nflag = False"},
  {"cell_type": "code", "execution_count": null, "id": "b", "metadata": {}, "outputs": [], "source": "[n, name, rest, flag]"}
 ],
 "metadata": {"kernelspec": {"display_name": "Warpbook", "language": "starlark", "name": "warpbook"}}, "nbformat": 4, "nbformat_minor": 5
}`

// TestPapermill: papermill knows no language called starlark, but what it writes
// for Python is Starlark too. It may be told so, or be given the language.
func TestPapermill(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with papermill")
	_, env := installed(t)
	source := filepath.Join(t.TempDir(), "source.ipynb")
	write(t, source, []byte(parametrised))
	for _, how := range [][]string{{"-m", "papermill", "--language", "python"}, {"../../notebooks/assignments/warpbook_papermill.py"}} {
		executed := filepath.Join(t.TempDir(), "executed.ipynb")
		output(t, env, python, append(how, source, executed, "--no-progress-bar",
			"-p", "n", "3", "-p", "name", `Café "q" \n 😀`, "-y", "{rest: {a: [1, 2.5, null, true, -3], b: 1.0e-30}, flag: true}")...)
		nb := read(t, executed)
		result := nb.Cells[len(nb.Cells)-1].Outputs
		if len(result) != 1 {
			t.Fatalf("%s: the last cell has %d outputs, want 1", how, len(result))
		}
		want := `[3, "Café \"q\" \\n 😀", {"a": [1, 2.5, None, True, -3], "b": 1e-30}, True]`
		if d := cmp.Diff(any(want), result[0].Data["text/plain"]); d != "" {
			t.Errorf("%s: -want +got\n%s", how, d)
		}
	}
}

// TestServer floods a jupyter_server, which has limits; see testdata/server.py.
func TestServer(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyter_server")
	_, env := installed(t)
	t.Log(output(t, append(env, "JUPYTER_RUNTIME_DIR="+t.TempDir()), python, "testdata/server.py"))
}

// TestLab goes through a notebook in JupyterLab with a browser; see testdata/lab.py.
func TestLab(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyterlab and playwright")
	chromium := tool(t, "WARPBOOK_CHROMIUM", "Chromium")
	warpbook, env := installed(t)
	t.Log(output(t, onPath(env, python), python, "testdata/lab.py", warpbook, chromium, artefact(t, "")))
}

// TestExtensionKnowsTheBuiltins: JupyterLab highlights each built-in function that
// kernels can call.
func TestExtensionKnowsTheBuiltins(t *testing.T) {
	script, err := os.ReadFile("../../install/labextension/extension.js")
	if err != nil {
		t.Fatal(err)
	}
	source := regexp.MustCompile(`const BUILTIN = /(.*)/;`).FindSubmatch(script)
	if source == nil {
		t.Fatal("extension.js has no BUILTIN")
	}
	known := regexp.MustCompile(string(source[1]))
	builtins := cuda.Builtins()
	if len(builtins) < 100 {
		t.Fatalf("%d built-in functions", len(builtins))
	}
	for _, b := range builtins {
		if !known.MatchString(b.Name) {
			t.Errorf("%s is not highlighted", b.Name)
		}
	}
}

// TestConformance runs jupyter_kernel_test; see testdata/conformance.py.
func TestConformance(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyter_kernel_test")
	_, env := installed(t)
	output(t, env, python, "-W", "ignore", "testdata/conformance.py")
}

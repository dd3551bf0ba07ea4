package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/internal/tier"
)

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// tool returns the program that the environment variable names. It is for the tests that run
// warpbook beside other programs, which ./check and .ci/run do.
func tool(t testing.TB, variable, what string) string {
	t.Helper()
	tier.Check(t)
	path := os.Getenv(variable)
	if path == "" {
		t.Skipf("needs: %s in %s", what, variable)
	}
	return path
}

// jupyterEnv makes Jupyter and the notebook kernel look below a prefix, and leave the
// user's own files alone.
func jupyterEnv(prefix string) []string {
	return []string{
		"JUPYTER_PATH=" + filepath.Join(prefix, "share", "jupyter"), "JUPYTER_DATA_DIR=" + filepath.Join(prefix, "data"),
		"JUPYTER_PREFER_ENV_PATH=0", "JUPYTER_PLATFORM_DIRS=0",
	}
}

// program builds the command as a user has it: the race detector of the tests
// would make the notebooks ten times slower. All tests share one build.
func program(t testing.TB) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// build makes the command in a directory that TestMain removes.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "warpbook")
	if err != nil {
		return "", err
	}
	built = dir
	path := filepath.Join(dir, "warpbook")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

// built is the directory of the command, once there is one.
var built string

// output runs a program with further environment variables; its failure is fatal.
func output(t testing.TB, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	cmd.WaitDelay = tier.Hang
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// historyOverRestarts executes cells in two kernels, one after the other, and prints
// what the second one knows of both.
const historyOverRestarts = `
from jupyter_client.manager import start_new_kernel
def run(*cells, **query):
    manager, client = start_new_kernel(kernel_name="warpbook")
    for code, store in cells:
        client.execute_interactive(code, store_history=store, timeout=120, output_hook=lambda message: None)
    rows = client.history(reply=True, timeout=120, **query)["content"]["history"] if query else []
    client.shutdown(reply=True, timeout=120)
    manager.cleanup_resources()
    return rows
run(("x = 6", True), ("y = 1", False), ("x * 7", True), raw=True, output=False, hist_access_type="tail", n=1)
print(run(("x = 2", True), raw=True, output=True, hist_access_type="tail", n=10))
print(run(("1", False), raw=True, output=False, hist_access_type="range", session=-1, start=1, stop=9))
`

// TestHistoryLasts: Jupyter finds the cells of earlier kernels in a later one.
func TestHistoryLasts(t *testing.T) {
	python := tool(t, "WARPBOOK_PYTHON", "a Python with jupyter_client")
	dir, warpbook := t.TempDir(), program(t)
	output(t, nil, warpbook, "install", "--prefix", dir)
	got := output(t, jupyterEnv(dir), python, "-c", historyOverRestarts)
	want := "[[1, 1, ['x = 6', '']], [1, 2, ['x * 7', '42']], [2, 1, ['x = 2', '']]]\n[[2, 1, 'x = 2']]\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

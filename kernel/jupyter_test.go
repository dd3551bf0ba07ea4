package kernel

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"warpbook.dev/internal/tier"
)

// TestJupyter runs the kernel under the real Jupyter clients: the conformance suite
// jupyter_kernel_test, jupyter_client and nbclient; see testdata/jupyter_suite.py.
// WARPBOOK_PYTHON names a Python that has them:
//
//	python3 -m venv VENV && VENV/bin/pip install jupyter_kernel_test nbclient
//	WARPBOOK_PYTHON=VENV/bin/python go test -run Jupyter ./kernel
func TestJupyter(t *testing.T) {
	tier.Check(t)
	python := os.Getenv("WARPBOOK_PYTHON")
	if python == "" {
		t.Skip("needs: WARPBOOK_PYTHON, a Python with jupyter_kernel_test and nbclient")
	}
	dir := t.TempDir()
	spec, err := json.Marshal(map[string]any{
		"argv":           []string{os.Args[0], "scripted-kernel", "{connection_file}"},
		"display_name":   "Scripted",
		"language":       "scripted",
		"interrupt_mode": "message",
		"env":            map[string]string{"GORACE": noRaceSleep},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "kernels", "scripted"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "kernels", "scripted", "kernel.json"), spec, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // the suite has stops of its own
	defer cancel()
	cmd := exec.CommandContext(ctx, python, "testdata/jupyter_suite.py")
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+dir, "JUPYTER_RUNTIME_DIR="+dir, "PYTHONWARNINGS=ignore")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// A skipped conformance test is one that we do not pass.
	if !regexp.MustCompile(`(?m)^OK$`).Match(out) {
		t.Errorf("tests were skipped:\n%s", out)
	}
	t.Logf("%s", out)
}

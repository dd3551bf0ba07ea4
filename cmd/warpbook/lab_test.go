//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"warpbook.dev/install"
	"warpbook.dev/internal/tier"
)

// The private environment has the versions that the tests run with.
func TestLabRequirements(t *testing.T) {
	pinned, err := os.ReadFile("../../.ci/requirements.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range install.LabRequirements {
		if !slices.Contains(strings.Fields(string(pinned)), r) {
			t.Errorf("%s is not in .ci/requirements.txt", r)
		}
	}
}

// TestPrivateLab lets `warpbook lab` install a JupyterLab for itself, which takes
// a network and half a minute of a core.
func TestPrivateLab(t *testing.T) {
	tier.Long(t)
	tool(t, "WARPBOOK_PYPI", "a network with PyPI, and 1")
	pipCache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program(t), "lab", t.TempDir(), "--", "--no-browser", "--allow-root", "--ServerApp.port=0")
	cmd.Env = append(os.Environ(), jupyterEnv(t.TempDir())...)
	cmd.Env = append(cmd.Env, "PATH="+withoutLab(os.Getenv("PATH")), "JUPYTER_CONFIG_DIR="+t.TempDir(), "XDG_CACHE_HOME="+t.TempDir(),
		"PIP_CACHE_DIR="+filepath.Join(pipCache, "pip"))
	cmd.WaitDelay = tier.Hang
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait(); in.Close() }()
	var said strings.Builder
	var names []string
	served := regexp.MustCompile(`http://127\.0\.0\.1:\d+/lab\S*`)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if address := served.FindString(lines.Text()); address != "" && names == nil {
			names = kernelspecs(t, address)
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Error(err)
			}
		}
	}
	if err := <-ended; err != nil || !slices.Contains(names, "warpbook") || !strings.Contains(said.String(), "Installing jupyterlab==") {
		t.Errorf("kernelspecs %v, %v; it said\n%s", names, err, said.String())
	}
}

// withoutLab removes from a PATH the folders that have a JupyterLab.
func withoutLab(path string) string {
	return strings.Join(slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "jupyter-lab"))
		return err == nil
	}), string(os.PathListSeparator))
}

// kernelspecs asks the server at address, which has its token, for the names.
func kernelspecs(t *testing.T, address string) []string {
	u, err := url.Parse(address)
	if err != nil {
		t.Error(err)
		return nil
	}
	u.Path = "/api/kernelspecs"
	var response *http.Response
	// The address is printed before anything is served there.
	tier.Wait(t, "the server at "+u.Host, func() bool {
		response, err = http.Get(u.String())
		return err == nil
	})
	defer response.Body.Close()
	var reply struct{ Kernelspecs map[string]any }
	if err := json.NewDecoder(response.Body).Decode(&reply); err != nil {
		t.Errorf("%s: %v", response.Status, err)
	}
	names := []string{}
	for name := range reply.Kernelspecs {
		names = append(names, name)
	}
	return names
}

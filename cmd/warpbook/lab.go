package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"warpbook.dev/install"
)

// lab runs JupyterLab with this program as a notebook kernel. The user's own
// kernelspecs stay as they are: ours lies in a folder that only this JupyterLab is
// told of.
func (c *call) lab(args []string) int {
	var options []string // of JupyterLab
	if i := slices.Index(args, "--"); i >= 0 {
		args, options = args[:i], args[i+1:]
	}
	positional, status, ok := c.parse(c.flags(), args, "[DIR]")
	if !ok {
		return status
	}
	dir, err := filepath.Abs(strings.Join(positional, ""))
	if err == nil {
		_, err = os.Stat(dir)
	}
	if err != nil {
		return c.fail(err)
	}
	lab, err := c.findLab()
	if err != nil {
		return c.fail(err)
	}
	data, err := os.MkdirTemp("", "warpbook-lab-")
	if err != nil {
		return c.fail(err)
	}
	defer os.RemoveAll(data)
	binary, err := os.Executable()
	if err != nil {
		return c.fail(err)
	}
	if _, err := install.Install(data, install.DefaultName, binary); err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.stdout, "JupyterLab %s (%s); Ctrl-C ends it.\n", lab.Version, strings.Join(lab.Command, " "))
	argv := append(slices.Concat(lab.Command, options), dir)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = c.stdout, c.stderr
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+joinPaths(data, os.Getenv("JUPYTER_PATH")))
	if err := runUntilSignal(cmd); err != nil {
		return c.fail(fmt.Errorf("JupyterLab: %w", err))
	}
	return exitOK
}

func joinPaths(paths ...string) string {
	return strings.Join(slices.DeleteFunc(paths, func(p string) bool { return p == "" }), string(os.PathListSeparator))
}

// findLab is the JupyterLab on PATH, or one in an environment of our own.
func (c *call) findLab() (install.Lab, error) {
	lab, err := install.LabOnPath()
	if err == nil {
		return lab, nil
	}
	if !errors.Is(err, exec.ErrNotFound) { // it is there and does not run
		fmt.Fprintln(c.stderr, "warpbook lab:", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return install.Lab{}, err
	}
	return install.PrivateLab(filepath.Join(cache, "warpbook"), c.stdout)
}

// shutdownTime is what JupyterLab has to end its kernels and itself.
const shutdownTime = 15 * time.Second

// runUntilSignal runs cmd until it ends or we are told to end, and leaves no
// process behind. cmd does not see the terminal's Ctrl-C itself: JupyterLab would
// ask whether it is meant.
func runUntilSignal(cmd *exec.Cmd) error {
	// Linux ends cmd when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	cmd.WaitDelay = time.Second
	group := newGroup(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	defer group.kill()
	select {
	case err := <-ended:
		return err
	case <-signals:
	}
	group.end()
	select {
	case <-ended:
	case <-signals:
	case <-time.After(shutdownTime):
	}
	return nil
}

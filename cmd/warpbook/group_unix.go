//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// A group is a process with its descendants that have no session of their own.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
	return group{cmd}
}

// end asks the process to end.
func (g group) end() { _ = g.cmd.Process.Signal(syscall.SIGTERM) }

// kill ends what is left of the group.
func (g group) kill() { _ = syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

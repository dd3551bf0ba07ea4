package main

import (
	"os/exec"
	"syscall"
)

// A group is a process; the kernels of a JupyterLab notice its end themselves.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) group {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	return group{cmd}
}

// end ends the process: Windows has no way to ask a program of the console alone.
func (g group) end() { g.kill() }

func (g group) kill() { _ = g.cmd.Process.Kill() }

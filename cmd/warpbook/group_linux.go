package main

import "syscall"

// dieWithUs makes a process end when this one is killed.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGTERM }

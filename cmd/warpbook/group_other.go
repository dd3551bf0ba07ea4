//go:build unix && !linux

package main

import "syscall"

// dieWithUs does nothing: the system has no word for it.
func dieWithUs(*syscall.SysProcAttr) {}

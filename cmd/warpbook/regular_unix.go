//go:build unix

package main

import (
	"os"
	"syscall"
)

// names is how many names a file has.
func names(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// openRegular opens a file that was a regular one a moment ago. It neither waits for the other end of a pipe nor follows a link.
func openRegular(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
}

//go:build unix

package folder

import (
	"errors"
	"io/fs"
	"syscall"
)

// nonblock keeps what became a pipe since it was looked at from waiting for its other end.
const nonblock = syscall.O_NONBLOCK

// numbers are those of Linux of the errors whose numbers differ from system to system.
var numbers = map[syscall.Errno]int{
	syscall.ENAMETOOLONG: enametoolong, syscall.ENOTEMPTY: enotempty, syscall.ELOOP: eloop, syscall.EDQUOT: edquot,
}

// systemNumber is Linux's number of an error of the system; 0 if it has none.
func systemNumber(err error) int {
	var n syscall.Errno
	if !errors.As(err, &n) {
		return 0
	}
	if known, ok := numbers[n]; ok {
		return known
	}
	if n < 35 { // they are the same everywhere
		return int(n)
	}
	return eio
}

// names is how many names a file has.
func names(info fs.FileInfo) uint64 {
	if about, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(about.Nlink)
	}
	return 1
}

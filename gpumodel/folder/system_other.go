//go:build !unix

package folder

import "io/fs"

// nonblock is nothing: no name of a directory leads to a pipe here.
const nonblock = 0

// systemNumber is Linux's number of an error of the system, which is not known here.
func systemNumber(error) int { return 0 }

// names is how many names a file has, which is not known here.
func names(fs.FileInfo) uint64 { return 1 }

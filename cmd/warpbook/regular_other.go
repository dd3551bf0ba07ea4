//go:build !unix

package main

import "os"

// openRegular opens a file that was a regular one a moment ago.
func openRegular(path string) (*os.File, error) { return os.Open(path) }

//go:build !unix

package session

// mapFile returns memory with the first size bytes of a file.
func mapFile(path string, size int) (*mapping, error) { return readFile(path, size) }

// updateFile makes data the content of a file, as far as it differs.
func updateFile(path string, data []byte) (changed bool, err error) { return rewriteFile(path, data) }

package cudacell

import (
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// maxHeader bounds a header that a cell includes, in bytes; it is what the compiler takes of a source.
const maxHeader = 4 << 20

// headerNames end the names of the files that cells may include; messages show lines of these.
var headerNames = []string{".h", ".hh", ".hpp", ".hxx", ".cuh", ".cu", ".cl", ".inl", ".inc", ".c", ".cc", ".cpp", ".cxx", ".tpp", ".ipp"}

// Include reads a source file that a cell includes: beside the header that includes it, or else in the
// current directory. Like all that cells read it must lie within the current directory.
func Include(name, from string) (file, text string, ok bool) {
	if !slices.Contains(headerNames, strings.ToLower(path.Ext(name))) {
		return "", "", false
	}
	root, err := os.OpenRoot(".")
	if err != nil {
		return "", "", false
	}
	defer root.Close()
	for _, file := range []string{path.Join(path.Dir(from), name), path.Clean(name)} {
		if text, ok := readHeader(root, file); ok {
			return file, text, true
		}
	}
	return "", "", false
}

// ReadFile is the text of a file within the current directory; false if there is none, or one of more than maxHeader bytes.
func ReadFile(name string) (text string, ok bool) {
	root, err := os.OpenRoot(".")
	if err != nil {
		return "", false
	}
	defer root.Close()
	return readHeader(root, name)
}

func readHeader(root *os.Root, file string) (string, bool) {
	if info, err := root.Stat(file); err != nil || !info.Mode().IsRegular() { // to open a pipe would wait for its other end
		return "", false
	}
	f, err := root.Open(file)
	if err != nil {
		return "", false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxHeader+1))
	return string(text), err == nil && len(text) <= maxHeader
}

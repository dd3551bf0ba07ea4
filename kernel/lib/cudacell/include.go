package cudacell

import (
	"errors"
	"path"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/folder"
)

// maxHeader bounds a header that a cell includes, in bytes; it is what the compiler takes of a source.
const maxHeader = 4 << 20

// headerNames end the names of the files that cells may include; messages show lines of these.
var headerNames = []string{".h", ".hh", ".hpp", ".hxx", ".cuh", ".cu", ".cl", ".inl", ".inc", ".c", ".cc", ".cpp", ".cxx", ".tpp", ".ipp"}

// Include reads the source files that a cell includes: beside the header that includes them, or else in the folder. Where one is
// there and must not be read, the text says why.
func Include(files *folder.Folder) func(name, from string) (file, text string, ok bool) {
	return func(name, from string) (file, text string, ok bool) {
		if !slices.Contains(headerNames, strings.ToLower(path.Ext(name))) {
			return "", "", false
		}
		why := ""
		for _, file := range []string{path.Join(path.Dir(from), name), path.Clean(name)} {
			text, err := files.ReadFile(file, maxHeader)
			if err == nil {
				return file, string(text), true
			}
			if refused := (*folder.Error)(nil); errors.As(err, &refused) && !folder.Missing(err) {
				why = refused.Why
			}
		}
		return "", why, false
	}
}

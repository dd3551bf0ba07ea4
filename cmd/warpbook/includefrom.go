package main

import (
	"os"
	"path/filepath"
)

// includeFrom finds the files that a program at a shell includes, as a compiler does: beside the file that includes them, then in
// some directories.
func includeFrom(dirs []string) func(name, from string) (file, text string, ok bool) {
	return func(name, from string) (file, text string, ok bool) {
		if from != "" {
			dirs := append([]string{filepath.Dir(from)}, dirs...)
			return included(name, dirs)
		}
		return included(name, dirs)
	}
}

// mostIncluded bounds a file that is included, in bytes; it is what the compiler takes of a source.
const mostIncluded = 4 << 20

func included(name string, dirs []string) (file, text string, ok bool) {
	for _, dir := range dirs {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() > mostIncluded {
			continue
		}
		if data, err := os.ReadFile(file); err == nil {
			return file, string(data), true
		}
	}
	return "", "", false
}

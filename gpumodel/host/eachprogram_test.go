package host_test

import (
	"os"
	"path/filepath"
	"testing"
)

// programFiles are the files that a pattern matches. It ends the test if there are none.
func programFiles(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s matches %d files: %v", pattern, len(files), err)
	}
	return files
}

// textOf is the text of a file.
func textOf(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// eachProgram runs a test for each file, under the name of the file.
func eachProgram(t *testing.T, files []string, test func(t *testing.T, file, text string)) {
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { test(t, file, textOf(t, file)) })
	}
}

package warpbook_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// mostColumns is how many characters a line of code or of a comment has at the most. Rows of tables and long strings are left out:
// breaking them would make them harder to read.
const (
	mostColumns = 140
	longString  = 60
)

var (
	tableRow = regexp.MustCompile(`^\s*(?:[{"` + "`" + `]|[\w.]+:\s|\}, \{)|[{,(\[]\s*$`)
	// output is what an example prints.
	output  = regexp.MustCompile(`example_test.go:\s*//`)
	literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"` + "|`[^`]*`")
)

// TestColumns: a line can be read without scrolling.
func TestColumns(t *testing.T) {
	for file := range goFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw := false
		for i, line := range strings.Split(string(text), "\n") {
			inside := raw
			if strings.Count(line, "`")%2 == 1 {
				raw = !raw
			}
			if n := utf8.RuneCountInString(line); n > mostColumns && !inside && !raw && !mayBeLong(line) && !output.MatchString(file+":"+line) {
				t.Errorf("%s:%d has %d columns, want at most %d", file, i+1, n, mostColumns)
			}
		}
	}
}

// mayBeLong holds for a row of a table, and for a line with a long string.
func mayBeLong(line string) bool {
	if strings.HasPrefix(strings.TrimSpace(line), "//") {
		return false
	}
	if tableRow.MatchString(line) {
		return true
	}
	for _, s := range literal.FindAllString(line, -1) {
		if utf8.RuneCountInString(s) >= longString {
			return true
		}
	}
	return false
}

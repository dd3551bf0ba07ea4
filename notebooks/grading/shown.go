package grading

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Reports show texts of strangers: names of folders, errors, lines of kernels. This file says how.

var ansi = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\[[0-9;]*m`) })

// lineEnds are what ends a line for some reader or other.
const lineEnds = "\n\r\v\f\u0085\u2028\u2029"

// clean is a text without the colours of a terminal. Characters that a terminal obeys, that turn the order of a line around, or that
// nobody sees are written as in a Go string, and so is what XML cannot hold. The lines of the text stay lines.
func clean(s string) string { return escaped(strings.ReplaceAll(s, "\r\n", "\n"), "\n") }

// printableLine is a text in one line: clean, with the ends of its lines as in a Go string.
func printableLine(s string) string { return escaped(s, "") }

// escaped leaves out colours, and writes what is neither printable, nor a space, nor one of kept as in a Go string.
func escaped(s, kept string) string {
	var b strings.Builder
	for _, r := range ansi().ReplaceAllString(s, "") {
		space := unicode.IsSpace(r) && !strings.ContainsRune(lineEnds, r)
		if strconv.IsPrint(r) || space || strings.ContainsRune(kept, r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// Printable is a name of a student's, such as that of a folder, in one line. A name with characters that printableLine does not show as
// they are is written as a Go string, in quotation marks.
func Printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) && utf8.ValidString(s) {
		return s
	}
	return strconv.Quote(s)
}

package plotting

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean makes text safe for every output: no invalid UTF-8 and no control
// characters, which XML forbids. Line breaks stay.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsControl(r), r == 0xFFFE, r == 0xFFFF:
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// oneLine is clean without line breaks.
func oneLine(s string) string { return strings.ReplaceAll(clean(s), "\n", " ") }

// withUnit appends a unit to a name, as on an axis or over a column.
func withUnit(name, unit string) string {
	switch {
	case unit == "":
		return name
	case name == "":
		return unit
	}
	return name + " (" + unit + ")"
}

// pad fills s with spaces up to width characters, on the left to align it right.
func pad(s string, width int, right bool) string {
	spaces := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
	if right {
		return spaces + s
	}
	return s + spaces
}

// shorten cuts s so that fits accepts it, and ends it in "…" where it was cut.
func shorten(s string, fits func(string) bool) string {
	if fits(s) {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes) // runes[:low] with the ellipsis fits, or low is 0
	for low+1 < high {
		if middle := (low + high) / 2; fits(string(runes[:middle]) + "…") {
			low = middle
		} else {
			high = middle
		}
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// wrap breaks s at spaces into at most limit lines that fits accepts. The last
// line is shortened where the text is too long.
func wrap(s string, limit int, fits func(string) bool) []string {
	var lines []string
	line := ""
	words := strings.Fields(oneLine(s))
	for i, word := range words {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line == "" || fits(longer) {
			line = longer
			continue
		}
		if len(lines) == limit-1 {
			line = strings.Join(append([]string{line}, words[i:]...), " ")
			break
		}
		lines = append(lines, shorten(line, fits))
		line = word
	}
	if line != "" {
		lines = append(lines, shorten(line, fits))
	}
	return lines
}

// Wrap breaks s at spaces into lines of at most so many characters.
func Wrap(s string, columns int) []string { return wrap(s, math.MaxInt, charactersUpTo(columns)) }

// charactersUpTo accepts text of at most width characters.
func charactersUpTo(width int) func(string) bool {
	return func(s string) bool { return utf8.RuneCountInString(s) <= width }
}

package notebook

import "strings"

// overwrite does what JupyterLab does with carriage returns and backspaces of a stream: they move the place where the next
// character is written, which replaces the one that stands there. What is not overwritten stays.
func overwrite(s string) string {
	if !strings.ContainsAny(s, "\r\b") {
		return s
	}
	var t typed
	t.write(s)
	return t.text()
}

// A typed is a stream as it has been written so far.
type typed struct {
	lines strings.Builder // that have ended
	line  []rune
	at    int // where the next character of the line goes
}

// write writes more. A newline ends the line behind its last character, wherever the place is.
func (t *typed) write(s string) {
	for _, r := range s {
		switch {
		case r == '\n':
			t.lines.WriteString(string(t.line))
			t.lines.WriteByte('\n')
			t.line, t.at = t.line[:0], 0
		case r == '\r':
			t.at = 0
		case r == '\b':
			t.at = max(0, t.at-1)
		case t.at < len(t.line):
			t.line[t.at] = r
			t.at++
		default:
			t.line = append(t.line, r)
			t.at++
		}
	}
}

func (t *typed) text() string { return t.lines.String() + string(t.line) }

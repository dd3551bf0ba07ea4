package cell

import "strings"

// IsComplete implements [kernel.Interpreter]: whether a console should run the
// text or ask for another line, and how far to indent it.
func (s *Session) IsComplete(code string) (status, indent string) {
	code = newlines(code)
	trimmed := strings.TrimLeft(code, " \t\r\n")
	if trimmed == "" {
		return "complete", ""
	}
	if strings.HasPrefix(trimmed, "%%") {
		return s.magicComplete(code)
	}
	if open, in := stillOpen(code); open {
		return "incomplete", in
	}
	for _, part := range segments(code, 1) {
		if part.magic {
			continue
		}
		if _, python := readPython(lex(part.text, place{part.line, 1}, false)); python && s.guest != nil {
			continue
		}
		if _, _, err := parse("", part.text, part.line); err != nil {
			return "invalid", ""
		}
	}
	return "complete", ""
}

// magicComplete is IsComplete of a cell magic: a blank line ends it, unless what knows
// its text wants more.
func (s *Session) magicComplete(code string) (status, indent string) {
	a, t, _, _ := s.assistant(code, len(code))
	if a != nil && t.InBody {
		if more, indent := a.IsComplete(t.Body); more {
			return "incomplete", indent
		}
	}
	if strings.HasSuffix(strings.TrimRight(code, " \t"), "\n\n") {
		return "complete", ""
	}
	return "incomplete", ""
}

// stillOpen reports whether more lines must or may follow: a bracket, a
// triple-quoted string or a block is open. A blank line ends a block.
func stillOpen(code string) (open bool, indent string) {
	tokens := lex(code, place{1, 1}, true)
	last := tokens[len(tokens)-1]
	for _, t := range tokens {
		if t.problem != "" {
			_, quote := stringPrefix(t.text)
			return len(quote) == 3 && t.end() == len(code), ""
		}
	}
	lines := strings.Split(code, "\n")
	margin := lines[len(lines)-1]
	n := len(margin) - len(strings.TrimLeft(margin, " \t"))
	if last.depth > 0 {
		if wrongKeyword(tokens) {
			return false, ""
		}
		return true, margin[:n]
	}
	if strings.HasSuffix(code, "\\") {
		return true, margin[:n]
	}
	for i := len(tokens) - 2; i >= 0; i-- {
		if t := tokens[i]; t.kind != tokNewline {
			if t.is(":") && t.depth == 0 {
				return true, blockMargin(lines, t.at.line) + "    "
			}
			break
		}
	}
	return n > 0 && strings.TrimSpace(margin) != "", margin[:n]
}

// wrongKeyword reports whether a statement begins inside an open bracket: the
// bracket will not be closed by going on.
func wrongKeyword(tokens []token) bool {
	for i, t := range tokens {
		if t.depth > 0 && t.is("def", "while", "return", "assert") && i > 0 && tokens[i-1].at.line < t.at.line {
			return true
		}
	}
	return false
}

func blockMargin(lines []string, line int) string {
	s := lines[line-1]
	return s[:len(s)-len(strings.TrimLeft(s, " \t"))]
}

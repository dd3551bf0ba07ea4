package cell

import "strings"

// automagic puts a % before lines that begin with the name of a line magic, as IPython does: cd build, ls -l, pip install x. It is asked
// about a text that is one line, or that is no code as it stands.
func (s *Session) automagic(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if name, rest := cutWord(strings.TrimRight(line, "\r\n")); strings.HasPrefix(line, name) && s.isLineMagic(name, rest) {
			b.WriteByte('%')
		}
		b.WriteString(line)
	}
	return b.String()
}

// isLineMagic reports whether a line of a name and a rest is that line magic: it has one of this name, no variable has it, and the rest
// is not that of an expression.
func (s *Session) isLineMagic(name, rest string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, bound := s.env[name]
	return s.lines[name] != nil && !bound && (rest == "" || !strings.ContainsAny(rest[:1], "=(,[:;+*%&|<>!^"))
}

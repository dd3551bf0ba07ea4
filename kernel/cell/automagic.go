package cell

import "strings"

// automagic puts a % before lines that begin with the name of a line magic, as IPython does: cd build, ls -l, pip install x. It is asked only
// about a text that is no code as it stands, so that a variable of such a name keeps its meaning.
func (s *Session) automagic(text string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var b strings.Builder
	for line := range strings.Lines(text) {
		name, rest := cutWord(strings.TrimRight(line, "\r\n"))
		if s.lines[name] != nil && !s.user[name] && strings.HasPrefix(line, name) && (rest == "" || strings.IndexByte("=(,+*<>![%&|^:", rest[0]) < 0) {
			b.WriteByte('%')
		}
		b.WriteString(line)
	}
	return b.String()
}

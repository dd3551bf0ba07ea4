package cell

import "maps"

// Docs returns the docs of all that is built in, in the form of Define: by the names of what
// cells call, and as type.method.
func (s *Session) Docs() map[string]string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return maps.Clone(s.docs)
}

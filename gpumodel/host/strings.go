package host

import "bytes"

// leastString is the length from which on tools take bytes of an executable for a text, as strings(1) does.
const leastString = 4

// Strings are the texts in the initial data of the program, each with a 0 behind it: its literals, and variables that begin as texts.
// An executable has them between its code, where tools look for them.
func (p *Program) Strings() []byte {
	var all []byte
	seen := map[string]bool{}
	for _, g := range p.start.Globals {
		for text := range bytes.FieldsFuncSeq(g.Init, func(r rune) bool { return r != '\t' && (r < ' ' || r > '~') }) {
			if len(text) >= leastString && !seen[string(text)] {
				seen[string(text)] = true
				all = append(append(all, text...), 0)
			}
		}
	}
	return all
}

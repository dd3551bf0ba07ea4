// Package mutate makes the slips that people make in texts, and changes that an attacker would try, for tests that look whether
// there is an answer to every text. The same seed gives the same text.
//
// Begin with [New].
package mutate

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// A Mutator changes texts. It is for one goroutine; [Mutator.Seeded] makes one for another.
type Mutator struct {
	*rand.Rand
	tokens []string // of all texts
}

var token = regexp.MustCompile(`\s+|\w+|"(?:[^"\\\n]|\\.)*"|//[^\n]*|<<<|>>>|->|\+\+|--|&&|\|\||[<>=!+*/-]=|.`)

// Numbers are those at which counts, sizes and types end.
var Numbers = []string{"-1", "0", "1", "32", "33", "1025", "65536", "2147483647", "4294967296", "9223372036854775807", "1e30f",
	"0x7fffffff"}

// New returns a mutator that takes words from texts. It needs a seed before it is used.
func New(texts []string) *Mutator {
	m := &Mutator{}
	for _, text := range texts {
		m.tokens = append(m.tokens, token.FindAllString(text, -1)...)
	}
	return m
}

// Seeded is a mutator with the same words, whose changes follow from the seed.
func (m *Mutator) Seeded(seed uint64) *Mutator {
	return &Mutator{rand.New(rand.NewPCG(seed, 0)), m.tokens}
}

// Pick is an element of a list.
func Pick[T any](m *Mutator, list []T) T { return list[m.IntN(len(list))] }

// word is the place of a word or a number, or of anything where there are few.
func (m *Mutator) word(tokens []string) int {
	i := m.IntN(len(tokens))
	for range 20 {
		if c := tokens[i][0]; c >= '0' && c <= '9' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			break
		}
		i = m.IntN(len(tokens))
	}
	return i
}

// Text makes one to three changes in a text.
func (m *Mutator) Text(text string) string {
	tokens := token.FindAllString(text, -1)
	for range 1 + m.IntN(3) {
		if len(tokens) == 0 {
			break
		}
		i := m.word(tokens)
		switch m.IntN(8) {
		case 0: // words left out, twice, or at another place
			n := min(1+m.IntN(8), len(tokens)-i)
			part := slices.Clone(tokens[i : i+n])
			switch m.IntN(3) {
			case 0:
				tokens = slices.Delete(tokens, i, i+n)
			case 1:
				tokens = slices.Insert(tokens, i, part...)
			case 2:
				tokens = slices.Insert(tokens, m.IntN(len(tokens)), part...)
			}
		case 1: // a word of another text
			tokens[i] = m.tokens[m.word(m.tokens)]
		case 2, 3: // another word of this one
			tokens[i] = tokens[m.word(tokens)]
		default: // a number
			for range 50 {
				if c := tokens[i][0]; c >= '0' && c <= '9' {
					tokens[i] = Pick(m, Numbers)
					break
				}
				i = m.word(tokens)
			}
		}
	}
	return strings.Join(tokens, "")
}

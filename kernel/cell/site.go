package cell

import "slices"

// endsOperand reports whether a bracket behind t calls or indexes it.
func endsOperand(t token) bool {
	return t.kind == tokName && !slices.Contains(keywords, t.text) || t.kind == tokString || t.is(")", "]")
}

// operandStart is the first token of the names, calls, indices and dots that end
// before tokens[end]: of r.counters or gpu("GTX 280"). It is end if there are none.
func operandStart(tokens []token, end int) int {
	start, i := end, end
	for i > 0 {
		switch t := tokens[i-1]; {
		case t.is(")", "]", "}"):
			open := partner(tokens, i-1)
			if open < 0 {
				return end
			}
			start, i = open, open
			if t.is("}") || i == 0 || !endsOperand(tokens[i-1]) {
				return start
			}
		case t.kind == tokName && !slices.Contains(keywords, t.text), t.kind == tokString, t.kind == tokNumber, t.is("None", "True", "False"):
			i--
			if start = i; i == 0 || !tokens[i-1].is(".") {
				return start
			}
			i--
		default:
			return end
		}
	}
	return start
}

// partner is the bracket that tokens[last] closes, or -1.
func partner(tokens []token, last int) int {
	depth := 0
	for i := last; i >= 0; i-- {
		switch t := tokens[i]; {
		case t.is(")", "]", "}"):
			depth++
		case t.is("(", "[", "{"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// innermost is the last bracket that is open behind tokens, or -1.
func innermost(tokens []token) int {
	depth := 0
	for i := len(tokens) - 1; i >= 0; i-- {
		switch t := tokens[i]; {
		case t.is(")", "]", "}"):
			depth++
		case t.is("(", "[", "{"):
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// A site is where the cursor stands in a call, f(…), or an index, x[…].
type site struct {
	open    int    // the bracket
	index   bool   // x[…
	nth     int    // the number of arguments before
	keyword string // name= of the argument
	key     bool   // in a key of a dict that is the argument
	nested  bool   // in a list, a tuple or a dict that is the argument
	spans   []span // the arguments before
}

// A span is the tokens of an argument; keyword is empty for one by position.
type span struct {
	from, to int
	keyword  string
}

// siteAt finds the site behind tokens, if there is one. A list, a tuple or a dict
// belongs to the call whose argument it is.
func siteAt(tokens []token) (s site, ok bool) {
	end := len(tokens)
	for {
		open := innermost(tokens[:end])
		switch {
		case open < 0:
			return s, false
		case open > 0 && endsOperand(tokens[open-1]) && !tokens[open].is("{"):
			s.open, s.index = open, tokens[open].is("[")
			s.arguments(tokens, end)
			return s, true
		case tokens[open].is("{"):
			s.key = !s.nested && inKey(tokens[open+1:end])
		}
		s.nested, end = true, open
	}
}

// arguments splits what stands between the bracket and end.
func (s *site) arguments(tokens []token, end int) {
	from, depth := s.open+1, 0
	keywordOf := func(from int) string {
		if from+1 < end && tokens[from].kind == tokName && tokens[from+1].is("=") {
			return tokens[from].text
		}
		return ""
	}
	for i := s.open + 1; i < end; i++ {
		switch t := tokens[i]; {
		case t.is("(", "[", "{"):
			depth++
		case t.is(")", "]", "}"):
			depth--
		case t.is(",") && depth == 0:
			sp := span{from, i, keywordOf(from)}
			if sp.keyword != "" {
				sp.from += 2
			}
			s.spans = append(s.spans, sp)
			from = i + 1
			s.nth++
		}
	}
	s.keyword = keywordOf(from)
}

// inKey reports whether a dict's text ends in a key.
func inKey(tokens []token) bool {
	depth, key := 0, true
	for _, t := range tokens {
		switch {
		case t.is("(", "[", "{"):
			depth++
		case t.is(")", "]", "}"):
			depth--
		case depth == 0 && t.is(":"):
			key = false
		case depth == 0 && t.is(","):
			key = true
		}
	}
	return key
}

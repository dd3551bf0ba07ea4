package cuda

import "slices"

// withLaunchBrackets makes one token of "<< <" and of ">> >" around the configuration of a launch. nvcc takes them, and tools that
// format C++ write them. Elsewhere "<<" is never followed by "<", so nothing else can be meant.
func withLaunchBrackets(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.is("<<") }) {
		return toks
	}
	var out []token // nil as long as nothing is joined
	closes := -1    // the place in toks of a ">>" that is joined with the next
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		opens := i+1 < len(toks) && t.is("<<") && toks[i+1].is("<")
		if opens || i == closes {
			if out == nil {
				out = append(make([]token, 0, len(toks)), toks[:i]...)
			}
			next := toks[i+1]
			t.text += next.text
			t.end, t.limit = next.end, next.limit
			i++
		}
		if t.is("<<<") {
			closes = launchEnd(toks, i+1)
		}
		if out != nil {
			out = append(out, t)
		}
	}
	if out == nil {
		return toks
	}
	return out
}

// launchEnd is the place of the ">>" or ">" that ends the configuration which begins at from, if it is not one token with the next:
// -1 then.
func launchEnd(toks []token, from int) int {
	depth := 0
	for i := from; i+2 < len(toks); i++ {
		switch t := toks[i]; {
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			depth--
		}
		if depth < 0 || toks[i].is(";") || toks[i].is(">>>") {
			return -1
		}
		two := toks[i].is(">>") && toks[i+1].is(">") || toks[i].is(">") && toks[i+1].is(">>")
		if depth == 0 && two && toks[i+2].is("(") {
			return i
		}
	}
	return -1
}

package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// withLaunchBrackets makes one token of "<< <" and of ">> >" around the configuration of a launch. nvcc takes them, and tools that
// format C++ write them. Elsewhere "<<" is never followed by "<", so nothing else can be meant.
func withLaunchBrackets(toks []token.Token) []token.Token {
	if !slices.ContainsFunc(toks, func(t token.Token) bool { return t.Is("<<") }) {
		return toks
	}
	var out []token.Token // nil as long as nothing is joined
	closes := -1          // the place in toks of a ">>" that is joined with the next
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		opens := i+1 < len(toks) && t.Is("<<") && toks[i+1].Is("<")
		if opens || i == closes {
			if out == nil {
				out = append(make([]token.Token, 0, len(toks)), toks[:i]...)
			}
			next := toks[i+1]
			t.Text += next.Text
			t.End, t.Limit = next.End, next.Limit
			i++
		}
		if t.Is("<<<") {
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
func launchEnd(toks []token.Token, from int) int {
	depth := 0
	for i := from; i+2 < len(toks); i++ {
		switch t := toks[i]; {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		}
		if depth < 0 || toks[i].Is(";") || toks[i].Is(">>>") {
			return -1
		}
		two := toks[i].Is(">>") && toks[i+1].Is(">") || toks[i].Is(">") && toks[i+1].Is(">>")
		if depth == 0 && two && toks[i+2].Is("(") {
			return i
		}
	}
	return -1
}

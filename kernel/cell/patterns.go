package cell

// blockWord reports whether the line of token i, after it, is an expression and a colon.
func blockWord(ts []token, i int) bool {
	if i+1 >= len(ts) || ts[i+1].kind == tokOp && !ts[i+1].is("(") {
		return false
	}
	for ; i < len(ts) && ts[i].kind != tokNewline; i++ {
		if ts[i].is(":", "{") && ts[i].depth == 0 {
			return true
		}
	}
	return false
}

func stringToken(t token) bool { return t.kind == tokString || t.kind == tokFString }

func comparing(t token) bool {
	return t.is("<", ">", "<=", ">=", "==", "!=") || t.is("in")
}

// chained reports whether another comparison stands before token i in the same
// expression, with nothing between that binds looser.
func chained(ts []token, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch t := ts[j]; {
		case t.kind == tokNewline || t.depth < ts[i].depth:
			return false
		case t.depth > ts[i].depth || t.is(")", "]", "}"):
		case comparing(t):
			return !(t.is("in") && forBefore(ts, j))
		case t.is(",", "and", "or", "not", "if", "else", "for", "=", ":", "lambda", "return", ";"):
			return false
		}
	}
	return false
}

// forBefore reports whether the in at j belongs to a for.
func forBefore(ts []token, j int) bool {
	for k := j - 1; k >= 0 && ts[k].depth >= ts[j].depth && ts[k].kind != tokNewline; k-- {
		if ts[k].is("for") {
			return true
		}
		if !ts[k].is(",", "(", ")") && ts[k].kind != tokName {
			return false
		}
	}
	return false
}

// opener returns the innermost bracket that is open at token i.
func opener(ts []token, i int) int {
	for j := i - 1; j >= 0; j-- {
		if ts[j].depth == ts[i].depth-1 && ts[j].is("(", "[", "{") {
			return j
		}
	}
	return -1
}

func inBracket(ts []token, i int, bracket string) bool {
	if ts[i].is("}") { // the closing bracket stands outside of its pair
		for j := i - 1; j >= 0; j-- {
			if ts[j].depth == ts[i].depth && ts[j].is("(", "[", "{") {
				return ts[j].text == bracket && j < i-1
			}
		}
		return false
	}
	j := opener(ts, i)
	return j >= 0 && ts[j].text == bracket
}

// colonBefore reports whether a colon or a for stands between the bracket around
// token i and it: then it is a dict.
func colonBefore(ts []token, i int) bool {
	depth := ts[i].depth
	if ts[i].is("}") {
		depth++
	}
	for j := i - 1; j >= 0 && ts[j].depth >= depth; j-- {
		if ts[j].depth == depth && ts[j].is(":", "for") {
			return true
		}
	}
	return false
}

// lineOf returns the first token of the statement of token i.
func lineOf(ts []token, i int) int {
	for i > 0 && !startsStatement(ts, i) {
		i--
	}
	return i
}

// openLine reports whether the statement of token i begins with one of words
// and no colon has come yet.
func openLine(ts []token, i int, words ...string) bool {
	first := lineOf(ts, i)
	if first == i || !ts[first].is(words...) {
		return false
	}
	for _, t := range ts[first:i] {
		if t.is(":") && t.depth == 0 {
			return false
		}
	}
	return ts[i].depth == 0
}

func assignsAfter(ts []token, i int) bool {
	for _, t := range ts[i:] {
		if t.kind == tokNewline {
			return false
		}
		if t.is("=") && t.depth == 0 {
			return true
		}
	}
	return false
}

func assignsBefore(ts []token, i int) bool {
	for _, t := range ts[lineOf(ts, i):i] {
		if t.is("=") && t.depth == 0 {
			return true
		}
	}
	return false
}

// afterIf reports whether the else or elif at i may belong to an if: to one of
// the same column above it, with nothing less indented between.
func afterIf(ts []token, i int) bool {
	for j := i - 1; j >= 0; j-- {
		if t := ts[j]; startsStatement(ts, j) && t.at.col <= ts[i].at.col && t.at.line < ts[i].at.line {
			return t.at.col == ts[i].at.col && t.is("if", "elif")
		}
	}
	return false
}

// annotated reports whether the colon at i, after a name, is an annotation.
func annotated(ts []token, i int) bool {
	first := ts[lineOf(ts, i)]
	if first.is("def") {
		j := opener(ts, i)
		return ts[i].depth == 1 && j >= 0 && ts[j].is("(")
	}
	return ts[i].depth == 0 && lineOf(ts, i) == i-1 && !ts[i-1].is("else", "try", "finally") &&
		i+1 < len(ts) && ts[i+1].kind != tokNewline
}

// unclosed returns the first bracket that nothing closes.
func unclosed(ts []token) (token, bool) {
	var open []token
	for _, t := range ts {
		switch {
		case t.is("(", "[", "{"):
			open = append(open, t)
		case t.is(")", "]", "}") && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return token{}, false
	}
	return open[len(open)-1], true
}

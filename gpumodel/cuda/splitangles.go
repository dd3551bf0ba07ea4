package cuda

// splitAngles makes two tokens, > and >>, of each >>> that closes three lists of template arguments: one that does not end
// the configuration of a launch.
func splitAngles(toks []token) []token {
	out := toks
	depth, split := 0, false
	var launches []int // the depths of brackets at which a <<< is open
	for i, t := range toks {
		switch {
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			depth--
		case t.is("<<<"):
			launches = append(launches, depth)
		}
		n := len(launches)
		for n > 0 && launches[n-1] > depth { // which is never closed
			n--
		}
		launches = launches[:n]
		if t.is(">>>") && n > 0 && launches[n-1] == depth {
			launches = launches[:n-1]
		} else if t.is(">>>") {
			if !split {
				out, split = append([]token(nil), toks[:i]...), true
			}
			one, two := t, t
			one.text, two.text = ">", ">>"
			one.limit, one.end.Col = t.off+1, t.pos.Col+1
			two.off, two.pos.Col, two.space = t.off+1, t.pos.Col+1, false
			out = append(out, one, two)
			continue
		}
		if split {
			out = append(out, t)
		}
	}
	return out
}

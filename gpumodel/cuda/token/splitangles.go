package token

// splitAngles makes two tokens, > and >>, of each >>> that closes three lists of template arguments: one that does not end
// the configuration of a launch.
func splitAngles(toks []Token) []Token {
	out := toks
	depth, split := 0, false
	var launches []int // the depths of brackets at which a <<< is open
	for i, t := range toks {
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		case t.Is("<<<"):
			launches = append(launches, depth)
		}
		n := len(launches)
		for n > 0 && launches[n-1] > depth { // which is never closed
			n--
		}
		launches = launches[:n]
		if t.Is(">>>") && n > 0 && launches[n-1] == depth {
			launches = launches[:n-1]
		} else if t.Is(">>>") {
			if !split {
				out, split = append([]Token(nil), toks[:i]...), true
			}
			one, two := t, t
			one.Text, two.Text = ">", ">>"
			one.Limit, one.End.Col = t.Off+1, t.Pos.Col+1
			two.Off, two.Pos.Col, two.Space = t.Off+1, t.Pos.Col+1, false
			out = append(out, one, two)
			continue
		}
		if split {
			out = append(out, t)
		}
	}
	return out
}

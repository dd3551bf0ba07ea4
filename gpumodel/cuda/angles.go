package cuda

// stepAngles tells how many < token i opens, less those that it closes, and which token is looked at next: what stands in
// parentheses, as in A<(x > 4)>, neither opens nor closes any.
func (p *parser) stepAngles(i int) (step, next int) {
	if !p.toks[i].Is("(") {
		return angleStep(&p.toks[i]), i + 1
	}
	depth := 0
	for n := i; n < len(p.toks)-1; n++ {
		switch t := &p.toks[n]; {
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				return 0, n + 1
			}
		case t.Is("{") || t.Is(";"):
			return 0, i + 1
		}
	}
	return 0, i + 1
}

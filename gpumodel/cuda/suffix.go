package cuda

import "strings"

// Literals with a suffix that a function gives them, operator""s: 10ms, 2.5_km, "text"s ([lex.ext]).

// suffixCall is the call of the function for a suffix, nil if none is declared.
func (p *parser) suffixCall(t *token, suffix string, args ...Expr) Expr {
	name := token{kind: tIdent, text: `operator""` + suffix, pos: t.pos, end: t.end}
	sym := p.find(&name)
	if sym == nil || sym.funcs == nil {
		return nil
	}
	return p.overloadCall(&name, sym, nil, args)
}

// numberWithSuffix is a number behind which such a suffix stands, nil for any other.
func (p *parser) numberWithSuffix(t *token) Expr {
	digits := strings.TrimRight(t.text, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if i := strings.IndexByte(t.text, '_'); i > 0 { // letters and digits may follow
		digits = t.text[:i]
	}
	v, of, err := number(digits)
	if err != nil || digits == t.text {
		return nil
	}
	if of.IsFloat() {
		of = typeDouble
	} else {
		of = typeULongLong
	}
	return p.suffixCall(t, t.text[len(digits):], &Lit{Typed{t.pos, of}, v})
}

// textWithSuffix reads a text behind which such a suffix stands without a space; nil, and nothing is read, for any other.
func (p *parser) textWithSuffix() Expr {
	n := 0
	for p.at(n).kind == tString {
		n++
	}
	word := p.at(n)
	if word.kind != tIdent || word.space || word.bol || p.find(&token{text: `operator""` + word.text}) == nil {
		return nil
	}
	t := p.peek()
	x := p.stringLit().(*StringLit)
	return p.suffixCall(t, p.next().text, x, &Lit{Typed{t.pos, typeULong}, Const{I: int64(len(x.Value))}})
}

package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Literals with a suffix that a function gives them, operator""s: 10ms, 2.5_km, "text"s ([lex.ext]).

// suffixCall is the call of the function for a suffix, nil if none is declared.
func (p *parser) suffixCall(t *token.Token, suffix string, args ...Expr) Expr {
	name := token.Token{Kind: token.Ident, Text: `operator""` + suffix, Pos: t.Pos, End: t.End}
	sym := p.find(&name)
	if sym == nil || sym.funcs == nil {
		return nil
	}
	return p.overloadCall(&name, sym, nil, args)
}

// numberWithSuffix is a number behind which such a suffix stands, nil for any other.
func (p *parser) numberWithSuffix(t *token.Token) Expr {
	digits := strings.TrimRight(t.Text, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if i := strings.IndexByte(t.Text, '_'); i > 0 { // letters and digits may follow
		digits = t.Text[:i]
	}
	v, of, err := number(digits)
	if err != nil || digits == t.Text {
		return nil
	}
	if of.IsFloat() {
		of = typeDouble
	} else {
		of = typeULongLong
	}
	return p.suffixCall(t, t.Text[len(digits):], &Lit{Typed{t.Pos, of}, v})
}

// textWithSuffix reads a text behind which such a suffix stands without a space; nil, and nothing is read, for any other.
func (p *parser) textWithSuffix() Expr {
	n := 0
	for p.at(n).Kind == token.String {
		n++
	}
	word := p.at(n)
	if word.Kind != token.Ident || word.Space || word.BOL || p.find(&token.Token{Text: `operator""` + word.Text}) == nil {
		return nil
	}
	t := p.peek()
	x := p.stringLit().(*StringLit)
	return p.suffixCall(t, p.next().Text, x, &Lit{Typed{t.Pos, typeULong}, Const{I: int64(len(x.Value))}})
}

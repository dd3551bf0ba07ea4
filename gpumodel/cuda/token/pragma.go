package token

// ompDirectives are the directives that have a meaning in the code of the host.
var ompDirectives = Words("parallel for single master sections")

// pragma keeps #pragma unroll for the parser; other pragmas do not change what a kernel means.
func (pp *preprocessor) pragma(d Token, rest []Token) {
	if len(rest) > 0 && rest[0].Is("once") && pp.inside != nil {
		pp.once[pp.inside.name] = true
	}
	if len(rest) > 0 && rest[0].Is("pack") {
		pp.packing.pragma(pp.expand(rest[1:]))
	}
	if len(rest) > 0 && (rest[0].Is("push_macro") || rest[0].Is("pop_macro")) {
		pp.pushOrPop(rest[0], rest[1:])
	}
	if len(rest) >= 2 && rest[0].Is(sourcePragma) && rest[1].Kind == String && pp.inside == nil {
		pp.nextSource(d, rest[1], rest[2:])
	}
	if pp.opt.OpenMP && len(rest) > 1 && rest[0].Is("omp") && ompDirectives[rest[1].Text] && !(len(rest) > 2 && rest[2].Is("for")) {
		t := rest[1]
		t.Kind, t.Text, t.Args = Pragma, "omp "+t.Text, pp.expand(rest[2:])
		pp.out = append(pp.out, t)
		return
	}
	if len(rest) == 0 || !Words("unroll nounroll")[rest[0].Text] {
		return
	}
	t := rest[0]
	t.Kind, t.Args = Pragma, pp.expand(rest[1:])
	if t.Text == "nounroll" {
		t.Args = []Token{{Kind: Number, Text: "1", Pos: t.Pos, End: t.End}}
	}
	pp.out = append(pp.out, t)
}

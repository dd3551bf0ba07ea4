package cuda

// ompDirectives are the directives that have a meaning in the code of the host.
var ompDirectives = words("parallel for single master sections")

// pragma keeps #pragma unroll for the parser; other pragmas do not change what a kernel means.
func (pp *preprocessor) pragma(d token, rest []token) {
	if len(rest) > 0 && rest[0].is("once") && pp.inside != nil {
		pp.once[pp.inside.name] = true
	}
	if len(rest) > 0 && rest[0].is("pack") {
		pp.packing.pragma(pp.expand(rest[1:]))
	}
	if len(rest) > 0 && (rest[0].is("push_macro") || rest[0].is("pop_macro")) {
		pp.pushOrPop(rest[0], rest[1:])
	}
	if len(rest) >= 2 && rest[0].is(sourcePragma) && rest[1].kind == tString && pp.inside == nil {
		pp.nextSource(d, rest[1], rest[2:])
	}
	if pp.opt.OpenMP && len(rest) > 1 && rest[0].is("omp") && ompDirectives[rest[1].text] && !(len(rest) > 2 && rest[2].is("for")) {
		t := rest[1]
		t.kind, t.text, t.args = tPragma, "omp "+t.text, pp.expand(rest[2:])
		pp.out = append(pp.out, t)
		return
	}
	if len(rest) == 0 || !words("unroll nounroll")[rest[0].text] {
		return
	}
	t := rest[0]
	t.kind, t.args = tPragma, pp.expand(rest[1:])
	if t.text == "nounroll" {
		t.args = []token{{kind: tNumber, text: "1", pos: t.pos, end: t.end}}
	}
	pp.out = append(pp.out, t)
}

package cuda

import "warpbook.dev/gpumodel/cuda/token"

// Functions with auto among their parameters, void f(auto x), are templates of C++20 written short ([dcl.fct]). They are written out
// before they are read: template <typename A> void f(A x), behind the parameters that a template has already.

// abbreviated writes out such functions at file scope, in namespaces and in classes.
func abbreviated(toks []token.Token) []token.Token {
	out := make([]token.Token, 0, len(toks))
	from := 0 // of the declaration
	for i := 0; i < len(toks); {
		switch t := &toks[i]; {
		case t.Is("{") && opensScope(toks[from:i]), t.Is("}"), t.Is(";"), isAccess(toks, i):
			out = append(out, writtenOut(toks[from:i])...)
			out = append(out, *t)
			i++
			from = i
		case t.Is("{"):
			end := behindBraces(toks, i)
			out = append(out, writtenOut(toks[from:i])...)
			out = append(out, toks[i:end]...)
			i, from = end, end
		default:
			i++
		}
	}
	return append(out, toks[from:]...)
}

// isAccess tells whether token i is the colon of public: and the like.
func isAccess(toks []token.Token, i int) bool {
	return i > 0 && toks[i].Is(":") && (toks[i-1].Is("public") || toks[i-1].Is("private") || toks[i-1].Is("protected"))
}

// behindBraces is the index behind the } that closes the { at i.
func behindBraces(toks []token.Token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		if depth += braceStep(&toks[i]); depth == 0 {
			return i + 1
		}
	}
	return len(toks)
}

// opensScope tells whether a { behind these tokens opens a namespace or a class, not the body of a function or a list of values.
func opensScope(decl []token.Token) bool {
	head := behindHeads(decl)
	if head == len(decl) {
		return false
	}
	last := &decl[len(decl)-1]
	switch t := &decl[head]; {
	case t.Is("namespace"), t.Is("inline") && len(decl) > head+1 && decl[head+1].Is("namespace"):
		return true
	case t.Is("extern"):
		return last.Kind == token.String
	case t.Is("struct"), t.Is("class"), t.Is("union"):
		return !last.Is(")") && !last.Is("const") && !last.Is("noexcept") && !last.Is("=")
	}
	return false
}

// behindHeads is the index behind template <…> template <…>.
func behindHeads(decl []token.Token) int {
	i := 0
	for i+1 < len(decl) && decl[i].Is("template") && decl[i+1].Is("<") {
		depth := 0
		for i++; i < len(decl); i++ {
			if depth += angleStep(&decl[i]); depth <= 0 {
				break
			}
		}
		i = min(i+1, len(decl))
	}
	return i
}

// writtenOut is a declaration up to its body with a parameter of the template for each auto among the parameters of the function.
func writtenOut(decl []token.Token) []token.Token {
	head := behindHeads(decl)
	open := parametersOf(decl, head)
	if open < 0 {
		return decl
	}
	var params, rest []token.Token
	depth, starts := 0, false
	word := func(at token.Token, kind token.Kind, text string) token.Token {
		at.Kind, at.Text, at.BOL, at.Space, at.Macro = kind, text, false, true, ""
		return at
	}
	for i := open; i < len(decl); i++ {
		t := decl[i]
		switch {
		case t.Is("("), t.Is("["), t.Is("{"), t.Is("<"):
			depth++
			starts = depth == 1
		case t.Is(")"), t.Is("]"), t.Is("}"), t.Is(">"):
			if depth--; depth == 0 {
				if len(params) == 0 {
					return decl
				}
				return joinedHead(decl[:head], decl[head:open], params, append(rest, decl[i:]...), word)
			}
		case t.Is(","):
			starts = depth == 1
		case t.Is("auto") && starts && depth == 1:
			name := word(t, token.Ident, "auto:"+itoa(len(params)/2+1))
			if len(params) > 0 {
				params = append(params, word(t, token.Punct, ","))
			}
			params = append(params, word(t, token.Ident, "typename"))
			n := i + 1
			for n < len(decl) && (decl[n].Is("&") || decl[n].Is("&&") || decl[n].Is("*") || decl[n].Is("const")) {
				n++
			}
			if n < len(decl) && decl[n].Is("...") {
				params = append(params, word(t, token.Punct, "..."))
			}
			params = append(params, name)
			if name.Args != nil { // the concept before auto
				c := &constrainer{}
				pack := params[len(params)-2].Is("...")
				params = append(params, c.held(name, c.applied(name.Args, []token.Token{c.word(name, token.Ident, name.Text)}, pack)))
				params[len(params)-2].Args, name.Args = nil, nil
			}
			name.Space = t.Space
			t, starts = name, false
		case !t.Is("const") && !t.Is("volatile"):
			starts = false
		}
		rest = append(rest, t)
	}
	return decl
}

// joinedHead puts a declaration together whose template has these parameters more.
func joinedHead(heads, before, params, rest []token.Token, word func(token.Token, token.Kind, string) token.Token) []token.Token {
	at := before[0]
	at.Limit, at.End = at.Off, at.Pos
	var out []token.Token
	if n := len(heads); n > 0 && heads[n-1].Is(">") && !heads[n-2].Is("<") && !definesMember(before) {
		out = append(append(append(out, heads[:n-1]...), word(at, token.Punct, ",")), params...)
		out = append(out, heads[n-1])
	} else {
		out = append(append(out, heads...), word(at, token.Ident, "template"), word(at, token.Punct, "<"))
		if n == 0 {
			out[0].BOL, out[0].Space = at.BOL, at.Space
		}
		out = append(append(out, params...), word(at, token.Punct, ">"))
	}
	return append(append(out, before...), rest...)
}

// definesMember tells whether what stands before the parameters ends in S::f.
func definesMember(before []token.Token) bool {
	n := len(before)
	return n >= 2 && before[n-2].Is("::")
}

// parametersOf is where the parameters of the function begin that a declaration declares; negative if it is none.
func parametersOf(decl []token.Token, i int) int {
	for ; i < len(decl); i++ {
		switch t := &decl[i]; {
		case t.Is("operator") && i+2 < len(decl) && decl[i+1].Is("(") && decl[i+2].Is(")"):
			i += 2
		case t.Is("operator"):
			i++
		case t.Is("="), t.Is("["), t.Is("using"), t.Is("typedef"), t.Is("static_assert"):
			return -1
		case t.Is("("):
			before := &decl[max(i-1, 0)]
			if i == 0 || before.Kind != token.Ident && !(i > 1 && operatorBefore(decl, i)) {
				return -1
			}
			if !specWords[before.Text] {
				return i
			}
			for depth := 0; i < len(decl); i++ { // of alignas, decltype, __launch_bounds__
				if decl[i].Is("(") {
					depth++
				} else if decl[i].Is(")") {
					if depth--; depth == 0 {
						break
					}
				}
			}
		}
	}
	return -1
}

// operatorBefore tells whether the name of an operator ends before token i.
func operatorBefore(decl []token.Token, i int) bool {
	return decl[i-2].Is("operator") || i > 2 && decl[i-3].Is("operator")
}

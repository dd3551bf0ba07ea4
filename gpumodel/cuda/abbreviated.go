package cuda

// Functions with auto among their parameters, void f(auto x), are templates of C++20 written short ([dcl.fct]). They are written out
// before they are read: template <typename A> void f(A x), behind the parameters that a template has already.

// abbreviated writes out such functions at file scope, in namespaces and in classes.
func abbreviated(toks []token) []token {
	out := make([]token, 0, len(toks))
	from := 0 // of the declaration
	for i := 0; i < len(toks); {
		switch t := &toks[i]; {
		case t.is("{") && opensScope(toks[from:i]), t.is("}"), t.is(";"), isAccess(toks, i):
			out = append(out, writtenOut(toks[from:i])...)
			out = append(out, *t)
			i++
			from = i
		case t.is("{"):
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
func isAccess(toks []token, i int) bool {
	return i > 0 && toks[i].is(":") && (toks[i-1].is("public") || toks[i-1].is("private") || toks[i-1].is("protected"))
}

// behindBraces is the index behind the } that closes the { at i.
func behindBraces(toks []token, i int) int {
	depth := 0
	for ; i < len(toks); i++ {
		if depth += braceStep(&toks[i]); depth == 0 {
			return i + 1
		}
	}
	return len(toks)
}

// opensScope tells whether a { behind these tokens opens a namespace or a class, not the body of a function or a list of values.
func opensScope(decl []token) bool {
	head := behindHeads(decl)
	if head == len(decl) {
		return false
	}
	last := &decl[len(decl)-1]
	switch t := &decl[head]; {
	case t.is("namespace"), t.is("inline") && len(decl) > head+1 && decl[head+1].is("namespace"):
		return true
	case t.is("extern"):
		return last.kind == tString
	case t.is("struct"), t.is("class"), t.is("union"):
		return !last.is(")") && !last.is("const") && !last.is("noexcept") && !last.is("=")
	}
	return false
}

// behindHeads is the index behind template <…> template <…>.
func behindHeads(decl []token) int {
	i := 0
	for i+1 < len(decl) && decl[i].is("template") && decl[i+1].is("<") {
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
func writtenOut(decl []token) []token {
	head := behindHeads(decl)
	open := parametersOf(decl, head)
	if open < 0 {
		return decl
	}
	var params, rest []token
	depth, starts := 0, false
	word := func(at token, kind tokenKind, text string) token {
		at.kind, at.text, at.bol, at.space, at.macro = kind, text, false, true, ""
		return at
	}
	for i := open; i < len(decl); i++ {
		t := decl[i]
		switch {
		case t.is("("), t.is("["), t.is("{"), t.is("<"):
			depth++
			starts = depth == 1
		case t.is(")"), t.is("]"), t.is("}"), t.is(">"):
			if depth--; depth == 0 {
				if len(params) == 0 {
					return decl
				}
				return joinedHead(decl[:head], decl[head:open], params, append(rest, decl[i:]...), word)
			}
		case t.is(","):
			starts = depth == 1
		case t.is("auto") && starts && depth == 1:
			name := word(t, tIdent, "auto:"+itoa(len(params)/2+1))
			if len(params) > 0 {
				params = append(params, word(t, tPunct, ","))
			}
			params = append(params, word(t, tIdent, "typename"))
			n := i + 1
			for n < len(decl) && (decl[n].is("&") || decl[n].is("&&") || decl[n].is("*") || decl[n].is("const")) {
				n++
			}
			if n < len(decl) && decl[n].is("...") {
				params = append(params, word(t, tPunct, "..."))
			}
			params = append(params, name)
			if name.args != nil { // the concept before auto
				c := &constrainer{}
				pack := params[len(params)-2].is("...")
				params = append(params, c.held(name, c.applied(name.args, []token{c.word(name, tIdent, name.text)}, pack)))
				params[len(params)-2].args, name.args = nil, nil
			}
			name.space = t.space
			t, starts = name, false
		case !t.is("const") && !t.is("volatile"):
			starts = false
		}
		rest = append(rest, t)
	}
	return decl
}

// joinedHead puts a declaration together whose template has these parameters more.
func joinedHead(heads, before, params, rest []token, word func(token, tokenKind, string) token) []token {
	at := before[0]
	at.limit, at.end = at.off, at.pos
	var out []token
	if n := len(heads); n > 0 && heads[n-1].is(">") && !heads[n-2].is("<") && !definesMember(before) {
		out = append(append(append(out, heads[:n-1]...), word(at, tPunct, ",")), params...)
		out = append(out, heads[n-1])
	} else {
		out = append(append(out, heads...), word(at, tIdent, "template"), word(at, tPunct, "<"))
		if n == 0 {
			out[0].bol, out[0].space = at.bol, at.space
		}
		out = append(append(out, params...), word(at, tPunct, ">"))
	}
	return append(append(out, before...), rest...)
}

// definesMember tells whether what stands before the parameters ends in S::f.
func definesMember(before []token) bool {
	n := len(before)
	return n >= 2 && before[n-2].is("::")
}

// parametersOf is where the parameters of the function begin that a declaration declares; negative if it is none.
func parametersOf(decl []token, i int) int {
	for ; i < len(decl); i++ {
		switch t := &decl[i]; {
		case t.is("operator") && i+2 < len(decl) && decl[i+1].is("(") && decl[i+2].is(")"):
			i += 2
		case t.is("operator"):
			i++
		case t.is("="), t.is("["), t.is("using"), t.is("typedef"), t.is("static_assert"):
			return -1
		case t.is("("):
			before := &decl[max(i-1, 0)]
			if i == 0 || before.kind != tIdent && !(i > 1 && operatorBefore(decl, i)) {
				return -1
			}
			if !specWords[before.text] {
				return i
			}
			for depth := 0; i < len(decl); i++ { // of alignas, decltype, __launch_bounds__
				if decl[i].is("(") {
					depth++
				} else if decl[i].is(")") {
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
func operatorBefore(decl []token, i int) bool {
	return decl[i-2].is("operator") || i > 2 && decl[i-3].is("operator")
}

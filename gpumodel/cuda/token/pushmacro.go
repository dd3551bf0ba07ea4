package token

// pushedMacros are the definitions that #pragma push_macro("NAME") keeps, the last one on top. A nil stands for a name
// that was not defined.
type pushedMacros map[string][]*Macro

// pushOrPop runs #pragma push_macro("NAME") and #pragma pop_macro("NAME").
//
// A pop without a push changes nothing, as with gcc and clang.
func (pp *preprocessor) pushOrPop(d Token, rest []Token) {
	if len(rest) != 3 || !rest[0].Is("(") || rest[1].Kind != String || !rest[2].Is(")") {
		pp.Errorf(d.Pos, d.End, "#pragma %s needs the name of a macro: #pragma %s(\"NAME\")", d.Text, d.Text)
		return
	}
	name, err := Unquote(rest[1].Text)
	if err != nil {
		pp.Errorf(rest[1].Pos, rest[1].End, "%s", err)
		return
	}
	if pp.pushed == nil {
		pp.pushed = pushedMacros{}
	}
	kept := pp.pushed[name]
	if d.Is("push_macro") {
		pp.pushed[name] = append(kept, pp.macros[name])
		return
	}
	last := len(kept) - 1
	switch {
	case last < 0:
		pp.Notef(d.Pos, "#pragma pop_macro(%q) has no effect: no #pragma push_macro(%q) before it", name, name)
		return
	case kept[last] == nil:
		delete(pp.macros, name)
	default:
		pp.macros[name] = kept[last]
	}
	pp.pushed[name] = kept[:last]
}

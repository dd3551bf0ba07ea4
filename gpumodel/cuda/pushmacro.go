package cuda

// pushedMacros are the definitions that #pragma push_macro("NAME") keeps, the last one on top. A nil stands for a name
// that was not defined.
type pushedMacros map[string][]*macro

// pushOrPop runs #pragma push_macro("NAME") and #pragma pop_macro("NAME").
//
// A pop without a push changes nothing, as with gcc and clang.
func (pp *preprocessor) pushOrPop(d token, rest []token) {
	if len(rest) != 3 || !rest[0].is("(") || rest[1].kind != tString || !rest[2].is(")") {
		pp.errorf(d.pos, d.end, "#pragma %s needs the name of a macro: #pragma %s(\"NAME\")", d.text, d.text)
		return
	}
	name, err := unquote(rest[1].text)
	if err != nil {
		pp.errorf(rest[1].pos, rest[1].end, "%s", err)
		return
	}
	if pp.pushed == nil {
		pp.pushed = pushedMacros{}
	}
	kept := pp.pushed[name]
	if d.is("push_macro") {
		pp.pushed[name] = append(kept, pp.macros[name])
		return
	}
	last := len(kept) - 1
	switch {
	case last < 0:
		pp.notef(d.pos, "#pragma pop_macro(%q) has no effect: no #pragma push_macro(%q) before it", name, name)
		return
	case kept[last] == nil:
		delete(pp.macros, name)
	default:
		pp.macros[name] = kept[last]
	}
	pp.pushed[name] = kept[:last]
}

package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Of two templates that take the same arguments C++ prefers the one with more constraints ([temp.constr.order]). Each is written as a set
// of atoms: concepts are replaced by what they consist of, down to expressions at a place of the source with the template's parameters by
// their numbers. The larger of two sets is the more constrained. Alternatives (||) are one atom.

// atoms are those of the constraints of a template's parameters.
func (p *parser) atoms(params []TemplateParam) []string {
	var all []string
	names := map[string]string{}
	for i, tp := range params {
		names[tp.Name] = "#" + itoa(i)
	}
	for _, tp := range params {
		for _, words := range tp.constraints {
			all = p.addAtoms(all, words, names, p.scope)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (p *parser) addAtoms(all []string, words []token.Token, names map[string]string, within *scope) []string {
	if len(all) > maxPack {
		return all
	}
	if parts := operands(words, "&&"); len(parts) > 1 {
		for _, part := range parts {
			all = p.addAtoms(all, part, names, within)
		}
		return all
	}
	if inner := unwrapped(words); inner != nil {
		return p.addAtoms(all, inner, names, within)
	}
	if vt, args := p.conceptOf(words, within); vt != nil {
		inner := map[string]string{}
		for i, tp := range vt.params {
			if tp.Pack {
				var pack []string
				for _, a := range args[min(i, len(args)):] {
					pack = append(pack, renamed(a, names))
				}
				inner[tp.Name] = strings.Join(pack, ", ")
			} else if i < len(args) {
				inner[tp.Name] = renamed(args[i], names)
			}
		}
		return p.addAtoms(all, vt.concept, inner, vt.scope)
	}
	if len(words) == 0 {
		return all
	}
	return append(all, itoa(words[0].Pos.Line)+":"+itoa(words[0].Pos.Col)+" "+renamed(words, names))
}

// renamed spells words with other names for some of them. A pack takes what expands it along: A... is what it stands for.
func renamed(words []token.Token, names map[string]string) string {
	var b strings.Builder
	expands := false
	for _, t := range words {
		name, known := names[t.Text]
		if known = known && t.Kind == token.Ident; known {
			t.Text = name
		}
		if !expands || !t.Is("...") {
			b.WriteString(t.Text + " ")
		}
		expands = known
	}
	return strings.TrimSpace(b.String())
}

// conceptOf is the concept that words in a scope apply to arguments, and the words of these; nil if they do something else.
func (p *parser) conceptOf(words []token.Token, within *scope) (vt *variableTemplate, args [][]token.Token) {
	open := slices.IndexFunc(words, func(t token.Token) bool { return t.Is("<") })
	c := &constrainer{toks: words}
	if open < 1 || c.behindAngles(open) != len(words) {
		return nil, nil
	}
	toks, i, outer := p.toks, p.i, p.scope
	p.toks, p.i, p.scope = append(slices.Clone(words), token.Token{Kind: token.EOF}), 0, within
	sym := p.find(p.at(p.qualifier()))
	p.toks, p.i, p.scope = toks, i, outer
	if sym == nil || sym.variable == nil || sym.variable.concept == nil {
		return nil, nil
	}
	return sym.variable, operands(words[open+1:len(words)-1], ",")
}

// includes tells whether the sorted list a has all of b, and more.
func includes(a, b []string) bool {
	return len(a) > len(b) && !slices.ContainsFunc(b, func(s string) bool { return !slices.Contains(a, s) })
}

// sameConstraints tells whether the parameters of two declarations of a template have the same constraints.
func sameConstraints(a, b []TemplateParam) bool {
	return slices.EqualFunc(a, b, func(x, y TemplateParam) bool {
		return slices.EqualFunc(x.constraints, y.constraints, func(v, w []token.Token) bool { return renamed(v, nil) == renamed(w, nil) })
	})
}

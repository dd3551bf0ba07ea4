package cuda

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Of a launch in host code a user wants to know what it is called with: constants, macros
// and variables that are set once stand for their values there.

// hostValues are the variables of a host function that are set once, where they are declared.
type hostValues struct {
	numbers map[string][]token
	dims    map[string][][]token // dim3
}

var hostNumbers = words("int unsigned long short size_t auto uint uint32_t int64_t uint64_t int32_t")

// valuesOf finds them in a host function.
func (p *parser) valuesOf(h *hostPart) hostValues {
	v := hostValues{map[string][]token{}, map[string][][]token{}}
	unclear := map[string]bool{}
	for i := h.from; i+1 < h.to; i++ {
		t := &p.toks[i]
		if t.kind != tIdent || keywords[t.text] {
			continue
		}
		word := p.declaredAs(i, h.from)
		switch after := &p.toks[i+1]; {
		case word == "dim3" && (after.is("(") || after.is("{")):
			v.dims[t.text] = p.listTokens(i+2, h.to, closer(after.text))
		case word == "dim3" && after.is("="):
			v.dims[t.text] = madeDim3(p.listTokens(i+2, h.to, ";"))
		case hostNumbers[word] && after.is("="):
			value := p.listTokens(i+2, h.to, ";")[0]
			unclear[t.text] = unclear[t.text] || v.numbers[t.text] != nil || len(value) == 0
			v.numbers[t.text] = value
		case after.is("=") || after.is("++") || after.is("--") || strings.HasSuffix(after.text, "=") && len(after.text) == 2 && strings.Contains("+-*/%&|^", after.text[:1]),
			i > h.from && (p.toks[i-1].is("++") || p.toks[i-1].is("--") || p.toks[i-1].is("&")):
			unclear[t.text] = true
		}
	}
	maps.DeleteFunc(v.numbers, func(name string, _ []token) bool { return unclear[name] })
	return v
}

// declaredAs is the last word of the type with which the name at token i is declared.
func (p *parser) declaredAs(i, from int) string {
	depth := 0
	for j := i - 1; j >= from; j-- {
		switch t := &p.toks[j]; {
		case t.is(")") || t.is("}") || t.is("]"):
			depth++
		case t.is("(") || t.is("{") || t.is("[") || t.is(";"):
			if depth--; depth < 0 || t.is(";") {
				return ""
			}
		case depth > 0:
		case j == i-1 && t.is("const"):
			i--
		case j == i-1 && t.kind == tIdent:
			return t.text
		case j == i-1 && !t.is(","):
			return ""
		case t.kind == tIdent && (t.is("dim3") || hostNumbers[t.text]) && p.toks[j+1].kind == tIdent:
			return t.text
		}
	}
	return ""
}

// madeDim3 are the sizes in dim3(a, b), as the value of a variable.
func madeDim3(value [][]token) [][]token {
	if len(value[0]) < 3 || !value[0][0].is("dim3") {
		return value
	}
	all := slices.Concat(value[0])
	for _, more := range value[1:] {
		all = append(append(all, token{kind: tPunct, text: ","}), more...)
	}
	return splitTokens(all[2 : len(all)-1])
}

// splitTokens takes a list apart at its commas.
func splitTokens(toks []token) (items [][]token) {
	depth, from := 0, 0
	for i, t := range toks {
		switch {
		case t.is("(") || t.is("{") || t.is("["):
			depth++
		case t.is(")") || t.is("}") || t.is("]"):
			depth--
		case t.is(",") && depth == 0:
			items, from = append(items, toks[from:i]), i+1
		}
	}
	return append(items, toks[from:])
}

// listTokens is a list's items from token i up to the closing one.
func (p *parser) listTokens(i, limit int, closing string) [][]token {
	depth, from := 0, i
	for ; i < limit; i++ {
		t := &p.toks[i]
		if depth == 0 && t.is(closing) {
			break
		}
		if t.is("(") || t.is("{") || t.is("[") {
			depth++
		} else if t.is(")") || t.is("}") || t.is("]") {
			depth--
		}
	}
	return splitTokens(p.toks[from:i])
}

// hostText is an expression of the host with what is known of its names: a number if all is.
func (p *parser) hostText(toks []token, v hostValues) string {
	if len(toks) == 1 && v.dims[toks[0].text] != nil {
		return p.dim3Text(v.dims[toks[0].text], v)
	}
	if len(toks) > 2 && toks[0].is("dim3") {
		return p.dim3Text(splitTokens(toks[2:len(toks)-1]), v)
	}
	toks = p.substituted(toks, v, 0)
	if n, ok := p.hostConstant(toks); ok {
		return n
	}
	return spell(toks)
}

func (p *parser) dim3Text(sizes [][]token, v hostValues) string {
	var parts []string
	for _, size := range sizes {
		parts = append(parts, p.hostText(size, v))
	}
	return "dim3(" + strings.Join(parts, ", ") + ")"
}

// substituted are tokens with the values of names in their place.
func (p *parser) substituted(toks []token, v hostValues, depth int) (out []token) {
	alone := len(toks) == 1
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		t.macro = ""
		member := i > 0 && (toks[i-1].is(".") || toks[i-1].is("->"))
		dims := v.dims[t.text]
		switch {
		case t.kind != tIdent || member || depth > maxHostDepth:
			out = append(out, t)
		case v.numbers[t.text] != nil:
			out = append(out, inBrackets(t, p.substituted(v.numbers[t.text], v, depth+1), alone)...)
		case dims != nil && i+2 < len(toks) && toks[i+1].is(".") && strings.Contains("xyz", toks[i+2].text):
			size := []token{{kind: tNumber, text: "1", space: t.space}}
			if at := strings.Index("xyz", toks[i+2].text); at < len(dims) {
				size = p.substituted(dims[at], v, depth+1)
			}
			out = append(out, inBrackets(t, size, len(toks) == 3)...)
			i += 2
		default:
			if n, ok := p.hostConstant(toks[i : i+1]); ok {
				t.kind, t.text = tNumber, n
			}
			out = append(out, t)
		}
	}
	return out
}

// maxHostDepth bounds how often the value of a variable is found in that of another one.
const maxHostDepth = 8

// inBrackets is a value in the place of token t.
func inBrackets(t token, value []token, alone bool) []token {
	value = slices.Clone(value)
	if len(value) == 0 {
		return []token{t}
	}
	if len(value) == 1 || alone {
		value[0].space = t.space
		return value
	}
	value[0].space = false
	return append(append([]token{{kind: tPunct, text: "(", space: t.space}}, value...), token{kind: tPunct, text: ")"})
}

// hostConstant evaluates an expression that consists of constants.
func (p *parser) hostConstant(toks []token) (string, bool) {
	if len(toks) == 0 || len(toks) == 1 && toks[0].kind == tNumber {
		return "", false
	}
	defer func(all []token, i int, completion *completion) { p.toks, p.i, p.completion = all, i, completion }(p.toks, p.i, p.completion)
	end := toks[len(toks)-1].end
	p.toks, p.i, p.completion = append(slices.Clone(toks), token{kind: tEOF, pos: end, end: end}), 0, nil
	n := int64(0)
	errs := p.quietly(func() {
		ok := false
		if n, ok = p.constInt("the value"); !ok || p.peek().kind != tEOF {
			panic(bailout{})
		}
	})
	return strconv.FormatInt(n, 10), errs == nil
}

// knownLaunch is a launch with the values of its configuration and arguments.
func (p *parser) knownLaunch(l HostLaunch, config, args [][]token, v hostValues) *HostLaunch {
	k := &HostLaunch{Pos: l.Pos, Kernel: l.Kernel}
	for n, to := range []*string{&k.Grid, &k.Block, &k.Shared} {
		if n < len(config) {
			*to = p.hostText(config[n], v)
		}
	}
	for i, a := range args {
		text := l.Args[i]
		if n, ok := p.hostConstant(a); ok {
			text = n
		} else if len(a) == 1 && v.numbers[a[0].text] != nil {
			if n, ok := p.hostConstant(v.numbers[a[0].text]); ok {
				text = n
			}
		}
		k.Args = append(k.Args, text)
	}
	return k
}

package cuda

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Of a launch in host code a user wants to know what it is called with: constants, macros
// and variables that are set once stand for their values there.

// hostValues are the variables of a host function that are set once, where they are declared.
type hostValues struct {
	numbers map[string][]token.Token
	dims    map[string][][]token.Token // dim3
}

var hostNumbers = token.Words("int unsigned long short size_t auto uint uint32_t int64_t uint64_t int32_t")

// valuesOf finds them in a host function.
func (p *parser) valuesOf(h *hostPart) hostValues {
	v := hostValues{map[string][]token.Token{}, map[string][][]token.Token{}}
	unclear := map[string]bool{}
	for i := h.from; i+1 < h.to; i++ {
		t := &p.toks[i]
		if t.Kind != token.Ident || keywords[t.Text] {
			continue
		}
		word := p.declaredAs(i, h.from)
		switch after := &p.toks[i+1]; {
		case word == "dim3" && (after.Is("(") || after.Is("{")):
			v.dims[t.Text] = p.listTokens(i+2, h.to, closer(after.Text))
		case word == "dim3" && after.Is("="):
			v.dims[t.Text] = madeDim3(p.listTokens(i+2, h.to, ";"))
		case hostNumbers[word] && after.Is("="):
			value := p.listTokens(i+2, h.to, ";")[0]
			unclear[t.Text] = unclear[t.Text] || v.numbers[t.Text] != nil || len(value) == 0
			v.numbers[t.Text] = value
		case after.Is("=") || after.Is("++") || after.Is("--") || strings.HasSuffix(after.Text, "=") && len(after.Text) == 2 && strings.Contains("+-*/%&|^", after.Text[:1]),
			i > h.from && (p.toks[i-1].Is("++") || p.toks[i-1].Is("--") || p.toks[i-1].Is("&")):
			unclear[t.Text] = true
		}
	}
	maps.DeleteFunc(v.numbers, func(name string, _ []token.Token) bool { return unclear[name] })
	return v
}

// declaredAs is the last word of the type with which the name at token i is declared.
func (p *parser) declaredAs(i, from int) string {
	depth := 0
	for j := i - 1; j >= from; j-- {
		switch t := &p.toks[j]; {
		case t.Is(")") || t.Is("}") || t.Is("]"):
			depth++
		case t.Is("(") || t.Is("{") || t.Is("[") || t.Is(";"):
			if depth--; depth < 0 || t.Is(";") {
				return ""
			}
		case depth > 0:
		case j == i-1 && t.Is("const"):
			i--
		case j == i-1 && t.Kind == token.Ident:
			return t.Text
		case j == i-1 && !t.Is(","):
			return ""
		case t.Kind == token.Ident && (t.Is("dim3") || hostNumbers[t.Text]) && p.toks[j+1].Kind == token.Ident:
			return t.Text
		}
	}
	return ""
}

// madeDim3 are the sizes in dim3(a, b), as the value of a variable.
func madeDim3(value [][]token.Token) [][]token.Token {
	if len(value[0]) < 3 || !value[0][0].Is("dim3") {
		return value
	}
	all := slices.Concat(value[0])
	for _, more := range value[1:] {
		all = append(append(all, token.Token{Kind: token.Punct, Text: ","}), more...)
	}
	return splitTokens(all[2 : len(all)-1])
}

// splitTokens takes a list apart at its commas.
func splitTokens(toks []token.Token) (items [][]token.Token) {
	depth, from := 0, 0
	for i, t := range toks {
		switch {
		case t.Is("(") || t.Is("{") || t.Is("["):
			depth++
		case t.Is(")") || t.Is("}") || t.Is("]"):
			depth--
		case t.Is(",") && depth == 0:
			items, from = append(items, toks[from:i]), i+1
		}
	}
	return append(items, toks[from:])
}

// listTokens is a list's items from token i up to the closing one.
func (p *parser) listTokens(i, limit int, closing string) [][]token.Token {
	depth, from := 0, i
	for ; i < limit; i++ {
		t := &p.toks[i]
		if depth == 0 && t.Is(closing) {
			break
		}
		if t.Is("(") || t.Is("{") || t.Is("[") {
			depth++
		} else if t.Is(")") || t.Is("}") || t.Is("]") {
			depth--
		}
	}
	return splitTokens(p.toks[from:i])
}

// hostText is an expression of the host with what is known of its names: a number if all is.
func (p *parser) hostText(toks []token.Token, v hostValues) string {
	if len(toks) == 1 && v.dims[toks[0].Text] != nil {
		return p.dim3Text(v.dims[toks[0].Text], v)
	}
	if len(toks) > 2 && toks[0].Is("dim3") {
		return p.dim3Text(splitTokens(toks[2:len(toks)-1]), v)
	}
	toks = p.substituted(toks, v, 0)
	if n, ok := p.hostConstant(toks); ok {
		return n
	}
	return token.Spell(toks)
}

func (p *parser) dim3Text(sizes [][]token.Token, v hostValues) string {
	var parts []string
	for _, size := range sizes {
		parts = append(parts, p.hostText(size, v))
	}
	return "dim3(" + strings.Join(parts, ", ") + ")"
}

// substituted are tokens with the values of names in their place.
func (p *parser) substituted(toks []token.Token, v hostValues, depth int) (out []token.Token) {
	alone := len(toks) == 1
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		t.Macro = ""
		member := i > 0 && (toks[i-1].Is(".") || toks[i-1].Is("->"))
		dims := v.dims[t.Text]
		switch {
		case t.Kind != token.Ident || member || depth > maxHostDepth:
			out = append(out, t)
		case v.numbers[t.Text] != nil:
			out = append(out, inBrackets(t, p.substituted(v.numbers[t.Text], v, depth+1), alone)...)
		case dims != nil && i+2 < len(toks) && toks[i+1].Is(".") && strings.Contains("xyz", toks[i+2].Text):
			size := []token.Token{{Kind: token.Number, Text: "1", Space: t.Space}}
			if at := strings.Index("xyz", toks[i+2].Text); at < len(dims) {
				size = p.substituted(dims[at], v, depth+1)
			}
			out = append(out, inBrackets(t, size, len(toks) == 3)...)
			i += 2
		default:
			if n, ok := p.hostConstant(toks[i : i+1]); ok {
				t.Kind, t.Text = token.Number, n
			}
			out = append(out, t)
		}
	}
	return out
}

// maxHostDepth bounds how often the value of a variable is found in that of another one.
const maxHostDepth = 8

// inBrackets is a value in the place of token t.
func inBrackets(t token.Token, value []token.Token, alone bool) []token.Token {
	value = slices.Clone(value)
	if len(value) == 0 {
		return []token.Token{t}
	}
	if len(value) == 1 || alone {
		value[0].Space = t.Space
		return value
	}
	value[0].Space = false
	return append(append([]token.Token{{Kind: token.Punct, Text: "(", Space: t.Space}}, value...), token.Token{Kind: token.Punct, Text: ")"})
}

// hostConstant evaluates an expression that consists of constants.
func (p *parser) hostConstant(toks []token.Token) (string, bool) {
	if len(toks) == 0 || len(toks) == 1 && toks[0].Kind == token.Number {
		return "", false
	}
	defer func(all []token.Token, i int, completion *completion) { p.toks, p.i, p.completion = all, i, completion }(p.toks, p.i, p.completion)
	end := toks[len(toks)-1].End
	p.toks, p.i, p.completion = append(slices.Clone(toks), token.Token{Kind: token.EOF, Pos: end, End: end}), 0, nil
	n := int64(0)
	errs := p.quietly(func() {
		ok := false
		if n, ok = p.constInt("the value"); !ok || p.peek().Kind != token.EOF {
			panic(bailout{})
		}
	})
	return strconv.FormatInt(n, 10), errs == nil
}

// knownLaunch is a launch with the values of its configuration and arguments.
func (p *parser) knownLaunch(l HostLaunch, config, args [][]token.Token, v hostValues) *HostLaunch {
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
		} else if len(a) == 1 && v.numbers[a[0].Text] != nil {
			if n, ok := p.hostConstant(v.numbers[a[0].Text]); ok {
				text = n
			}
		}
		k.Args = append(k.Args, text)
	}
	return k
}

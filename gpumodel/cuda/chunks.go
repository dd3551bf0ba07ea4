package cuda

import (
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// What the sources of a program declare at file scope is told apart by its tokens, before it is read: a chunk is one declaration.

type chunkKind uint8

const (
	otherChunk chunkKind = iota
	classChunk           // a class or an enum with its members, a typedef, using A = B
	functionChunk
	variableChunk
)

// A chunk is a declaration at file scope or in a namespace.
type chunk struct {
	from, to int // its tokens
	source   int
	kind     chunkKind
	names    []string
	key      string // its words, behind those of the namespaces around it
	// own: it belongs to its source alone. shared: sources that have the same words mean the same thing.
	own, shared bool
	defines     bool
}

// differs tells whether two declarations of a name, of different sources, cannot both be meant.
func (c *chunk) differs(o *chunk) bool {
	if c.key == o.key && c.shared && o.shared {
		return false
	}
	if c.kind == functionChunk && o.kind == functionChunk {
		if c.own != o.own || c.own && !c.shared {
			return true
		}
		return c.own && c.defines && o.defines // others declare and define, or are overloads; what is a source's own is no overload of another's
	}
	if c.kind == classChunk && o.kind == classChunk {
		return c.defines && o.defines
	}
	return c.own || o.own
}

// hasMember tells whether a class declares a member of a name.
func (c *chunk) hasMember(toks []token.Token, name string) bool {
	depth := 0
	for i := c.from; i < c.to; i++ {
		depth += braceStep(&toks[i])
		if depth == 1 && i > c.from && toks[i].Text == name && (toks[i-1].Kind == token.Ident && !toks[i-1].Is("return") || toks[i-1].Is("*") ||
			toks[i-1].Is("&") ||
			toks[i-1].Is(">") || toks[i-1].Is(",")) {
			return true
		}
	}
	return false
}

// declarations takes the tokens of the sources apart.
func declarations(toks []token.Token, files *token.Files) (all []*chunk) {
	var path []string // of the namespaces that are open; "" is an unnamed one
	for i := 0; i < len(toks); {
		t := &toks[i]
		switch {
		case t.Library || t.Kind == token.EOF || t.Kind == token.Pragma || t.Is(";"):
			i++
		case t.Is("}"):
			path = path[:max(0, len(path)-1)]
			i++
		case opensSpace(toks, i) > 0:
			n := opensSpace(toks, i)
			path = append(path, token.Spell(toks[i+1:i+n-1]))
			i += n
		default:
			c := &chunk{from: i, to: declarationEnd(toks, i), source: files.SourceIndex(t)}
			c.describe(toks[c.from:c.to], path)
			all = append(all, c)
			i = c.to
		}
	}
	return all
}

// opensSpace is how many tokens namespace A { or extern "C" { takes, 0 if something else begins here.
func opensSpace(toks []token.Token, i int) int {
	n := 0
	if toks[i].Is("inline") && i+1 < len(toks) && toks[i+1].Is("namespace") {
		n++
	}
	switch {
	case i+n < len(toks) && toks[i+n].Is("namespace"):
		for n++; i+n < len(toks) && (toks[i+n].Kind == token.Ident || toks[i+n].Is("::")); n++ {
		}
	case i+2 < len(toks) && toks[i].Is("extern") && toks[i+1].Kind == token.String:
		n = 2
	}
	if n > 0 && i+n < len(toks) && toks[i+n].Is("{") {
		return n + 1
	}
	return 0
}

// declarationEnd is the index behind a declaration: its semicolon, or the brace that closes the body of a function.
func declarationEnd(toks []token.Token, from int) int {
	depth, function, head := 0, false, from+templateHead(toks[from:])
	for i := head; i < len(toks); i++ {
		t := &toks[i]
		switch {
		case t.Kind == token.EOF:
			return i
		case t.Is("("), t.Is("["), t.Is("{"):
			if depth == 0 && t.Is("(") && !function {
				function = !assigns(toks[head:i])
			}
			depth++
		case t.Is(")"), t.Is("]"):
			depth--
		case t.Is("}"):
			if depth--; depth < 0 {
				return i
			}
			if depth == 0 && function && !(i+1 < len(toks) && (toks[i+1].Is(",") || toks[i+1].Is("{") || toks[i+1].Is(";"))) {
				return i + 1
			}
		case depth == 0 && t.Is(";"):
			return i + 1
		}
	}
	return len(toks)
}

// assigns tells whether a value follows what stands in the tokens, which may be operator=.
func assigns(toks []token.Token) bool {
	for i := range toks {
		if toks[i].Is("=") && (i == 0 || !toks[i-1].Is("operator")) {
			return true
		}
	}
	return false
}

var (
	inlineWords   = token.Words("inline __inline__ __inline __forceinline__ constexpr")
	classWords    = token.Words("struct class union enum")
	deviceOfOwn   = token.Words("__constant__ __device__ __shared__ __managed__ texture")
	wordsOfNoName = token.Words("const volatile static extern inline constexpr unsigned signed")
)

// describe finds what a declaration declares.
func (c *chunk) describe(toks []token.Token, path []string) {
	space := strings.Join(path, " :: ")
	c.key = space + " : " + plainSpell(toks)
	unnamed := slices.Contains(path, "")
	has := map[string]bool{} // words at the level of the declaration
	depth, paren, brace, assign := 0, -1, -1, -1
	body := templateHead(toks)
	for i := body; i < len(toks); i++ {
		t := &toks[i]
		if depth == 0 && t.Kind == token.Ident && brace < 0 && assign < 0 && paren < 0 {
			has[t.Text] = true
		}
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			if depth == 0 && t.Is("(") && paren < 0 {
				paren = i
			}
			if depth == 0 && t.Is("{") && brace < 0 {
				brace = i
			}
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		case depth == 0 && t.Is("=") && assign < 0:
			assign = i
		}
	}
	inline, template := anyOf(has, inlineWords), body > 0
	first := toks[min(body, len(toks)-1)]
	switch {
	case first.Is("using") || first.Is("namespace") || first.Is("static_assert"):
		c.shared = true
		if assign > 0 {
			c.kind, c.names, c.defines, c.own = classChunk, []string{toks[assign-1].Text}, true, true
		}
	case first.Is("typedef"), anyOf(has, classWords) && brace >= 0 && (paren < 0 || paren > brace):
		c.kind, c.shared, c.defines, c.own = classChunk, true, true, true
		c.names = typeNames(toks[body:], brace-body)
	case anyOf(has, classWords) && paren < 0 && brace < 0 && assign < 0 && len(toks)-body <= 3: // struct S;
		c.kind, c.shared = classChunk, true
	case paren > 0 && (assign < 0 || assign > paren) && toks[paren-1].Kind == token.Ident &&
		!(paren > 1 && (toks[paren-2].Is("::") || toks[paren-2].Is("~"))):
		c.kind, c.names, c.defines = functionChunk, []string{toks[paren-1].Text}, brace >= 0
		c.own = has["static"] || unnamed || template || inline || has["__device__"]
		c.shared = !c.defines || template || inline || has["__device__"]
	case paren > 0 && (assign < 0 || assign > paren): // a method, an operator
		c.shared = template || inline || brace < 0
	default:
		c.kind, c.defines = variableChunk, !has["extern"] || assign >= 0
		c.names = variableNames(toks[body:])
		pointer := slices.ContainsFunc(toks, func(t token.Token) bool { return t.Is("*") })
		constant := has["constexpr"] || has["const"] && !has["extern"] && !pointer
		c.own = has["static"] || unnamed || constant || anyOf(has, deviceOfOwn)
		c.shared = constant && !anyOf(has, deviceOfOwn) || !c.defines || template
	}
}

// templateHead is the index behind template <…>.
func templateHead(toks []token.Token) int {
	i := 0
	for i+1 < len(toks) && toks[i].Is("template") && toks[i+1].Is("<") {
		depth := 0
		for i++; i < len(toks); i++ {
			depth += strings.Count(toks[i].Text, "<") * oneIf(toks[i].Kind == token.Punct && strings.Trim(toks[i].Text, "<") == "")
			depth -= strings.Count(toks[i].Text, ">") * oneIf(toks[i].Kind == token.Punct && strings.Trim(toks[i].Text, ">") == "")
			if depth <= 0 {
				i++
				break
			}
		}
	}
	return i
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func anyOf(has, of map[string]bool) bool {
	for word := range has {
		if of[word] {
			return true
		}
	}
	return false
}

// plainSpell writes tokens with one blank between them, so that white space makes no difference.
func plainSpell(toks []token.Token) string {
	var b strings.Builder
	for i := range toks {
		b.WriteString(toks[i].Text)
		b.WriteByte(' ')
	}
	return b.String()
}

// typeNames are the names that a definition of a class, an enum or a typedef declares, enumerators too.
func typeNames(toks []token.Token, brace int) (names []string) {
	word := slices.IndexFunc(toks, func(t token.Token) bool { return classWords[t.Text] })
	if word >= 0 && word < len(toks) {
		for i := word + 1; i < len(toks) && toks[i].Kind == token.Ident; i++ {
			if !classWords[toks[i].Text] && toks[i].Text != "__align__" && toks[i].Text != "alignas" {
				names = append(names, toks[i].Text)
				break
			}
		}
	}
	if word >= 0 && toks[word].Is("enum") && brace >= 0 && !(word+1 < len(toks) && classWords[toks[word+1].Text]) {
		for i := brace; i+1 < len(toks) && !toks[i].Is("}"); i++ {
			if (toks[i].Is("{") || toks[i].Is(",")) && toks[i+1].Kind == token.Ident {
				names = append(names, toks[i+1].Text)
			}
		}
	}
	if n := len(toks); toks[0].Is("typedef") && n > 2 && toks[n-2].Kind == token.Ident {
		names = append(names, toks[n-2].Text)
	}
	return names
}

// variableNames are the names of the variables of a declaration.
func variableNames(toks []token.Token) (names []string) {
	depth, value := 0, false
	for i := range toks {
		t := &toks[i]
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		case depth > 0:
		case t.Is("="):
			value = true
		case t.Is(","):
			value = false
		}
		if depth > 0 && !(depth == 1 && (t.Is("[") || t.Is("{"))) || i == 0 || value && !t.Is("=") {
			continue
		}
		if last := &toks[i-1]; (t.Is("=") || t.Is(",") || t.Is(";") || t.Is("[") || t.Is("{")) && last.Kind == token.Ident &&
			!wordsOfNoName[last.Text] && !(i > 1 && toks[i-2].Is("::")) {
			names = append(names, last.Text)
		}
	}
	return names
}

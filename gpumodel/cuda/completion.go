package cuda

import (
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// A completion collects the names that can stand where a source ends. The parser fills it in when it
// reads an unfinished source for [Complete] or [Explain]; in an ordinary parse there is none.
type completion struct {
	seen     bool // the end of the source was reached; only the first visit counts
	names    []Name
	only     bool // names are all that can stand there: members
	target   token.Pos
	declared *symbol // at target
	parser   *parser
}

// newCompletion parses src and collects the names at its end, and the symbol that is declared at target.
func newCompletion(src string, opt Options, target token.Pos) *completion {
	r := token.NewReporter("", src)
	c := &completion{target: target}
	if len(src) > token.MaxSource {
		return c
	}
	source := token.Preprocess(r, src, opt.preprocessing())
	if len(source.Tokens) == 0 {
		return c
	}
	p := newParser(r, withSpaces(withGroups(withLaunchBrackets(source.Tokens), true)))
	p.source, p.macros, p.completion, c.parser = source, source.Macros, c, p
	p.file = &File{Files: r.Files}
	p.openStandard()
	p.openLibraries()
	p.unit()
	p.peek()
	return c
}

// atEnd tells whether a text that is read for its names ends here.
func (p *parser) atEnd() bool { return p.completion != nil && p.at(0).Kind == token.EOF }

// reached notes the names that are visible where the text ends, once.
func (c *completion) reached(p *parser) {
	if c.seen {
		return
	}
	c.seen = true
	depth := 0
	for s := p.scope; s != nil; s = s.outer {
		for name, sym := range s.names {
			if n, ok := p.nameOf(name, sym); ok {
				n.depth = depth
				c.names = append(c.names, n)
			}
		}
		depth++
	}
}

// completeInside reads the method in which the text ends, with what the struct has before.
func (p *parser) completeInside(t *Type) {
	t.layout(0)
	t.class.pending = append(t.class.pending, pending{from: p.i})
	p.methods(t)
}

// closedAhead tells whether the body of the function ahead has its "}".
func (p *parser) closedAhead() bool {
	depth := 0
	for i := p.i; i < len(p.toks)-1; i++ {
		t := &p.toks[i]
		step := braceStep(t)
		if depth += step; depth == 0 && (step < 0 || t.Is(";")) {
			return true
		}
	}
	return false
}

// members notes the members of a value of type t, behind which the text ends.
func (c *completion) members(p *parser, t *Type) {
	if c.seen {
		return
	}
	c.seen, c.only = true, true
	if t.Kind == Pointer {
		t = t.Elem
	}
	if t.Kind != Struct {
		return
	}
	for i := range t.Fields {
		c.names = append(c.names, p.memberName(t, &t.Fields[i]))
	}
	if t.class == nil {
		return
	}
	for name, methods := range t.class.methods {
		if !strings.HasPrefix(name, "operator") {
			c.names = append(c.names, p.overloads(name, methods, "method"))
		}
	}
}

// enumerators notes the values of an enum class.
func (c *completion) enumerators(t *Type) {
	if c.seen {
		return
	}
	c.seen, c.only = true, true
	for _, name := range t.Enum.names {
		c.names = append(c.names, Name{Name: name, Kind: "constant",
			Declarations: []string{t.Name + "::" + name + " = " + itoa(int(t.Enum.values[name].Value.I))}})
	}
}

// declare notes the symbol that is declared at the target; what an
// instance of a template declares there has other types.
func (c *completion) declare(p *parser, t *token.Token, sym *symbol) {
	if t.Pos == c.target && p.deep == 0 && c.declared == nil {
		sym.name, sym.pos = t.Text, t.Pos
		c.declared = sym
	}
}

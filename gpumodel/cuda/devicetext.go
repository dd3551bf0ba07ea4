package cuda

import (
	"strconv"

	"warpbook.dev/gpumodel/cuda/token"
)

// A literal in device code that is read as memory is an array of the file, as nvcc has it: all literals with the same characters share
// one. A literal that only printf or assert sees needs none.

// textName begins the names of these arrays, which no program can write.
const textName = "__text "

// inMemory is the literal as a pointer to its first character. An instance that is made for a launch comes after the variables of the
// file are laid out: its literals have no array unless its template was seen before.
func (p *parser) inMemory(s *StringLit) *StringLit {
	x := &StringLit{Typed{s.Pos, textPointer}, s.Value, p.textArray(s)}
	return x
}

// textArray is the array of a literal; nil if it would come too late.
func (p *parser) textArray(s *StringLit) *Var {
	v := p.texts[s.Value]
	if v != nil || p.wholeFile {
		return v
	}
	char := textPointer.Elem
	v = &Var{Pos: s.Pos, Name: textName + strconv.Quote(s.Value), Storage: Device, own: true}
	v.Type = &Type{Kind: Array, Elem: char, Len: len(s.Value) + 1}
	v.Init = p.charArray(s, v.Type, "a text")
	if p.texts == nil {
		p.texts = map[string]*Var{}
	}
	p.texts[s.Value] = v
	p.file.literals = append(p.file.literals, s.Value)
	p.file.Globals = append(p.file.Globals, v)
	return v
}

// Literals are the texts of these arrays, in their order.
func (f *File) Literals() []string { return f.literals }

// openLiterals makes the arrays that another reading of the source has.
func (p *parser) openLiterals(texts []string) {
	for _, text := range texts {
		p.textArray(&StringLit{Typed: Typed{token.Pos{Line: 1, Col: 1}, typeString}, Value: text})
	}
}

// textsOfTemplate gives the literals of a template's text their arrays, before the variables of the file are laid out.
func (p *parser) textsOfTemplate(toks []token.Token) {
	for i := range toks {
		if toks[i].Kind != token.String || i > 0 && toks[i-1].Kind == token.String {
			continue
		}
		if i > 1 && toks[i-1].Is("(") && toks[i-2].Is("printf") {
			continue
		}
		s := &StringLit{Typed: Typed{toks[i].Pos, typeString}}
		for ; i < len(toks) && toks[i].Kind == token.String; i++ {
			if text, err := token.Unquote(toks[i].Text); err == nil {
				s.Value += text
			}
		}
		p.textArray(s)
	}
}

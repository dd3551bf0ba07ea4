package token

import "strings"

// _Pragma("text") is #pragma text where a macro can say it ([cpp.pragma.op]).

// pragmaOperators appends expanded text to what is left, and runs the pragmas in it.
func (pp *preprocessor) pragmaOperators(toks []Token) {
	from := 0
	keep := func(to int) {
		kept := len(pp.out)
		pp.out = append(pp.out, toks[from:to]...)
		pp.packing.mark(pp.out[kept:])
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if !t.Is("_Pragma") {
			continue
		}
		keep(i)
		from = i + 1
		if i+3 >= len(toks) || !toks[i+1].Is("(") || toks[i+2].Kind != String || !toks[i+3].Is(")") {
			pp.Errorf(t.Pos, t.End, `_Pragma needs a string in parentheses, such as _Pragma("unroll 8")`)
			continue
		}
		if line := pragmaText(&t, toks[i+2].Text); len(line) > 0 {
			pp.pragma(t, line)
		}
		i += 3
		from = i + 1
	}
	keep(len(toks))
}

// pragmaText is what a string of _Pragma says, as tokens that stand where the word stands.
func pragmaText(at *Token, text string) []Token {
	text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	line := Scan(text)
	line = line[:len(line)-1]
	for i := range line {
		t := *at
		t.Kind, t.Text, t.Msg, t.BOL, t.Space = line[i].Kind, line[i].Text, line[i].Msg, false, line[i].Space
		line[i] = t
	}
	return line
}

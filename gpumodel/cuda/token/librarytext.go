package token

import "slices"

// A Library is a text of ours that was read. It is never changed.
type Library struct {
	Name   string
	Tokens []Token
	Macros map[string]*Macro // those that it defines
}

// ReadLibrary reads a text of ours, which has no mistakes.
func ReadLibrary(name, text string, opt Options) *Library {
	r := NewReporter(name, text)
	u := Preprocess(r, text, opt)
	if err := r.Err(); err != nil {
		panic("BUG: " + err.Error())
	}
	l := &Library{Name: name, Tokens: u.Tokens[:len(u.Tokens)-1], Macros: map[string]*Macro{}} // without the end
	for i := range l.Tokens {
		l.Tokens[i].Library, l.Tokens[i].Macro = true, ""
	}
	for name, m := range u.Macros {
		if !m.Builtin {
			m.Builtin = true
			l.Macros[name] = m
		}
	}
	return l
}

// libraryOnce begins what the preprocessor calls a text that was read.
const libraryOnce = "library "

// texts reads the texts of a known header.
func (pp *preprocessor) texts(d Token, file string, known Known) {
	if known.Listed && !slices.Contains(pp.unit.Libraries, file) {
		pp.unit.Libraries = append(pp.unit.Libraries, file)
	}
	for _, t := range known.Texts() {
		if !t.Shelved {
			pp.text(d, t.Library)
			continue
		}
		if !slices.Contains(pp.unit.Shelved, t.Name) { // else an earlier source has it, and this one its macros
			pp.unit.Shelved = append(pp.unit.Shelved, t.Name)
		}
		pp.macrosOf(t.Library)
	}
}

// text puts a text in the place of a directive.
func (pp *preprocessor) text(d Token, l *Library) {
	if !pp.once[libraryOnce+l.Name] { // else an earlier source has it, and this one its macros
		for _, t := range l.Tokens {
			t.Pos, t.End, t.Off, t.Limit, t.In = d.Pos, d.End, d.Off, d.Off, d.In
			pp.out = append(pp.out, t)
		}
	}
	pp.once[libraryOnce+l.Name] = true
	pp.macrosOf(l)
}

// macrosOf defines the macros of a text that the source has not defined.
func (pp *preprocessor) macrosOf(l *Library) {
	for name, m := range l.Macros {
		if pp.macros[name] == nil {
			pp.macros[name] = m
		}
	}
}

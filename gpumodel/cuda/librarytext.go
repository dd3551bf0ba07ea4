package cuda

import "slices"

// A LibraryText is a text of ours that was read. It is never changed.
type LibraryText struct {
	Name   string
	Tokens []token
	Macros map[string]*macro // those that it defines
}

// ReadLibrary reads a text of ours, which has no mistakes.
func ReadLibrary(name, text string, opt PPOptions) *LibraryText {
	r := newReporter(name, text)
	u := preprocess(r, text, opt)
	if err := r.err(); err != nil {
		panic("BUG: " + err.Error())
	}
	l := &LibraryText{Name: name, Tokens: u.Tokens[:len(u.Tokens)-1], Macros: map[string]*macro{}} // without the end
	for i := range l.Tokens {
		l.Tokens[i].library, l.Tokens[i].macro = true, ""
	}
	for name, m := range u.Macros {
		if !m.builtin {
			m.builtin = true
			l.Macros[name] = m
		}
	}
	return l
}

// libraryOnce begins what the preprocessor calls a text that was read.
const libraryOnce = "library "

// texts reads the texts of a known header.
func (pp *preprocessor) texts(d token, file string, known Known) {
	if known.Listed && !slices.Contains(pp.unit.Libraries, file) {
		pp.unit.Libraries = append(pp.unit.Libraries, file)
	}
	for _, t := range known.Texts() {
		if !t.Shelved {
			pp.text(d, t.LibraryText)
			continue
		}
		if !slices.Contains(pp.unit.Shelved, t.Name) { // else an earlier source has it, and this one its macros
			pp.unit.Shelved = append(pp.unit.Shelved, t.Name)
		}
		pp.macrosOf(t.LibraryText)
	}
}

// text puts a text in the place of a directive.
func (pp *preprocessor) text(d token, l *LibraryText) {
	if !pp.once[libraryOnce+l.Name] { // else an earlier source has it, and this one its macros
		for _, t := range l.Tokens {
			t.pos, t.end, t.off, t.limit, t.in = d.pos, d.end, d.off, d.off, d.in
			pp.out = append(pp.out, t)
		}
	}
	pp.once[libraryOnce+l.Name] = true
	pp.macrosOf(l)
}

// macrosOf defines the macros of a text that the source has not defined.
func (pp *preprocessor) macrosOf(l *LibraryText) {
	for name, m := range l.Macros {
		if pp.macros[name] == nil {
			pp.macros[name] = m
		}
	}
}

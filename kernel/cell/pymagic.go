package cell

import (
	"fmt"

	"go.starlark.net/starlark"
)

// Notebooks for Python make magics of their own: a function with @register_cell_magic gets the rest of the magic's line and the text
// below it, writes that to a file, and calls nvcc. Such a decorator needs no Python: the function is one of cells, and the session
// notes under which magics it is called.

// magicModule has the decorators that make magics.
const magicModule = "IPython.core.magic"

// registers are these decorators, with how their magics begin.
var registers = map[string][]string{"register_cell_magic": {"%%"}, "register_line_magic": {"%"}, "register_line_cell_magic": {"%", "%%"}}

// registered reads a decorator that makes a magic of the function below it. Nothing stands for it in Starlark.
func (p *pyReader) registered(margin int) bool {
	kinds := registers[p.ahead(1).text]
	if kinds == nil || margin != 1 || p.ahead(2).kind != tokNewline || !p.ahead(3).is("def") {
		return false
	}
	p.stmt.edits = append(p.stmt.edits, pyEdit{p.i, p.i + 2, ""})
	for _, kind := range kinds {
		p.stmt.makes = append(p.stmt.makes, kind+p.ahead(4).text)
	}
	p.i += 3
	p.block()
	return true
}

// ownMagic returns what runs a magic that a cell of the notebook has made, or tells that this cell was skipped; nil if none has made it.
// magic is its name with % or %%.
func (r *Run) ownMagic(magic string, args ...string) func() error {
	g := r.session.guest
	if g == nil {
		return nil
	}
	r.session.mu.RLock()
	name, made := g.magics[magic]
	a, absent := g.absent[magic]
	r.session.mu.RUnlock()
	switch {
	case absent:
		return func() error {
			r.skipped("Python", []string{magic + " of " + a.cell}, nil,
				[]string{fmt.Sprintf("%s, which makes %s, was skipped: it needs Python (%s)", a.cell, magic, a.need)})
			return nil
		}
	case !made:
		return nil
	}
	return func() error {
		f, ok := r.session.lookup(name)
		if !ok {
			return valueErrorf("%s calls the function %s, which is not there any more", magic, name)
		}
		values := make(starlark.Tuple, len(args))
		for i, text := range args {
			values[i] = starlark.String(text)
		}
		v, err := starlark.Call(r.thread, f, values, nil)
		r.result = v
		return err
	}
}

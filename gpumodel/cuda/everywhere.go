package cuda

import (
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// everywhereScope has the names of everywhere once they are read.
var everywhereScope struct {
	once sync.Once
	*scope
}

// everywhere are the names that every text can use without declaring them, and that it may declare anew: the enumerations of
// CUDA's runtime, which hosts and kernels share. They are read once and never changed.
func everywhere() *scope {
	everywhereScope.once.Do(func() {
		const name = "cudart/enums.cuh"
		r := token.NewReporter(name, "")
		p := parserIn(r, append(readLibrary(name).Tokens, token.Token{Kind: token.EOF}), newScope(nil))
		p.file = &File{Files: r.Files}
		p.guard(p.enumerations, func() { p.i = len(p.toks) - 1 })
		if err := r.Err(); err != nil {
			panic("BUG: " + err.Error())
		}
		everywhereScope.scope = p.scope
	})
	return everywhereScope.scope
}

// enumerations reads enum E {…}; and typedef enum E E_t; up to the end.
func (p *parser) enumerations() {
	for p.peek().Kind != token.EOF {
		s := p.specs("an enumeration")
		if s.typedef {
			d := p.declarator(s.typ, "the type", true)
			p.declare(d.name, &symbol{typ: d.typ})
		}
		p.expect(";", "behind an enumeration")
	}
}

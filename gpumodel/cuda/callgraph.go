package cuda

// checkCalls reports calls of functions that are only declared.
func (p *parser) checkCalls() {
	done := map[*Func]bool{}
	for _, list := range [][]*Func{p.file.Kernels, p.file.Funcs, p.made, p.dispatchers} {
		for _, fn := range list {
			if p.info(fn).constexpr {
				continue // it may be for constants alone
			}
			p.visit(fn, done)
		}
	}
}

// visit walks the calls of fn, and those of the functions that it calls.
func (p *parser) visit(fn *Func, done map[*Func]bool) {
	if done[fn] {
		return
	}
	done[fn] = true
	for _, c := range p.calls[fn] {
		if !p.info(c.callee).defined {
			p.errorf(c.pos, c.end, "function %q is declared (line %d) but has no body", c.callee.Name, c.callee.Pos.Line)
			continue
		}
		p.visit(c.callee, done)
	}
}

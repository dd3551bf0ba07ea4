package cuda

// checkCalls reports recursion and calls of functions that are only declared.
func (p *parser) checkCalls() {
	done := map[*Func]bool{}
	for _, list := range [][]*Func{p.file.Kernels, p.file.Funcs, p.made} {
		for _, fn := range list {
			if p.info(fn).constexpr {
				continue // it may be for constants alone
			}
			p.visit(fn, map[*Func]bool{}, done)
		}
	}
}

// visit walks the calls of fn; path holds the functions on the way to it.
func (p *parser) visit(fn *Func, path, done map[*Func]bool) {
	if done[fn] {
		return
	}
	path[fn] = true
	for _, c := range p.calls[fn] {
		switch {
		case c.address && p.info(c.callee).defined:
		case path[c.callee]:
			p.errorf(c.pos, c.end, "recursion is not supported: %q calls itself here; use a loop", c.callee.Name)
		case !p.info(c.callee).defined:
			p.errorf(c.pos, c.end, "function %q is declared (line %d) but has no body", c.callee.Name, c.callee.Pos.Line)
		default:
			p.visit(c.callee, path, done)
		}
	}
	delete(path, fn)
	done[fn] = true
}

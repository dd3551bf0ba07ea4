package cuda

// checkCalls reports calls of functions that are only declared.
func (p *parser) checkCalls() {
	p.checkWaits()
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
			if !p.part {
				p.noBody(c)
			}
			continue
		}
		p.visit(c.callee, done)
	}
}

// noBody reports the use of a function that is only declared.
func (p *parser) noBody(c callSite) {
	if c.callee.Kernel {
		p.Errorf(c.pos, c.end, "kernel %q is declared (line %d) but has no body: write it, or add the source that has it", c.callee.Name,
			c.callee.Pos.Line)
		return
	}
	p.Errorf(c.pos, c.end, "function %q is declared (line %d) but has no body", c.callee.Name, c.callee.Pos.Line)
}

// checkWaits reports calls of cudaDeviceSynchronize in device code where no kernel launches another one. Up to CUDA 11 such a call
// waits for the kernels that the block has launched (Programming Guide 11.8, "Synchronization"): where there are none it is a slip.
func (p *parser) checkWaits() {
	if p.deviceLaunches {
		return
	}
	for _, c := range p.deviceWaits {
		p.Errorf(c.pos, c.end, "cudaDeviceSynchronize() in a kernel waits for kernels that it has launched, and no kernel here launches one; CUDA 12 and later refuse it: calling a __host__ function from a __global__ function is not allowed. Leave it out, or write __syncthreads() to wait for the block")
	}
	p.deviceWaits = nil
}

// checkDeclared reports a kernel without a body in a text that has no other and is not part of a program: nothing could be launched.
func (p *parser) checkDeclared() {
	if p.hosted || p.part || p.file.Main || len(p.file.Kernels) > 0 || len(p.Errs) > 0 {
		return
	}
	for _, fn := range p.kernelsDeclared {
		if !p.info(fn).defined {
			p.noBody(callSite{callee: fn, pos: fn.Pos, end: fn.Pos})
		}
	}
}

package cuda

// cooperative_groups::thread_block needs no storage: its methods stand for
// __syncthreads and for arithmetic on threadIdx and blockDim.

// isGroupInit tells whether = this_thread_block() follows.
func (p *parser) isGroupInit() bool {
	if !p.is("=") {
		return false
	}
	p.i++
	n := p.qualifier()
	is := p.at(n).is("this_thread_block")
	p.i--
	return is
}

// group declares a thread_block.
func (p *parser) group(d declarator) {
	if p.accept("=") {
		p.assignment()
	} else if p.is("(") || p.is("{") {
		p.skipBalanced()
	}
	p.declare(d.name, &symbol{group: true})
}

// groupCall reads cg::this_thread_block()[.method()] or cg::sync(block); n tokens name the namespace.
func (p *parser) groupCall(n int) Expr {
	p.i += n
	t := p.next()
	switch {
	case t.is("this_thread_block"):
		p.expect("(", "after this_thread_block")
		p.expect(")", "after this_thread_block(")
		if p.is(".") {
			return p.groupMethod(t)
		}
		return &Lit{Typed: Typed{t.pos, typeGroup}}
	case t.is("sync") || t.is("thread_rank") || t.is("group_size"):
		p.expect("(", "after "+t.text)
		p.name("the thread block")
		p.expect(")", "after the thread block")
		return p.groupValue(t, t.text)
	}
	p.refuse(t)
	p.fail(t, "cooperative_groups::%s is not supported; there are this_thread_block(), sync, thread_rank and size", t.text)
	return nil
}

// groupMethod reads .method() after a thread block.
func (p *parser) groupMethod(t *token) Expr {
	p.expect(".", "")
	if p.atEnd() {
		p.look.members(p, typeGroup)
	}
	m := p.next()
	p.expect("(", "after "+m.text)
	p.expect(")", "after "+m.text+"(")
	return p.groupValue(m, m.text)
}

// groupMethods are the methods of a thread block.
var groupMethods = []struct{ name, result, doc string }{
	{"sync", "void", "waits until all threads of the block are here, as __syncthreads does"},
	{"thread_rank", "unsigned int", "the number of the thread in its block"},
	{"size", "unsigned int", "the number of threads of the block"},
	{"num_threads", "unsigned int", "the number of threads of the block"},
	{"group_index", "dim3", "blockIdx"},
	{"thread_index", "dim3", "threadIdx"},
	{"dim_threads", "dim3", "blockDim"},
}

func (p *parser) groupValue(t *token, method string) Expr {
	switch method {
	case "sync":
		return &Call{Typed: Typed{t.pos, typeVoid}, Builtin: "__syncthreads"}
	case "thread_rank":
		return p.threadRank(t)
	case "size", "group_size", "num_threads":
		x := p.product(t, "blockDim", 0, "blockDim", 1)
		return &Binary{Typed{t.pos, typeUInt}, "*", x, p.dim(t, "blockDim", 2)}
	case "group_index":
		return p.wholeSpecial(&token{text: "blockIdx", pos: t.pos}, namedTypes["dim3"])
	case "thread_index":
		return p.wholeSpecial(&token{text: "threadIdx", pos: t.pos}, namedTypes["dim3"])
	case "dim_threads", "group_dim":
		return p.wholeSpecial(&token{text: "blockDim", pos: t.pos}, namedTypes["dim3"])
	}
	p.fail(t, "thread_block has no method %q here; there are sync, thread_rank, size, group_index and thread_index", method)
	return nil
}

// threadRank is (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x.
func (p *parser) threadRank(t *token) Expr {
	op := func(o string, x, y Expr) Expr { return &Binary{Typed{t.pos, typeUInt}, o, x, y} }
	row := op("+", p.product(t, "threadIdx", 2, "blockDim", 1), p.dim(t, "threadIdx", 1))
	return op("+", op("*", row, p.dim(t, "blockDim", 0)), p.dim(t, "threadIdx", 0))
}

func (p *parser) product(t *token, a string, i int, b string, j int) Expr {
	return &Binary{Typed{t.pos, typeUInt}, "*", p.dim(t, a, i), p.dim(t, b, j)}
}

func (p *parser) dim(t *token, name string, dim int) Expr {
	return &Special{Typed{t.pos, typeUInt}, name, dim}
}

package cuda

import (
	"slices"

	"warpbook.dev/gpumodel/cuda/token"
)

// Kernels launch kernels (dynamic parallelism): kernel<<<grid, block, shared, stream>>>(args) in device code becomes a
// call of the built-in Nested, whose first arguments are the grid, the block and the bytes of dynamic shared memory.

// Nested is the Call.Builtin of a launch in device code; Call.Kernel is the kernel.
const Nested = "<<<>>>"

// nestedLaunch reads what stands behind the kernel's name.
func (p *parser) nestedLaunch(t *token.Token, sym *symbol, explicit []templateArg) Expr {
	if p.onHost() && sym != nil && (sym.v != nil || sym.lit != nil) {
		return p.launchThrough(t, p.ident(t))
	}
	config := p.launchConfig(t)
	args, ok := p.arguments(t)
	if !ok || config == nil || sym != nil && sym.bad {
		return bad(t.Pos)
	}
	var kernels []*Func
	if sym != nil {
		kernels = slices.DeleteFunc(slices.Clone(sym.funcs), func(fn *Func) bool { return !fn.Kernel })
	}
	if sym == nil {
		p.Errorf(t.Pos, t.End, "kernel %q is not declared above this line: move the kernel before the code that launches it, or correct the name", t.Text)
		return bad(t.Pos)
	}
	if len(kernels) == 0 {
		p.Errorf(t.Pos, t.End, "%q is not a kernel (__global__): nothing else can be launched", t.Text)
		return bad(t.Pos)
	}
	fn := kernels[0]
	if len(kernels) > 1 {
		fn = p.chosen(t, kernels, explicit, args)
	} else if fn.Template != nil {
		fn = p.instantiateCall(t, fn, explicit, args)
	}
	return p.launchOf(t, fn, config, args)
}

// launchOf builds the launch of a kernel that is known.
func (p *parser) launchOf(t *token.Token, fn *Func, config, args []Expr) Expr {
	if fn == nil || !p.arity(t, fn, len(args)) {
		return bad(t.Pos)
	}
	values, ok := p.passedAll(fn, args)
	if !ok {
		return bad(t.Pos)
	}
	p.launches(t, fn)
	return &Call{Typed: Typed{t.Pos, typeVoid}, Builtin: Nested, Kernel: fn, Config: len(config), Args: append(config, values...)}
}

// launches notes a kernel that is launched by other code than a cell's, at t.
func (p *parser) launches(t *token.Token, fn *Func) {
	p.readBody(fn)
	if p.fn != nil {
		p.calls[p.fn] = append(p.calls[p.fn], callSite{callee: fn, pos: t.Pos, end: t.End})
		p.deviceLaunches = p.deviceLaunches || !p.onHost()
	}
	if !slices.Contains(p.file.Nested, fn) {
		p.file.Nested = append(p.file.Nested, fn)
	}
}

// launchConfig reads <<<grid, block, shared, stream>>>: nil if they are wrong. Device code has the first three of them: in
// which stream it launches a kernel makes no difference here, since they run one after the other.
func (p *parser) launchConfig(t *token.Token) []Expr {
	open := p.expect("<<<", "")
	greater := p.noGreater
	p.noGreater = false
	var config []Expr
	for more := true; more; more = p.accept(",") {
		if p.is("{") { // <<<grid, {32, 8}>>>
			config = append(config, p.bracedList())
		} else {
			config = append(config, p.assignment())
		}
	}
	p.noGreater = greater
	p.expect(">>>", "after the launch's configuration")
	if len(config) < 2 || len(config) > 4 {
		p.Errorf(open.Pos, open.End, "a launch has a grid, a block and perhaps bytes of shared memory and a stream, got %s",
			token.Count(len(config), "value"))
		return nil
	}
	whats := [...]string{"the grid", "the block", "the size of the dynamic shared memory"}
	types := [...]*Type{namedTypes["dim3"], namedTypes["dim3"], typeUInt}
	if len(config) == 2 {
		config = append(config, &Lit{Typed{t.Pos, typeUInt}, Const{}})
	}
	var stream Expr
	if len(config) == 4 && p.onHost() {
		stream = p.convert(p.rvalue(config[3]), namedTypes["cudaStream_t"], "the stream")
	}
	config = config[:3]
	for i, x := range config {
		if x = p.rvalue(x); x.T().IsArithmetic() { // a float too, as the constructor of dim3 takes it
			x = p.convert(x, typeUInt, whats[i])
		}
		if config[i] = p.convert(x, types[i], whats[i]); isBad(config[i]) {
			return nil
		}
	}
	if p.onHost() {
		if stream == nil {
			stream = &Lit{Typed: Typed{t.Pos, namedTypes["cudaStream_t"]}}
		}
		if isBad(stream) {
			return nil
		}
		config = append(config, p.readyStream(t, stream))
	}
	return config
}

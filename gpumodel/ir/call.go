package ir

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/cuda/token"
)

// A frame is a device function that is being inlined.
//
// All device functions are inlined, which nvcc does for nearly all of them, too; __noinline__ is ignored.
// A call costs nothing then, and pointers to the caller's variables can be aliases.
type frame struct {
	fn     *cuda.Func
	result *cuda.Var
	place  lvalue // of the result
	// restore ends that variables stand there.
	restore []func()
	exit    *Block // made by the first return that is not the function's end
	// lvalue is what a pointer returned at the function's end names, if it is wanted
	// and in registers: a reference to this, say.
	lvalue   *lvalue
	anywhere bool
	at       token.Pos  // of the call
	machine  *recursion // of a function that calls itself
	apart    bool       // a function of a host's program, which is not expanded anywhere
}

// call evaluates a call. The front end has resolved overloads and templates; Func is nil for built-ins.
func (b *builder) call(e *cuda.Call) []*Value {
	if name := b.systemName(e); name != "" {
		return b.system(e, name)
	}
	b.needsFunction(e.Pos, calledName(e))
	if e.Func == nil {
		return b.builtin(e)
	}
	if b.hasInstead(e.Func.Builtin) {
		return b.builtin(&cuda.Call{Typed: e.Typed, Builtin: e.Func.Builtin, Args: e.Args})
	}
	return b.inline(e)
}

// inline writes the body of a device function at its call.
func (b *builder) inline(e *cuda.Call) []*Value {
	if b.invokes(e.Func) {
		return b.invoke(e, nil)
	}
	fr := b.expand(e, false, nil)
	if e.Func.Result == nil || e.Func.Result.Kind == cuda.Void {
		return nil
	}
	return b.load(fr.place)
}

// referred is what the pointer that a call returns points to.
func (b *builder) referred(e *cuda.Call, t *cuda.Type) lvalue {
	if b.invokes(e.Func) {
		return b.at(b.invoke(e, nil)[0], 0, t)
	}
	fr := b.expand(e, true, nil)
	if fr.lvalue != nil {
		p := *fr.lvalue
		p.typ = t
		return p
	}
	return b.at(b.load(lvalue{typ: e.Func.Result, v: fr.result})[0], 0, t)
}

// expand writes the body of the function that e calls; anywhere tells that the
// caller takes an lvalue for a pointer. place, if not nil, is where the object goes that is the result.
func (b *builder) expand(e *cuda.Call, anywhere bool, place *lvalue) *frame {
	fn := e.Func
	if fn.Body == nil {
		b.fail(e.Pos, "%s has no body", fn.Name)
	}
	if c := b.recursive(fn); c != nil {
		return b.enterRecursion(e, c)
	}
	if fn.Dispatch != "" {
		b.needsCalls(e.Pos, fn.Dispatch)
	}
	b.scanFixed(fn)
	outer := b.site
	b.site = b.known.callSite(outer, e)
	defer func() { b.site = outer }()
	b.bind(fn, e)
	b.chooses(fn)
	fr := &frame{fn: fn, result: b.outcome(e, "the result of "+fn.Name, fn.Result), anywhere: anywhere, at: e.Pos}
	if e.Pos.Line == 0 && len(b.frames) > 0 {
		fr.at = b.frames[len(b.frames)-1].at
	}
	fr.place = lvalue{typ: fn.Result, v: fr.result}
	apart := place != nil || fn.Result != nil && fn.Result.Managed() || fn.Object != nil && fn.Object.AddressTaken
	if place != nil {
		fr.place = *place
	} else if apart || b.known.inMemory[fr.result] {
		b.declare(fr.result)
		fr.place = b.variable(fr.result)
	}
	if fn.Object != nil && apart {
		defer b.stands(fn.Object, fr.place)()
	}
	b.frames = append(b.frames, fr)
	// A break in the function must not find a loop of the caller.
	b.targets = append(b.targets, nil)
	if fn.Library {
		b.standAt(e.Pos)
		b.inLibrary++
		defer func() { b.inLibrary-- }()
	}
	labels := b.labels
	b.labels = labelled{}
	b.stmt(fn.Body)
	b.sealLabels()
	b.labels = labels
	b.targets = b.targets[:len(b.targets)-1]
	b.frames = b.frames[:len(b.frames)-1]
	for _, restore := range fr.restore {
		restore()
	}
	b.leave(fr.exit)
	b.standAt(e.Pos)
	return fr
}

// callSite is the one site of a call.
func (k *findings) callSite(outer *callSite, e *cuda.Call) *callSite {
	s := callSite{outer, e}
	if k.sites[s] == nil {
		k.sites[s] = &s
	}
	return k.sites[s]
}

// bind sets the parameters: all arguments are evaluated before the first is set.
//
// A pointer argument that names a variable in registers becomes an alias, so that void f(float *acc)
// works on the caller's registers. The values go into fresh definitions of the parameters, and a
// second call simply defines them again.
func (b *builder) bind(fn *cuda.Func, e *cuda.Call) {
	values := make([][]*Value, len(e.Args))
	aliases := make([]*lvalue, len(e.Args))
	texts := make([]*cuda.StringLit, len(e.Args))
	for i, a := range e.Args {
		if text, ok := b.text(a); ok && b.fixed[fn.Params[i]] {
			texts[i] = text
			continue
		}
		if p := fn.Params[i]; p.Type.Kind == cuda.Pointer && b.fixed[p] {
			if at, ok := b.alias(a); ok {
				aliases[i] = &at
				continue
			}
		}
		values[i] = b.bundle(a)
	}
	for i, p := range fn.Params {
		// An earlier call may have bound the same parameter to another variable.
		delete(b.aliases, p)
		delete(b.texts, p)
		if texts[i] != nil {
			b.texts[p] = texts[i]
			continue
		}
		b.declare(p)
		if aliases[i] != nil {
			b.aliases[p] = *aliases[i]
			continue
		}
		b.store(b.variable(p), values[i])
	}
}

// scanFixed finds the pointers of fn that are never assigned: parameters and
// initialised variables that may stand for the variable they point to.
//
// The scan is flow-insensitive: one assignment anywhere makes the pointer an ordinary one.
func (b *builder) scanFixed(fn *cuda.Func) {
	if b.scanned[fn] {
		return
	}
	b.scanned[fn] = true
	candidates := append([]*cuda.Var(nil), fn.Params...)
	changed := varSet{}
	walk(fn.Body, func(n any) bool {
		switch n := n.(type) {
		case *cuda.Decl:
			candidates = append(candidates, n.Vars...)
		case cuda.Expr:
			for v := range assigned(shallow(n)) {
				changed[v] = true
			}
		}
		return true
	})
	for _, v := range candidates {
		if v.Type.Kind == cuda.Pointer && !changed[v] {
			b.fixed[v] = true
		}
	}
}

// shallow is e if it changes a variable itself.
//
// walk visits the operands by itself; without the cut assigned would visit them again, which is quadratic.
func shallow(e cuda.Expr) any {
	switch e := e.(type) {
	case *cuda.Assign:
		return &cuda.Assign{L: e.L}
	case *cuda.IncDec, *cuda.Unary:
		return e
	}
	return nil
}

// returnStmt ends the kernel or the inlined function. A return that is the last statement of the function
// needs no jump, so that small functions stay straight-line code.
func (b *builder) returnStmt(s *cuda.Return) {
	if len(b.frames) == 0 {
		b.exit()
		return
	}
	fr := b.frames[len(b.frames)-1]
	if fr.apart {
		b.hostReturn(fr, s)
		return
	}
	if fr.machine != nil {
		if s.X != nil && fr.fn.Result.Kind != cuda.Void {
			b.store(lvalue{typ: fr.fn.Result, v: fr.result}, b.bundle(s.X))
		} else if s.X != nil {
			b.bundle(s.X)
		}
		b.returnTo(fr.machine)
		return
	}
	if last := fr.fn.Body.Stmts; fr.anywhere && fr.exit == nil && last[len(last)-1] == cuda.Stmt(s) {
		if at, ok := b.alias(s.X); ok {
			fr.lvalue = &at
			return
		}
	}
	switch id, named := s.X.(*cuda.Ident); {
	case named && b.standsAt(id.Var): // it is there
	case s.X != nil && fr.fn.Result.Kind != cuda.Void && b.standsThere(s.X):
		b.makeAt(fr.place, s.X)
	case s.X != nil && fr.fn.Result.Kind != cuda.Void:
		b.store(fr.place, b.bundle(s.X))
	case s.X != nil:
		b.bundle(s.X)
	}
	if body := fr.fn.Body.Stmts; fr.exit == nil && body[len(body)-1] == cuda.Stmt(s) {
		return
	}
	if fr.exit == nil {
		fr.exit = b.newBlock()
	}
	b.jump(fr.exit)
}

// builtin evaluates a call of a built-in function.
//
// Functions that are more than their scalar arguments come first (vectors, printf, textures, pointers to
// results); the table builtins has the rest.
func (b *builder) builtin(e *cuda.Call) []*Value {
	if name, ok := strings.CutPrefix(e.Builtin, "make_"); ok && e.T().Kind == cuda.Struct {
		return b.makeVector(name, e)
	}
	if lane, ok := lanewise[e.Builtin]; ok {
		return b.lanewise(e, lane)
	}
	if e.Builtin == "printf" {
		return b.printf(e)
	}
	if e.Builtin == cuda.Nested {
		b.nestedLaunch(e)
		return nil
	}
	if e.Builtin == cuda.Fault {
		b.fault(e)
		return nil
	}
	if f, ok := fetches[e.Builtin]; ok {
		return b.fetch(e, f)
	}
	if pair, ok := pairs[e.Builtin]; ok {
		b.sincos(e, pair)
		return nil
	}
	if e.Builtin == "__shfl_any" {
		return b.shuffleAny(e)
	}
	if e.Builtin == "__match_all_sync" {
		return one(b.matchAll(e))
	}
	row, ok := builtins[e.Builtin]
	if !ok {
		b.fail(e.Pos, "no code for %s(): unknown built-in function", e.Builtin)
	}
	args := make([]*Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = b.scalar(a)
	}
	b.standAt(e.Pos)
	v := row(b, e, args)
	if v == nil || e.T() == nil || e.T().Kind == cuda.Void {
		return nil
	}
	return one(v)
}

func (b *builder) makeVector(name string, e *cuda.Call) []*Value {
	var values []*Value
	for _, a := range e.Args {
		values = append(values, b.scalar(a))
	}
	if len(values) != scalarCount(e.T()) {
		b.fail(e.Pos, "make_%s has %d arguments", name, len(values))
	}
	return values
}

// printf keeps its format in Formats; the arguments are promoted as C promotes
// them. A text among them becomes part of the format.
func (b *builder) printf(e *cuda.Call) []*Value {
	format, ok := unwrap(e.Args[0]).(*cuda.StringLit)
	if !ok {
		b.fail(e.Pos, "printf wants a string literal as its format")
	}
	var args []*Value
	texts := map[int]string{} // by the number of the argument
	for i, a := range e.Args[1:] {
		if text, ok := b.text(a); ok {
			texts[i] = text.Value
			continue
		}
		switch a := unwrap(a).(type) {
		case *cuda.Cond:
			if isText(a.A) && isText(a.B) {
				return b.printEither(e, i+1, a)
			}
		}
		x := b.toStored(a.T(), b.scalar(a))
		switch {
		case x.Type == F32:
			x = b.cvt(F64, F32, x)
		case a.T().Kind == cuda.Pointer: // %s reads what is there, and %p tells the generic address
			x = b.generic(x)
		}
		args = append(args, x)
	}
	b.standAt(e.Pos)
	b.f.Formats = append(b.f.Formats, insertTexts(format.Value, texts))
	b.emit(Value{Op: Printf, Type: S32, Imm: uint64(len(b.f.Formats) - 1), Args: args})
	return one(b.int(S32, int64(len(e.Args)-1))) // as many arguments as there are
}

// fault ends the kernel with a message: an assertion that does not hold, whose Imm is 1 more than
// the number of the message among the formats.
func (b *builder) fault(e *cuda.Call) {
	args := []*Value{b.constant(Pred, 0)}
	for _, a := range e.Args[1:] {
		args = append(args, b.toStored(a.T(), b.scalar(a)))
	}
	b.standAt(e.Pos)
	b.failUnless(e.Args[0].(*cuda.StringLit).Value, args...)
}

// failUnless is a fault unless the first argument holds; the others stand in the message.
func (b *builder) failUnless(message string, args ...*Value) {
	b.f.Formats = append(b.f.Formats, message)
	b.emit(Value{Op: Assert, Imm: uint64(len(b.f.Formats)), Args: args})
}

// chooses notes a call whose function only the thread knows: a virtual one, or one through a pointer.
func (b *builder) chooses(fn *cuda.Func) {
	switch fn.Dispatch {
	case cuda.VirtualFunctions:
		b.f.Chooses = true
	case cuda.FunctionPointers:
		pointer := fn.Params[len(fn.Params)-1]
		b.f.Chooses = b.f.Chooses || !b.load(b.variable(pointer))[0].isConst()
	}
}

// needsCalls refuses what takes a stack and addresses of functions on devices without them.
func (b *builder) needsCalls(pos token.Pos, what string) {
	if !b.target.Calls {
		const since = "2.0"
		panic(buildError{&LackError{b.file.ErrorAt(pos, "compute capability 1.x lacks %s, which came with %s", what, since), what, since}})
	}
}

// A LackError says what a kernel needs that devices before the compute capability Since lack.
type LackError struct {
	Refused     *token.Error
	What, Since string
}

func (e *LackError) Error() string { return e.Refused.Error() }

// Unwrap gives the error with its place in the source.
func (e *LackError) Unwrap() error { return e.Refused }

// text is the text that e is: a literal, or a variable that holds one for good.
func (b *builder) text(e cuda.Expr) (*cuda.StringLit, bool) {
	if b.ofHost() {
		return nil, false
	}
	switch e := unwrap(e).(type) {
	case *cuda.StringLit:
		return e, true
	case *cuda.Ident:
		text, ok := b.texts[e.Var]
		return text, ok
	}
	return nil, false
}

func isText(e cuda.Expr) bool {
	_, ok := unwrap(e).(*cuda.StringLit)
	return ok
}

// printEither prints with one text or the other as argument number i.
func (b *builder) printEither(e *cuda.Call, i int, c *cuda.Cond) []*Value {
	with := func(text cuda.Expr) func() []*Value {
		call := *e
		call.Args = slices.Clone(e.Args)
		call.Args[i] = text
		return func() []*Value { return b.printf(&call) }
	}
	yes, no := b.newBlock(), b.newBlock()
	b.branch(c.C, yes, no)
	return b.join(e, yes, no, with(c.A), with(c.B))
}

// insertTexts replaces the conversions of a format that have a text by that text.
//
// texts is by argument number, and a * in a conversion takes an argument of its own. Flags and widths are
// applied to the text here, so that the device prints it as it is.
func insertTexts(format string, texts map[int]string) string {
	var out strings.Builder
	for n := 0; ; {
		start := strings.IndexByte(format, '%')
		if start < 0 {
			return out.String() + format
		}
		end := start + 1
		for end < len(format) && strings.IndexByte("-+ #0123456789.*hlzjtL", format[end]) >= 0 {
			if format[end] == '*' {
				n++
			}
			end++
		}
		end = min(end+1, len(format))
		text, ok := texts[n]
		if format[end-1] == '%' {
			ok = false
		} else {
			n++
		}
		out.WriteString(format[:start])
		if ok {
			text = fmt.Sprintf(format[start:end], text)
			out.WriteString(strings.ReplaceAll(text, "%", "%%"))
		} else {
			out.WriteString(format[start:end])
		}
		format = format[end:]
	}
}

// unwrap removes conversions: a string literal decays to const char * before it reaches printf.
func unwrap(e cuda.Expr) cuda.Expr {
	for {
		c, ok := e.(*cuda.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

package ir

import "warpbook.dev/gpumodel/cuda"

// A jumpTarget is where break and continue go. Its blocks are made when first
// used, so that a loop body without them stays one block.
type jumpTarget struct {
	onBreak, onContinue *Block
	loop                bool
}

func (b *builder) stmts(list []cuda.Stmt) {
	for _, s := range list {
		b.stmt(s)
	}
}

// stmt emits a statement. Statements that nothing reaches are left out, so that code behind a return or in
// a branch on a constant cannot cause findings or errors.
func (b *builder) stmt(s cuda.Stmt) {
	if s == nil || b.dead() && !reachable(s) {
		return
	}
	b.f.poll()
	b.standAt(s.Position())
	b.checkSize(s.Position())
	switch s := s.(type) {
	case *cuda.Decl:
		for _, v := range s.Vars {
			b.declaration(v)
			b.mayUnwind(v)
		}
	case *cuda.ExprStmt:
		b.bundle(s.X)
	case *cuda.Block:
		if s != nil {
			outer := b.unwinding
			b.stmts(s.Stmts)
			b.unwound(outer)
		}
	case *cuda.Try:
		b.try(s)
	case *cuda.If:
		b.ifStmt(s)
	case *cuda.For:
		b.forStmt(s)
	case *cuda.DoWhile:
		b.doWhile(s)
	case *cuda.Switch:
		b.switchStmt(s)
	case *cuda.Branch:
		b.breakOrContinue(s)
	case *cuda.Label:
		b.label(s)
	case *cuda.Goto:
		b.gotoStmt(s)
	case *cuda.Return:
		b.returnStmt(s)
	case *cuda.Empty:
	case *componentCall:
		b.componentCall(s)
	case *setting:
		b.setting(s)
	case *circle:
		b.circle(s)
	default:
		b.fail(s.Position(), "this statement (%T) has no code", s)
	}
}

// declaration creates a local variable. One without initialiser is undefined;
// it is set to zero, so that no value of an earlier iteration shines through.
func (b *builder) declaration(v *cuda.Var) {
	if v.Storage != cuda.Auto {
		return
	}
	if _, elsewhere := b.placed[v]; b.target.Checked && v.Init == nil && mayBeUnset(v.Type) && !elsewhere {
		b.known.inMemory[v] = true // where it is known whether it was set
	}
	if text, ok := b.text(v.Init); ok && v.Type.Kind == cuda.Pointer && b.fixed[v] {
		b.texts[v] = text
		return
	}
	if fr := b.function(); v.Returned && fr != nil && fr.machine == nil {
		fr.restore = append(fr.restore, b.stands(v, fr.place))
	}
	b.declare(v)
	if v.Init != nil && b.standsThere(v.Init) {
		b.makeAt(b.variable(v), v.Init)
		return
	}
	if _, ok := b.placed[v]; ok && v.Init == nil {
		if p := b.variable(v); p.v != nil {
			b.store(p, b.zeros(v.Type))
		}
		return
	}
	if v.Init == nil {
		// The old value would otherwise be carried by a phi around the loop in which v is declared.
		if !b.known.inMemory[v] {
			b.store(b.variable(v), b.zeros(v.Type))
		}
		return
	}
	if v.Type.Kind == cuda.Pointer && b.fixed[v] {
		if a, ok := b.alias(v.Init); ok {
			b.aliases[v] = a
			return
		}
	}
	b.store(b.variable(v), b.initScalarsOrZero(v.Type, v.Init))
}

// zeros are the scalars of a zero of type t, as expressions have them: a bool is a predicate.
func (b *builder) zeros(t *cuda.Type) []*Value {
	fields := b.elements(t)
	values := make([]*Value, len(fields))
	for i, f := range fields {
		values[i] = b.constant(b.target.valueType(f.typ), 0)
		if f.typ.Kind == cuda.Bool {
			values[i] = b.constant(Pred, 0)
		}
	}
	return values
}

// ifStmt emits the diamond or triangle of an if. Short sides become selects later, in ifConvert.
func (b *builder) ifStmt(s *cuda.If) {
	then, end := b.newBlock(), b.newBlock()
	els := end
	if s.Else != nil {
		els = b.newBlock()
	}
	b.branch(s.Cond, then, els)
	b.start(then)
	b.stmt(s.Then)
	b.jumpAlive(end)
	if s.Else != nil {
		b.start(els)
		b.stmt(s.Else)
		b.jumpAlive(end)
	}
	b.start(end)
}

// jumpAlive jumps unless nothing reaches the current block, so that the target keeps fewer predecessors.
func (b *builder) jumpAlive(to *Block) {
	if b.dead() {
		return
	}
	b.jump(to)
}

// breakOrContinue jumps to a block of the innermost loop or switch. In an unrolled loop each copy of
// the body has its own onContinue, and all share onBreak.
func (b *builder) breakOrContinue(s *cuda.Branch) {
	for i := len(b.targets) - 1; i >= 0; i-- {
		t := b.targets[i]
		if t == nil {
			break // an inlined function begins here
		}
		if s.Continue && !t.loop {
			continue
		}
		to := &t.onBreak
		if s.Continue {
			to = &t.onContinue
		}
		if *to == nil {
			*to = b.newBlock()
		}
		b.jump(*to)
		return
	}
	b.fail(s.Pos, "break or continue outside a loop")
}

// leave goes on in the block that breaks or continues have jumped to, if any did.
func (b *builder) leave(to *Block) {
	if to == nil {
		return
	}
	b.jumpAlive(to)
	b.start(to)
}

// switchStmt compares with the cases one after another in the order of the source. nvcc may build a
// search tree or a jump table instead; kernels rarely have switches long enough for that.
func (b *builder) switchStmt(s *cuda.Switch) {
	x := b.scalar(s.X)
	b.b.Switch = true
	from := b.target.valueType(s.X.T())
	t := &jumpTarget{onBreak: b.newBlock()}
	b.targets = append(b.targets, t)
	bodies := make([]*Block, len(s.Cases))
	fallback := t.onBreak
	for i, c := range s.Cases {
		bodies[i] = b.newBlock()
		if c.Default {
			fallback = bodies[i]
		}
	}
	for i, c := range s.Cases {
		for _, k := range c.Values {
			next := b.newBlock()
			b.split(b.setp(EQ, from, b.toStored(s.X.T(), x), b.int(from, k)), bodies[i], next)
			b.start(next)
		}
	}
	b.jumpAlive(fallback)
	for i, c := range s.Cases {
		b.jumpAlive(bodies[i]) // fall through
		b.start(bodies[i])
		b.stmts(c.Body)
	}
	b.targets = b.targets[:len(b.targets)-1]
	b.leave(t.onBreak)
}

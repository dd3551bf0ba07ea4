package warp

import (
	"math"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/vector"
)

// translate prepares the fast path of a program.
func (m *Machine) translate(traced bool) *fastPath {
	n := len(m.code)
	f := &fastPath{
		accesses: make([]*access, n), exchanges: make([]*exchange, n), touches: make([]*vector.Access, n), none: make([]*vector.Access,
			n), native: make([]bool, n),
		operands: map[[2]int]*access{}, constant: map[uint64]uint32{}, wide: map[uint64]uint32{}, paced: m.Device.DualIssue && !traced &&
			m.filter == nil, traced: traced, booked: m.Device.DualIssue && m.filter == nil ||
			traced, outcomes: make([]int, n), partitioner: newPartitioner(m.Device),
	}
	// Where lanes may rest because they poll, each branch has to be seen.
	f.jumps = !f.booked && !slices.ContainsFunc(m.code, func(in instr) bool { return in.polls })
	f.basicBlocks = m.cut(traced)
	m.placeCounters(f)
	f.frameLayout = m.layout(int(f.counted))
	f.moved(f.counts, f.basicBlocks)
	m.fast = f
	for pc := range m.code {
		in := &m.code[pc]
		if in.collective {
			f.exchanges[pc] = m.newExchange(in)
		}
		f.native[pc] = in.Control()
	}
	for which := range f.code {
		f.code[which] = m.translateAll(which)
		if traced {
			f.runs[which] = f.sharedRuns(f.code[which])
		}
	}
	return f
}

// translateAll makes one of the two codes.
func (m *Machine) translateAll(which int) []vector.Op {
	t := &translator{m: m, f: m.fast, all: which == allLeft}
	for _, s := range m.fast.basicBlocks {
		if s != nil {
			s.at[which] = len(t.ops)
			t.basicBlock(s)
		}
	}
	t.ops = append(t.ops, vector.Op{Kind: opControl, X: uint32(len(m.code))})
	for i := range t.ops { // Jumps have the pc of their targets so far
		if o := &t.ops[i]; o.Kind == vector.Jump {
			o.D = uint32(int32(m.fast.basicBlocks[o.D].at[which] - i))
		}
	}
	return t.ops
}

// A translator makes operations of instructions.
type translator struct {
	m     *Machine
	f     *fastPath
	in    *instr
	ops   []vector.Op
	all   bool   // every lane takes part that has not ended
	lanes uint32 // the predicate of those that execute the instruction
	temps uint32 // scratch words in use
	into  uint32 // where the result goes first
}

// basicBlock appends the operations of a basic block.
func (t *translator) basicBlock(s *basicBlock) {
	f := t.f
	t.ops = append(t.ops, vector.Op{Kind: vector.Enter, D: s.tally, A: f.path, B: uint32(s.first), C: f.gauge, X: uint32(s.steps)})
	for pc := s.first; pc < s.end; pc++ {
		t.instruction(&t.m.code[pc])
	}
	if s.control != nil && !t.flow(s.control) {
		t.ops = append(t.ops, vector.Op{Kind: opControl, X: uint32(s.end)})
	}
}

// flow appends the operations of control, and reports whether there are such.
func (t *translator) flow(in *instr) bool {
	f := t.f
	guard, not, count := f.path, uint32(0), f.unused
	if in.Guard.Kind == isa.Pred {
		guard, count = f.predicateAt(in.Guard.N), f.guards[in.PC]
		if in.GuardNot {
			not = 1
		}
	}
	switch {
	case !f.jumps:
	case in.Kind == isa.Branch && in.Target < len(t.m.code):
		t.ops = append(t.ops, vector.Op{Kind: vector.Jump, D: uint32(in.Target), A: guard, B: f.path, C: count, X: uint32(in.PC)<<1 | not})
		return true
	case t.m.Check != nil && in.Kind != isa.Branch: // somebody wants to know
	case in.Kind == isa.Exit && guard != f.path:
		t.ops = append(t.ops, vector.Op{Kind: vector.Leave, A: guard, B: f.path, X: uint32(in.PC)<<1 | not})
		return true
	case in.Op == ir.Shfl && t.all && f.exchanges[in.PC] != nil && f.exchanges[in.PC].fixed && f.exchanges[in.PC].mask == allLanes:
		x := f.exchanges[in.PC]
		t.ops = append(t.ops, vector.Op{Kind: vector.Whole, D: f.tallies[in.PC], A: f.path, X: uint32(in.PC)})
		t.emit(vector.Shuffle, x.d, x.value, 0, f.table(&x.from))
		return true
	}
	return false
}

// instruction appends the operations of one instruction.
func (t *translator) instruction(in *instr) {
	f := t.f
	t.in, t.temps, t.lanes = in, 0, f.path
	if count := f.guards[in.PC]; count != 0 {
		not := uint32(0)
		if in.GuardNot {
			not = 1
		}
		t.lanes = f.guarded
		t.ops = append(t.ops,
			vector.Op{Kind: vector.AndP, D: f.guarded, A: f.predicateAt(in.Guard.N), B: f.path, X: not},
			vector.Op{Kind: vector.CountP, D: count, A: f.guarded})
	}
	from := len(t.ops)
	if f.outcomes[in.PC] = 0; f.traced && !in.inSlice && !in.Op.Accesses() {
		if t.beside() {
			f.native[in.PC] = true
		} else {
			t.fallBack(from)
		}
		return
	}
	if in.Op.Accesses() {
		if f.accesses[in.PC] == nil {
			f.accesses[in.PC] = t.m.newAccess(in)
		}
		if f.accesses[in.PC] != nil {
			kind := opAccess
			switch {
			case in.Op == ir.Atom:
				kind = opAtomic
			case f.touches[in.PC] != nil:
				kind = vector.Touch
			}
			if f.traced && in.Op == ir.Atom {
				kind = opFallback
			}
			f.outcomes[in.PC] = 1
			t.ops = append(t.ops, vector.Op{Kind: kind, A: t.lanes, X: uint32(in.PC)})
			return
		}
	}
	if t.native() {
		f.native[in.PC] = true
		return
	}
	t.fallBack(from)
}

// fallBack lets an instruction go the way of the tracing path, in place of the operations from one on.
func (t *translator) fallBack(from int) {
	t.f.outcomes[t.in.PC] = 1
	t.ops = append(t.ops[:from], vector.Op{Kind: opFallback, A: t.lanes, X: uint32(t.in.PC)})
}

// beside appends what an instruction outside of the slice does: its operands in shared memory are read, since the banks
// are counted. It reports whether that is all.
func (t *translator) beside() bool {
	switch t.in.Op {
	case ir.Tex, ir.Printf, ir.Launch, ir.Assert:
		return false
	}
	for i := range t.in.Src {
		if t.in.Src[i].Kind == isa.SharedMem {
			if _, ok := t.sharedOperand(i); !ok {
				return false
			}
		}
	}
	return true
}

func (t *translator) emit(k vector.Kind, d, a, b, c uint32) {
	t.ops = append(t.ops, vector.Op{Kind: k, D: d, A: a, B: b, C: c})
}

// temp is a pair of scratch words.
func (t *translator) temp() uint32 {
	at := t.f.scratch + t.temps*vector.WordBytes
	if t.temps += 2; t.temps > scratchWords {
		panic("BUG: an instruction needs too many scratch words")
	}
	return at
}

// word is a constant that all lanes have.
func (t *translator) word(x uint32) uint32 { return t.f.of(uint64(x), false) }

// direct reports whether the result may go straight to its register: no lane has to be spared.
func (t *translator) direct() bool { return t.all && t.lanes == t.f.path }

// native appends operations that do what an arithmetic instruction does, and reports whether there are such.
func (t *translator) native() bool {
	in := t.in
	switch {
	case in.Op == ir.Membar, in.Op == ir.Use:
		return true
	case in.Op == ir.Nanosleep || !in.Op.Pure() || in.Kind != isa.Plain:
		return false
	case in.Dst.Kind == isa.Pred:
		return t.toPredicate()
	case in.Dst.Kind != isa.Reg && in.Dst.Kind != isa.Addr:
		return false
	}
	var src [3]uint32
	first := 0
	if in.Op == ir.Selp {
		first = 1
	}
	for i := first; i < len(in.Src); i++ {
		if in.Src[i].Kind == isa.None {
			continue
		}
		var ok bool
		if src[i], ok = t.source(i); !ok {
			return false
		}
	}
	if t.m.Check != nil && !t.divisor(src[1]) {
		return false
	}
	d, words := t.f.register(in.Dst.N), uint32(1)
	if in.Dst.Kind == isa.Addr {
		d = t.f.address(in.Dst.N)
	}
	if in.Wide {
		words = 2
	}
	t.into = d
	if !t.direct() || t.composed() && t.overlaps(d, src) {
		t.into = t.temp()
	}
	if from := len(t.ops); !t.operation(src) {
		if in.run == nil {
			return false
		}
		t.ops = append(t.ops[:from], vector.Op{Kind: opLanes, D: t.into, A: src[0], B: src[1], C: src[2], X: uint32(in.PC)})
	} else if in.Flush && in.Type == ir.F32 {
		t.emit(vector.FlushF, t.into, t.into, 0, 0)
	}
	for k := range words {
		switch at := k * vector.WordBytes; {
		case !t.direct():
			t.emit(vector.Selp, d+at, t.lanes, t.into+at, d+at)
		case t.into != d:
			t.emit(vector.Mov, d+at, t.into+at, 0, 0)
		}
	}
	return true
}

// divisor appends a look at what integers are divided by. It reports whether that is possible.
func (t *translator) divisor(at uint32) bool {
	in, f := t.in, t.f
	switch {
	case in.Op != ir.Div && in.Op != ir.Rem || !in.Type.Integer():
	case in.Type.Size() != 4:
		return false
	case in.constants[1] != nil && uint32(in.constants[1][0]) != 0:
	default:
		t.emit(vector.Eq, f.scratchP, at, f.zero, 0)
		t.ops = append(t.ops, vector.Op{Kind: opDivisor, A: t.lanes, B: f.scratchP, X: uint32(in.PC)})
	}
	return true
}

// composed reports whether the result may be written before all sources have been read.
func (t *translator) composed() bool {
	return t.in.Wide || simple[opKey{t.in.Op, t.in.Type}] == vector.Mov
}

// overlaps reports whether a result of two words has half of a source.
func (t *translator) overlaps(d uint32, src [3]uint32) bool {
	for _, s := range src {
		if s+vector.WordBytes == d || d+vector.WordBytes == s {
			return true
		}
	}
	return false
}

// source is the place of an operand, once negated, flushed and so on.
func (t *translator) source(i int) (at uint32, ok bool) {
	in, f := t.in, t.f
	o, typ := &in.Src[i], in.SourceType(i)
	wide := typ.Size() == 8
	switch o.Kind {
	case isa.Reg:
		at = f.register(o.N)
	case isa.Addr:
		at = f.address(o.N)
	case isa.Imm, isa.ParamMem, isa.ConstMem, isa.DimMem:
		at = f.of(in.constants[i][0], wide)
	case isa.SpecialReg:
		switch n := o.N; {
		case n >= ir.TidX && n <= ir.TidZ:
			at = f.tid[n-ir.TidX]
		case n >= ir.CtaidX && n <= ir.CtaidZ:
			at, f.blockIdx[n-ir.CtaidX] = f.ctaid[n-ir.CtaidX], true
		case n == ir.LaneID:
			at = f.lane
		case n >= ir.NtidX && n <= ir.WarpSize:
			at = t.word(uint32(t.m.special[n][0]))
		default:
			return 0, false
		}
	case isa.SharedMem:
		if at, ok = t.sharedOperand(i); !ok {
			return 0, false
		}
	default:
		return 0, false
	}
	if o.Modified() {
		to := t.temp()
		if !t.modify(to, at, *o, typ) {
			return 0, false
		}
		at = to
	}
	if in.Flush && typ == ir.F32 && in.SourceType(0) == ir.F32 {
		to := t.temp()
		t.emit(vector.FlushF, to, at, 0, 0)
		at = to
	}
	return at, true
}

// sharedOperand loads an operand of arithmetic from shared memory into scratch.
func (t *translator) sharedOperand(i int) (at uint32, ok bool) {
	f, in := t.f, t.in
	a := f.operands[[2]int{in.PC, i}]
	if a == nil {
		if a = t.m.newOperand(in, i); a == nil {
			return 0, false
		}
		a.number = len(f.operandList)
		f.operands[[2]int{in.PC, i}], f.operandList = a, append(f.operandList, a)
	}
	if at = t.temp(); a.touch.Data != 0 && a.touch.Data != at {
		panic("BUG: an operand has two places")
	}
	a.touch.Data = at
	f.outcomes[in.PC]++
	t.ops = append(t.ops, vector.Op{Kind: opOperand, A: t.lanes, B: uint32(a.number), X: uint32(in.PC)})
	return at, true
}

// modify is the absolute value, or the negative.
func (t *translator) modify(to, at uint32, o isa.Operand, typ ir.Type) bool {
	const sign = 1 << 31
	switch typ {
	case ir.F64:
		t.emit(vector.Mov, to, at, 0, 0)
		to, at = to+vector.WordBytes, at+vector.WordBytes
		fallthrough
	case ir.F32:
		if o.Abs {
			t.emit(vector.And, to, at, t.word(sign-1), 0)
			at = to
		}
		if o.Neg {
			t.emit(vector.Xor, to, at, t.word(sign), 0)
		}
	case ir.U32, ir.S32:
		t.emit(vector.Sub, to, t.f.zero, at, 0)
	case ir.U64, ir.S64:
		t.emit(vector.SubL, to, t.f.zero, at, 0)
	default:
		return false
	}
	return true
}

// simple are the instructions that are one operation.
var simple = map[opKey]vector.Kind{
	{ir.Add, ir.U32}: vector.Add, {ir.Sub, ir.U32}: vector.Sub, {ir.Mul, ir.U32}: vector.Mul, {ir.Mad, ir.U32}: vector.Mad,
	{ir.And, ir.U32}: vector.And, {ir.Or, ir.U32}: vector.Or, {ir.Xor, ir.U32}: vector.Xor,
	{ir.Shl, ir.U32}: vector.Shl, {ir.Shl, ir.S32}: vector.Shl, {ir.Shr, ir.U32}: vector.Shr, {ir.Shr, ir.S32}: vector.ShrS,
	{ir.Min, ir.U32}: vector.Min, {ir.Max, ir.U32}: vector.Max, {ir.Min, ir.S32}: vector.MinS, {ir.Max, ir.S32}: vector.MaxS,
	{ir.MulHi, ir.U32}: vector.MulHi, {ir.MulHi, ir.S32}: vector.MulHiS,
	{ir.Add, ir.U64}: vector.AddL, {ir.Sub, ir.U64}: vector.SubL,
	{ir.Add, ir.F32}: vector.AddF, {ir.Sub, ir.F32}: vector.SubF, {ir.Mul, ir.F32}: vector.MulF, {ir.Fma, ir.F32}: vector.FmaF,
	{ir.Min, ir.F32}: vector.MinF, {ir.Max, ir.F32}: vector.MaxF, {ir.Div, ir.F32}: vector.DivF, {ir.Sqrt, ir.F32}: vector.SqrtF,
	{ir.Div, ir.U32}: vector.Div, {ir.Div, ir.S32}: vector.DivS, {ir.Rem, ir.U32}: vector.Rem, {ir.Rem, ir.S32}: vector.RemS,
	{ir.Div, ir.F64}: vector.DivD, {ir.Add, ir.F64}: vector.AddD, {ir.Sub, ir.F64}: vector.SubD, {ir.Mul, ir.F64}: vector.MulD, {ir.Fma, ir.F64}: vector.FmaD,
}

// directions are those of vector.
var directions = [...]vector.Direction{ir.TowardZero: vector.TowardZero, ir.Up: vector.Up, ir.Down: vector.Down}

// rounded appends a sum or a product of floats that is rounded in a direction, as a multiply-add: a + b is a 1 + b, a - b is b (-1) + a,
// and a b has a zero added that leaves the sign of a zero alone.
func (t *translator) rounded(src [3]uint32) bool {
	in := t.in
	if in.Type != ir.F32 {
		return false // lane by lane
	}
	a, b, c := src[0], src[1], src[2]
	switch in.Op {
	case ir.Fma:
	case ir.Add:
		b, c = t.word(vector.Float(1)), b
	case ir.Sub:
		a, b, c = b, t.word(vector.Float(-1)), a
	case ir.Mul:
		zero := float32(0)
		if in.Rounding != ir.Down {
			zero = float32(math.Copysign(0, -1))
		}
		c = t.word(vector.Float(zero))
	default:
		return false
	}
	t.emit(vector.FmaRoundF, t.into, a, b, c)
	t.ops[len(t.ops)-1].X = uint32(directions[in.Rounding])
	return true
}

// operation appends what computes the result.
func (t *translator) operation(src [3]uint32) bool {
	in, d := t.in, t.into
	typ := in.Type
	if in.Rounding != ir.Nearest {
		return t.rounded(src)
	}
	if in.Op.Signless() {
		switch typ {
		case ir.S32:
			typ = ir.U32
		case ir.S64:
			typ = ir.U64
		}
	}
	if kind, ok := simple[opKey{in.Op, typ}]; ok {
		t.emit(kind, d, src[0], src[1], src[2])
		return true
	}
	if g, ok := floatFunctionOf(in.Op, in.Type, in.From, ir.MathFunc(in.Imm)); ok {
		t.emit(g.kind, d, src[0], 0, 0)
		return true
	}
	if f, ok := unitOf(in.Op, in.Type); ok {
		t.emit(f.kind, d, src[0], src[1], 0)
		return true
	}
	switch in.Op {
	case ir.Mad:
		if in.Type != ir.F32 || !in.Flush {
			return false
		}
		t.emit(vector.MadZ, d, src[0], src[1], src[2])
	case ir.Selp:
		return t.selection(src)
	case ir.GlobalAddr:
		at := t.f.of(t.m.Globals[in.Imm], in.Wide)
		return t.move(d, at)
	case ir.And, ir.Or, ir.Xor:
		if typ != ir.U64 {
			return false
		}
		kind := simple[opKey{in.Op, ir.U32}]
		for k := uint32(0); k < 2*vector.WordBytes; k += vector.WordBytes {
			t.emit(kind, d+k, src[0]+k, src[1]+k, 0)
		}
	case ir.Mul:
		return t.longProduct(src)
	case ir.Not:
		if typ != ir.U32 {
			return false
		}
		t.emit(vector.Xor, d, src[0], t.word(^uint32(0)), 0)
	case ir.Sat: // a NaN gives way to 0
		if in.Type != ir.F32 {
			return false
		}
		t.emit(vector.MaxF, d, src[0], t.f.zero, 0)
		t.emit(vector.MinF, d, d, t.word(vector.Float(1)), 0)
	case ir.Neg:
		return t.modify(d, src[0], isa.Operand{Neg: true}, in.Type)
	case ir.Abs:
		switch in.Type {
		case ir.F32, ir.F64:
			return t.modify(d, src[0], isa.Operand{Abs: true}, in.Type)
		case ir.S32:
			negative := t.temp()
			t.emit(vector.Sub, negative, t.f.zero, src[0], 0)
			t.emit(vector.MaxS, d, src[0], negative, 0)
		default:
			return false
		}
	case ir.MulWide, ir.MadWide:
		return t.wideProduct(src)
	case ir.Mul24, ir.Mad24:
		return t.product24(src)
	case ir.Cvt, ir.Bitcast:
		return t.conversion(src[0])
	default:
		return false
	}
	return true
}

// move copies a value.
func (t *translator) move(d, from uint32) bool {
	t.emit(vector.Mov, d, from, 0, 0)
	if t.in.Wide {
		t.emit(vector.Mov, d+vector.WordBytes, from+vector.WordBytes, 0, 0)
	}
	return true
}

func (t *translator) selection(src [3]uint32) bool {
	p, ok := t.predicate(t.in.Src[0], t.f.scratchP)
	if !ok {
		return false
	}
	t.emit(vector.Selp, t.into, p, src[1], src[2])
	if t.in.Wide {
		t.emit(vector.Selp, t.into+vector.WordBytes, p, src[1]+vector.WordBytes, src[2]+vector.WordBytes)
	}
	return true
}

func (t *translator) wideProduct(src [3]uint32) bool {
	in := t.in
	if !in.Wide || in.From != ir.U32 && in.From != ir.S32 {
		return false
	}
	kind := vector.MulWide
	if in.Op == ir.MadWide {
		kind = vector.MadWide
	}
	if in.From.Signed() {
		kind++
	}
	t.emit(kind, t.into, src[0], src[1], src[2])
	return true
}

func (t *translator) product24(src [3]uint32) bool {
	in, d := t.in, t.into
	if in.Type.Size() != 4 || in.Type.Float() {
		return false
	}
	var low [2]uint32
	for i := range low {
		low[i] = t.temp()
		if in.Type == ir.U32 {
			t.emit(vector.And, low[i], src[i], t.word(0xffffff), 0)
		} else {
			t.emit(vector.Shl, low[i], src[i], t.word(8), 0)
			t.emit(vector.ShrS, low[i], low[i], t.word(8), 0)
		}
	}
	if in.Op == ir.Mul24 {
		t.emit(vector.Mul, d, low[0], low[1], 0)
	} else {
		t.emit(vector.Mad, d, low[0], low[1], src[2])
	}
	return true
}

// longProduct is the low half of a product of 64 bits: the high words count modulo 2^32.
func (t *translator) longProduct(src [3]uint32) bool {
	const high = vector.WordBytes
	if t.in.Type.Size() != 8 || t.in.Type.Float() {
		return false
	}
	product, part := t.temp(), t.temp()
	t.emit(vector.MulWide, product, src[0], src[1], 0)
	t.emit(vector.Mad, product+high, src[0]+high, src[1], product+high)
	t.emit(vector.Mul, part, src[0], src[1]+high, 0)
	t.emit(vector.Add, product+high, product+high, part, 0)
	return t.move(t.into, product)
}

// conversion is a Cvt or a Bitcast.
func (t *translator) conversion(from uint32) bool {
	in, d := t.in, t.into
	to, of := in.Type, in.From
	word := func(x ir.Type) bool { return x == ir.U32 || x == ir.S32 }
	long := func(x ir.Type) bool { return x == ir.U64 || x == ir.S64 }
	switch {
	case in.Round != 0:
		return false
	case in.Op == ir.Bitcast:
		return to.Size() >= 4 && t.move(d, from)
	case to == of && to.Size() >= 4, word(to) && word(of), long(to) && long(of):
		return t.move(d, from)
	case word(to) && long(of):
		t.emit(vector.Mov, d, from, 0, 0)
	case long(to) && of == ir.U32:
		t.emit(vector.Mov, d, from, 0, 0)
		t.emit(vector.Mov, d+vector.WordBytes, t.f.zero, 0, 0)
	case long(to) && of == ir.S32:
		t.emit(vector.Mov, d, from, 0, 0)
		t.emit(vector.ShrS, d+vector.WordBytes, from, t.word(31), 0)
	case to == ir.F32 && of == ir.S32:
		t.emit(vector.FromS, d, from, 0, 0)
	case to == ir.F32 && of == ir.U32:
		t.emit(vector.From, d, from, 0, 0)
	case to == ir.S32 && of == ir.F32:
		t.emit(vector.ToS, d, from, 0, 0)
	case to == ir.F64 && of == ir.S32:
		t.emit(vector.FromSD, d, from, 0, 0)
	case to == ir.F64 && of == ir.F32:
		t.emit(vector.Widen, d, from, 0, 0)
	case to == ir.F32 && of == ir.F64:
		t.emit(vector.Narrow, d, from, 0, 0)
	default:
		return false
	}
	return true
}

// predicate is the place of a predicate operand; one that is negated or constant goes to scratch first.
func (t *translator) predicate(o isa.Operand, scratch uint32) (at uint32, ok bool) {
	switch {
	case o.Kind == isa.Imm:
		x := uint32(o.Value & 1)
		if o.Neg {
			x ^= 1
		}
		return t.word(-x), true
	case o.Kind != isa.Pred:
		return 0, false
	case o.Neg:
		t.ops = append(t.ops, vector.Op{Kind: vector.MovP, D: scratch, A: t.f.predicateAt(o.N), X: 1})
		return scratch, true
	}
	return t.f.predicateAt(o.N), true
}

// comparisons by type and relation, in the order of ir.Cmp: of them the names of vector follow one another.
var comparisons = map[ir.Type][6]vector.Kind{
	ir.U32: {vector.Eq, vector.Ne, vector.Lt, vector.Le, vector.Gt, vector.Ge},
	ir.S32: {vector.Eq, vector.Ne, vector.LtS, vector.LeS, vector.GtS, vector.GeS},
	ir.F32: {vector.EqF, vector.NeF, vector.LtF, vector.LeF, vector.GtF, vector.GeF},
}

// toPredicate appends a comparison or logic on predicates.
func (t *translator) toPredicate() bool {
	in, f := t.in, t.f
	d := f.predicateAt(in.Dst.N)
	into := d
	if !t.direct() {
		into = f.scratchP
	}
	switch in.Op {
	case ir.Setp, ir.And, ir.Or:
		if in.Joins != 0 {
			return t.joined(into, d)
		}
		if !t.comparison(into) {
			return false
		}
	case ir.PNot, ir.PAnd, ir.POr:
		kind, not := vector.MovP, uint32(0)
		var at [2]uint32
		operands := 2
		switch in.Op {
		case ir.PNot:
			operands, not = 1, 1
		case ir.PAnd:
			kind = vector.AndP
		case ir.POr:
			kind = vector.OrP
		}
		for i := range operands {
			o := in.Src[i]
			if o.Neg && o.Kind == isa.Pred {
				not ^= 1 << i
				o.Neg = false
			}
			var ok bool
			if at[i], ok = t.predicate(o, 0); !ok {
				return false
			}
		}
		t.ops = append(t.ops, vector.Op{Kind: kind, D: into, A: at[0], B: at[1], X: not})
	default:
		return false
	}
	if into != d {
		t.emit(vector.SelP, d, into, t.lanes, 0)
	}
	return true
}

// joined appends a comparison that is combined with a predicate, which may be the one that it sets.
func (t *translator) joined(into, d uint32) bool {
	in, kind, not := t.in, vector.AndP, uint32(0)
	if in.Joins == ir.POr {
		kind = vector.OrP
	}
	o := in.Src[2]
	if o.Neg {
		not, o.Neg = 2, false
	}
	other, ok := t.predicate(o, 0)
	if !ok || !t.comparison(t.f.scratchP) {
		return false
	}
	t.ops = append(t.ops, vector.Op{Kind: kind, D: into, A: t.f.scratchP, B: other, X: not})
	if into != d {
		t.emit(vector.SelP, d, into, t.lanes, 0)
	}
	return true
}

func (t *translator) comparison(into uint32) bool {
	in := t.in
	var src [2]uint32
	for i := range src {
		var ok bool
		if src[i], ok = t.source(i); !ok {
			return false
		}
	}
	typ := in.From
	if in.Op != ir.Setp { // a test of the result
		result := t.temp()
		if in.Type.Size() != 4 || in.Type.Float() {
			return false
		}
		t.emit(simple[opKey{in.Op, ir.U32}], result, src[0], src[1], 0)
		src, typ = [2]uint32{result, t.f.zero}, in.Type
	}
	kinds, ok := comparisons[typ]
	if !ok {
		t.ops = append(t.ops, vector.Op{Kind: opTest, D: into, A: src[0], B: src[1], X: uint32(in.PC)})
		ok = in.Op == ir.Setp
	} else {
		t.emit(kinds[in.Cmp], into, src[0], src[1], 0)
	}
	if t.f.traced && in.testOf != nil && in.Op == ir.Setp {
		t.ops = append(t.ops, vector.Op{Kind: opTested, A: src[0], B: src[1], X: uint32(in.PC)})
	}
	return ok
}

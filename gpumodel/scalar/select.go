package scalar

import (
	"warpbook.dev/gpumodel/ir"
)

// byType holds the opcodes of an operation for integers of 32 and of 64 bits and for floats of 32 and of 64 bits. opGeneral, the zero
// value, means that there is no opcode: ir.Evaluate computes it.
type byType struct{ w, d, f, g opcode }

func (o byType) of(t ir.Type) opcode {
	switch {
	case t == ir.F32:
		return o.f
	case t == ir.F64:
		return o.g
	case t.Size() == 8:
		return o.d
	}
	return o.w
}

var plainOps = map[ir.Op]byType{
	ir.Add: {opAddW, opAddD, opAddF, opAddG}, ir.Sub: {opSubW, opSubD, opSubF, opSubG}, ir.Mul: {opMulW, opMulD, opMulF, opMulG},
	ir.Mad: {w: opMadW, d: opMadD}, ir.And: {w: opAnd, d: opAnd}, ir.Or: {w: opOr, d: opOr}, ir.Xor: {w: opXor,
		d: opXor}, ir.Not: {w: opNotW, d: opNotD},
	ir.Shl: {w: opShlW, d: opShlD}, ir.Neg: {f: opNegF, g: opNegG}, ir.Sqrt: {f: opSqrtF, g: opSqrtG}, ir.Abs: {f: opAbsF, g: opAbsG},
	ir.PAnd: {w: opPAnd}, ir.POr: {w: opPOr}, ir.PNot: {w: opPNot},
}

// signedOps holds the opcodes of operations that differ for signed and unsigned integers.
var signedOps = map[ir.Op][2]byType{ // unsigned, signed
	ir.Shr: {{w: opShrW, d: opShrD}, {w: opShrSW, d: opShrSD}},
	ir.Div: {{w: opDivW, d: opDivD, f: opDivF, g: opDivG}, {w: opDivSW, d: opDivSD, f: opDivF, g: opDivG}},
	ir.Rem: {{w: opRemW, d: opRemD}, {w: opRemSW, d: opRemSD}},
}

// conversions holds the opcodes of conversions, by source and result type. Where the bits are the same for several types, rows share one.
var conversions = map[[2]ir.Type]opcode{
	{ir.S32, ir.S64}: opSextWD, {ir.S32, ir.U64}: opSextWD, {ir.U32, ir.S64}: opWord, {ir.U32, ir.U64}: opWord,
	{ir.S64, ir.S32}: opWord, {ir.S64, ir.U32}: opWord, {ir.U64, ir.S32}: opWord, {ir.U64, ir.U32}: opWord,
	{ir.S32, ir.F32}: opSWtoF, {ir.S32, ir.F64}: opSWtoG, {ir.S64, ir.F32}: opSDtoF, {ir.S64, ir.F64}: opSDtoG,
	{ir.F32, ir.F64}: opFtoG, {ir.F64, ir.F32}: opGtoF,
}

// refused names the operations that only a GPU has.
var refused = map[ir.Op]string{
	ir.Tex: "a texture", ir.Bar: "__syncthreads()", ir.Vote: "a vote of a warp", ir.Shfl: "a shuffle of a warp", ir.Match: "a match of a warp",
	ir.Redux: "a reduction of a warp", ir.Mma: "the tensor cores", ir.SharedAddr: "shared memory", ir.TextureRef: "a texture",
}

// value emits the instruction of a value. Values without one are presets, phis (the edges have moves), values fused with a later one,
// and fences, barriers of a warp and the like, which mean nothing for one thread.
func (t *translator) value(v *ir.Value) {
	if t.isPreset(v) || v.Op == ir.Phi || t.fused[v] {
		return
	}
	if t.mulAdd(v) {
		return
	}
	if what := refused[v.Op]; what != "" {
		t.fail(v, "the host cannot use %s", what)
		return
	}
	in := instr{line: int32(v.Line)}
	var more []uint16
	for i, a := range v.Args {
		r := t.register(a)
		switch i {
		case 0:
			in.a = r
		case 1:
			in.b = r
		case 2:
			in.c = r
		}
	}
	if v.Type != ir.Void {
		in.dst = t.register(v)
	}
	switch v.Op {
	case ir.Load:
		t.load(v, in)
		return
	case ir.Store:
		t.store(v, in)
		return
	case ir.Extract:
		in.op, in.a = opMove, t.register(v.Args[0])+uint16(v.Imm)
	case ir.Atom:
		in.op = opAtom
	case ir.Cvta:
		in.op = opMove
		if ir.Space(v.Imm) == ir.Local {
			in.op = opCvtaLocal
		}
	case ir.Setp:
		if row, ok := compares[v.From]; ok {
			in.op = row[0] + opcode(v.Cmp)
		}
	case ir.Selp:
		in.op = opSelect
	case ir.Bitcast:
		in.op = opMove
	case ir.Cvt:
		if in.op = conversions[[2]ir.Type{v.From, v.Type}]; v.From.Float() && v.Type.Integer() {
			in.op = opWhole
		}
	case ir.MulWide, ir.MadWide:
		if v.From == ir.S32 || v.From == ir.U32 {
			signed := v.From == ir.S32
			switch {
			case v.Op == ir.MulWide && signed:
				in.op = opMulWideS
			case v.Op == ir.MulWide:
				in.op = opMulWideU
			case signed:
				in.op = opMadWideS
			default:
				in.op = opMadWideU
			}
		}
	case ir.Membar, ir.Use, ir.Nanosleep, ir.CopyGroup, ir.WarpBar:
		return
	case ir.Result:
		in.op = opResult
	case ir.Runtime, ir.Launch, ir.Assert, ir.Invoke:
		in.op = map[ir.Op]opcode{ir.Runtime: opCall, ir.Launch: opLaunch, ir.Assert: opAssert, ir.Invoke: opInvoke}[v.Op]
		for _, a := range v.Args {
			more = append(more, t.register(a))
		}
		if v.Op == ir.Launch && v.Imm == 0 {
			return
		}
	case ir.Fma, ir.Rcp, ir.SqrtApprox, ir.Rsqrt, ir.Sin, ir.Cos, ir.Ex2, ir.Lg2, ir.Tanh, ir.DivApprox, ir.DivFull, ir.Math:
		in.op = opMath
	case ir.Mad:
		if v.Type.Float() {
			in.op = opMath
		} else {
			in.op = plainOps[v.Op].of(v.Type)
		}
	default:
		if row, ok := signedOps[v.Op]; ok {
			if v.Type.Signed() {
				in.op = row[1].of(v.Type)
			} else {
				in.op = row[0].of(v.Type)
			}
		} else if row, ok := plainOps[v.Op]; ok {
			in.op = row.of(v.Type)
		}
	}
	if v.Rounding != ir.Nearest {
		in.op = opGeneral
	}
	t.emitOf(v, in, more)
}

// emitOf emits an instruction, and its extra if the opcode has one.
func (t *translator) emitOf(v *ir.Value, in instr, more []uint16) {
	switch in.op {
	case opGeneral, opWhole, opMath, opLoadMany, opStoreMany, opAtom, opCall, opLaunch, opAssert, opInvoke:
		in.imm = int64(len(t.p.extras))
		t.p.extras = append(t.p.extras, extra{v, more})
	}
	t.emit(in)
}

// load emits a load. Vectors and loads that widen to 64 bits take the slow path, opLoadMany.
func (t *translator) load(v *ir.Value, in instr) {
	in.imm = int64(v.Imm)
	switch {
	case v.Lanes > 1 || v.Type.Size() == 8 && v.Mem.Size() < 8:
		in.op = opLoadMany
	case v.Mem == ir.U8:
		in.op = opLoad1
	case v.Mem == ir.S8:
		in.op = opLoadS1
	case v.Mem == ir.U16:
		in.op = opLoad2
	case v.Mem == ir.S16:
		in.op = opLoadS2
	case v.Mem.Size() == 4:
		in.op = opLoad4
	case v.Mem.Size() == 8:
		in.op = opLoad8
	default:
		in.op = opLoadMany
	}
	if v.Space == ir.Local {
		t.local(&in)
		switch in.op {
		case opLoad4:
			in.op = opLocal4
		case opLoad8:
			in.op = opLocal8
		}
	}
	t.emitOf(v, in, nil)
}

// local emits the conversion of an access's offset in the frame to an address, unless the access has an opcode that does both.
func (t *translator) local(in *instr) {
	switch in.op {
	case opLoad4, opLoad8, opStore4, opStore8:
		return
	}
	r := t.spare()
	t.emit(instr{op: opCvtaLocal, dst: r, a: in.a, imm: in.imm})
	in.a, in.imm = r, 0
}

func (t *translator) store(v *ir.Value, in instr) {
	var more []uint16
	in.imm = int64(v.Imm)
	if v.Lanes > 1 || len(v.Args) > 2 {
		in.op = opStoreMany
		for _, a := range v.Args[1:] {
			more = append(more, t.register(a))
		}
	} else {
		in.op = map[int]opcode{1: opStore1, 2: opStore2, 4: opStore4, 8: opStore8}[v.Mem.Size()]
	}
	if v.Space == ir.Local {
		t.local(&in)
		switch in.op {
		case opStore4:
			in.op = opPutLocal4
		case opStore8:
			in.op = opPutLocal8
		}
	}
	t.emitOf(v, in, more)
}

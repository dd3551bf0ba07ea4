package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// String is the function in the style of PTX: one value a line, constants,
// parameters and special registers written where they are used.
//
// Golden files hold this text, so its numbering follows the order of the blocks and not the IDs, which change
// with every edit of a pass.
func (f *Func) String() string {
	w := &writer{names: map[*Value]string{}, count: map[string]int{}, f: f}
	w.header()
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			w.name(v)
		}
	}
	for _, b := range f.Blocks {
		w.block(b)
	}
	w.printf("}\n")
	return w.String()
}

type writer struct {
	strings.Builder
	f     *Func
	names map[*Value]string
	count map[string]int
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *writer) header() {
	params := make([]string, len(w.f.Params))
	for i, p := range w.f.Params {
		params[i] = fmt.Sprintf(".param .%s %s", p.Type, p.Name)
	}
	w.printf(".entry %s(%s)\n{\n", w.f.Name, strings.Join(params, ", "))
	for _, v := range w.f.Shared {
		w.printf("\t.shared %s[%d] at %d\n", v.Name, v.Size, v.Offset)
	}
	if w.f.LocalBytes > 0 {
		w.printf("\t.local %d bytes\n", w.f.LocalBytes)
	}
}

// name gives v a register, numbered within its class.
//
// The classes are PTX's: %p, %r, %rd, %f and %fd; %v is a vector, whose elements are %v1.x to %v1.w.
func (w *writer) name(v *Value) {
	if v.Leaf() || v.Type == Void {
		return
	}
	class := map[Type]string{Pred: "%p", U64: "%rd", F32: "%f", F64: "%fd"}[v.Type.class()]
	if class == "" {
		class = "%r"
	}
	if (v.Op == Load || v.Op == Tex) && v.Lanes > 0 {
		class = "%v"
	}
	w.count[class]++
	w.names[v] = class + strconv.Itoa(w.count[class])
}

func (w *writer) block(b *Block) {
	if len(b.Preds) > 0 {
		w.printf("L%d:\n", b.ID)
	}
	for _, v := range b.Values {
		if !v.Leaf() {
			w.printf("\t%s\n", w.value(v))
		}
	}
	switch b.Term {
	case Jump:
		w.printf("\tbra L%d\n", b.Succs[0].ID)
	case Branch:
		w.printf("\tbra %s, L%d, L%d\n", w.operand(b.Cond, Pred), b.Succs[0].ID, b.Succs[1].ID)
	case Return:
		w.printf("\tret\n")
	}
}

func (w *writer) value(v *Value) string {
	var args []string
	switch v.Op {
	case Phi:
		for i, a := range v.Args {
			args = append(args, fmt.Sprintf("L%d: %s", v.Block.Preds[i].ID, w.operand(a, v.Type)))
		}
	default:
		for i, a := range v.Args {
			t := v.operandType(i)
			if t == Void {
				t = a.Type
			}
			args = append(args, w.operand(a, t))
		}
	}
	if v.Op.Accesses() {
		args[0] = w.address(v)
	}
	switch v.Op {
	case Extract:
		args[0] += "." + string("xyzw"[v.Imm])
	case Special:
		args = append(args, specialNames[v.Imm])
	case Printf:
		args = append([]string{strconv.Quote(w.f.Formats[v.Imm])}, args...)
	}
	text := strings.TrimSuffix(v.mnemonic()+" "+strings.Join(args, ", "), " ")
	if v.Type == Void {
		return text
	}
	return w.names[v] + " = " + text
}

// operandType is the type in which v reads argument i, Void where it takes any.
func (v *Value) operandType(i int) Type {
	o := Operation{Op: v.Op, Type: v.Type, From: v.From, Mem: v.Mem}
	if v.Op == Tex {
		o.From = Fetch(v.Imm).Coordinate()
	}
	return o.Operand(i)
}

// address is [base+offset].
func (w *writer) address(v *Value) string {
	base, offset := v.Args[0], int64(v.Imm)
	if base.isConst() && base.Type.Integer() {
		return fmt.Sprintf("[%d]", base.intConst()+offset)
	}
	if offset == 0 {
		return fmt.Sprintf("[%s]", w.operand(base, base.Type))
	}
	return fmt.Sprintf("[%s%+d]", w.operand(base, base.Type), offset)
}

func (w *writer) operand(v *Value, t Type) string {
	switch v.Op {
	case Constant:
		return constantText(t, v)
	case ParamValue:
		return w.f.Params[v.Imm].Name
	case Special:
		if !v.isClock() {
			return specialNames[v.Imm]
		}
	case SharedAddr:
		return fmt.Sprintf("shared+%d", v.Imm)
	case LocalAddr:
		return fmt.Sprintf("local+%d", v.Imm)
	case GlobalAddr:
		return w.f.Globals[v.Imm].Name
	case TextureRef:
		return w.f.Textures[v.Imm]
	}
	if n, ok := w.names[v]; ok {
		return n
	}
	return fmt.Sprintf("%%?%d", v.ID)
}

// constantText writes a constant as its reader takes it. Constants are kept signed, so a large unsigned one is
// negative here; small negative numbers stay readable as such even where the reader is unsigned.
func constantText(t Type, v *Value) string {
	switch {
	case v.Type.Float():
		x := v.Type.float(v.Imm)
		if x == math.Trunc(x) && math.Abs(x) < 1e6 {
			return strconv.FormatFloat(x, 'f', 1, 64)
		}
		return strconv.FormatFloat(x, 'g', -1, 8*v.Type.Size())
	case v.Type == Pred, t.Integer() && !t.Signed() && v.intConst() < -1<<20:
		return strconv.FormatUint(v.Imm, 10)
	}
	return strconv.FormatInt(v.intConst(), 10)
}

// mnemonic is the operation with its types.
func (v *Value) mnemonic() string {
	name, t, from := v.Op.String(), "."+v.Type.String(), "."+v.From.String()
	switch ops[v.Op].form {
	case textBare:
		return name
	case textFrom:
		return name + from
	case textBoth:
		return name + t + from
	case textBits:
		return fmt.Sprintf("%s.b%d", name, 8*v.Type.Size())
	case textTwice:
		return name + t + t
	case textSpelled:
		return v.spelling()
	case textMul:
		if v.Type.Float() {
			name = strings.TrimSuffix(name, ".lo")
		}
	}
	if v.Rounding != Nearest {
		name = strings.TrimSuffix(name, ".rn") + "." + v.Rounding.String()
	} else if v.Exact {
		name += ".rn"
	}
	if v.Flush {
		name += ".ftz"
	}
	return name + t
}

// spelling is the mnemonic of the operations that say more than their types.
func (v *Value) spelling() string {
	name, t := v.Op.String(), "."+v.Type.String()
	switch v.Op {
	case Setp:
		return name + "." + cmpNames[v.Cmp] + "." + v.From.String()
	case Cvta:
		return fmt.Sprintf("%s.%s.%s", name, Space(v.Imm), v.Type)
	case Tex:
		return Fetch(v.Imm).String() + vectorName(v.Lanes) + "." + v.Mem.String()
	case Math:
		return MathFunc(v.Imm).String() + t
	case Bar:
		return v.barrierName()
	case CopyGroup:
		return v.groupName()
	case Shf:
		return name + []string{".l.wrap", ".r.wrap", ".l.clamp", ".r.clamp"}[v.Imm] + t
	}
	if v.Op.Accesses() {
		return v.accessName()
	}
	return v.collectiveName()
}

func (v *Value) accessName() string {
	s := v.Op.String()
	switch {
	case v.Matrix != 0:
		return v.Matrix.name()
	case v.Async != Synchronous:
		s += ".async"
	case v.Volatile:
		s += ".volatile"
	}
	s += "." + v.Space.String()
	if v.ReadOnly {
		s += ".nc"
	}
	if v.PastL1 {
		s += ".cg"
	}
	if v.Op == Atom {
		s += "." + atomNames[v.Atom]
	}
	return s + vectorName(v.Lanes) + "." + v.Mem.String()
}

func vectorName(lanes int) string {
	if lanes == 0 {
		return ""
	}
	return fmt.Sprintf(".v%d", lanes)
}

// String is PTX's name of the space.
func (s Space) String() string {
	return [...]string{"none", "global", "shared", "local", "const", "param", "generic"}[s]
}

var (
	cmpNames  = [...]string{"eq", "ne", "lt", "le", "gt", "ge"}
	atomNames = [...]string{"add", "sub", "exch", "min", "max", "inc", "dec", "cas", "and", "or", "xor"}

	specialNames = [...]string{
		"%tid.x", "%tid.y", "%tid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z", "%ntid.x", "%ntid.y", "%ntid.z",
		"%nctaid.x", "%nctaid.y", "%nctaid.z", "WARP_SZ", "%clock", "%clock64", "%laneid", "%globaltimer", "%nwarpid", "%nsmid", "%smid",
	}
)

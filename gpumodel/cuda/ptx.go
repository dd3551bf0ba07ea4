package cuda

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Inline PTX is rewritten as CUDA C++: asm becomes a block with a variable for each operand, in
// which an instruction is the assignment that its row of ptxInstructions says. A register of PTX
// holds bits; an instruction's types say how it reads them.

// A ptxRow is what an instruction computes: $1 to $4 are its sources as the type of the instruction.
type ptxRow struct {
	name string // without types and rounding, as in ptxName
	text string
	wide bool // the result has twice the width
}

var ptxInstructions = []ptxRow{
	{name: "mov", text: "$1"}, {name: "add", text: "$1 + $2"}, {name: "sub", text: "$1 - $2"}, {name: "mul.lo", text: "$1 * $2"},
	{name: "mul", text: "$1 * $2"}, {name: "mad.lo", text: "$1 * $2 + $3"}, {name: "mul.wide", text: "$1 * $2", wide: true},
	{name: "mad.wide", text: "$1 * $2 + $3", wide: true}, {name: "div", text: "$1 / $2"}, {name: "rem", text: "$1 % $2"},
	{name: "min", text: "min($1, $2)"}, {name: "max", text: "max($1, $2)"}, {name: "abs", text: "abs($1)"}, {name: "neg", text: "-$1"},
	{name: "and", text: "$1 & $2"}, {name: "or", text: "$1 | $2"}, {name: "xor", text: "$1 ^ $2"}, {name: "not", text: "~$1"},
	{name: "fma", text: "fma($1, $2, $3)"}, {name: "mad", text: "fma($1, $2, $3)"},
	{name: "popc", text: "$b > 31 ? __popcll($1) : __popc($1)"}, {name: "clz", text: "$b > 31 ? __clzll($1) : __clz($1)"},
	{name: "brev", text: "$b > 31 ? __brevll($1) : __brev($1)"}, {name: "prmt", text: "__byte_perm($1, $2, $3)"},
	{name: "bfind", text: "(unsigned)($b > 31 ? 63 - __clzll($1 < 0 ? ~$1 : $1) : 31 - __clz($1 < 0 ? ~$1 : $1))"},
	{name: "bfind.shiftamt", text: "(unsigned)(($1 < 0 ? ~$1 : $1) == 0 ? -1 : $b > 31 ? __clzll($1 < 0 ? ~$1 : $1) : __clz($1 < 0 ? ~$1 : $1))"},
	{name: "redux.sync.add", text: "__reduce_add_sync($u2, $1)"}, {name: "redux.sync.min", text: "__reduce_min_sync($u2, $1)"},
	{name: "redux.sync.max", text: "__reduce_max_sync($u2, $1)"}, {name: "redux.sync.and", text: "__reduce_and_sync($u2, $1)"},
	{name: "redux.sync.or", text: "__reduce_or_sync($u2, $1)"}, {name: "redux.sync.xor", text: "__reduce_xor_sync($u2, $1)"},
	{name: "vote.sync.ballot", text: "__ballot_sync($u2, $p1)"}, {name: "vote.sync.any", text: "__any_sync($u2, $p1) != 0"},
	{name: "vote.sync.all", text: "__all_sync($u2, $p1) != 0"}, {name: "activemask", text: "__activemask()"},
	{name: "mul24.lo", text: "($1 << 8 >> 8) * ($2 << 8 >> 8)"}, {name: "mad24.lo", text: "($1 << 8 >> 8) * ($2 << 8 >> 8) + $3"},
	{name: "mul24.hi", text: "(long long)($1 << 8 >> 8) * ($2 << 8 >> 8) >> 16"},
	{name: "sad", text: "($1 < $2 ? $2 - $1 : $1 - $2) + $3"},
	{name: "rcp", text: "1 / $1"}, {name: "sqrt", text: "sqrt($1)"}, {name: "rsqrt", text: "rsqrt($1)"}, {name: "ex2", text: "exp2($1)"},
	{name: "lg2", text: "__log2f($1)"}, {name: "sin", text: "__sinf($1)"}, {name: "cos", text: "__cosf($1)"}, {name: "tanh", text: "__tanh($1)"},
	{name: "selp", text: "$p3 ? $1 : $2"}, {name: "shl", text: "$u2 > $b ? 0 : $1 << ($u2 & $b)"}, {name: "shr", text: "$u2 > $b ? ($1 < 0 ? -1 : 0) : $1 >> ($u2 & $b)"},
	{name: "bfe", text: "$n3 == 0 ? 0 : $n2 > $b ? ($1 < 0 ? -1 : 0) : $n2 + $n3 > $b ? $1 >> ($n2 & $b) : $1 << ($b + 1 - $n2 - $n3 & $b) >> ($b + 1 - $n3 & $b)"},
	{name: "bfi", text: "$n3 > $b ? $2 : $2 & ~($ones4 << ($n3 & $b)) | ($1 & $ones4) << ($n3 & $b)"},
}

// ptxEffects are instructions without a result.
var ptxEffects = map[string]string{
	"bar.warp.sync": "__syncwarp($u1)", "membar.gl": "__threadfence()", "membar.cta": "__threadfence_block()",
	"membar.sys": "__threadfence_system()", "fence.sc.gpu": "__threadfence()", "fence.sc.cta": "__threadfence_block()",
	"fence.sc.sys": "__threadfence_system()", "fence.acq_rel.sys": "__threadfence_system()", "trap": "__trap()", "fence.acq_rel.gpu": "__threadfence()", "fence.acq_rel.cta": "__threadfence_block()", "nanosleep": "__nanosleep($u1)",
}

// ptxSpecials are the special registers.
var ptxSpecials = map[string]string{
	"laneid": "__nvvm_read_ptx_sreg_laneid()", "clock": "(unsigned)clock()", "clock64": "clock64()", "clock_hi": "(unsigned)(clock64() >> 32)",
	"globaltimer": "__nvvm_read_ptx_sreg_globaltimer()", "globaltimer_lo": "(unsigned)__nvvm_read_ptx_sreg_globaltimer()",
	"globaltimer_hi": "(unsigned)(__nvvm_read_ptx_sreg_globaltimer() >> 32)", "nwarpid": "__nvvm_read_ptx_sreg_nwarpid()", "nsmid": "__nvvm_read_ptx_sreg_nsmid()", "smid": "__nvvm_read_ptx_sreg_smid()",
	"warpid":      "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32",
	"lanemask_eq": "(1u << __nvvm_read_ptx_sreg_laneid())", "lanemask_lt": "((1u << __nvvm_read_ptx_sreg_laneid()) - 1)",
	"lanemask_le": "((2u << __nvvm_read_ptx_sreg_laneid()) - 1)", "lanemask_gt": "~((2u << __nvvm_read_ptx_sreg_laneid()) - 1)",
	"lanemask_ge": "~((1u << __nvvm_read_ptx_sreg_laneid()) - 1)",
}

// ptxUnknown are special registers that say what the model does not know, with the reason or what there is instead.
var ptxUnknown = []struct {
	names map[string]bool
	why   string
}{
	{token.Words("total_smem_size dynamic_smem_size aggr_smem_size"), "pass the size as a parameter"},
	{token.Words("gridid current_graph_exec"), setByDriver},
	{token.Words("clusterid nclusterid cluster_ctaid cluster_nctaid cluster_ctarank cluster_nctarank is_explicit_cluster"), clusters},
}

const setByDriver = "the driver and profilers set it"

// ptxCounters are the special registers that the driver and profilers number: pm0, envreg31, reserved_smem_offset_begin.
var ptxCounters = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(pm\d(_64)?|envreg\d+|reserved_smem_offset_\w+)$`) })

var ptxGrid = map[string]string{"tid": "threadIdx", "ntid": "blockDim", "ctaid": "blockIdx", "nctaid": "gridDim"}

// ptxTypes are PTX's types in C.
var ptxTypes = map[string]string{
	"u8": "unsigned char", "s8": "signed char", "b8": "unsigned char", "u16": "unsigned short", "s16": "short", "b16": "unsigned short",
	"u32": "unsigned", "s32": "int", "b32": "unsigned", "u64": "unsigned long long", "s64": "long long", "b64": "unsigned long long",
	"f32": "float", "f64": "double", "pred": "bool",
}

// ptxConstraints are the letters of operands: the types of their registers.
var ptxConstraints = map[byte]string{'h': "b16", 'r': "b32", 'l': "b64", 'f': "f32", 'd': "f64", 'n': "b32"}

var ptxWide = map[string]string{"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}

// An asmOperand is an operand of asm: its register, and the expression as tokens.
type asmOperand struct {
	typ   string
	expr  []token.Token
	out   bool
	begin []token.Token // the value that it has before; nil for none
}

// ptx is a translation under way.
type ptx struct {
	p         *parser
	at        token.Token
	operands  []asmOperand
	registers map[string]string // types of the registers that the text declares
	out       []token.Token
}

// asm reads asm [volatile] ("text" : outputs : inputs : clobbers);
func (p *parser) asm() Stmt {
	x := &ptx{p: p, at: *p.next(), registers: map[string]string{}}
	for p.is("volatile") || p.is("__volatile__") || p.is("goto") {
		p.next()
	}
	p.expect("(", "after asm")
	if p.peek().Kind != token.String {
		p.unexpected("the text of asm")
	}
	text := p.stringLit().(*StringLit).Value
	for part := 0; !p.is(")"); {
		switch {
		case p.accept("::"):
			part += 2
		case p.accept(":"):
			part++
		case part > 2: // what it changes besides
			p.next()
		default:
			x.operand(part == 1)
			p.accept(",")
		}
	}
	x.emit("{")
	for i := range x.operands {
		x.once(i)
	}
	for i, o := range x.operands {
		x.emit(fmt.Sprintf("%s ptx_%d;", ptxTypes[o.typ], i))
		if o.begin != nil {
			x.emit(fmt.Sprintf("ptx_%d = (%s)(", i, ptxTypes[o.typ]))
			x.out = append(x.out, o.begin...)
			x.emit(");")
		}
	}
	for _, line := range strings.Split(ptxComments().ReplaceAllString(text, ""), ";") {
		x.statement(strings.TrimLeft(strings.Join(strings.Fields(line), " "), "{} ")) // scopes begin and end between statements
	}
	for i, o := range x.operands {
		if o.out {
			x.out = append(x.out, o.expr...)
			x.emit("=")
			if ptxTypes[o.typ] == ptxTypes["u64"] { // which may be a pointer: void **p; asm("…" : "=l"(p))
				x.emit("(decltype(+(")
				x.out = append(x.out, o.expr...)
				x.emit(")))")
			}
			x.emit(fmt.Sprintf("ptx_%d;", i))
		}
	}
	x.emit("}")
	p.expect(")", "after the operands of asm") // behind what may fail: then the statement is passed as a whole
	p.semicolon("asm(…)")
	toks, at := p.toks, p.i
	defer func() { p.toks, p.i = toks, at }()
	p.toks, p.i = append(x.out, token.Token{Kind: token.EOF, Pos: x.at.End, End: x.at.End}), 0
	return p.block()
}

var ptxComments = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/`) })

// operand reads "=r"(x).
func (x *ptx) operand(out bool) {
	p := x.p
	t := *p.peek()
	if t.Kind != token.String {
		p.unexpected(`an operand of asm, such as "r"(x)`)
	}
	constraint := p.stringLit().(*StringLit).Value
	if p.is("[") {
		p.fail(p.peek(), "operands of asm with names are not supported; number them: %%0, %%1, …")
	}
	letters := strings.Trim(constraint, "=+&%")
	typ, same := "", -1
	if len(letters) == 1 {
		typ = ptxConstraints[letters[0]]
	}
	if i, err := strconv.Atoi(letters); err == nil && i < len(x.operands) { // what operand i begins with
		typ, same = x.operands[i].typ, i
	}
	if typ == "" {
		p.fail(&t, "operand %q of asm: want h, r, l, f, d or n", constraint)
	}
	p.expect("(", "before the operand's value")
	from := p.i
	p.i--
	p.skipBalanced()
	o := asmOperand{typ: typ, expr: p.toks[from : p.i-1 : p.i-1], out: out}
	if !out || strings.Contains(constraint, "+") {
		o.begin = o.expr
	}
	x.operands = append(x.operands, o)
	if same >= 0 {
		x.operands[same].begin = o.expr
	}
}

// once gives the place of operand i a name if it is read and written, and finding it does something: *f() calls f once.
func (x *ptx) once(i int) {
	o := &x.operands[i]
	does := func(t token.Token) bool { return t.Is("(") || t.Is("++") || t.Is("--") || t.Is("=") }
	if !o.out || o.begin == nil || !slices.ContainsFunc(o.expr, does) {
		return
	}
	same := &o.begin[0] == &o.expr[0]
	x.emit(fmt.Sprintf("auto &ptx_at_%d =", i))
	x.out = append(x.out, o.expr...)
	x.emit(";")
	from := len(x.out)
	x.emit(fmt.Sprintf("ptx_at_%d", i))
	o.expr = slices.Clone(x.out[from:])
	x.out = x.out[:from]
	if same {
		o.begin = o.expr
	}
}

// emit adds tokens of C, which stand where asm does.
func (x *ptx) emit(text string) {
	toks := token.Scan(text)
	for _, t := range toks[:len(toks)-1] {
		t.Pos, t.End, t.Off, t.Limit, t.In, t.Macro = x.at.Pos, x.at.End, x.at.Off, x.at.Limit, x.at.In, x.at.Text
		t.Library = x.at.Library
		t.Translated = t.Kind == token.Ident && !strings.HasPrefix(t.Text, "ptx_")
		x.out = append(x.out, t)
	}
}

func (x *ptx) refuse(line string) {
	word, _, _ := strings.Cut(line, " ")
	for _, a := range assembly {
		if strings.Contains(word, a.word) {
			x.p.fail(&x.at, "%s", a.why)
		}
	}
	x.p.fail(&x.at, "the PTX instruction %q is not supported; write it in C", word)
}

var (
	ptxRegister = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.reg\s*\.(\w+)\s+(.+)$`) })
	ptxGuard    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^@(!?)%?(\w+)\s+(.*)$`) })
)

// maxRegisters bounds the registers that one name declares.
const maxRegisters = 256

// numbered are the registers that a declaration names: r<3> stands for r0, r1 and r2.
func numbered(name string) (names []string) {
	base, count, several := strings.Cut(name, "<")
	n, err := strconv.Atoi(strings.TrimRight(count, "> "))
	if !several || err != nil {
		return []string{name}
	}
	for i := range min(n, maxRegisters) {
		names = append(names, base+itoa(i))
	}
	return names
}

// ptxShared is the declaration of an array in shared memory: .shared .align 8 .b32 name[64], or one element without [].
var ptxShared = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.shared\s*(?:\.align\s+(\d+)\s*)?\.(\w+)\s+(\w+)\s*(?:\[\s*(\d+)\s*\])?$`)
})

// shared declares an array in shared memory. Its name is its address there.
func (x *ptx) shared(line, align, typ, name, length string) {
	if ptxTypes[typ] == "" || typ == "pred" {
		x.refuse(line)
	}
	if align != "" {
		align = "__align__(" + align + ") "
	}
	x.registers[name] = "b32"
	x.emit(fmt.Sprintf("__shared__ %s%s ptx_array_%s[%s];", align, ptxTypes[typ], name, cmp.Or(length, "1")))
	x.emit(fmt.Sprintf("unsigned ptx_%s = (unsigned)__cvta_generic_to_shared(ptx_array_%[1]s);", name))
}

// statement translates one instruction or declaration.
func (x *ptx) statement(line string) {
	if line == "" {
		return
	}
	if m := ptxRegister().FindStringSubmatch(line); m != nil {
		if ptxTypes[m[1]] == "" {
			x.refuse(line)
		}
		for _, name := range strings.Split(m[2], ",") {
			for _, name := range numbered(strings.Trim(name, " %")) {
				x.registers[name] = m[1]
				x.emit(fmt.Sprintf("%s ptx_%s;", ptxTypes[m[1]], name))
			}
		}
		return
	}
	if m := ptxShared().FindStringSubmatch(line); m != nil {
		x.shared(line, m[1], m[2], m[3], m[4])
		return
	}
	if m := ptxGuard().FindStringSubmatch(line); m != nil {
		x.emit("if (" + m[1] + x.read(m[2], "pred") + ") {")
		x.statement(m[3])
		x.emit("}")
		return
	}
	op, rest, _ := strings.Cut(line, " ")
	x.instruction(line, strings.Split(op, "."), operandsOf(rest))
}

// operandsOf are the operands of an instruction; {a, b} is one.
func operandsOf(text string) (args []string) {
	begin, depth := 0, 0
	for i, r := range text + "," {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth > 0 {
				continue
			}
			if a := strings.TrimSpace(text[begin:i]); a != "" {
				args = append(args, a)
			}
			begin = i + 1
		}
	}
	return args
}

// roundings are the parts of a name that say how exact a result is.
var roundings = token.Words("rn rz rm rp rni rzi rmi rpi approx full ftz sat volatile relaxed gpu sys cta nc uni aligned to")

// instruction translates a name's parts and its operands.
func (x *ptx) instruction(line string, parts, args []string) {
	if x.whole(line, parts, args) {
		return
	}
	var name, types, rounding []string
	for _, part := range parts {
		switch {
		case ptxTypes[part] != "":
			types = append(types, part)
		case roundings[part]:
			rounding = append(rounding, part)
		case caching(parts[0], part): // which says how long caches keep the data
		default:
			name = append(name, part)
		}
	}
	whole := strings.Join(name, ".")
	if len(types) == 0 && len(name) > 0 {
		if text, ok := ptxEffects[strings.Join(parts, ".")]; ok {
			x.emit(x.fill(text, "u32", args) + ";")
			return
		}
	}
	if text, ok := ptxEffects[whole]; ok && len(types) < 2 {
		x.emit(x.fill(text, "u32", args) + ";")
		return
	}
	if whole == "exit" && x.p.fn != nil && x.p.fn.Kernel {
		x.emit("return;")
		return
	}
	if text := x.rounded(line, whole, types, rounding, args); text != "" {
		x.write(line, args[0], types[0], text)
		return
	}
	switch {
	case whole == "activemask" && len(args) == 1:
	case len(types) == 0 || len(args) < 2:
		x.refuse(line)
	case name[0] == "cvt" && len(types) == 2:
		x.convert(line, args, types, rounding)
		return
	case name[0] == "cvta" && slices.Contains(parts, "shared"):
		if slices.Contains(parts, "to") {
			x.write(line, args[0], "u64", "__cvta_generic_to_shared((const void *)"+x.read(args[1], "u64")+")")
		} else {
			x.write(line, args[0], "u64", "(unsigned long long)__shared_at("+x.read(args[1], "u32")+")")
		}
		return
	case name[0] == "cvta":
		x.write(line, args[0], "u64", x.read(args[1], "u64"))
		return
	case name[0] == "setp" && len(name) == 2:
		compare := map[string]string{"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">",
			"hs": ">="}[name[1]]
		if compare == "" || len(args) != 3 {
			x.refuse(line)
		}
		x.write(line, args[0], "pred", x.read(args[1], types[0])+compare+x.read(args[2], types[0]))
		return
	case name[0] == "ld" && len(name) <= 3:
		x.load(line, name, slices.Contains(parts, "cg"), args, types[0])
		return
	case name[0] == "st" && len(name) <= 3:
		x.store(line, name, args, types[0])
		return
	}
	for _, row := range ptxInstructions {
		if row.name != whole {
			continue
		}
		result := types[0]
		text := x.fill(row.text, types[0], args[1:])
		if row.wide {
			if result = ptxWide[types[0]]; result == "" {
				x.refuse(line)
			}
			text = x.fill(strings.ReplaceAll(strings.Replace(row.text, "$1", "("+ptxTypes[result]+")$1", 1), "$3", "$w3"), types[0], args[1:])
		}
		if slices.Contains(rounding, "sat") {
			text = x.saturated(line, types[0], row.text, text, args[1:])
		}
		x.write(line, args[0], result, text)
		return
	}
	if text := highHalf[types[0]]; text != "" && (whole == "mul.hi" || whole == "mad.hi") {
		if whole == "mad.hi" {
			text += " + $3"
		}
		value := x.fill(text, types[0], args[1:])
		if slices.Contains(rounding, "sat") {
			value = x.saturated(line, types[0], text, value, args[1:])
		}
		x.write(line, args[0], types[0], value)
		return
	}
	if whole == "lop3" && len(args) == 5 {
		x.write(line, args[0], types[0], x.lookup(args[1:]))
		return
	}
	x.refuse(line)
}

// highHalf are the upper halves of products.
var highHalf = map[string]string{
	"s16": "((int)$1 * (int)$2 >> 16)", "u16": "((unsigned)$1 * (unsigned)$2 >> 16)", "s32": "__mulhi($1, $2)", "u32": "__umulhi($1, $2)",
	"s64": "__mul64hi($1, $2)", "u64": "__umul64hi($1, $2)",
}

// saturated is the result of an instruction with .sat: of floats between 0 and 1, of integers of 32 bits the nearest that there is.
func (x *ptx) saturated(line, typ, row, text string, args []string) string {
	switch {
	case typ == "f32":
		return "__saturatef(" + text + ")"
	case typ == "s32" && (row == "$1 + $2" || row == "$1 - $2" || row == highHalf[typ]+" + $3"):
		exact := x.fill(strings.ReplaceAll(row, "$", "(long long)$"), typ, args)
		return "(int)min(max(" + exact + ", -2147483648LL), 2147483647LL)"
	}
	x.refuse(line)
	return ""
}

// roundedFunctions are the functions that round as an instruction says, for float and for double, up to the direction.
var roundedFunctions = map[string][2]string{
	"add": {"__fadd_", "__dadd_"}, "sub": {"__fsub_", "__dsub_"}, "mul": {"__fmul_", "__dmul_"}, "fma": {"__fmaf_", "__fma_"},
	"mad": {"__fmaf_", "__fma_"}, "div": {"__fdiv_", "__ddiv_"}, "rcp": {"__frcp_", "__drcp_"}, "sqrt": {"__fsqrt_", "__dsqrt_"},
}

// ptxDirections are the ends of the names of functions that round in a direction.
var ptxDirections = map[string]string{"rn": "rn", "rz": "rz", "rm": "rd", "rp": "ru"}

// rounded is the result of an instruction that says how to round; empty if none does.
func (x *ptx) rounded(line, whole string, types, rounding, args []string) string {
	functions, known := roundedFunctions[whole]
	if !known || len(types) != 1 || len(args) < 2 || types[0] != "f32" && types[0] != "f64" {
		return ""
	}
	direction := ""
	for _, r := range rounding {
		if d := ptxDirections[r]; d != "" {
			direction = d
		}
	}
	if direction == "" {
		return ""
	}
	function := functions[0]
	if types[0] == "f64" {
		function = functions[1]
	}
	var list []string
	for i := range args[1:] {
		list = append(list, "$"+itoa(i+1))
	}
	text := x.fill(function+direction+"("+strings.Join(list, ", ")+")", types[0], args[1:])
	if slices.Contains(rounding, "sat") {
		text = x.saturated(line, types[0], whole, text, args[1:])
	}
	return text
}

// lookup is lop3: for each row of the table that is 1 the and of the three sources or their complements.
func (x *ptx) lookup(args []string) string {
	table, err := strconv.ParseUint(args[3], 0, 8)
	if err != nil {
		x.refuse("lop3.b32")
	}
	terms := []string{"0u"}
	for row := range 8 {
		if table>>row&1 == 0 {
			continue
		}
		var factors []string
		for i := range 3 {
			factor := x.read(args[i], "b32")
			if row>>(2-i)&1 == 0 {
				factor = "~" + factor
			}
			factors = append(factors, factor)
		}
		terms = append(terms, "("+strings.Join(factors, " & ")+")")
	}
	return strings.Join(terms, " | ")
}

// ptxWhole are the functions that round to whole numbers.
var ptxWhole = map[string]string{"rni": "rint", "rmi": "floor", "rpi": "ceil", "rzi": "trunc"}

// ptxInexact are the types of which a float and a double do not hold every value, by their names in functions that convert.
var ptxInexact = map[string]map[string]string{
	"f32": {"s32": "int2float", "u32": "uint2float", "s64": "ll2float", "u64": "ull2float", "f64": "double2float"},
	"f64": {"s64": "ll2double", "u64": "ull2double"},
}

// convert translates cvt; the first type is the result's.
func (x *ptx) convert(line string, args, types, rounding []string) {
	to, from := types[0], types[1]
	value := x.read(args[1], from)
	for _, r := range rounding {
		if f := ptxWhole[r]; f != "" {
			value = f + "(" + value + ")"
		}
		if f := ptxInexact[to][from]; f != "" && ptxDirections[r] != "" && r != "rn" { // C converts to the nearest
			value = "__" + f + "_" + ptxDirections[r] + "(" + value + ")"
		}
	}
	saturates := slices.Contains(rounding, "sat")
	limits, limited := ptxLimits[to]
	switch floats := from == "f32" || from == "f64"; {
	case floats && to[0] != 'f': // which keeps to the range of the type in any case
		if bits := to[1:]; bits == "8" || bits == "16" { // C does so too from 32 bits on
			value = "min(max((long long)(int)" + value + ", " + limits[0] + "), " + limits[1] + ")"
		}
	case !saturates:
	case to == "f32":
		value = "__saturatef(" + value + ")"
	case !limited || from == "u64":
		x.refuse(line)
	default:
		value = "min(max((long long)" + value + ", " + limits[0] + "), " + limits[1] + ")"
	}
	x.write(line, args[0], to, "("+ptxTypes[to]+")"+value)
}

// ptxLimits are the least and the largest number of a type.
var ptxLimits = map[string][2]string{
	"u8": {"0LL", "255LL"}, "s8": {"-128LL", "127LL"}, "u16": {"0LL", "65535LL"}, "s16": {"-32768LL", "32767LL"}, "u32": {"0LL", "4294967295LL"},
	"s32": {"-2147483648LL", "2147483647LL"},
}

// fill puts sources into a row's text: $1 as the instruction's type, $u1 as an unsigned, $p1 as a predicate,
// $w1 as the wide type, $n1 as a position or length of bits, of which instructions read 8 bits; $b is the number of the type's highest
// bit, and $ones1 a number with as many ones as source 1 says.
func (x *ptx) fill(text, typ string, args []string) string {
	bit := "31"
	if strings.HasSuffix(typ, "64") {
		bit = "63"
	}
	text = strings.ReplaceAll(text, "$b", bit)
	bits := func(value string) string { return "(" + value + " & 255)" }
	for i, a := range args {
		n := itoa(i + 1)
		if strings.Contains(text, "$ones"+n) {
			width, c := bits(x.read(a, "u32")), ptxTypes[typ]
			ones := fmt.Sprintf("(%s > %s ? ~(%s)0 : ((%[3]s)1 << (%[1]s & %[2]s)) - 1)", width, bit, c)
			text = strings.ReplaceAll(text, "$ones"+n, ones)
		}
		if strings.Contains(text, "$n"+n) {
			text = strings.ReplaceAll(text, "$n"+n, bits(x.read(a, "u32")))
		}
		for _, form := range []struct{ mark, typ string }{{"$u", "u32"}, {"$p", "pred"}, {"$w", ptxWide[typ]}, {"$", typ}} {
			if strings.Contains(text, form.mark+n) {
				text = strings.ReplaceAll(text, form.mark+n, x.read(a, form.typ))
			}
		}
	}
	if strings.Contains(text, "$") {
		x.refuse(text)
	}
	return text
}

var ptxFloat = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^0[fFdD]([0-9a-fA-F]{8}|[0-9a-fA-F]{16})$`) })

// read is a source as a value of a type.
func (x *ptx) read(arg, typ string) string {
	arg = strings.TrimSpace(arg)
	name := strings.TrimLeft(arg, "%")
	c := ptxTypes[typ]
	if m := ptxFloat().FindStringSubmatch(arg); m != nil {
		if len(m[1]) == 8 {
			return "__uint_as_float(0x" + m[1] + "u)"
		}
		return "__longlong_as_double(0x" + m[1] + "LL)"
	}
	if _, err := strconv.ParseFloat(arg, 64); err == nil || strings.HasPrefix(arg, "0x") {
		return "((" + c + ")" + arg + ")"
	}
	if base, dim, ok := strings.Cut(name, "."); ok && ptxGrid[base] != "" {
		return "((" + c + ")" + ptxGrid[base] + "." + dim + ")"
	}
	if text := ptxSpecials[name]; text != "" {
		return "((" + c + ")" + text + ")"
	}
	from := x.typeOf(arg, name)
	value := "ptx_" + name
	switch {
	case from == "f32" && typ != "f32" && typ != "f64":
		value = "__float_as_uint(" + value + ")"
	case from == "f64" && typ != "f64" && typ != "f32":
		value = "__double_as_longlong(" + value + ")"
	case typ == "f32" && from != "f32":
		return "__uint_as_float((unsigned)" + value + ")"
	case typ == "f64" && from != "f64":
		return "__longlong_as_double((long long)" + value + ")"
	}
	return "((" + c + ")" + value + ")"
}

// typeOf is the type of a register: an operand's, or what the text declares.
func (x *ptx) typeOf(arg, name string) string {
	if i, err := strconv.Atoi(name); err == nil && strings.HasPrefix(arg, "%") && i < len(x.operands) {
		return x.operands[i].typ
	}
	typ := x.registers[name]
	if typ == "" && strings.HasPrefix(arg, "%") {
		base, _, _ := strings.Cut(name, ".")
		if ptxCounters().MatchString(base) {
			x.p.fail(&x.at, "asm: the special register %s is not modelled; %s", arg, setByDriver)
		}
		for _, row := range ptxUnknown {
			if row.names[base] {
				x.p.fail(&x.at, "asm: the special register %s is not modelled; %s", arg, row.why)
			}
		}
	}
	if typ == "" {
		x.p.fail(&x.at, "asm: %q is neither an operand nor a register that the text declares", arg)
	}
	return typ
}

// write assigns a value of a type to a register, bits as they are.
func (x *ptx) write(line, arg, typ, value string) {
	arg = strings.TrimSpace(arg)
	name := strings.TrimLeft(arg, "%")
	to := x.typeOf(arg, name)
	value = "(" + ptxTypes[typ] + ")(" + value + ")"
	switch {
	case to == "f32" && typ != "f32":
		value = "__uint_as_float((unsigned)" + value + ")"
	case to == "f64" && typ != "f64":
		value = "__longlong_as_double((long long)" + value + ")"
	case typ == "f32" && to != "f32":
		value = "__float_as_uint(" + value + ")"
	case typ == "f64" && to != "f64":
		value = "__double_as_longlong(" + value + ")"
	}
	x.emit(fmt.Sprintf("ptx_%s = (%s)%s;", name, ptxTypes[to], value))
}

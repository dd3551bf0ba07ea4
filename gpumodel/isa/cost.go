package isa

import (
	"bytes"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
)

//go:embed data/*.csv
var data embed.FS

// A target is the instruction set of one compute capability: what an instruction may name (rules),
// what it costs (rows of the table of costs) and what it lacks (features). Targets are read once
// and shared; nobody changes one.
type target struct {
	name    string
	rules   rules
	costs   map[costKey]cost
	lacking []feature
	// functions are those of CUDA C that it lacks.
	functions map[string]ir.Lack
}

// rules are what holds for all instructions of an instruction set, from
// data/cc<n>.rules.csv; a field absent from the file is zero.
//
// A field here is a question that the code asks, such as "may the second source be a constant?".
// Never add one that names a chip: a later capability that answers the same question differently
// needs a row with "since", not a new condition.
type rules struct {
	SharedOperand             bool `csv:"shared_operand"`               // the first source may be s[…]
	ConstantOperand           bool `csv:"constant_operand"`             // one source may be c[…], where the parameters are
	ConstantOffsetBits        int  `csv:"constant_offset_bits"`         // its offset in words; then it is not the first source
	UniformOperand            bool `csv:"uniform_operand"`              // one source may be a uniform register, which ULDC loads from c[…]
	ParameterBase             int  `csv:"parameter_base"`               // where parameters begin in constant bank 0
	ConstantDimensions        bool `csv:"constant_dimensions"`          // blockDim and gridDim are in constant bank 0, not special registers
	DimensionBase             int  `csv:"dimension_base"`               // where they begin there
	Capitals                  bool `csv:"capitals"`                     // the disassembler writes SR_TID.X and PT, not SR_Tid_X and pt
	SharedOperandOffsetBits   int  `csv:"shared_operand_offset_bits"`   // of such an operand, times the access size
	ImmediateSharedOffsetBits int  `csv:"immediate_shared_offset_bits"` // the same beside a 32-bit immediate
	SharedStoreOffsetBits     int  `csv:"shared_store_offset_bits"`
	AddressRegisters          int  `csv:"address_registers"`
	PredicateRegisters        int  `csv:"predicate_registers"`
	GlobalOffsetBits          int  `csv:"global_offset_bits"`
	LocalOffsetBits           int  `csv:"local_offset_bits"`
	MadImmediateInPlace       bool `csv:"mad_immediate_in_place"`   // a*imm+c needs c in the destination
	PackedThreadIndex         bool `csv:"packed_thread_index"`      // threadIdx arrives in $r0
	SpecialInHeader           bool `csv:"special_in_header"`        // blockIdx, blockDim, gridDim are in shared memory
	VectorShared              bool `csv:"vector_shared"`            // 64- and 128-bit shared accesses
	Select                    bool `csv:"select"`                   // selp is an instruction
	ZeroRegister              bool `csv:"zero_register"`            // RZ is a source wherever a register is
	ThreeSources              bool `csv:"three_sources"`            // IADD3 and LOP3 have three sources
	LogicTests                bool `csv:"logic_tests"`              // LOP3 also sets a predicate: whether its result is zero
	JoinsPredicates           bool `csv:"joins_predicates"`         // a comparison also combines its outcome with a predicate
	SourceModifiers           bool `csv:"source_modifiers"`         // a float source may be -R, |R| or -|R|
	IssueSlotClocks           int  `csv:"issue_slot_clocks"`        // between two instructions, of any units
	ImmediatesByBlock         bool `csv:"immediates_by_block"`      // outside of loops an immediate in a register serves its block alone
	DualIssue                 bool `csv:"dual_issue"`               // a slot takes two instructions of a warp that do not depend on each other
	ReadOnlyLoads             bool `csv:"read_only_loads"`          // loads can go through the texture units' cache
	FP64Units                 bool `csv:"fp64_units"`               // cores do not compute in double precision
	Pipes                     bool `csv:"pipes"`                    // the table of costs names pipes, whose rates are the device's
	IndependentThreads        bool `csv:"independent_threads"`      // the lanes of a warp wait for each other at collectives (7.0+)
	ReservedRegisters         int  `csv:"reserved_registers"`       // counted besides those that the code names
	LeastRegisters            int  `csv:"least_registers"`          // a smaller limit counts as this
	ReadHazard                int  `csv:"read_hazard_instructions"` // after a memory instruction that leave its sources alone
	RegisterBanks             bool `csv:"register_banks"`           // two sources of an instruction are in different banks
	FillsVectors              bool `csv:"fills_vectors"`            // what a vector store takes is computed where it takes it from
	StackPointer              int  `csv:"stack_pointer"`            // a register that is nothing else
	Convergence               bool `csv:"convergence"`              // BSSY and BSYNC bring parted lanes together
	BanksDoAtomics            bool `csv:"banks_do_atomics"`         // an atomic on shared memory is one instruction, not a loop with a lock
	MatchClocks               int  `csv:"match_clocks"`             // a match takes longer for each value beyond the first
	GuardClocks               int  `csv:"guard_clocks"`             // that a guard waits longer for its predicate than an operand does
	BranchClocks              int  `csv:"branch_clocks"`            // between a branch and the next instruction of its warp
	OtherPipeClocks           int  `csv:"other_pipe_clocks"`        // until another pipe can read a result, at least
	QueueClocks               int  `csv:"queue_clocks"`             // until the load-store units can, which have a queue
	GathersLoads              bool `csv:"gathers_loads"`            // loads that have become guarded are put one behind the other
	IfConvertLimit            int  `csv:"if_convert_limit"`         // longest side of an if that is guarded, not jumped over
}

// operandReach is the largest byte offset of a word operand in shared memory.
func (r *rules) operandReach() int { return 4 * (1<<r.SharedOperandOffsetBits - 1) }

// immediateReach is operandReach of an instruction that also holds an immediate.
func (r *rules) immediateReach() int { return 4 * (1<<r.ImmediateSharedOffsetBits - 1) }

// storeReach is the largest byte offset of a store to shared memory.
func (r *rules) storeReach() int { return 1<<r.SharedStoreOffsetBits - 1 }

// A costKey names a row: the operation as ir spells it; its type ("f32", "i32" for either
// signedness, "*" for any; "to.from" of a conversion); and the form:
//
//	r       operands in registers
//	ftz     the same, without care for subnormal numbers
//	s       one source in shared memory (1.x) or constant memory (later)
//	sa      the same with all others in the destination: a = s[x] * a + a
//	dual    like r, on the special function units
//	w       a move of 64 bits
//	again   a division by what has been divided by before
//	uniform the same operands in all lanes of a warp
//	lea     a sum with a scaled index
//	imad    like r, on the multipliers
//	global, shared, …   the state space of an access
//	sin, …  a library function, or "library" for one without a row
type costKey struct{ op, typ, form string }

// A cost is a row of the table.
//
// There are two kinds of tables. Those up to 3.5 name clocks for each pipe (busy); that of 7.0
// counts instructions for each pipe (work), and the device's rates give the clocks in price.
type cost struct {
	class          Class
	issue, latency int
	busy           Busy     // how much of issue occupies which pipes
	work           pipeWork // the instructions for each pipe, in tables that say so instead of the clocks
	text           string   // of the instruction where sass has no name for it; of rows "prologue" with operands
	count          int
	scratch        int  // registers that the sequence needs besides its operands
	immediate      bool // the second source may be an immediate
}

var classes = map[string]Class{
	"alu": ClassALU, "fp32": ClassFP32, "fp64": ClassFP64, "sfu": ClassSFU, "convert": ClassConvert,
	"global": ClassGlobal, "shared": ClassShared, "local": ClassLocal, "const": ClassConst, "texture": ClassTexture,
	"branch": ClassBranch, "barrier": ClassBarrier, "atomic": ClassAtomic, "shuffle": ClassShuffle, "tensor": ClassTensor, "other": ClassOther,
}

// targets holds the tables that were read, by instruction set and compute capability.
var targets sync.Map

// loadTarget reads the tables of an instruction set, which are named after its newest compute
// capability, and leaves out what cc lacks. A row with a later "since" than cc is skipped, so of
// two rows with one key the newest that holds for cc stays.
func loadTarget(set, cc string) (*target, error) {
	key := set + " " + cc
	if t, ok := targets.Load(key); ok {
		return t.(*target), nil
	}
	t := &target{name: cc, costs: map[costKey]cost{}, lacking: featuresAfter(cc)}
	t.functions = t.lackedFunctions()
	costs, err := readRows("cc" + set + ".csv")
	if err != nil {
		return nil, fmt.Errorf("isa: no instruction set %q for compute capability %q", set, cc)
	}
	for _, r := range costs {
		if !before(cc, r["since"]) { // a later row takes the place of an earlier one
			t.costs[costKey{r["op"], r["type"], r["form"]}] = parseCost(r)
		}
	}
	rows, err := readRows("cc" + set + ".rules.csv")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	t.rules.set(slices.DeleteFunc(rows, func(r map[string]string) bool { return before(cc, r["since"]) }))
	targets.Store(key, t)
	return t, nil
}

func readRows(name string) ([]map[string]string, error) {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		return nil, err
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		panic("BUG: " + name + ": " + err.Error())
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, field := range record {
			row[records[0][i]] = field
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// number parses a field of our own tables.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return n
}

func parseCost(r map[string]string) cost {
	class, ok := classes[r["class"]]
	if !ok {
		panic("BUG: no class " + r["class"])
	}
	c := cost{
		class: class, latency: number(r["latency"]), count: number(r["count"]),
		scratch: number(r["scratch"]), immediate: r["immediate"] == "yes", text: r["text"],
	}
	if _, ok := r["fma"]; ok {
		c.issue = c.count
		for i, column := range pipeColumns {
			c.work[i] = number(r[column.name])
		}
		return c
	}
	c.issue = number(r["issue"])
	for name, pipe := range clockColumns {
		c.busy[pipe] = int32(number(r[name]))
	}
	return c
}

// set fills the fields by their tags. Later rows overwrite earlier ones, as in the table of costs.
func (r *rules) set(rows []map[string]string) {
	v := reflect.ValueOf(r).Elem()
	fields := map[string]reflect.Value{}
	for i := range v.NumField() {
		fields[v.Type().Field(i).Tag.Get("csv")] = v.Field(i)
	}
	for _, row := range rows {
		switch field := fields[row["field"]]; field.Kind() {
		case reflect.Bool:
			field.SetBool(row["value"] == "true")
		case reflect.Int:
			field.SetInt(int64(number(row["value"])))
		default:
			panic("BUG: no rule " + row["field"])
		}
	}
}

// cost finds the row of an instruction in the given form. The row with the most exact type counts:
// "u32" before "i32" before "*".
func (t *target) cost(in *Instr, form string) (cost, bool) {
	op := costName(in)
	for _, typ := range costTypes(in) {
		if c, ok := t.costs[costKey{op, typ, form}]; ok {
			return c, true
		}
	}
	return cost{}, false
}

// IssueClocks is how long a warp's instruction takes the cores of a device, by its
// row in the table of costs: "mad.lo", "f32", "s". ok is false if there is none.
func IssueClocks(d *device.Device, op, typ, form string) (clocks int, ok bool) {
	t, err := loadTarget(d.InstructionSet, d.ComputeCapability)
	if err != nil {
		return 0, false
	}
	c, ok := t.costs[costKey{op, typ, form}]
	return c.issue, ok
}

// IssueRate is the instructions that a scheduler of a device can issue in a clock; 1
// where no table says.
func IssueRate(d *device.Device) float64 {
	t, err := loadTarget(d.InstructionSet, d.ComputeCapability)
	if err != nil {
		return 1
	}
	rate := 1 / float64(max(1, t.rules.IssueSlotClocks))
	if t.rules.DualIssue {
		rate *= 2
	}
	return rate
}

// costName is the operation's name in the table: ir's, but for the moves, which
// are conversions between equal types, and for control flow.
func costName(in *Instr) string {
	switch {
	case in.Kind == Branch:
		return "bra"
	case in.Kind == Exit:
		return "exit"
	case isPrologue(in):
		return "prologue"
	case in.Dst.Kind == Addr && in.Op == ir.Add:
		return "adda"
	case in.Dst.Kind == Addr:
		return "mova"
	case in.Reduces():
		return "bar.red"
	case in.Op == ir.Mma:
		s, _, _ := ir.MmaOf(in.Imm)
		return "mma." + ir.MmaName(s)
	case isMove(in):
		return "mov"
	}
	return in.Op.String()
}

// isMove is true for a conversion that converts nothing.
func isMove(in *Instr) bool {
	return in.Op == ir.Cvt && in.Type == in.From && in.Type.Size() >= 4 || in.Op == ir.GlobalAddr
}

// costTypes are the names of the instruction's type in the table, exact ones first. Accesses are
// priced by the width of their word, instructions of ir's ByOperand by what they read.
func costTypes(in *Instr) []string {
	switch {
	case in.Op == ir.Cvt && isMove(in):
		return []string{"*"}
	case in.Op == ir.Cvt:
		var all []string
		for _, to := range typeNames(in.Type) {
			for _, from := range typeNames(in.From) {
				all = append(all, to+"."+from)
			}
		}
		return all
	case in.Op.ByOperand():
		return append(typeNames(in.From), "*")
	case in.Op.Accesses():
		return append(typeNames(in.Mem), strconv.Itoa(8*in.Mem.Size()), "*")
	}
	return append(typeNames(in.Type), "*")
}

// typeNames are the type's own name and that of integers of its register size.
func typeNames(t ir.Type) []string {
	switch {
	case t.Integer() && t.Size() == 8:
		return []string{t.String(), "i64"}
	case t.Integer():
		return []string{t.String(), "i32"}
	}
	return []string{t.String()}
}

// form is the form of an instruction whose registers are assigned (or, before,
// as far as its operands tell).
func (t *target) form(in *Instr) string {
	if isPrologue(in) {
		return prologues[in.Imm]
	}
	switch {
	case in.Multiplied:
		return "imad"
	case in.Again:
		return "again"
	case in.Op.Accesses():
		if in.ReadOnly {
			return "readonly"
		}
		if in.Op == ir.Atom && in.Space == ir.Shared {
			return t.sharedAtomicForm(in)
		}
		return strings.ToLower(spaceNames[in.Space])
	case in.Collective():
		if mask, ok := in.Mask(); ok && mask.Kind != Imm && t.has(in, "mask") {
			return "mask"
		}
		return "r"
	}
	switch in.Op {
	case ir.Math:
		if name := ir.MathFunc(in.Imm).String(); t.has(in, name) {
			return name
		}
		return "library"
	case ir.Launch:
		if in.Imm == 0 {
			return "wait"
		}
		return "r"
	case ir.GlobalAddr:
		return "symbol"
	case ir.Tex:
		if len(in.Extra) > 0 {
			return "object"
		}
		return "r"
	}
	first := in.Src[0]
	switch {
	case first.Kind == ConstMem && t.rules.ConstantOffsetBits > 0:
		return "r"
	case first.Kind == SpecialReg && first.N <= ir.TidZ && t.rules.PackedThreadIndex:
		return "tid"
	case first.Kind == SpecialReg && !t.inHeader(first.N):
		return "special"
	// Registers that are all the destination are read once: the GT200 is faster then.
	case first.Kind == SharedMem, first.constant(), first.Kind == SpecialReg:
		if in.Dst.Kind == Reg && in.Src[1] == in.Dst && in.Src[2] == in.Dst {
			return "sa"
		}
		return "s"
	case isMove(in) && in.Type.Size() == 8:
		return "w"
	case (in.Src[1].constant() || in.Src[2].constant()) && t.rules.ConstantOffsetBits == 0:
		return "s"
	case scaledAdd(in) && t.has(in, "lea"):
		return "lea"
	case in.Flush && t.has(in, "ftz"):
		return "ftz"
	case in.Uniform && t.has(in, "uniform"):
		return "uniform"
	}
	return "r"
}

func (t *target) has(in *Instr, form string) bool {
	_, ok := t.cost(in, form)
	return ok
}

// inHeader is true for the special registers that are words of shared memory.
func (t *target) inHeader(special int) bool {
	return t.rules.SpecialInHeader && special >= ir.CtaidX && special <= ir.NctaidZ
}

// price sets the costs of an instruction on a device. Port is what all warps of the scheduler lose,
// Issue what this warp waits until its next instruction; an SFU function on 1.x takes 16 clocks of
// its warp and 2 of the port.
func (t *target) price(in *Instr, d *device.Device) error {
	form := t.form(in)
	if err := t.lacks(in, form); err != nil {
		return err
	}
	c, ok := t.cost(in, form)
	if !ok && form == "sa" {
		c, ok = t.cost(in, "s")
	}
	if !ok && form == "object" {
		return errors.New("a texture object that the kernel reads from memory or computes is not modelled: " +
			"pass each object as a parameter, and choose with ?: or if")
	}
	if !ok {
		return fmt.Errorf("compute capability %s has no %s%s", t.name, costName(in), typeSuffix(in))
	}
	if in.continues() {
		if c.issue, c.count = 0, 0; in.Op == ir.Mma {
			c.busy, c.work = Busy{}, pipeWork{}
		}
	}
	if in.Joined {
		c.issue, c.count, c.latency, c.work = 0, 0, 0, pipeWork{}
	}
	if in.LoadsUniform {
		c.issue, c.count = c.issue+1, c.count+1
	}
	in.Class, in.Issue, in.Latency, in.Count, in.Flops = c.class, c.issue, c.latency, c.count, in.Op.Flops(in.Type)
	if in.Op == ir.Mma && !in.continues() {
		s, _, _ := ir.MmaOf(in.Imm)
		in.Flops = ir.MmaFlops(s)
	}
	if in.Kind == Branch {
		in.Issue = max(in.Issue, t.rules.BranchClocks)
	}
	in.Turns = t.turns(form)
	in.Port, in.Busy = t.rules.IssueSlotClocks*c.count, c.busy
	// The tables count double precision under the cores; here its units are others.
	if in.Class == ClassFP64 && t.rules.FP64Units {
		in.Busy[PipeCores], in.Busy[PipeFP64] = 0, c.busy[PipeCores]
	}
	if t.rules.Pipes {
		in.Busy = c.work.busy(d)
	}
	if in.Op == ir.Mma && in.Type != ir.F32 { // but for sums of floats, perhaps at another rate
		in.Busy[PipeFP64] = int32(int(in.Busy[PipeFP64]) * d.TensorFMA / max(1, d.TensorHalf))
	}
	if form == formLoop {
		in.Try = t.try(in, &c, d)
	}
	// 1.x can multiply on the special function units beside a mad on the cores.
	if c, ok := t.cost(in, "dual"); ok && form == "r" {
		in.Dual = int(c.busy[PipeSFU])
	}
	return nil
}

// continues reports whether an instruction is no more than a part of the one before: a further result, or the end of
// a copy. It is not issued, but may keep the load-store units busy.
func (in *Instr) continues() bool {
	part, _, _ := in.Matrix.Of()
	return in.Op == ir.Mma && !ir.MmaLeads(in.Imm) || in.Matrix != 0 && part > 0 || in.Async != ir.Synchronous && in.Op == ir.Store
}

func typeSuffix(in *Instr) string {
	names := costTypes(in)
	if names[0] == ir.Void.String() || names[0] == "*" {
		return ""
	}
	return "." + names[0]
}

// spaceNames are the state spaces as the cost table spells them. An access whose
// space is not known goes to global memory where there is no generic addressing.
var spaceNames = map[ir.Space]string{
	ir.Global: "global", ir.Generic: "global", ir.NoSpace: "global",
	ir.Shared: "shared", ir.Local: "local", ir.Const: "const", ir.ParamSpace: "param",
}

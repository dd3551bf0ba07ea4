// Package ptx writes a kernel as PTX, the language that a compiler for CUDA C hands on to the one that knows the card.
//
// What is written is the function in single assignment, after the passes that do not ask for registers: one
// instruction of PTX for each value, as the PTX ISA describes them. ptxas accepts it for cards from 5.0 on. The
// model does not read it: it executes the instructions that package isa makes of the same function.
//
// A phi becomes two moves, one at the end of each block before it and one where it stands; ptxas drops both. A function of the
// library (expf, …) is a call of the name that NVIDIA's libdevice has for it, and stays to be linked, as in the output of NVVM
// before libdevice is linked.
package ptx

import (
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// Oldest is the compute capability from which on PTX is written: older cards have 32-bit addresses or instructions that ptxas has
// forgotten.
const Oldest = "5.0"

// An UnsupportedError says what of a kernel is not written.
type UnsupportedError struct {
	Kernel, What string
	Line         int
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s, line %d: %s is not written as PTX", e.Kernel, e.Line, e.What)
}

// versions are the first versions of PTX that know a target, and whose instructions it has (PTX ISA 8.7, release history).
var versions = []struct{ target, version string }{
	{"sm_5", "6.4"}, {"sm_6", "6.4"}, {"sm_7", "6.4"}, {"sm_80", "7.0"}, {"sm_86", "7.1"}, {"sm_87", "7.4"}, {"sm_89", "7.8"}, {"sm_90", "7.8"},
	{"sm_100", "8.6"}, {"sm_103", "8.8"}, {"sm_12", "8.7"},
}

// Text is a kernel in PTX for a compute capability such as "9.0". The entry has the name symbol.
func Text(f *ir.Func, symbol, capability string) (text string, err error) {
	m := NewModule(capability)
	if err := m.Add(f, symbol); err != nil {
		return "", err
	}
	return m.String(), nil
}

// A Module is a file of PTX: kernels, and what they share.
type Module struct {
	capability string
	outside    []string // declarations outside of entries, each once
	entries    strings.Builder
	texts      int // strings of printf
}

// NewModule is a file without kernels for a compute capability such as "9.0".
func NewModule(capability string) *Module { return &Module{capability: capability} }

// Add writes a kernel. The entry has the name symbol. After an error the file is as it was before.
func (m *Module) Add(f *ir.Func, symbol string) (err error) {
	w := &writer{
		f: f, counts: map[class]int{}, registers: map[*ir.Value][]string{}, before: map[*ir.Value]string{}, externs: map[string]string{},
		begins: map[ir.Space]map[class]string{}, firstText: m.texts,
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *UnsupportedError:
			err = e
		default:
			panic(e)
		}
	}()
	w.name()
	w.begin()
	for _, b := range f.Blocks {
		w.block(b)
	}
	var outside strings.Builder
	w.module(&outside)
	for line := range strings.Lines(outside.String()) {
		if !slices.Contains(m.outside, line) {
			m.outside = append(m.outside, line)
		}
	}
	m.texts += len(w.strings)
	if m.entries.Len() > 0 {
		m.entries.WriteString("\n")
	}
	fmt.Fprintf(&m.entries, ".visible .entry %s(%s)\n{\n", letters(symbol), w.params())
	w.declarations(&m.entries)
	m.entries.WriteString(w.body.String() + "}\n")
	return nil
}

// String is the text of the file.
func (m *Module) String() string {
	target := "sm_" + strings.ReplaceAll(m.capability, ".", "")
	version := ""
	for _, v := range versions {
		if strings.HasPrefix(target, v.target) {
			version = v.version
		}
	}
	return fmt.Sprintf(".version %s\n.target %s\n.address_size 64\n\n", version, target) + strings.Join(m.outside, "") + m.entries.String()
}

// A class is a kind of registers: the prefix of their names, and their type.
type class struct{ prefix, kind string }

var (
	predicates = class{"%p", "pred"}
	halves     = class{"%h", "b16"}
	words      = class{"%r", "b32"}
	doubles    = class{"%rd", "b64"}
	floats     = class{"%f", "f32"}
	fp64s      = class{"%fd", "f64"}
	classes    = []class{predicates, halves, words, doubles, floats, fp64s}
)

func classOf(t ir.Type) class {
	switch t {
	case ir.Pred:
		return predicates
	case ir.U64, ir.S64:
		return doubles
	case ir.F32:
		return floats
	case ir.F64:
		return fp64s
	}
	return words
}

type writer struct {
	f         *ir.Func
	body      strings.Builder
	counts    map[class]int
	registers map[*ir.Value][]string        // of its result, or of the elements of a vector
	before    map[*ir.Value]string          // what a phi is set to at the end of the blocks before it
	externs   map[string]string             // declarations of what is called
	begins    map[ir.Space]map[class]string // where its shared and its local memory begin
	strings   []string                      // formats of printf
	firstText int                           // number of the first of them in the file
	printed   int                           // bytes of the largest argument list of printf
}

// register is a new one for a type.
func (w *writer) register(c class) string {
	w.counts[c]++
	return fmt.Sprintf("%s%d", c.prefix, w.counts[c])
}

// op writes an instruction.
func (w *writer) op(format string, args ...any) {
	w.body.WriteString("\t" + fmt.Sprintf(format, args...) + ";\n")
}

// lacks ends the writing.
func (w *writer) lacks(v *ir.Value, what string) {
	panic(&UnsupportedError{w.f.Name, what, v.Line})
}

// name gives each value its register.
func (w *writer) name() {
	for _, b := range w.f.Blocks {
		for _, v := range b.Values {
			if v.Type == ir.Void || v.Op == ir.Constant || v.Op == ir.TextureRef {
				continue
			}
			n, t := 1, v.Type
			switch {
			case v.Op == ir.Load && v.Lanes > 0:
				n, t = v.Lanes, held(v.Mem)
			case v.Op == ir.Tex:
				n, t = 4, held(v.Mem)
			}
			for range n {
				w.registers[v] = append(w.registers[v], w.register(classOf(t)))
			}
			if v.Op == ir.Phi {
				w.before[v] = w.register(classOf(t))
			}
		}
	}
}

// held is the type of the register that holds what memory has.
func held(t ir.Type) ir.Type {
	switch t {
	case ir.U8, ir.U16:
		return ir.U32
	case ir.S8, ir.S16:
		return ir.S32
	}
	return t
}

func (w *writer) block(b *ir.Block) {
	if len(b.Preds) > 0 {
		fmt.Fprintf(&w.body, "$L%d:\n", b.ID)
	}
	for _, v := range b.Values {
		if v.Op != ir.Constant && v.Op != ir.TextureRef {
			w.value(v)
		}
	}
	for _, s := range b.Succs {
		at := slices.Index(s.Preds, b)
		for _, v := range s.Values {
			if v.Op == ir.Phi {
				w.op("mov.%s %s, %s", classOf(v.Type).kind, w.before[v], w.operand(v.Args[at], v.Type))
			}
		}
	}
	switch b.Term {
	case ir.Jump:
		w.op("bra $L%d", b.Succs[0].ID)
	case ir.Branch:
		w.op("@%s bra $L%d", w.inRegister(b.Cond, ir.Pred), b.Succs[0].ID)
		w.op("bra $L%d", b.Succs[1].ID)
	case ir.Return:
		w.op("ret")
	}
}

func (w *writer) params() string {
	var list []string
	for i, p := range w.f.Params {
		list = append(list, fmt.Sprintf("\n\t.param .%s param_%d", p.Type, i))
	}
	return strings.Join(list, ",")
}

// declarations are what stands at the head of the entry.
func (w *writer) declarations(out *strings.Builder) {
	for _, c := range classes {
		if n := w.counts[c]; n > 0 {
			fmt.Fprintf(out, "\t.reg .%s %s<%d>;\n", c.kind, c.prefix, n+1)
		}
	}
	if n := w.f.SharedBytes; n > 0 { // what the launch adds lies behind it
		fmt.Fprintf(out, "\t.shared .align 16 .b8 shared_bytes[%d];\n", n)
	}
	if n := w.f.LocalBytes; n > 0 && w.begins[ir.Local] != nil {
		fmt.Fprintf(out, "\t.local .align 16 .b8 local_bytes[%d];\n", n)
	}
	if w.printed > 0 {
		fmt.Fprintf(out, "\t.local .align 8 .b8 printed[%d];\n", w.printed)
	}
}

// module is what stands outside of the entry: functions, variables, textures, strings.
func (w *writer) module(out *strings.Builder) {
	names := make([]string, 0, len(w.externs))
	for name := range w.externs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		out.WriteString(w.externs[name] + "\n")
	}
	if w.f.SharedBytes == 0 && w.begins[ir.Shared] != nil { // all of it has the size that the launch says
		out.WriteString(".extern .shared .align 16 .b8 shared_bytes[];\n")
	}
	used := map[ir.Op]map[uint64]bool{ir.GlobalAddr: {}, ir.TextureRef: {}}
	for _, v := range w.f.Blocks[0].Values {
		if at := used[v.Op]; at != nil {
			at[v.Imm] = true
		}
	}
	for i, g := range w.f.Globals {
		if used[ir.GlobalAddr][uint64(i)] {
			w.variable(out, &g)
		}
	}
	for i, name := range w.f.Textures {
		if used[ir.TextureRef][uint64(i)] {
			fmt.Fprintf(out, ".global .texref %s;\n", identifier(name))
		}
	}
	for i, s := range w.strings {
		fmt.Fprintf(out, ".global .align 1 .b8 text_%d[%d] = {%s};\n", w.firstText+i, len(s)+1, bytesOf(append([]byte(s), 0)))
	}
}

// variable declares a variable of the file.
func (w *writer) variable(out *strings.Builder, g *ir.Var) {
	if len(g.Relocations) > 0 {
		panic(&UnsupportedError{w.f.Name, "a variable that holds addresses, " + g.Name + ",", g.Line})
	}
	space := "global"
	if g.Space == ir.Const {
		space = "const"
	}
	init := ""
	if len(g.Init) > 0 {
		init = " = {" + bytesOf(g.Init) + "}"
	}
	fmt.Fprintf(out, ".%s .align 16 .b8 %s[%d]%s;\n", space, identifier(g.Name), max(1, g.Size), init)
}

func bytesOf(data []byte) string {
	list := make([]string, len(data))
	for i, b := range data {
		list[i] = fmt.Sprint(b)
	}
	return strings.Join(list, ", ")
}

// identifier is the name of a variable as PTX has them.
func identifier(name string) string { return "v_" + letters(name) }

// letters replaces what no name of PTX has.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '$'
	}, name)
}

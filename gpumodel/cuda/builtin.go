package cuda

import (
	_ "embed"
	"fmt"
	"maps"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// A Builtin is an overload of a built-in function.
type Builtin struct {
	Name   string
	Params []*Type
	Result *Type
}

// String is the overload as a C prototype.
func (b Builtin) String() string {
	names := make([]string, len(b.Params))
	for i, t := range b.Params {
		names[i] = t.String()
	}
	return fmt.Sprintf("%s %s(%s)", b.Result, b.Name, strings.Join(names, ", "))
}

// prototypes are the built-in functions as C declarations.
//
//go:embed builtin.cuh
var prototypes string

// builtinTable is read from the prototypes at first use and then never changed.
var builtinTable struct {
	once sync.Once
	m    map[string][]Builtin
}

// builtins maps a name to its overloads. printf, assert and __trap are checked apart.
func builtins() map[string][]Builtin {
	builtinTable.once.Do(func() { builtinTable.m = readPrototypes() })
	return builtinTable.m
}

func readPrototypes() map[string][]Builtin {
	r := token.NewReporter("builtin.cuh", prototypes)
	m := map[string][]Builtin{"printf": nil, "assert": nil, "__trap": nil, "__brkpt": nil}
	p := newParser(r, token.Preprocess(r, prototypes, Options{}.preprocessing()).Tokens)
	p.file = &File{Files: r.Files}
	for p.peek().Kind != token.EOF {
		p.guard(func() { p.prototype(m) }, func() { p.next() })
	}
	if err := r.Err(); err != nil {
		panic("BUG: " + err.Error())
	}
	for name, overloads := range maps.Clone(m) {
		if strings.HasPrefix(name, "atomic") { // the scope of an atomic operation is wide enough in the model
			for _, scope := range []string{"_system", "_block"} {
				for _, b := range overloads {
					b.Name = name + scope
					m[b.Name] = append(m[b.Name], b)
				}
			}
		}
	}
	for _, v := range vectors() {
		b := Builtin{Name: "make_" + v.Name, Result: v}
		for _, f := range v.Fields {
			b.Params = append(b.Params, f.Type)
		}
		m[b.Name] = []Builtin{b}
	}
	return m
}

// Builtins lists every overload that Call.Builtin may name besides printf and
// assert, in no order. Calls of make_uint3 and make_dim3 also stand for a whole
// threadIdx or blockDim.
func Builtins() []Builtin {
	var list []Builtin
	for _, overloads := range builtins() {
		list = append(list, overloads...)
	}
	return list
}

// prototype reads one declaration: type name(types), name…;
func (p *parser) prototype(m map[string][]Builtin) {
	if p.is("REAL") {
		p.family(m)
		return
	}
	s := p.specs("the function")
	for {
		d := p.declarator(s.typ, "the function", true)
		b := Builtin{Name: d.name.Text, Result: d.typ, Params: p.typeList()}
		m[b.Name] = append(m[b.Name], b)
		if !p.accept(",") {
			break
		}
	}
	p.semicolon("a prototype")
}

func (p *parser) typeList() []*Type {
	var list []*Type
	p.expect("(", "")
	for !p.is(")") {
		list = append(list, p.typeID())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")", "")
	return list
}

// family reads REAL n name…; functions of n floating arguments, in CUDA's three forms.
func (p *parser) family(m map[string][]Builtin) {
	p.next()
	n, _ := p.constInt("the number of arguments")
	add := func(name string, t *Type) {
		b := Builtin{Name: name, Result: t}
		for range n {
			b.Params = append(b.Params, t)
		}
		m[name] = append(m[name], b)
	}
	for !p.accept(";") {
		name := p.next().Text
		add(name+"f", typeFloat)
		add(name, typeFloat)
		add(name, typeDouble)
	}
}

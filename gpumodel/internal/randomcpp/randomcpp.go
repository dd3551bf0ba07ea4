// Package randomcpp makes up C++ programs whose results a compiler of the host can judge: loops in
// every spelling, arrays, structs, templates, functions with references and pointers.
//
// A program is text that is CUDA C++ and, with __global__ and __device__ defined away, C++ of the
// host. Its kernel k(out, in, n) has one thread for each element of out. Nothing in it is undefined:
// sums and products are of unsigned numbers, indices and counts are masked, every loop ends.
package randomcpp

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Threads is how many threads the kernel of a program is for, and N its argument n.
const (
	Threads = 64
	N       = 11
	Inputs  = 64 // words that in points to
)

const (
	mostWork  = 3000 // statements that a thread executes, about
	arraySize = 8    // of every array: indices are masked with 7
)

// Program makes up the program of a seed.
func Program(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 19)), times: 1}
	for range 1 + g.r.IntN(2) {
		g.structure()
	}
	for range 2 + g.r.IntN(4) {
		g.function()
	}
	if g.chance(2) {
		g.managed()
	}
	g.kernel()
	return g.b.String()
}

type generator struct {
	r      *rand.Rand
	b      strings.Builder
	indent int
	names  int

	scope   []variable // that can be read here
	loops   []loopKind // around this place, inside the function
	times   int        // how often this place is executed, by the loops around it
	work    int        // of the function so far
	returns string     // what a return says here, "" where there must be none
	structs []*structure
	funcs   []function
	logged  string // the class whose objects note what happens to them, "" if there is none
}

type kind int

const (
	scalar  kind = iota
	array        // of arraySize elements
	object       // of a struct
	objects      // an array of those
	pointer      // to at least arraySize unsigned
	logged       // an object of the class that notes what happens to it
)

type variable struct {
	name   string
	kind   kind
	ctype  string // of a scalar or an element
	of     *structure
	locked bool // must not be set: it ends a loop
	bits   int  // of a bit field
}

type structure struct {
	name    string // as it is written for a variable: S1, Box<unsigned, 8>
	members []variable
	methods []function
}

type function struct {
	name, result string
	params       []param
	work         int
	explicit     []string // the template arguments that a call may give
}

type param struct {
	ctype string
	how   string // "", "&", "const *", "*"
	of    *structure
}

type loopKind struct{ continues bool }

var scalars = []string{"unsigned", "unsigned", "unsigned", "int", "unsigned char", "signed char", "unsigned short", "short",
	"unsigned long long", "long long", "bool"}

func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *generator, all []T) T { return all[g.r.IntN(len(all))] }

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// block writes { … } around what body writes, with a scope of its own.
func (g *generator) block(head string, body func()) {
	g.line("%s {", head)
	g.indent++
	scope := len(g.scope)
	body()
	g.scope = g.scope[:scope]
	g.indent--
	g.line("}")
}

// kernel writes the kernel, which ends with all that its variables hold.
func (g *generator) kernel() {
	g.work, g.scope, g.returns = 0, nil, ""
	g.block("__global__ void k(unsigned *out, const unsigned *in, int n)", func() {
		g.line("unsigned t = threadIdx.x;")
		g.line("unsigned sum = in[t];")
		g.scope = append(g.scope, variable{name: "t", ctype: "unsigned", locked: true}, variable{name: "n", ctype: "int", locked: true},
			variable{name: "in", kind: pointer, ctype: "const unsigned"}, variable{name: "sum", ctype: "unsigned"})
		for range 3 {
			g.declaration()
		}
		g.statements(4+g.r.IntN(6), 3)
		if g.logged != "" {
			g.line("out[t] = sum;")
			g.line("unsigned *log = out + t;")
			g.block("", func() { g.objects(4+g.r.IntN(5), 2) })
			g.line("sum += *log;")
		}
		for _, v := range g.scope {
			g.digest(v)
		}
		g.line("out[t] = sum;")
	})
}

// digest adds what a variable holds to sum.
func (g *generator) digest(v variable) {
	switch v.kind {
	case scalar:
		g.line("sum = sum * 31u + (unsigned)(%s);", v.name)
	case array:
		g.line("for (int i = 0; i < %d; i++) sum = sum * 31u + (unsigned)%s[i];", arraySize, v.name)
	case object:
		g.line("sum += sizeof(%s);", v.name)
		for _, m := range v.of.members {
			m.name = v.name + "." + m.name
			g.digest(m)
		}
	case objects:
		m := v.of.members[0]
		m.name = fmt.Sprintf("%s[sum & %d].%s", v.name, arraySize-1, m.name)
		g.digest(m)
	}
}

package conformance

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/ir"
)

// A resultArray is an array of a launch, its elements made of the same parts.
type resultArray struct {
	size  int // of an element, in bytes
	parts []part
	data  []byte
}

// values lists the numbers, element by element.
func (x resultArray) values() []any {
	var list []any
	for at := 0; at < len(x.data); at += x.size {
		for _, p := range x.parts {
			list = append(list, decode(p.typ.Kind, x.data[at+p.offset:]))
		}
	}
	return list
}

// decode reads a number: an int64, a uint64 where that is too small, or a float.
func decode(k cuda.Kind, b []byte) any {
	u := uint64(0)
	size := (&cuda.Type{Kind: k}).Size()
	for i := range size {
		u |= uint64(b[i]) << (8 * i)
	}
	signed := int64(u) << (64 - 8*size) >> (64 - 8*size)
	switch k {
	case cuda.Float:
		return math.Float32frombits(uint32(u))
	case cuda.Double:
		return math.Float64frombits(u)
	case cuda.ULong, cuda.ULongLong:
		return u
	case cuda.Bool, cuda.UChar, cuda.UShort, cuda.UInt, cuda.Half:
		return int64(u)
	}
	return signed
}

// encode is the opposite of decode. It takes the arguments of a launch, too.
func encode(k cuda.Kind, x any) []byte {
	var q quantity
	switch x := x.(type) {
	case int64:
		q.i = x
	case uint64:
		q.i = int64(x)
	case float32:
		q = quantity{f: float64(x), real: true}
	case float64:
		q = quantity{f: x, real: true}
	case bool:
		q = truth(x)
	}
	switch k {
	case cuda.Float:
		return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(q.float())))
	case cuda.Double:
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(q.float()))
	}
	return binary.LittleEndian.AppendUint64(nil, uint64(q.int()))[:(&cuda.Type{Kind: k}).Size()]
}

// numberText and parseNumber are for the files of wanted results.
func numberText(x any) string {
	switch x := x.(type) {
	case float32:
		return strconv.FormatFloat(float64(x), 'g', -1, 32)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return fmt.Sprint(x)
}

func parseNumber(k cuda.Kind, s string) (any, error) {
	switch k {
	case cuda.Float:
		x, err := strconv.ParseFloat(s, 32)
		return float32(x), err
	case cuda.Double:
		return strconv.ParseFloat(s, 64)
	case cuda.ULong, cuda.ULongLong:
		return strconv.ParseUint(s, 10, 64)
	}
	return strconv.ParseInt(s, 10, 64)
}

// A quantity is a value of an expression in the head of a file.
type quantity struct {
	i    int64
	f    float64
	real bool // f is the value, not i
}

func truth(x bool) quantity {
	if x {
		return quantity{i: 1}
	}
	return quantity{}
}

func (q quantity) float() float64 {
	if q.real {
		return q.f
	}
	return float64(q.i)
}

func (q quantity) int() int64 {
	if q.real {
		return int64(q.f)
	}
	return q.i
}

// number is q as an argument of a launch.
func (q quantity) number() any {
	if q.real {
		return q.f
	}
	return q.i
}

// parseExpressions reads a list of expressions, which have the syntax of Go.
func parseExpressions(s string) ([]ast.Expr, error) {
	x, err := parser.ParseExpr("list(" + s + ")")
	if err != nil {
		return nil, fmt.Errorf("%q is not a list of expressions: %v", s, err)
	}
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return nil, fmt.Errorf("%q is not a list of expressions", s)
	}
	return call.Args, nil
}

// A scope evaluates the expressions of one argument.
type scope struct {
	names map[string]quantity
	kind  cuda.Kind // of the number that any draws
	r     *rand.Rand
	total quantity // of sum
}

// newScope has random numbers of its own for each argument and size.
func newScope(argument string, n int, names map[string]quantity) *scope {
	seed := uint64(0)
	for _, c := range argument {
		seed = seed*31 + uint64(c)
	}
	return &scope{names: names, r: rand.New(rand.NewPCG(seed, uint64(n)))}
}

// eval panics where an expression is wrong: only the heads of files have any.
func (s *scope) eval(x ast.Expr) quantity {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.eval(x.X)
	case *ast.BasicLit:
		if x.Kind == token.INT {
			u, err := strconv.ParseUint(x.Value, 0, 64)
			if err == nil {
				return quantity{i: int64(u)}
			}
		}
		if f, err := strconv.ParseFloat(x.Value, 64); err == nil {
			return quantity{f: f, real: true}
		}
	case *ast.Ident:
		switch x.Name {
		case "nan":
			return quantity{f: math.NaN(), real: true}
		case "inf":
			return quantity{f: math.Inf(1), real: true}
		}
		if q, ok := s.names[x.Name]; ok {
			return q
		}
		panic(fmt.Sprintf("%s has no value", x.Name))
	case *ast.UnaryExpr:
		q := s.eval(x.X)
		switch x.Op {
		case token.SUB:
			if q.real {
				return quantity{f: -q.f, real: true}
			}
			return quantity{i: -q.i}
		case token.NOT:
			return truth(q.float() == 0)
		}
	case *ast.BinaryExpr:
		return binary2(x.Op, s.eval(x.X), s.eval(x.Y))
	case *ast.CallExpr:
		if f, ok := x.Fun.(*ast.Ident); ok {
			return s.call(f.Name, x.Args)
		}
	}
	panic(fmt.Sprintf("%T is not supported in an expression", x))
}

func binary2(op token.Token, x, y quantity) quantity {
	if !x.real && !y.real {
		a, b := x.i, y.i
		switch op {
		case token.ADD:
			return quantity{i: a + b}
		case token.SUB:
			return quantity{i: a - b}
		case token.MUL:
			return quantity{i: a * b}
		case token.QUO:
			return quantity{i: a / b}
		case token.REM:
			return quantity{i: a % b}
		case token.AND:
			return quantity{i: a & b}
		case token.OR:
			return quantity{i: a | b}
		case token.XOR:
			return quantity{i: a ^ b}
		case token.SHL:
			return quantity{i: a << b}
		case token.SHR:
			return quantity{i: a >> b}
		}
	}
	a, b := x.float(), y.float()
	switch op {
	case token.ADD:
		return quantity{f: a + b, real: true}
	case token.SUB:
		return quantity{f: a - b, real: true}
	case token.MUL:
		return quantity{f: a * b, real: true}
	case token.QUO:
		return quantity{f: a / b, real: true}
	case token.EQL:
		return truth(a == b)
	case token.LSS:
		return truth(a < b)
	case token.GTR:
		return truth(a > b)
	}
	panic(fmt.Sprintf("%v is not supported here", op))
}

// call has the functions of expressions; README.md in testdata/results lists them.
func (s *scope) call(name string, args []ast.Expr) quantity {
	at := func(i int) quantity {
		if i < 0 || i >= len(args) {
			panic(fmt.Sprintf("%s has %d arguments", name, len(args)))
		}
		return s.eval(args[i])
	}
	switch name {
	case "rand":
		low, high := at(0).int(), at(1).int()
		return quantity{i: low + s.r.Int64N(high-low+1)}
	case "uniform":
		return quantity{f: between(at(0).float(), at(1).float())(s.r), real: true}
	case "any":
		return s.any()
	case "divisor": // neither 0 nor -1, with which a quotient can be too large
		stored := func(n int64) any { return decode(s.kind, encode(s.kind, n)) }
		q := s.any()
		for stored(q.i) == stored(0) || stored(q.i) == stored(-1) {
			q = s.any()
		}
		return q
	case "pick":
		return at(s.r.IntN(len(args)))
	case "at":
		return at(1 + int(at(0).int()))
	case "choose":
		if at(0).float() != 0 {
			return at(1)
		}
		return at(2)
	case "min", "max":
		x, y := at(0), at(1)
		if (x.float() < y.float()) == (name == "min") {
			return x
		}
		return y
	case "half":
		return quantity{i: int64(ir.HalfBits(at(0).float()))}
	case "float":
		return quantity{i: int64(math.Float32bits(float32(at(0).float())))}
	case "bfloat16":
		return quantity{i: int64(math.Float32bits(float32(at(0).float())) >> 16)}
	case "sum": // of this element and of those before
		before := s.total
		s.total = binary2(token.ADD, before, at(0))
		return s.total
	}
	panic(fmt.Sprintf("there is no function %s", name))
}

// any draws a number of its kind: any bit pattern of an integer, with small numbers and the limits
// more often; floats of all magnitudes, halves, and limits of the integers.
func (s *scope) any() quantity {
	switch s.kind {
	case cuda.Float:
		return quantity{f: float64(anyFloat(s.r)), real: true}
	case cuda.Double:
		return quantity{f: anyDouble(s.r), real: true}
	}
	switch s.r.IntN(4) {
	case 0:
		return quantity{i: int64(s.r.IntN(20) - 10)}
	case 1:
		limits := []int64{0, 1, -1, math.MaxInt32, 1 << 7, 1 << 15, 1 << 31, -1 << 63}
		return quantity{i: limits[s.r.IntN(len(limits))]}
	}
	return quantity{i: int64(s.r.Uint64())}
}

// array draws the elements of an array: the listed ones, or count by one expression of i, the
// element, and f, the part of it.
func (s *scope) array(elem *cuda.Type, list []ast.Expr, count int) resultArray {
	x := resultArray{size: elem.Size(), parts: partsOf("", elem, 0)}
	if len(list) > 1 {
		count = (len(list) + len(x.parts) - 1) / len(x.parts)
	}
	x.data = make([]byte, count*x.size)
	if len(list) == 0 {
		return x
	}
	for i := range count {
		for f, p := range x.parts {
			s.names["i"], s.names["f"], s.kind = quantity{i: int64(i)}, quantity{i: int64(f)}, p.typ.Kind
			e := list[0]
			if len(list) > 1 {
				e = list[min(i*len(x.parts)+f, len(list)-1)]
			}
			copy(x.data[i*x.size+p.offset:], encode(p.typ.Kind, s.eval(e).number()))
		}
	}
	return x
}

// equal tells whether two arrays hold the same bytes.
func (x resultArray) equal(y resultArray) bool { return slices.Equal(x.data, y.data) }

// between draws floats from an interval; at its ends now and then.
func between(low, high float64) func(r *rand.Rand) float64 {
	return func(r *rand.Rand) float64 {
		switch r.IntN(20) {
		case 0:
			return low
		case 1:
			return high
		}
		return low + (high-low)*r.Float64()
	}
}

// anyFloat draws numbers of all magnitudes, halves, limits of the integers and
// what is no number.
func anyFloat(r *rand.Rand) float32 {
	switch r.IntN(4) {
	case 0:
		return float32(r.IntN(40)-20) / 2
	case 1:
		v := []float64{0, 1 << 31, -1 << 31, 1 << 32, 1 << 63, -1 << 63, 1 << 62, 2147483520, -2147483648, 3e38, math.Inf(1), math.Inf(-1),
			math.NaN()}
		return float32(v[r.IntN(len(v))])
	}
	return float32(math.Ldexp(r.Float64()*2-1, r.IntN(80)-10))
}

func anyDouble(r *rand.Rand) float64 {
	if r.IntN(2) == 0 {
		return float64(anyFloat(r))
	}
	return math.Ldexp(r.Float64()*2-1, r.IntN(80)-10)
}

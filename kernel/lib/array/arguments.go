package array

import (
	"cmp"
	"math"
	"math/big"
	"regexp"
	"strings"
	"sync"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/ndarray"
	"warpbook.dev/plotting"
)

// cTypes are the element types of C's scalar types.
var cTypes = map[string]gpumodel.DType{
	"float": gpumodel.Float32, "double": gpumodel.Float64, "__half": gpumodel.Float16,
	"char": gpumodel.Int8, "signed char": gpumodel.Int8, "unsigned char": gpumodel.UInt8, "bool": gpumodel.UInt8,
	"short": gpumodel.Int16, "unsigned short": gpumodel.UInt16, "int": gpumodel.Int32, "unsigned int": gpumodel.UInt32,
	"long": gpumodel.Int64, "unsigned long": gpumodel.UInt64, "long long": gpumodel.Int64, "unsigned long long": gpumodel.UInt64,
}

// vectorType matches float4, uint2, …: as many elements of the scalar type.
var vectorType = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(u?)(char|short|int|longlong|long|float|double|__half)[1-4]$`)
})

// elementType is the element type of arrays for a pointer to a C type. ok is
// false for types that are not made of one scalar type, such as structs.
func elementType(ctype string) (t gpumodel.DType, ok bool) {
	var words []string
	for _, word := range strings.Fields(ctype) {
		if word != "const" && word != "volatile" {
			words = append(words, word)
		}
	}
	name := strings.Join(words, " ")
	if m := vectorType().FindStringSubmatch(name); m != nil {
		name = strings.Replace(m[2], "longlong", "long long", 1)
		if m[1] == "u" {
			name = "unsigned " + name
		}
	}
	t, ok = cTypes[name]
	return t, ok
}

// Bind converts the arguments of a launch to the types of the kernel's parameters. A struct becomes one value per member. The error
// names the parameter, what was passed and what it takes.
func Bind(k *gpumodel.Kernel, args []starlark.Value) ([]any, error) {
	params := k.Signature()
	if len(args) != len(params) {
		return nil, face.TypeErrorf("%s takes %s (%s), got %d%s", k.Name, plotting.Plural(len(params), "argument"), Signature(k), len(args),
			missing(params, len(args)))
	}
	var bound []any
	for i, p := range params {
		values, err := parameter(p, args[i])
		if err != nil {
			return nil, face.Errorf(face.ErrorName(err), "%s: argument %d, %v: %v", k.Name, i+1, p, err)
		}
		bound = append(bound, values...)
	}
	return bound, nil
}

// Signature returns the parameters as C writes them.
func Signature(k *gpumodel.Kernel) string {
	var params []string
	for _, p := range k.Signature() {
		params = append(params, p.String())
	}
	return strings.Join(params, ", ")
}

// parameter binds a value, or the values of a struct's members.
func parameter(p gpumodel.Param, v starlark.Value) ([]any, error) {
	convert := scalar
	switch {
	case p.Array:
		return elementsOf(p, v)
	case p.Type == surfaceType:
		return surface(v)
	case p.Parts != nil:
		return membersOf(p, v)
	case p.Pointer:
		convert = pointer
	case p.Texture:
		convert = object
	}
	x, err := convert(p, v)
	return []any{x}, err
}

func missing(params []gpumodel.Param, got int) string {
	if got >= len(params) {
		return ""
	}
	var names []string
	for _, p := range params[got:] {
		names = append(names, p.Name)
	}
	return ": " + strings.Join(names, ", ") + " missing"
}

// pointer binds an array.
func pointer(p gpumodel.Param, v starlark.Value) (any, error) {
	a, ok := v.(*Array)
	inHost, mapped := v.(*Mapped)
	if mapped {
		a, ok = inHost.array, true
	}
	if !ok {
		hint := ""
		if _, isList := v.(starlark.Iterable); isList {
			hint = " (write array(list) before the launch, to be able to read it after)"
		}
		return nil, face.TypeErrorf("want an array, got %s%s", face.Describe(v), hint)
	}
	if strings.HasSuffix(p.Type, "**") && a.Data.DType.Size() != 8 {
		return nil, face.TypeErrorf("want an array of addresses (uint64), got one of %v (let the kernel take one pointer to all rows, and read d[row * n + column])", a.Data.DType)
	}
	base := cmp.Or(p.Number, p.Type[:max(0, strings.LastIndexByte(p.Type, '*'))])
	if want, known := elementType(base); known && want != a.Data.DType {
		return nil, face.TypeErrorf("want an array of %v, got one of %v (write a.astype(%q), or dtype=%q where it is made)", want,
			a.Data.DType, want, want)
	}
	switch {
	case a.Whole():
	case !a.Contiguous():
		return nil, face.ValueErrorf("the elements of a.T and of a[i:j:k] are not one behind the other; pass a copy, as in a.T.copy()")
	case mapped:
		return nil, face.ValueErrorf("mapped(a[i:]) is a view into another array; map the whole array")
	default: // a pointer into it
		return gpumodel.Inside{Array: a.Data, First: a.Offset}, nil
	}
	if mapped {
		return gpumodel.Mapped{Array: a.Data}, nil
	}
	return a.Data, nil
}

// scalar binds a number.
func scalar(p gpumodel.Param, v starlark.Value) (any, error) {
	t, known := cTypes[p.Number]
	if !known {
		return nil, face.TypeErrorf("parameters of type %s cannot be given from a cell; pass pointers and numbers", p.Type)
	}
	switch x := v.(type) {
	case starlark.Bool:
		if x {
			return int64(1), nil
		}
		return int64(0), nil
	case starlark.Int:
		if t.Float() {
			return float64(x.Float()), nil
		}
		return wholeNumber(p, t, x)
	case starlark.Float:
		if t == gpumodel.Float32 && math.Abs(float64(x)) > math.MaxFloat32 && !math.IsInf(float64(x), 0) {
			return nil, face.Errorf("OverflowError", "%v is out of the range of float", x)
		}
		if t.Float() {
			return float64(x), nil
		}
		return nil, face.TypeErrorf("want a whole number, got %v (write int(x), or // for a whole quotient)", face.Describe(v))
	case *Array:
		return nil, face.TypeErrorf("want a number, got %s; pass an element, a[i]", face.Describe(v))
	}
	return nil, face.TypeErrorf("want a number, got %s", face.Describe(v))
}

func wholeNumber(p gpumodel.Param, t gpumodel.DType, n starlark.Int) (any, error) {
	if p.Number == "bool" {
		return int64(n.Sign() * n.Sign()), nil
	}
	low, high := ndarray.Bounds(t)
	if big := n.BigInt(); big.Cmp(low) < 0 || big.Cmp(high) > 0 {
		return nil, outOfRange(n, low, high)
	}
	bits, err := intBits(n, t)
	return bits, err
}

func outOfRange(n starlark.Int, low, high *big.Int) error {
	return face.Errorf("OverflowError", "%v is out of range, %v to %v", n, low, high)
}

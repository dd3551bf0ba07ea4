package session

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/spelling"
)

// An Error is one of this package, under Python's name.
type Error struct{ name, text string }

func (e *Error) Error() string { return e.text }

// ErrorName is Python's name of the error.
func (e *Error) ErrorName() string { return e.name }

func errorf(name, format string, args ...any) error {
	return &Error{name, fmt.Sprintf(format, args...)}
}

// The forms of values that JSON lacks: an object with one of these keys, and what stands there.
const (
	tagFloat    = "float"    // "nan", "inf" or "-inf"
	tagBytes    = "bytes"    // in base64
	tagTuple    = "tuple"    // its elements
	tagSet      = "set"      // its elements
	tagDict     = "dict"     // pairs of a key and a value
	tagSlice    = "slice"    // start, stop, step
	tagArray    = "array"    // see segment
	tagFunction = "function" // the number of a function of the other side, with "name" and "parameters" beside it
	tagElement  = "element"  // a value and a key: value[key], which is evaluated when it is used
	tagGlobal   = "global"   // the name of a built-in or a global, which is what it means when it is used
	tagHandle   = "handle"   // the number of a value, with "type" beside it
)

// deepest is how deep values are nested that go as they are. Deeper ones become handles, also those that contain themselves.
const deepest = 100

// encode is a value for a reply.
func (r *request) encode(v starlark.Value) (any, error) { return r.encodeWithin(v, deepest) }

func (r *request) encodeWithin(v starlark.Value, depth int) (any, error) {
	if depth == 0 {
		return r.handle(v), nil
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(v), nil
	case starlark.Int:
		return json.Number(v.String()), nil
	case starlark.Float:
		return number(float64(v)), nil
	case starlark.String:
		return strings.ToValidUTF8(string(v), "\uFFFD"), nil
	case starlark.Bytes:
		return map[string]any{tagBytes: base64.StdEncoding.EncodeToString([]byte(v))}, nil
	case *starlark.List:
		return r.elements(v, depth)
	case starlark.Tuple:
		list, err := r.elements(v, depth)
		return map[string]any{tagTuple: list}, err
	case *starlark.Set:
		list, err := r.elements(v, depth)
		return map[string]any{tagSet: list}, err
	case *starlark.Dict:
		pairs := [][2]any{}
		for _, item := range v.Items() {
			key, err := r.encodeWithin(item[0], depth-1)
			if err != nil {
				return nil, err
			}
			value, err := r.encodeWithin(item[1], depth-1)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, [2]any{key, value})
		}
		return map[string]any{tagDict: pairs}, nil
	case *array.Array:
		if v.Readable() != nil {
			return r.handle(v), nil // who uses it is told why it has no elements
		}
		a, err := r.server.export(r.ctx, v)
		return map[string]any{tagArray: a}, err
	}
	return r.handle(v), nil
}

func (r *request) elements(v starlark.Iterable, depth int) ([]any, error) {
	list := []any{}
	for e := range starlark.Elements(v) {
		x, err := r.encodeWithin(e, depth-1)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

func (r *request) handle(v starlark.Value) any {
	return map[string]any{tagHandle: r.server.hold(v), "type": v.Type()}
}

// number is a float as JSON: with a point or an exponent, so that it stays one.
func number(x float64) any {
	switch {
	case math.IsNaN(x):
		return map[string]any{tagFloat: "nan"}
	case math.IsInf(x, 1):
		return map[string]any{tagFloat: "inf"}
	case math.IsInf(x, -1):
		return map[string]any{tagFloat: "-inf"}
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return json.Number(text)
}

// decode is a value of a request.
func (r *request) decode(x any) (starlark.Value, error) {
	switch x := x.(type) {
	case nil:
		return starlark.None, nil
	case bool:
		return starlark.Bool(x), nil
	case string:
		return starlark.String(x), nil
	case json.Number:
		return decodeNumber(x)
	case []any:
		list, err := r.decodeAll(x)
		return starlark.NewList(list), err
	case map[string]any:
		return r.decodeTagged(x)
	}
	return nil, errorf("TypeError", "got %T, want a value of JSON", x)
}

// both decodes two values.
func (r *request) both(x, y any) (v, w starlark.Value, err error) {
	if v, err = r.decode(x); err == nil {
		w, err = r.decode(y)
	}
	return v, w, err
}

func (r *request) decodeAll(list []any) ([]starlark.Value, error) {
	values := make([]starlark.Value, len(list))
	for i, x := range list {
		var err error
		if values[i], err = r.decode(x); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func decodeNumber(x json.Number) (starlark.Value, error) {
	if !strings.ContainsAny(x.String(), ".eE") {
		n, ok := new(big.Int).SetString(x.String(), 10)
		if !ok {
			return nil, errorf("ValueError", "got %s, want a number", x)
		}
		return starlark.MakeBigInt(n), nil
	}
	f, err := x.Float64()
	if err != nil {
		return nil, errorf("OverflowError", "%s is out of the range of a float", x)
	}
	return starlark.Float(f), nil
}

// decodeTagged is the value of an object that has one of the forms above.
func (r *request) decodeTagged(x map[string]any) (starlark.Value, error) {
	for tag, content := range x {
		switch tag {
		case tagFloat:
			f, err := strconv.ParseFloat(fmt.Sprint(content), 64)
			if err != nil {
				return nil, errorf("ValueError", "float: got %v, want nan, inf or -inf", content)
			}
			return starlark.Float(f), nil
		case tagBytes:
			text, err := base64.StdEncoding.DecodeString(fmt.Sprint(content))
			if err != nil {
				return nil, errorf("ValueError", "bytes: %v", err)
			}
			return starlark.Bytes(text), nil
		case tagTuple:
			list, err := r.decodeList(tagTuple, content)
			return starlark.Tuple(list), err
		case tagSet:
			return r.decodeSet(content)
		case tagDict:
			return r.decodeDict(content)
		case tagSlice:
			return r.decodeSlice(content)
		case tagArray:
			return r.segments.array(content)
		case tagFunction:
			return r.decodeFunction(content, x)
		case tagElement:
			return r.decodeElement(content)
		case tagGlobal:
			return r.server.global(fmt.Sprint(content))
		case tagHandle:
			return r.decodeHandle(content)
		}
	}
	return nil, errorf("TypeError", "got an object with the keys %v, which stands for no value", keysOf(x))
}

// global is what a name means.
func (s *Server) global(name string) (starlark.Value, error) {
	v, ok := s.session.Value(name)
	if !ok {
		return nil, errorf("NameError", "name '%s' is not defined", name)
	}
	return v, nil
}

func (r *request) decodeHandle(content any) (starlark.Value, error) {
	n, err := wholeNumber(content)
	if err != nil {
		return nil, err
	}
	v, ok := r.server.held(n)
	if !ok {
		return nil, errorf("ReferenceError", "there is no value with the handle %d", n)
	}
	return v, nil
}

func (r *request) decodeSet(content any) (starlark.Value, error) {
	list, err := r.decodeList(tagSet, content)
	set := starlark.NewSet(len(list))
	for _, v := range list {
		if err := set.Insert(v); err != nil {
			return nil, err
		}
	}
	return set, err
}

func (r *request) decodeList(what string, content any) ([]starlark.Value, error) {
	list, ok := content.([]any)
	if !ok {
		return nil, errorf("TypeError", "%s: got %v, want a list", what, content)
	}
	return r.decodeAll(list)
}

func (r *request) decodeDict(content any) (starlark.Value, error) {
	list, err := r.decodeList(tagDict, content)
	if err != nil {
		return nil, err
	}
	dict := starlark.NewDict(len(list))
	for _, v := range list {
		pair, ok := v.(*starlark.List)
		if !ok || pair.Len() != 2 {
			return nil, errorf("TypeError", "dict: got %v, want pairs of a key and a value", v)
		}
		if err := dict.SetKey(pair.Index(0), pair.Index(1)); err != nil {
			return nil, err
		}
	}
	return dict, nil
}

func (r *request) decodeElement(content any) (starlark.Value, error) {
	pair, err := r.decodeList(tagElement, content)
	if err != nil {
		return nil, err
	}
	if len(pair) != 2 {
		return nil, errorf("TypeError", "element: got %d values, want a value and a key", len(pair))
	}
	return element(pair[0], pair[1])
}

func (r *request) decodeSlice(content any) (starlark.Value, error) {
	list, err := r.decodeList(tagSlice, content)
	if err != nil {
		return nil, err
	}
	if len(list) != 3 {
		return nil, errorf("TypeError", "slice: got %d values, want start, stop and step", len(list))
	}
	return &cell.Slice{Start: list[0], Stop: list[1], Step: list[2]}, nil
}

func wholeNumber(x any) (int, error) {
	n, ok := x.(json.Number)
	if !ok {
		return 0, errorf("TypeError", "got %v, want a whole number", x)
	}
	i, err := strconv.Atoi(n.String())
	if err != nil {
		return 0, errorf("TypeError", "got %s, want a whole number", n)
	}
	return i, nil
}

// attribute is v.name.
func attribute(v starlark.Value, name string) (starlark.Value, error) {
	hint := ""
	if x, ok := v.(starlark.HasAttrs); ok {
		a, err := x.Attr(name)
		if a != nil || err != nil {
			return a, err
		}
		if near := spelling.Nearest(name, x.AttrNames()); near != "" {
			hint = " (did you mean ." + near + "?)"
		}
	}
	return nil, errorf("AttributeError", "%s has no .%s field or method%s", v.Type(), name, hint)
}

// element is v[key].
func element(v, key starlark.Value) (starlark.Value, error) {
	switch x := v.(type) {
	case starlark.Mapping:
		item, found, err := x.Get(key)
		if err == nil && !found {
			err = errorf("KeyError", "%v", key)
		}
		return item, err
	case starlark.Indexable:
		n := x.Len()
		if s, ok := key.(*cell.Slice); ok {
			first, step, count, err := s.Indices(n)
			if err != nil {
				return nil, err
			}
			if x, ok := v.(starlark.Sliceable); ok {
				return x.Slice(first, first+step*count, step), nil
			}
			return nil, errorf("TypeError", "%s cannot be sliced", v.Type())
		}
		i, err := starlark.AsInt32(key)
		if err != nil {
			return nil, errorf("TypeError", "an index of %s is a whole number, got %s", v.Type(), key.Type())
		}
		if i < -n || i >= n {
			return nil, errorf("IndexError", "index %d is out of range for %s of length %d", i, v.Type(), n)
		}
		if i < 0 {
			i += n
		}
		return x.Index(i), nil
	}
	return nil, errorf("TypeError", "%s cannot be indexed", v.Type())
}

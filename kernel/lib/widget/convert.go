package widget

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"
)

// State values are what JSON has: nil, bool, int64, float64, string, []any; besides,
// a *Widget stands for the model that it is (in layout, style and children). What kind
// a field wants is seen from its default.

// fromJSON makes a state value of a decoded JSON value, with the kind of like.
func fromJSON(like, v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, string:
		if like == nil || v == nil || fmt.Sprintf("%T", like) == fmt.Sprintf("%T", v) {
			return v, nil
		}
	case json.Number:
		if isFloat(like) || like == nil && strings.ContainsAny(v.String(), ".eE") {
			x, err := v.Float64()
			return x, err
		}
		if like == nil || isNumber(like) {
			if n, err := v.Int64(); err == nil {
				return n, nil
			}
			if x, err := v.Float64(); err == nil && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
				return int64(x), nil // 3.0, as JavaScript may write 3
			}
		}
	case []any:
		list, ok := like.([]any)
		if !ok && like != nil {
			break
		}
		var element any
		if len(list) > 0 {
			element = list[0]
		}
		all := make([]any, len(v))
		for i, e := range v {
			var err error
			if all[i], err = fromJSON(element, e); err != nil {
				return nil, err
			}
		}
		return all, nil
	case map[string]any:
		if like == nil {
			return v, nil
		}
	}
	return nil, fmt.Errorf("got %v, want %s", v, kindName(like))
}

func isNumber(v any) bool {
	switch v.(type) {
	case json.Number, int64, float64:
		return true
	}
	return false
}

func isFloat(v any) bool {
	switch v := v.(type) {
	case float64:
		return true
	case json.Number:
		return strings.ContainsAny(v.String(), ".eE")
	}
	return false
}

func kindName(like any) string {
	switch like := like.(type) {
	case bool:
		return "True or False"
	case string:
		return "a text"
	case []any:
		return "a list"
	case json.Number, int64, float64:
		if isFloat(like) {
			return "a number"
		}
		return "a whole number"
	}
	return "a number, a string or None"
}

// fromStarlark makes a state value of what a cell wrote.
func fromStarlark(like any, v starlark.Value) (any, error) {
	plain, err := jsonOf(v)
	if err != nil {
		return nil, err
	}
	return fromJSON(like, plain)
}

// jsonOf is a Starlark value as encoding/json decodes it.
func jsonOf(v starlark.Value) (any, error) {
	switch v := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Bool:
		return bool(v), nil
	case starlark.String:
		return string(v), nil
	case starlark.Int:
		return json.Number(v.String()), nil
	case starlark.Float:
		if x := float64(v); math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%v cannot be shown by a widget", v)
		}
		text, err := json.Marshal(float64(v))
		if !strings.ContainsAny(string(text), ".e") {
			text = append(text, ".0"...)
		}
		return json.Number(text), err
	case starlark.Iterable:
		var all []any
		for e := range starlark.Elements(v) {
			x, err := jsonOf(e)
			if err != nil {
				return nil, err
			}
			all = append(all, x)
		}
		if all == nil {
			all = []any{}
		}
		return all, nil
	}
	return nil, fmt.Errorf("got %s, want a number, a string, True, False, None or a list of these", v.Type())
}

// toStarlark is a state value as a cell sees it.
func toStarlark(v any) starlark.Value {
	switch v := v.(type) {
	case bool:
		return starlark.Bool(v)
	case string:
		return starlark.String(v)
	case int64:
		return starlark.MakeInt64(v)
	case float64:
		return starlark.Float(v)
	case *Widget:
		return v
	case json.Number:
		x, _ := fromJSON(v, v)
		return toStarlark(x)
	case []any:
		all := make(starlark.Tuple, len(v))
		for i, e := range v {
			all[i] = toStarlark(e)
		}
		return all
	case map[string]any:
		d := starlark.NewDict(len(v))
		for name, e := range v {
			_ = d.SetKey(starlark.String(name), toStarlark(e))
		}
		return d
	}
	return starlark.None
}

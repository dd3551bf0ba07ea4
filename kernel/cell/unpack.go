package cell

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/spelling"
)

// UnpackArgs is [starlark.UnpackArgs] with errors that name the parameters: of an argument that is
// missing, of one too many, and of a keyword that does not exist.
func UnpackArgs(name string, args starlark.Tuple, kwargs []starlark.Tuple, pairs ...any) error {
	var names, required []string
	optional := false
	for i := 0; i < len(pairs); i += 2 {
		parameter := strings.TrimRight(pairs[i].(string), "?")
		optional = optional || parameter != pairs[i].(string) // and so are those behind it
		names = append(names, parameter)
		if !optional {
			required = append(required, parameter)
		}
	}
	parameters := "(parameters: " + strings.Join(names, ", ") + ")"
	if len(names) == 0 {
		parameters = "(it has no parameters)"
	}
	if len(args) > len(names) {
		return typeErrorf("%s: got %d arguments, want at most %d %s", name, len(args), len(names), parameters)
	}
	given := slices.Clone(names[:len(args)])
	for _, kw := range kwargs {
		key := string(kw[0].(starlark.String))
		if slices.Contains(names, key) {
			given = append(given, key)
			continue
		}
		if near := spelling.Nearest(key, names); near != "" {
			return typeErrorf("%s: unexpected keyword argument %q (did you mean %s?)", name, key, near)
		}
		return typeErrorf("%s: unexpected keyword argument %q %s", name, key, parameters)
	}
	for _, parameter := range required {
		if !slices.Contains(given, parameter) {
			return typeErrorf("%s: missing argument for %s %s", name, parameter, parameters)
		}
	}
	return starlark.UnpackArgs(name, args, kwargs, pairs...)
}

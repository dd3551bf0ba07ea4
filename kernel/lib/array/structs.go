package array

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/plotting"
	"warpbook.dev/spelling"
)

// membersOf binds a struct: a dict, a value with attributes of these names, or a
// tuple or list of all members in their order.
func membersOf(p gpumodel.Param, v starlark.Value) ([]any, error) {
	values, err := memberValues(p, v)
	if err != nil {
		return nil, err
	}
	var bound []any
	for i, m := range p.Parts {
		part, err := parameter(m, values[i])
		if err != nil {
			return nil, face.Errorf(face.ErrorName(err), "member %q, %s: %v", m.Name, m.Type, err)
		}
		bound = append(bound, part...)
	}
	return bound, nil
}

// memberValues returns the values of the members in their order.
func memberValues(p gpumodel.Param, v starlark.Value) ([]starlark.Value, error) {
	switch v := v.(type) {
	case *starlark.Dict:
		return fromDict(p, v)
	case starlark.Tuple, *starlark.List:
		values := slices.Collect(starlark.Elements(v.(starlark.Iterable)))
		if len(values) != len(p.Parts) {
			return nil, face.TypeErrorf("want %s (%s), got %d in %s", plotting.Plural(len(p.Parts), "member"), memberList(p), len(values), v)
		}
		return values, nil
	case *Array, *Mapped:
	case starlark.HasAttrs:
		return fromAttributes(p, v)
	}
	return nil, face.TypeErrorf("want a dict of its members (%s), got %s", memberList(p), face.Describe(v))
}

// fromDict looks the members up by name. A key that is not a member is reported first,
// since with a misspelt name a member is missing, too.
func fromDict(p gpumodel.Param, d *starlark.Dict) ([]starlark.Value, error) {
	var names []string
	for _, m := range p.Parts {
		names = append(names, m.Name)
	}
	for _, key := range d.Keys() {
		name, ok := starlark.AsString(key)
		switch {
		case !ok:
			return nil, face.TypeErrorf("the names of members are strings, got %s; members: %s", face.Describe(key), memberList(p))
		case !slices.Contains(names, name):
			hint := ""
			if near := spelling.Nearest(name, names); near != "" {
				hint = fmt.Sprintf(" (did you mean %q?)", near)
			}
			return nil, face.TypeErrorf("%s has no member %q%s; members: %s", p.Type, name, hint, memberList(p))
		}
	}
	return lookUp(p, func(name string) (starlark.Value, error) {
		v, found, err := d.Get(starlark.String(name))
		if !found {
			return nil, err
		}
		return v, err
	})
}

// fromAttributes reads the members of a struct-like value, which may have others.
func fromAttributes(p gpumodel.Param, x starlark.HasAttrs) ([]starlark.Value, error) {
	return lookUp(p, func(name string) (starlark.Value, error) {
		v, err := x.Attr(name)
		if none := (starlark.NoSuchAttrError)(""); errors.As(err, &none) {
			err = nil
		}
		return v, err
	})
}

// lookUp collects the members; get returns nil for a missing one.
func lookUp(p gpumodel.Param, get func(name string) (starlark.Value, error)) ([]starlark.Value, error) {
	var values []starlark.Value
	var missing []string
	for _, m := range p.Parts {
		v, err := get(m.Name)
		if err != nil {
			return nil, err
		}
		if v == nil {
			missing = append(missing, m.Name)
		}
		values = append(values, v)
	}
	switch {
	case len(missing) == 1:
		return nil, face.TypeErrorf("member %q is missing; members: %s", missing[0], memberList(p))
	case len(missing) > 1:
		return nil, face.TypeErrorf("members %q are missing; members: %s", missing, memberList(p))
	}
	return values, nil
}

// memberList returns the members as C declares them.
func memberList(p gpumodel.Param) string {
	var list []string
	for _, m := range p.Parts {
		list = append(list, m.String())
	}
	return strings.Join(list, ", ")
}

// elementsOf binds an array inside a struct: a list with one value per element, copied at the launch.
func elementsOf(p gpumodel.Param, v starlark.Value) ([]any, error) {
	list, ok := v.(starlark.Sequence)
	if _, isDict := v.(*starlark.Dict); !ok || isDict {
		return nil, face.TypeErrorf("want a list of %s, got %s", plotting.Plural(len(p.Parts), "value"), face.Describe(v))
	}
	if a, ok := v.(*Array); ok {
		if err := a.Readable(); err != nil {
			return nil, err
		}
	}
	if n := list.Len(); n != len(p.Parts) {
		return nil, face.TypeErrorf("want %s, got %d", plotting.Plural(len(p.Parts), "value"), n)
	}
	var bound []any
	i := 0
	for x := range starlark.Elements(list) {
		part, err := parameter(p.Parts[i], x)
		if err != nil {
			return nil, face.Errorf(face.ErrorName(err), "element %d: %v", i, err)
		}
		bound = append(bound, part...)
		i++
	}
	return bound, nil
}

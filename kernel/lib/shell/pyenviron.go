package shell

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// environ is os.environ: a mapping of the variables that commands and programs get.
type environ struct{ sh *Shell }

var _ starlark.IterableMapping = environ{}

func (v environ) pairs() []string { return exported(environment{Shell: v.sh}) }

func (v environ) String() string        { return fmt.Sprintf("environ(%s)", strings.Join(v.pairs(), ", ")) }
func (v environ) Type() string          { return "environ" }
func (v environ) Freeze()               {}
func (v environ) Truth() starlark.Bool  { return true }
func (v environ) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: environ") }

func (v environ) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, ok := starlark.AsString(key)
	if value := (environment{Shell: v.sh}).Get(name); ok && value.IsSet() {
		return starlark.String(value.String()), true, nil
	}
	return nil, false, nil
}

func (v environ) SetKey(key, value starlark.Value) error {
	name, ok := starlark.AsString(key)
	text, also := starlark.AsString(value)
	if !ok || !also {
		return &pyError{"TypeError", fmt.Sprintf("os.environ[%s] = %s: both are strings; write str(…)", key.Type(), value.Type())}
	}
	return v.sh.setVariable(name, text)
}

// Items are the names and values, by name.
func (v environ) Items() (all []starlark.Tuple) {
	for _, pair := range v.pairs() {
		name, value, _ := strings.Cut(pair, "=")
		all = append(all, starlark.Tuple{starlark.String(name), starlark.String(value)})
	}
	return all
}

// Iterate goes over the names.
func (v environ) Iterate() starlark.Iterator { return v.dict().Iterate() }

// dict is a copy, in which a cell may change what only one command gets.
func (v environ) dict() *starlark.Dict {
	d := starlark.NewDict(0)
	for _, pair := range v.Items() {
		d.SetKey(pair[0], pair[1]) // of a new dict and a string: no error
	}
	return d
}

func (v environ) AttrNames() []string {
	return []string{"copy", "get", "items", "keys", "setdefault", "values"}
}

func (v environ) Attr(name string) (starlark.Value, error) {
	switch name {
	case "get":
		return pyBuiltin(name, v.sh.pyGetenv), nil
	case "copy":
		return pyBuiltin(name, func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) { return v.dict(), unpack() }), nil
	case "items", "keys", "values":
		return v.dict().Attr(name)
	case "setdefault":
		return pyBuiltin(name, func(_ *cell.Run, unpack func(...any) error) (starlark.Value, error) {
			var name, value string
			if err := unpack("key", &name, "default", &value); err != nil {
				return nil, err
			}
			if old := (environment{Shell: v.sh}).Get(name); old.IsSet() {
				return starlark.String(old.String()), nil
			}
			return starlark.String(value), v.sh.setVariable(name, value)
		}), nil
	}
	return nil, nil
}

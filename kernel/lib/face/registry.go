// Package face is what the values and the built-ins of cells are made of: the names that
// cells can use, calls with their arguments, attributes, and errors with Python's names.
//
// A package that gives names to cells has one [Registry]. Each name is a [Row], declared in
// the file of its code; installing it in a session, completion, ?name and the pages of docs/
// all read this row:
//
//	var registry face.Registry[*library]
//
//	var _ = registry.Declare(face.Row[*library]{
//		Name: "use", Page: "devices.md", StateFunc: (*library).use,
//		Doc: "use(gpu)\nMakes a GPU the default of the session.\n\ngpu (GPU or name): the GPU\n\n    use(\"GTX 280\")",
//	})
//
// The type parameter is the state that the built-ins of one session share, here *library.
package face

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/spelling"
)

// A Row declares one name of the cell language: a built-in, or what follows the
// dot of a value.
type Row[S any] struct {
	Name      string                                             // "sweep", or "result.report" for what follows a dot
	Page      string                                             // of docs/, which shows Doc
	Func      Function                                           // of a built-in that needs no state
	StateFunc func(state S, c Call) (starlark.Value, error)      // of a built-in that needs the session's state
	Attr      Attribute                                          // of what follows a dot; nil where the type has an Attr of its own for it
	Returns   starlark.Value                                     // an example of what a call returns, or of what an attribute is
	Pure      bool                                               // completion may call it: see cell.Entry
	Args      Hints                                              // what may stand for its parameters
	StateArgs map[string]func(state S, c cell.Call) []cell.Offer // the same, with the session's state
	Doc       string                                             // in the form of cell.Doc, with an example that runs
}

// A Registry has the rows of a package. Package-level declarations fill it before the
// program starts, and nothing changes it after that. Its zero value is empty.
type Registry[S any] struct {
	rows   map[string]Row[S]
	fields map[string]Attribute // that have no row, by "type.name"
	habits map[string]string    // what to write in place of names that do not exist, by "type.name"
}

// Declare adds a row: var _ = registry.Declare(…).
func (r *Registry[S]) Declare(row Row[S]) struct{} {
	if _, twice := r.rows[row.Name]; twice {
		panic("BUG: " + row.Name + " is declared twice")
	}
	if r.rows == nil {
		r.rows = map[string]Row[S]{}
	}
	r.rows[row.Name] = row
	return struct{}{}
}

// DeclareFields adds the fields of a type of values, which have no doc of their own:
// var _ = face.DeclareFields(&registry, face.Fields[*GPU]{…}).
func DeclareFields[S any, T starlark.Value](r *Registry[S], fields Fields[T]) struct{} {
	if r.fields == nil {
		r.fields = map[string]Attribute{}
	}
	var x T
	for name, f := range fields {
		r.fields[x.Type()+"."+name] = Field(f)
	}
	return struct{}{}
}

// Install declares the rows in a session, whose built-ins share state.
func (r *Registry[S]) Install(s *cell.Session, state S) {
	for _, name := range slices.Sorted(maps.Keys(r.rows)) {
		s.Declare(r.rows[name].entry(state))
	}
}

// entry is what the row says, for a session.
func (r Row[S]) entry(state S) cell.Entry {
	e := cell.Entry{Name: r.Name, Doc: r.Doc, Page: r.Page, Returns: r.Returns, Pure: r.Pure}
	switch {
	case r.Func != nil:
		e.Value = r.Func.Builtin(r.Name)
	case r.StateFunc != nil:
		e.Value = Function(func(c Call) (starlark.Value, error) { return r.StateFunc(state, c) }).Builtin(r.Name)
	}
	if len(r.Args)+len(r.StateArgs) > 0 {
		e.Args = map[string]func(cell.Call) []cell.Offer{}
	}
	for parameter, hint := range r.Args {
		e.Args[parameter] = hint
	}
	for parameter, hint := range r.StateArgs {
		e.Args[parameter] = func(c cell.Call) []cell.Offer { return hint(state, c) }
	}
	return e
}

// DeclareHabits says what to write in place of names that people know from other libraries, by
// "type.name": var _ = registry.DeclareHabits(map[string]string{"array.dot": "write matmul(a, b)"}).
func (r *Registry[S]) DeclareHabits(habits map[string]string) struct{} {
	if r.habits == nil {
		r.habits = map[string]string{}
	}
	maps.Copy(r.habits, habits)
	return struct{}{}
}

// Attr is x.name. A name that is not declared is an AttributeError that says what exists.
func (r *Registry[S]) Attr(x starlark.HasAttrs, name string) (starlark.Value, error) {
	if v, err := r.Lookup(x, name); v != nil || err != nil {
		return v, err
	}
	hint := ""
	if habit, ok := r.habits[x.Type()+"."+name]; ok {
		hint = " (" + habit + ")"
	} else if near := spelling.Nearest(name, x.AttrNames()); near != "" {
		hint = " (did you mean ." + near + "?)"
	}
	return nil, Errorf("AttributeError", "%s has no .%s field or method%s", x.Type(), name, hint)
}

// Lookup is x.name, or nil where nothing of this name is declared.
func (r *Registry[S]) Lookup(x starlark.Value, name string) (starlark.Value, error) {
	key := x.Type() + "." + name
	if f := r.fields[key]; f != nil {
		return f(x, name)
	}
	if row := r.rows[key]; row.Attr != nil {
		return row.Attr(x, name)
	}
	return nil, nil
}

// AttrNames are the names that may follow the dot of x, in order.
func (r *Registry[S]) AttrNames(x starlark.Value) (names []string) {
	add := func(key string) {
		if name, ok := strings.CutPrefix(key, x.Type()+"."); ok {
			names = append(names, name)
		}
	}
	for key := range r.fields {
		add(key)
	}
	for key, row := range r.rows {
		if row.Attr != nil {
			add(key)
		}
	}
	slices.Sort(names)
	return names
}

package gpu

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A row declares one name of the cell language: a built-in, or what follows the
// dot of a value. It stands beside the code that it names; installing, completion,
// ?name and the pages of docs/ all read it.
type row struct {
	name    string         // "sweep", or "result.report" for what follows a dot
	page    string         // of docs/, which shows doc
	fn      boundFunction  // of a built-in
	attr    attribute      // of what follows a dot; nil where the type has an Attr of its own for it
	returns starlark.Value // an example of what a call returns, or of what an attribute is
	pure    bool           // completion may call it: see cell.Entry
	args    hints          // what may stand for its parameters
	doc     string         // its first line is the signature; it ends with an example that runs
}

// registry has every row by its name. Package-level declarations fill it before the program starts,
// and nothing changes it after that.
var registry = map[string]row{}

// declare adds a row: var _ = declare(row{…}).
func declare(r row) struct{} {
	if _, twice := registry[r.name]; twice {
		panic("BUG: " + r.name + " is declared twice")
	}
	registry[r.name] = r
	return struct{}{}
}

// rows are all that is declared, in the order of the names.
func rows() (list []row) {
	for _, name := range slices.Sorted(maps.Keys(registry)) {
		list = append(list, registry[name])
	}
	return list
}

// entry is what the row says, for a session that l belongs to.
func (r row) entry(l *library) cell.Entry {
	e := cell.Entry{Name: r.name, Doc: r.doc, Page: r.page, Returns: r.returns, Pure: r.pure}
	if r.fn != nil {
		e.Value = function(func(c call) (starlark.Value, error) { return r.fn(l, c) }).builtin(r.name)
	}
	if len(r.args) > 0 {
		e.Args = map[string]func(cell.Call) []cell.Offer{}
	}
	for parameter, h := range r.args {
		e.Args[parameter] = func(c cell.Call) []cell.Offer { return h(l, c) }
	}
	return e
}

// A boundFunction is what a built-in does, with the state of its session.
type boundFunction func(l *library, c call) (starlark.Value, error)

// stateless is a built-in that needs nothing of the session.
func stateless(f function) boundFunction {
	return func(_ *library, c call) (starlark.Value, error) { return f(c) }
}

// An attribute is what follows the dot of x.
type attribute func(x starlark.Value, name string) (starlark.Value, error)

// method is an attribute that is called.
func method[T starlark.Value](fn func(x T, c call) (starlark.Value, error)) attribute {
	return func(x starlark.Value, name string) (starlark.Value, error) {
		f := function(func(c call) (starlark.Value, error) { return fn(x.(T), c) })
		return f.builtin(name).BindReceiver(x), nil
	}
}

// field is an attribute that is a value.
func field[T starlark.Value](f func(x T) (starlark.Value, error)) attribute {
	return func(x starlark.Value, _ string) (starlark.Value, error) { return f(x.(T)) }
}

// attributeOf is what a row says of x.name; nil where none does.
func attributeOf(x starlark.Value, name string) (starlark.Value, error) {
	if r := registry[x.Type()+"."+name]; r.attr != nil {
		return r.attr(x, name)
	}
	return nil, nil
}

// attributeNames are the names that rows have for what follows the dot of x, in order.
func attributeNames(x starlark.Value) (names []string) {
	for _, r := range rows() {
		if name, ok := strings.CutPrefix(r.name, x.Type()+"."); ok && r.attr != nil {
			names = append(names, name)
		}
	}
	return names
}

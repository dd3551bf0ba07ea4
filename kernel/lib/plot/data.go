package plot

import (
	"cmp"
	"math"
	"slices"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A dataset is rows under named columns: a sweep, a table, a list of dicts, or sweeps in a list.
type dataset struct {
	columns []string // in the order in which they first appear
	rows    []*starlark.Dict
}

// datasetOf returns the rows of a value that has some.
func datasetOf(v starlark.Value) (d dataset, ok bool) {
	if object, isObject := v.(starlark.HasAttrs); isObject && slices.Contains(object.AttrNames(), "rows") {
		rows, err := object.Attr("rows")
		if err != nil || rows == nil {
			return d, false
		}
		v = rows
	}
	list, ok := v.(starlark.Iterable)
	if _, isDict := v.(*starlark.Dict); !ok || isDict {
		return d, false
	}
	for r := range starlark.Elements(list) {
		if row, ok := r.(*starlark.Dict); ok {
			d.add(row)
			continue
		}
		part, ok := datasetOf(r) // sweeps beside one another
		if _, hasRows := r.(starlark.HasAttrs); !ok || !hasRows {
			return d, false
		}
		for _, row := range part.rows {
			d.add(row)
		}
	}
	return d, len(d.rows) > 0
}

// Rows are the rows of a sweep, a table or a list of dicts.
func Rows(v starlark.Value) ([]*starlark.Dict, bool) {
	d, ok := datasetOf(v)
	return d.rows, ok
}

func (d *dataset) add(row *starlark.Dict) {
	d.rows = append(d.rows, row)
	for _, key := range row.Keys() {
		if name, ok := starlark.AsString(key); ok && !slices.Contains(d.columns, name) {
			d.columns = append(d.columns, name)
		}
	}
}

// field is row[name], or None. Of a block's size, a tuple, block_x and block_y
// are fields too.
func field(row *starlark.Dict, name string) starlark.Value {
	if v, found, _ := row.Get(starlark.String(name)); found {
		return v
	}
	axis, isBlock := map[string]int{"block_x": 0, "block_y": 1}[name]
	block, _, _ := row.Get(starlark.String("block"))
	if size, ok := block.(starlark.Tuple); isBlock && ok && axis < len(size) {
		return size[axis]
	}
	return starlark.None
}

// has returns an error unless name is a column.
func (d dataset) has(name string) error {
	derived := (name == "block_x" || name == "block_y") && slices.Contains(d.columns, "block")
	if !derived && !slices.Contains(d.columns, name) {
		return UnknownColumn(name, d.columns)
	}
	return nil
}

// varies reports whether a column has more than one value.
func (d dataset) varies(name string) bool { return len(d.distinct(name)) > 1 }

// distinct lists the values of a column, numbers in order, others as they come.
func (d dataset) distinct(name string) []starlark.Value {
	var values []starlark.Value
	for _, r := range d.rows {
		v := field(r, name)
		if v != starlark.None && !slices.ContainsFunc(values, func(o starlark.Value) bool { return text(o) == text(v) }) {
			values = append(values, v)
		}
	}
	if isNumeric(values) {
		slices.SortFunc(values, func(a, b starlark.Value) int { return cmp.Compare(number(a), number(b)) })
	}
	return values
}

// varying lists which of the named columns have more than one value.
func (d dataset) varying(names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return !d.varies(name) })
}

func isNumeric(values []starlark.Value) bool {
	return !slices.ContainsFunc(values, func(v starlark.Value) bool { return math.IsNaN(number(v)) })
}

// number is a value as a number, NaN for what is none.
func number(v starlark.Value) float64 {
	if x, ok := starlark.AsFloat(v); ok {
		return x
	}
	return math.NaN()
}

// label is a value as text in a legend.
func label(v starlark.Value) string {
	if s, ok := starlark.AsString(v); ok {
		return s
	}
	return text(v)
}

// text is Starlark's text of a value, of bounded length for what has elements.
func text(v starlark.Value) string {
	switch v.(type) {
	case *starlark.List, *starlark.Dict, *starlark.Set, starlark.Tuple:
		return cell.Repr(v)
	}
	return v.String()
}

// numbers reads a list, a range or an array of numbers; None is a value that is
// not there.
func numbers(what string, v starlark.Value) ([]float64, error) {
	list, ok := v.(starlark.Iterable)
	if _, isDict := v.(starlark.IterableMapping); !ok || isDict && v.Type() == "dict" {
		return nil, typeErrorf("%s: want a list of numbers or an array, got %s", what, v.Type())
	}
	if array, ok := v.(interface{ Floats() ([]float64, error) }); ok {
		return array.Floats()
	}
	var xs []float64
	for e := range starlark.Elements(list) {
		x, ok := starlark.AsFloat(e)
		switch {
		case ok:
		case e == starlark.None:
			x = math.NaN()
		default:
			return nil, typeErrorf("%s: element %d is %s, want a number", what, len(xs), describe(e))
		}
		xs = append(xs, x)
	}
	return xs, nil
}

// describe is a value with its type, cut short, for a message.
func describe(v starlark.Value) string {
	return v.Type() + " " + cell.Brief(v, 60)
}

// texts reads a list of labels.
func texts(what string, v starlark.Value) ([]string, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, typeErrorf("%s: want a list of names, got %s", what, describe(v))
	}
	var names []string
	for e := range starlark.Elements(list) {
		names = append(names, label(e))
	}
	return names, nil
}

// A namedList is one curve or one set of bars.
type namedList struct {
	name   string
	values []float64
}

// lists reads what holds several lists of numbers: a dict from names to lists,
// a list of lists, or one list alone, which has no name.
func lists(what string, v starlark.Value) ([]namedList, error) {
	if d, ok := v.(*starlark.Dict); ok {
		return listsOfDict(what, d)
	}
	list, ok := v.(starlark.Iterable)
	if !ok || !nested(list) {
		values, err := numbers(what, v)
		return []namedList{{"", values}}, err
	}
	var all []namedList
	for e := range starlark.Elements(list) {
		values, err := numbers(what, e)
		if err != nil {
			return nil, err
		}
		all = append(all, namedList{"", values})
	}
	return all, nil
}

// nested reports whether the first element is a list itself.
func nested(list starlark.Iterable) bool {
	for e := range starlark.Elements(list) {
		_, isList := e.(starlark.Iterable)
		return isList
	}
	return false
}

func listsOfDict(what string, d *starlark.Dict) ([]namedList, error) {
	var all []namedList
	for _, item := range d.Items() {
		name := label(item[0])
		values, err := numbers(what+" "+name, item[1])
		if err != nil {
			return nil, err
		}
		all = append(all, namedList{name, values})
	}
	return all, nil
}

package plot

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/plotting"
	"warpbook.dev/spelling"
)

// A Table is a table as a value of the cell language: a sequence of rows, each a
// dict from the columns' names to values. A cell of the plotting.Table may be a
// starlark.Value.
type Table struct{ table *plotting.Table }

// NewTable returns a table as a value.
func NewTable(t *plotting.Table) *Table { return &Table{t} }

// String is the table with its columns aligned.
func (t *Table) String() string       { return strings.TrimSuffix(t.table.Text(), "\n") }
func (*Table) Type() string           { return "table" }
func (*Table) Freeze()                {}
func (t *Table) Truth() starlark.Bool { return len(t.table.Rows) > 0 }
func (*Table) Hash() (uint32, error)  { return 0, errors.New("unhashable type: table") }

// MIMEBundle is how a front end shows the table.
func (t *Table) MIMEBundle() (data, metadata map[string]any) { return t.table.MIMEBundle() }

// Len is the number of rows.
func (t *Table) Len() int { return len(t.table.Rows) }

// Index returns row i.
func (t *Table) Index(i int) starlark.Value {
	row := starlark.NewDict(len(t.table.Columns))
	for j, c := range t.table.Columns {
		// The key is a new string, so that this cannot fail.
		_ = row.SetKey(starlark.String(c.Name), valueOf(t.cell(i, j)))
	}
	return row
}

func (t *Table) cell(i, j int) any {
	if j >= len(t.table.Rows[i]) {
		return nil
	}
	return t.table.Rows[i][j]
}

// Iterate goes over the rows.
func (t *Table) Iterate() starlark.Iterator { return t.rows().Iterate() }

func (t *Table) rows() *starlark.List {
	rows := make([]starlark.Value, t.Len())
	for i := range rows {
		rows[i] = t.Index(i)
	}
	return starlark.NewList(rows)
}

// AttrNames lists the attributes.
func (t *Table) AttrNames() []string { return []string{"column", "columns", "csv", "rows"} }

// Attr returns an attribute: rows, columns, column(name) or csv().
func (t *Table) Attr(name string) (starlark.Value, error) {
	switch name {
	case "rows":
		return t.rows(), nil
	case "columns":
		return stringList(t.names()), nil
	case "column":
		return starlark.NewBuiltin("column", t.column).BindReceiver(t), nil
	case "csv":
		return starlark.NewBuiltin("csv", func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple,
			kwargs []starlark.Tuple) (starlark.Value, error) {
			err := starlark.UnpackArgs(b.Name(), args, kwargs)
			return starlark.String(t.CSV()), err
		}).BindReceiver(t), nil
	}
	return nil, nil
}

func (t *Table) names() []string {
	var names []string
	for _, c := range t.table.Columns {
		names = append(names, c.Name)
	}
	return names
}

func (t *Table) column(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "name", &name); err != nil {
		return nil, err
	}
	j := slices.Index(t.names(), name)
	if j < 0 {
		return nil, UnknownColumn(name, t.names())
	}
	values := make([]starlark.Value, t.Len())
	for i := range values {
		values[i] = valueOf(t.cell(i, j))
	}
	return starlark.NewList(values), nil
}

// otherWords are words and units that people write for columns of a sweep.
var otherWords = map[string]string{
	"throughput": "gbps", "bandwidth": "gbps", "gb/s": "gbps", "gib/s": "gbps", "speed": "gbps",
	"ms": "time", "seconds": "time", "duration": "time", "runtime": "time", "latency": "time",
	"flops": "gflops", "gflop/s": "gflops", "performance": "gflops", "size": "n", "device": "gpu", "card": "gpu",
	"program": "kernel", "variant": "kernel", "threads": "block", "warps": "warps_per_sm",
}

// UnknownColumn is the error of a column that the rows of something do not have: it lists those that they have, and the one
// that was probably meant.
func UnknownColumn(name string, columns []string) error {
	near := otherWords[strings.ToLower(name)]
	if !slices.Contains(columns, near) {
		near = spelling.Nearest(name, columns)
	}
	if near != "" {
		near = fmt.Sprintf("did you mean %q? ", near)
	}
	return &callError{"KeyError", fmt.Sprintf("no column %q (%scolumns: %s)", name, near, strings.Join(columns, ", "))}
}

// CSV is the table as comma-separated values, with all digits and a heading.
func (t *Table) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	record := t.names()
	_ = w.Write(record) // a strings.Builder takes everything
	for i := range t.table.Rows {
		for j := range record {
			record[j] = csvCell(t.cell(i, j))
		}
		_ = w.Write(record)
	}
	w.Flush()
	return b.String()
}

func csvCell(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return starlark.Bool(v).String()
	}
	return fmt.Sprint(cell)
}

// valueOf is a cell of a plotting.Table as a value.
func valueOf(cell any) starlark.Value {
	switch v := cell.(type) {
	case nil:
		return starlark.None
	case starlark.Value:
		return v
	case int:
		return starlark.MakeInt(v)
	case int64:
		return starlark.MakeInt64(v)
	case float64:
		return starlark.Float(v)
	case bool:
		return starlark.Bool(v)
	}
	return starlark.String(fmt.Sprint(cell))
}

// cellOf is a value as a cell of a plotting.Table.
func cellOf(v starlark.Value) any {
	switch v := v.(type) {
	case starlark.NoneType:
		return nil
	case starlark.Int:
		if n, ok := v.Int64(); ok {
			return n
		}
	case starlark.Float:
		return float64(v)
	case starlark.String:
		return string(v)
	}
	return v
}

func stringList(names []string) *starlark.List {
	var list []starlark.Value
	for _, name := range names {
		list = append(list, starlark.String(name))
	}
	return starlark.NewList(list)
}

var _ = declare(cell.Entry{
	Name: "table", Page: "pictures.md", Value: builtin("table", makeTable),
	Doc: `table(rows, columns=None, title="")
Makes a table for display.

rows (list of dicts, or list of lists): the rows; the keys of the dicts are the names of the columns
columns (list of strings, None): the names of the columns, if rows is a list of lists
title (string, ""): the title of the table

Returns the table. It is a sequence of rows, and each row is a dict. The attributes are rows, columns,
column(name) and csv().

    table([{"n": 512, "time": 1.5e-3}, {"n": 1024, "time": 6.1e-3}])
    table([[512, 1.5], [1024, 6.1]], columns=["n", "ms"])`,
})

var _ = declare(cell.Entry{
	Name: "table.csv", Page: "pictures.md",
	Doc: `csv()
Returns the table as CSV: a line with the names of the columns, then a line for each row.

    s.csv()`,
})

var _ = declare(cell.Entry{
	Name: "table.column", Page: "pictures.md",
	Args: map[string]hint{"name": func(c cell.Call) []cell.Offer { return offers(c.Receiver.(*Table).names()) }},
	Doc: `column(name)
Returns one column of the table.

name (string): the name of the column

Returns a list of the values.

    s.column("gbps")`,
})

func makeTable(c call) (starlark.Value, error) {
	var data starlark.Value
	var columns starlark.Iterable
	title := ""
	if err := c.unpack("rows", &data, "columns??", &columns, "title?", &title); err != nil {
		return nil, err
	}
	t := &plotting.Table{Title: title}
	var err error
	if columns != nil {
		err = fillLists(t, data, columns)
	} else {
		err = fillDicts(t, data)
	}
	if err != nil {
		return nil, err
	}
	for j := range t.Columns {
		t.Columns[j].Kind = columnKind(t.Rows, j)
	}
	return NewTable(t), nil
}

func fillDicts(t *plotting.Table, data starlark.Value) error {
	d, ok := datasetOf(data)
	if !ok {
		return typeErrorf("table: rows is a list of dicts, or a list of lists with columns=, got %s", data.Type())
	}
	for _, name := range d.columns {
		t.Columns = append(t.Columns, plotting.Column{Name: name})
	}
	for _, r := range d.rows {
		row := make([]any, len(d.columns))
		for j, name := range d.columns {
			row[j] = cellOf(field(r, name))
		}
		t.Add(row...)
	}
	return nil
}

func fillLists(t *plotting.Table, data starlark.Value, columns starlark.Iterable) error {
	for name := range starlark.Elements(columns) {
		text, ok := starlark.AsString(name)
		if !ok {
			return typeErrorf("table: the names in columns are strings, got %s", name.Type())
		}
		t.Columns = append(t.Columns, plotting.Column{Name: text})
	}
	rows, ok := data.(starlark.Iterable)
	if !ok {
		return typeErrorf("table: rows is a list of lists, got %s", data.Type())
	}
	for r := range starlark.Elements(rows) {
		list, ok := r.(starlark.Iterable)
		if n := starlark.Len(r); !ok || n != len(t.Columns) {
			return valueErrorf("table: row %d is %s, want a list of %d values for the columns %s", len(t.Rows), r, len(t.Columns), columns)
		}
		var row []any
		for v := range starlark.Elements(list) {
			row = append(row, cellOf(v))
		}
		t.Add(row...)
	}
	return nil
}

// columnKind is Int or Float for a column of numbers, otherwise Text.
func columnKind(rows [][]any, j int) plotting.Kind {
	kind, numbers := plotting.Int, 0
	for _, row := range rows {
		switch row[j].(type) {
		case nil:
		case int64:
			numbers++
		case float64:
			kind = plotting.Float
			numbers++
		default:
			return plotting.Text
		}
	}
	if numbers == 0 {
		return plotting.Text
	}
	return kind
}

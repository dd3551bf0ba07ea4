package plot

import (
	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
)

// A hint tells completion what a parameter of a call may be.
type hint = func(cell.Call) []cell.Offer

func offers(names []string) []cell.Offer {
	var list []cell.Offer
	for _, name := range names {
		list = append(list, cell.Offer{Value: starlark.String(name), Doc: metrics[name].label})
	}
	return list
}

func words(list ...string) hint {
	return func(cell.Call) []cell.Offer { return offers(list) }
}

// columnsOf are the columns of the data that a call is given, and those that plots
// derive from them.
func columnsOf(parameter string) hint {
	return func(c cell.Call) []cell.Offer {
		var names []string
		switch v := c.Arg(0, parameter).(type) {
		case interface{ Columns() []string }:
			names = v.Columns()
		case nil:
		default:
			if d, ok := datasetOf(v); ok {
				names = d.columns
			}
		}
		for _, name := range names {
			if name == "block" {
				names = append(names[:len(names):len(names)], "block_x", "block_y")
			}
		}
		return offers(names)
	}
}

// Columns are the names of the columns.
func (t *Table) Columns() []string { return t.names() }

package cell

import (
	"fmt"

	"go.starlark.net/starlark"
)

// A full dict, set or list is copied into one that is larger, in one instruction. That
// may double or triple the memory that the session holds, before anybody outside can
// stop it, so there must be room for the copy before.

// Starlark's tables: buckets of eight entries, twice as many of them whenever there are
// 6.5 entries for each. Source: go.starlark.net/starlark/hashtable.go.
const (
	bucketBytes   = 8*56 + 8
	bucketEntries = 6.5
	checkedBucket = largeAllocation / bucketBytes // fewer buckets take too little to be looked at
)

// buckets is how many a table of n entries has.
func buckets(n int) int {
	b := 1
	for float64(n) > bucketEntries*float64(b) {
		b *= 2
	}
	return b
}

// tableBytes is what a table of n entries takes; 0 for a small one.
func tableBytes(n int) float64 {
	if b := buckets(n); b >= checkedBucket {
		return float64(b) * bucketBytes
	}
	return 0
}

// growth is what a copy takes that one entry more makes necessary; 0 for none, and for
// a small one.
func growth(n int) float64 {
	if n < checkedBucket || buckets(n+1) == buckets(n) {
		return 0
	}
	return tableBytes(n + 1)
}

// room refuses one value more in a dict, set or list of n if there is no room for the
// copy that it makes necessary.
func (r *Run) room(kind string, n int) error {
	size := growth(n)
	if kind == "list" {
		size = listBytes(n, 1)
	}
	if size > 0 {
		return r.allocation(fmt.Sprintf("a %s of more than %d elements", kind, n), size)
	}
	return nil
}

// Of a list only the length is known, not when it is full: Go lets it grow by a quarter
// and a little. So there must be room whenever it passes a multiple of listStep.
const (
	listStep   = 1 << 19
	listGrowth = 16 * 1.25
)

// listBytes is what a list of n elements and more of them may take once it is copied; 0
// if nothing is looked at.
func listBytes(n, more int) float64 {
	if n/listStep == (n+more)/listStep {
		return 0
	}
	return listGrowth * float64(n+more)
}

// element is x in x[k] = v.
func element(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if d, ok := args[0].(*starlark.Dict); ok && d.Len() >= checkedBucket {
		if err := Current(thread).room("dict", d.Len()); err != nil {
			return nil, err
		}
	}
	return args[0], nil
}

// storing are the methods that store one value.
var storing = map[string]bool{"append": true, "add": true, "insert": true, "setdefault": true}

// store calls one of them: of args the first is the value and the second the name.
func store(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, name, args := args[0], string(args[1].(starlark.String)), args[2:]
	if n := starlark.Len(x); n >= checkedBucket && isBuiltinType(x) {
		if err := Current(thread).room(x.Type(), n); err != nil {
			return nil, err
		}
	}
	if list, ok := x.(*starlark.List); ok && name == "append" && len(args) == 1 && len(kwargs) == 0 {
		if err := list.Append(args[0]); err != nil {
			return nil, fmt.Errorf("append: %w", err)
		}
		return starlark.None, nil
	}
	if v, ok := x.(starlark.HasAttrs); ok {
		if fn, err := v.Attr(name); err != nil {
			return nil, err
		} else if fn != nil {
			return starlark.Call(thread, fn, args, kwargs)
		}
	}
	return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
}

// noneMade begins a comprehension with ifs or several fors, of which nobody knows before how many values
// it makes.
func noneMade(run *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	if run.made == nil {
		run.made = map[string]int{}
	}
	run.made[string(args[1].(starlark.String))] = 0
	return args[0], nil
}

// oneMade counts a value that it makes.
func oneMade(run *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	place := string(args[2].(starlark.String))
	n := run.made[place]
	run.made[place] = n + 1
	return args[0], run.room(string(args[1].(starlark.String)), n)
}

// each is what a comprehension goes over that makes a value for each element. It cannot see the list or
// the dict that is made, so it takes one entry for each element.
func each(run *Run, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	list, ok := args[0].(starlark.Iterable)
	if n := starlark.Len(args[0]); !ok || n >= 0 && n < checkedBucket {
		return args[0], nil
	}
	return &counted{list, run, string(args[1].(starlark.String))}, nil
}

// counted is an iterable that ends the cell when a dict or list of its elements has no
// room.
type counted struct {
	starlark.Iterable
	run  *Run
	kind string
}

func (c *counted) Iterate() starlark.Iterator {
	return &countedIterator{c.Iterable.Iterate(), c, 0}
}

type countedIterator struct {
	starlark.Iterator
	of *counted
	n  int
}

func (c *countedIterator) Next(p *starlark.Value) bool {
	if err := c.of.run.room(c.of.kind, c.n); err != nil {
		c.of.run.stop(err)
		c.of.run.thread.Cancel("interrupted") // at once; the end of the context is heard of later
		return false
	}
	c.n++
	return c.Iterator.Next(p)
}

package gpu

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/plotting"
)

// Counters are a launch's event counts as a mapping from names to numbers.
type Counters struct {
	counters counter.Set
	note     string // where those of a measured result come from
}

// String is the counters as a table.
func (k *Counters) String() string        { return k.table(false).Text() }
func (*Counters) Type() string            { return "counters" }
func (*Counters) Freeze()                 {}
func (k *Counters) Truth() starlark.Bool  { return k.Len() > 0 }
func (k *Counters) Hash() (uint32, error) { return unhashable(k) }

// Len is the number of counters.
func (k *Counters) Len() int { return len(counter.Names()) }

// Get returns a counter by any of its names.
func (k *Counters) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, ok := starlark.AsString(key)
	if !ok {
		return nil, false, typeErrorf("the name of a counter is a string, got %s", describe(key))
	}
	x, err := k.counters.Get(name)
	if err != nil {
		return nil, false, &fault{"KeyError", err.Error()}
	}
	return count(x), true, nil
}

// count is a whole number where the counter is one.
func count(x float64) starlark.Value {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return starlark.MakeInt64(int64(x))
	}
	return starlark.Float(x)
}

// Items returns the pairs of primary names and values.
func (k *Counters) Items() []starlark.Tuple {
	var items []starlark.Tuple
	for _, name := range counter.Names() {
		x, _ := k.counters.Get(name)
		items = append(items, starlark.Tuple{starlark.String(name), count(x)})
	}
	return items
}

// Iterate goes over the names.
func (k *Counters) Iterate() starlark.Iterator { return k.pick(0).Iterate() }

// pick lists the names (0) or the values (1).
func (k *Counters) pick(i int) *starlark.List {
	var list []starlark.Value
	for _, item := range k.Items() {
		list = append(list, item[i])
	}
	return starlark.NewList(list)
}

var counterAttributes = attributes[*Counters]{
	"keys":   method("keys", func(k *Counters, c call) (starlark.Value, error) { return k.pick(0), c.unpack() }),
	"values": method("values", func(k *Counters, c call) (starlark.Value, error) { return k.pick(1), c.unpack() }),
	"items": method("items", func(k *Counters, c call) (starlark.Value, error) {
		var list []starlark.Value
		for _, item := range k.Items() {
			list = append(list, item)
		}
		return starlark.NewList(list), c.unpack()
	}),
	"get": method("get", func(k *Counters, c call) (starlark.Value, error) {
		var name string
		var otherwise starlark.Value = starlark.None
		if err := c.unpack("name", &name, "default?", &otherwise); err != nil {
			return nil, err
		}
		x, err := k.counters.Get(name)
		if err != nil {
			return otherwise, nil
		}
		return count(x), nil
	}),
}

// Attr returns keys, values, items or get.
func (k *Counters) Attr(name string) (starlark.Value, error) { return counterAttributes.get(k, name) }

// AttrNames lists the methods.
func (k *Counters) AttrNames() []string { return counterAttributes.names() }

// table lists the counters, if wanted those too that are 0.
func (k *Counters) table(zeros bool) *plotting.Table {
	t := &plotting.Table{Columns: []plotting.Column{{Name: "counter"}, {Name: "value", Kind: plotting.Float, Digits: 6}, {Name: "unit"}, {Name: "what it counts"}}}
	left := 0
	for _, d := range counter.Docs() {
		if k.counters.Value(d.Name) == 0 && !zeros {
			left++
			continue
		}
		also := d.Doc
		if len(d.Aliases) > 0 {
			also += " (also " + strings.Join(d.Aliases, ", ") + ")"
		}
		t.Add(d.Name, k.counters.Value(d.Name), d.Unit, also)
	}
	if left > 0 {
		t.Title = fmt.Sprintf("%d counters are 0 and left out", left)
	}
	if k.note != "" {
		t.Title = strings.TrimSuffix(k.note+"; "+t.Title, "; ")
	}
	return t
}

// MIMEBundle shows the counters that are not 0 as a table.
func (k *Counters) MIMEBundle() (data, metadata map[string]any) { return k.table(false).MIMEBundle() }

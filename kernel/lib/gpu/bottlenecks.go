package gpu

import (
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
)

// Bottlenecks are KTT's vector, as a mapping from its names to numbers from 0 to 1.
type Bottlenecks struct{ list []advise.Bottleneck }

func (b *Bottlenecks) String() string        { return figure.Bottlenecks(b.list).Text() }
func (*Bottlenecks) Type() string            { return "bottlenecks" }
func (*Bottlenecks) Freeze()                 {}
func (*Bottlenecks) Truth() starlark.Bool    { return true }
func (b *Bottlenecks) Hash() (uint32, error) { return face.Unhashable(b) }

// Len is the number of components.
func (b *Bottlenecks) Len() int { return len(b.list) }

// Get returns a component by KTT's name.
func (b *Bottlenecks) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, ok := starlark.AsString(key)
	if !ok {
		return nil, false, face.TypeErrorf("the name of a bottleneck is a string, got %s", face.Describe(key))
	}
	for _, x := range b.list {
		if x.Name == name {
			return starlark.Float(x.Value), true, nil
		}
	}
	return nil, false, face.Errorf("KeyError", "KTT has no bottleneck %q; there are %s", name, strings.Join(b.names(), ", "))
}

// Items returns the names and values in KTT's order.
func (b *Bottlenecks) Items() []starlark.Tuple {
	var items []starlark.Tuple
	for _, x := range b.list {
		items = append(items, starlark.Tuple{starlark.String(x.Name), starlark.Float(x.Value)})
	}
	return items
}

// Iterate goes over the names.
func (b *Bottlenecks) Iterate() starlark.Iterator { return stringList(b.names()).Iterate() }

func (b *Bottlenecks) names() (names []string) {
	for _, x := range b.list {
		names = append(names, x.Name)
	}
	return names
}

var _ = face.DeclareFields(&registry, face.Fields[*Bottlenecks]{
	"largest": face.Text(func(b *Bottlenecks) string {
		most := b.list[0]
		for _, x := range b.list {
			if x.Value > most.Value {
				most = x
			}
		}
		return most.Name
	}),
	"names": func(b *Bottlenecks) (starlark.Value, error) { return stringList(b.names()), nil },
	"values": func(b *Bottlenecks) (starlark.Value, error) {
		var list []starlark.Value
		for _, x := range b.list {
			list = append(list, starlark.Float(x.Value))
		}
		return starlark.NewList(list), nil
	},
})

var _ = registry.Declare(row{
	Name: "result.ktt", Page: "results.md", Attr: ofModel(face.Method((*Result).findBottlenecks)),
	Returns: &Bottlenecks{},
	Doc: `ktt()
Computes the bottlenecks of the launch as KTT defines them. KTT's profile-based searcher uses them to choose the
next variant. Each bottleneck is a number from 0 to 1.

Returns the bottlenecks b. The keys are their names in KTT: b["bnDRAMRead"]. b.largest is the name of the
largest bottleneck. b.names and b.values are lists.

    r.ktt().largest`,
})

// Attr returns the largest component's name, or all names or values.
func (b *Bottlenecks) Attr(name string) (starlark.Value, error) {
	return registry.Attr(b, name)
}

// AttrNames lists the attributes.
func (b *Bottlenecks) AttrNames() []string { return registry.AttrNames(b) }

// MIMEBundle shows the vector as a table.
func (b *Bottlenecks) MIMEBundle() (data, metadata map[string]any) {
	return figure.Bottlenecks(b.list).MIMEBundle()
}

// findBottlenecks computes KTT's vector.
func (r *Result) findBottlenecks(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	list, err := advise.Bottlenecks(r.result)
	if err != nil {
		return nil, face.ValueErrorf("ktt: %v", err)
	}
	return &Bottlenecks{list}, nil
}

package gpu

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel/counter"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

// Counters are a launch's event counts as a mapping from names to numbers.
type Counters struct {
	counters counter.Set
	note     string // where those of a measured result come from, or how well the time is known
}

// String is the counters as a table.
func (k *Counters) String() string        { return k.table(false).Text() }
func (*Counters) Type() string            { return "counters" }
func (*Counters) Freeze()                 {}
func (k *Counters) Truth() starlark.Bool  { return k.Len() > 0 }
func (k *Counters) Hash() (uint32, error) { return face.Unhashable(k) }

// Len is the number of counters.
func (k *Counters) Len() int { return len(counter.Names()) }

// Get returns a counter by any of its names.
func (k *Counters) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, ok := starlark.AsString(key)
	if !ok {
		return nil, false, face.TypeErrorf("the name of a counter is a string, got %s", face.Describe(key))
	}
	x, err := k.counters.Get(name)
	if err != nil {
		return nil, false, face.Errorf("KeyError", "%v", err)
	}
	return face.Whole(x), true, nil
}

// Items returns the pairs of primary names and values.
func (k *Counters) Items() []starlark.Tuple {
	var items []starlark.Tuple
	for _, name := range counter.Names() {
		x, _ := k.counters.Get(name)
		items = append(items, starlark.Tuple{starlark.String(name), face.Whole(x)})
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

var _ = registry.Declare(row{
	Name: "counters.keys", Page: "results.md",
	Attr: face.Method(func(k *Counters, c face.Call) (starlark.Value, error) { return k.pick(0), c.Unpack() }),
	Doc: `keys()
Returns the names of the counters as a list.

    r.counters.keys()`,
})

var _ = registry.Declare(row{
	Name: "counters.values", Page: "results.md",
	Attr: face.Method(func(k *Counters, c face.Call) (starlark.Value, error) { return k.pick(1), c.Unpack() }),
	Doc: `values()
Returns the values of the counters as a list, in the order of keys().

    r.counters.values()`,
})

var _ = registry.Declare(row{
	Name: "counters.items", Page: "results.md", Attr: face.Method((*Counters).items),
	Doc: `items()
Returns the counters as a list of pairs (name, value).

    r.counters.items()`,
})

var _ = registry.Declare(row{
	Name: "counters.get", Page: "results.md", Attr: face.Method((*Counters).get),
	Args: face.Hints{"name": counterNames},
	Doc: `get(name, default=None)
Returns the value of a counter.

name (string): a name of the counter; all its names and forms are valid
default (any, None): the return value if no counter has this name

    r.counters.get("gld_request")`,
})

var _ = registry.Declare(row{
	Name: "counters.uncertainty", Page: "results.md", Attr: face.Method((*Counters).uncertainty),
	Args: face.Hints{"name": counterNames},
	Doc: `uncertainty(name)
Returns the relative uncertainty of a counter: 0.02 is 2 %. For 95 % of launches, the error is within the
uncertainty. It is above 0 only if the launch counted a sample of the blocks and the blocks differ.

name (string): a name of the counter

    r.counters.uncertainty("gld_request")`,
})

// Attr returns keys, values, items, get or uncertainty.
func (k *Counters) Attr(name string) (starlark.Value, error) { return registry.Attr(k, name) }

// AttrNames lists the methods.
func (k *Counters) AttrNames() []string { return registry.AttrNames(k) }

// Doc is what ?c shows.
func (*Counters) Doc() string {
	return `Holds the counters of a launch. Their names are those of Nsight Compute, unit__quantity.rollup.submetric:

    r.counters["sm__inst_issued.sum"]                          of the whole chip
    r.counters["sm__inst_issued.avg"]                          of an SM; .min and .max where units differ
    r.counters["sm__inst_issued.avg.per_cycle_active"]         also .per_second, .per_cycle_elapsed
    r.counters["dram__bytes.sum.pct_of_peak_sustained_elapsed"]   or …_active; .peak_sustained is the peak
    r.counters["inst_replay_overhead"], ["gld_request.avg"]    nvprof's and the first profilers' names, .avg of an SM

nvprof's names count the whole chip; instructions_issued and instructions_executed of the profiler of
CUDA 3 and 4 count one SM. An unknown name is an error that lists similar ones.
keys(), values(), items(), get(name), uncertainty(name)`
}

func (k *Counters) table(zeros bool) *plotting.Table {
	return figure.Counters(k.counters, k.note, zeros)
}

// MIMEBundle shows the counters that are not 0 as a table.
func (k *Counters) MIMEBundle() (data, metadata map[string]any) { return k.table(false).MIMEBundle() }

func (k *Counters) items(c face.Call) (starlark.Value, error) {
	var list []starlark.Value
	for _, item := range k.Items() {
		list = append(list, item)
	}
	return starlark.NewList(list), c.Unpack()
}

func (k *Counters) uncertainty(c face.Call) (starlark.Value, error) {
	var name string
	if err := c.Unpack("name", &name); err != nil {
		return nil, err
	}
	off, err := k.counters.Uncertainty(name)
	if err != nil {
		return nil, face.Errorf("KeyError", "%v", err)
	}
	return starlark.Float(off), nil
}

func (k *Counters) get(c face.Call) (starlark.Value, error) {
	var name string
	var otherwise starlark.Value = starlark.None
	if err := c.Unpack("name", &name, "default?", &otherwise); err != nil {
		return nil, err
	}
	x, err := k.counters.Get(name)
	if err != nil {
		return otherwise, nil
	}
	return face.Whole(x), nil
}

// CompletionKeys are the names of the counters, and those of other profilers; of a
// metric's name and a dot all its forms.
func (*Counters) CompletionKeys(typed string) []cell.Offer {
	names := slices.Concat(counter.Names(), counter.OtherNames())
	if metric, _, dot := strings.Cut(typed, "."); dot {
		if forms := counter.Forms(metric); len(forms) > 0 {
			names = forms
		}
	} else {
		slices.Sort(names)
	}
	offers := make([]cell.Offer, 0, len(names))
	for _, name := range names {
		if d, err := counter.Describe(name); err == nil {
			offers = append(offers, cell.Offer{Value: starlark.String(name), Doc: d.String()})
		}
	}
	return offers
}

// Counter returns a counter of the launch by any of its names.
func (r *Result) Counter(name string) (float64, error) {
	if err := r.result.Complete(r.ctx()); err != nil {
		return 0, r.noModel(err)
	}
	x, err := r.result.Counters.Get(name)
	if err != nil {
		return 0, face.Errorf("KeyError", "%v", err)
	}
	return x, nil
}

// CounterOrigin returns the source line that contributes most to a counter, if it is known.
func (r *Result) CounterOrigin(name string) string {
	m, err := r.model()
	if err != nil {
		return ""
	}
	lines, err := report.Lines(m.result)
	if err != nil || len(lines) == 0 {
		return ""
	}
	return figure.CounterOrigin(lines, name)
}

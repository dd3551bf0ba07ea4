package device

import (
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/spelling"
)

//go:embed data/*.csv
var data embed.FS

// All returns every known device, by name.
func All() []*Device { return slices.Clone(loadAll()) }

// Get finds a device by name. Spelling is forgiving: case, spaces, hyphens and
// the words NVIDIA, GeForce and Tesla don't count. "2.0" or "compute capability
// 2.0" is a generation. The error of an unknown name lists the known cards,
// nearest first.
func Get(name string) (*Device, error) {
	all := loadAll()
	for _, d := range append(Generations(), all...) {
		if d.isNamed(name) || d.ComputeCapability == name {
			return d, nil
		}
	}
	names := make([]string, len(all))
	for i, d := range all {
		names[i] = d.Name
	}
	return nil, fmt.Errorf("unknown GPU %q (known: %s)", name, strings.Join(spelling.Order(name, names), ", "))
}

// isNamed reports whether a name is one of the device's.
func (d *Device) isNamed(name string) bool {
	return slices.ContainsFunc(d.Names(), func(n string) bool { return key(n) == key(name) })
}

// Names are the device's own name and the others that it goes by.
func (d *Device) Names() []string {
	names := []string{d.Name}
	if d.AlsoNamed != "" {
		names = append(names, strings.Split(d.AlsoNamed, "; ")...)
	}
	return names
}

// loadAll reads the embedded cards once. They are ours, so a bad row is our bug.
var loadAll = sync.OnceValue(func() []*Device {
	names, err := fs.Glob(data, "data/*.csv")
	must(err)
	var all []*Device
	for _, name := range names {
		own, err := rows(strings.TrimSuffix(path.Base(name), ".csv"))
		must(err)
		if !slices.ContainsFunc(own, isField("name")) {
			continue // shared by cards: a memory, a compute capability
		}
		d, err := build(own)
		must(err)
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *Device) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// Generations returns the compute capabilities in order, each as a device that has
// what all cards of it share and nothing else: no kernel runs on it.
func Generations() []*Device { return slices.Clone(loadGenerations()) }

var loadGenerations = sync.OnceValue(func() []*Device {
	var all []*Device
	for _, cc := range capabilities() {
		const source = "a generation: any card of this compute capability"
		d, err := build([]Constant{{"name", "compute capability " + cc, "", "published", source},
			{"compute_capability", cc, "", "published", source}})
		must(err)
		all = append(all, d)
	}
	return all
})

func must(err error) {
	if err != nil {
		panic("BUG: " + err.Error())
	}
}

// build makes a device of a card's own constants and of those of its compute
// capability, which is one of them.
func build(own []Constant) (*Device, error) {
	i := slices.IndexFunc(own, isField("compute_capability"))
	if i < 0 {
		return nil, fmt.Errorf("no compute_capability")
	}
	if !slices.Contains(capabilities(), own[i].Value) {
		return nil, fmt.Errorf("compute_capability %q: want one of %s", own[i].Value, strings.Join(capabilities(), ", "))
	}
	limits, err := rows("cc" + own[i].Value)
	if err != nil {
		return nil, err
	}
	d := &Device{own: own, constants: below(own, limits)}
	for _, c := range d.constants {
		if err := d.set(c.Field, c.Value); err != nil {
			return nil, err
		}
	}
	d.complete()
	return d, nil
}

// capabilities lists the compute capabilities that have a file, in order.
var capabilities = sync.OnceValue(func() []string {
	names, err := fs.Glob(data, "data/cc*.*.csv")
	must(err)
	for i, name := range names {
		names[i] = strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "cc"), ".csv")
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) // 10.0 comes after 9.0
	})
	return names
})

// rowsOf has the rows of the files that were read, by their names: twenty cards include
// the same few files.
var rowsOf sync.Map

// rows reads a file, once. Nobody may change what it returns.
func rows(name string) ([]Constant, error) {
	if known, ok := rowsOf.Load(name); ok {
		return known.([]Constant), nil
	}
	list, err := readRows(name)
	if err == nil {
		rowsOf.Store(name, list)
	}
	return list, err
}

// readRows reads a file. A row "include" stands for the rows of the file that it
// names; its kind and source say how far they hold here.
func readRows(name string) ([]Constant, error) {
	f, err := data.Open("data/" + name + ".csv")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var own, included []Constant
	for _, r := range records[1:] {
		c := Constant{Field: r[0], Value: r[1], Unit: r[2], Kind: r[3], Source: r[4]}
		if c.Field != "include" {
			own = append(own, c)
			continue
		}
		more, err := rows(c.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		included = below(included, carried(more, c))
	}
	return below(own, included), nil
}

// kinds are what a constant can be, the most certain first. An override is none
// of them: it is the user's.
var kinds = []string{"published", "measured", "derived", "fitted", "unverified"}

// carried are constants in a place where they hold as include says: published
// where they were published for this place, otherwise no more certain than that.
func carried(list []Constant, include Constant) []Constant {
	if include.Kind == kinds[0] {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		c.Kind = kinds[max(slices.Index(kinds, c.Kind), slices.Index(kinds, include.Kind))]
		c.Source += "; " + include.Source
	}
	return list
}

// below appends the constants of more whose fields own does not have.
func below(own, more []Constant) []Constant {
	all := slices.Clone(own)
	has := make(map[string]bool, len(own))
	for _, c := range own {
		has[c.Field] = true
	}
	for _, c := range more {
		if !has[c.Field] {
			all = append(all, c)
		}
	}
	return all
}

func isField(name string) func(Constant) bool {
	return func(c Constant) bool { return c.Field == name }
}

// fields maps a CSV field to its index in Device.
var fields = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	t := reflect.TypeFor[Device]()
	for i := range t.NumField() {
		if tag := t.Field(i).Tag.Get("csv"); tag != "" {
			m[tag] = i
		}
	}
	return m
})

func (d *Device) set(field, value string) error {
	i, ok := fields()[field]
	if !ok {
		return fmt.Errorf("unknown field %q", field)
	}
	v := reflect.ValueOf(d).Elem().Field(i)
	switch v.Kind() {
	case reflect.String:
		v.SetString(value)
	case reflect.Bool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%s: %q is not true or false", field, value)
		}
		v.SetBool(b)
	case reflect.Int:
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%s: %q is not a whole number", field, value)
		}
		v.SetInt(int64(n))
	case reflect.Float64:
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", field, value)
		}
		v.SetFloat(x)
	}
	return nil
}

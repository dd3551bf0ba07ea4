package device

import (
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
// the words NVIDIA, GeForce and Tesla don't count. The error of an unknown name
// lists the known ones, nearest first.
func Get(name string) (*Device, error) {
	all := loadAll()
	for _, d := range all {
		if key(d.Name) == key(name) {
			return d, nil
		}
	}
	names := make([]string, len(all))
	for i, d := range all {
		names[i] = d.Name
	}
	return nil, fmt.Errorf("unknown GPU %q (known: %s)", name, strings.Join(spelling.Order(name, names), ", "))
}

// loadAll reads the embedded files once. They are ours, so a bad row is our bug.
var loadAll = sync.OnceValue(func() []*Device {
	names, err := fs.Glob(data, "data/*.csv")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var all []*Device
	for _, name := range names {
		if strings.HasPrefix(path.Base(name), "cc") {
			continue // limits of a compute capability, not a card
		}
		d, err := read(name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *Device) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// read loads a card and, below it, the limits of its compute capability.
func read(name string) (*Device, error) {
	card, err := rows(name)
	if err != nil {
		return nil, err
	}
	cc := slices.IndexFunc(card, func(c Constant) bool { return c.Field == "compute_capability" })
	if cc < 0 {
		return nil, fmt.Errorf("%s: no compute_capability", name)
	}
	limits, err := rows("data/cc" + card[cc].Value + ".csv")
	if err != nil {
		return nil, err
	}
	d := &Device{constants: append(card, limits...)}
	for _, c := range d.constants {
		if err := d.set(c.Field, c.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return d, nil
}

func rows(name string) ([]Constant, error) {
	f, err := data.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	constants := make([]Constant, 0, len(records))
	for _, r := range records[1:] {
		constants = append(constants, Constant{Field: r[0], Value: r[1], Unit: r[2], Kind: r[3], Source: r[4]})
	}
	return constants, nil
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

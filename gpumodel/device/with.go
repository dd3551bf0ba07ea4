package device

import (
	"fmt"
	"maps"
	"math/bits"
	"reflect"
	"slices"
	"strings"
)

// With returns a copy of d with one field overridden: a what-if. The copy's name
// says so. Another compute capability brings its own limits and rules; what is
// the card's, and what was overridden before, stays. The error of an unknown
// field lists the fields.
func (d *Device) With(field, value string) (*Device, error) {
	if _, ok := fields()[field]; !ok {
		return nil, fmt.Errorf("%s has no field %q (fields: %s)", d.Name, field, strings.Join(Fields(), ", "))
	}
	if field == "name" || field == "also_named" {
		return nil, fmt.Errorf("the name of %s cannot be overridden", d.Name)
	}
	row := Constant{Field: field, Value: value, Kind: "override", Source: "this session"}
	if i := slices.IndexFunc(d.constants, isField(field)); i >= 0 {
		row.Unit = d.constants[i].Unit
	}
	own := slices.Clone(d.own)
	if i := slices.IndexFunc(own, isField(field)); i >= 0 {
		own[i] = row
	} else {
		own = append(own, row)
	}
	c, err := build(own)
	if err != nil {
		return nil, err
	}
	if err := c.valid(field); err != nil {
		return nil, err
	}
	c.Name = fmt.Sprintf("%s (%s=%s)", d.Name, field, value)
	return c, nil
}

// valid refuses numbers that are not above zero, or larger than the model can hold, and rules that are not known.
func (d *Device) valid(field string) error {
	v := reflect.ValueOf(d).Elem().Field(fields()[field])
	bad := false
	switch v.Kind() {
	case reflect.Int:
		bad = v.Int() < 0 || v.Int() == 0 && !slices.Contains(optional, field)
	case reflect.Float64:
		bad = !(v.Float() > 0)
	}
	if bad {
		return fmt.Errorf("%s = %v: must be greater than 0", field, v)
	}
	if n, ok := most[field]; ok && v.Int() > n {
		return fmt.Errorf("%s = %v: want at most %d", field, v, n)
	}
	if list, ok := choices[field]; ok && !slices.Contains(list, v.String()) {
		return fmt.Errorf("%s = %q: want one of %q", field, v, list)
	}
	if slices.Contains(powersOfTwo, field) && bits.OnesCount64(uint64(v.Int())) != 1 {
		return fmt.Errorf("%s = %v: must be a power of two, address lines select it", field, v)
	}
	return nil
}

// optional are the counts that can be none.
var optional = []string{"copy_engines", "pci_device_id", "fp64_per_clock", "fp16_per_clock", "l1_kb", "l2_kb", "fill_bytes_per_clock",
	"max_registers_per_block", "warp_check_granularity", "max_shared_bytes_per_block_optin", "system_shared_bytes_per_block", "hbm_stacks",
	"l2_far_clocks", "l2_dirty_kb", "dram_tccd_l_ns", "dram_trefi_ns"}

// most are the largest counts of what the model holds one by one. They are far above those of any GPU, but for
// schedulers and lanes, of which no GPU has had more.
var most = map[string]int64{"sms": 1024, "tpcs": 1024, "partitions": 1024, "l2_slices": 1024, "l2_sides": 1024, "dram_banks": 1024,
	"dram_bank_groups": 1024, "max_warps_per_sm": 256, "max_blocks_per_sm": 256, "schedulers": 4, "warp_size": 32}

// choices are the values of fields that name a rule. Sectors is none: the L1 of the cards
// that kernels run on holds whole lines.
var choices = map[string][]string{"coalescing": {InOrder, Segments, Lines}, "shared_broadcast": {OneWord, AnyWord, AnyRow, AnyPair}}

// powersOfTwo are the sizes that bits of an address select.
var powersOfTwo = []string{"partition_stride_bytes", "dram_banks", "dram_page_bytes", "dram_burst_bytes",
	"l1_line_bytes", "shared_banks", "shared_bank_bytes", "segment_bytes", "min_segment_bytes", "shared_lanes_per_pass", "request_lanes"}

// Fields lists the names of all fields, in order.
func Fields() []string { return slices.Sorted(maps.Keys(fields())) }

// Field returns the value of a field of the CSV files: a string, bool, int or float64.
func (d *Device) Field(name string) (any, bool) {
	i, ok := fields()[name]
	if !ok {
		return nil, false
	}
	return reflect.ValueOf(d).Elem().Field(i).Interface(), true
}

// Sources returns every constant with its unit, kind and source.
func (d *Device) Sources() []Constant { return slices.Clone(d.constants) }

// SameName reports whether two names stand for one card: "C2050" and "NVIDIA Tesla C2050".
func SameName(a, b string) bool { return key(a) == key(b) }

// key reduces a name to what identifies the card.
func key(name string) string {
	name = strings.ToLower(name)
	for _, word := range []string{"nvidia", "geforce", "tesla"} {
		name = strings.ReplaceAll(name, word, "")
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_", r) {
			return -1
		}
		return r
	}, name)
}

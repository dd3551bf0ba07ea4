package host

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/device"
)

// Numbers of attributes that our own code asks for (cudaDeviceAttr).
const (
	textureAlignment = 14 // rows of cudaMallocPitch begin on multiples of it
	busAttribute     = 33
	alternateWidth   = 47
	alternateDepth   = 49
	texturePitch     = 51 // bytes that the pitch of a texture of rows is a multiple of
	majorAttribute   = 75
	minorAttribute   = 76
	managedAttribute = 89

	lastAttribute = 147
)

// An attributeRow is a value of an attribute of devices: from a compute capability on, ten times its number, and its value as
// attributeValue reads it. Of several rows of a number the last one holds whose value is not 0. An attribute without a row is 0.
type attributeRow struct {
	number, from int
	value        string
}

//go:embed data/attributes.csv
var attributeTable string

var attributeRows = sync.OnceValue(func() (rows []attributeRow) {
	table, err := csv.NewReader(strings.NewReader(attributeTable)).ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	for _, row := range table[1:] {
		number, err := strconv.Atoi(row[0])
		if err != nil {
			panic("BUG: " + err.Error())
		}
		rows = append(rows, attributeRow{number, tenfold(row[2]), row[3]})
	}
	return rows
})

// tenfold is a compute capability as one number: 90 for 9.0.
func tenfold(capability string) int {
	major, minor, _ := strings.Cut(capability, ".")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	if errA != nil || errB != nil {
		panic("BUG: " + capability + " is not a compute capability")
	}
	return 10*a + b
}

// attribute is one of cudaDeviceAttr of the model's device.
func (x *process) attribute(what int) int { return attributeOf(x.Device, what) }

func attributeOf(d *device.Device, what int) (value int) {
	for _, row := range attributeRows() {
		if row.number != what || tenfold(d.ComputeCapability) < row.from {
			continue
		}
		if v := attributeValue(d, row.value); v != 0 {
			value = v
		}
	}
	return value
}

// attributeValue is a number, or a field of the device's tables; "field*n" and "field/field" compute with it, and "has field" is 1 if
// it is not 0.
func attributeValue(d *device.Device, text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	if name, ok := strings.CutPrefix(text, "has "); ok {
		return min(1, attributeValue(d, name))
	}
	if a, b, ok := strings.Cut(text, "*"); ok {
		return attributeValue(d, a) * attributeValue(d, b)
	}
	if a, b, ok := strings.Cut(text, "/"); ok {
		return attributeValue(d, a) / max(1, attributeValue(d, b))
	}
	switch text {
	case "major":
		return tenfold(d.ComputeCapability) / 10
	case "minor":
		return tenfold(d.ComputeCapability) % 10
	}
	switch v, _ := d.Field(text); v := v.(type) {
	case int:
		return v
	case float64:
		return int(v)
	case bool:
		if v {
			return 1
		}
		return 0
	}
	panic("BUG: " + text + " is not a field of a device")
}

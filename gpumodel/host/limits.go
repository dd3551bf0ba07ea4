package host

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

// A limitRow is one of cudaLimit: the compute capabilities that have it, ten times their numbers, and its values as attributeValue
// reads them. What a program sets is rounded up to a multiple of the unit.
type limitRow struct {
	from, to                 int
	usual, least, unit, most string
	beyond                   string // for values above most: "refused" or clipped; "fixed": the limit cannot be set
}

//go:embed data/limits.csv
var limitTable string

// limitRows returns the rows of data/limits.csv by the number of the cudaLimit.
var limitRows = sync.OnceValue(func() map[uint64]limitRow {
	table, err := csv.NewReader(strings.NewReader(limitTable)).ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	rows := map[uint64]limitRow{}
	for _, row := range table[1:] {
		number, err := strconv.ParseUint(row[0], 10, 64)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		r := limitRow{from: tenfold(row[2]), to: 1 << 30, usual: row[4], least: row[5], unit: row[6], most: row[7], beyond: row[8]}
		if row[3] != "" {
			r.to = tenfold(row[3])
		}
		rows[number] = r
	}
	return rows
})

// lastLimit is the largest number of a cudaLimit. Numbers up to it that a device lacks give unsupportedLimit, larger ones invalidValue.
const lastLimit = 9

// limitRow finds a limit of the device; the code says why there is none.
func (x *process) limitRow(what uint64) (limitRow, int) {
	row, known := limitRows()[what]
	capability := tenfold(x.Device.ComputeCapability)
	switch {
	case uint32(what) > lastLimit:
		return row, invalidValue
	case !known || capability < row.from || capability > row.to:
		return row, unsupportedLimit
	}
	return row, success
}

// limit returns the value of a cudaLimit, or the error code.
func (x *process) limit(what uint64) (n uint64, code int) {
	row, code := x.limitRow(what)
	if code != success {
		return 0, code
	}
	if n, set := x.gpu.limits[what]; set {
		return n, success
	}
	return uint64(attributeValue(x.Device, row.usual)), success
}

// setLimit sets one. The room for what kernels print cannot change once a kernel has used it.
func (x *process) setLimit(what, n uint64) uint64 {
	row, code := x.limitRow(what)
	if code != success {
		return x.fails(code)
	}
	most := uint64(attributeValue(x.Device, row.most))
	switch {
	case row.beyond == "fixed":
		return x.fails(notPermitted)
	case what == printLimit && x.hasPrinted, n > most && row.beyond == "refused":
		return x.fails(invalidValue)
	}
	n = max(n, uint64(attributeValue(x.Device, row.least)))
	unit := uint64(attributeValue(x.Device, row.unit))
	n = (n + unit - 1) / unit * unit // which is 0 for sizes that come from an int below 0, as on a card
	x.gpu.limits[what] = min(n, most)
	return success
}

// printLimit is cudaLimitPrintfFifoSize.
const printLimit = 1

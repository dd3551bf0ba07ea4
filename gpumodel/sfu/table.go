package sfu

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A row is a quadratic polynomial in units of 2^-17 of the last place that the table gives.
type row struct{ c0, c1, c2 int64 }

// lowBits are the bits of a fraction that go into the polynomial; the bits above them choose its row.
const (
	lowBits = 17
	lowMask = 1<<lowBits - 1
)

// at is the polynomial of a row at x, which has lowBits bits.
func (r *row) at(x uint32) int64 { return r.c0 + r.c1*int64(x) + r.c2*int64(square(x)) }

// square is x^2, as a fraction of 15 bits, from the products of two bits that weigh at least its unit: the others are left out, each
// for itself. The product of two different bits stands once, with twice the weight.
func square(x uint32) uint32 {
	// Of the bits from 8 on only the products of 8 and 9 with themselves and each other are too small. A bit below them counts with
	// those from which on the product is not.
	high, left := x>>8, x>>8&3
	return (high*high-left*left)>>3 + -(x>>7&1)&(x>>11) + -(x>>6&1)&(x>>12) + -(x>>5&1)&(x>>13) +
		-(x>>4&1)&(x>>14) + -(x>>3&1)&(x>>15) + -(x>>2&1)&(x>>16)
}

//go:embed data/coefficients.csv
var coefficients string

// The tables, by rows.
var (
	rcpRows   = [128]row(read("rcp", 128))
	rsqrtRows = [128]row(read("rsqrt", 128)) // of 1 to 2, and of 2 to 4
	sqrtRows  = [128]row(read("sqrt", 128))
	exp2Rows  = [64]row(read("ex2", 64))
	log2Rows  = [64]row(read("lg2", 64))
	sineRows  = [64]row(read("sin", 64))
	tanhRows  = [51]row(read("tanh", 51))
)

// A Table has the coefficients of a function's rows as doubles, in which the polynomials are exact. The fourth number of a row is 0.
type Table [][4]float64

// RcpTable is the table of Rcp, in units of the last place of a fraction of 24 bits.
func RcpTable() Table { return table(rcpRows[:], 0) }

// RsqrtTable is the table of Rsqrt, in the same units.
func RsqrtTable() Table { return table(rsqrtRows[:], 0) }

// Exp2Table is the table of Exp2, in the same units.
func Exp2Table() Table { return table(exp2Rows[:], 0) }

// Log2Table is the table of Log2, in units of 2^-36.
func Log2Table() Table { return table(log2Rows[:], 13) }

// table is in units of 2^-places of the last place.
func table(rows []row, places int) (t Table) {
	unit := math.Ldexp(1, places-lowBits)
	for _, r := range rows {
		t = append(t, [4]float64{float64(r.c0) * unit, float64(r.c1) * unit, float64(r.c2) * unit})
	}
	return t
}

// tables are the rows of each function. A start of the program waits for them, so the file is read once.
var tables = func() map[string][]row {
	records, err := csv.NewReader(strings.NewReader(coefficients)).ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	t := map[string][]row{}
	for _, record := range records[1:] {
		var c [3]int64
		for i := range c {
			if c[i], err = strconv.ParseInt(record[2+i], 10, 64); err != nil {
				panic("BUG: " + err.Error())
			}
		}
		t[record[0]] = append(t[record[0]], row{c[0], c[1], c[2]})
	}
	return t
}()

// read is the table of a function.
func read(function string, rows int) []row {
	t := tables[function]
	if len(t) != rows {
		panic(fmt.Sprintf("BUG: %d rows of %s, not %d", len(t), function, rows))
	}
	return t
}

package sfu

import (
	_ "embed"
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

// tables are the rows of each function. A start of the program waits for them: the file is read once, and nothing is kept of a line
// but its numbers.
var tables = func() map[string][]row {
	t := map[string][]row{}
	_, rows, _ := strings.Cut(coefficients, "\n")
	for line := range strings.SplitSeq(strings.TrimSuffix(rows, "\n"), "\n") {
		function, rest, _ := strings.Cut(line, ",")
		_, rest, _ = strings.Cut(rest, ",") // behind the number of the row
		var c [3]int64
		for i := range c {
			number, tail, more := strings.Cut(rest, ",")
			n, err := strconv.ParseInt(number, 10, 64)
			if err != nil || more != (i < len(c)-1) {
				panic(fmt.Sprintf("BUG: %q is not a row of coefficients", line))
			}
			c[i], rest = n, tail
		}
		t[function] = append(t[function], row{c[0], c[1], c[2]})
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

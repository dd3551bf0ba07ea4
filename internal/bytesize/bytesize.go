// Package bytesize writes numbers of bytes for readers.
package bytesize

import (
	"fmt"
	"math"
	"strings"
)

// Text is a number of bytes in powers of 1000, to a tenth: 12 B, 3.5 MB, 2 GB.
func Text(n int64) string {
	for _, u := range []struct {
		name  string
		bytes int64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if n >= u.bytes {
			return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n)/float64(u.bytes)), ".0") + " " + u.name
		}
	}
	return fmt.Sprint(n, " B")
}

// units are those in which somebody sets a limit.
var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

// mostWhole bounds the numbers that Limit writes as they are: one with more digits is not easier to read than a rounded one.
const mostWhole = 100_000

// Limit is a limit as whoever set it has probably written it: in the unit of which it is the smallest whole number, in powers of 1000 or of
// 1024, such as 400 MB or 2 GiB. Large numbers are rounded, as Text does.
func Limit(n int64) string {
	least, name := int64(mostWhole), ""
	for _, u := range units {
		if count := n / u.bytes; n > 0 && n%u.bytes == 0 && count < least {
			least, name = count, u.name
		}
	}
	if name == "" {
		return Text(n)
	}
	return fmt.Sprint(least, " ", name)
}

// Estimate is Text for a number that was computed, and may be larger than any memory.
func Estimate(n float64) string {
	if !(n < math.MaxInt64) {
		return "more than " + Text(math.MaxInt64)
	}
	return Text(int64(n))
}

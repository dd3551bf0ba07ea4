// Package bytesize writes numbers of bytes for readers.
package bytesize

import (
	"fmt"
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

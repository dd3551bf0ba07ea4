package counter

import (
	"math"
	"strconv"
)

// Grouped writes a count with its thousands apart.
func Grouped(x float64) string {
	digits := strconv.FormatFloat(math.Round(x), 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

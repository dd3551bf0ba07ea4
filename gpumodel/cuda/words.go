package cuda

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// count is "1 argument", "2 arguments".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// didYouMean is ` (did you mean "x"?)` for the nearest candidate, or empty.
func didYouMean(name string, candidates []string) string {
	if near := nearest(name, candidates); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// nearest is the candidate that differs from name by the fewest slips of the
// keyboard, if these are few for its length.
func nearest(name string, candidates []string) string {
	sorted := append([]string{}, candidates...)
	sort.Strings(sorted)
	best, limit := "", len(name)/3+1
	if len(name) < 3 {
		limit = 0 // only look-alikes
	}
	folded := lookalike(name)
	for _, c := range sorted {
		if c == name || len(c) > len(name)+limit+2 || len(name) > len(c)+limit+2 {
			continue
		}
		d := slips(folded, lookalike(c))
		alike := best != "" && d == limit && best[0] != name[0] && c[0] == name[0] // slips are rarely in the first letter
		if d < limit || d == 0 && best == "" || alike {
			best, limit = c, d
		}
	}
	return best
}

// confusable folds letters that slides and scanners confuse, case and underscores.
var confusable = strings.NewReplacer("0", "o", "1", "l", "i", "l", "y", "v", "_", "")

func lookalike(s string) string { return confusable.Replace(strings.ToLower(s)) }

// slips is the number of letters inserted, lost, changed or swapped with the
// next one (optimal string alignment distance).
func slips(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

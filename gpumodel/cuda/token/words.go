package token

import (
	"fmt"
	"sort"
	"strings"

	"warpbook.dev/spelling"
)

// Count is "1 argument", "2 arguments".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// DidYouMean is ` (did you mean "x"?)` for the nearest candidate, or empty.
func DidYouMean(name string, candidates []string) string {
	if near := Nearest(name, candidates); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// Nearest is the candidate that differs from name by the fewest slips of the
// keyboard, if these are few for its length.
func Nearest(name string, candidates []string) string {
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
		d := spelling.Distance(folded, lookalike(c))
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

// Words is the set of the words of a list.
func Words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

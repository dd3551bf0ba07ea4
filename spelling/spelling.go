// Package spelling finds what a misspelt name may have meant: commands, devices,
// counters, names in a cell or in CUDA C.
package spelling

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// longest bounds the work on one name; longer ones differ by their length.
const longest = 64

// Distance counts the letters inserted, lost, changed or swapped with the next
// one on the way from a to b (optimal string alignment).
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > longest || len(y) > longest {
		return max(len(x), len(y))
	}
	var before []int // the row before the last
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		next := make([]int, len(y)+1)
		next[0] = i + 1
		for j := range y {
			changed := row[j]
			if x[i] != y[j] {
				changed++
			}
			next[j+1] = min(changed, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(y)]
}

// Nearest returns the candidate that differs least from name, letter case
// apart, or "" if none is near for the length of the name. Of two candidates at
// the same distance, one that begins with the name wins: "ad" is "add", not "a".
// A candidate that the name continues with an underscore counts as one and a half
// letters away: "time_ms" is "time", not "times".
func Nearest(name string, candidates []string) string {
	word := strings.ToLower(name)
	length := len([]rune(word))
	best, limit := "", 2*max(1, (length+1)/3)+2 // in half letters
	for _, c := range candidates {
		other := strings.ToLower(c)
		d := 3
		if !strings.HasPrefix(word, other+"_") {
			if n := utf8.RuneCountInString(c) - length; 2*n >= limit+2 || -2*n >= limit+2 {
				continue // the distance is at least the difference in length
			}
			if d = 2 * Distance(word, other); d >= 2*length {
				continue
			}
		}
		if strings.HasPrefix(other, word) {
			d--
		}
		if d < limit {
			best, limit = c, d
		}
	}
	return best
}

// Order returns the candidates with the nearest ones first. A name that is part
// of the other one is near it.
func Order(name string, candidates []string) []string {
	word := strings.ToLower(name)
	away := func(c string) int {
		c = strings.ToLower(c)
		if strings.Contains(c, word) || strings.Contains(word, c) {
			return 1
		}
		return Distance(word, c)
	}
	ordered := slices.Clone(candidates)
	slices.SortStableFunc(ordered, func(a, b string) int { return cmp.Compare(away(a), away(b)) })
	return ordered
}

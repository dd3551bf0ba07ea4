package claims

import (
	"math"
	"strings"
)

// A Rule says when a modelled answer agrees with what is printed. The kind of the claim chooses the rule,
// never the answer.
type Rule struct {
	Name  string
	For   string // which claims it judges
	Means string
	judge func(printed Figures, modelled []float64) bool // nil where the answer itself is yes or no
}

// Rules are all rules.
var Rules = []*Rule{
	{"count", "counts, limits, and whole numbers that a slide computes", "equal in all printed digits", each(func(printed, digit, modelled float64) bool {
		return math.Abs(modelled-printed) <= digit/2*(1+1e-9)
	})},
	{"bound", "bounds that a slide computes from a card's figures, with rounding", "within 2 %", within(0.02)},
	{"measured", "times, rates and counters that were measured", "within 10 %", within(0.10)},
	{"listing", "throughput of a lecture's transposes and matrix products, and gains between them", "within 15 %", within(0.15)},
	{"camping", "levels of partition camping", "within 25 %", within(0.25)},
	{"factor", "factors in words, such as an order of magnitude", "within 25 %", within(0.25)},
	{"points", "shares and gains of a case study, in percent", "within 10 points", each(func(printed, _, modelled float64) bool {
		return math.Abs(modelled-printed) <= 10
	})},
	{"range", "ranges that the lecture prints", "between the two printed figures", func(printed Figures, modelled []float64) bool {
		for _, m := range modelled {
			if len(printed.Values) != 2 || m < printed.Values[0] || m > printed.Values[1] {
				return false
			}
		}
		return len(modelled) > 0
	}},
	{"order", "an order, a direction, or yes or no", "as the lecture says, in all parts", nil},
}

// each compares answers one by one with what is printed, all of them with a single printed figure. digit is
// the place of the last digit that is printed.
func each(agrees func(printed, digit, modelled float64) bool) func(Figures, []float64) bool {
	return func(printed Figures, modelled []float64) bool {
		for i, m := range modelled {
			if len(printed.Values) == 1 {
				i = 0
			} else if len(printed.Values) != len(modelled) {
				return false
			}
			if !agrees(printed.Values[i], printed.Digits[i], m) {
				return false
			}
		}
		return len(modelled) > 0
	}
}

// within allows a relative error of part.
func within(part float64) func(Figures, []float64) bool {
	return each(func(printed, _, modelled float64) bool { return math.Abs(modelled-printed) <= part*math.Abs(printed) })
}

// find is the rule of a name, or nil.
func find(name string) *Rule {
	for _, r := range Rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func names() string {
	var all []string
	for _, r := range Rules {
		all = append(all, r.Name)
	}
	return strings.Join(all, ", ")
}

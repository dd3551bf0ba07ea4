package claims

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Figures are what a lecture prints, as in "1.0, 1.9 GB/s": all numbers up to the unit.
type Figures struct {
	Text   string
	Values []float64
	Digits []float64 // the place of each last digit: 0.1 for 5.3
}

var number = regexp.MustCompile(`^(-?\d+(?:\.\d+)?)(?:, | to )?`)

// figures reads a text that begins with numbers, or is empty.
func figures(text string) (Figures, error) {
	f := Figures{Text: text}
	for rest := text; ; {
		m := number.FindStringSubmatch(rest)
		if m == nil {
			break
		}
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			return f, err
		}
		_, decimals, _ := strings.Cut(m[1], ".")
		f.Values = append(f.Values, v)
		f.Digits = append(f.Digits, math.Pow10(-len(decimals)))
		rest = rest[len(m[0]):]
	}
	if text != "" && f.Values == nil {
		return f, fmt.Errorf("%q does not begin with a number", text)
	}
	return f, nil
}

// An Answer is what cells left in the variable modelled: numbers, or truths.
type Answer struct {
	Numbers []float64
	Truths  []bool
}

// Holds is whether the answer agrees with the claim, by its rule.
func (c *Claim) Holds(a Answer) (bool, error) {
	if c.Rule.judge != nil {
		if len(a.Numbers) == 0 || len(a.Truths) > 0 {
			return false, fmt.Errorf("claim %s: the rule %s wants numbers, got %v", c.ID, c.Rule.Name, a)
		}
		return c.Rule.judge(c.Printed, a.Numbers), nil
	}
	if len(a.Truths) == 0 || len(a.Numbers) > 0 {
		return false, fmt.Errorf("claim %s: the rule %s wants True or False, got %v", c.ID, c.Rule.Name, a)
	}
	for _, holds := range a.Truths {
		if !holds {
			return false, nil
		}
	}
	return true, nil
}

// String is the answer as the page shows it: four digits of a number.
func (a Answer) String() string {
	var all []string
	for _, n := range a.Numbers {
		text := strconv.FormatFloat(n, 'g', 4, 64)
		if math.Abs(n) >= 1e4 && math.Abs(n) < 1e12 {
			text = strconv.FormatFloat(n, 'f', 0, 64)
		}
		all = append(all, text)
	}
	for _, holds := range a.Truths {
		if holds {
			all = append(all, "yes")
		} else {
			all = append(all, "no")
		}
	}
	return strings.Join(all, ", ")
}

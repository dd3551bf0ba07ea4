package host_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a program printed is compared in two parts: its texts, as one hash, and its numbers. Numbers that two runs on a card print
// differently are not compared, nor are times and rates, which a model and a card cannot share.

// notCompared stands for a number that may be any.
const notCompared = "*"

// An output is what a program printed.
type output struct {
	texts   string // hash of the lines without their numbers
	numbers []string
}

var (
	numberPattern = regexp.MustCompile(`0x[0-9a-fA-F]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\b(?:nan|inf)\b`)
	unitPattern   = regexp.MustCompile(`^\s*[\])]?\s*(?:[mun]?s|µs|[mu]?secs?|(?:milli|micro|nano)?seconds?|x|[KMGT]i?B(?:ytes)?/s(?:ec)?|` +
		`[KMGT]?(?:FLOP|Flop|flop)s?(?:/s)?|[KMG]?[Hh]z)\b`)
	ratePattern = regexp.MustCompile(`(?i)time|elapsed|took|band|throughput|speed|second|\bms\b|\bsec\b|flop|latency|cycles|clock|faster|rate|\bfree\b`)
	cardPattern = regexp.MustCompile(`(?i)nvidia|\bH100\b|tesla|geforce`)
	pathPattern = regexp.MustCompile(`[^\s"'()=,:]*/([^\s/"'()]+\.(?:cu|cuh|cpp|c|h)\b)`)
	blanks      = regexp.MustCompile(`\s+`)
)

// An outputLine is one line, with # in place of each number.
type outputLine struct {
	text    string
	numbers []string
}

func lineOf(line string) (l outputLine) {
	if cardPattern.MatchString(line) {
		return outputLine{text: "the card"}
	}
	line = pathPattern.ReplaceAllString(line, "$1")
	rates := ratePattern.MatchString(line)
	end := 0
	var b strings.Builder
	for _, at := range numberPattern.FindAllStringIndex(line, -1) {
		b.WriteString(line[end:at[0]])
		if !strings.HasSuffix(b.String(), "#") {
			b.WriteString(" ")
		}
		b.WriteString("#")
		end = at[1]
		number := line[at[0]:at[1]]
		if strings.HasPrefix(number, "0x") || unitPattern.MatchString(line[end:]) || rates && strings.ContainsAny(number, ".e") {
			number = notCompared
		}
		l.numbers = append(l.numbers, number)
	}
	b.WriteString(line[end:])
	l.text = strings.TrimSpace(blanks.ReplaceAllString(b.String(), " "))
	return l
}

// outputOf reads what a program printed. If its lines come in no promised order, they are sorted.
func outputOf(text string, anyOrder bool) output {
	var lines []outputLine
	for line := range strings.SplitSeq(text, "\n") {
		if l := lineOf(line); l.text != "" {
			lines = append(lines, l)
		}
	}
	if anyOrder {
		slices.SortFunc(lines, func(a, b outputLine) int {
			if c := strings.Compare(a.text, b.text); c != 0 {
				return c
			}
			return slices.Compare(a.numbers, b.numbers)
		})
	}
	var p output
	h := sha256.New()
	for _, l := range lines {
		fmt.Fprintln(h, l.text)
		p.numbers = append(p.numbers, l.numbers...)
	}
	p.texts = hex.EncodeToString(h.Sum(nil)[:8])
	return p
}

// both is what two runs have in common; false if their texts differ.
func both(a, b output) (output, bool) {
	if a.texts != b.texts || len(a.numbers) != len(b.numbers) {
		return a, false
	}
	numbers := slices.Clone(a.numbers)
	for i := range numbers {
		if numbers[i] != b.numbers[i] {
			numbers[i] = notCompared
		}
	}
	return output{a.texts, numbers}, true
}

// differs says where a program printed something else than a card; of long outputs the first numbers are known.
func (p output) differs(card output) string {
	if p.texts != card.texts {
		return "its texts"
	}
	for i, want := range card.numbers {
		if i >= len(p.numbers) {
			return "it prints fewer numbers"
		}
		if got := p.numbers[i]; !sameNumber(got, want) {
			return fmt.Sprintf("number %d is %s, on the card %s", i+1, got, want)
		}
	}
	return ""
}

// sameNumber compares integers exactly, and others to 1e-4 of their size or to the last digit that is printed.
func sameNumber(got, want string) bool {
	if got == want || got == notCompared || want == notCompared {
		return true
	}
	if !strings.ContainsAny(got+want, ".enf") {
		return false
	}
	x, err1 := strconv.ParseFloat(got, 64)
	y, err2 := strconv.ParseFloat(want, 64)
	if err1 != nil || err2 != nil || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return false
	}
	return math.Abs(x-y) <= max(1e-4*max(math.Abs(x), math.Abs(y)), 1.01*lastDigit(got), 1.01*lastDigit(want))
}

// lastDigit is what the last printed digit of a number is worth.
func lastDigit(number string) float64 {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	e, _ := strconv.Atoi(exponent)
	if _, fraction, ok := strings.Cut(mantissa, "."); ok {
		return math.Pow10(e - len(fraction))
	}
	return math.Pow10(e)
}

// TestOutput: times, addresses and the card's name are not compared, integers are exact, and others have a tolerance.
func TestOutput(t *testing.T) {
	for _, test := range []struct {
		card, model string
		anyOrder    bool
		same        bool
	}{
		{"sum = 10\n", "sum = 10\n", false, true},
		{"sum = 10\n", "sum = 11\n", false, false},
		{"sum = 10\n", "total = 10\n", false, false},
		{"x = 1.00001\n", "x = 1.00002\n", false, true},
		{"x = 1.001\n", "x = 1.002\n", false, true},
		{"x = 1.0010\n", "x = 1.0020\n", false, false},
		{"x = nan\n", "x = 1.5\n", false, false},
		{"kernel: 12.5 ms\n", "kernel: 99.1 ms\n", false, true},
		{"elapsed 12.5 for 7\n", "elapsed 1.5 for 8\n", false, false},
		{"at 0x7ffe00\n", "at 0x1200\n", false, true},
		{"Device 0: NVIDIA H100 80GB HBM3\n", "Device 0: H100 80GB HBM3\n", false, true},
		{"/a/b/p.cu:3: failed\n", "p.cu:3: failed\n", false, true},
		{"thread 1\nthread 0\n", "thread 0\nthread 1\n", false, false},
		{"thread 1\nthread 0\n", "thread 0\nthread 1\n", true, true},
		{"  7  8\n", "7 8\n", false, true},
	} {
		if d := outputOf(test.model, test.anyOrder).differs(outputOf(test.card, test.anyOrder)); (d == "") != test.same {
			t.Errorf("%q and %q: differs in %q", test.card, test.model, d)
		}
	}
	a, b := outputOf("1 2 3\n", false), outputOf("1 5 3\n", false)
	if p, ok := both(a, b); !ok || !slices.Equal(p.numbers, []string{"1", notCompared, "3"}) {
		t.Errorf("got %v, %v", p, ok)
	}
}

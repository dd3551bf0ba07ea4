package shell

import (
	"cmp"
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/folder"
)

// A text is what a command reads, with the name of its file.
type text struct{ name, text string }

// texts are the contents of files, or of the input where none are named. "-" is the input, too.
func (c *call) texts(names []string) (all []text, status int) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		var err error
		t := text{name: name}
		if name == "-" {
			t.text, err = c.input()
		} else {
			t.text, err = c.readFile(name)
		}
		if err != nil {
			c.fail(1, "%v", fileError(name, err))
			status = 1
			continue
		}
		all = append(all, t)
	}
	return all, status
}

// input is all of the command's input, up to what a file may have that is read whole.
func (c *call) input() (string, error) {
	if c.in == nil {
		return "", nil
	}
	data, err := io.ReadAll(io.LimitReader(c.in, folder.MostWhole))
	return string(data), err
}

// lines are the lines of a text without their ends.
func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func (c *call) cat() (int, error) {
	f, ok := c.flags("nAbuvEsT", "", nil)
	if !ok {
		return 1, nil
	}
	texts, status := c.texts(f.names)
	n := 0
	for _, t := range texts {
		if !f.has("n") {
			c.print("%s", t.text)
			continue
		}
		for line := range strings.Lines(t.text) {
			n++
			c.print("%6d\t%s", n, line)
		}
	}
	return status, nil
}

// head is head and tail.
func (c *call) head() (int, error) {
	c.args = append(c.args[:1], dashNumber(c.args[1:])...)
	f, ok := c.flags("qvf", "nc", map[string]byte{"--lines": 'n', "--bytes": 'c'})
	if !ok {
		return 1, nil
	}
	count := cmp.Or(f.set['n'], f.set['c'], "10")
	n, err := strconv.Atoi(strings.TrimPrefix(count, "+"))
	if err != nil {
		return c.fail(1, "invalid number of lines: '%s'", count)
	}
	texts, status := c.texts(f.names)
	for i, t := range texts {
		if len(texts) > 1 && !f.has("q") {
			c.print("%s==> %s <==\n", strings.Repeat("\n", min(i, 1)), t.name)
		}
		parts := slices.Collect(strings.Lines(t.text))
		if f.has("c") {
			parts = strings.Split(t.text, "")
		}
		from, to := 0, len(parts)
		switch {
		case c.args[0] == "head" && n >= 0:
			to = min(n, to)
		case c.args[0] == "head":
			to = max(to+n, 0)
		case strings.HasPrefix(count, "+"):
			from = min(max(n-1, 0), to)
		default:
			from = max(to-max(n, -n), 0)
		}
		c.print("%s", strings.Join(parts[from:to], ""))
	}
	return status, nil
}

func (c *call) wc() (int, error) {
	f, ok := c.flags("lwcm", "", map[string]byte{"--lines": 'l', "--words": 'w', "--bytes": 'c', "--chars": 'm'})
	if !ok {
		return 1, nil
	}
	texts, status := c.texts(f.names)
	for _, t := range texts {
		counts := []int{strings.Count(t.text, "\n"), len(strings.Fields(t.text)), len(t.text)}
		var columns []string
		for i, letters := range []string{"l", "w", "cm"} {
			if len(f.set) == 0 || f.has(letters) {
				columns = append(columns, strconv.Itoa(counts[i]))
			}
		}
		if t.name != "-" {
			columns = append(columns, t.name)
		}
		c.print("%s\n", strings.Join(columns, " "))
	}
	return status, nil
}

func (c *call) grep() (int, error) {
	f, ok := c.flags("ivncowEFqhHPrsl", "eABCm", map[string]byte{"--color": 's', "--ignore-case": 'i', "--invert-match": 'v',
		"--count": 'c', "--only-matching": 'o', "--line-number": 'n', "--quiet": 'q'})
	if !ok {
		return 2, nil
	}
	pattern, given := f.set['e']
	if !given {
		if len(f.names) == 0 {
			return c.fail(2, "want a pattern")
		}
		pattern, f.names = f.names[0], f.names[1:]
	}
	re, err := grepPattern(pattern, f.has("F") || c.args[0] == "fgrep", f.has("EP") || c.args[0] == "egrep", f.has("w"), f.has("i"))
	if err != nil {
		return c.fail(2, "%v", err)
	}
	after, _ := strconv.Atoi(cmp.Or(f.set['A'], f.set['C']))
	before, _ := strconv.Atoi(cmp.Or(f.set['B'], f.set['C']))
	texts, _ := c.texts(f.names)
	found := 0
	for _, t := range texts {
		prefix := ""
		if len(texts) > 1 && !f.has("h") || f.has("H") {
			prefix = t.name + ":"
		}
		all, here, shownTo, until := lines(t.text), 0, -1, -1
		for i, line := range all {
			if re.MatchString(line) != f.has("v") {
				here++
				until = i + after
				if f.has("cql") {
					continue
				}
				for k := max(i-before, shownTo+1); k < i; k++ {
					c.print("%s%s\n", prefix, all[k])
				}
			} else if i > until || f.has("cql") {
				continue
			}
			shownTo = i
			number := ""
			if f.has("n") {
				number = fmt.Sprintf("%d:", i+1)
			}
			if f.has("o") && !f.has("v") {
				for _, m := range re.FindAllString(line, -1) {
					c.print("%s%s%s\n", prefix, number, m)
				}
				continue
			}
			c.print("%s%s%s\n", prefix, number, line)
		}
		switch {
		case f.has("l") && here > 0:
			c.print("%s\n", t.name)
		case f.has("c"):
			c.print("%s%d\n", prefix, here)
		}
		found += here
	}
	if found == 0 {
		return 1, nil
	}
	return 0, nil
}

// grepPattern is a pattern of grep as a regular expression of Go's. A basic one has \| \+ \? \( \) \{ \} where an extended one has them
// bare.
func grepPattern(pattern string, fixed, extended, word, fold bool) (*regexp.Regexp, error) {
	switch {
	case fixed:
		pattern = regexp.QuoteMeta(pattern)
	case !extended:
		pattern = basicPattern(pattern)
	}
	if word {
		pattern = `\b(?:` + pattern + `)\b`
	}
	if fold {
		pattern = "(?i)" + pattern
	}
	return regexp.Compile(pattern)
}

func basicPattern(p string) string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '\\' && i+1 < len(p):
			i++
			if !strings.ContainsRune("|+?(){}", rune(p[i])) {
				b.WriteByte('\\')
			}
			b.WriteByte(p[i])
		case strings.ContainsRune("|+?(){}", rune(p[i])):
			b.WriteByte('\\')
			b.WriteByte(p[i])
		default:
			b.WriteByte(p[i])
		}
	}
	return b.String()
}

func (c *call) sort() (int, error) {
	f, ok := c.flags("nrufgbVs", "kt", nil)
	if !ok {
		return 2, nil
	}
	texts, status := c.texts(f.names)
	var all []string
	for _, t := range texts {
		all = append(all, lines(t.text)...)
	}
	k := int(leading(f.set['k'])) // of 2, 2,2 and 2n
	if f.has("k") && k < 1 {
		return c.fail(2, "invalid key '%s': want the number of a field", f.set['k'])
	}
	key := func(line string) string {
		fields := strings.Fields(line)
		if t := f.set['t']; t != "" {
			fields = strings.Split(line, t)
		}
		if k > len(fields) {
			return ""
		}
		return strings.Join(fields[k-1:], " ")
	}
	if !f.has("k") {
		key = func(line string) string { return line }
	}
	compare := func(a, b string) int {
		x, y := key(a), key(b)
		order := 0
		if f.has("ngV") || strings.HasSuffix(f.set['k'], "n") {
			order = cmp.Compare(leading(x), leading(y))
		} else if f.has("f") {
			order = cmp.Compare(strings.ToLower(x), strings.ToLower(y))
		} else {
			order = cmp.Compare(x, y)
		}
		if order == 0 && !f.has("su") {
			order = cmp.Compare(a, b)
		}
		if f.has("r") {
			order = -order
		}
		return order
	}
	slices.SortStableFunc(all, compare)
	if f.has("u") {
		all = slices.CompactFunc(all, func(a, b string) bool { return compare(a, b) == 0 })
	}
	for _, line := range all {
		c.print("%s\n", line)
	}
	return status, nil
}

// leading is the number at the beginning of a text; 0 without one.
func leading(s string) float64 {
	s = strings.TrimLeft(s, " \t")
	n := 0
	for n < len(s) && strings.IndexByte("+-.0123456789eE", s[n]) >= 0 {
		n++
	}
	for ; n > 0; n-- {
		if v, err := strconv.ParseFloat(s[:n], 64); err == nil {
			return v
		}
	}
	return 0
}

func (c *call) uniq() (int, error) {
	f, ok := c.flags("cdui", "", nil)
	if !ok {
		return 1, nil
	}
	texts, status := c.texts(f.names)
	for _, t := range texts {
		all := lines(t.text)
		for i := 0; i < len(all); {
			n := 1
			for i+n < len(all) && (all[i+n] == all[i] || f.has("i") && strings.EqualFold(all[i+n], all[i])) {
				n++
			}
			switch {
			case f.has("d") && n == 1 || f.has("u") && n > 1:
			case f.has("c"):
				c.print("%7d %s\n", n, all[i])
			default:
				c.print("%s\n", all[i])
			}
			i += n
		}
	}
	return status, nil
}

func (c *call) cut() (int, error) {
	f, ok := c.flags("s", "dfcb", nil)
	if !ok {
		return 1, nil
	}
	list := cmp.Or(f.set['f'], f.set['c'], f.set['b'])
	chosen, err := ranges(list)
	if err != nil {
		return c.fail(1, "%v", err)
	}
	separator := cmp.Or(f.set['d'], "\t")
	if !f.has("f") {
		separator = ""
	}
	texts, status := c.texts(f.names)
	for _, t := range texts {
		for _, line := range lines(t.text) {
			fields := strings.Split(line, separator)
			if f.has("f") && len(fields) == 1 {
				c.print("%s\n", line)
				continue
			}
			var out []string
			for i, field := range fields {
				if chosen(i + 1) {
					out = append(out, field)
				}
			}
			c.print("%s\n", strings.Join(out, separator))
		}
	}
	return status, nil
}

// ranges reads 1,3-5,7- of cut.
func ranges(list string) (func(n int) bool, error) {
	type span struct{ from, to int }
	var spans []span
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, errA := strconv.Atoi(cmp.Or(from, "1"))
		b, errB := strconv.Atoi(cmp.Or(to, "1000000000"))
		if part == "" || errA != nil || errB != nil || a < 1 {
			return nil, fmt.Errorf("want a list such as 1,3-5, got '%s'", list)
		}
		spans = append(spans, span{a, b})
	}
	return func(n int) bool {
		return slices.ContainsFunc(spans, func(s span) bool { return s.from <= n && n <= s.to })
	}, nil
}

// tr replaces the characters of one set by those of another, or deletes them.
func (c *call) tr() (int, error) {
	f, ok := c.flags("ds", "", nil)
	if !ok || len(f.names) == 0 {
		return c.fail(1, "want a set of characters")
	}
	from, to := characters(f.names[0]), []rune(nil)
	if len(f.names) > 1 {
		to = characters(f.names[1])
	}
	if !f.has("ds") && len(to) == 0 {
		return c.fail(1, "want two sets of characters")
	}
	in, err := c.input()
	if err != nil {
		return c.fail(1, "%v", err)
	}
	var last rune = -1
	c.print("%s", strings.Map(func(r rune) rune {
		i := slices.Index(from, r)
		switch {
		case i < 0:
		case f.has("d"):
			return -1
		case len(to) > 0:
			r = to[min(i, len(to)-1)]
		}
		if f.has("s") && i >= 0 && r == last {
			return -1
		}
		last = r
		return r
	}, in))
	return 0, nil
}

// classes are the sets of characters that tr names.
var classes = map[string]string{"[:upper:]": "A-Z", "[:lower:]": "a-z", "[:digit:]": "0-9", "[:space:]": " \t\n\r\v\f",
	"[:alpha:]": "A-Za-z", "[:alnum:]": "A-Za-z0-9"}

// characters are those of a set such as a-z.
func characters(set string) (all []rune) {
	for name, chars := range classes {
		set = strings.ReplaceAll(set, name, chars)
	}
	set = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\\`, `\`).Replace(set)
	runes := []rune(set)
	for i := 0; i < len(runes); i++ {
		if i+2 < len(runes) && runes[i+1] == '-' && runes[i] <= runes[i+2] && runes[i+2]-runes[i] < 256 {
			for r := runes[i]; r <= runes[i+2]; r++ {
				all = append(all, r)
			}
			i += 2
			continue
		}
		all = append(all, runes[i])
	}
	return all
}

// diff is diff and cmp: whether two files are the same, and which lines are not.
func (c *call) diff() (int, error) {
	f, ok := c.flags("qsurwbBi", "", map[string]byte{"--brief": 'q', "--silent": 's', "--quiet": 'q'})
	if !ok {
		return 2, nil
	}
	if len(f.names) != 2 {
		return c.fail(2, "want two files")
	}
	texts, status := c.texts(f.names)
	switch {
	case status != 0:
		return 2, nil
	case texts[0].text == texts[1].text:
		return 0, nil
	case c.args[0] == "cmp":
		if !f.has("sq") {
			a, b := texts[0].text, texts[1].text
			n := 0
			for n < len(a) && n < len(b) && a[n] == b[n] {
				n++
			}
			c.print("%s %s differ: byte %d, line %d\n", f.names[0], f.names[1], n+1, strings.Count(a[:n], "\n")+1)
		}
		return 1, nil
	case f.has("q"):
		c.print("Files %s and %s differ\n", f.names[0], f.names[1])
		return 1, nil
	}
	c.differences(lines(texts[0].text), lines(texts[1].text))
	return 1, nil
}

// mostCompared bounds the table of a comparison, in pairs of lines.
const mostCompared = 4 << 20

// differences prints the lines that differ as diff does without options.
func (c *call) differences(a, b []string) {
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	n, m := endA-from, endB-from
	if n*m > mostCompared {
		c.hunk(a[from:endA], b[from:endB], from, from)
		return
	}
	same := make([][]int32, n+1) // the longest common part of what follows
	for i := range same {
		same[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			if a[from+i] == b[from+k] {
				same[i][k] = same[i+1][k+1] + 1
			} else {
				same[i][k] = max(same[i+1][k], same[i][k+1])
			}
		}
	}
	for i, k := 0, 0; i < n || k < m; {
		if i < n && k < m && a[from+i] == b[from+k] {
			i, k = i+1, k+1
			continue
		}
		i0, k0 := i, k
		for i < n || k < m {
			if i < n && k < m && a[from+i] == b[from+k] {
				break
			}
			if k >= m || i < n && same[i+1][k] >= same[i][k+1] {
				i++
			} else {
				k++
			}
		}
		c.hunk(a[from+i0:from+i], b[from+k0:from+k], from+i0, from+k0)
	}
}

// hunk prints lines that are in one text and those that stand there in the other.
func (c *call) hunk(a, b []string, atA, atB int) {
	place := func(at, n int) string {
		if n <= 1 {
			return strconv.Itoa(at + n)
		}
		return fmt.Sprintf("%d,%d", at+1, at+n)
	}
	kind := "c"
	if len(a) == 0 {
		kind = "a"
	} else if len(b) == 0 {
		kind = "d"
	}
	c.print("%s%s%s\n", place(atA, len(a)), kind, place(atB, len(b)))
	for _, line := range a {
		c.print("< %s\n", line)
	}
	if kind == "c" {
		c.print("---\n")
	}
	for _, line := range b {
		c.print("> %s\n", line)
	}
}

func (c *call) seq() (int, error) {
	var bounds []float64
	separator := "\n"
	for i := 1; i < len(c.args); i++ {
		v, err := strconv.ParseFloat(c.args[i], 64)
		switch {
		case err == nil:
			bounds = append(bounds, v)
		case c.args[i] == "-s" && i+1 < len(c.args):
			i++
			separator = c.args[i]
		default:
			return c.fail(1, "invalid number: '%s'", c.args[i])
		}
	}
	first, step := 1.0, 1.0
	switch len(bounds) {
	case 3:
		first, step = bounds[0], bounds[1]
	case 2:
		first = bounds[0]
	case 1:
	default:
		return c.fail(1, "want one to three numbers")
	}
	last := bounds[len(bounds)-1]
	if step == 0 || step != step || first != first {
		return c.fail(1, "the step is 0")
	}
	for i := 0; c.ctx.Err() == nil; i++ {
		v := first + float64(i)*step
		if step > 0 && v > last || step < 0 && v < last || last != last {
			if i > 0 {
				c.print("\n")
			}
			return 0, nil
		}
		if i > 0 {
			c.print("%s", separator)
		}
		if _, err := fmt.Fprint(c.out, strconv.FormatFloat(v, 'f', -1, 64)); err != nil { // the reader has gone, or enough is kept
			return 1, nil
		}
	}
	return 1, nil
}

func (c *call) checksum() (int, error) {
	texts, status := c.texts(c.args[1:])
	for _, t := range texts {
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(t.text)))
		if c.args[0] == "md5sum" {
			sum = fmt.Sprintf("%x", md5.Sum([]byte(t.text)))
		}
		c.print("%s  %s\n", sum, path.Base(t.name))
	}
	return status, nil
}

package host

import (
	"io"
	"math"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// blanks are what isspace says of the characters of C.
const blanks = " \t\n\v\f\r"

// A scanning is one call of scanf or its relatives.
type scanning struct {
	x      *process
	c      *scalar.Call
	in     io.ByteScanner
	places []uint64 // where the values go
	read   int      // characters
	done   int      // conversions
}

// A directive is one % of a format of scanf.
type directive struct {
	skip  bool // *: it is read and goes nowhere
	width int  // 0 is none
	size  int  // of a number, in bytes
	verb  byte
	set   string // of %[
}

// scan is scanf.
func (x *process) scan(c *scalar.Call, in io.ByteScanner, args []uint64) (uint64, error) {
	s := &scanning{x: x, c: c, in: in, places: args[1:]}
	format := x.heap.text(args[0])
	for i := 0; i < len(format); {
		switch f := format[i]; {
		case strings.IndexByte(blanks, f) >= 0:
			s.space()
			i++
		case f != '%' || strings.HasPrefix(format[i:], "%%"):
			if f == '%' {
				s.space()
				i++
			}
			i++
			if b, ok := s.next(); !ok || b != f {
				s.back(ok)
				return s.result(!ok), nil
			}
		default:
			var d directive
			d, i = parseDirective(format, i+1)
			ended, ok, err := s.convert(&d)
			if err != nil || !ok {
				return s.result(ended), err
			}
		}
	}
	return s.result(false), nil
}

// result is what scanf returns: EOF if the text has ended before the first conversion.
func (s *scanning) result(ended bool) uint64 {
	if ended && s.done == 0 {
		return math.MaxUint64
	}
	return uint64(s.done)
}

// parseDirective reads what follows a %.
func parseDirective(format string, i int) (directive, int) {
	d := directive{size: 4}
	if i < len(format) && format[i] == '*' {
		d.skip = true
		i++
	}
	for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
		d.width = min(10*d.width+int(format[i]-'0'), 1<<20)
	}
	for ; i < len(format) && strings.IndexByte("hlLzjtq", format[i]) >= 0; i++ {
		if format[i] == 'h' {
			d.size /= 2
		} else {
			d.size = 8
		}
	}
	if i >= len(format) {
		return d, i
	}
	d.verb = format[i]
	i++
	if d.verb != '[' {
		return d, i
	}
	from := i
	if i < len(format) && format[i] == '^' {
		i++
	}
	if i < len(format) && format[i] == ']' { // one that stands first belongs to the set
		i++
	}
	for i < len(format) && format[i] != ']' {
		i++
	}
	d.set = format[from:i]
	return d, min(i+1, len(format))
}

func (s *scanning) next() (byte, bool) {
	b, err := s.in.ReadByte()
	if err != nil {
		return 0, false
	}
	s.read++
	return b, true
}

// back gives the last character back, if there was one.
func (s *scanning) back(was bool) {
	if was {
		_ = s.in.UnreadByte()
		s.read--
	}
}

func (s *scanning) space() {
	for {
		b, ok := s.next()
		if !ok || strings.IndexByte(blanks, b) < 0 {
			s.back(ok)
			return
		}
	}
}

// scanBases are the bases of integers; 0 is that of a number as C writes it.
var scanBases = map[byte]int{'d': 10, 'u': 10, 'i': 0, 'x': 16, 'X': 16, 'p': 16, 'o': 8}

// convert reads one value. ended says that the text ends before it; ok is false where it does not fit.
func (s *scanning) convert(d *directive) (ended, ok bool, err error) {
	if d.verb == 'n' {
		return false, true, s.store(d, uint64(s.read), nil)
	}
	if d.verb != 'c' && d.verb != '[' {
		s.space()
	}
	word, ended := s.word(d)
	if len(word) == 0 {
		return ended, false, nil
	}
	base, isInteger := scanBases[d.verb]
	switch {
	case strings.IndexByte("sc[", d.verb) >= 0:
		err = s.store(d, 0, word)
	case isInteger:
		n, used := integer(string(word), base)
		if used == 0 {
			return false, false, nil
		}
		if d.verb == 'p' {
			d.size = 8
		}
		err = s.store(d, uint64(n), nil)
	case strings.IndexByte("fega", d.verb|0x20) >= 0:
		v, used := float(string(word))
		if used == 0 {
			return false, false, nil
		}
		bits := math.Float64bits(v)
		if d.size == 4 {
			v, _ = strconv.ParseFloat(string(word[:used]), 32)
			bits = uint64(math.Float32bits(float32(v)))
		}
		err = s.store(d, bits, nil)
	default:
		return false, false, nil
	}
	if err == nil && !d.skip {
		s.done++
	}
	return false, true, err
}

// word are the characters of a value.
func (s *scanning) word(d *directive) (word []byte, ended bool) {
	width := d.width
	switch {
	case d.verb == 'c' && width == 0:
		width = 1
	case width == 0:
		width = math.MaxInt
	}
	for len(word) < width {
		b, ok := s.next()
		if !ok {
			return word, true
		}
		if !d.takes(word, b) {
			s.back(true)
			break
		}
		word = append(word, b)
	}
	return word, false
}

// takes tells whether b goes on with the value that word begins.
func (d *directive) takes(word []byte, b byte) bool {
	switch d.verb {
	case 'c':
		return true
	case 's':
		return strings.IndexByte(blanks, b) < 0
	case '[':
		return d.inSet(b)
	}
	digits := strings.TrimLeft(strings.ToLower(string(word)), "+-")
	lower := b | 0x20
	base, isInteger := scanBases[d.verb]
	switch {
	case b == '-' || b == '+':
		return len(word) == 0 || !isInteger && strings.HasSuffix(digits, "e")
	case !isInteger:
		return floats(digits, b)
	case b >= '0' && b <= '9':
		return base != 8 || b < '8'
	case lower == 'x' && digits == "0":
		return base == 16 || base == 0
	}
	return (base == 16 || base == 0 && strings.HasPrefix(digits, "0x")) && lower >= 'a' && lower <= 'f'
}

// floats reports whether b continues a floating-point number that begins with digits (without its sign).
func floats(digits string, b byte) bool {
	lower := b | 0x20
	number := strings.Trim(digits, "0123456789.") == ""
	switch {
	case b >= '0' && b <= '9':
		return number || strings.Contains(digits, "e") && !strings.ContainsAny(digits, "ni")
	case b == '.':
		return number && !strings.Contains(digits, ".")
	case lower < 'a' || lower > 'z':
		return false
	}
	for _, name := range []string{"infinity", "nan"} {
		if strings.HasPrefix(name, digits+string(rune(lower))) {
			return true
		}
	}
	return lower == 'e' && number && strings.Trim(digits, ".") != ""
}

// inSet tells whether %[…] takes a character.
func (d *directive) inSet(b byte) bool {
	set, not := strings.CutPrefix(d.set, "^")
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			if b >= set[i] && b <= set[i+2] {
				return !not
			}
			i += 2
			continue
		}
		if set[i] == b {
			return !not
		}
	}
	return not
}

// store writes a number or a string to the address in the next argument.
func (s *scanning) store(d *directive, bits uint64, text []byte) error {
	if d.skip || len(s.places) == 0 {
		return nil
	}
	at := s.places[0]
	s.places = s.places[1:]
	n := d.size
	if text != nil {
		if d.verb != 'c' {
			text = append(text, 0)
		}
		n = len(text)
	}
	to, ok := s.x.heap.memory.Bytes(at, n)
	switch {
	case !ok:
		return s.x.fault(s.c, at, true)
	case text != nil:
		copy(to, text)
	default:
		memory.PutWord(to, n, bits)
	}
	return nil
}

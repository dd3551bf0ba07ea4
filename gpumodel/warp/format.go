package warp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/ir"
)

// format is C's printf for the conversions that device code can use. The bits of
// an argument are an integer of the size that the conversion names, or a double.
func format(f string, args []uint64) string { return Format(f, args, false, nil) }

// Format is C's printf, on the host with the sign of a NaN. text reads the text at an address, for %s; a message has none.
func Format(f string, args []uint64, host bool, text func(address uint64) string) string {
	var out strings.Builder
	next := func() uint64 {
		if len(args) == 0 {
			return 0
		}
		a := args[0]
		args = args[1:]
		return a
	}
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			out.WriteByte(f[i])
			continue
		}
		end := i + 1
		for end < len(f) && strings.IndexByte("-+ #0123456789.*hlzjtL", f[end]) >= 0 {
			end++
		}
		if end == len(f) {
			out.WriteString(f[i:])
			break
		}
		c := parseConversion(f[i+1:end], f[end], next)
		c.signedNaN = host
		if c.verb == 's' && text != nil {
			s := text(next())
			if c.precision >= 0 {
				s = s[:min(c.precision, len(s))]
			}
			out.WriteString(c.pad("", s, false))
			i = end
			continue
		}
		out.WriteString(c.apply(next))
		i = end
	}
	return out.String()
}

// A conversion is one % of a format.
type conversion struct {
	left, plus, space, alternate, zero bool // - + space # 0
	width                              int
	precision                          int // -1 is none
	bits                               int // of an integer
	verb                               byte
	signedNaN                          bool // a NaN with its sign bit set is -nan, as on the host
}

func parseConversion(spec string, verb byte, next func() uint64) conversion {
	c := conversion{precision: -1, bits: 32, verb: verb}
	number := &c.width
	for i := range len(spec) {
		switch r := spec[i]; {
		case r == '.':
			c.precision = 0
			number = &c.precision
		case r == '*':
			*number = int(int32(next()))
		case r == '0' && number == &c.width && c.width == 0:
			c.zero = true
		case r >= '0' && r <= '9':
			*number = min(*number*10+int(r-'0'), maxWidth)
		case r == 'h':
			c.bits /= 2
		case r == 'L':
		case r >= 'j':
			c.bits = 64
		default:
			c.flag(r)
		}
	}
	if c.width < 0 {
		c.left, c.width = true, -c.width
	}
	c.width, c.precision = min(c.width, maxWidth), max(min(c.precision, maxWidth), -1)
	return c
}

// maxWidth bounds a field: a width may come from the data.
const maxWidth = 4096

func (c *conversion) flag(r byte) {
	switch r {
	case '-':
		c.left = true
	case '+':
		c.plus = true
	case ' ':
		c.space = true
	case '#':
		c.alternate = true
	}
}

func (c *conversion) apply(next func() uint64) string {
	switch c.verb {
	case '%':
		return "%"
	case 'd', 'i':
		n := int64(next()<<(64-c.bits)) >> (64 - c.bits)
		if n < 0 {
			return c.integer("-", uint64(-n), 10)
		}
		return c.integer(c.sign(), uint64(n), 10)
	case 'u':
		return c.integer("", next()<<(64-c.bits)>>(64-c.bits), 10)
	case 'o', 'x', 'X':
		return c.based(next() << (64 - c.bits) >> (64 - c.bits))
	case 'c':
		return c.pad("", string([]byte{byte(next())}), false)
	case 'p':
		if p := next(); p != 0 {
			return c.pad("", fmt.Sprintf("%#x", p), false)
		}
		return c.pad("", "(nil)", false)
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		return c.float(ir.F64.Value(next()))
	}
	return "%" + string(c.verb)
}

func (c *conversion) sign() string {
	switch {
	case c.plus:
		return "+"
	case c.space:
		return " "
	}
	return ""
}

// based prints in octal or hexadecimal; # adds a prefix to what is not zero.
func (c *conversion) based(n uint64) string {
	switch {
	case c.verb == 'o' && c.alternate:
		if n != 0 && c.precision < 0 {
			return c.integer("0", n, 8)
		}
		if n != 0 {
			c.precision = max(c.precision, len(strconv.FormatUint(n, 8))+1)
		} else if c.precision == 0 {
			c.precision = 1
		}
		fallthrough
	case c.verb == 'o':
		return c.integer("", n, 8)
	case c.alternate && n != 0:
		return c.integer("0"+string(c.verb), n, 16)
	}
	return c.integer("", n, 16)
}

// integer prints n behind a prefix: the precision is the least number of digits.
func (c *conversion) integer(prefix string, n uint64, base int) string {
	digits := strconv.FormatUint(n, base)
	if c.verb == 'X' {
		digits = strings.ToUpper(digits)
	}
	if n == 0 && c.precision == 0 {
		digits = ""
	}
	digits = strings.Repeat("0", max(0, c.precision-len(digits))) + digits
	return c.pad(prefix, digits, c.zero && c.precision < 0)
}

// pad fills to the width: with zeros behind the prefix, or with spaces.
func (c *conversion) pad(prefix, text string, zeros bool) string {
	missing := max(0, c.width-len(prefix)-len(text))
	switch {
	case c.left:
		return prefix + text + strings.Repeat(" ", missing)
	case zeros:
		return prefix + strings.Repeat("0", missing) + text
	}
	return strings.Repeat(" ", missing) + prefix + text
}

// float prints a double: six digits unless told otherwise, inf and nan in
// letters and without zeros before them.
func (c *conversion) float(x float64) string {
	sign := c.sign()
	if math.Signbit(x) && (x == x || c.signedNaN) {
		sign, x = "-", -x
	}
	var text string
	switch {
	case x != x:
		text = "nan"
	case math.IsInf(x, 0):
		text = "inf"
	case c.verb == 'a' || c.verb == 'A':
		sign, text = sign+"0x", hexFloat(x, c.precision, c.alternate)
	default:
		text = decimal(x, c.verb|0x20, c.precision, c.alternate)
	}
	if c.verb < 'a' {
		sign, text = strings.ToUpper(sign), strings.ToUpper(text)
	}
	return c.pad(sign, text, c.zero && x-x == 0)
}

// decimal prints by verb e, f or g.
func decimal(x float64, verb byte, precision int, alternate bool) string {
	if precision < 0 {
		precision = 6
	} else if verb == 'g' {
		precision = max(precision, 1)
	}
	if alternate {
		return fmt.Sprintf("%#.*"+string(verb), precision, x)
	}
	return fmt.Sprintf("%.*"+string(verb), precision, x)
}

// hexFloat prints in hexadecimal, behind 0x, as glibc does: the digit before the point is 1, or 0 of a number that is not normal;
// rounding may make it 2.
func hexFloat(x float64, precision int, alternate bool) string {
	bits := math.Float64bits(x)
	fraction, exponent := bits&(1<<52-1), int(bits>>52&0x7ff)-1023
	switch {
	case x == 0:
		exponent = 0
	case exponent == -1023:
		exponent++
	default:
		fraction |= 1 << 52
	}
	digits := 13
	if precision >= 0 && precision < digits {
		drop := 4 * (13 - precision)
		half, rest := uint64(1)<<(drop-1), fraction&(1<<drop-1)
		fraction >>= drop
		if rest > half || rest == half && fraction&1 != 0 {
			fraction++
		}
		digits = precision
	}
	text := fmt.Sprintf("%0*x", digits, fraction&(1<<(4*digits)-1))
	if digits == 0 {
		text = ""
	}
	if precision < 0 {
		text = strings.TrimRight(text, "0")
	} else {
		text += strings.Repeat("0", precision-digits)
	}
	point := ""
	if text != "" || alternate {
		point = "."
	}
	return fmt.Sprintf("%d%s%sp%+d", fraction>>(4*digits), point, text, exponent)
}

package host

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/gpumodel/warp"
)

// stdio are the functions of stdio.h, string.h and stdlib.h that read or write texts.
var stdio = map[string]system{
	"printf": func(x *process, c *scalar.Call) (uint64, error) { return x.print(c, x.Stdout, c.Args) },
	"fprintf": func(x *process, c *scalar.Call) (uint64, error) {
		out, err := x.file(c, c.Args[0])
		if err != nil {
			return 0, err
		}
		return x.print(c, out, c.Args[1:])
	},
	"sprintf": func(x *process, c *scalar.Call) (uint64, error) { return x.printTo(c, c.Args[0], -1, c.Args[1:]) },
	"snprintf": func(x *process, c *scalar.Call) (uint64, error) {
		return x.printTo(c, c.Args[0], int(c.Args[1]), c.Args[2:])
	},
	"puts": func(x *process, c *scalar.Call) (uint64, error) {
		return x.write(x.Stdout, x.heap.text(c.Args[0])+"\n")
	},
	"putchar": func(x *process, c *scalar.Call) (uint64, error) {
		return x.write(x.Stdout, string([]byte{byte(c.Args[0])}))
	},
	"fputs": func(x *process, c *scalar.Call) (uint64, error) {
		out, err := x.file(c, c.Args[1])
		if err != nil {
			return 0, err
		}
		return x.write(out, x.heap.text(c.Args[0]))
	},
	"fputc": func(x *process, c *scalar.Call) (uint64, error) {
		out, err := x.file(c, c.Args[1])
		if err != nil {
			return 0, err
		}
		return x.write(out, string([]byte{byte(c.Args[0])}))
	},
	"perror": func(x *process, c *scalar.Call) (uint64, error) {
		return x.write(x.Stderr, x.heap.text(c.Args[0])+": Success\n")
	},
	"getchar": func(x *process, c *scalar.Call) (uint64, error) {
		b, err := x.input().ReadByte()
		if err != nil {
			return math.MaxUint64, nil
		}
		return uint64(b), nil
	},
	"scanf": func(x *process, c *scalar.Call) (uint64, error) { return x.scan(c, x.input(), c.Args) },
	"sscanf": func(x *process, c *scalar.Call) (uint64, error) {
		return x.scan(c, bufio.NewReader(strings.NewReader(x.heap.text(c.Args[0]))), c.Args[1:])
	},
	"fscanf": func(x *process, c *scalar.Call) (uint64, error) {
		return x.scan(c, x.source(c.Args[0]), c.Args[1:])
	},

	"strlen": plain(func(x *process, c *scalar.Call) uint64 { return uint64(len(x.heap.text(c.Args[0]))) }),
	"strcmp": plain(func(x *process, c *scalar.Call) uint64 {
		return compare(x.heap.text(c.Args[0]), x.heap.text(c.Args[1]), c.Args[2])
	}),
	"strncasecmp": plain(func(x *process, c *scalar.Call) uint64 {
		return compare(strings.ToLower(x.heap.text(c.Args[0])), strings.ToLower(x.heap.text(c.Args[1])), c.Args[2])
	}),
	"strcasecmp": plain(func(x *process, c *scalar.Call) uint64 {
		return compare(strings.ToLower(x.heap.text(c.Args[0])), strings.ToLower(x.heap.text(c.Args[1])), math.MaxUint64)
	}),
	"strcpy": func(x *process, c *scalar.Call) (uint64, error) {
		text := x.heap.text(c.Args[1]) + "\x00"
		if n := c.Args[2]; n != math.MaxUint64 {
			text = (text + strings.Repeat("\x00", int(n)))[:n]
		}
		to, ok := x.heap.memory.Bytes(c.Args[0], len(text))
		if !ok {
			return 0, x.fault(c, c.Args[0], true)
		}
		copy(to, text)
		return c.Args[0], nil
	},
	"strstr": plain(func(x *process, c *scalar.Call) uint64 {
		if i := strings.Index(x.heap.text(c.Args[0]), x.heap.text(c.Args[1])); i >= 0 {
			return c.Args[0] + uint64(i)
		}
		return 0
	}),
	"atol": plain(func(x *process, c *scalar.Call) uint64 {
		n, _ := integer(x.heap.text(c.Args[0]), 10)
		return uint64(n)
	}),
	"strtol": func(x *process, c *scalar.Call) (uint64, error) {
		n, used := integer(x.heap.text(c.Args[0]), int(int32(c.Args[2])))
		return uint64(n), x.end(c, c.Args[1], c.Args[0]+uint64(used))
	},
	"atof": plain(func(x *process, c *scalar.Call) uint64 {
		f, _ := float(x.heap.text(c.Args[0]))
		return math.Float64bits(f)
	}),
	"strtod": func(x *process, c *scalar.Call) (uint64, error) {
		f, used := float(x.heap.text(c.Args[0]))
		return math.Float64bits(f), x.end(c, c.Args[1], c.Args[0]+uint64(used))
	},
}

// file is where a FILE* writes.
func (x *process) file(c *scalar.Call, at uint64) (io.Writer, error) {
	number, ok := x.heap.memory.Bytes(at, 4)
	if !ok {
		return nil, x.fault(c, at, false)
	}
	if memory.Word(number, 4) == 2 {
		return x.Stderr, nil
	}
	if f := x.opened(at); f != nil {
		return f, nil
	}
	return x.Stdout, nil
}

func (x *process) write(out io.Writer, text string) (uint64, error) {
	if _, err := io.WriteString(out, text); err != nil {
		return 0, fmt.Errorf("the program's output: %w", err)
	}
	return uint64(len(text)), nil
}

// formatted is what printf makes of a format and its values.
func (x *process) formatted(args []uint64) string {
	return warp.Format(x.heap.text(args[0]), args[1:], x.heap.text)
}

func (x *process) print(c *scalar.Call, out io.Writer, args []uint64) (uint64, error) {
	return x.write(out, x.formatted(args))
}

// printTo is sprintf, and snprintf with a limit.
func (x *process) printTo(c *scalar.Call, to uint64, limit int, args []uint64) (uint64, error) {
	text := x.formatted(args)
	n := len(text)
	if limit == 0 {
		return uint64(n), nil
	}
	if limit > 0 {
		text = text[:min(n, limit-1)]
	}
	data, ok := x.heap.memory.Bytes(to, len(text)+1)
	if !ok {
		return 0, x.fault(c, to, true)
	}
	copy(data, text+"\x00")
	return uint64(n), nil
}

// compare is strcmp of the first n characters.
func compare(a, b string, n uint64) uint64 {
	if uint64(len(a)) > n {
		a = a[:n]
	}
	if uint64(len(b)) > n {
		b = b[:n]
	}
	return uint64(int64(strings.Compare(a, b)))
}

// end stores where a number ended, if the caller wants to know.
func (x *process) end(c *scalar.Call, to, at uint64) error {
	if to == 0 {
		return nil
	}
	slot, ok := x.heap.memory.Bytes(to, 8)
	if !ok {
		return x.fault(c, to, true)
	}
	memory.PutWord(slot, 8, at)
	return nil
}

// integer is strtol: the number at the start of a text, and how many characters it takes.
func integer(text string, base int) (n int64, used int) {
	i := len(text) - len(strings.TrimLeft(text, " \t\n\v\f\r"))
	digits := 0
	negative := false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	if (base == 0 || base == 16) && strings.HasPrefix(strings.ToLower(text[i:]), "0x") {
		base, i = 16, i+2
	} else if base == 0 && strings.HasPrefix(text[i:], "0") {
		base = 8
	} else if base == 0 {
		base = 10
	}
	for ; i < len(text); i++ {
		d, err := strconv.ParseUint(text[i:i+1], 36, 8)
		if err != nil || int(d) >= base {
			break
		}
		n = n*int64(base) + int64(d)
		digits++
	}
	if digits == 0 {
		return 0, 0
	}
	if negative {
		n = -n
	}
	return n, i
}

// float is strtod.
func float(text string) (f float64, used int) {
	start := len(text) - len(strings.TrimLeft(text, " \t\n\v\f\r"))
	for end := min(len(text), start+64); end > start; end-- {
		if f, err := strconv.ParseFloat(text[start:end], 64); err == nil || f != 0 && strings.Contains(err.Error(), "range") {
			return f, end
		}
	}
	return 0, 0
}

// input is what the program reads.
func (x *process) input() *bufio.Reader {
	if x.stdin == nil {
		in := x.Stdin
		if in == nil {
			in = strings.NewReader("")
		}
		x.stdin = bufio.NewReader(in)
	}
	return x.stdin
}

// scan is scanf for numbers, words and characters.
func (x *process) scan(c *scalar.Call, in io.ByteScanner, args []uint64) (uint64, error) {
	format, places := x.heap.text(args[0]), args[1:]
	done := uint64(0)
	space := func() {
		for {
			b, err := in.ReadByte()
			if err != nil {
				return
			}
			if !strings.ContainsRune(" \t\n\v\f\r", rune(b)) {
				_ = in.UnreadByte()
				return
			}
		}
	}
	for i := 0; i < len(format); i++ {
		switch f := format[i]; {
		case strings.ContainsRune(" \t\n", rune(f)):
			space()
			continue
		case f != '%':
			if b, err := in.ReadByte(); err != nil || b != f {
				return done, nil
			}
			continue
		}
		width, size := 0, 4
		for i++; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			width = 10*width + int(format[i]-'0')
		}
		for ; i < len(format) && strings.IndexByte("hlz", format[i]) >= 0; i++ {
			if size = 8; format[i] == 'h' {
				size = 2
			}
		}
		if i >= len(format) || len(places) == 0 {
			break
		}
		verb := format[i]
		if verb != 'c' {
			space()
		} else if width == 0 {
			width = 1
		}
		var word []byte
		for width == 0 || len(word) < width {
			b, err := in.ReadByte()
			if err != nil {
				break
			}
			if verb != 'c' && strings.ContainsRune(" \t\n\v\f\r", rune(b)) || strings.IndexByte("diu", verb) >= 0 && strings.IndexByte("+-0123456789", b) < 0 ||
				strings.IndexByte("feg", verb) >= 0 && strings.IndexByte("+-0123456789.eExXinfa", b) < 0 {
				_ = in.UnreadByte()
				break
			}
			word = append(word, b)
		}
		if len(word) == 0 {
			if done == 0 {
				return math.MaxUint64, nil // EOF
			}
			return done, nil
		}
		var bits uint64
		switch verb {
		case 'd', 'i', 'u', 'x':
			n, _ := integer(string(word), map[byte]int{'d': 10, 'u': 10, 'x': 16}[verb])
			bits = uint64(n)
		case 'f', 'e', 'g':
			v, _ := float(string(word))
			if bits = math.Float64bits(v); size == 4 {
				bits = uint64(math.Float32bits(float32(v)))
			}
		}
		var to []byte
		var ok bool
		if verb == 's' || verb == 'c' {
			if verb == 's' {
				word = append(word, 0)
			}
			if to, ok = x.heap.memory.Bytes(places[0], len(word)); ok {
				copy(to, word)
			}
		} else if to, ok = x.heap.memory.Bytes(places[0], size); ok {
			memory.PutWord(to, size, bits)
		}
		if !ok {
			return 0, x.fault(c, places[0], true)
		}
		places = places[1:]
		done++
	}
	return done, nil
}

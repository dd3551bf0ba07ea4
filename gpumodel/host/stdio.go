package host

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/bytesize"
)

// The functions of stdio.h, string.h and stdlib.h that read or write texts.
func init() {
	register(map[string]system{
		"write": func(x *process, c *scalar.Call) (uint64, error) {
			data, ok := x.heap.memory.Bytes(c.Args[1], int(int32(c.Args[2])))
			if !ok {
				return 0, x.fault(c, c.Args[1], false)
			}
			number := 1
			if c.Args[0] == 2 {
				number = 2
			}
			return x.say(c, number, string(data))
		},
		"printf": func(x *process, c *scalar.Call) (uint64, error) { return x.print(c, c.Args) },
		"fprintf": func(x *process, c *scalar.Call) (uint64, error) {
			return x.printFile(c, c.Args[1:])
		},
		"sprintf": func(x *process, c *scalar.Call) (uint64, error) { return x.printTo(c, c.Args[0], -1, c.Args[1:]) },
		"snprintf": func(x *process, c *scalar.Call) (uint64, error) {
			return x.printTo(c, c.Args[0], sizeOf(c.Args[1]), c.Args[2:])
		},
		"vprintf": func(x *process, c *scalar.Call) (uint64, error) {
			return x.print(c, x.listed(c.Args[0], c.Args[1]))
		},
		"vfprintf": func(x *process, c *scalar.Call) (uint64, error) {
			return x.printFile(c, x.listed(c.Args[1], c.Args[2]))
		},
		"vsprintf": func(x *process, c *scalar.Call) (uint64, error) {
			return x.printTo(c, c.Args[0], -1, x.listed(c.Args[1], c.Args[2]))
		},
		"vsnprintf": func(x *process, c *scalar.Call) (uint64, error) {
			return x.printTo(c, c.Args[0], sizeOf(c.Args[1]), x.listed(c.Args[2], c.Args[3]))
		},
		"puts": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			return x.say(c, 1, string(texts[0])+"\n")
		}),
		"putchar": func(x *process, c *scalar.Call) (uint64, error) {
			if n, err := x.say(c, 1, string([]byte{byte(c.Args[0])})); n != 1 {
				return n, err
			}
			return uint64(byte(c.Args[0])), nil
		},
		"fputs": func(x *process, c *scalar.Call) (uint64, error) {
			texts, err := x.cStrings(c, c.Args[0])
			if err != nil {
				return 0, err
			}
			return x.putAll(c, c.Args[1], string(texts[0]))
		},
		"fputc": func(x *process, c *scalar.Call) (uint64, error) {
			n, err := x.putAll(c, c.Args[1], string([]byte{byte(c.Args[0])}))
			if n == 1 {
				return uint64(byte(c.Args[0])), err
			}
			return n, err
		},
		"strerror": plain(func(x *process, c *scalar.Call) uint64 { return x.literal(problem(int32(c.Args[0]))) }),
		"strtof": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			text := string(texts[0])
			f, used := float(text)
			if g, err := strconv.ParseFloat(strings.TrimLeft(text[:used], blanks), 32); err == nil { // rounded once
				f = g
			}
			return uint64(math.Float32bits(float32(f))), x.end(c, c.Args[1], c.Args[0]+uint64(used))
		}),
		"getchar": func(x *process, c *scalar.Call) (uint64, error) {
			if in := x.input(c); in != nil {
				if b, err := in.ReadByte(); err == nil {
					return uint64(b), nil
				}
			}
			return math.MaxUint64, nil
		},
		"scanf": func(x *process, c *scalar.Call) (uint64, error) {
			in := x.input(c)
			if in == nil {
				return math.MaxUint64, nil
			}
			return x.scan(c, in, c.Args)
		},
		"sscanf": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			return x.scan(c, bufio.NewReader(bytes.NewReader(texts[0])), c.Args[1:])
		}),
		"fscanf": func(x *process, c *scalar.Call) (uint64, error) {
			in, err := x.readable(c, c.Args[0])
			if in == nil {
				return math.MaxUint64, err
			}
			return x.scan(c, in, c.Args[1:])
		},

		"strlen": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) { return uint64(len(texts[0])), nil }),
		"strcmp": ofTexts(2, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			return compare(texts[0], texts[1], c.Args[2]), nil
		}),
		"strncasecmp": ofTexts(2, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			return compare(bytes.ToLower(texts[0]), bytes.ToLower(texts[1]), c.Args[2]), nil
		}),
		"strcasecmp": ofTexts(2, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			return compare(bytes.ToLower(texts[0]), bytes.ToLower(texts[1]), math.MaxUint64), nil
		}),
		// Args: to, from, how many characters, -1 for all. What a text leaves of them is zeros.
		"strcpy": func(x *process, c *scalar.Call) (uint64, error) {
			texts, err := x.cStrings(c, c.Args[1])
			if err != nil {
				return 0, err
			}
			text := texts[0]
			n := len(text) + 1
			if c.Args[2] != math.MaxUint64 {
				n = sizeOf(c.Args[2])
			}
			to, ok := x.heap.memory.Bytes(c.Args[0], n)
			if !ok {
				return 0, x.fault(c, c.Args[0], true)
			}
			clear(to[copy(to, text):])
			return c.Args[0], nil
		},
		"strstr": ofTexts(2, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			if i := bytes.Index(texts[0], texts[1]); i >= 0 {
				return c.Args[0] + uint64(i), nil
			}
			return 0, nil
		}),
		"atol": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			n, _ := integer(string(texts[0]), 10)
			return uint64(n), nil
		}),
		"strtol": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			n, used := integer(string(texts[0]), int(int32(c.Args[2])))
			return uint64(n), x.end(c, c.Args[1], c.Args[0]+uint64(used))
		}),
		"atof": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			f, _ := float(string(texts[0]))
			return math.Float64bits(f), nil
		}),
		"strtod": ofTexts(1, func(x *process, c *scalar.Call, texts [][]byte) (uint64, error) {
			f, used := float(string(texts[0]))
			return math.Float64bits(f), x.end(c, c.Args[1], c.Args[0]+uint64(used))
		}),
	})
}

// printFile is fprintf, with the format and its values.
func (x *process) printFile(c *scalar.Call, args []uint64) (uint64, error) {
	text, ok, err := x.formatted(c, args)
	if !ok || err != nil {
		return notPrinted, err
	}
	return x.putAll(c, c.Args[0], text)
}

// putAll writes a string to a FILE*; the result is -1 if not all of it was written.
func (x *process) putAll(c *scalar.Call, at uint64, text string) (uint64, error) {
	n, err := x.put(c, at, text)
	if n < len(text) || err != nil {
		return math.MaxUint64, err
	}
	return uint64(n), nil
}

func (x *process) write(out io.Writer, text string) (uint64, error) {
	if _, err := io.WriteString(out, text); err != nil {
		return 0, fmt.Errorf("the program's output: %w", err)
	}
	return uint64(len(text)), nil
}

// listed are a format and the values of its va_list, which are 8 bytes each.
func (x *process) listed(format, list uint64) []uint64 {
	args := []uint64{format}
	text := x.heap.text(format)
	for range strings.Count(text, "%") + strings.Count(text, "*") {
		word, ok := x.heap.memory.Bytes(list, 8)
		if !ok {
			break
		}
		args = append(args, memory.Word(word, 8))
		list += 8
	}
	return args
}

// formatted is what printf makes of a format and its values; ok is false if that is more than the program may hold.
func (x *process) formatted(c *scalar.Call, args []uint64) (text string, ok bool, err error) {
	format, err := x.cStrings(c, args[0])
	if err != nil {
		return "", false, err
	}
	room := x.heap.room() / 4 // the text is put together, and given on
	text = warp.Format(string(format[0]), args[1:], true, func(at uint64) string {
		text, there := x.heap.cString(at)
		if !there && at != 0 && err == nil {
			err = x.fault(c, at, false)
		}
		if room -= len(text); room < 0 {
			return ""
		}
		return x.heap.text(at)
	})
	if room < 0 {
		x.finds(HostError, "line %d: %s of a text that is longer than what the program may hold, %s", c.Line, c.Name, bytesize.Limit(int64(x.heap.limit)))
	}
	return text, room >= 0, err
}

// notPrinted is what the functions of printf return when they have failed.
const notPrinted = math.MaxUint64

// print is printf, with the format and its values.
func (x *process) print(c *scalar.Call, args []uint64) (uint64, error) {
	text, ok, err := x.formatted(c, args)
	if !ok || err != nil {
		return notPrinted, err
	}
	return x.say(c, 1, text)
}

// say writes to the standard output or that of errors, 1 or 2; it is -1 if that fails.
func (x *process) say(c *scalar.Call, number int, text string) (uint64, error) {
	s := x.unclosed(c, x.standardFile(number))
	if s == nil {
		return notPrinted, nil
	}
	n, err := x.putInto(c, s, text)
	if n < len(text) || err != nil {
		return notPrinted, err
	}
	return uint64(n), nil
}

// printTo is sprintf, and snprintf with a limit.
func (x *process) printTo(c *scalar.Call, to uint64, limit int, args []uint64) (uint64, error) {
	text, ok, err := x.formatted(c, args)
	if !ok || err != nil {
		return notPrinted, err
	}
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
func compare(a, b []byte, n uint64) uint64 {
	if uint64(len(a)) > n {
		a = a[:n]
	}
	if uint64(len(b)) > n {
		b = b[:n]
	}
	return uint64(int64(bytes.Compare(a, b)))
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

// integer is strtol: the number at the start of a string, and how many characters it takes.
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
		if f, err := strconv.ParseFloat(text[start:end], 64); err == nil || f != 0 && errors.Is(err, strconv.ErrRange) {
			return f, end
		}
	}
	return 0, 0
}

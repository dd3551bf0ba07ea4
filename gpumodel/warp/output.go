package warp

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
)

func ones(lanes uint32) int { return bits.OnesCount32(lanes) }

// count adds an instruction to the statistics.
func (m *Machine) count(in *instr, guarded, active uint32) {
	m.Stats.Instructions += int64(in.Count)
	m.Stats.ThreadInstructions += int64(in.Count * ones(active))
	m.Stats.ByClass[in.Class] += int64(in.Count)
	m.Stats.Flops += int64(in.Flops * ones(guarded))
}

var errAssert = errors.New("assertion failed")

func (m *Machine) assert(w *warpState, in *instr, active uint32) error {
	bad := active
	if holds := in.Extra[0]; holds.Kind == isa.Pred {
		bad &^= m.mask(w, holds)
	} else {
		for i, v := range m.value(w, holds, in.Types[0]) {
			if v != 0 {
				bad &^= 1 << i
			}
		}
	}
	if bad == 0 {
		return nil
	}
	return m.fault(w, first(bad), in.Line, errAssert)
}

// printf prints for each active thread in turn.
func (m *Machine) printf(w *warpState, in *instr, active uint32) error {
	if m.Stdout == nil {
		return nil
	}
	values := make([]Lanes, len(in.Extra))
	for a, o := range in.Extra {
		values[a] = *m.value(w, o, in.Types[a])
	}
	args := make([]uint64, len(values))
	for i := range 32 {
		if active>>i&1 == 0 {
			continue
		}
		for a := range values {
			args[a] = values[a][i]
		}
		if _, err := io.WriteString(m.Stdout, format(m.Program.Formats[in.Imm], args)); err != nil {
			return fmt.Errorf("printf: %w", err)
		}
	}
	return nil
}

// format is C's printf for the conversions that device code can use. The bits of
// an argument are an int of the size that the conversion names, or a double.
func format(f string, args []uint64) string {
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
		for end < len(f) && strings.IndexByte("-+ #0123456789.*hlzjt", f[end]) >= 0 {
			end++
		}
		if end == len(f) {
			out.WriteString(f[i:])
			break
		}
		flags, long := verbFlags(f[i+1:end], next)
		out.WriteString(convert(flags, f[end], long, next))
		i = end
	}
	return out.String()
}

// verbFlags splits the flags of a conversion from its length modifiers; a * takes
// its number from the arguments.
func verbFlags(spec string, next func() uint64) (flags string, long bool) {
	var b strings.Builder
	for _, r := range spec {
		switch {
		case strings.ContainsRune("lzjt", r):
			long = true
		case r == 'h':
		case r == '*':
			fmt.Fprint(&b, int32(next()))
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), long
}

func convert(flags string, verb byte, long bool, next func() uint64) string {
	switch verb {
	case '%':
		return "%"
	case 'd', 'i':
		if long {
			return fmt.Sprintf("%"+flags+"d", int64(next()))
		}
		return fmt.Sprintf("%"+flags+"d", int32(next()))
	case 'u':
		if long {
			return fmt.Sprintf("%"+flags+"d", next())
		}
		return fmt.Sprintf("%"+flags+"d", uint32(next()))
	case 'x', 'X', 'o':
		bits := next()
		if !long {
			bits = uint64(uint32(bits))
		}
		return fmt.Sprintf("%"+flags+string(verb), bits)
	case 'c':
		return fmt.Sprintf("%"+flags+"c", rune(next()&0xff))
	case 'p':
		return fmt.Sprintf("%#x", next())
	case 'f', 'F', 'e', 'E', 'g', 'G':
		return cFloat(flags, verb, ir.F64.Value(next()))
	}
	return "%" + flags + string(verb)
}

// cFloat prints as C does: six digits unless told otherwise, inf and nan in
// small letters and without zeros before them.
func cFloat(flags string, verb byte, x float64) string {
	if x-x != 0 {
		s := fmt.Sprintf("%"+strings.ReplaceAll(strings.SplitN(flags, ".", 2)[0], "0", "")+"s", strings.ToLower(fmt.Sprintf("%v", x)))
		return strings.Replace(s, "+inf", "inf", 1)
	}
	if !strings.Contains(flags, ".") {
		flags += ".6"
	}
	return fmt.Sprintf("%"+flags+string(verb), x)
}

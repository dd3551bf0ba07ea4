package cell

import (
	"math"
	"strings"
	"testing"

	"go.starlark.net/starlark"
)

// TestFormatSpec compares with what CPython 3.12 prints.
func TestFormatSpec(t *testing.T) {
	for _, test := range []struct{ value, spec, want string }{
		{"3.14159", ".2f", "3.14"}, {"3.14159", "8.2f", "    3.14"}, {"3.14159", "<8.2f", "3.14    "}, {"3.14159", "^8.2f", "  3.14  "},
		{"3.14159", "08.2f", "00003.14"}, {"-3.14159", "08.2f", "-0003.14"}, {"-3.14159", "=+9.1f", "-     3.1"}, {"3.14159", "+.1f", "+3.1"}, {"3.14159", " .1f", " 3.1"},
		{"3.14159", "e", "3.141590e+00"}, {"3.14159", ".0e", "3e+00"}, {"3.14159", "E", "3.141590E+00"}, {"1234567.0", "g", "1.23457e+06"}, {"0.00001234", "g", "1.234e-05"},
		{"100000.0", "g", "100000"}, {"1000000.0", "g", "1e+06"}, {"1.5", "g", "1.5"}, {"1.0", ".3", "1.0"}, {"123.456", ".3", "123.0"}, {"1234.5", ".3", "1.23e+03"},
		{"0.5", "%", "50.000000%"}, {"0.256", ".1%", "25.6%"}, {"1234567.891", ",.2f", "1,234,567.89"}, {"1234567.891", "_.1f", "1_234_567.9"}, {"2.5", ".0f", "2"}, {"3.5", ".0f", "4"},
		{"1e300", ".1e", "1.0e+300"}, {"1e16", "", "1e+16"}, {"2.0", "", "2.0"}, {"0.0", "5.1f", "  0.0"}, {"-0.0", ".1f", "-0.0"}, {"12.0", "06,.1f", "0,012.0"},
		{"42", "d", "42"}, {"42", "5", "   42"}, {"42", "<5d", "42   "}, {"42", "05d", "00042"}, {"-42", "05d", "-0042"}, {"42", "x", "2a"}, {"42", "#X", "0X2A"}, {"42", "#b", "0b101010"}, {"42", "o", "52"},
		{"42", "c", "*"}, {"42", ".1f", "42.0"}, {"42", "e", "4.200000e+01"}, {"1234567", ",", "1,234,567"}, {"1234567", "_", "1_234_567"}, {"123", ",", "123"}, {"65535", "_x", "ffff"}, {"65536", "_x", "1_0000"},
		{"1234567", "012,d", "0,001,234,567"}, {"42", "*^8", "***42***"}, {"42", "+", "+42"}, {"True", "", "True"}, {"True", "d", "1"}, {"True", "5", "True "},
		{"'warp'", "", "warp"}, {"'warp'", "8", "warp    "}, {"'warp'", ">8", "    warp"}, {"'warp'", "^9", "  warp   "}, {"'warp'", ".2", "wa"}, {"'warp'", "*<6.3s", "war***"}, {"'žluť'", ">6", "  žluť"},
		{"None", "", "None"}, {"None", "6", "None  "}, {"[1.0]", "", "[1.0]"},
		{"100000000000000000000000", ",", "100,000,000,000,000,000,000,000"},
		{"1.5", "d", "!"}, {"'a'", "d", "!"}, {"'a'", ",", "!"}, {"42", ".2d", "!"}, {"42", "zz", "!"}, {"'a'", "+", "!"}, {"42", "s", "!"},
	} {
		v, err := starlark.EvalOptions(options, new(starlark.Thread), "", test.value, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := formatValue(v, test.spec)
		if err != nil {
			got = "!"
		}
		if got != test.want {
			t.Errorf("format(%s, %q) = %q (%v), want %q", test.value, test.spec, got, err, test.want)
		}
	}
	for x, want := range map[float64]string{math.Inf(1): "   inf", math.Inf(-1): "  -inf", math.NaN(): "   nan"} {
		if got, err := formatValue(starlark.Float(x), "6.2f"); got != want || err != nil {
			t.Errorf("format(%v) = %q, %v", x, got, err)
		}
	}
}

// TestPercent compares with what CPython 3.12 prints.
func TestPercent(t *testing.T) {
	for _, test := range []struct{ template, value, want string }{
		{"%d", "3", "3"}, {"%5d|", "3", "    3|"}, {"%-5d|", "3", "3    |"}, {"%05d", "-3", "-0003"}, {"%+d", "3", "+3"}, {"% d", "3", " 3"}, {"%x %X %o %#x", "(255, 255, 8, 255)", "ff FF 10 0xff"},
		{"%.3d", "5", "005"}, {"%f", "1.5", "1.500000"}, {"%.2f", "1", "1.00"}, {"%8.3f|", "3.14159", "   3.142|"}, {"%-8.1f|", "3.14159", "3.1     |"}, {"%08.1f", "-3.14159", "-00003.1"},
		{"%e", "12345.678", "1.234568e+04"}, {"%g", "0.0001", "0.0001"}, {"%g", "1e10", "1e+10"}, {"%G", "1e-10", "1E-10"}, {"%s %r", "('a', 'a')", `a "a"`}, {"%5s|%-5s|", "('ab', 'ab')", "   ab|ab   |"},
		{"%.1s", "'abc'", "a"}, {"%c%c", "('x', 65)", "xA"}, {"100%%", "()", "100%"}, {"%*d", "(5, 3)", "    3"}, {"%.*f", "(2, 3.14159)", "3.14"}, {"%(a)s-%(b)03d", `{"a": "x", "b": 7}`, "x-007"},
		{"%s", "[1, 2.0]", "[1, 2.0]"}, {"%d", "3.99", "3"}, {"%i", "7", "7"}, {"%s", "{'a': 1}", `{"a": 1}`}, {"none", "()", "none"}, {"none", "{'a': 1}", "none"},
		{"%d", "'a'", "!"}, {"%d %d", "(1,)", "!"}, {"%d", "(1, 2)", "!"}, {"%y", "1", "!"}, {"%", "1", "!"}, {"%(a)s", "1", "!"}, {"%(q)s", "{'a': 1}", "!"}, {"%x", "1.5", "!"}, {"%99999999999d", "1", "!"}, {"%c", "'ab'", "!"},
	} {
		v, err := starlark.EvalOptions(options, new(starlark.Thread), "", test.value, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := percent(test.template, v)
		if err != nil {
			got = "!"
		}
		if got != test.want {
			t.Errorf("%q %% %s = %q (%v), want %q", test.template, test.value, got, err, test.want)
		}
	}
}

// FuzzPreprocess checks what the preprocessor promises for any text: it ends,
// it does not panic, and every character that it keeps stands where it stood.
func FuzzPreprocess(f *testing.F) {
	for _, seed := range []string{
		"x = f\"{a!r:>{w}} {{}} {d['k']}\"\nassert x, f'{x=}'", "%time f()\n?x\nx?\n%%cuda\n", "f'''\n{1\n+2}\n'''", "rf'{x}' Rb'' \"\\\n\"", "f\"{f\"{f'{x}'}\"}\"",
		"f\"{x", "f\"{x:{y:{z}}}\"", "f\"{\"", "a ? b : c\x00", "x = 'a\nb'\n\ty = 1e+5j", "f\"{'\"", "f'{x!}'", "f'{a:b!c}'", "x\\\ny", "f'{lambda x: 1}'", "f'\\N{dash}'", "if x: assert y; assert z",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		src = strings.ToValidUTF8(src, "?")
		for _, part := range segments(src, 1) {
			tokens := lex(part.text, place{part.line, 1}, false)
			p, fault := prepare(part.text, tokens)
			if fault != nil {
				if fault.msg == "" || fault.at.line < 1 || fault.at.col < 1 {
					t.Fatalf("fault %+v", fault)
				}
				continue
			}
			before, after := strings.Split(part.text, "\n"), strings.Split(p.text, "\n")
			if len(before) != len(after) {
				t.Fatalf("%q has %d lines, %q has %d", part.text, len(before), p.text, len(after))
			}
			for i := range before {
				if len([]rune(before[i])) != len([]rune(after[i])) {
					t.Fatalf("line %d: %q became %q", i+1, before[i], after[i])
				}
			}
			s := New()
			cell := s.newSource("In[1]", src)
			file, p, err := parse(cell.key, part.text, part.line)
			if err == nil {
				_, err = cell.compile(file, p, true)
			}
			if _, isFault := err.(interface{ Error() string }); err != nil && !isFault {
				t.Fatal(err)
			}
		}
		s := New()
		s.IsComplete(src)
		s.Complete(src, len(src)/2)
		s.Inspect(src, len(src)/2, 1)
	})
}

package token

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPreprocess compares the tokens that are left.
func TestPreprocess(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"object", "#define N 4\nint a[N];", "int a [ 4 ] ;"},
		{"nested", "#define A B\n#define B 7\nA", "7"},
		{"redefined later", "#define A B\n#define B 7\nA\n#undef B\n#define B 8\nA", "7 8"},
		{"self", "#define A A + 1\nA", "A + 1"},
		{"mutual", "#define A B\n#define B A\nA", "A"},
		{"function", "#define F(x, y) ((x) * y)\nF(1 + 2, (3, 4))", "( ( 1 + 2 ) * ( 3 , 4 ) )"},
		{"bare name", "#define F(x) x\nF + F (2)", "F + 2"},
		{"argument over lines", "#define F(x) x\nF(1\n+\n2)", "1 + 2"},
		{"no arguments", "#define F() 5\nF()", "5"},
		{"empty argument", "#define F(x) [x]\nF()", "[ ]"},
		{"variadic", "#define P(f, ...) g(f, __VA_ARGS__)\nP(1, 2, 3)", "g ( 1 , 2 , 3 )"},
		{"string", "#define S(x) #x\nS(a + \"b\")", `"a + \"b\""`},
		{"paste", "#define C(a, b) a##b\nC(thread, Idx).x", "threadIdx . x"},
		{"continuation", "#define M a \\\n  b\nM", "a b"},
		{"continuation before a comment", "int a = 1 + \\ // and\n2;", "int a = 1 + 2 ;"},
		{"comment", "a /* b\n */ c // d\ne", "a c e"},
		{"if", "#if 1 + 1 == 2 && !defined(X)\na\n#else\nb\n#endif", "a"},
		{"elif", "#define V 2\n#if V == 1\na\n#elif V == 2\nb\n#elif V == 2\nc\n#else\nd\n#endif", "b"},
		{"nested if", "#ifdef X\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"},
		{"ifndef", "#ifndef N\n#define N 3\n#endif\nN", "3"},
		{"words of the headers", "#ifndef __global__\n#define __global__\n#endif\n#if defined(__shared__) && !defined(shared)\na __global__\n#endif", "a __global__"},
		{"unknown is zero", "#if FOO > 0\na\n#endif\nb", "b"},
		{"skipped text is not checked", "#if 0\nit's \"odd `\n#endif\na", "a"},
		{"option", "OPT", "16"},
		{"option in if", "#if OPT >= 16\nbig\n#endif", "big"},
		{"line", "\n__LINE__", "2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := NewReporter("t.cu", test.src)
			source := Preprocess(r, test.src, Options{Defines: map[string]string{"OPT": "16"}, Words: Words("__global__ __shared__"),
				Condition: func(_ *Reporter, toks []Token) int64 { return conditionValue(t, toks) }})
			if err := r.Err(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, spelled(source.Tokens[:len(source.Tokens)-1])); diff != "" {
				t.Errorf("(-want +got) %s", diff)
			}
		})
	}
}

// conditions are the values of what stands behind #if in the tests, its macros expanded and unknown names made 0.
var conditions = map[string]int64{
	"1 + 1 == 2 && ! 0": 1, "2 == 1": 0, "2 == 2": 1, "1": 1, "0": 0, "0 > 0": 0, "1 && ! 0": 1, "16 >= 16": 1,
}

func conditionValue(t *testing.T, toks []Token) int64 {
	v, known := conditions[spelled(toks)]
	if !known {
		t.Errorf("the condition %q is not in the table", spelled(toks))
	}
	return v
}

// spelled are the words of tokens with a blank between them.
func spelled(toks []Token) string {
	var list []string
	for _, tok := range toks {
		list = append(list, tok.Text)
	}
	return strings.Join(list, " ")
}

// TestReadNumber: the type of a number follows from its spelling and its size ([lex.icon], sizes of Linux).
func TestReadNumber(t *testing.T) {
	for _, test := range []struct {
		text string
		want NumberValue
		err  string
	}{
		{"7", NumberValue{IntNumber, 7, 0}, ""},
		{"0b101", NumberValue{IntNumber, 5, 0}, ""},
		{"010", NumberValue{IntNumber, 8, 0}, ""},
		{"1'000", NumberValue{IntNumber, 1000, 0}, ""},
		{"2147483647", NumberValue{IntNumber, 1<<31 - 1, 0}, ""},
		{"2147483648", NumberValue{LongNumber, 1 << 31, 0}, ""},
		{"0x80000000", NumberValue{UIntNumber, 1 << 31, 0}, ""},
		{"4294967296u", NumberValue{ULongNumber, 1 << 32, 0}, ""},
		{"0xffffffffffffffff", NumberValue{ULongNumber, -1, 0}, ""},
		{"1l", NumberValue{LongNumber, 1, 0}, ""},
		{"1ull", NumberValue{ULongLongNumber, 1, 0}, ""},
		{"1ll", NumberValue{LongLongNumber, 1, 0}, ""},
		{"1.5", NumberValue{DoubleNumber, 0, 1.5}, ""},
		{"1e2f", NumberValue{FloatNumber, 0, 100}, ""},
		{"0x1p-2", NumberValue{DoubleNumber, 0, 0.25}, ""},
		{"18446744073709551616", NumberValue{}, `number "18446744073709551616" does not fit into 64 bits`},
		{"1uu", NumberValue{}, `"1uu" is not a number`},
		{"2f", NumberValue{}, `number "2f": the suffix f needs a point or an exponent: write 2.0f`},
	} {
		got, err := ReadNumber(test.text)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got != test.want || message != test.err {
			t.Errorf("%s: got %+v and error %q, want %+v and %q", test.text, got, message, test.want, test.err)
		}
	}
}

// TestFiles: lines count through the source and its headers, and messages name the file and the line there.
func TestFiles(t *testing.T) {
	headers := map[string]string{"a.h": "#include \"b.h\"\nint a;", "b.h": "int b;"}
	src := "int first;\n#include \"a.h\"\nint last;"
	r := NewReporter("k.cu", src)
	source := Preprocess(r, src, Options{Include: func(name, _ string) (string, string, bool) { return name, headers[name], headers[name] != "" }})
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tok := range source.Tokens {
		if tok.Is(";") {
			file, line, text := r.Place(tok.Pos.Line)
			got = append(got, r.Placed("line "+strconv.Itoa(tok.Pos.Line))+": "+file+":"+strconv.Itoa(line)+": "+text)
		}
	}
	want := []string{"line 1: k.cu:1: int first;", "line 1 of b.h: b.h:1: int b;", "line 2 of a.h: a.h:2: int a;", "line 3: k.cu:3: int last;"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got) %s", diff)
	}
	if a, b := source.Tokens[0].Pos, source.Tokens[3].Pos; !r.Before(a, b) || r.Before(b, a) || !r.Before(b, Pos{3, 1}) {
		t.Error("a header does not stand where its directive stands")
	}
	if lines := r.Lines(); len(lines) != 6 {
		t.Errorf("%d lines, want 6", len(lines))
	} else if lines[0] = "changed"; r.Line(1) != "int first;" {
		t.Errorf("line 1 is %q after a caller changed its copy", r.Line(1))
	}
	if got, want := r.ErrorAt(Pos{5, 0}, "see line 6").Error(), "a.h:2:1: see line 1 of b.h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

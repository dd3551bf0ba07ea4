package cuda

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/cuda/token"
)

// parsed is f of src, which must be right.
func parsed(t *testing.T, src string, defines map[string]string) *File {
	t.Helper()
	f, err := Parse("t.cu", src, Options{Defines: defines})
	if err != nil {
		t.Fatalf("refused:\n%s", err.(token.ErrorList).Detail())
	}
	return f
}

// TestConditions: #if reads its line as the parser reads a constant expression.
func TestConditions(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"1 + 1 == 2 && !defined(X)", "yes"}, {"OPT >= 16", "yes"}, {"OPT / 5 % 2", "yes"}, {"(OPT | 1) == 16", "no"},
		{"FOO > 0", "no"}, {"defined(__shared__) && !defined(shared)", "yes"}, {"'a' == 97", "yes"}, {"true", "yes"},
	} {
		got, err := Preprocessed("t.cu", "#if "+test.line+"\nyes\n#else\nno\n#endif", Options{Defines: map[string]string{"OPT": "16"}})
		if err != nil {
			t.Errorf("#if %s: %v", test.line, err)
			continue
		}
		if words := strings.Fields(got); words[len(words)-1] != test.want {
			t.Errorf("#if %s: got %q, want %q", test.line, got, test.want)
		}
	}
	_, err := Preprocessed("t.cu", "#if 1 +\n#endif", Options{})
	want := "t.cu:1:8: expected an expression but found the end of the source"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestConstants evaluates constant expressions; the wanted values follow C++ on Linux.
func TestConstants(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"1 + 2 * 3", "7"},
		{"(1 + 2) * 3 - -4", "13"},
		{"7 / 2", "3"}, {"-7 / 2", "-3"}, {"-7 % 3", "-1"},
		{"7u - 8", "4294967295:unsigned int"},
		{"1 << 4 | 3 & 6 ^ 1", "19"},
		{"~0", "-1"}, {"~0u >> 28", "15:unsigned int"}, {"-16 >> 2", "-4"},
		{"0x7fffffff + 1", "-2147483648"},
		{"0x80000000", "2147483648:unsigned int"},
		{"2147483648", "2147483648:long"},
		{"0b101 + 010 + 0xFFul", "268:unsigned long"},
		{"1'000'000", "1000000"},
		{"'a' + 1", "98"}, {`'\n'`, "10:char"}, {`'\x41'`, "65:char"},
		{"5 > 3 ? 10 : 20.0f", "10f"},
		{"1 && 0 || 1", "true"},
		{"!3", "false"},
		{"1.0 / 3.0f", "0.3333333333333333d"},
		{"1.f / 3.f", "0.33333334f"},
		{"1e-3f", "0.001f"}, {"2.e1", "20d"}, {".5", "0.5d"}, {"0x1p-2", "0.25d"},
		{"(int)3.99", "3"}, {"(unsigned char)300", "44:unsigned char"}, {"(bool)0.5f", "true"},
		{"int(-2.7f)", "-2"}, {"static_cast<float>(1) / 2", "0.5f"},
		{"(unsigned)-1.0f", "0:unsigned int"}, {"(int)1e20", "2147483647"},
		{"sizeof(float)", "4:unsigned long"}, {"sizeof(double4) + sizeof(int[3][2])", "56:unsigned long"},
		{"sizeof(long) == 8 && sizeof 1.0f == 4", "true"}, {"sizeof(float*)", "8:unsigned long"},
		{"sizeof(S)", "24:unsigned long"},
		{"N * 2 + M", "67"}, {"D", "5"}, {"E1", "7"},
		{"INT_MAX", "2147483647"}, {"FLT_MAX", "3.4028235e+38f"}, {"-INFINITY", "-Inff"},
		{"1u < -1", "true"}, {"-1 < 1u", "false"}, {"-1L < 1u", "true"},
		{"true + true", "2"},
		{"nullptr", "null"},
	}
	const head = "struct S { char c; double d; short s; };\nconst int N = 32; constexpr int M = N / 8 - 1;\nenum { E0 = 6, E1 };\n#define D (2 + 3)\n"
	for _, test := range tests {
		t.Run(test.expr, func(t *testing.T) {
			f := parsed(t, head+"__global__ void k() { auto x = "+test.expr+"; }", nil)
			v := f.Kernels[0].Body.Stmts[0].(*Decl).Vars[0]
			lit, ok := v.Init.(*Lit)
			if !ok {
				t.Fatalf("not folded: %T", v.Init)
			}
			if got := literal(lit); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestInstantiate(t *testing.T) {
	f := parsed(t, `
#define BIG 128
template <typename T, int N = 16, bool Flag = false>
__global__ void k(T *a) {
  __shared__ T s[N];
  s[threadIdx.x] = Flag ? a[0] : T(N);
}`, map[string]string{"M": "4"})
	k := f.Kernels[0]
	if k.Body != nil || k.Template == nil || len(k.Template.Params) != 3 || k.Template.Params[1].Default != "16" {
		t.Fatalf("template is %+v", k.Template)
	}
	for _, test := range []struct{ args, name, shared string }{
		{"float", "k<float, 16, false>", "float[16]"},
		{"double|BIG * M", "k<double, 512, false>", "double[512]"},
		{"unsigned char|32|true", "k<unsigned char, 32, true>", "unsigned char[32]"},
	} {
		fn, err := f.Instantiate(k, strings.Split(test.args, "|"))
		if err != nil {
			t.Fatal(err)
		}
		if fn.Name != test.name || !fn.Kernel || fn.Template != nil {
			t.Errorf("got %s, want %s", fn.Name, test.name)
		}
		if got := fn.Body.Stmts[0].(*Decl).Vars[0].Type.String(); got != test.shared {
			t.Errorf("%s has shared %s, want %s", fn.Name, got, test.shared)
		}
		if again, _ := f.Instantiate(k, strings.Split(test.args, "|")); again != fn {
			t.Errorf("%s is made twice", fn.Name)
		}
	}
	for args, want := range map[string]string{
		"":                "cannot be deduced",
		"float|x":         "undeclared identifier",
		"7":               "needs a type, got 7",
		"float|0":         "has size 0",
		"float|1|true|9":  "has 3 parameters, got 4",
		"float|int":       "needs a constant of type int, got int",
		"float,":          "expected the end of the argument",
		"float|16|nothin": "undeclared identifier",
	} {
		list := strings.Split(args, "|")
		if args == "" {
			list = nil
		}
		if _, err := f.Instantiate(k, list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Instantiate(%q): got error %v, want %q", args, err, want)
		}
	}
	if _, err := f.Instantiate(k, []string{"float", "8"}); err != nil {
		t.Errorf("after errors: %v", err)
	}
}

func TestLaunches(t *testing.T) {
	f := parsed(t, `
__global__ void k(float *a, int n) { a[0] = n; }
template <int N> __global__ void t(float *a) { a[0] = N; }
void run(float *a) {
  dim3 block(16, 16), grid{4, 4};
  dim3 other = dim3(2);
  k<<<grid, block, 16 * sizeof(float), stream>>>(a, f(1, 2));
  t<32> <<< other, 64 >>> (a);
  k<<<1, 1>>>(a + 1, (int)x);
}`, nil)
	var got []string
	for _, l := range f.Launches {
		got = append(got, fmt.Sprintf("%d %s", l.Pos.Line, l))
	}
	want := []string{
		"7 k<<<dim3(4, 4), dim3(16, 16), 16 * sizeof(float)>>>(a, f(1, 2))",
		"8 t<32><<<dim3(2), 64>>>(a)",
		"9 k<<<1, 1>>>(a + 1, (int)x)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got) %s", diff)
	}
}

func TestDetail(t *testing.T) {
	_, err := Parse("reduce.cu", "__global__ void k(float *sdata) {\n\t/* č */ sdat[0] = 1;\n}\n", Options{})
	want := `reduce.cu:2:10: undeclared identifier "sdat" (did you mean "sdata"?)
   2 | 	/* č */ sdat[0] = 1;
     | 	        ^~~~`
	if diff := cmp.Diff(want, err.(token.ErrorList).Detail()); diff != "" {
		t.Errorf("(-want +got) %s", diff)
	}
}

// Many mistakes are cut off, with their number.
func TestManyErrors(t *testing.T) {
	var b strings.Builder
	b.WriteString("__global__ void k(int *a) {\n")
	for i := range 50 {
		fmt.Fprintf(&b, "a[0] = x%d;\n", i)
	}
	b.WriteString("}\n")
	_, err := Parse("t.cu", b.String(), Options{})
	list := err.(token.ErrorList)
	if len(list) != token.MaxErrors || !strings.HasSuffix(list[token.MaxErrors-1].Msg, "(and 30 more errors)") {
		t.Errorf("got %d errors, the last is %v", len(list), list[len(list)-1])
	}
}

// Every built-in's overloads can be called with arguments of its own types.
func TestBuiltins(t *testing.T) {
	list := Builtins()
	if len(list) < 300 {
		t.Fatalf("only %d built-ins", len(list))
	}
	for _, b := range list {
		var params, args []string
		for i, p := range b.Params {
			params = append(params, fmt.Sprintf("%s p%d", p, i))
			args = append(args, fmt.Sprintf("p%d", i))
		}
		// A kernel that launches another one makes cudaDeviceSynchronize wait for something.
		src := fmt.Sprintf("__global__ void k(%s) { %s(%s); }\n__global__ void launching() { launching<<<1, 1>>>(); }", strings.Join(params, ", "), b.Name, strings.Join(args, ", "))
		f, err := Parse("t.cu", src, Options{})
		if err != nil {
			t.Errorf("%s: %v", b, err)
			continue
		}
		call := f.Kernels[0].Body.Stmts[0].(*ExprStmt).X.(*Call)
		ours := call.Func != nil && call.Func.Library && call.Func.Builtin == textOf(b.Name, b.Params)
		if !ours && call.Builtin != b.Name || !Same(call.Type, b.Result) {
			t.Errorf("%s: resolved to %s of type %s", b, call.Builtin, call.Type)
		}
	}
}

// TestTypes checks the types that overloads and conversions give.
func TestTypes(t *testing.T) {
	for expr, want := range map[string]string{
		"sqrt(f)": "float", "sqrt(d)": "double", "sqrt(i)": "double", "pow(f, 2)": "double", "pow(f, 2.0f)": "float",
		"powf(d, 2)": "float", "max(i, 3)": "int", "max(i, u)": "unsigned int", "min(f, 1.0)": "double",
		"abs(i)": "int", "abs(f)": "float", "fmaxf(f, 0)": "float", "fma(f, f, f)": "float",
		"i + u": "unsigned int", "i * 1L": "long", "f * 2": "float", "f * 2.0": "double", "c + c": "int",
		"i < f": "bool", "p - p": "long", "p + i": "float*", "&p[1]": "float*", "*p": "float", "p == nullptr": "bool",
		"atomicAdd(p, 1)": "float", "__popc(i)": "int", "i ? f : d": "double", "threadIdx.x": "unsigned int",
		"make_float2(1, i).x": "float", "sizeof(i)": "unsigned long", "clock64()": "long long", "i << 2L": "int",
	} {
		f := parsed(t, "__global__ void k(int i, unsigned u, float f, double d, char c, float *p) { auto x = "+expr+"; }", nil)
		if got := f.Kernels[0].Body.Stmts[0].(*Decl).Vars[0].Type.String(); got != want {
			t.Errorf("%s has type %s, want %s", expr, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"transpose.cu", "lecture.cu", "teaching.cu", "errors.txt", "notes.txt"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range strings.Split(string(data), "\n---\n") {
			f.Add(chunk)
			for i := 0; i < len(chunk); i += 97 { // cut off anywhere
				f.Add(chunk[:i])
			}
		}
	}
	for _, s := range []string{
		strings.Repeat("(", 10000), "__global__ void k(){" + strings.Repeat("{", 10000),
		"__global__ void k(){int a=" + strings.Repeat("-", 10000) + "1;}",
		"__device__ int a" + strings.Repeat("[2]", 100) + ";",
		"__global__ void k(){int *p=" + strings.Repeat("&*", 5000) + "p;}",
		"template<int N> __device__ int f(){return f<N+1>();} __global__ void k(){f<0>();}",
		"#define F(x) x x\n" + strings.Repeat("F(", 40) + strings.Repeat(")", 40),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, err := Parse("f.cu", src, Options{})
		if (file == nil) != (err != nil) {
			t.Fatalf("file %v and error %v", file, err)
		}
		if err != nil {
			_ = err.(token.ErrorList).Detail()
			return
		}
		check(file)
		Dump(new(strings.Builder), file)
	})
}

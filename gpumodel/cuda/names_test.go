package cuda

import (
	"slices"
	"strings"
	"testing"
)

// completed are the names that may stand at | in a text, with what they are.
func completed(t *testing.T, text string) (replaced string, names map[string]Name) {
	t.Helper()
	before, after, found := strings.Cut(text, "|")
	if !found {
		t.Fatalf("no | in %q", text)
	}
	start, list := Complete(before+after, len(before), Options{Defines: map[string]string{"WIDTH": "7"}})
	names = map[string]Name{}
	for _, n := range list {
		if _, twice := names[n.Name]; twice {
			t.Errorf("%q: %s is there twice", text, n.Name)
		}
		names[n.Name] = n
	}
	return before[start:], names
}

const head = `#define TILE 32
#define SQUARE(x) ((x) * (x))
struct Body { float3 place; float mass; };
enum Colour { Red, Green };
enum class Mode { Fast, Exact };
__constant__ float weights[16];
__device__ float scale(float x, float factor = 2) { return x * factor; }
__device__ float scale(double x) { return x; }
template <typename T> __device__ T twice(T x) { return x + x; }
void host(int argc) { }
`

// TestComplete: the names at | must be there, with these declarations after a colon;
// those with - must not; = says that there are no others.
func TestComplete(t *testing.T) {
	const kernel = "__global__ void k(float *out, const float *in, int n)\n{\n    int x = blockIdx.x * TILE + threadIdx.x;\n    __shared__ float tile[TILE][TILE + 1];\n"
	for _, test := range []struct{ text, replaced, want string }{
		{"|", "", "__global__, __device__, float, struct, template, -threadIdx.x, -argc"},
		{"__gl|", "__gl", "=, __global__"},
		{head + "__con|", "__con", "=, __constant__"},
		{head + kernel + "    ti|", "ti", "=, tile: __shared__ float tile[32][33]"},
		{head + kernel + "    out[x + thr|", "thr", "=, threadIdx: uint3 threadIdx"},
		{head + kernel + "    out[threadIdx.|", "", "=, x: unsigned int x, y, z"},
		{head + kernel + "    out[threadIdx.x] = in[blockDim.|", "", "=, x, y, z"},
		{head + kernel + "    out[x] = s|", "s", "scale: float scale(float x, float factor), sqrtf: float sqrtf(float), sinf, short, sizeof, -host"},
		{head + kernel + "    out[x] = tw|", "tw", "=, twice: template <typename T> T twice(T x)"},
		{head + kernel + "    |", "", "x: int x, n: int n, out: float *out, in: const float *in, TILE: #define TILE 32, SQUARE: #define SQUARE(x) ((x) * (x)), k: __global__ void k(float *out, const float *in, int n), Red: Colour Red = 0, WIDTH: #define WIDTH 7, __syncthreads, weights: __constant__ float weights[16], -host, -argc, if, FLT_MAX"},
		{head + kernel + "    for (int i = 0; i < n; i++) {\n        float sum = 0;\n        su|", "su", "=, sum: float sum"},
		{head + kernel + "    for (int i = 0; i|", "i", "i: int i, int, in"},
		{head + kernel + "    if (x < n) { int inner = 1; }\n    inn|", "inn", "="},
		{head + kernel + "    if (x < n) { int x2 = 1; }\n    else { x|", "x", "=, x: int x"},
		{head + kernel + "    Body b;\n    b.|", "", "=, place: float3 place, mass: float mass"},
		{head + kernel + "    Body b;\n    b.place.|", "", "=, x: float x, y, z"},
		{head + kernel + "    Body *b = (Body *)out;\n    b[3].pl|", "pl", "=, place"},
		{head + kernel + "    Body *b = (Body *)out;\n    b->m|", "m", "=, mass"},
		{head + kernel + "    float4 v = make_float4(1, 2, 3, 4);\n    out[x] = v.|", "", "=, x, y, z, w: float w"},
		{head + kernel + "    float4 v = make_fl|", "make_fl", "=, make_float1, make_float2, make_float3, make_float4: float4 make_float4(float, float, float, float)"},
		{head + kernel + "    int m = Mode::|", "", "=, Fast: Mode::Fast = 0, Exact: Mode::Exact = 1"},
		{head + kernel + "    x.|", "", "="},
		{head + kernel + "    // comm|", "", "="},
		{head + kernel + "    /* comm|", "", "="},
		{head + kernel + "    printf(\"th|", "", "="},
		{head + kernel + "    float f = 1e|", "", "="},
		{head + kernel + "    int bad = ;\n    float good = 1;\n    go|", "go", "=, good: float good, goto-"},
		{head + kernel + "    unknown(x;\n    float good = 1;\n    goo|", "goo", "=, good: float good"},
		{head + kernel + "    int y = (x + 1;\n    ti|", "ti", "=, tile"},
		{head + kernel + "    ti|\n    tile[0][0] = 1;\n}\n__device__ int later;", "ti", "=, tile"},
		{head + kernel + "    float a = 1, b = a; auto c = b * 2.0;\n    c|", "c", "c: double c, const, char, ceilf"},
		{head + kernel + "    float &r = out[0];\n    r|", "r", "r: float &r, return, rsqrtf"},
		{head + kernel + "    float *row = tile[2], (*p)[33] = tile;\n    p|", "p", "p: float (*p)[33], pow, printf"},
		{head + "__global__ void k(float *out, fl|", "fl", "float, float4, floorf, -double"},
		{"template <typename T, int N>\n__global__ void fill(T *a, int n)\n{\n    T first = a[0];\n    __shared__ T part[N];\n    |", "",
			"T: typename T, N: int N, a: T *a, n: int n, first: T first, part: __shared__ T part[2]-, fill: template <typename T, int N> __global__ void fill(T *a, int n)"},
		{"struct Stack {\n    int top;\n    float items[8];\n    __device__ void push(float x) { items[top++] = x; }\n    __device__ float pop() { float r = it|", "it", "=, items: float items[8]"},
		{"struct Stack {\n    int top;\n    __device__ void push(float x) { top++; }\n};\n__global__ void k() { Stack s; s.|", "", "=, top: int top, push: void push(float x)"},
		{"struct Stack {\n    int top;\n    __device__ void push(float x) { this->|", "", "=, top, push"},
		{"template <typename T, int N>\nstruct Ring {\n    T items[N];\n    int first;\n    __device__ T get(int i) { return |", "", "T: typename T, N: int N, items, first: int first, i: int i"},
		{"template <typename T>\nstruct Pair { T a, b; __device__ T sum() { return a + b; } };\n__global__ void k() { Pair<float> p; p.|", "", "=, a: float a, b: float b, sum: float sum()"},
		{"#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k() { cg::thread_block block = cg::this_thread_block(); block.|", "", "sync, thread_rank: unsigned int thread_rank(), size"},
		{"namespace cg = cooperative_groups;\n__global__ void k() { cg::ti|", "ti", "=, tiled_partition"},
		{"namespace cg = cooperative_groups;\n__global__ void k() { auto t = cg::tiled_partition<4>(cg::this_thread_block()); t.ball|", "ball", "=, ballot: unsigned int ballot(int p)"},
		{"namespace p { __device__ int f(int x); inline namespace v { constexpr int N = 3; } }\n__global__ void k() { int x = p::|", "", "=, f: int f(int x), v, N: const int N = 3"},
		{"#|", "", "=, define, undef, include, pragma, if, ifdef, ifndef, elif, else, endif, error, warning"},
		{"#pragma un|", "un", "=, unroll"},
		{head + "#ifdef TI|", "TI", "=, TILE"},
		{head + "#define WIDE (2 * TI|", "TI", "=, TILE"},
		{"#if 0\nfoo\n#else\n__global__ void k(int n) { n|", "n", "n: int n"},
		{"/* žluťoučký 😀 */ __global__ void k(int n) { int e\u0301=0; thread|", "thread", "=, threadIdx"},
		{"__global__ void k(int *a) { atomicA|", "atomicA", "=, atomicAdd: int atomicAdd(int*, int), atomicAdd_block, atomicAdd_system, atomicAnd, atomicAnd_block, atomicAnd_system"},
	} {
		replaced, names := completed(t, test.text)
		test.text = strings.TrimPrefix(strings.TrimPrefix(test.text, head), kernel)
		if replaced != test.replaced {
			t.Errorf("%q: replaces %q, want %q", test.text, replaced, test.replaced)
		}
		items := splitList(test.want)
		only := items[0] == "="
		if only {
			items = items[1:]
		}
		wanted := 0
		for _, item := range items {
			name, declaration, _ := strings.Cut(item, ": ")
			if absent, is := strings.CutPrefix(name, "-"); is {
				if _, there := names[absent]; there {
					t.Errorf("%q: %s is offered", test.text, absent)
				}
				continue
			}
			if strings.HasSuffix(item, "-") { // known not to be exact
				name = strings.TrimSuffix(name, "-")
				delete(names, name)
				continue
			}
			wanted++
			n, there := names[name]
			if !there {
				t.Errorf("%q: %q is missing in %v", test.text, name, keys(names))
			} else if declaration != "" && !slices.Contains(n.Declarations, declaration) {
				t.Errorf("%q: %s is %q, want %q", test.text, name, n.Declarations, declaration)
			}
		}
		if only && len(names) != wanted {
			t.Errorf("%q: got %q, want only %q", test.text, keys(names), items)
		}
	}
}

// splitList splits at commas outside of brackets.
func splitList(s string) (items []string) {
	depth, from := 0, 0
	for i, c := range s {
		switch {
		case strings.ContainsRune("([<{", c):
			depth++
		case strings.ContainsRune(")]>}", c):
			depth--
		case c == ',' && depth == 0:
			items = append(items, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(s[from:]); last != "" {
		items = append(items, last)
	}
	return append(items, make([]string, max(0, 1-len(items)))...)
}

func keys(m map[string]Name) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

func TestExplain(t *testing.T) {
	text := head + `__global__ void k(float *out, const float *in,
                  int n)
{
    __shared__ float tile[TILE][TILE + 1];
    float sum = scale(in[0]);
    { double sum = 1; out[0] = sum; }
    Body b; b.mass = __expf(sum) + twice(sum) + rsqrtf(sum);
    __syncthreads();
    __nv_bfloat16 h;
}
`
	for _, test := range []struct{ at, want, doc string }{
		{"__shared__ float ti|le", "variable __shared__ float tile[32][33]", ""},
		{"float su|m = scale", "variable float sum", ""},
		{"double su|m", "variable double sum", ""},
		{"out[0] = su|m", "variable double sum", ""},
		{"b.ma|ss", "member float mass", ""},
		{"|Body b", "type struct Body { float3 place; float mass; }", ""},
		{"struct Bo|dy", "type struct Body { float3 place; float mass; }", ""},
		{"__ex|pf(sum)", "function float __expf(float)", "special function unit"},
		{"rsqrt|f", "function float rsqrtf(float)", "1 / sqrt(x)"},
		{"__syncthreads|()", "function void __syncthreads()", "all threads of the block"},
		{"twi|ce(sum)", "function template <typename T> T twice(T x)", ""},
		{"void k|(float", "kernel __global__ void k(float *out, const float *in, int n)", ""},
		{"float *ou|t,", "parameter float *out", ""},
		{"int |n)", "parameter int n", ""},
		{"[TI|LE]", "macro #define TILE 32", ""},
		{"scal|e(in", "function float scale(float x, float factor), float scale(double x)", ""},
		{"weigh|ts", "variable __constant__ float weights[16]", ""},
		{"__glo|bal__", "keyword ", "executed by every thread"},
		{"__nv_b|float16 h", "not supported ", "bfloat16"},
	} {
		before, after, _ := strings.Cut(test.at, "|")
		i := strings.Index(text, before+after)
		if i < 0 {
			t.Fatalf("%q is not in the text", before+after)
		}
		n, ok := Explain(text, i+len(before), Options{})
		got := n.Kind + " " + strings.Join(n.Declarations, ", ")
		if !ok || got != test.want || !strings.Contains(n.Doc, test.doc) {
			t.Errorf("%s: %v %q %q, want %q %q", test.at, ok, got, n.Doc, test.want, test.doc)
		}
	}
	if n, ok := Explain(text, strings.Index(text, "= 2)"), Options{}); ok {
		t.Errorf("an operator is %v", n)
	}
}

// Whatever a text is cut off at, completion ends and finds the parameters of the
// function that it is in.
func TestCompleteEverywhere(t *testing.T) {
	for i := range transposeText {
		Complete(transposeText, i, Options{})
	}
	body := strings.Index(transposeText, "{")
	for i := body + 1; i < strings.LastIndex(transposeText, "}"); i++ {
		if c := transposeText[i-1]; c != '\n' && c != ';' {
			continue
		}
		_, names := Complete(transposeText, i, Options{})
		if !slices.ContainsFunc(names, func(n Name) bool { return n.Name == "odata" && n.Kind == "parameter" }) {
			t.Errorf("odata is not known behind %q", transposeText[:i])
		}
	}
}

const transposeText = `__global__ void mtran(float *odata, const float *idata, int n)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8)
        tile[threadIdx.y + i][threadIdx.x] = idata[x + i * n];
    do { x--; } while (x > 0);
    switch (x) { case 1: x = 2; break; default: x = 3; }
    __syncthreads();
    if (x < n) odata[x] = tile[threadIdx.x][threadIdx.y];
    else { odata[0] = x ? 1.0f : (float)n; }
}
`

// Every built-in name has a doc, and every doc a name.
func TestBuiltinDocs(t *testing.T) {
	used := map[string]bool{}
	for _, n := range builtinNames() {
		if n.Kind != "keyword" && n.Kind != "type" && n.Doc == "" {
			t.Errorf("%s %s has no doc", n.Kind, n.Name)
		}
		if len(n.Declarations) == 0 && n.Kind != "keyword" {
			t.Errorf("%s %s has no declaration", n.Kind, n.Name)
		}
		used[n.Name], used[strings.TrimSuffix(n.Name, "f")] = true, true
	}
	for name := range builtinDocs() {
		if !used[name] && !strings.HasSuffix(name, "*") && !refusedWord(name) {
			t.Errorf("the doc of %s belongs to nothing", name)
		}
	}
}

func FuzzComplete(f *testing.F) {
	for i := 0; i < len(transposeText); i += 17 {
		f.Add(transposeText, i)
	}
	f.Add(head, len(head))
	f.Add("template <typename T> struct S { T x; __device__ T f() { return x; } }; template <int N> __global__ void k(S<float> s) { s.", 119)
	f.Fuzz(func(t *testing.T, src string, at int) {
		start, _ := Complete(src, at, Options{})
		if start < 0 || start > len(src) {
			t.Errorf("the word starts at %d of %d", start, len(src))
		}
		Explain(src, at, Options{})
	})
}

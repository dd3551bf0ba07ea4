package cell

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"warpbook.dev/spelling"
)

// A wording adds to a message of Starlark what to write instead.
type wording struct{ part, hint string }

var wordings = []wording{
	{"list has no .sort ", "write xs = sorted(xs)"},
	{"list has no .reverse ", "write xs = xs[::-1]"},
	{"list has no .copy ", "write list(xs)"},
	{"list has no .count ", "write len([x for x in xs if x == value])"},
	{"list has no .add ", "write xs.append(x)"},
	{"list has no .push ", "write xs.append(x)"},
	{"list has no .length ", "write len(xs)"},
	{"list has no .shape ", "write array(xs) for an array"},
	{"dict has no .copy ", "write dict(d)"},
	{"dict has no .has_key ", "write key in d"},
	{"dict has no .iteritems ", "write d.items()"},
	{"dict has no .", "write d[\"key\"] for an entry"},
	{"string has no .ljust ", "write f\"{s:<10}\""},
	{"string has no .rjust ", "write f\"{s:>10}\""},
	{"string has no .center ", "write f\"{s:^10}\""},
	{"string has no .zfill ", "write f\"{n:05d}\""},
	{"string has no .isnumeric ", "write s.isdigit()"},
	{"string has no .encode ", "write bytes(s)"},
	{"string has no .length ", "write len(s)"},
	{"string value is not iterable", "write for c in s.elems()"},
	{"int value is not iterable", "write for i in range(n)"},
	{"unknown binary op: string + int", "write str(n), or an f-string"},
	{"unknown binary op: int + string", "write str(n), or an f-string"},
	{"unknown binary op: string + float", "write str(x), or an f-string"},
	{"unknown binary op: float + string", "write str(x), or an f-string"},
	{"unknown binary op: int ^ float", "^ is exclusive or; write pow(a, b)"},
	{"unknown binary op: float ^ int", "^ is exclusive or; write pow(a, b)"},
	{"unknown binary op: NoneType", "the left side is None: does its function return a value?"},
	{"+ NoneType", rightNone}, {"- NoneType", rightNone}, {"* NoneType", rightNone}, {"/ NoneType", rightNone}, {"% NoneType", rightNone},
	{"NoneType has no .", "the value is None: does its function return one?"},
	{"got float, want int", "write // for whole division, or int(x)"},
	{"can't assign to .shape ", "write a.reshape(shape)"},
	{"tuple value does not support item assignment", "write a list, [a, b], instead of (a, b)"},
	{"string value does not support item assignment", "strings do not change; make a new one"},
	{"during iteration", "loop over a copy, list(xs)"},
	{"counters has no .", "write r.counters[\"name\"]; print(r.counters) lists them"},
	{"referenced before assignment", "a name that a function assigns is local to it; pass the value as a parameter"},
}

const rightNone = "the right side is None: does its function return a value?"

// A phrase is a message of Starlark in other words.
type phrase struct {
	pattern *regexp.Regexp
	words   string
}

var phrases = sync.OnceValue(func() []phrase {
	return []phrase{
		{regexp.MustCompile(`unknown binary op: (\S+) (\S+) (\S+)`), "$2 is not defined for $1 and $3"},
		{regexp.MustCompile(`unknown unary op: (\S+) (\S+)`), "$1 is not defined for $2"},
		{regexp.MustCompile(`(\S+) ([<>=!]+) (\S+) not implemented`), "$1 and $3 cannot be compared with $2"},
		{regexp.MustCompile(`got slice, want int`), "a slice of a list cannot be assigned to; write x[i] = v for each element (slices of arrays can)"},
		{regexp.MustCompile(`unhashable: slice`), "a dict takes no slice as a key"},
		{regexp.MustCompile(`invalid call of non-function \((.*)\)`), "a value of type $1 cannot be called: leave out the brackets (…) behind it"},
		{regexp.MustCompile(`^(checked|launch): (missing argument for|got \d+ arguments).*$`), "$0: write $1(k, 16, 256, [a, n])"},
		{regexp.MustCompile(`unhandled index operation result\[(.*)\]`),
			"a result has no elements: the kernel writes to the arrays that it gets, so index one of these"},
		{regexp.MustCompile(`unhandled index operation (.*)\[(.*)\]`), "a value of type $1 has no elements to index with $2"},
		{regexp.MustCompile(`^(result|kernel|sweep|array|program|gpu|tuning|table) has no \.\S+ field or method$`), "$0 (put ? before its name to see what it has)"},
		{regexp.MustCompile(`got (\S+) in sequence assignment`), "a value of type $1 cannot be unpacked"},
		{regexp.MustCompile(`(floored|floating-point) division by zero`), "division by zero"},
		{regexp.MustCompile(`Starlark stack overflow`), "the calls are nested too deeply; does a function call itself without end?"},
	}
})

// reword returns a message of Starlark with a hint, and in the language's terms.
func reword(msg string) string {
	msg = strings.TrimPrefix(msg, "fail: ")
	msg = strings.TrimPrefix(msg, "Starlark computation cancelled: ")
	hint := ""
	for _, w := range wordings {
		if strings.Contains(msg, w.part) && !strings.Contains(msg, "did you mean") {
			hint = " (" + w.hint + ")"
			break
		}
	}
	for _, p := range phrases() {
		msg = p.pattern.ReplaceAllString(msg, p.words)
	}
	return msg + hint
}

// Names that people write from habit, with what to write here.
var habitNames = map[string]string{
	"np": numpyHint, "numpy": numpyHint, "cp": numpyHint, "cupy": numpyHint, "torch": numpyHint,
	"plt": "plot(x, y) is built in", "matplotlib": "plot(x, y) is built in",
	"pd": "a sweep has rows, columns and csv()", "pandas": "a sweep has rows, columns and csv()",
	"true": "write True", "false": "write False", "null": "write None", "nil": "write None", "nullptr": "write None", "NULL": "write None",
	"open": "a cell reads and writes no files", "exec": "write a function", "eval": "write a function",
	"time": "write %time f() or %%time", "timeit": "write %time f()",
	"ValueError": "write fail(\"message\")", "Exception": "write fail(\"message\")", "TypeError": "write fail(\"message\")",
	"object": "keep the values in a dict", "super": "keep the values in a dict", "self": "keep the values in a dict",
	"iter": "write a for loop", "next": "write a for loop", "format": "write an f-string, f\"{x:.2f}\"",
	"xrange": "write range(n)", "raw_input": "write input(prompt)", "printf": "write print(f\"{x}\")", "cout": "write print(x)",
	"complex": "complex numbers are not available", "frozenset": "write set([1, 2])",
	"exit": leave, "quit": leave,
	"help": "write ?name", "float32": dtypeHint, "float64": dtypeHint, "int32": dtypeHint, "uint32": dtypeHint, "int64": dtypeHint, "uint8": dtypeHint,
	"empty": "write zeros(shape)", "zeros_like": "write zeros(a.shape, dtype=a.dtype)", "ones_like": "write ones(a.shape, dtype=a.dtype)",
	"empty_like": "write zeros(a.shape, dtype=a.dtype)", "full_like": "write full(a.shape, x, dtype=a.dtype)",
	"randint":  "write (rand(n) * 256).astype(\"uint8\") for numbers below 256",
	"linspace": "write array([low + i * step for i in range(n)])", "random": "write rand(shape, seed=0)", "randn": "write rand(shape, seed=0)",
	"dot": "write matmul(a, b)", "mean": "write a.mean()", "dim3": "a grid and a block are ints or tuples, as in (32, 8)",
	"H100": gpuHint, "H200": gpuHint, "A100": gpuHint, "V100": gpuHint, "T4": gpuHint, "K80": gpuHint, "P100": gpuHint, "B200": gpuHint,
	"cudaMalloc": deviceHint, "cudaMemcpy": deviceHint, "cudaMemset": deviceHint, "cudaFree": deviceHint, "cudaMallocManaged": deviceHint, "to_device": deviceHint,
	"cudaDeviceSynchronize": "a launch returns when the kernel has ended", "synchronize": "a launch returns when the kernel has ended",
	"sqrt": mathHint, "exp": mathHint, "log": mathHint, "sin": mathHint, "cos": mathHint, "floor": mathHint, "ceil": mathHint, "pi": mathHint,
	"__shared__": cudaHint, "threadIdx": cudaHint, "blockIdx": cudaHint, "blockDim": cudaHint, "gridDim": cudaHint, "__syncthreads": cudaHint,
}

const (
	numpyHint  = "arrays are built in: zeros, ones, arange, array, rand"
	dtypeHint  = "types of elements are strings: write dtype=\"float32\""
	gpuHint    = "the names of GPUs are strings, as in use(\"H200\"); gpus() lists them"
	deviceHint = "arrays are in the device's memory already; " + cudaHint
	mathHint   = "write math.sqrt, math.pi, …"
	cudaHint   = "CUDA C goes into a cell that begins with %%cuda"
	leave      = "Ctrl-D leaves a console; a notebook ends when its kernel is shut down"
)

// nameHint says what may have been meant by a name that is not defined.
func (s *Session) nameHint(name string) string {
	if hint := s.absentHint(name); hint != "" {
		return hint
	}
	if hint, ok := habitNames[name]; ok {
		return " (" + hint + ")"
	}
	if hint := s.memberHint(name); hint != "" {
		return hint
	}
	if near := spelling.Nearest(name, s.names(false)); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// memberHint says which values have a field or a method of the name, such as report.
func (s *Session) memberHint(name string) string {
	var owners []string
	call := name
	for _, e := range s.Entries() {
		owner, ok := strings.CutSuffix(e.Name, "."+name)
		if !ok || strings.Contains(owner, ".") {
			continue
		}
		if _, bound := s.Value(owner); bound { // a module
			return fmt.Sprintf(" (write %s)", e.Name)
		}
		owners = append(owners, owner)
		if e.callable() {
			call = name + "()"
		}
	}
	if len(owners) == 0 {
		return ""
	}
	return fmt.Sprintf(" (it belongs to a value of type %s: write x.%s)", strings.Join(owners, " or "), call)
}

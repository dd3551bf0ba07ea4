package host_test

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/cputime"
	"warpbook.dev/internal/tier"
)

// hostileLibraries are texts of ../cuda/library with what a program must begin with to have their functions, and how the names
// of these begin: the others are the library's own, as those with _ behind that.
var hostileLibraries = []struct{ name, texts, includes, prefix string }{
	{"c", "c/*.cuh", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <unistd.h>\n#include <sys/time.h>\n", ""},
	{"cudart", "cudart/*.cuh", "#include <cuda_runtime.h>\n__global__ void onSurface(cudaSurfaceObject_t s) { surf1Dwrite(1, s, 0); }\n", "cuda"},
	{"cudadrv", "cudadrv/*.cuh", "#include <cuda.h>\n", "cu"},
	{"cublas", "cublas/[^l]*.cuh", "#include <cublas_v2.h>\n", "cublas"},
	{"cublas levels", "cublas/level*.cuh", "#include <cublas_v2.h>\n", "cublas"},
	{"cublas legacy", "cublas/legacy.cuh", "#include <cublas.h>\n", "cublas"},
	{"curand", "curand/*.cuh", "#include <curand.h>\n", "curand"},
	{"cufft", "cufft/*.cuh", "#include <cufft.h>\n", "cufft"},
	{"nvrtc", "nvrtc/*.cuh", "#include <nvrtc.h>\n", "nvrtc"},
}

// What hostile programs may hold, and what a run may allocate besides: its stack, and its output.
const (
	hostileMemory = 16 << 20
	hostileOwn    = 24 << 20
)

// A hostileFunction is one of the libraries', with the types of its parameters.
type hostileFunction struct {
	name   string
	params []string
}

var (
	hostilePlain     = regexp.MustCompile(`(?m)^#define (__[A-Z]+)\b(?: +(.*))?$`) // without parameters
	hostileMacro     = regexp.MustCompile(`(?m)^#define (\w+)\(([^()]*)\)((?:.*\\\n)*.*)$`)
	hostileUse       = regexp.MustCompile(`(?m)^(\w+)\((.*)\)$`)
	hostilePrototype = regexp.MustCompile(`(?m)^(?:inline )?(?:template <typename \w+> )?(?:const )?\w+(?: \w+)? \**(\w+)\(([^()]*)\)\s*\{`)
	hostileName      = regexp.MustCompile(`^(.*?[\s*&])\w+(\[\])?$`)
	hostileWord      = regexp.MustCompile(`\w+`)
	hostileLine      = regexp.MustCompile(`\n\s*`)
)

// expanded is a text of a library with what its macros define: those that are used as lines of their own.
func expanded(text string) string {
	macros := map[string][]string{}
	for _, m := range hostileMacro.FindAllStringSubmatch(text, -1) {
		macros[m[1]] = m
	}
	text = hostileUse.ReplaceAllStringFunc(text, func(use string) string {
		m := hostileUse.FindStringSubmatch(use)
		macro := macros[m[1]]
		if macro == nil {
			return use
		}
		values := map[string]string{}
		args := strings.Split(m[2], ",")
		for i, param := range strings.Split(macro[2], ",") {
			values[strings.TrimSpace(param)] = strings.TrimSpace(args[i])
		}
		body := replaced(strings.ReplaceAll(macro[3], "\\\n", "\n"), values)
		return hostileLine.ReplaceAllString(strings.ReplaceAll(body, "##", ""), "\n")
	})
	plain := map[string]string{}
	for _, m := range hostilePlain.FindAllStringSubmatch(text, -1) {
		plain[m[1]] = m[2]
	}
	return replaced(text, plain)
}

// hostileFunctions are those that texts of libraries define.
func hostileFunctions(t *testing.T, texts, prefix string) (all []hostileFunction) {
	for _, text := range textsOf(t, "../cuda/library/"+texts) {
		for _, m := range hostilePrototype.FindAllStringSubmatch(expanded(text), -1) {
			f := hostileFunction{name: m[1]}
			own := prefix != "" && strings.HasPrefix(f.name, prefix+"_")
			if strings.HasPrefix(f.name, "__") || !strings.HasPrefix(f.name, prefix) || own || m[2] == "" || m[2] == "void" {
				continue
			}
			for p := range strings.SplitSeq(m[2], ",") {
				p, _, _ = strings.Cut(strings.TrimSpace(p), " = ")
				if n := hostileName.FindStringSubmatch(p); n != nil {
					p = strings.TrimSpace(n[1])
					if n[2] != "" {
						p += " *"
					}
				}
				f.params = append(f.params, p)
			}
			all = append(all, f)
		}
	}
	return all
}

// The arguments that a program of somebody careless, or of somebody who attacks, can give.
var (
	hostilePointers = []string{"0", "gone", "device", "deviceGone", "12345", "host + 1", "host + 64", "-1L"}
	hostileNumbers  = []string{"-1L", "0", "1L << 31", "1L << 45", "1L << 62", "-2L", "-1L << 63", "gone"}
)

// hostileTypes are types of the parameters of templates. What is const would be set by nobody.
var hostileTypes = map[string]string{"T": "char", "P": "char", "F": "callee", "SIZE": "callee", "S": "cudaSurfaceObject_t",
	"COMPUTE": "cublasComputeType_t", "ALPHA": "float", "const": ""}

// replaced is a text in which words stand for others.
func replaced(text string, words map[string]string) string {
	return hostileWord.ReplaceAllStringFunc(text, func(word string) string {
		if other, ok := words[word]; ok {
			return other
		}
		return word
	})
}

// hostileArgument are an argument of a type that does no harm, and those that may.
func hostileArgument(typ string) (good string, bad []string) {
	typ = strings.TrimSpace(replaced(typ, hostileTypes))
	as := func(value string) string { return "as<" + typ + ">((long)(" + value + "))" }
	switch {
	case strings.Contains(typ, "("), typ == "F": // of a function
		return "kernel", []string{"(void (*)(int))0", "(void (*)(int))host", "(void (*)(int))device"}
	case strings.HasSuffix(typ, "&"):
		return "symbol", nil
	case strings.HasSuffix(typ, "*"), typ == "va_list", typ == "CUdeviceptr":
		for _, p := range hostilePointers {
			bad = append(bad, as(p))
		}
		return as("host"), bad
	case typ == "float" || typ == "double" || typ == "char":
		return as("1"), nil
	}
	for _, n := range hostileNumbers {
		bad = append(bad, as(n))
	}
	return as("1"), bad
}

// calls are the calls of a function with one argument that is bad, and with all that are.
func (f hostileFunction) calls() (all []string) {
	var good []string
	var bads [][]string
	for _, p := range f.params {
		g, b := hostileArgument(p)
		good, bads = append(good, g), append(bads, b)
	}
	add := func(args []string) { all = append(all, f.name+"("+strings.Join(args, ", ")+")") }
	add(good)
	for i, list := range bads {
		for _, bad := range list {
			args := slices.Clone(good)
			args[i] = bad
			add(args)
		}
	}
	for i := range max(len(hostilePointers), len(hostileNumbers)) {
		args := slices.Clone(good)
		for j, list := range bads {
			if len(list) > 0 {
				args[j] = list[i%len(list)]
			}
		}
		add(args)
	}
	return all
}

// hostileProgram makes each of the calls, chosen by its number.
func hostileProgram(includes string, calls []string) string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" + includes + `

__global__ void kernel(int n) {}
__device__ int symbol[4];
typedef size_t (*callee)(int);

template <class T> T as(long bits)
{
    T value;
    memset(&value, 0, sizeof value);
    memcpy(&value, &bits, sizeof value < sizeof bits ? sizeof value : sizeof bits);
    return value;
}

int main(int argc, char **argv)
{
    char *host = (char *)malloc(64), *gone = (char *)malloc(64), *device, *deviceGone;
    memset(host, 'A', 64);
    host[63] = 0;
    free(gone);
    cudaMalloc(&device, 64);
    cudaMalloc(&deviceGone, 64);
    cudaFree(deviceGone);
    switch (atoi(argv[1])) {
`)
	for i, c := range calls {
		fmt.Fprintf(&b, "    case %d: %s; break;\n", i, c)
	}
	b.WriteString("    }\n    cudaDeviceSynchronize();\n    return 0;\n}\n")
	return b.String()
}

// allocated is how many bytes this process has asked for since its start.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestHostile calls every function of the libraries with arguments that make no sense. Each call has an answer, or ends the
// program as a card would: nothing panics, takes more memory than the program may have, or goes on for ever.
func TestHostile(t *testing.T) {
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range hostileLibraries {
		t.Run(library.name, func(t *testing.T) {
			functions := hostileFunctions(t, library.texts, library.prefix)
			if len(functions) == 0 {
				t.Fatal("no functions")
			}
			for _, f := range tier.Sample(t, functions, tier.Pick(1, 2, len(functions))) {
				calls := f.calls()
				p, err := host.Compile(t.Context(), "p.cu", hostileProgram(library.includes, calls), gpumodel.Options{})
				if err != nil {
					t.Errorf("%s(%s) cannot be called: %v", f.name, strings.Join(f.params, ", "), err)
					continue
				}
				hostileRun(t, d, p, 0, calls[0], false)
				for i, call := range calls {
					hostileRun(t, d, p, i, call, true)
				}
			}
			t.Log(len(functions), "functions")
		})
	}
}

// hostileRun makes a call. compiled says that its kernels have been compiled by an earlier one: what their compiler throws away is not
// the call's.
func hostileRun(t *testing.T, d *device.Device, p *host.Program, i int, call string, compiled bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v\n%s", call, r, debug.Stack())
		}
	}()
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	var out strings.Builder
	tooLong := errors.New("it goes on for ever")
	before, began := allocated(), cputime.Thread()
	_, err := p.Run(cputime.NewCountdown(t.Context(), 1_000_000, tooLong), host.Options{
		Device: d, Args: []string{"./p", fmt.Sprint(i)}, Stdin: strings.NewReader("12 abc\n"), Stdout: &out, Stderr: &out, Memory: hostileMemory, Folder: &folder.Folder{Dir: t.TempDir()},
	})
	if err != nil {
		t.Errorf("%s: %v", call, err)
	}
	if took := cputime.Thread() - began; took.Seconds() > 1 {
		t.Errorf("%s takes %v of the processor", call, took)
	}
	if took := allocated() - before; compiled && took > hostileMemory+hostileOwn {
		t.Errorf("%s takes %d MB", call, took>>20)
	}
}

package gpumodel_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/internal/tier"
)

// callOf is a kernel that calls a built-in function.
func callOf(b cuda.Builtin) string {
	var params, args []string
	for i, t := range b.Params {
		name := fmt.Sprintf("x%d", i)
		params = append(params, t.String()+" "+name)
		args = append(args, name)
	}
	call := fmt.Sprintf("%s(%s)", b.Name, strings.Join(args, ", "))
	switch {
	case b.Result.Kind == cuda.Struct:
		call = fmt.Sprintf("%s v = %s; out[0] = v.x", b.Result, call)
	case b.Result.Kind == cuda.Pointer:
		call = "out[0] = *" + call
	case b.Result.Kind != cuda.Void:
		call = "out[0] = " + call
	}
	if len(params) > 0 {
		params = append([]string{""}, params...)
	}
	before := ""
	if b.Name == "cudaDeviceSynchronize" { // which waits for kernels that the kernel has launched
		before, call = "__global__ void child() {} ", "child<<<1, 1>>>(); "+call
	}
	return fmt.Sprintf("%s__global__ void k(float *out%s) { %s; }", before, strings.Join(params, ", "), call)
}

// The docs of the built-in functions say from which compute capability on the model
// compiles them. No kernel runs beyond 1.3.
func TestBuiltinsSince(t *testing.T) {
	tier.Check(t)
	card, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	overloads := map[string][]cuda.Builtin{}
	for _, b := range cuda.Builtins() {
		overloads[b.Name] = append(overloads[b.Name], b)
	}
	all := slices.Sorted(maps.Keys(overloads))
	var builtins []cuda.Builtin
	for _, name := range tier.Sample(t, all, tier.Pick(1, len(all)/5, len(all))) {
		builtins = append(builtins, overloads[name]...)
	}
	least := map[string]string{}
	for _, cc := range []string{"1.3", "1.2", "1.1", "1.0"} {
		d, err := card.With("compute_capability", cc)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range builtins {
			if _, known := least[b.Name]; !known {
				least[b.Name] = "later"
			}
			m, err := Compile("k", callOf(b), Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, callOf(b))
			}
			if _, err := m.Kernel("k").Lower(t.Context(), d); err == nil {
				least[b.Name] = cc
			}
		}
	}
	const text = "__global__ void k() { "
	_, names := cuda.Complete(text, len(text), cuda.Options{})
	since := map[string]string{}
	for _, n := range names {
		since[n.Name] = n.Since
	}
	for name, cc := range least {
		documented := since[name]
		switch {
		case documented == "":
			documented = "1.0"
		case documented > "1.3":
			documented = "later"
		}
		if documented != cc {
			t.Errorf("%s is documented since %q; the model compiles it from %s on", name, since[name], cc)
		}
	}
}

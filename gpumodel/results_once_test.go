package gpumodel

import (
	"reflect"
	"testing"
)

// runOnce launches one block of threads on an H200; slices among the arguments are arrays, which have
// afterwards what the kernel wrote.
func runOnce(t *testing.T, k *Kernel, threads int, args ...any) {
	t.Helper()
	runOnceOn(t, "H200", k, threads, args...)
}

func runOnceOn(t *testing.T, device string, k *Kernel, threads int, args ...any) {
	t.Helper()
	x := trial{grid: Dim3{1, 1, 1}, block: Dim3{threads, 1, 1}, args: args}
	l, arrays := x.launch(t, k)
	l.Mode = Full
	if _, err := RunOn(t.Context(), card(t, device), l); err != nil {
		t.Fatal(err)
	}
	for i, a := range arrays {
		if a != nil {
			reflect.Copy(reflect.ValueOf(args[i]), reflect.ValueOf(contents(t, a, args[i])))
		}
	}
}

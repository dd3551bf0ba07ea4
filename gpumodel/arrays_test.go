package gpumodel_test

import (
	"reflect"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// runOnce launches one block of threads on an H200; slices among the arguments are arrays, which have
// afterwards what the kernel wrote.
func runOnce(t *testing.T, k *Kernel, threads int, args ...any) {
	t.Helper()
	vars, err := k.Module.NewVariables()
	if err != nil {
		t.Fatal(err)
	}
	l := Launch{Kernel: k, Grid: Dim3{1, 1, 1}, Block: Dim3{threads, 1, 1}, Variables: vars, Mode: Full}
	for _, arg := range args {
		if reflect.TypeOf(arg).Kind() == reflect.Slice {
			arg = modeltest.ArrayOf(t, arg)
		}
		l.Args = append(l.Args, arg)
	}
	if _, err := RunOn(t.Context(), modeltest.Card(t, "H200"), l); err != nil {
		t.Fatal(err)
	}
	for i, arg := range l.Args {
		if a, ok := arg.(*Array); ok {
			reflect.Copy(reflect.ValueOf(args[i]), reflect.ValueOf(modeltest.Contents(t, a, args[i])))
		}
	}
}

package main

import (
	"context"
	"slices"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/tier"
)

// TestSupported: the compiler accepts and refuses what supported.md says; with -short, 20 of its examples.
func TestSupported(t *testing.T) {
	all, err := readSupported(supportedTable)
	if err != nil {
		t.Fatal(err)
	}
	var examples []feature
	for _, c := range all {
		for _, f := range c.features {
			if f.place != "" {
				f.title = c.title + "/" + f.title
				examples = append(examples, f)
			}
		}
	}
	for _, f := range tier.Sample(t, examples, tier.Pick(20, len(examples), len(examples))) {
		t.Run(f.title, func(t *testing.T) {
			t.Parallel()
			source, isProgram := f.source()
			err := compile(t.Context(), source, isProgram)
			switch {
			case err != nil && f.refused == "":
				t.Errorf("is refused, and the page says that it is supported:\n%s\n%v", source, err)
			case err == nil && f.refused != "":
				t.Errorf("is accepted, and the page says that it is refused:\n%s", source)
			case err != nil:
				t.Log(err)
			}
		})
	}
}

// compile compiles a source up to the code of its kernels for the newest card.
func compile(ctx context.Context, source string, isProgram bool) error {
	if isProgram {
		_, err := host.Compile(ctx, "example.cu", source, gpumodel.Options{})
		return err
	}
	m, err := gpumodel.Compile("example.cu", source, gpumodel.Options{})
	if err != nil {
		return err
	}
	d, err := device.Get("H200")
	if err != nil {
		return err
	}
	for _, k := range m.Kernels {
		if k.Template() {
			continue // its arguments are not known here
		}
		if _, err := k.Lower(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// TestSupportedNames: every built-in function stands in one row of the table.
func TestSupportedNames(t *testing.T) {
	all, err := readSupported(supportedTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range builtinNames() {
		if !slices.ContainsFunc(all, func(c chapter) bool {
			return slices.ContainsFunc(c.features, func(f feature) bool { return f.matches(name) })
		}) {
			t.Errorf("%s is built in, and no row of supported.txtar names it", name)
		}
	}
}

package conformance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/gpumodel/warp"
	"warpbook.dev/internal/tier"
)

// An example is a kernel with what it must compute, of a file in testdata/results or testdata/hosted.
type example struct {
	name, source string
	text         *resultFile // nil for testdata/hosted
	entry        string      // the kernel; empty for the last one of the text
	options      Options
	sizes        []int // values of n
	trial        func(n int) trial
}

// String is the name alone, for the lists of what a tier takes.
func (e example) String() string { return e.name }

// A trial is one launch. A slice among the arguments is an array; want holds,
// by argument, its elements after the launch, and nil for one that the kernel
// must leave alone.
type trial struct {
	grid, block Dim3
	shared      int
	args        []any
	want        []any
	tol         tolerance
	output      string // of printf
}

// A tolerance is in units of the last place of the result, plus an absolute one.
type tolerance struct{ ulps, abs float64 }

// linear is a launch of at least n threads in a row, in blocks of 3 1/8 warps.
func linear(n int) (grid, block Dim3) {
	return Dim3{X: (n + 99) / 100, Y: 1, Z: 1}, Dim3{X: 100, Y: 1, Z: 1}
}

// ownTests are the folders of testdata/results that not all cards run: tests of their own run them.
var ownTests = []string{"barrier", "generic", "groups", "objects", "warp"}

// examples lists what a card runs of some folders; of all that have no tests of their own, if
// none is named. Files that list their cards are for TestResultsOfCards.
func examples(t *testing.T, card *device.Device, folders ...string) (list []example) {
	t.Helper()
	files, err := resultFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		folder, _, _ := strings.Cut(f.name, "/")
		if chosen := slices.Contains(folders, folder) || len(folders) == 0 && !slices.Contains(ownTests, folder); chosen &&
			f.cards("") == nil && f.runsOn(card) {
			list = append(list, f.examplesOn(t, card)...)
		}
	}
	return list
}

// examplesOn lists what a card runs of a file. GTX 280 truncates the product of a multiply-add.
func (f *resultFile) examplesOn(t *testing.T, card *device.Device) []example {
	t.Helper()
	list, err := f.examples(f.variant(card.ComputeCapability < "2.0"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestResults runs every example on a card of each instruction set, and compares each element
// with what clang's build for the host computes. Before the long tier, cards but the first take
// the largest size alone.
func TestResults(t *testing.T) {
	for i, name := range tier.Pick([]string{"GTX 280"}, []string{"GTX 280", "H200"}, []string{"GTX 280", "C2050", "K20X", "H200"}) {
		d := card(t, name)
		for _, e := range examples(t, d) {
			if tier.Pick(true, i > 0, false) {
				e.sizes = e.sizes[len(e.sizes)-1:]
			}
			t.Run(name+"/"+e.name, func(t *testing.T) { e.compute(t, e.kernel(t), d) })
		}
	}
}

// TestResultsOfCards runs the examples of the files that list their cards: what only some cards have, or what the model
// does in another way on some. The tiers before the long one take a part of them.
func TestResultsOfCards(t *testing.T) {
	files, err := resultFiles()
	if err != nil {
		t.Fatal(err)
	}
	type run struct {
		example
		on *device.Device
	}
	var all []run
	for _, f := range files {
		names := f.cards("")
		for _, name := range names {
			for _, e := range f.examplesOn(t, card(t, name)) {
				if slices.Contains(f.cards(e.entry), name) {
					all = append(all, run{e, card(t, name)})
				}
			}
		}
		for _, d := range withCard(t) {
			if len(names) > 0 && f.runsOn(d) {
				for _, e := range f.examplesOn(t, d) {
					all = append(all, run{e, d})
				}
			}
		}
	}
	for _, r := range tier.Sample(t, all, tier.Pick(8, len(all)/8, len(all))) {
		r.sizes = r.sizes[:tier.Pick(1, len(r.sizes), len(r.sizes))]
		t.Run(r.on.Name+"/"+r.name, func(t *testing.T) { r.compute(t, r.kernel(t), r.on) })
	}
}

// TestValuesDontMatter runs every example with and without values: what a sampled launch leaves
// out may change neither a trace nor a counter. The largest size does; the long tier takes all.
func TestValuesDontMatter(t *testing.T) {
	tier.Check(t)
	all := examples(t, card(t, "GTX 280"))
	for _, e := range tier.Sample(t, all, len(all)/4) {
		t.Run(e.name, func(t *testing.T) {
			k := e.kernel(t)
			for _, n := range e.sizes[tier.Pick(0, len(e.sizes)-1, 0):] {
				err := e.sameWithoutValues(t, card(t, "GTX 280"), k, n, false)
				if errors.Is(err, warp.ErrTogether) {
					err = e.sameWithoutValues(t, card(t, "GTX 280"), k, n, true)
				}
				if err != nil {
					t.Fatalf("n = %d: %v", n, err)
				}
			}
		})
	}
}

func (e *example) sameWithoutValues(t *testing.T, d *device.Device, k *Kernel, n int, together bool) error {
	full, sample := e.machine(t, d, k, n, Full, false), e.machine(t, d, k, n, Sample, together)
	for b := range full.Grid.X * full.Grid.Y * full.Grid.Z {
		if full.Program.ReadsClock() { // a trace with values ends where the simulation has to tell the time: counters alone can be alike
			if err := errors.Join(modeltest.Whole(full, b), modeltest.Whole(sample, b)); err != nil {
				return err
			}
			continue
		}
		for pieces, err := range modeltest.SideBySide(full, sample, b) {
			if err != nil {
				return err
			}
			if d := cmp.Diff(pieces[0], pieces[1]); d != "" {
				t.Fatalf("n = %d, block %d: trace with (-) and without (+) values:\n%s", n, b, d)
			}
		}
	}
	of, without := full.Stats, sample.Stats
	if full.Program.ReadsClock() {
		of.Steps, without.Steps = 0, 0
	}
	if d := cmp.Diff(of, without); d != "" {
		t.Fatalf("n = %d: counters with (-) and without (+) values:\n%s", n, d)
	}
	return nil
}

// compute runs a kernel of the example in every size, and checks what it computes.
func (e *example) compute(t *testing.T, k *Kernel, d *device.Device) {
	t.Helper()
	for _, n := range e.sizes {
		x := e.trial(n)
		l, arrays := x.launch(t, k)
		var out bytes.Buffer
		l.Mode, l.Stdout = Full, &out
		r, err := measured.Run(t.Context(), d, l)
		if err != nil {
			t.Fatalf("n = %d: %v", n, err)
		}
		if r.Time <= 0 {
			t.Errorf("n = %d takes %v s", n, r.Time)
		}
		x.check(t, n, arrays, out.String())
	}
}

// kernel compiles the example; the last kernel of a text is the one to run.
func (e *example) kernel(t *testing.T) *Kernel {
	t.Helper()
	if e.text != nil {
		k, err := e.text.kernel(e.entry, e.options)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	m, err := Compile(e.name+".cu", e.source, e.options)
	if err != nil {
		t.Fatal(err)
	}
	return m.Kernels[len(m.Kernels)-1]
}

// machine prepares the example for execution block by block.
func (e *example) machine(t *testing.T, d *device.Device, k *Kernel, n int, mode Mode, together bool) *warp.Machine {
	t.Helper()
	x := e.trial(n)
	l, _ := x.launch(t, k)
	l.Mode, l.Experiment.Together = mode, together
	p, err := k.Lower(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Machine(t.Context(), d, p, l.InFull())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// launch makes arrays of the trial's slices.
func (x *trial) launch(t *testing.T, k *Kernel) (Launch, []*Array) {
	t.Helper()
	vars, err := k.Module.NewVariables()
	if err != nil {
		t.Fatal(err)
	}
	l := Launch{Kernel: k, Grid: x.grid, Block: x.block, Shared: x.shared, Variables: vars}
	arrays := make([]*Array, len(x.args))
	for i, arg := range x.args {
		if isArray(arg) {
			arrays[i] = modeltest.ArrayOf(t, bytesOf(t, arg))
			arg = arrays[i]
		}
		l.Args = append(l.Args, arg)
	}
	return l, arrays
}

// isArray tells whether an argument is an array: numbers, or a slice.
func isArray(arg any) bool {
	_, ok := arg.(resultArray)
	return ok || reflect.TypeOf(arg).Kind() == reflect.Slice
}

// bytesOf are the bytes of an array: of numbers, or of structs of numbers.
func bytesOf(t *testing.T, array any) []byte {
	t.Helper()
	if x, ok := array.(resultArray); ok {
		return x.data
	}
	data, err := binary.Append(nil, binary.LittleEndian, array)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// contents reads an array as like: a slice of its type, or the numbers of an array of a file.
func contents(t *testing.T, a *Array, like any) any {
	t.Helper()
	if x, ok := like.(resultArray); ok {
		return resultArray{x.size, x.parts, modeltest.Contents(t, a, x.data).([]byte)}.values()
	}
	return modeltest.Contents(t, a, like)
}

func (x *trial) check(t *testing.T, n int, arrays []*Array, output string) {
	t.Helper()
	for i, a := range arrays {
		if a == nil {
			continue
		}
		want := x.args[i]
		if i < len(x.want) && x.want[i] != nil {
			want = x.want[i]
		}
		got := contents(t, a, want)
		if x, ok := want.(resultArray); ok {
			want = x.values()
		}
		if at, ok := x.tol.differs(got, want); ok {
			t.Fatalf("n = %d, argument %d: %s", n, i, at)
		}
	}
	if d := cmp.Diff(x.output, output); d != "" {
		t.Fatalf("n = %d: printf (-want +got):\n%s", n, d)
	}
}

// differs finds the first element that is not as wanted.
func (tol tolerance) differs(got, want any) (at string, ok bool) {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.Len() {
		x, y := g.Index(i), w.Index(i)
		same := false
		if x.Kind() == reflect.Interface {
			x, y = x.Elem(), y.Elem()
		}
		switch x.Kind() {
		case reflect.Float32:
			same = tol.close(x.Float(), y.Float(), float32Gap(y.Float()))
		case reflect.Float64:
			same = tol.close(x.Float(), y.Float(), math.Nextafter(math.Abs(y.Float()), math.Inf(1))-math.Abs(y.Float()))
		default:
			same = reflect.DeepEqual(x.Interface(), y.Interface())
		}
		if !same {
			return fmt.Sprintf("element %d is %v, want %v", i, x, y), true
		}
	}
	return "", false
}

func (tol tolerance) close(got, want, gap float64) bool {
	switch {
	case want != want:
		return got != got
	case got == want:
		return math.Signbit(got) == math.Signbit(want) || tol != tolerance{}
	}
	return math.Abs(got-want) <= tol.ulps*gap+tol.abs
}

func float32Gap(x float64) float64 {
	f := float32(math.Abs(x))
	return float64(math.Nextafter32(f, float32(math.Inf(1)))) - float64(f)
}

package gpumodel_test

import (
	"maps"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// A shelf is a store in memory.
type shelf struct {
	values map[[32]byte][]byte
	found  int
}

func newShelf() *shelf { return &shelf{values: map[[32]byte][]byte{}} }

func (s *shelf) Get(key [32]byte) ([]byte, bool) {
	v, found := s.values[key]
	if found {
		s.found++
	}
	return v, found
}

func (s *shelf) Put(key [32]byte, value []byte) { s.values[key] = value }

// A keptLaunch is a launch that some tests change.
type keptLaunch struct {
	source string
	o      Options
	d      *device.Device
	l      Launch
	value  float64 // of each element
	n      int
}

func keptStencil(t *testing.T) *keptLaunch {
	const n = 1 << 14
	return &keptLaunch{source: `__global__ void k(const float *x, float *y, int n) {
	__shared__ float t[128];
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	t[threadIdx.x] = x[i]; __syncthreads();
	if (i < n) y[i] = t[threadIdx.x ^ 1] * SCALE;
}`, o: Options{Defines: map[string]string{"SCALE": "2"}}, d: modeltest.Card(t, "Tesla T4"), l: Launch{Grid: Dim3{n / 128, 1, 1}, Block: Dim3{128, 1, 1}}, value: 3, n: n}
}

// run runs the launch with a store, or without one.
func (k *keptLaunch) run(t *testing.T, s Store) (*Result, *Array) {
	t.Helper()
	m, err := Compile("k.cu", k.source, k.o)
	if err != nil {
		t.Fatal(err)
	}
	x, y := modeltest.Zeros(t, Float32, k.n), modeltest.Zeros(t, Float32, k.n)
	for i := range k.n {
		x.Set(i, k.value)
	}
	l := k.l
	l.Kernel, l.Args = m.Kernel("k"), []any{x, y, int64(k.n)}
	ctx := t.Context()
	if s != nil {
		ctx = WithStore(ctx, s)
	}
	r, err := Run(ctx, k.d, l)
	if err != nil {
		t.Fatal(err)
	}
	return r, y
}

// TestKept: a result that was kept is the one that the launch has alone, and what the launch writes is there.
func TestKept(t *testing.T) {
	for name, change := range map[string]func(k *keptLaunch){
		"in full":    func(k *keptLaunch) {},
		"sampled":    func(k *keptLaunch) { k.l.Mode = Sample },
		"on 1.x":     func(k *keptLaunch) { k.d = modeltest.GTX280(t) },
		"on an H200": func(k *keptLaunch) { k.d = modeltest.Card(t, "H200") },
		"data that decide": func(k *keptLaunch) {
			k.source = `__global__ void k(const float *x, float *y, int n) {
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	for (int j = 0; j < x[i]; j++) y[i] += SCALE;
}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			k, s := keptStencil(t), newShelf()
			change(k)
			alone, want := k.run(t, nil)
			for turn, found := range []int{0, 1, 2} {
				r, got := k.run(t, s)
				if s.found != found || len(s.values) != 1 {
					t.Fatalf("run %d: %d results are kept, and were found %d times; want 1, %d times", turn, len(s.values), s.found, found)
				}
				counts := func(r *Result) []any { return []any{r.Counted.Stats, r.Counted.Parts, r.Counted.Outcome} }
				if d := cmp.Diff(counts(alone), counts(r), cmpopts.EquateEmpty()); d != "" {
					t.Errorf("run %d: what was counted (-alone +kept):\n%s", turn, d)
				}
				if d := cmp.Diff(alone.Bounds, r.Bounds); d != "" || r.Time != alone.Time || r.Uncertainty != alone.Uncertainty ||
					r.Sampled != alone.Sampled {
					t.Errorf("run %d: %g s ± %g, alone %g ± %g; bounds:\n%s", turn, r.Time, r.Uncertainty, alone.Time, alone.Uncertainty, d)
				}
				if (got.Readable() == nil) != (want.Readable() == nil) {
					t.Fatalf("run %d: the array: %v, alone %v", turn, got.Readable(), want.Readable())
				}
				for i := 0; got.Readable() == nil && i < got.Len(); i++ {
					if got.At(i) != want.At(i) {
						t.Fatalf("run %d: y[%d] is %v, alone %v", turn, i, got.At(i), want.At(i))
					}
				}
			}
		})
	}
}

// TestKeptApart: whatever a result depends on tells launches apart; data on which no branch and no address depends do not.
func TestKeptApart(t *testing.T) {
	const byData = `__global__ void k(const float *x, float *y, int n) {
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (x[i] > 1) y[i] += SCALE;
}`
	for name, test := range map[string]struct {
		change func(k *keptLaunch)
		found  bool
	}{
		"nothing":          {func(k *keptLaunch) {}, true},
		"data":             {func(k *keptLaunch) { k.value = 0.5 }, true},
		"the source":       {func(k *keptLaunch) { k.source += "\n// another line" }, false},
		"a definition":     {func(k *keptLaunch) { k.o.Defines = map[string]string{"SCALE": "3"} }, false},
		"an option":        {func(k *keptLaunch) { k.o.FastMath = true }, false},
		"registers":        {func(k *keptLaunch) { k.o.MaxRegisters = 16 }, false},
		"the device":       {func(k *keptLaunch) { k.d = modeltest.Card(t, "GTX 280") }, false},
		"a number of it":   {func(k *keptLaunch) { k.d = modeltest.Override(t, k.d, "clock_mhz", "1000") }, false},
		"the grid":         {func(k *keptLaunch) { k.l.Grid.X /= 2 }, false},
		"the block":        {func(k *keptLaunch) { k.l.Block.X /= 2 }, false},
		"shared memory":    {func(k *keptLaunch) { k.l.Shared = 1024 }, false},
		"the mode":         {func(k *keptLaunch) { k.l.Mode = Sample }, false},
		"the size of data": {func(k *keptLaunch) { k.n *= 2 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			k, s := keptStencil(t), newShelf()
			k.run(t, s)
			test.change(k)
			k.run(t, s)
			if (s.found == 1) != test.found {
				t.Errorf("the result is found: %v", s.found == 1)
			}
		})
	}
	k, s := keptStencil(t), newShelf()
	k.source = byData
	k.run(t, s)
	k.value = 0.5
	if k.run(t, s); s.found != 0 || len(s.values) != 2 {
		t.Error("a launch whose branches depend on data has the result of other data")
	}
}

// TestNotKept: what depends on more than its key, what is asked for exactly and what is damaged is computed.
func TestNotKept(t *testing.T) {
	for name, change := range map[string]func(k *keptLaunch){
		"exact": func(k *keptLaunch) { k.l.Exact = true },
		"the clock": func(k *keptLaunch) {
			k.source = "__global__ void k(const float *x, float *y, int n) { y[blockIdx.x * blockDim.x + threadIdx.x] = SCALE * clock(); }"
		},
		"a sum of floats": func(k *keptLaunch) {
			k.source = "__global__ void k(const float *x, float *y, int n) { atomicAdd(y, SCALE * x[blockIdx.x * blockDim.x + threadIdx.x]); }"
		},
		"output": func(k *keptLaunch) {
			k.source = `#include <cstdio>
__global__ void k(const float *x, float *y, int n) { if (threadIdx.x == 0) printf("%d\n", SCALE); }`
		},
	} {
		k, s := keptStencil(t), newShelf()
		change(k)
		if k.run(t, s); len(s.values) != 0 {
			t.Errorf("%s: a result is kept", name)
		}
	}
	k, s := keptStencil(t), newShelf()
	r, _ := k.run(t, s)
	for key := range maps.Clone(s.values) {
		s.values[key] = []byte("damaged")
	}
	if again, _ := k.run(t, s); again.Time != r.Time {
		t.Errorf("a damaged result gives %g s, want %g", again.Time, r.Time)
	}
}

// TestRecordIsWhole: what is kept has nothing that the encoding leaves out.
func TestRecordIsWhole(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(of string, typ reflect.Type)
	look = func(of string, typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				f := typ.Field(i)
				if !f.IsExported() {
					t.Errorf("%s.%s is not exported, so it is lost", of, f.Name)
				}
				look(of+"."+f.Name, f.Type)
			}
		case reflect.Slice, reflect.Array, reflect.Pointer:
			look(of+"[]", typ.Elem())
		case reflect.Map, reflect.Func, reflect.Chan, reflect.Interface:
			t.Errorf("%s is a %s, which does not have one encoding", of, typ.Kind())
		}
	}
	look("record", reflect.TypeFor[Record]())
	if len(seen) < 10 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

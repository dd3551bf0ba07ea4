package gpumodel_test

import (
	"math"
	"strings"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

const copySource = `__global__ void copy(float *out, const float *in) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i];
}`

func copyLaunch(t testing.TB, n int, mode Mode) (Launch, *Array, *Array) {
	t.Helper()
	m, err := Compile("copy.cu", copySource, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := NewArray(Float32, n)
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewArrayFunc(Float32, func(i int) float64 { return float64(i) }, n)
	if err != nil {
		t.Fatal(err)
	}
	return Launch{Kernel: m.Kernels[0], Grid: Dim3{n / 256, 1, 1}, Block: Dim3{256, 1, 1}, Mode: mode}, out, in
}

// TestMapped: a copy of 4 MiB of mapped memory. A half-warp's 64 bytes travel in
// a packet of 88: 65536 packets take 65536 · 88 B / 8 GB/s = 0.7209 ms on each
// way; reads also send their requests of 24 bytes up, beside the data written:
// 65536 · (24 + 88) B / 8 GB/s = 0.9175 ms.
func TestMapped(t *testing.T) {
	const n = 1 << 20
	const packets = n / 16
	for _, test := range []struct {
		name        string
		in, out     bool // mapped
		read, write float64
		want, most  float64
	}{
		{"read", true, false, 4 * n, 0, packets * 88 / 8e9, 1.03},
		{"write", false, true, 0, 4 * n, packets * 88 / 8e9, 1.03},
		// Reads and writes wait for one another in the ports: less than one after the
		// other, and more than their bound.
		{"both", true, true, 4 * n, 4 * n, packets * 112 / 8e9, 2 * 88. / 112},
	} {
		l, out, in := copyLaunch(t, n, Full)
		l.Args = []any{out, in}
		if test.out {
			l.Args[0] = Mapped{out}
		}
		if test.in {
			l.Args[1] = Mapped{in}
		}
		r, err := Run(t.Context(), modeltest.GTX280(t), l)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.4f ms, %s", test.name, 1e3*r.Time, r.Bounds[0].Formula)
		if r.Bound() != BoundPCIe || math.Abs(r.Bounds[0].Time/test.want-1) > 1e-9 {
			t.Errorf("%s: bound by %s, %v s, want PCI Express with %v", test.name, r.Bound(), r.Bounds[0].Time, test.want)
		}
		if r.Time < test.want || r.Time > test.most*test.want {
			t.Errorf("%s: %v s, want %v to %v", test.name, r.Time, test.want, test.most*test.want)
		}
		for name, want := range map[string]float64{"pcie__read_bytes.sum": test.read, "pcie__write_bytes.sum": test.write,
			"dram__bytes_read.sum": 4*n - test.read, "dram__bytes_write.sum": 4*n - test.write} {
			if got, _ := r.Counters.Get(name); got != want {
				t.Errorf("%s: %s = %v, want %v", test.name, name, got, want)
			}
		}
		for i := range n {
			if out.At(i) != in.At(i) {
				t.Fatalf("%s: out[%d] is %v, want %v", test.name, i, out.At(i), in.At(i))
			}
		}
	}
}

// TestMappedLatency: one warp that reads one word after another waits for the
// bus each time: its own latency of 440 clocks at 1296 MHz, without the 15 and
// 1.8 ns of DRAM, 1000 ns of the bus, and a packet up (24 B) and one down (32 + 24 B) at 8 GB/s.
func TestMappedLatency(t *testing.T) {
	m, err := Compile("chase.cu", `__global__ void chase(int *a, int n) {
	int at = 0;
	for (int i = 0; i < n; i++)
		at = a[at];
	a[0] = at;
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	duration := func(n int64) float64 {
		a, err := NewArray(Int32, 1024)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), modeltest.GTX280(t), Launch{Kernel: m.Kernels[0], Grid: Dim3{1, 1, 1}, Block: Dim3{1, 1, 1},
			Args: []any{Mapped{a}, n}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Time
	}
	const want = 440/1296e6 - 16.8e-9 + 1000e-9 + (24+24+32)/8e9
	got := (duration(300) - duration(100)) / 200
	t.Logf("%.1f ns for a read of host memory", 1e9*got)
	if got < want || got > want+150e-9 { // the address and the loop take some instructions of 24 clocks each
		t.Errorf("%.1f ns for a read, want %.1f and a few instructions", 1e9*got, 1e9*want)
	}
}

func TestMappedErrors(t *testing.T) {
	l, out, in := copyLaunch(t, 1024, Full)
	l.Args = []any{Mapped{out}, in}
	if _, err := Run(t.Context(), modeltest.Card(t, "8800 GTX"), l); err == nil || !strings.Contains(err.Error(), "1.2") {
		t.Errorf("%v: a GPU of 1.0 cannot map host memory", err)
	}
	l.Args = []any{Mapped{in}, in}
	if _, err := Run(t.Context(), modeltest.GTX280(t), l); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("%v: one array cannot lie in two memories", err)
	}
}

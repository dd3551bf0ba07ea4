package host_test

import (
	"os"
	"strings"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// TestDefaultStream: with --default-stream per-thread the stream that is not named is the thread's own, which runs beside others, and the
// legacy default stream still waits for it, and it for that one (CUDA Runtime API, stream synchronization behavior).
func TestDefaultStream(t *testing.T) {
	text, err := os.ReadFile("testdata/defaultstream.cu")
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		defines map[string]string
		want    string
	}{
		{nil, "0 beside a stream: 2, 0 beside legacy: 2, a stream beside legacy: 2, 0 beside the thread's: 2\n"},
		{map[string]string{gpumodel.PerThreadStream: "1"}, "0 beside a stream: 1, 0 beside legacy: 2, a stream beside legacy: 2, 0 beside the thread's: 2\n"},
	} {
		p, err := host.Compile(t.Context(), "p.cu", string(text), gpumodel.Options{Defines: test.defines})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if _, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: &out, Stderr: &out}); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("%v: %q, want %q", test.defines, out.String(), test.want)
		}
	}
}

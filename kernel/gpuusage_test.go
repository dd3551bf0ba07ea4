package kernel

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What nvidia-smi prints, with a card that does not tell everything.
const smiOutput = `0, NVIDIA H200, 37, 512, 143771, 31, 78.52, 345
1, NVIDIA T400, [N/A], 10, 2048, 40, [N/A], [N/A]
Failed to initialize NVML
`

func TestUsageOfGPUs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the nvidia-smi of this test is a shell script")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\ncat <<'END'\n" + smiOutput + "END\n"
	if err := os.WriteFile(filepath.Join(dir, "nvidia-smi"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	b := newBench(t)
	var got any
	for got == nil { // the first answer may come later than the first reply
		got = b.reply(b.idle(b.post(control, "usage_request", fields{})))["gpus"]
	}
	want := []any{
		fields{"index": 0.0, "name": "NVIDIA H200", "utilization_percent": 37.0, "memory_used": 512.0 * (1 << 20),
			"memory_total":        143771.0 * (1 << 20),
			"temperature_celsius": 31.0, "power_watts": 78.52, "sm_clock_mhz": 345.0},
		fields{"index": 1.0, "name": "NVIDIA T400", "utilization_percent": nil, "memory_used": 10.0 * (1 << 20),
			"memory_total":        2048.0 * (1 << 20),
			"temperature_celsius": 40.0, "power_watts": nil, "sm_clock_mhz": nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("gpus (-want +got):\n%s", diff)
	}
}

func FuzzParseGPUs(f *testing.F) {
	f.Add(smiOutput)
	f.Fuzz(func(t *testing.T, text string) { parseGPUs(text) })
}

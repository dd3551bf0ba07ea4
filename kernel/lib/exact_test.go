package lib

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// The time of a sweep's point whose blocks differ has an error bar; that of a point that is small enough to
// be simulated whole has none.
func TestSweepOfBlocksThatDiffer(t *testing.T) {
	tier.Check(t)
	s := newSession()
	cellResult(t, s, `k = cuda("""__global__ void k(float *o, const float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	if (blockIdx.x % 7 == 3) for (int k = 0; k < 16; k++) s += sqrtf(a[(i + k * 4096) % n]);
	o[i] = s;
}""").k
sampled = sweep(k, n=[1000, 60000], grid=lambda n: n, block=128, args=lambda n: [zeros(128 * n), zeros(1 << 20), 1 << 20], full=False)`)
	if got := cellResult(t, s, `[u > 0.01 for u in sampled.column("uncertainty")]`); got != "[False, True]" {
		t.Fatalf("uncertain points: %s", got)
	}
	for y, want := range map[string]string{"time": "error bars up to ± ", "gbps": "error bars up to ± ", "occupancy": ""} {
		out, outcome := execute(context.Background(), s, 1, fmt.Sprintf("plot(sampled, y=%q)", y))
		if outcome.Error != nil {
			t.Fatal(outcome.Error.Value)
		}
		text := out.result.Data["text/plain"].(string)
		if strings.Contains(text, "error bars up to ± ") != (want != "") {
			t.Errorf("plot of %s:\n%s", y, text)
		}
		spec, err := json.Marshal(out.result.Data["application/vnd.vegalite.v5+json"])
		if err != nil {
			t.Fatal(err)
		}
		ends := 0
		if want != "" {
			ends = 1
		}
		if n := strings.Count(string(spec), `"low":`); n != ends {
			t.Errorf("plot of %s has %d error bars, want %d", y, n, ends)
		}
	}
}

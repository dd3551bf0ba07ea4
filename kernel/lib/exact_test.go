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
	cellResult(t, s, `use("GTX 280")
k = cuda("""__global__ void k(float *o, const float *a, int n) {
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

// What depends on the time of a sample says so: tests whose limit lies within its uncertainty, passed or not,
// and configurations that differ by less.
func TestUncertainDecisions(t *testing.T) {
	tier.Check(t)
	s := newSession()
	cellResult(t, s, `m = run("transpose/copy", n=2048, gpu="H200", full=False)
x = run("transpose/copy", n=2048, gpu="H200", full=False, exact=True)
check(m.uncertainty > 0.01 and x.uncertainty == 0)`)
	for _, tt := range []struct {
		code         string
		fails, noted bool
	}{
		{`expect(m, "time", at_most=m.time * 1.001)`, false, true},
		{`expect(m, "time", at_most=m.time * 0.999)`, true, true},
		{`expect(m, "gbps", at_least=m.gbps * 0.999)`, false, true},
		{`expect(m, "gbps", at_least=m.gbps / 2)`, false, false},
		{`expect(m, "gbps", at_least=m.gbps * 2)`, true, false},
		{`expect(m, "gbps", equals=m.gbps, within=0.001)`, false, true},
		{`expect(m, "gbps", equals=m.gbps, within=0.5)`, false, false},
		{`expect(m, "gpu__time_duration.sum", at_most=m.time)`, false, true},
		{`expect(m, "occupancy", at_most=1)`, false, false},
		{`expect(x, "time", at_most=x.time)`, false, false},
		{`expect_faster(m, than=m)`, false, true},
		{`expect_faster(m, than=x, by=1.0001 * x.time / m.time)`, true, true},
		{`expect_faster(m, than=m, by=0.5)`, false, false},
		{`expect_faster(x, than=x)`, false, false},
	} {
		out, outcome := execute(context.Background(), s, 2, tt.code)
		said := ""
		for _, d := range out.displays {
			said += fmt.Sprint(d.Data["text/plain"])
		}
		if outcome.Error != nil {
			said += outcome.Error.Value
		}
		if (outcome.Error != nil) != tt.fails || strings.Contains(said,
			"the limit lies within that: a launch with exact=True decides") != tt.noted {
			t.Errorf("%s: %q, %+v, want a failure %v and a note %v", tt.code, said, outcome.Error, tt.fails, tt.noted)
		}
	}
	if got := cellResult(t, s, `"the time and rates that follow from it are ± " in str(m.counters), "±" in str(x.counters)`); got != "(True, False)" {
		t.Errorf("counters of a sample and of an exact launch: %s", got)
	}
	tuning := cellResult(t, s, `tune("transpose/padded", {"block": [(32, 8), (32, 16)]}, n=2048, gpu="H200")`)
	if !strings.Contains(tuning, "; the first 2 differ by less than their uncertainty") {
		t.Errorf("a tuning of two configurations that are as good:\n%s", tuning)
	}
}

package programs

import (
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// increment is a program that increments an array on the Tesla C2050, with so many
// threads on an SM, in eight blocks.
func increment(t *testing.T, program string, threads int) *gpumodel.Result {
	t.Helper()
	d := modeltest.Card(t, "C2050")
	r := runProgramOn(t, d, "increment/"+program, Run{
		N: 15 << 17, Block: gpumodel.Dim3{X: threads / 8, Y: 1, Z: 1}, Mode: gpumodel.Sample,
		Shared: d.SharedPerSM / 8 / d.SharedUnit * d.SharedUnit, // no more than eight fit
	})
	if got := r.Occupancy.WarpsPerSM * 32; got != threads {
		t.Fatalf("%d threads on an SM, want %d", got, threads)
	}
	return r
}

// TestAccessesInFlight: as long as latency rules, throughput grows with the bytes in
// flight, whether these are more threads, wider words or more words a thread (Little's
// law). Beyond the knee it is the bandwidth's. What the law asks for on the C2050 with
// ECC: 800 clocks × 115.2 GB/s / 14 SMs are 5.7 KB in flight on an SM, half of them read.
func TestAccessesInFlight(t *testing.T) {
	rate := func(program string, threads int) float64 { return increment(t, program, threads).GBps() }
	within := func(what string, got, want, tolerance float64) {
		t.Helper()
		if got < want*(1-tolerance) || got > want*(1+tolerance) {
			t.Errorf("%s: %.1f GB/s, want %.1f within %.0f %%", what, got, want, 100*tolerance)
		}
	}
	within("twice the threads", rate("float", 512), 2*rate("float", 256), 0.15)
	within("twice the word", rate("float2", 256), 2*rate("float", 256), 0.15)
	within("four words or one of four, with 256 threads", rate("four_floats", 256), rate("float4", 256), 0.15)

	// The knee: where 90 % of the best is reached.
	const best = 115.2
	for _, c := range []struct {
		program     string
		below, from int // threads of an SM
	}{{"float", 512, 1024}, {"float2", 256, 512}, {"float4", 0, 256}, {"four_floats", 0, 256}} { // fewer threads are less than eight warps
		if c.below > 0 {
			if got := rate(c.program, c.below); got > 0.9*best {
				t.Errorf("%s: %.1f GB/s with %d threads, before the knee", c.program, got, c.below)
			}
		}
		if got := rate(c.program, c.from); got < 0.75*best {
			t.Errorf("%s: %.1f GB/s with %d threads, behind the knee", c.program, got, c.from)
		}
	}
}

// The counters tell the words of an access apart, and what is in flight tells on every
// card: four words a thread are more than twice as fast with four warps on an SM.
func TestIncrementPrograms(t *testing.T) {
	const n, warps = 1 << 18, 1 << 18 / 32
	for program, want := range map[string]struct{ requests, transactions float64 }{
		"float":       {warps, warps},
		"float2":      {warps / 2, warps},
		"float4":      {warps / 4, warps},
		"four_floats": {warps, warps},
	} {
		r := runProgramOn(t, modeltest.Card(t, "C2050"), "increment/"+program, Run{N: n, Check: gpumodel.Full})
		counters(t, r, map[string]float64{"gld_request": want.requests, "gst_request": want.requests,
			"l1_global_load_miss": want.transactions, "l1_global_load_hit": 0, "inst_bytes_requested": 8 * n})
	}
	for _, name := range []string{"GTX 280", "C2050", "M2090", "GTX 480", "K20X"} {
		d := modeltest.Card(t, name)
		few := Run{N: n, Block: gpumodel.Dim3{X: 128, Y: 1, Z: 1}, Mode: gpumodel.Sample, Shared: d.MaxSharedPerBlock - 64} // one block on an SM
		one := runProgramOn(t, d, "increment/float", few)
		for _, program := range []string{"float4", "four_floats"} {
			gain(t, one, runProgramOn(t, d, "increment/"+program, few), 2, 4.2)
		}
	}
}

package warp

import "testing"

// TestWideLocalAccess counts accesses of local memory: words of a warp's threads lie side by
// side, so each word of a thread is a row of 128 bytes, however many words one access has.
func TestWideLocalAccess(t *testing.T) {
	for _, x := range []struct {
		ctype string
		bytes int64
	}{{"float", 4}, {"float2", 8}, {"float4", 16}, {"short", 2}} {
		j := job{source: "__global__ void k(" + x.ctype + " *a, int n) {\n\t" + x.ctype + ` r[4];
	for (int k = 0; k < 4; k++) r[k] = a[threadIdx.x + 32 * k];
	a[threadIdx.x] = r[n];
}`, block: Dim3{32, 1, 1}, args: []any{zeros(4 * 32 * 4), 2}}
		m := j.machine(t)
		if err := runAll(m); err != nil {
			t.Fatal(err)
		}
		bus := max(1, x.bytes/4) * 128
		for name, got := range map[string]Traffic{"load": m.Stats.LocalLoads, "store": m.Stats.LocalStores} {
			if n := got.Requests; n == 0 || got.Bytes != n*32*x.bytes || got.BusBytes != n*bus {
				t.Errorf("%s of %s: %d requests of %d bytes move %d bytes, want %d each", name, x.ctype, n, got.Bytes, got.BusBytes, bus)
			}
		}
	}
}

package programs

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/internal/tier"
)

// TestStoredAndWritten: of what a launch stores, every sector once, no more than the L2 holds stays there at
// the end, however small the simulated part of the launch is, and no more is written than is stored. What the
// bus moves fits into the time.
func TestStoredAndWritten(t *testing.T) {
	cards := tier.Pick([]string{"C2050", "V100"},
		[]string{"C2050", "K20X", "V100", "T4", "A100 40GB", "RTX 3090", "H100 SXM", "RTX 4090", "H200", "B200"},
		[]string{"C2050", "M2090", "GTX 480", "K20X", "V100", "T4", "RTX 2080 Ti", "A100 40GB", "A100 80GB", "RTX 3090", "A6000",
			"H100 SXM", "RTX 4090", "H200", "B100", "B200"})
	for _, card := range cards {
		d := modeltest.Card(t, card)
		for _, program := range tier.Pick([]string{"padded"}, []string{"padded"}, []string{"copy", "padded", "tile_copy"}) {
			r := runProgramOn(t, d, "transpose/"+program, Run{N: 8192, Mode: gpumodel.Sample})
			v := r.Counters.Value
			stored, written := v("l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum"), v("dram__bytes_write.sum")
			if r.Sampled > 0.2 {
				t.Errorf("transpose/%s on %s: %.2f of the launch is simulated: too much for this test", program, card, r.Sampled)
			}
			if left := stored - written; left < -1e-3*stored || left > float64(d.L2KB<<10) {
				t.Errorf("transpose/%s on %s: %.4g MB are stored and %.4g written; the L2 has %.4g", program, card, stored/1e6, written/1e6,
					float64(d.L2KB<<10)/1e6)
			}
			if share := r.BusGBps() / d.BandwidthGBps(); share > 1 || r.BelowBound() > 0 {
				t.Errorf("transpose/%s on %s: %.4g of the bandwidth in %.4g s, of which %.4g were simulated", program, card, share, r.Time, r.Simulated)
			}
		}
	}
}

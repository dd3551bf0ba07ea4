package sample

import (
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// counted is a source that counts the blocks that are started.
type counted struct {
	script
	started *int
}

func (s counted) Start(block int, o warp.Options) (*warp.Block, error) {
	*s.started++
	return s.script.Start(block, o)
}

// A sample that has become too long for what it says goes on to the end of the launch, where that is allowed. It begins no block
// twice, and says what the simulation of all blocks says.
func TestGoesOn(t *testing.T) {
	d, err := device.Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	const sent, perSM = 32, 8
	window := d.SMs * perSM
	source := counted{script{
		warps: [][]warp.Step{{{Kind: warp.Load, Port: 4, Latency: 20, N: sent}, {Kind: warp.Wait}}},
		trans: func(block int) (list []memory.Transaction) {
			step := uint64(d.PartitionStrideBytes) // from partition to partition, or always to the same one
			if chance(block/window) < 0.5 {
				step *= uint64(d.Partitions)
			}
			for i := range uint64(sent) {
				list = append(list, memory.Transaction{Addr: uint64(block)<<16 + i*step, Size: 32})
			}
			return list
		},
	}, new(int)}
	c := Config{Device: d, Blocks: 60_000, BlocksPerSM: perSM, WarpsPerBlock: 1, Alike: true}
	whole, err := c.run(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	c.Sample = true
	few, err := c.run(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if few.Sampled == 1 || few.Error <= mostError {
		t.Fatalf("%.3g of it simulated ± %.2g: this launch shows nothing", few.Sampled, few.Error)
	}
	c.goesOn, *source.started = true, 0
	all, err := c.run(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if all.Time != whole.Time || all.Error != 0 || *source.started != c.Blocks {
		t.Errorf("%.6g s ± %.2g after %d blocks were begun; all %d take %.6g s", all.Time, all.Error, *source.started, c.Blocks, whole.Time)
	}
}

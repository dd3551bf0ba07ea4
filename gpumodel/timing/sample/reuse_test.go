package sample

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// script is a source whose blocks all do the same: the steps of each warp.
type script struct {
	warps [][]warp.Step
	trans func(block int) []memory.Transaction
}

func (s script) Start(block int, _ warp.Options) (*warp.Block, error) {
	b := &warp.Block{Index: block}
	for _, steps := range s.warps {
		t := warp.Trace{Done: true}
		for i := range steps {
			t.Steps = append(t.Steps, &steps[i])
		}
		if s.trans != nil {
			t.Transactions = s.trans(block)
		}
		b.Warps = append(b.Warps, t)
	}
	return b, nil
}

func (script) Continue(*warp.Block, int) error { return nil }

func (script) Release(*warp.Block) {}

func (s script) Profile(int) (warp.Profile, error) { return warp.Profile{}, nil }

func (script) Recount() {}
func (script) EndPart() {}

const (
	sharedRow = 8 // lines that all blocks of a row load
	lineBytes = 128
)

// rowsAndOwn are blocks that load what all of their row load, by one instruction, and lines of
// their own, by another.
func rowsAndOwn(gridX int) script {
	load := func(pc, n int32) []warp.Step {
		return []warp.Step{{Kind: warp.Load, Port: 4, Latency: 20, N: n, Tag: pc, PC: pc}, {Kind: warp.Wait, Tag: pc}}
	}
	return script{
		warps: [][]warp.Step{append(load(0, sharedRow), load(1, 1)...)},
		trans: func(block int) (list []memory.Transaction) {
			for i := range sharedRow {
				list = append(list, memory.Transaction{Addr: uint64(block/gridX*sharedRow+i) * lineBytes, Size: lineBytes})
			}
			return append(list, memory.Transaction{Addr: 1<<30 + uint64(block)*lineBytes, Size: lineBytes})
		},
	}
}

// What all parts of a chip load is fetched once for all of them.
func TestShareOfPart(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	const gridX, gridY = 64, 256
	c := Config{Device: d, Blocks: gridX * gridY, GridX: gridX, BlocksPerSM: 8, WarpsPerBlock: 1, Sample: true, Partial: true}
	source := rowsAndOwn(gridX)
	p, parts := part(d)
	s, _, err := ofPart(newStrip(source, &c, parts), p)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.At(0)*parts-1) > 0.01 || s.At(1) != 1 {
		t.Errorf("of what all parts load one fetches %.2f, of its own %.2f; there are %.2f parts", s.At(0), s.At(1), parts)
	}
	o, err := Simulate(t.Context(), c, source)
	if err != nil {
		t.Fatal(err)
	}
	blocks := float64(o.Blocks)
	if got, want := float64(o.DRAM.ReadBytes), blocks*lineBytes*(1+sharedRow/float64(gridX)); math.Abs(got/want-1) > 0.1 {
		t.Errorf("%.0f blocks read %.0f bytes, want %.0f", blocks, got, want)
	}
	if got, want := float64(o.L2.Asked), blocks*4*(1+sharedRow); math.Abs(got/want-1) > 0.01 {
		t.Errorf("%.0f blocks ask the L2 for %.0f sectors, want %.0f", blocks, got, want)
	}
}

// Units that blocks touch at random are touched near by as often as far away. Of units that come again only after all others, nothing is
// touched near by.
func TestKept(t *testing.T) {
	const blocks, each, period, within = 4000, 64, 1000, 400
	at := func(random bool, block, i int) uint64 {
		if random {
			return uint64(chance(block*each+i)*period*each) * 64
		}
		return uint64(block%period*each+i) * 64
	}
	for _, test := range []struct {
		random      bool
		least, most float64
	}{{true, 0.8, 1}, {false, 0, 0}} {
		own := touches{units: map[uint64]loaded{}}
		for b := range 64 {
			for i := range each {
				own.units[at(test.random, blocks/2+b, i)] = loaded{}
			}
		}
		var others draws
		for k := range 128 {
			block := int(chance(k) * blocks)
			one := draw{math.Abs(float64(block - blocks/2)), map[uint64]bool{}}
			for i := range each {
				one.units[at(test.random, block, i)] = true
			}
			if block < blocks/2 || block >= blocks/2+64 {
				others = append(others, one)
			}
		}
		if got := others.kept(&own, within); got < test.least || got > test.most {
			t.Errorf("random %v: %.2f is kept, want %.2f to %.2f", test.random, got, test.least, test.most)
		}
	}
}

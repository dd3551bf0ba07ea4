package timing

import (
	"math"
	"testing"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

const (
	sharedRow = 8 // lines that all blocks of a row load
	lineBytes = 128
)

// rowsAndOwn are blocks that load what all of their row load, by one instruction, and lines of
// their own, by another.
func rowsAndOwn(gridX int) script {
	load := func(place, first, n int32) []warp.Step {
		return []warp.Step{{Kind: warp.Load, Port: 4, Latency: 20, First: first, N: n, Tag: place, Place: place}, {Kind: warp.Wait, Tag: place}}
	}
	return script{
		warps: [][]warp.Step{append(load(0, 0, sharedRow), load(1, sharedRow, 1)...)},
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
	s, err := ofPart(newStrip(source, &c, parts), p)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(s.at(0)*parts-1) > 0.01 || s.at(1) != 1 {
		t.Errorf("of what all parts load one fetches %.2f, of its own %.2f; there are %.2f parts", s.at(0), s.at(1), parts)
	}
	o := simulate(t, c, source)
	blocks := float64(o.Blocks)
	if got, want := float64(o.DRAM.ReadBytes), blocks*lineBytes*(1+sharedRow/float64(gridX)); math.Abs(got/want-1) > 0.1 {
		t.Errorf("%.0f blocks read %.0f bytes, want %.0f", blocks, got, want)
	}
	if got, want := float64(o.L2.Asked), blocks*4*(1+sharedRow); math.Abs(got/want-1) > 0.01 {
		t.Errorf("%.0f blocks ask the L2 for %.0f sectors, want %.0f", blocks, got, want)
	}
}

// A share is the share of lines that it takes, whatever lies between them; of lines that are each
// block's own it takes others of each block.
func TestShareTakes(t *testing.T) {
	for _, byBlock := range []bool{false, true} {
		s := share{byBlock: byBlock}
		s.set(2, 0.2)
		for _, pitch := range []uint64{128, 4096, 8320, 1 << 20} {
			taken, both := 0, 0
			const n = 20_000
			for i := range uint64(n) {
				if !s.takes(1, i*pitch, 0) || !s.takes(3, i*pitch, 0) {
					t.Fatal("an instruction without a share has all")
				}
				if s.takes(2, i*pitch, 0) {
					taken++
					if s.takes(2, i*pitch, 1) {
						both++
					}
				}
			}
			want := 1.0
			if byBlock {
				want = 0.2
			}
			if math.Abs(float64(taken)/n-0.2) > 0.01 || math.Abs(float64(both)/float64(taken)-want) > 0.03 {
				t.Errorf("by block %v, pitch %d: %d of %d taken, %d of them by another block", byBlock, pitch, taken, n, both)
			}
		}
	}
}

// Stores behind a loop are counted though no sample sees them; those to local memory are left alone.
func TestStoresBehindLoops(t *testing.T) {
	for _, c := range []struct{ written, bytes, wantWritten, wantBytes float64 }{
		{0, 500, 100, 500 + 3200}, {10, 500 + 320, 100, 500 + 3200}, {80, 500 + 2400, 100, 500 + 3000}, {1000, 900, 1000, 900},
	} {
		x := tally{written: c.written, read: 500, bytes: c.bytes}
		if x.stores(100); x.written != c.wantWritten || math.Abs(x.bytes-c.wantBytes) > 1e-9 {
			t.Errorf("%+v: %.0f sectors, %.0f bytes", c, x.written, x.bytes)
		}
	}
}

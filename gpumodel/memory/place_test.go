package memory

import (
	"testing"

	"warpbook.dev/gpumodel/device"
)

// Neighbouring bytes of a row are in one place, and every partition, bank and column is
// somebody's.
func TestLocate(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	partitions, stacks, banks, groups, columns := map[int]int{}, map[int]int{}, map[int]int{}, map[int]int{}, map[int]int{}
	seen := map[Place]uint64{}
	for addr := uint64(1 << 32); addr < 1<<32+32<<20; addr += uint64(d.BurstBytes) {
		p := Locate(d, addr)
		if other, ok := seen[p]; ok {
			t.Fatalf("%#x and %#x are both at %+v", addr, other, p)
		}
		seen[p] = addr
		if addr%256 == 0 && Locate(d, addr+255).Row != p.Row {
			t.Fatalf("%#x: 256 bytes are not in one row", addr)
		}
		partitions[p.Partition]++
		stacks[p.Stack]++
		banks[p.Bank]++
		groups[p.BankGroup]++
		columns[p.Column]++
		if p.Side != p.Slice*2/94 {
			t.Fatalf("%+v", p)
		}
	}
	got := []int{len(partitions), len(stacks), len(banks), len(groups), len(columns)}
	for i, want := range []int{188, 6, 16, 4, 32} {
		if got[i] != want {
			t.Errorf("number %d of partitions, stacks, banks, bank groups, columns: %d, want %d", i, got[i], want)
		}
	}
	mean := float64(32<<20/32) / 188
	for p, n := range partitions {
		if float64(n) < 0.9*mean || float64(n) > 1.1*mean {
			t.Errorf("partition %d has %d bursts, %.0f on average", p, n, mean)
		}
	}
}

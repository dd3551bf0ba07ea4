package memory

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a warp's access becomes on compute capability 2.0, worked out by hand: lines of
// 128 bytes through the L1, runs of 32-byte sectors otherwise.
func TestCoalesceLines(t *testing.T) {
	d := card(t, "C2050")
	half := uint32(0xffff0000)
	for _, c := range []struct {
		name     string
		addr     func(i int) int
		active   uint32
		width    int
		lines    int   // through the L1
		uncached []int // sizes otherwise
	}{
		{"words in a row", func(i int) int { return 4 * i }, ^uint32(0), 4, 1, []int{128}},
		{"one word on", func(i int) int { return 4 + 4*i }, ^uint32(0), 4, 2, []int{128, 32}},
		{"one sector on", func(i int) int { return 32 + 4*i }, ^uint32(0), 4, 2, []int{96, 32}},
		{"every second word", func(i int) int { return 8 * i }, ^uint32(0), 4, 2, []int{128, 128}},
		{"backwards", func(i int) int { return 124 - 4*i }, ^uint32(0), 4, 1, []int{128}},
		{"one word for all", func(i int) int { return 64 }, ^uint32(0), 4, 1, []int{32}},
		{"a halo of four", func(i int) int { return 256 + 4*i }, 0xf, 4, 1, []int{32}},
		{"a line for each", func(i int) int { return 128 * i }, half, 4, 16, []int{32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32}},
		{"the first and the last sector", func(i int) int { return i / 16 * 96 }, ^uint32(0), 4, 1, []int{32, 32}},
		{"doubles", func(i int) int { return 8 * i }, ^uint32(0), 8, 2, []int{128, 128}},
		{"double at 64", func(i int) int { return 64 + 8*i }, ^uint32(0), 8, 4, []int{64, 64, 64, 64}},
		{"one double for all", func(i int) int { return 8 }, ^uint32(0), 8, 2, []int{32, 32}},
		{"float4", func(i int) int { return 16 * i }, ^uint32(0), 16, 4, []int{128, 128, 128, 128}},
		{"bytes", func(i int) int { return i }, ^uint32(0), 1, 1, []int{32}},
		{"nobody", func(i int) int { return i }, 0, 4, 0, nil},
	} {
		cached := Coalesce(d, addresses(c.addr), c.active, c.width, L1Cache, nil)
		for _, x := range cached {
			if x.Size != 128 || x.Addr%128 != 0 || x.Cached != L1Cache {
				t.Errorf("%s: %+v is no line", c.name, x)
			}
		}
		if len(cached) != c.lines {
			t.Errorf("%s: %d lines, want %d", c.name, len(cached), c.lines)
		}
		var sizes []int
		for _, x := range Coalesce(d, addresses(c.addr), c.active, c.width, Uncached, nil) {
			sizes = append(sizes, int(x.Size))
		}
		if diff := cmp.Diff(c.uncached, sizes); diff != "" {
			t.Errorf("%s without the L1 (-want +got):\n%s", c.name, diff)
		}
	}
}

// Bank passes of compute capability 2.0, worked out by hand: different words of one
// bank take turns, any words are broadcast.
func TestAnyWordPasses(t *testing.T) {
	d := card(t, "C2050")
	for _, c := range []struct {
		name  string
		addr  func(i int) int
		width int
		want  int
	}{
		{"a row", func(i int) int { return 4 * i }, 4, 1},
		{"a column of 32", func(i int) int { return 128 * i }, 4, 32},
		{"a padded column", func(i int) int { return 132 * i }, 4, 1},
		{"every second word", func(i int) int { return 8 * i }, 4, 2},
		{"every third word", func(i int) int { return 12 * i }, 4, 1},
		{"one word", func(i int) int { return 0 }, 4, 1},
		{"two words of different banks", func(i int) int { return i % 2 * 4 }, 4, 1},
		{"two words of one bank", func(i int) int { return i % 2 * 128 }, 4, 2},
		{"bytes", func(i int) int { return i }, 1, 1},
		{"doubles", func(i int) int { return 8 * i }, 8, 2},
		{"a column of doubles, 32 wide", func(i int) int { return 256 * i }, 8, 32},
		{"a column of doubles, 33 wide", func(i int) int { return 264 * i }, 8, 2},
		{"float4", func(i int) int { return 16 * i }, 16, 4},
	} {
		if got := BankPasses(d, addresses(c.addr), ^uint32(0), c.width); got != c.want {
			t.Errorf("%s: %d passes, want %d", c.name, got, c.want)
		}
	}
}

// TestPairedPasses: from 7.0 on parts of a request for wide words go together where lanes
// ask for what their neighbours do. On an H200, Nsight Compute counts two wavefronts where
// all lanes read one word of 16 bytes, or each half of a warp another one, and one for 8 bytes.
func TestPairedPasses(t *testing.T) {
	d := card(t, "H200")
	for _, c := range []struct {
		name  string
		addr  func(i int) int
		width int
		want  int
	}{
		{"one word of 16 bytes", func(i int) int { return 0 }, 16, 2},
		{"a word of 16 bytes for each half", func(i int) int { return i / 16 * 64 }, 16, 2},
		{"a word of 8 bytes", func(i int) int { return 0 }, 8, 1},
		{"float4", func(i int) int { return 16 * i }, 16, 4},
		{"float2", func(i int) int { return 8 * i }, 8, 2},
		{"float2 of pairs", func(i int) int { return i / 2 * 8 }, 8, 1},
		{"a column", func(i int) int { return 128 * i }, 4, 32},
	} {
		if got := BankPasses(d, addresses(c.addr), ^uint32(0), c.width); got != c.want {
			t.Errorf("%s: %d passes, want %d", c.name, got, c.want)
		}
	}
}

// A written line that makes room is written back, as it was written.
func TestSectorCache(t *testing.T) {
	c := NewSectorCache(2*128, 128, 2) // one set of two lines
	at := func(addr uint64, size uint32) Transaction { return Transaction{Addr: addr, Size: size} }
	read := func(x Transaction) [2]Transaction { m, e := c.Read(x, 0); return [2]Transaction{m, e} }
	expect := func(what string, got, want any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	expect("a cold line", read(at(0, 64)), [2]Transaction{at(0, 64)})
	expect("what is there", read(at(32, 32)), [2]Transaction{})
	expect("the rest of it", read(at(0, 128)), [2]Transaction{at(64, 64)})
	expect("in the place of a line of before", c.Write(at(1024+96, 32), 0), at(1024+96+256, 32))
	expect("a line that nobody wrote makes room", read(at(2048, 32)), [2]Transaction{at(2048, 32)})
	expect("the written one does", read(at(4096, 32)), [2]Transaction{at(4096, 32), at(1024+96, 32)})
	expect("sectors read", c.Stats, CacheStats{Hits: 3, Misses: 6})
}

// Strides of powers of two spread over all partitions where they are hashed, and each
// address belongs to one place of one partition.
func TestPartitionHash(t *testing.T) {
	d := card(t, "C2050")
	for shift := 8; shift < 20; shift++ {
		var seen [64]int
		for i := range 1200 {
			seen[d.Partition(uint64(i)<<shift)]++
		}
		for p, n := range seen[:d.Partitions] {
			if n < 50 || n > 200 {
				t.Errorf("a stride of %d bytes: partition %d has %d of 1200", 1<<shift, p, n)
			}
		}
	}
	places := map[[2]uint64]bool{}
	for i := range 5000 {
		addr := uint64(i * d.PartitionStrideBytes)
		place := [2]uint64{uint64(d.Partition(addr)), d.PartitionOffset(addr)}
		if places[place] {
			t.Fatalf("address %d shares a place", addr)
		}
		places[place] = true
	}
}

// A cache that begins full of lines of before writes back as much as is written, whatever it holds of
// what was read: at each moment but for a line, and in all but for what it holds.
func TestSectorCacheBalance(t *testing.T) {
	const lines = 64
	c := NewSectorCache(lines*128, 128, 8)
	addr, written, back := uint64(0), uint32(0), uint32(0)
	use := func(n, per int) { // n lines are read, and then one of so many is written
		for i := range n {
			x := Transaction{Addr: addr, Size: 128}
			addr += 128
			if i%per == 0 {
				back += c.Write(x, x.Addr/128).Size
				written += x.Size
				continue
			}
			_, evicted := c.Read(x, x.Addr/128)
			back += evicted.Size
		}
	}
	check := func(when string, most uint32) {
		t.Helper()
		if off := max(written, back) - min(written, back); off > most || int64(written)-int64(back) != 32*c.Owed {
			t.Errorf("%s: %d bytes are written and %d written back, %d sectors are owed", when, written, back, c.Owed)
		}
	}
	use(lines/2, 1<<30) // reads
	for range lines / 4 {
		use(2, 2)
		check("while it fills", 128)
	}
	for range 8 {
		use(lines, 2)
		check("half of them writes", lines*128/8)
	}
	use(4*lines, 1<<30)
	check("reads at the end", lines*128)
}

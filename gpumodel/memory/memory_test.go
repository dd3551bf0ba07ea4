package memory

import (
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
)

func gtx280(t testing.TB) *device.Device { return card(t, "GTX 280") }

func card(t testing.TB, name string) *device.Device {
	t.Helper()
	d, err := device.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// addresses gives lane i the address f(i).
func addresses(f func(i int) int) *[32]uint64 {
	var a [32]uint64
	for i := range a {
		a[i] = uint64(f(i))
	}
	return &a
}

// The expected transactions were derived by hand from the rule of compute
// capability 1.2 and 1.3.
func TestCoalesce(t *testing.T) {
	const base = 4096
	tests := []struct {
		name   string
		active uint32
		width  int
		addr   func(i int) int
		want   []Transaction
	}{
		{"unit stride", ^uint32(0), 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base, Size: 64}, {Addr: base + 64, Size: 64}}},
		{"one word off", 0xffff, 4, func(i int) int { return base + 4 + 4*i }, []Transaction{{Addr: base, Size: 128}}},
		{"across 128 bytes", 0xffff, 4, func(i int) int { return base + 96 + 4*i }, []Transaction{{Addr: base + 96, Size: 32}, {Addr: base + 128, Size: 32}}},
		{"three quarters across", 0xffff, 4, func(i int) int { return base + 80 + 4*i }, []Transaction{{Addr: base + 64, Size: 64}, {Addr: base + 128, Size: 32}}},
		{"broadcast", 0xffff, 4, func(int) int { return base + 36 }, []Transaction{{Addr: base + 32, Size: 32}}},
		{"two words apart", 0xffff, 4, func(i int) int { return base + 8*i }, []Transaction{{Addr: base, Size: 128}}},
		{"permuted", 0xffff, 4, func(i int) int { return base + 4*(i^5) }, []Transaction{{Addr: base, Size: 64}}},
		{"bytes", 0xffff, 1, func(i int) int { return base + i }, []Transaction{{Addr: base, Size: 32}}},
		{"16-bit words", 0xffff, 2, func(i int) int { return base + 2*i }, []Transaction{{Addr: base, Size: 32}}},
		{"16-bit words off by one", 0xffff, 2, func(i int) int { return base + 2 + 2*i }, []Transaction{{Addr: base, Size: 64}}},
		{"64-bit words", 0xffff, 8, func(i int) int { return base + 8*i }, []Transaction{{Addr: base, Size: 128}}},
		{"128-bit words", 0xffff, 16, func(i int) int { return base + 16*i }, []Transaction{{Addr: base, Size: 128}, {Addr: base + 128, Size: 128}}},
		{"one lane", 1 << 7, 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base, Size: 32}}},
		{"no lane", 0, 4, func(i int) int { return base + 4*i }, nil},
		{"odd lanes", 0xaaaa, 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base, Size: 64}}},
	}
	for _, tt := range tests {
		got := Coalesce(gtx280(t), addresses(tt.addr), tt.active, tt.width, Uncached, nil)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
	}
	strided := Coalesce(gtx280(t), addresses(func(i int) int { return base + 16000*i }), ^uint32(0), 4, Uncached, nil)
	if len(strided) != 32 || strided[1] != (Transaction{Addr: base + 16000, Size: 32}) {
		t.Errorf("stride of 16000 bytes: %v, want 32 transactions of 32 bytes", strided)
	}
}

// The expected transactions were derived by hand from the rule of compute
// capability 1.0 and 1.1.
func TestCoalesceInOrder(t *testing.T) {
	const base = 4096
	single := func(n int, addr func(i int) int) (all []Transaction) {
		for i := range n {
			all = append(all, Transaction{Addr: uint64(addr(i)), Size: 32})
		}
		return all
	}
	tests := []struct {
		name   string
		active uint32
		width  int
		addr   func(i int) int
		want   []Transaction
	}{
		{"unit stride", ^uint32(0), 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base, Size: 64}, {Addr: base + 64, Size: 64}}},
		{"64-bit words", 0xffff, 8, func(i int) int { return base + 8*i }, []Transaction{{Addr: base, Size: 128}}},
		{"128-bit words", 0xffff, 16, func(i int) int { return base + 16*i }, []Transaction{{Addr: base, Size: 128}, {Addr: base + 128, Size: 128}}},
		{"128-bit words in two segments of 128 bytes", 0xffff, 16, func(i int) int { return base + 128 + 16*i }, []Transaction{{Addr: base + 128, Size: 128}, {Addr: base + 256, Size: 128}}},
		{"divergent", 0x8421, 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base, Size: 64}}},
		{"upper half of the warp", 0xffff0000, 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base + 64, Size: 64}}},
		{"one thread in its place", 1 << 7, 4, func(i int) int { return base + 4*i }, []Transaction{{Addr: base, Size: 64}}},
		{"one thread out of its place", 1 << 7, 4, func(int) int { return base }, []Transaction{{Addr: base, Size: 32}}},
		{"no thread", 0, 4, func(i int) int { return base + 4*i }, nil},
		{"one word off", 0xffff, 4, func(i int) int { return base + 4 + 4*i }, single(16, func(i int) int { return base + (4+4*i)/32*32 })},
		{"half a segment off", 0xffff, 8, func(i int) int { return base + 64 + 8*i }, single(16, func(i int) int { return base + 64 + 8*i/32*32 })},
		{"two threads swapped", 0xffff, 4, func(i int) int { return base + 4*(i^b2i(i < 2)) }, single(16, func(i int) int { return base + 4*i/32*32 })},
		{"broadcast", 0xffff, 4, func(int) int { return base + 36 }, single(16, func(int) int { return base + 32 })},
		{"two words apart", 0xffff, 4, func(i int) int { return base + 8*i }, single(16, func(i int) int { return base + 8*i/32*32 })},
		{"bytes", 0xffff, 1, func(i int) int { return base + i }, single(16, func(int) int { return base })},
		{"16-bit words", 0xffff, 2, func(i int) int { return base + 2*i }, single(16, func(int) int { return base })},
	}
	for _, tt := range tests {
		got := Coalesce(card(t, "8800 GTX"), addresses(tt.addr), tt.active, tt.width, Uncached, nil)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Whatever the addresses: every active word is covered by a transaction, each
// transaction is aligned to its size, and none is larger than a segment.
func FuzzCoalesce(f *testing.F) {
	f.Add(uint32(0xffffffff), uint64(1), uint64(4), false)
	f.Add(uint32(0xffffffff), uint64(1), uint64(4), true)
	f.Fuzz(func(t *testing.T, active uint32, seed, stride uint64, strict bool) {
		d := gtx280(t)
		if strict {
			d = card(t, "8800 GTX")
		}
		var addr [32]uint64
		for i := range addr {
			seed = seed*6364136223846793005 + 1442695040888963407
			addr[i] = (uint64(i)*stride + seed>>60*(seed>>58&1)) % (1 << 30) &^ 3
		}
		all := Coalesce(d, &addr, active, 4, Uncached, nil)
		for i, a := range addr {
			covered := active>>i&1 == 0
			for _, x := range all {
				covered = covered || x.Addr <= a && a+4 <= x.Addr+uint64(x.Size)
			}
			if !covered {
				t.Fatalf("lane %d at %#x is not covered by %v", i, a, all)
			}
		}
		for _, x := range all {
			if x.Addr%uint64(x.Size) != 0 || x.Size > 128 || x.Size < 32 || bits.OnesCount32(x.Size) != 1 {
				t.Fatalf("transaction %v", x)
			}
		}
	})
}

func TestBankPasses(t *testing.T) {
	tests := []struct {
		name  string
		width int
		addr  func(i int) int
		want  int
	}{
		{"unit stride", 4, func(i int) int { return 4 * i }, 2},
		{"column of tile[32][32]", 4, func(i int) int { return 128 * i }, 32},
		{"column of tile[32][33]", 4, func(i int) int { return 132 * i }, 2},
		{"stride of two words", 4, func(i int) int { return 8 * i }, 4},
		{"stride of three words", 4, func(i int) int { return 12 * i }, 2},
		{"broadcast", 4, func(int) int { return 64 }, 2},
		{"two words of one bank", 4, func(i int) int { return 64 * (i % 2) }, 4},
		{"pairs of lanes share a word", 4, func(i int) int { return 4 * (i / 2) }, 4},
		{"bytes of one word", 1, func(i int) int { return i }, 8},
		{"64-bit words", 8, func(i int) int { return 8 * i }, 8},
	}
	for _, tt := range tests {
		if got := BankPasses(gtx280(t), addresses(tt.addr), ^uint32(0), tt.width); got != tt.want {
			t.Errorf("%s: %d passes, want %d", tt.name, got, tt.want)
		}
	}
	if got := BankPasses(gtx280(t), addresses(func(i int) int { return 128 * i }), 0xf, 4); got != 4 {
		t.Errorf("four active lanes of a column: %d passes, want 4", got)
	}
}

// A partition serves one activation per tFAW/4 at best, and row hits at the speed of the bus.
func TestPartitionRates(t *testing.T) {
	d, err := gtx280(t).With("dram_bank_hash", "false") // so that a stride stays in one bank
	if err != nil {
		t.Fatal(err)
	}
	rate := func(stride uint64, size uint32) Time {
		p := NewPartitions(d)[0]
		var end Time
		const n = 400
		for i := range uint64(n) {
			for p.Full(false) {
				_, end = p.Next()
			}
			p.Add(Request{Transaction: Transaction{Addr: i * stride, Size: size}}, 0)
		}
		for !p.Idle() {
			_, end = p.Next()
		}
		return end / n
	}
	page := uint64(d.DRAMPageBytes * d.Partitions)
	if got, least := rate(page, 32), max(Nanoseconds(d.TRRD), Nanoseconds(d.TFAW)/4); got < least*98/100 || got > least*105/100 {
		t.Errorf("a new row each time: %d ps per request, want about %d", got, least)
	}
	if got, bank := rate(page*uint64(d.DRAMBanks), 32), Nanoseconds(d.TRC); got < bank*95/100 {
		t.Errorf("a new row of one bank each time: %d ps per request, want tRC = %d at least", got, bank)
	}
	if got, burst := rate(64, 64), 2*BurstTime(d); got < burst*95/100 || got > burst*160/100 {
		t.Errorf("a stream: %d ps per 64 bytes, want little more than %d", got, burst)
	}
}

// Six partitions: the bytes of one are counted without gaps, so that its banks
// take turns after every page of its own.
func TestSixPartitions(t *testing.T) {
	d, err := card(t, "8800 GTX").With("dram_bank_hash", "false")
	if err != nil {
		t.Fatal(err)
	}
	p := NewPartitions(d)
	if len(p) != 6 {
		t.Fatalf("%d partitions", len(p))
	}
	// Partition 2 holds the chunks of 256 bytes number 2, 8, 14, …: its byte
	// 2048 k, where row k begins, in bank k mod 8, is chunk 2 + 6·8 k.
	for k := range uint64(20) {
		address := 256 * (2 + 6*8*k)
		if got := d.Partition(address); got != 2 {
			t.Fatalf("address %d lies in partition %d", address, got)
		}
		p[2].Add(Request{Transaction: Transaction{Addr: address, Size: 32}}, 0)
		p[2].Add(Request{Transaction: Transaction{Addr: address + 7*6*256 + 224, Size: 32}}, 0) // the page's last 32 bytes
		first, _ := p[2].Next()
		second, _ := p[2].Next()
		for _, r := range []Request{first, second} {
			if r.bank != int32(k%8) || r.row != int64(k) {
				t.Errorf("address %d: bank %d, row %d, want %d and %d", r.Addr, r.bank, r.row, k%8, k)
			}
		}
	}
}

func TestGlobal(t *testing.T) {
	g := &Global{}
	a, b := NewBuffer(100, nil), NewBuffer(1<<20, func(offset int, page []byte) {
		for i := range page {
			page[i] = byte(offset / pageBytes)
		}
	})
	g.Map(a)
	g.Map(b)
	if got := g.Map(a); got != a.Base {
		t.Errorf("mapped again at %#x, was at %#x", got, a.Base)
	}
	if b.Base%2048 != 0 {
		t.Errorf("a large buffer begins at partition %d", b.Base/256%8)
	}
	if found, err := g.Find(b.Base+8192, 4); err != nil || found != b || found.Load(8192, 1) != 2 {
		t.Errorf("Find = %v, %v", found, err)
	}
	a.Store(96, 4, 0x12345678)
	if got := a.Load(96, 2); got != 0x5678 {
		t.Errorf("low half %#x", got)
	}
	for _, bad := range []uint64{0, a.Base - 4, a.Base + 97, a.Base + 100, b.Base + 1<<20} {
		if _, err := g.Find(bad, 4); err == nil {
			t.Errorf("address %#x found", bad)
		}
	}
}

// Words are counted once for each half-warp.
func TestDistinct(t *testing.T) {
	for _, test := range []struct {
		name   string
		active uint32
		addr   func(i int) int
		want   int
	}{
		{"unit stride", ^uint32(0), func(i int) int { return 4 * i }, 32},
		{"all the same", ^uint32(0), func(int) int { return 64 }, 2},
		{"all at address 0", 0xffff, func(int) int { return 0 }, 1},
		{"falling", 0xffff, func(i int) int { return 400 - 4*i }, 16},
		{"rows of four, repeated", 0xffff, func(i int) int { return 4 * (i % 4) }, 4},
		{"up and down", 0xffff, func(i int) int { return 4 * min(i, 15-i) }, 8},
		{"pairs", 0xffff, func(i int) int { return 4 * (i / 2) }, 8},
		{"some lanes", 0x00f1, func(i int) int { return 4 * (i % 5) }, 4}, // lanes 0, 4, 5, 6, 7: words 0, 4, 0, 1, 2
		{"no lane", 0, func(i int) int { return 4 * i }, 0},
	} {
		if got := Distinct(gtx280(t), addresses(test.addr), test.active); got != test.want {
			t.Errorf("%s: %d words, want %d", test.name, got, test.want)
		}
	}
}

// Atomics on one word take turns, those on different words pass each other.
func TestAtomicTurns(t *testing.T) {
	d := gtx280(t)
	last := func(stride uint64) (end Time, most int64) {
		p := NewPartitions(d)[0]
		const n = 30
		for i := range uint64(n) {
			p.Add(Request{Transaction: Transaction{Addr: 4096 + stride*i, Size: 32, Atomic: true}}, 0)
		}
		var first Time
		for i := range n {
			_, done := p.Next()
			if i == 0 {
				first = done
			}
			end = max(end, done)
		}
		if p.Stats.Bytes != 2*32*n {
			t.Errorf("%d bytes on the bus, want those of %d transactions there and back", p.Stats.Bytes, n)
		}
		return end - first, p.Stats.MostTurns
	}
	if time, most := last(0); time != 29*Nanoseconds(d.AtomicTurn) || most != 30 {
		t.Errorf("one word: %d ps from the first to the last of 30 atomics, %d turns, want 29 turns of %g ns", time, most, d.AtomicTurn)
	}
	// Neighbours: the bus is what they wait for, two bursts each.
	if time, most := last(4); time != 29*2*BurstTime(d) || most != 1 {
		t.Errorf("neighbouring words: %d ps, %d turns, want 29 × two bursts of %d ps", time, most, BurstTime(d))
	}
}

func TestMostAtOneWord(t *testing.T) {
	for _, test := range []struct {
		name   string
		active uint32
		addr   func(i int) int
		want   int
	}{
		{"all different", ^uint32(0), func(i int) int { return 4 * i }, 1},
		{"all the same", ^uint32(0), func(int) int { return 64 }, 32},
		{"all the same, half of them active", 0xffff0000, func(int) int { return 64 }, 16},
		{"seven bins", ^uint32(0), func(i int) int { return 4 * (i % 7) }, 5},
		{"no lane", 0, func(int) int { return 0 }, 0},
	} {
		if got := MostAtOneWord(addresses(test.addr), test.active); got != test.want {
			t.Errorf("%s: %d lanes, want %d", test.name, got, test.want)
		}
	}
}

// The refreshes of a time without requests are over when the next one comes, however long that was: a read
// waits for one of them at most.
func TestIdlePartition(t *testing.T) {
	d := card(t, "H200")
	read := func(idle Time) (took Time) {
		p := NewPartitions(d)[0]
		for i := range 3 {
			at := idle + Time(i)*Nanoseconds(500)
			p.Add(Request{Transaction: Transaction{Size: 32}}, at)
			_, done := p.Next()
			took = max(took, done-at)
		}
		return took
	}
	if short, long := read(Nanoseconds(10_000)), read(Nanoseconds(1e9)); long > short+Nanoseconds(2*d.TRFC) {
		t.Errorf("a read behind 1 s without requests takes %d ps, behind 10 µs %d", long, short)
	}
}

// A bank changes one word for one lane in a pass; words of 64 bits take two banks, and two lanes' words are one pass.
func TestLanePasses(t *testing.T) {
	d := card(t, "H100")
	for _, test := range []struct{ lanes, stride, width, want int }{
		{1, 1, 4, 1}, {2, 1, 4, 2}, {32, 1, 4, 32}, {1, 32, 4, 32}, {4, 32, 4, 32}, {1, 2, 4, 2}, {4, 2, 4, 4},
		{1, 1, 8, 1}, {2, 1, 8, 1}, {4, 1, 8, 2}, {32, 1, 8, 16},
	} {
		var addr [32]uint64
		for i := range addr {
			addr[i] = uint64(i / test.lanes * test.stride * test.width)
		}
		if got := LanePasses(d, &addr, 1<<32-1, test.width); got != test.want {
			t.Errorf("%+v: %d passes", test, got)
		}
	}
	if got := LanePasses(d, new([32]uint64), 0, 4); got != 0 {
		t.Errorf("%d passes of no lanes", got)
	}
}

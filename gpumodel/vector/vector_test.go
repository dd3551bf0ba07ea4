package vector

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hard are numbers of 32 bits at the limits of what operations do.
var hard = []uint32{
	0, 1, 2, 31, 32, 33, 64, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe,
	math.Float32bits(1), math.Float32bits(-1), math.Float32bits(1.5), 0x00800000, 0x007fffff, 0x00000003, 0x80400000, 0x7f7fffff, 0xff7fffff,
	0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7fa00000, math.Float32bits(1 << 31), math.Float32bits(-1 << 31), math.Float32bits(1 << 24), 0x4effffff,
	0x3ff00000, 0xbff00000, 0x7ff00000, 0xfff00000, 0x7ff80000, 0x00100000, 0x000fffff,
}

func randomFrame(r *rand.Rand, words int) []Word {
	f := make([]Word, words)
	for w := range f {
		for i := range f[w] {
			switch r.IntN(4) {
			case 0:
				f[w][i] = hard[r.IntN(len(hard))]
			case 1:
				f[w][i] = math.Float32bits(float32(r.NormFloat64()))
			case 2: // close to another: sums cancel
				f[w][i] = f[r.IntN(words)][i] ^ uint32(r.IntN(4))
			default:
				f[w][i] = r.Uint32()
			}
		}
	}
	return f
}

// TestAssembly compares the assembly with plain Go, operation by operation and whatever operands overlap.
func TestAssembly(t *testing.T) {
	if !accelerated {
		t.Skip("needs: a processor with AVX2 and FMA")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for kind := range Enter {
		for range 2000 {
			before := randomFrame(r, 12)
			place := func() uint32 { return uint32(r.IntN(11)) * WordBytes }
			o := Op{Kind: kind, D: place(), A: place(), B: place(), C: place(), X: uint32(r.IntN(4))}
			code := []Op{o, {Kind: Stop}}
			quickly, plainly := append([]Word(nil), before...), append([]Word(nil), before...)
			if overlaps(o) {
				continue
			}
			if n := Run(code, 0, quickly, nil); n != 1 {
				t.Fatalf("kind %d: stopped at %d", kind, n)
			}
			runPortable(code, 0, plainly)
			if !slices.Equal(plainly, quickly) {
				t.Fatalf("kind %d, %+v: plain Go and assembly (-plain +assembly):\n%s", kind, o, cmp.Diff(plainly, quickly))
			}
		}
	}
}

// overlaps reports whether the result has half of a source: no allocation of registers lets them.
func overlaps(o Op) bool {
	for _, s := range []uint32{o.A, o.B, o.C} {
		if s == o.D+WordBytes || s+WordBytes == o.D {
			return true
		}
	}
	return false
}

// TestRun executes several operations and stops at one that is not its own.
func TestRun(t *testing.T) {
	f := make([]Word, 4)
	for i := range f[0] {
		f[0][i], f[1][i] = uint32(i), 10
	}
	code := []Op{{Kind: Add, D: 256, A: 0, B: 128}, {Kind: LtS, D: 384, A: 0, B: 128}, {Kind: Stop + 3}}
	for _, run := range []func([]Op, []Word) int{assembly, plain} {
		if n := run(code, f); n != 2 || f[2][5] != 15 || f[3][0] != 1<<10-1 {
			t.Errorf("stopped at %d with %d and %#x", n, f[2][5], f[3][0])
		}
	}
}

// TestFlow compares the flow of a warp with plain Go: code of jumps forwards and backwards, until the steps run out.
func TestFlow(t *testing.T) {
	if !accelerated {
		t.Skip("needs: a processor with AVX2 and FMA")
	}
	r := rand.New(rand.NewPCG(5, 6))
	const path, guards, gauge, tallies = 0, 4, 128, 256
	ended := map[Kind]int{}
	for range 5000 {
		f := make([]Word, 4)
		f[0][0] = [3]uint32{math.MaxUint32, 0xffff, 1 << 9}[r.IntN(3)]
		for i := range 4 { // alike for all lanes, but for a few
			f[0][1+i] = -uint32(r.IntN(2)) ^ uint32(r.IntN(40)/39)
		}
		SetGauge(f, gauge, Gauge{Steps: int64(r.IntN(50)), Limit: uint32(20 + r.IntN(90))})
		var code []Op
		for i := range 10 {
			guard, tally := uint32(guards+4*r.IntN(4)), uint32(tallies+16*r.IntN(16))
			code = append(code, Op{Kind: Enter, D: uint32(tallies + 16*i), A: path, B: uint32(10 * i), C: gauge, X: uint32(1 + r.IntN(4))})
			switch r.IntN(4) {
			case 0:
				code = append(code, Op{Kind: Whole, D: tally, A: path})
			case 1:
				code = append(code, Op{Kind: Leave, A: guard, B: path, X: uint32(r.IntN(2))})
			default:
				code = append(code, Op{Kind: Jump, D: uint32(int32(2*r.IntN(10) - 2*i - 1)), A: guard, B: path, C: tally, X: uint32(r.IntN(4))})
			}
		}
		code = append(code, Op{Kind: Stop})
		quickly, plainly := slices.Clone(f), slices.Clone(f)
		got, want := assembly(code, quickly), plain(code, plainly)
		if got != want || !slices.Equal(quickly, plainly) {
			t.Fatalf("%v stops at %d, plain Go at %d (-plain +assembly):\n%s", code, got, want, cmp.Diff(plainly, quickly))
		}
		ended[code[want].Kind]++
	}
	for _, k := range []Kind{Enter, Jump, Leave, Whole, Stop} {
		if ended[k] == 0 {
			t.Errorf("no code ended with kind %d", k)
		}
	}
}

// TestAccess compares accesses with what they mean, for words that lie in rows, close together and anywhere.
func TestAccess(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 3000 {
		f := randomFrame(r, 6)
		memory := make([]byte, 4096)
		for i := range memory {
			memory[i] = byte(r.Uint32())
		}
		lanes, base := r.Uint32()|r.Uint32()|-uint32(n&1), r.Uint32()
		if n%5 == 0 {
			lanes = 0xff << (8 * r.IntN(4)) & r.Uint32()
		}
		var want uint32
		var o Offsets
		for i := range f[0] {
			if r.IntN(3) > 0 {
				f[0][i], f[1][i] = base+f[2][i], 7
			}
			if f[0][i]-base == f[2][i] && f[1][i] == 7 {
				want |= 1 << i
			}
			switch n % 3 {
			case 0:
				o.Of[i] = uint32(int32(4*i + 300*(i/8) - 1000))
			case 1:
				o.Of[i] = uint32(int32(4*r.IntN(8) + 100*(i/8) - 1000))
			default:
				o.Of[i] = uint32(int32(4 * (r.IntN(1000) - 500)))
			}
		}
		if got := Same(&f[0], &f[1], &f[2], base, 7); got != want {
			t.Fatalf("Same is %#x, not %#x", got, want)
		}
		o.Arrange(lanes)
		before := f[4]
		Gather(&f[4], memory, 2048, &o, lanes, true)
		for i, x := range f[4] {
			if want := binary.LittleEndian.Uint32(memory[2048+int(int32(o.Of[i])):]); lanes>>i&1 != 0 && x != want ||
				lanes>>i&1 == 0 && x != before[i] {
				t.Fatalf("case %d: lane %d of %#x is %#x, not %#x", n%3, i, lanes, x, want)
			}
		}
		stored := slices.Clone(memory)
		bytes := 4 << r.IntN(3)
		o.ResolveStores(lanes, bytes)
		Scatter(memory, 2048, &o, &f[5], lanes, bytes)
		for _, i := range StoreOrder(bytes) {
			if lanes>>i&1 != 0 {
				binary.LittleEndian.PutUint32(stored[2048+int(int32(o.Of[i])):], f[5][i])
			}
		}
		if !slices.Equal(memory, stored) {
			t.Fatalf("case %d: stored other bytes than those of lanes %#x", n%3, lanes)
		}
	}
}

// TestTouch compares loads and stores of whatever lies in no pattern with what they mean.
func TestTouch(t *testing.T) {
	if !accelerated {
		t.Skip("needs: a processor with AVX2 and FMA")
	}
	r := rand.New(rand.NewPCG(11, 12))
	touched := 0
	for n := range 20_000 {
		f := randomFrame(r, 12)
		memory := make([]byte, 16384)
		for i := range memory {
			memory[i] = byte(r.Uint32())
		}
		lanes := r.Uint32() | r.Uint32() | -uint32(n&1)
		if n%5 == 0 {
			lanes &= 1 << r.IntN(32)
		}
		lane := bits.TrailingZeros32(lanes) & 31
		a := Access{Low: WordBytes, High: 2 * WordBytes, Data: 4 * WordBytes, Far: math.MaxUint64, Words: uint32(1 + r.IntN(4)), Add: 16,
			Base: 1 << 33,
			Size: int64(len(memory) - Beyond), Bytes: &memory[0], Store: uint32(r.IntN(2)), Signed: uint32(r.IntN(2))}
		stride, narrow := 4*(1+r.IntN(3)), 0
		if a.Words == 1 && a.Store == 0 && r.IntN(3) == 0 {
			narrow = 1 + r.IntN(2)
			a.Narrow, stride = uint32(32-8*narrow), narrow
		}
		at := func(i int) int {
			switch n % 4 {
			case 0:
				return stride * i
			case 1:
				return stride*(i/2) + 512*(i/8)
			case 2:
				return stride * (i % 8)
			}
			return stride * r.IntN(400)
		}
		p := Pattern{Active: lanes, Base: 1<<33 + 6000 - 5*Period, Hits: 1, Log: new([Logged]uint64),
			Journal: &Journal{N: int64(n % Journaled)}, ID: uint64(n)}
		first := at(lane)
		for i := range WordLanes {
			by := at(i) - first
			if i == lane {
				by = 0
			}
			p.Of[i] = uint32(int32(by))
			p.Low, p.High = min(p.Low, int64(by)), max(p.High, int64(by)+4*int64(a.Words))
			if lanes>>i&1 != 0 {
				f[1][i], f[2][i] = uint32(6000-16+by), 2
			}
		}
		if p.Arrange(lanes); narrow > 0 {
			p.Irregular()
		} else if a.Store == 1 {
			p.ResolveStores(lanes, 4*int(a.Words))
		}
		a.Patterns[6000/4%Slots] = &p
		f[0][0] = lanes
		want, stored := slices.Clone(f), slices.Clone(memory)
		for k := range int(a.Words) {
			for _, i := range StoreOrder(4 * int(a.Words)) {
				word := stored[6000+int(int32(p.Of[i]))+4*k:]
				switch x := binary.LittleEndian.Uint32(word); {
				case lanes>>i&1 == 0:
				case a.Store == 1:
					binary.LittleEndian.PutUint32(word, f[4+k][i])
				case narrow > 0 && a.Signed == 1:
					want[4+k][i] = uint32(int32(x<<a.Narrow) >> a.Narrow)
				default:
					want[4+k][i] = x << a.Narrow >> a.Narrow
				}
			}
		}
		if end := Run([]Op{{Kind: Touch, A: 0, X: 0}, {Kind: Stop}}, 0, f, []*Access{&a}); end == 0 {
			continue
		}
		touched++
		if p.Hits != 2 || p.Log[1] != 1<<33+6000 {
			t.Fatalf("%d hits, the last at %#x", p.Hits, p.Log[1])
		}
		noted := Journal{N: int64(n%Journaled) + 1}
		if noted.Entries[n%Journaled] = (Entry{1<<33 + 6000, uint64(n)}); *p.Journal != noted {
			t.Fatalf("wanted the journal's last entry to be %v: it has %d, and %v there", noted.Entries[n%Journaled], p.Journal.N,
				p.Journal.Entries[n%Journaled])
		}
		if !slices.Equal(f, want) || !slices.Equal(memory, stored) {
			t.Fatalf("case %d, lanes %#x, %+v: wanted and got (-want +got):\n%s", n%4, lanes, p.Offsets, cmp.Diff(want, f))
		}
	}
	if touched < 15_000 {
		t.Errorf("only %d of 20000 accesses were executed", touched)
	}
}

// TestDistances compares distances in assembly with plain Go, and with what they mean.
func TestDistances(t *testing.T) {
	if !accelerated {
		t.Skip("needs: a processor with AVX2 and FMA")
	}
	r := rand.New(rand.NewPCG(9, 10))
	oks := 0
	for range 5000 {
		lanes := r.Uint32() | 1<<r.IntN(32)
		lane := bits.TrailingZeros32(lanes)
		base, high := uint64(r.Uint32())<<r.IntN(5), uint32(r.IntN(2))
		var f [2]Word
		for i := range f[0] {
			at := base + uint64(int64(4*(r.IntN(2000)-1000)))
			if i == lane {
				at = base
			}
			f[0][i], f[1][i] = uint32(at), uint32(at>>32)+high
			if r.IntN(30) == 0 && i != lane {
				f[0][i] = r.Uint32()
			}
		}
		first, firstHigh := f[0][lane], f[1][lane]
		var quickly, plainly Offsets
		var s, p span
		distances(&quickly.Of, &f[0], &f[1], &s, first, firstHigh, lanes)
		distancesPortable(&plainly.Of, &f[0], &f[1], &p, first, firstHigh, lanes)
		if s.apart != 0 {
			s.apart = 1
		}
		if p.apart != 0 {
			p.apart = 1
		}
		if quickly.Of != plainly.Of || s != p {
			t.Fatalf("distances of lanes %#x: %+v, plain Go %+v", lanes, s, p)
		}
		want := true
		for i := range f[0] {
			by := int64(int32(plainly.Of[i]))
			if lanes>>i&1 != 0 && (uint64(f[0][i])|uint64(f[1][i])<<32 != uint64(int64(uint64(first)|uint64(firstHigh)<<32)+by) ||
				f[1][i] != firstHigh) {
				want = false
			}
		}
		least, most, _, ok := quickly.Distances(&f[0], &f[1], first, firstHigh, lanes)
		if ok != want || least != int64(s.least) || most != int64(s.most) {
			t.Fatalf("distances of lanes %#x are ok: %t, not %t", lanes, ok, want)
		}
		if ok {
			oks++
		}
	}
	if oks < 500 || oks > 4500 {
		t.Errorf("%d of 5000 are ok", oks)
	}
}

func assembly(code []Op, frame []Word) int { return Run(code, 0, frame, nil) }

func plain(code []Op, frame []Word) int { return runPortable(code, 0, frame) }

func BenchmarkRun(b *testing.B) {
	f := randomFrame(rand.New(rand.NewPCG(1, 2)), 12)
	for name, kind := range map[string]Kind{"Add": Add, "FmaF": FmaF, "MadWide": MadWide, "AddD": AddD, "LtS": LtS, "Selp": Selp} {
		code := make([]Op, 101)
		for i := range code {
			code[i] = Op{Kind: kind, D: uint32(i%3) * 256, A: 512, B: 768, C: 1024}
		}
		code[100].Kind = Stop
		for how, run := range map[string]func([]Op, []Word) int{"assembly": assembly, "go": plain} {
			b.Run(name+"/"+how, func(b *testing.B) {
				for b.Loop() {
					run(code, f)
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/100, "ns/warp")
			})
		}
	}
}

package memory

import (
	"fmt"
	"testing"
)

// A pattern is a warp's access in which lane i touches the word offset + stride·i, words of
// width bytes each. What becomes of it is worked out below for each compute capability in
// closed form: nothing here looks at lane after lane, but for bytes and 16-bit words in
// shared memory where they straddle the banks.
type pattern struct{ width, stride, offset int }

func (p pattern) String() string {
	return fmt.Sprintf("%d-byte words, stride %d, offset %d", p.width, p.stride, p.offset)
}

func (p pattern) address(lane int) int { return p.width * (p.offset + p.stride*lane) }

// step is the distance of lanes in bytes.
func (p pattern) step() int { return p.width * p.stride }

// patterns are strides 1 to 33, offsets 0 to 32, words of 1 to 16 bytes.
func patterns(yield func(pattern) bool) {
	for width := 1; width <= 16; width *= 2 {
		for stride := 1; stride <= 33; stride++ {
			for offset := 0; offset <= 32; offset++ {
				if !yield(pattern{width, stride, offset}) {
					return
				}
			}
		}
	}
}

// touched is the number of aligned blocks that lanes first, …, first+n-1 touch. Steps of a
// block or more never stay in one, so each lane has its own; smaller ones leave out none
// between the first and the last.
func (p pattern) touched(first, n, block int) int {
	if p.step() >= block {
		return n
	}
	return p.address(first+n-1)/block - p.address(first)/block + 1
}

// requests sums f over the requests of n lanes that make up the warp.
func requests(n int, f func(first int) int) (sum int) {
	for first := 0; first < 32; first += n {
		sum += f(first)
	}
	return sum
}

// moved is what an access costs: transactions, or sectors where those are counted, and bytes.
type moved struct{ count, bytes int }

// inOrder is c.c. 1.0 and 1.1: only words of 4, 8 and 16 bytes, next to each other, from
// the beginning of a segment on are put together: of a half-warp one segment of 64 bytes,
// one of 128 or two of 128. Half-warps follow each other by whole segments, so the second
// begins where the first does. Else each of the 32 lanes has its 32 bytes.
func (p pattern) inOrder() moved {
	if p.stride == 1 && p.width >= 4 && p.address(0)%min(16*p.width, 128) == 0 {
		return moved{2 * max(1, p.width/8), 32 * p.width}
	}
	return moved{32, 32 * 32}
}

// segments is c.c. 1.2 and 1.3: a half-warp's segments (32 bytes for bytes, 64 for 16-bit
// words, else 128), each cut to the smallest of 32, 64 and 128 aligned bytes that has all
// of what is used in it. In a segment at base are the lanes from ⌈(base - start)/step⌉ on
// to ⌊(base + segment - 1 - start)/step⌋, of which the first and the last say it all.
func (p pattern) segments() (all moved) {
	segment := min(32*p.width, 128)
	for first := 0; first < 32; first += 16 {
		start, last := p.address(first), p.address(first+15)
		for base := start / segment * segment; base <= last; base += segment {
			lo := max(0, (base-start+p.step()-1)/p.step())
			hi := min(15, (base+segment-1-start)/p.step())
			if lo > hi {
				continue // the lanes step over it
			}
			size := 32
			for (start+lo*p.step())/size != (start+hi*p.step()+p.width-1)/size {
				size *= 2
			}
			all.count, all.bytes = all.count+1, all.bytes+size
		}
	}
	return all
}

// lanesOfRequest is c.c. 2.x and 3.x: a warp's words of 8 bytes are two requests, of 16
// bytes four.
func (p pattern) lanesOfRequest() int { return 32 / max(1, p.width/4) }

// lines is c.c. 2.0 through the L1: whole lines of 128 bytes for each request.
func (p pattern) lines() moved {
	n := requests(p.lanesOfRequest(), func(first int) int { return p.touched(first, p.lanesOfRequest(), 128) })
	return moved{n, 128 * n}
}

// sectors is c.c. 2.0 past the L1 and 3.5: sectors of 32 bytes for each request.
func (p pattern) sectors() moved {
	n := requests(p.lanesOfRequest(), func(first int) int { return p.touched(first, p.lanesOfRequest(), 32) })
	return moved{n, 32 * n}
}

// ofWarp is c.c. 7.0 and 9.0: the sectors of the whole warp.
func (p pattern) ofWarp() moved {
	n := p.touched(0, 32, 32)
	return moved{n, 32 * n}
}

func TestCoalescePatterns(t *testing.T) {
	for _, c := range []struct {
		cc      string
		cached  Cached
		sectors bool // what is counted
		want    func(pattern) moved
	}{
		{"1.0", Uncached, false, pattern.inOrder},
		{"1.3", Uncached, false, pattern.segments},
		{"2.0", L1Cache, false, pattern.lines},
		{"2.0", Uncached, true, pattern.sectors},
		{"3.5", Uncached, true, pattern.sectors},
		{"7.0", L1Cache, true, pattern.ofWarp},
		{"9.0", L1Cache, true, pattern.ofWarp},
	} {
		d := card(t, c.cc)
		wrong := 0
		for p := range patterns {
			var got moved
			all := Coalesce(d, addresses(func(i int) int { return 1<<20 + p.address(i) }), ^uint32(0), p.width, c.cached, nil)
			for _, x := range all {
				got.bytes += int(x.Size)
			}
			got.count = len(all)
			if c.sectors {
				got.count = got.bytes / 32
			}
			if want := c.want(p); got != want && wrong < 5 {
				t.Errorf("c.c. %s, %v: %+v, want %+v", c.cc, p, got, want)
				wrong++
			}
		}
	}
}

// What the closed forms give, as numbers: strides of 1 to 33 words of 4 bytes.
func TestCoalesceStrides(t *testing.T) {
	// A step of 4·s bytes passes over no sector up to s = 8: 31 steps and a word are
	// ⌈(31·4·s + 4)/32⌉ sectors, which are 4·s; then each lane has one of its own.
	for stride := 1; stride <= 33; stride++ {
		for offset, want := range map[int]int{0: min(4*stride, 32), 8: min(4*stride, 32)} {
			if got := (pattern{4, stride, offset}).ofWarp().count; got != want {
				t.Errorf("stride %d, offset %d: %d sectors, want %d", stride, offset, got, want)
			}
		}
	}
	for _, c := range []struct {
		name string
		got  moved
		want moved
	}{
		{"1.0, words in a row", pattern{4, 1, 0}.inOrder(), moved{2, 128}},
		{"1.0, one word on", pattern{4, 1, 1}.inOrder(), moved{32, 1024}},
		{"1.0, doubles", pattern{8, 1, 16}.inOrder(), moved{2, 256}},
		{"1.0, doubles, half a segment on", pattern{8, 1, 8}.inOrder(), moved{32, 1024}},
		{"1.0, float4", pattern{16, 1, 8}.inOrder(), moved{4, 512}},
		{"1.3, one word on: 128 bytes, then 64 up to the segment's end and 32 of the next", pattern{4, 1, 1}.segments(), moved{3, 224}},
		{"1.3, every second word", pattern{4, 2, 0}.segments(), moved{2, 256}},
		{"1.3, 33 words apart", pattern{4, 33, 0}.segments(), moved{32, 1024}},
		{"2.0, one word on", pattern{4, 1, 1}.lines(), moved{2, 256}},
		{"2.0, doubles, one on", pattern{8, 1, 1}.lines(), moved{4, 512}},
		{"2.0, one word on, past the L1", pattern{4, 1, 1}.sectors(), moved{5, 160}},
		{"2.0, doubles, one on, past the L1", pattern{8, 1, 1}.sectors(), moved{10, 320}},
		{"7.0, doubles, one on", pattern{8, 1, 1}.ofWarp(), moved{9, 288}},
		{"7.0, a column of doubles", pattern{8, 33, 0}.ofWarp(), moved{32, 1024}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// oneWord is c.c. 1.x, half-warps and 16 banks. A wider word is a request for each of its
// 32-bit words, with lanes words·stride apart: gcd(words·stride, 16) lanes meet in a bank,
// and all ask for different words. Of smaller words that stand closer than a bank's, the
// first word asked for goes to all its lanes and every other to one lane in each pass: of
// words with four lanes each the second is done with after two passes, the third after
// three, the fourth after four; where two lanes share a word, two passes do.
func (p pattern) oneWord() int {
	words := p.width / 4
	switch {
	case words > 0:
		return 2 * words * gcd(words*p.stride, 16)
	case p.step() < 4:
		return 2 * []int{1: 4, 2: 2, 3: 2}[p.step()]
	case p.step()%4 == 0:
		return 2 * gcd(p.step()/4, 16)
	}
	return requests(16, func(first int) int { return p.busiest(first, 16, 16, 1) })
}

// anyWord is c.c. 2.0 and from 5.0 on, 32 banks: gcd(stride, 32) lanes meet in a bank;
// half-warps of 8-byte words take 16 pairs of banks, quarters of 16-byte words 8 fours.
// Smaller words that stand no further apart than a bank's fill at most 32 banks in a row.
func (p pattern) anyWord() int {
	words := p.width / 4
	switch {
	case words > 0:
		return words * gcd(p.stride, 32/words)
	case p.step() <= 4:
		return 1
	case p.step()%4 == 0:
		return gcd(p.step()/4, 32)
	}
	return p.busiest(0, 32, 32, 1)
}

// anyRow is c.c. 3.5, 32 banks with rows of two words: word q is in bank q%32 and row
// ⌊q/64⌋, so 4- and 8-byte words are one request, 16-byte words two.
//
// Say a half row is what 32 words fill: fill = 32/words lanes next to each other. With
// g = gcd(stride, fill), lanes fill/g apart meet in their banks, meet = lanes·g/fill of
// them, stride/g half rows from one to the next. If these are two or more each needs a
// pass. If it is one, meet half rows in a row are ⌊(h + meet - 1)/2⌋ - ⌊h/2⌋ + 1 rows, where
// h is the half row of the first, which for the lanes of one round, stride·(fill/g - 1)
// words apart, is one of at most two.
func (p pattern) anyRow() int {
	words, stride, offset := max(1, p.width/4), p.stride, p.offset
	if p.width < 4 {
		switch {
		case p.step() <= 4:
			return 1
		case p.step()%4 != 0:
			return p.busiest(0, 32, 32, 2)
		}
		stride, offset = p.step()/4, p.address(0)/4
	}
	lanes, fill := min(32, 64/words), 32/words
	g := gcd(stride, fill)
	meet := lanes * g / fill
	return requests(lanes, func(first int) int {
		if stride/g > 1 {
			return meet
		}
		start := offset + stride*first
		rows := func(h int) int { return (h+meet-1)/2 - h/2 + 1 }
		return max(rows(start/fill), rows((start+fill-stride)/fill))
	})
}

// In the 8-byte mode of c.c. 3.5 a bank's word is a double: gcd(stride, 32) lanes of doubles
// meet in a bank, and half-warps of 16-byte words take 16 pairs of banks.
func TestBankPatternsOfEightBytes(t *testing.T) {
	d, err := card(t, "3.5").With("shared_bank_bytes", "8")
	if err != nil {
		t.Fatal(err)
	}
	for p := range patterns {
		words := p.width / 8
		if words == 0 {
			continue
		}
		if got, want := BankPasses(d, addresses(p.address), ^uint32(0), p.width), words*gcd(p.stride, 32/words); got != want {
			t.Errorf("%v: %d passes, want %d", p, got, want)
		}
	}
}

// busiest counts, by the definition of a bank, the different rows of rowWords words that the
// lanes ask the busiest bank for.
func (p pattern) busiest(first, n, banks, rowWords int) (most int) {
	rows := map[[2]int]bool{}
	count := map[int]int{}
	for i := first; i < first+n; i++ {
		word := p.address(i) / 4
		at := [2]int{word % banks, word / (banks * rowWords)}
		if !rows[at] {
			rows[at] = true
			count[at[0]]++
		}
	}
	for _, n := range count {
		most = max(most, n)
	}
	return most
}

func TestBankPatterns(t *testing.T) {
	for cc, want := range map[string]func(pattern) int{
		"1.0": pattern.oneWord, "1.3": pattern.oneWord, "2.0": pattern.anyWord, "3.5": pattern.anyRow,
		"7.0": pattern.anyWord, "9.0": pattern.anyWord,
	} {
		d := card(t, cc)
		wrong := 0
		for p := range patterns {
			got := BankPasses(d, addresses(p.address), ^uint32(0), p.width)
			if want := want(p); got != want && wrong < 5 {
				t.Errorf("c.c. %s, %v: %d passes, want %d", cc, p, got, want)
				wrong++
			}
		}
	}
}

// What the closed forms give, as numbers.
func TestBankStrides(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"1.3, bytes", pattern{1, 1, 0}.oneWord(), 8},
		{"1.3, a row", pattern{4, 1, 0}.oneWord(), 2},
		{"1.3, every second word", pattern{4, 2, 0}.oneWord(), 4},
		{"1.3, a column of 32 words", pattern{4, 32, 0}.oneWord(), 32},
		{"1.3, a padded column", pattern{4, 33, 0}.oneWord(), 2},
		{"1.3, doubles", pattern{8, 1, 0}.oneWord(), 8},
		{"2.0, a column of 32 words", pattern{4, 32, 0}.anyWord(), 32},
		{"2.0, a padded column", pattern{4, 33, 0}.anyWord(), 1},
		{"2.0, doubles", pattern{8, 1, 0}.anyWord(), 2},
		{"2.0, a column of 32 doubles", pattern{8, 32, 0}.anyWord(), 32},
		{"2.0, a padded column of doubles", pattern{8, 33, 0}.anyWord(), 2},
		{"2.0, float4", pattern{16, 1, 0}.anyWord(), 4},
		{"3.5, every second word", pattern{4, 2, 0}.anyRow(), 1},
		{"3.5, every second word, from the second half of a row on", pattern{4, 2, 32}.anyRow(), 2},
		{"3.5, every fourth word", pattern{4, 4, 0}.anyRow(), 2},
		{"3.5, a column of 32 words", pattern{4, 32, 0}.anyRow(), 16},
		{"3.5, doubles", pattern{8, 1, 0}.anyRow(), 1},
		{"3.5, float4", pattern{16, 1, 0}.anyRow(), 2},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d passes, want %d", c.name, c.got, c.want)
		}
	}
}

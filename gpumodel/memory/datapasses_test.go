package memory

import (
	"bufio"
	"math"
	"math/bits"
	"os"
	"regexp"
	"strconv"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// Loads that hit take as long on an H200 as the banks of the L1 or its look-ups take.
func TestDataPasses(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("../published/measured/h200_micro.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	row := regexp.MustCompile(`^load_l1_one_sm,(\d) words stride (\d+),([0-9.]+),clocks$`)
	rows := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		m := row.FindStringSubmatch(s.Text())
		if m == nil {
			continue
		}
		rows++
		words, _ := strconv.Atoi(m[1])
		stride, _ := strconv.Atoi(m[2])
		card, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		var at [32]uint64
		lines := map[uint64]bool{}
		for lane := range at {
			at[lane] = uint64(1<<20 + 4*stride*lane)
			lines[at[lane]/uint64(d.L1LineBytes)] = true
		}
		passes := DataPasses(d, &at, math.MaxUint32, 4*words)
		clocks := max(float64(passes), float64(len(lines))/float64(d.L1LinesPerClock))
		if math.Abs(card/clocks-1) > 0.08 {
			t.Errorf("%d words, stride %d: %d lines and %d passes, %g clocks; %g on the card", words, stride, len(lines), passes, clocks, card)
		}
	}
	if rows < 12 {
		t.Errorf("%d rows", rows)
	}
	var at [32]uint64
	for lane := range at {
		at[lane] = uint64(512 * lane)
	}
	for _, active := range []uint32{0, 1, 0xf0, 0xff00ff00} { // all of them in one bank
		if got := DataPasses(d, &at, active, 4); got != bits.OnesCount32(active) {
			t.Errorf("lanes %#x: %d passes", active, got)
		}
	}
}

package memory

import (
	"math/rand/v2"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// The phases of any access take the passes that are counted, and where a bank gives any number of
// lanes the same word, each phase takes as many as its busiest bank has rows to give.
func TestPhases(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"GTX 280", "C2050", "K20X", "H200"} {
		d, err := device.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 3000 {
			width := []int{1, 2, 4, 8, 16}[n%5]
			active := random.Uint32() | random.Uint32()
			if n%3 == 0 {
				active = 1<<32 - 1
			}
			var addr [32]uint64
			stride, group := uint64(random.IntN(40)), uint64(1+random.IntN(4))
			for i := range addr {
				addr[i] = uint64(width) * (stride * (uint64(i) / group))
				if n%2 == 0 {
					addr[i] = uint64(width) * random.Uint64N(1024)
				}
			}
			phases, passes := Phases(d, &addr, active, width), 0
			lanes := uint32(0)
			for _, p := range phases {
				passes += p.Passes
				lanes |= p.Lanes
				most := 0
				for _, rows := range p.Rows {
					most = max(most, rows)
				}
				if d.ManyWords() && p.Passes != most || p.Passes < 1 || p.Passes < most-1 {
					t.Fatalf("%s, width %d: %d passes for %d rows of a bank: %v of %b", name, width, p.Passes, most, addr, p.Lanes)
				}
			}
			if want := BankPasses(d, &addr, active, width); passes != want || lanes != active {
				t.Fatalf("%s, width %d: phases %+v take %d passes, counted are %d: %v of %b", name, width, phases, passes, want, addr, active)
			}
		}
	}
}

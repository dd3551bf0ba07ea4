package gpumodel_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	. "warpbook.dev/gpumodel"
	"warpbook.dev/internal/tier"
)

// randomNumbers are what cuRAND's own headers (10.3.4), compiled for the host, give: the first
// six numbers of a generator for a seed, a subsequence and an offset.
var randomNumbers = []struct {
	state             string
	seed, subsequence uint64
	offset            uint64
	want              [6]uint32
}{
	{"curandState", 0x4d2, 0x0, 0, [6]uint32{624778773, 1867875844, 3739671282, 1954919316, 3681184389, 2501467243}},
	{"curandState", 0x4d2, 0x1, 0, [6]uint32{3522650202, 3978931785, 2198015705, 2308946676, 3475686971, 75263415}},
	{"curandState", 0x4d2, 0xf4243, 0, [6]uint32{820585782, 455624346, 2603718114, 729511087, 1966313179, 1725938874}},
	{"curandState", 0x0, 0x5, 7, [6]uint32{687254123, 1550020431, 2664526218, 1932927478, 1313151010, 2159692020}},
	{"curandState", 0x123456789abcdef, 0x100000001, 12345678901, [6]uint32{3440365024, 3625315714, 1104677687, 1744943429, 4008895244, 2870053475}},
	{"curandState", 0x2a, 0x1f, 2, [6]uint32{541978661, 3892465962, 3575303061, 297648754, 1447622242, 4116695727}},
	{"curandStatePhilox4_32_10_t", 0x4d2, 0x0, 0, [6]uint32{546353992, 3665621163, 1140953199, 3419031310, 2666454581, 482218876}},
	{"curandStatePhilox4_32_10_t", 0x4d2, 0x1, 0, [6]uint32{3507855656, 1392278645, 3354607383, 253049307, 118660703, 1698527859}},
	{"curandStatePhilox4_32_10_t", 0x4d2, 0xf4243, 0, [6]uint32{310277322, 1863818796, 228067008, 3488552900, 1209603214, 1706478517}},
	{"curandStatePhilox4_32_10_t", 0x0, 0x5, 7, [6]uint32{1017148250, 1568747246, 4097894580, 1288714135, 18374463, 3137180858}},
	{"curandStatePhilox4_32_10_t", 0x123456789abcdef, 0x100000001, 12345678901, [6]uint32{3444379747, 3320986968, 2519032622, 3813147072, 4003763886, 1538514929}},
	{"curandStatePhilox4_32_10_t", 0x2a, 0x1f, 2, [6]uint32{2695587002, 3318424225, 2490499382, 3023504830, 1164747655, 761536807}},
	{"curandStateMRG32k3a", 0x4d2, 0x0, 0, [6]uint32{3379073520, 2521876100, 213678209, 1604391373, 2253011095, 4200718073}},
	{"curandStateMRG32k3a", 0x4d2, 0x1, 0, [6]uint32{653317650, 2890950871, 2749090064, 2410030135, 1992398857, 2170368389}},
	{"curandStateMRG32k3a", 0x4d2, 0xf4243, 0, [6]uint32{1009995210, 2324236266, 32960385, 4086630547, 366912936, 3505448381}},
	{"curandStateMRG32k3a", 0x0, 0x5, 7, [6]uint32{3093972471, 525780575, 3683198806, 1022330184, 1991312223, 3662451264}},
	{"curandStateMRG32k3a", 0x123456789abcdef, 0x100000001, 12345678901, [6]uint32{3943766661, 847237754, 4095280495, 2858364612, 141891673, 2600447605}},
	{"curandStateMRG32k3a", 0x2a, 0x1f, 2, [6]uint32{2247542963, 2922819713, 3694585734, 2006213647, 1519278671, 3997580164}},
}

// TestRandomNumbers: the generators are bit for bit those of cuRAND.
func TestRandomNumbers(t *testing.T) {
	for _, r := range tier.Sample(t, randomNumbers, 8) {
		if testing.Short() && r.subsequence > 1<<30 && r.state == "curandStateMRG32k3a" {
			continue
		}
		m, err := Compile("random.cu", fmt.Sprintf(`#include <curand_kernel.h>
__global__ void k(unsigned *out, unsigned long long seed, unsigned long long subsequence, unsigned long long offset) {
	%s s;
	curand_init(seed, subsequence, offset, &s);
	for (int i = 0; i < 6; i++) out[i] = curand(&s);
}`, r.state), Options{})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]uint32, 6)
		runOnce(t, m.Kernel("k"), 1, out, int64(r.seed), int64(r.subsequence), int64(r.offset))
		if !slices.Equal(out, r.want[:]) {
			t.Errorf("%s, seed %#x, subsequence %#x, offset %d: %d, want %d", r.state, r.seed, r.subsequence, r.offset, out, r.want)
		}
	}
}

// TestRandomDistributions: numbers of the distributions, as cuRAND's headers give them on the
// host, whose sine and cosine are those of a library and not the card's quick ones.
func TestRandomDistributions(t *testing.T) {
	m, err := Compile("random.cu", `#include <curand_kernel.h>
__global__ void k(double *out, unsigned *four) {
	curandState s;
	curand_init(9, 3, 1, &s);
	out[0] = curand_uniform(&s);
	out[1] = curand_uniform_double(&s);
	out[2] = curand_normal(&s);
	out[3] = curand_normal(&s);
	out[4] = curand_normal_double(&s);
	curandStatePhilox4_32_10_t p;
	curand_init(9, 3, 1, &p);
	for (int i = 0; i < 3; i++) *(uint4 *)(four + 4 * i) = curand4(&p);
}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, four := make([]float64, 5), make([]uint32, 12)
	runOnce(t, m.Kernel("k"), 1, out, four)
	for i, want := range []float64{0.993509293, 0.95828460619295841, -0.954660594, -0.813177705, -0.23143159312188868} {
		if math.Abs(out[i]-want) > 2e-6 {
			t.Errorf("number %d is %v, want %v", i, out[i], want)
		}
	}
	if want := []uint32{1708228963, 4122978483, 2302602210, 435206261, 3840257432, 3969374927, 3885521762, 931959381, 2613159136,
		1275018384, 1235278022, 432552457}; !slices.Equal(four, want) {
		t.Errorf("curand4 gives %d, want %d", four, want)
	}
}

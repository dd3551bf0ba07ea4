package memory

import (
	"math"
	"testing"
)

// The counters of three transposes of 4096 × 4096 doubles in blocks of 32 × 32, as Nsight
// Compute reported them to a student of the OLCF's CUDA course (homework 8, on a V100 or
// later). Kernels do not run on c.c. 7.0 yet, so the accesses of the kernels' blocks are
// counted here, warp by warp: warp y of block (bx, by) has lanes x = 0 … 31 and does
//
//	naive:  out[r·4096 + c] = in[c·4096 + r] with r = 32·by + y, c = 32·bx + x
//	shared: tile[x][y] = in[r·4096 + c], a barrier, out[(32·bx + y)·4096 + 32·by + x] = tile[y][x]
//
// where a row of the tile has 32 doubles, or 33 when it is padded.
type transposeCounters struct {
	requestsLoad, requestsStore     int     // l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum, _st
	sectorsLoad, sectorsStore       int     // l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum, _st
	sectorsPerLoad                  float64 // l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio
	bytesPerSectorLoad              float64 // smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct
	wavefrontsLoad, wavefrontsStore int     // l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum, _st
	conflictsSharedStore            int     // l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
	bytesPerWavefront               float64 // smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct
}

// countTranspose counts all blocks of a transpose. Without a tile, pitch is 0.
func countTranspose(t *testing.T, pitch int) (c transposeCounters) {
	const n, tile, width = 4096, 32, 8
	d := card(t, "7.0")
	all := ^uint32(0)
	var out []Transaction
	global := func(element func(x int) int) int {
		out = Coalesce(d, addresses(func(x int) int { return width * element(x) }), all, width, L1Cache, out[:0])
		bytes := 0
		for _, x := range out {
			bytes += int(x.Size)
		}
		return bytes / 32
	}
	shared := func(element func(x int) int) int {
		return BankPasses(d, addresses(func(x int) int { return width * element(x) }), all, width)
	}
	const blocks = n / tile
	ideal := 0 // wavefronts of the stores to the tile
	// Of each row of blocks the first is counted for all: the others are 32 doubles or 32
	// rows further on, which are whole lines.
	for by := range blocks {
		for y := range tile {
			r := tile*by + y
			c.requestsLoad += blocks
			c.requestsStore += blocks
			if pitch == 0 {
				c.sectorsLoad += blocks * global(func(x int) int { return x*n + r })
				c.sectorsStore += blocks * global(func(x int) int { return r*n + x })
				continue
			}
			c.sectorsLoad += blocks * global(func(x int) int { return r*n + x })
			c.sectorsStore += blocks * global(func(x int) int { return y*n + tile*by + x })
			c.wavefrontsStore += blocks * shared(func(x int) int { return x*pitch + y })
			c.wavefrontsLoad += blocks * shared(func(x int) int { return y*pitch + x })
			ideal += blocks * tile * width / 128 // the banks give 128 bytes in a wavefront
		}
	}
	const asked = n * n * width
	c.sectorsPerLoad = float64(c.sectorsLoad) / float64(c.requestsLoad)
	c.bytesPerSectorLoad = 100 * asked / (32 * float64(c.sectorsLoad))
	c.conflictsSharedStore = c.wavefrontsStore - ideal
	if wavefronts := c.wavefrontsLoad + c.wavefrontsStore; wavefronts > 0 {
		c.bytesPerWavefront = math.Round(100*100*2*asked/(128*float64(wavefronts))) / 100
	}
	return c
}

func TestTransposesOfDoubles(t *testing.T) {
	for _, c := range []struct {
		name  string
		pitch int
		want  transposeCounters
	}{
		{"naive", 0, transposeCounters{
			requestsLoad: 524288, requestsStore: 524288, sectorsLoad: 16777216, sectorsStore: 4194304,
			sectorsPerLoad: 32, bytesPerSectorLoad: 25,
		}},
		{"shared, not padded", 32, transposeCounters{
			requestsLoad: 524288, requestsStore: 524288, sectorsLoad: 4194304, sectorsStore: 4194304,
			sectorsPerLoad: 8, bytesPerSectorLoad: 100,
			wavefrontsLoad: 1048576, wavefrontsStore: 16777216, conflictsSharedStore: 15728640, bytesPerWavefront: 11.76,
		}},
		{"shared, padded", 33, transposeCounters{
			requestsLoad: 524288, requestsStore: 524288, sectorsLoad: 4194304, sectorsStore: 4194304,
			sectorsPerLoad: 8, bytesPerSectorLoad: 100,
			wavefrontsLoad: 1048576, wavefrontsStore: 1048576, conflictsSharedStore: 0, bytesPerWavefront: 100,
		}},
	} {
		if got := countTranspose(t, c.pitch); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

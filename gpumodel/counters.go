package gpumodel

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// Counters are a launch's event counts, scaled to the whole grid if it was
// sampled, under Nsight Compute's names; nvprof's and the CUDA 2.x profiler's
// names are aliases.
type Counters struct {
	values map[string]float64
}

// A counter is a row of the table: its name, its other names, what it counts,
// and how it is computed. The counts of a sampled launch are scaled first.
type counter struct {
	name    string
	aliases []string
	doc     string
	value   func(c *counts) float64
}

// counts is what counters are computed from.
type counts struct {
	r *Result
	s *warp.Stats
	o *timing.Outcome
}

// scale goes from the executed blocks to the whole grid.
func (c *counts) scale(n int64) float64 {
	return float64(n) * float64(c.r.Launch.Grid.Count()) / float64(c.s.Blocks)
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// single and joint are the transactions of c.c. 1.0 and 1.1 that serve one thread
// and those that serve a half-warp, which are larger. Other GPUs always report 0.
func (c *counts) single(t *warp.Traffic) int64 {
	if c.r.Device.Coalescing != device.InOrder {
		return 0
	}
	return t.Transactions[0]
}

func (c *counts) joint(t *warp.Traffic) int64 {
	if c.r.Device.Coalescing != device.InOrder {
		return 0
	}
	return t.Transactions[1] + t.Transactions[2]
}

func percent(a, b int64) float64 { return 100 * ratio(a, b) }

func newCounters(r *Result, s *warp.Stats, o *timing.Outcome) Counters {
	c := &counts{r, s, o}
	values := make(map[string]float64, len(counterTable))
	for _, row := range counterTable {
		values[row.name] = row.value(c)
	}
	return Counters{values}
}

// Get returns a counter by any of its names. The error of an unknown name lists near ones.
func (c Counters) Get(name string) (float64, error) {
	if row := findCounter(name); row != nil {
		return c.values[row.name], nil
	}
	return 0, fmt.Errorf("unknown counter %q (near: %s)", name, strings.Join(nearCounters(name), ", "))
}

// Names lists the counters' primary names, sorted.
func (c Counters) Names() []string { return slices.Sorted(maps.Keys(c.values)) }

// Doc says what a counter counts, with its unit and aliases; empty for an unknown name.
func (c Counters) Doc(name string) string {
	row := findCounter(name)
	if row == nil {
		return ""
	}
	if len(row.aliases) == 0 {
		return row.doc
	}
	return fmt.Sprintf("%s (also %s)", row.doc, strings.Join(row.aliases, ", "))
}

func (c Counters) value(name string) float64 { return c.values[name] }

func findCounter(name string) *counter {
	for i, row := range counterTable {
		if row.name == name || slices.Contains(row.aliases, name) {
			return &counterTable[i]
		}
	}
	return nil
}

// nearCounters are the names that share the most words with a wrong one.
func nearCounters(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '.' })
	score := func(row *counter) int {
		n := 0
		for _, w := range words {
			if strings.Contains(row.name, w) {
				n++
			}
		}
		return n
	}
	rows := make([]*counter, len(counterTable))
	for i := range counterTable {
		rows[i] = &counterTable[i]
	}
	slices.SortStableFunc(rows, func(a, b *counter) int { return score(b) - score(a) })
	var names []string
	for _, row := range rows[:3] {
		names = append(names, row.name)
	}
	return names
}

// missed is how many of the lines that were looked up in a cache missed there, as
// the simulated part has it.
func (c *counts) missed(lines int64, seen memory.CacheStats) float64 {
	return c.scale(lines) * seen.MissRate()
}

// cachedBytes are the bytes that the memory bus moved into caches.
func (c *counts) cachedBytes() float64 {
	d := c.r.Device
	return c.missed(c.s.ConstantLoads.Lines, c.o.Constant)*float64(d.ConstantLineBytes) +
		c.missed(c.s.Textures.Lines, c.o.Texture)*c.o.TextureL2.MissRate()*float64(d.TextureLineBytes)
}

// grown goes from what the memory system did in the simulated part to the whole grid.
func (c *counts) grown(n int64) float64 {
	return float64(n) / float64(c.o.Blocks) * float64(c.r.Launch.Grid.Count())
}

// writtenBytes are the bytes that the memory bus wrote.
func (c *counts) writtenBytes() float64 {
	if c.r.Device.L2KB > 0 {
		return c.grown(c.o.DRAM.Bytes - c.o.DRAM.ReadBytes)
	}
	return c.scale(c.s.DRAMWrites())
}

// l1Lines are the lines that loads of global memory look up in the L1.
func (c *counts) l1Lines() int64 {
	if c.o.L1Global == (memory.CacheStats{}) {
		return 0
	}
	return c.s.Loads.Total()
}

// readBytes are the bytes that the memory bus read.
func (c *counts) readBytes() float64 {
	if c.r.Device.L2KB > 0 {
		return c.grown(c.o.DRAM.ReadBytes)
	}
	return c.scale(c.s.DRAMReads()) + c.cachedBytes()
}

// sectors is the number of 32-byte sectors of transactions.
func sectors(t *warp.Traffic) int64 { return t.BusBytes / 32 }

var counterTable = []counter{
	{"smsp__inst_executed.sum", []string{"inst_executed", "instructions"}, "warp instructions executed",
		func(c *counts) float64 { return c.scale(c.s.Instructions) }},
	{"smsp__thread_inst_executed.sum", []string{"thread_inst_executed"}, "thread instructions executed",
		func(c *counts) float64 { return c.scale(c.s.ThreadInstructions) }},
	{"smsp__thread_inst_executed_per_inst_executed.ratio", []string{"warp_execution_efficiency"}, "active threads per warp instruction",
		func(c *counts) float64 { return ratio(c.s.ThreadInstructions, c.s.Instructions) }},
	{"smsp__inst_executed_op_branch.sum", []string{"cf_executed", "branch"}, "branch instructions of warps",
		func(c *counts) float64 { return c.scale(c.s.Branches) }},
	{"smsp__branch_targets_threads_divergent.sum", []string{"divergent_branch"}, "branches at which the threads of a warp parted",
		func(c *counts) float64 { return c.scale(c.s.DivergentBranches) }},
	{"smsp__inst_executed_op_barrier.sum", []string{"inst_barrier"}, "barriers, per warp",
		func(c *counts) float64 { return c.scale(c.s.Barriers) }},
	{"smsp__inst_executed_op_global_ld.sum", []string{"gld_request", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global_load_requests"},
		"load instructions of warps to global memory", func(c *counts) float64 { return c.scale(c.s.Loads.Requests) }},
	{"smsp__inst_executed_op_global_st.sum", []string{"gst_request", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global_store_requests"},
		"store instructions of warps to global memory", func(c *counts) float64 { return c.scale(c.s.Stores.Requests) }},
	{"gld_32b", nil, "32-byte load transactions (c.c. 1.x)", func(c *counts) float64 { return c.scale(c.s.Loads.Transactions[0]) }},
	{"gld_64b", nil, "64-byte load transactions (c.c. 1.x)", func(c *counts) float64 { return c.scale(c.s.Loads.Transactions[1]) }},
	{"gld_128b", nil, "128-byte load transactions (c.c. 1.x)", func(c *counts) float64 { return c.scale(c.s.Loads.Transactions[2]) }},
	{"gst_32b", nil, "32-byte store transactions (c.c. 1.x)", func(c *counts) float64 { return c.scale(c.s.Stores.Transactions[0]) }},
	{"gst_64b", nil, "64-byte store transactions (c.c. 1.x)", func(c *counts) float64 { return c.scale(c.s.Stores.Transactions[1]) }},
	{"gst_128b", nil, "128-byte store transactions (c.c. 1.x)", func(c *counts) float64 { return c.scale(c.s.Stores.Transactions[2]) }},
	{"gld_incoherent", nil, "load transactions of single threads, not coalesced (c.c. 1.0 and 1.1)", func(c *counts) float64 { return c.scale(c.single(&c.s.Loads)) }},
	{"gld_coherent", nil, "coalesced load transactions (c.c. 1.0 and 1.1)", func(c *counts) float64 { return c.scale(c.joint(&c.s.Loads)) }},
	{"gst_incoherent", nil, "store transactions of single threads, not coalesced (c.c. 1.0 and 1.1)", func(c *counts) float64 { return c.scale(c.single(&c.s.Stores)) }},
	{"gst_coherent", nil, "coalesced store transactions (c.c. 1.0 and 1.1)", func(c *counts) float64 { return c.scale(c.joint(&c.s.Stores)) }},
	{"gld_transactions", nil, "load transactions", func(c *counts) float64 { return c.scale(c.s.Loads.Total()) }},
	{"gst_transactions", nil, "store transactions", func(c *counts) float64 { return c.scale(c.s.Stores.Total()) }},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", nil, "32-byte sectors that loads moved",
		func(c *counts) float64 { return c.scale(sectors(&c.s.Loads)) }},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", nil, "32-byte sectors that stores moved",
		func(c *counts) float64 { return c.scale(sectors(&c.s.Stores)) }},
	{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", []string{"gld_transactions_per_request"},
		"sectors per load request of a warp (4 is ideal for 32-bit words)", func(c *counts) float64 { return ratio(sectors(&c.s.Loads), c.s.Loads.Requests) }},
	{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", []string{"gst_transactions_per_request"},
		"sectors per store request of a warp (4 is ideal for 32-bit words)", func(c *counts) float64 { return ratio(sectors(&c.s.Stores), c.s.Stores.Requests) }},
	{"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", []string{"gld_efficiency"}, "bytes that loads asked for, in percent of those moved",
		func(c *counts) float64 { return percent(c.s.Loads.Bytes, c.s.Loads.BusBytes) }},
	{"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", []string{"gst_efficiency"}, "bytes that stores asked for, in percent of those moved",
		func(c *counts) float64 { return percent(c.s.Stores.Bytes, c.s.Stores.BusBytes) }},
	{"smsp__inst_executed_op_shared_ld.sum", []string{"shared_load", "inst_executed_shared_loads"}, "warp instructions that read shared memory",
		func(c *counts) float64 { return c.scale(c.s.SharedLoads.Requests) }},
	{"smsp__inst_executed_op_shared_st.sum", []string{"shared_store", "inst_executed_shared_stores"}, "warp instructions that write shared memory",
		func(c *counts) float64 { return c.scale(c.s.SharedStores.Requests) }},
	{"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", []string{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared_load_transactions"},
		"bank passes of shared loads", func(c *counts) float64 { return c.scale(c.s.SharedLoads.Passes) }},
	{"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum", []string{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared_store_transactions"},
		"bank passes of shared stores", func(c *counts) float64 { return c.scale(c.s.SharedStores.Passes) }},
	{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", []string{"shared_ld_bank_conflict"}, "bank passes of shared loads beyond the ideal",
		func(c *counts) float64 { return c.scale(c.s.SharedLoads.Passes - c.s.SharedLoads.Ideal) }},
	{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", []string{"shared_st_bank_conflict"}, "bank passes of shared stores beyond the ideal",
		func(c *counts) float64 { return c.scale(c.s.SharedStores.Passes - c.s.SharedStores.Ideal) }},
	{"warp_serialize", nil, "passes beyond the ideal, of the banks of shared memory and of __constant__ memory (c.c. 1.x)", func(c *counts) float64 {
		return c.scale(c.s.SharedLoads.Passes - c.s.SharedLoads.Ideal + c.s.SharedStores.Passes - c.s.SharedStores.Ideal +
			c.s.ConstantLoads.Passes - c.s.ConstantLoads.Ideal)
	}},
	{"smsp__inst_executed_op_ldc.sum", []string{"constant_load"}, "load instructions of warps to __constant__ memory",
		func(c *counts) float64 { return c.scale(c.s.ConstantLoads.Requests) }},
	{"idc__requests.sum", []string{"constant_load_transactions"}, "requests to the constant caches, one for each different address of a half-warp",
		func(c *counts) float64 { return c.scale(c.s.ConstantLoads.Passes) }},
	{"idc__requests_lookup_hit.sum", []string{"constant_cache_hit"}, "lines of __constant__ memory that were in an SM's cache, or on their way to it",
		func(c *counts) float64 {
			return c.scale(c.s.ConstantLoads.Lines) - c.missed(c.s.ConstantLoads.Lines, c.o.Constant)
		}},
	{"idc__requests_lookup_miss.sum", []string{"constant_cache_miss"}, "lines of __constant__ memory that an SM's cache fetched",
		func(c *counts) float64 { return c.missed(c.s.ConstantLoads.Lines, c.o.Constant) }},
	{"l1tex__t_requests_pipe_tex_mem_texture.sum", []string{"inst_executed_tex_ops", "tex_requests"}, "texture fetches of warps",
		func(c *counts) float64 { return c.scale(c.s.Textures.Requests) }},
	{"l1tex__t_sectors_pipe_tex_mem_texture.sum", []string{"tex0_cache_sector_queries", "tex_cache_transactions"}, "32-byte sectors of textures that were looked up in the caches of the TPCs",
		func(c *counts) float64 { return c.scale(c.s.Textures.Lines) }},
	{"l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum", []string{"tex_cache_hit"}, "sectors of textures that were in a TPC's cache, or on their way to it",
		func(c *counts) float64 {
			return c.scale(c.s.Textures.Lines) - c.missed(c.s.Textures.Lines, c.o.Texture)
		}},
	{"l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss.sum", []string{"tex_cache_miss", "tex0_cache_sector_misses"}, "sectors of textures that a TPC's cache fetched",
		func(c *counts) float64 { return c.missed(c.s.Textures.Lines, c.o.Texture) }},
	{"l1tex__t_sector_pipe_tex_mem_texture_hit_rate.pct", []string{"tex_cache_hit_rate"}, "sectors of textures that hit, in percent of those looked up", func(c *counts) float64 {
		if c.s.Textures.Lines == 0 {
			return 0
		}
		return 100 * (1 - c.o.Texture.MissRate())
	}},
	{"lts__t_sectors_srcunit_tex_mem_texture_lookup_miss.sum", []string{"l2_tex_read_misses"}, "sectors of textures that the caches at the partitions fetched from DRAM",
		func(c *counts) float64 { return c.missed(c.s.Textures.Lines, c.o.Texture) * c.o.TextureL2.MissRate() }},
	{"l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_hit.sum", []string{"l1_global_load_hit"}, "lines of 128 bytes of global memory that loads found in the L1, or on their way to it",
		func(c *counts) float64 { return c.scale(c.l1Lines()) - c.missed(c.l1Lines(), c.o.L1Global) }},
	{"l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_miss.sum", []string{"l1_global_load_miss"}, "lines of 128 bytes of global memory that loads fetched into the L1",
		func(c *counts) float64 { return c.missed(c.l1Lines(), c.o.L1Global) }},
	{"l1tex__t_requests_pipe_lsu_mem_local_op_ld_lookup_hit.sum", []string{"l1_local_load_hit"}, "lines of local memory that loads found in the L1",
		func(c *counts) float64 {
			return c.scale(c.s.LocalLoads.Total()) - c.missed(c.s.LocalLoads.Total(), c.o.L1Local)
		}},
	{"l1tex__t_requests_pipe_lsu_mem_local_op_ld_lookup_miss.sum", []string{"l1_local_load_miss"}, "lines of local memory that loads fetched into the L1",
		func(c *counts) float64 { return c.missed(c.s.LocalLoads.Total(), c.o.L1Local) }},
	{"lts__t_sectors_op_read.sum", []string{"l2_read_transactions", "l2_read_requests"}, "32-byte sectors that were read from the L2",
		func(c *counts) float64 { return c.grown(c.o.L2.Hits + c.o.L2.Misses) }},
	{"lts__t_sectors_op_read_lookup_miss.sum", []string{"l2_read_misses"}, "32-byte sectors that the L2 fetched from DRAM",
		func(c *counts) float64 { return c.grown(c.o.L2.Misses) }},
	{"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", []string{"local_load"}, "load instructions of warps to local memory",
		func(c *counts) float64 { return c.scale(c.s.LocalLoads.Requests) }},
	{"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", []string{"local_store"}, "store instructions of warps to local memory",
		func(c *counts) float64 { return c.scale(c.s.LocalStores.Requests) }},
	{"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", []string{"inst_executed_global_atomics"}, "atomic instructions of warps on global memory",
		func(c *counts) float64 { return c.scale(c.s.Atomics.Requests) }},
	{"atomic_transactions", nil, "transactions of atomics on global memory, one for each thread", func(c *counts) float64 { return c.scale(c.s.Atomics.Total()) }},
	{"smsp__inst_executed_op_shared_atom.sum", []string{"inst_executed_shared_atomics"}, "atomic instructions of warps on shared memory",
		func(c *counts) float64 { return c.scale(c.s.SharedAtomics.Requests) }},
	{"shared_atomic_replays", nil, "times that warps repeat an atomic on shared memory because threads of theirs meet at one word (c.c. 1.x)",
		func(c *counts) float64 { return c.scale(c.s.SharedAtomics.Rounds - c.s.SharedAtomics.Requests) }},
	{"dram__bytes_read.sum", []string{"dram_read_bytes"}, "bytes that the memory bus read",
		func(c *counts) float64 { return c.readBytes() }},
	{"dram__bytes_write.sum", []string{"dram_write_bytes"}, "bytes that the memory bus wrote",
		func(c *counts) float64 { return c.writtenBytes() }},
	{"dram__sectors_read.sum", []string{"dram_read_transactions"}, "32-byte sectors that the memory bus read",
		func(c *counts) float64 { return c.readBytes() / 32 }},
	{"dram__sectors_write.sum", []string{"dram_write_transactions"}, "32-byte sectors that the memory bus wrote",
		func(c *counts) float64 { return c.writtenBytes() / 32 }},
	{"dram__row_activates.sum", nil, "rows that the DRAM opened", func(c *counts) float64 {
		return float64(c.o.DRAM.Activates) / float64(c.o.Blocks) * float64(c.r.Launch.Grid.Count())
	}},
	{"dram__throughput.avg.pct_of_peak_sustained_elapsed", []string{"dram_utilization"}, "bytes on the bus in percent of the theoretical bandwidth",
		func(c *counts) float64 {
			return 100 * float64(c.o.DRAM.Bytes) / c.o.Simulated / (c.r.Device.BandwidthGBps() * 1e9)
		}},
	{"pcie__read_bytes.sum", nil, "bytes of mapped memory that kernels read over PCI Express", func(c *counts) float64 { return c.scale(c.s.Loads.Host.Bytes + c.s.Atomics.Host.Bytes) }},
	{"pcie__write_bytes.sum", nil, "bytes of mapped memory that kernels wrote over PCI Express", func(c *counts) float64 { return c.scale(c.s.Stores.Host.Bytes) }},
	{"smsp__sass_thread_inst_executed_op_fp32_pred_on.sum", []string{"flop_count_sp"}, "floating-point operations; multiply-add counts 2",
		func(c *counts) float64 { return c.scale(c.s.Flops) }},
	{"sm__maximum_warps_per_active_cycle_pct", []string{"theoretical_occupancy"}, "warps that fit an SM, in percent of its limit",
		func(c *counts) float64 { return 100 * c.r.Occupancy.Fraction }},
	{"gpu__time_duration.sum", []string{"gputime"}, "duration in seconds", func(c *counts) float64 { return c.r.Time }},
	{"launch__grid_size", nil, "blocks", func(c *counts) float64 { return float64(c.r.Launch.Grid.Count()) }},
	{"launch__block_size", nil, "threads of a block", func(c *counts) float64 { return float64(c.r.Launch.Block.Count()) }},
	{"launch__registers_per_thread", nil, "registers of a thread", func(c *counts) float64 { return float64(c.r.Registers) }},
	{"launch__shared_mem_per_block", nil, "bytes of shared memory of a block", func(c *counts) float64 { return float64(c.r.SharedBytes) }},
	{"inst_bytes_requested", []string{"global_bytes_requested"}, "bytes that loads and stores asked for in global memory, texels among them",
		func(c *counts) float64 { return c.scale(c.s.Textures.Bytes + c.s.Loads.Bytes + c.s.Stores.Bytes) }},
	{"inst_bytes_distinct", nil, "bytes of the different words in global memory that each request (a half-warp on c.c. 1.x) asked for",
		func(c *counts) float64 {
			return c.scale(c.s.Textures.Distinct + c.s.Loads.Distinct + c.s.Stores.Distinct)
		}},
	{"inst_issued_alu", nil, "integer, logic and move instructions of warps", class(isa.ClassALU)},
	{"inst_issued_fp32", []string{"inst_fp_32"}, "fp32 instructions of warps", class(isa.ClassFP32)},
	{"inst_issued_convert", []string{"inst_bit_convert"}, "conversions of warps", class(isa.ClassConvert)},
}

func class(k isa.Class) func(c *counts) float64 {
	return func(c *counts) float64 { return c.scale(c.s.ByClass[k]) }
}

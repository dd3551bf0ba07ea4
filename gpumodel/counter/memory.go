package counter

import (
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// memoryMetrics are the accesses of warps, and what caches and DRAM make of them.
func memoryMetrics() []metric {
	return []metric{
		// Requests and sectors of global memory.
		{name: "l1tex__t_requests_pipe_lsu_mem_global_op_ld", unit: "request", doc: "load requests to global memory, one per warp instruction", value: stat(loads)},
		{name: "l1tex__t_requests_pipe_lsu_mem_global_op_st", unit: "request", doc: "store requests to global memory, one per warp instruction", value: stat(stores)},
		{name: "l1tex__t_requests_pipe_lsu_mem_global_op_atom", unit: "request", doc: "atomic requests to global memory, one per warp instruction", value: stat(func(s *warp.Stats) int64 { return s.Atomics.Requests })},
		{name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld", unit: "sector", doc: "32-byte sectors moved by loads from global memory", value: stat(func(s *warp.Stats) int64 { return sectors(&s.Loads) })},
		{name: "l1tex__t_sectors_pipe_lsu_mem_global_op_st", unit: "sector", doc: "32-byte sectors moved by stores to global memory", value: stat(func(s *warp.Stats) int64 { return sectors(&s.Stores) })},
		{name: "l1tex__t_bytes_pipe_lsu_mem_global_op_ld", unit: "byte", doc: "bytes moved by loads from global memory", value: stat(func(s *warp.Stats) int64 { return s.Loads.BusBytes })},
		{name: "l1tex__t_bytes_pipe_lsu_mem_global_op_st", unit: "byte", doc: "bytes moved by stores to global memory", value: stat(func(s *warp.Stats) int64 { return s.Stores.BusBytes })},
		{name: "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld", unit: "sector/request", kind: ratio, doc: "32-byte sectors per load request of a warp (4 is ideal for 32-bit words)",
			of: []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld"}, by: "l1tex__t_requests_pipe_lsu_mem_global_op_ld"},
		{name: "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st", unit: "sector/request", kind: ratio, doc: "32-byte sectors per store request of a warp (4 is ideal for 32-bit words)",
			of: []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_st"}, by: "l1tex__t_requests_pipe_lsu_mem_global_op_st"},
		{name: "smsp__sass_data_bytes_mem_global_op_ld", unit: "byte", doc: "bytes requested by loads from global memory", value: stat(func(s *warp.Stats) int64 { return s.Loads.Bytes })},
		{name: "smsp__sass_data_bytes_mem_global_op_st", unit: "byte", doc: "bytes requested by stores to global memory", value: stat(func(s *warp.Stats) int64 { return s.Stores.Bytes })},
		{name: "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld", unit: "byte/sector", kind: ratio, pct: true, doc: "bytes requested by loads from global memory, in percent of the bytes moved",
			of: []string{"smsp__sass_data_bytes_mem_global_op_ld"}, by: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld", full: constant(32)},
		{name: "smsp__sass_average_data_bytes_per_sector_mem_global_op_st", unit: "byte/sector", kind: ratio, pct: true, doc: "bytes requested by stores to global memory, in percent of the bytes moved",
			of: []string{"smsp__sass_data_bytes_mem_global_op_st"}, by: "l1tex__t_sectors_pipe_lsu_mem_global_op_st", full: constant(32)},
		{name: "inst_bytes_requested", unit: "byte", doc: "bytes requested by loads and stores of global memory, including texels",
			value: stat(func(s *warp.Stats) int64 { return s.Textures.Bytes + s.Loads.Bytes + s.Stores.Bytes })},
		{name: "inst_bytes_distinct", unit: "byte", doc: "bytes of global memory in each request (of a half-warp on c.c. 1.x); a word that several threads access counts once",
			value: stat(func(s *warp.Stats) int64 { return s.Textures.Distinct + s.Loads.Distinct + s.Stores.Distinct })},
		{name: "gld_broadcast", unit: "inst", doc: "load requests to global memory in which all threads of the warp (c.c. 1.x: of each half-warp) read the same word",
			value: stat(func(s *warp.Stats) int64 { return s.Loads.Broadcasts })},

		// Transactions.
		{name: "gld_32b", unit: "transaction", doc: "32-byte load transactions (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 { return s.Loads.Transactions[0] })},
		{name: "gld_64b", unit: "transaction", doc: "64-byte load transactions (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 { return s.Loads.Transactions[1] })},
		{name: "gld_128b", unit: "transaction", doc: "128-byte load transactions (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 { return s.Loads.Transactions[2] })},
		{name: "gst_32b", unit: "transaction", doc: "32-byte store transactions (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 { return s.Stores.Transactions[0] })},
		{name: "gst_64b", unit: "transaction", doc: "64-byte store transactions (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 { return s.Stores.Transactions[1] })},
		{name: "gst_128b", unit: "transaction", doc: "128-byte store transactions (c.c. 1.x)", value: stat(func(s *warp.Stats) int64 { return s.Stores.Transactions[2] })},
		{name: "gld_incoherent", unit: "transaction", doc: "uncoalesced load transactions, one per thread (c.c. 1.0 and 1.1)", value: inOrder(func(s *warp.Stats) int64 { return single(&s.Loads) })},
		{name: "gld_coherent", unit: "transaction", doc: "coalesced load transactions (c.c. 1.0 and 1.1)", value: inOrder(func(s *warp.Stats) int64 { return joint(&s.Loads) })},
		{name: "gst_incoherent", unit: "transaction", doc: "uncoalesced store transactions, one per thread (c.c. 1.0 and 1.1)", value: inOrder(func(s *warp.Stats) int64 { return single(&s.Stores) })},
		{name: "gst_coherent", unit: "transaction", doc: "coalesced store transactions (c.c. 1.0 and 1.1)", value: inOrder(func(s *warp.Stats) int64 { return joint(&s.Stores) })},
		{name: "l1tex__t_sectors", unit: "sector", doc: "32-byte sectors moved by accesses to global and local memory", value: stat(func(s *warp.Stats) int64 { return allBytes(s) / 32 })},
		{name: "l1tex__t_bytes", unit: "byte", doc: "bytes moved by accesses to global and local memory", value: stat(allBytes)},
		{name: "l1tex__t_requests", unit: "request", doc: "requests of warps to global and local memory, including atomics",
			value: stat(func(s *warp.Stats) int64 {
				return loads(s) + stores(s) + localLoads(s) + localStores(s) + s.Atomics.Requests
			})},
		{name: "gld_transactions", unit: "transaction", doc: "load transactions of global memory", value: stat(func(s *warp.Stats) int64 { return s.Loads.Total() })},
		{name: "uncached_load_transactions", unit: "transaction", doc: "load transactions that bypass the L1, each of up to four sectors", value: func(r *Run) quantity {
			if r.l1Lines() > 0 {
				return r.executed(0)
			}
			return r.executed(r.Stats.Loads.Total())
		}},
		{name: "gst_transactions", unit: "transaction", doc: "store transactions of global memory", value: stat(func(s *warp.Stats) int64 { return s.Stores.Total() })},
		{name: "atomic_transactions", unit: "transaction", doc: "transactions of atomics on global memory, one per thread", value: stat(func(s *warp.Stats) int64 { return s.Atomics.Total() })},

		// Shared memory.
		{name: "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld", unit: "wavefront", doc: "bank passes of shared loads", value: stat(loadPasses)},
		{name: "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st", unit: "wavefront", doc: "bank passes of shared stores", value: stat(storePasses)},
		{name: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld", unit: "wavefront", doc: "bank passes of shared loads", value: stat(loadPasses), peak: passes},
		{name: "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st", unit: "wavefront", doc: "bank passes of shared stores", value: stat(storePasses), peak: passes},
		{name: "l1tex__data_pipe_lsu_wavefronts_mem_shared", unit: "wavefront", doc: "bank passes of all accesses to shared memory", peak: passes,
			value: stat(func(s *warp.Stats) int64 { return loadPasses(s) + storePasses(s) })},
		{name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld", unit: "wavefront", doc: "extra bank passes of shared loads, due to bank conflicts", value: stat(func(s *warp.Stats) int64 { return conflicts(&s.SharedLoads) })},
		{name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st", unit: "wavefront", doc: "extra bank passes of shared stores, due to bank conflicts", value: stat(func(s *warp.Stats) int64 { return conflicts(&s.SharedStores) })},
		{name: "l1tex__data_bank_conflicts_pipe_lsu_mem_shared", unit: "wavefront", doc: "extra bank passes of accesses to shared memory, due to bank conflicts",
			value: stat(func(s *warp.Stats) int64 { return conflicts(&s.SharedLoads) + conflicts(&s.SharedStores) })},
		{name: "smsp__sass_data_bytes_mem_shared", unit: "byte", doc: "bytes requested by accesses to shared memory", value: stat(func(s *warp.Stats) int64 { return s.SharedLoads.Bytes + s.SharedStores.Bytes })},
		{name: "smsp__sass_average_data_bytes_per_wavefront_mem_shared", unit: "byte/wavefront", kind: ratio, pct: true, doc: "bytes requested by accesses to shared memory, in percent of the bytes that their bank passes can move",
			of: []string{"smsp__sass_data_bytes_mem_shared"}, by: "l1tex__data_pipe_lsu_wavefronts_mem_shared",
			full: func(d *device.Device) float64 { return float64(d.SharedBanks * d.BankRowBytes()) }},

		{name: "memory_l1_wavefronts_shared", unit: "wavefront", doc: "bank passes of all accesses to shared memory", value: stat(func(s *warp.Stats) int64 { return loadPasses(s) + storePasses(s) })},
		{name: "memory_l1_wavefronts_shared_ideal", unit: "wavefront", doc: "bank passes that accesses to shared memory would need without bank conflicts",
			value: stat(func(s *warp.Stats) int64 { return s.SharedLoads.Ideal + s.SharedStores.Ideal })},
		{name: "derived__memory_l1_wavefronts_shared_excessive", unit: "wavefront", doc: "extra bank passes of accesses to shared memory, due to bank conflicts",
			value: stat(func(s *warp.Stats) int64 { return conflicts(&s.SharedLoads) + conflicts(&s.SharedStores) })},
		{name: "memory_l2_theoretical_sectors_global", unit: "sector", doc: "32-byte sectors touched by accesses to global memory", value: stat(func(s *warp.Stats) int64 { return sectors(&s.Loads) + sectors(&s.Stores) })},

		// Constants and textures.
		{name: "idc__requests", unit: "request", doc: "requests to the constant cache, one per distinct address of a half-warp", value: stat(func(s *warp.Stats) int64 { return s.ConstantLoads.Passes })},
		{name: "idc__requests_lookup_hit", unit: "request", doc: "lines of __constant__ memory that hit in the constant cache of an SM, or were already requested",
			value: func(r *Run) quantity { return r.found(r.Stats.ConstantLoads.Lines, r.Outcome.Constant) }},
		{name: "idc__requests_lookup_miss", unit: "request", doc: "lines of __constant__ memory that the constant cache of an SM fetched",
			value: func(r *Run) quantity { return r.missed(r.Stats.ConstantLoads.Lines, r.Outcome.Constant) }},
		{name: "l1tex__t_requests_pipe_tex_mem_texture", unit: "request", doc: "texture fetches executed by warps", value: stat(func(s *warp.Stats) int64 { return s.Textures.Requests })},
		{name: "l1tex__t_sectors_pipe_tex_mem_texture", unit: "sector", doc: "32-byte texture sectors looked up in the texture cache", value: stat(func(s *warp.Stats) int64 { return s.Textures.Lines })},
		{name: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit", unit: "sector", doc: "32-byte texture sectors that hit in the texture cache, or were already requested",
			value: func(r *Run) quantity { return r.found(r.Stats.Textures.Lines, r.Outcome.Texture) }},
		{name: "l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss", unit: "sector", doc: "32-byte texture sectors that the texture cache fetched",
			value: func(r *Run) quantity { return r.missed(r.Stats.Textures.Lines, r.Outcome.Texture) }},
		{name: "l1tex__t_sector_pipe_tex_mem_texture_hit_rate", unit: "%", kind: ratio, pct: true, doc: "hit rate of texture sectors in the texture cache",
			of: []string{"l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit"}, by: "l1tex__t_sectors_pipe_tex_mem_texture", full: constant(1)},
		{name: "lts__t_sectors_srcunit_tex_mem_texture_lookup_miss", unit: "sector", doc: "32-byte texture sectors that the caches of the partitions fetched from DRAM", value: plain((*Run).textureMisses)},

		// The L1.
		{name: "l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_hit", unit: "request", doc: "128-byte lines of global memory that hit in the L1 for loads, or were already requested",
			value: func(r *Run) quantity { return r.found(r.l1Lines(), r.Outcome.L1Global) }},
		{name: "l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_miss", unit: "request", doc: "128-byte lines of global memory that loads fetched into the L1",
			value: func(r *Run) quantity { return r.missed(r.l1Lines(), r.Outcome.L1Global) }},
		{name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit", unit: "sector", doc: "32-byte sectors of global memory that loads looked up in lines that hit in the L1",
			value: inSectors(func(r *Run) quantity { return r.found(r.l1Lines(), r.Outcome.L1Global) })},
		{name: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss", unit: "sector", doc: "32-byte sectors of global memory that loads looked up in lines that missed in the L1",
			value: inSectors(func(r *Run) quantity { return r.missed(r.l1Lines(), r.Outcome.L1Global) })},
		{name: "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit", unit: "sector", doc: "32-byte sectors of local memory that loads looked up in lines that hit in the L1",
			value: inSectors(func(r *Run) quantity { return r.found(r.localLines(), r.Outcome.L1Local) })},
		{name: "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss", unit: "sector", doc: "32-byte sectors of local memory that loads looked up in lines that missed in the L1",
			value: inSectors(func(r *Run) quantity { return r.missed(r.localLines(), r.Outcome.L1Local) })},
		{name: "l1tex__t_sectors_lookup", unit: "sector", doc: "32-byte sectors that loads looked up in the L1", value: inSectors(func(r *Run) quantity { return r.executed(r.l1Lines() + r.localLines()) })},
		{name: "l1tex__t_sectors_lookup_hit", unit: "sector", doc: "32-byte sectors that loads looked up in the L1, if the line was a hit",
			value: inSectors(func(r *Run) quantity {
				return r.found(r.l1Lines(), r.Outcome.L1Global).plus(r.found(r.localLines(), r.Outcome.L1Local))
			})},
		{name: "l1tex__t_sectors_lookup_global", unit: "sector", doc: "32-byte sectors of global memory that loads looked up in the L1", value: inSectors(func(r *Run) quantity { return r.executed(r.l1Lines()) })},
		{name: "l1tex__t_sectors_lookup_local", unit: "sector", doc: "32-byte sectors of local memory that loads looked up in the L1", value: inSectors(func(r *Run) quantity { return r.executed(r.localLines()) })},
		{name: "l1tex__t_sector_hit_rate", kind: ratio, unit: "%", pct: true, doc: "L1 hit rate of loads",
			of: []string{"l1tex__t_sectors_lookup_hit"}, by: "l1tex__t_sectors_lookup", full: constant(1)},
		{name: "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate", kind: ratio, unit: "%", pct: true, doc: "L1 hit rate of loads from global memory",
			of: []string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit"}, by: "l1tex__t_sectors_lookup_global", full: constant(1)},
		{name: "l1tex__t_sector_pipe_lsu_mem_local_op_ld_hit_rate", kind: ratio, unit: "%", pct: true, doc: "L1 hit rate of loads from local memory",
			of: []string{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit"}, by: "l1tex__t_sectors_lookup_local", full: constant(1)},
		{name: "l1tex__t_requests_pipe_lsu_mem_local_op_ld", unit: "request", doc: "load requests to local memory, one per warp instruction", value: stat(localLoads)},
		{name: "l1tex__t_requests_pipe_lsu_mem_local_op_st", unit: "request", doc: "store requests to local memory, one per warp instruction", value: stat(localStores)},
		{name: "l1tex__t_sectors_pipe_lsu_mem_local_op_ld", unit: "sector", doc: "32-byte sectors that loads from local memory looked up", value: stat(func(s *warp.Stats) int64 { return sectors(&s.LocalLoads) })},
		{name: "l1tex__t_sectors_pipe_lsu_mem_local_op_st", unit: "sector", doc: "32-byte sectors written by stores to local memory", value: stat(func(s *warp.Stats) int64 { return sectors(&s.LocalStores) })},
		{name: "l1tex__t_requests_pipe_lsu_mem_local_op_ld_lookup_hit", unit: "request", doc: "lines of local memory that hit in the L1 for loads",
			value: func(r *Run) quantity { return r.found(r.Stats.LocalLoads.Total(), r.Outcome.L1Local) }},
		{name: "l1tex__t_requests_pipe_lsu_mem_local_op_ld_lookup_miss", unit: "request", doc: "lines of local memory that loads fetched into the L1",
			value: func(r *Run) quantity { return r.missed(r.Stats.LocalLoads.Total(), r.Outcome.L1Local) }},

		// The L2.
		{name: "lts__t_sectors", unit: "sector", doc: "32-byte sectors read from or written to the L2", peak: sectorsOfSlice, value: l2(moved), parts: ofSlices(moved)},
		{name: "lts__t_bytes", unit: "byte", doc: "bytes of the sectors read from or written to the L2", peak: func(d *device.Device) float64 { return float64(d.L2BytesPerClock) }, value: l2(func(s *timing.SliceStats) int64 { return 32 * moved(s) }), parts: ofSlices(moved)},
		{name: "lts__t_sectors_op_read", unit: "sector", doc: "32-byte sectors read from the L2", peak: sectorsOfSlice, value: l2(read), parts: ofSlices(read)},
		{name: "lts__t_sectors_op_write", unit: "sector", doc: "32-byte sectors written to the L2", peak: sectorsOfSlice, value: l2(written), parts: ofSlices(written)},
		{name: "lts__t_sectors_op_read_lookup_hit", unit: "sector", doc: "32-byte sectors read from the L2 that hit", value: l2(hits), parts: ofSlices(hits)},
		{name: "lts__t_sectors_op_read_lookup_miss", unit: "sector", doc: "32-byte sectors that the L2 fetched from DRAM", value: l2(misses), parts: ofSlices(misses)},
		{name: "lts__t_sectors_srcunit_tex", unit: "sector", doc: "32-byte sectors that SMs read from or wrote to the L2", value: l2(moved), parts: ofSlices(moved)},
		{name: "lts__t_sectors_srcunit_tex_op_read", unit: "sector", doc: "32-byte sectors that SMs read from the L2", value: l2(read), parts: ofSlices(read)},
		{name: "lts__t_sectors_srcunit_tex_op_write", unit: "sector", doc: "32-byte sectors that SMs wrote to the L2", value: l2(written), parts: ofSlices(written)},
		{name: "lts__t_sectors_srcunit_tex_lookup_hit", unit: "sector", doc: "32-byte sectors requested by SMs that hit in the L2; writes always hit", value: l2(kept), parts: ofSlices(kept)},
		{name: "lts__t_sectors_srcunit_tex_lookup_miss", unit: "sector", doc: "32-byte sectors requested by SMs that missed in the L2", value: l2(misses), parts: ofSlices(misses)},
		{name: "lts__t_sectors_srcunit_ltcfabric", unit: "sector", doc: "32-byte sectors read from the L2 by its other partition", value: l2(fabric), parts: ofSlices(fabric)},
		{name: "lts__t_sectors_lookup_hit", unit: "sector", doc: "32-byte sectors that hit in the L2; writes always hit", value: l2(kept)},
		{name: "lts__t_sector_op_read_hit_rate", unit: "%", kind: ratio, pct: true, doc: "L2 hit rate of reads",
			of: []string{"lts__t_sectors_op_read_lookup_hit"}, by: "lts__t_sectors_op_read", full: constant(1)},
		{name: "lts__t_sector_hit_rate", unit: "%", kind: ratio, pct: true, doc: "L2 hit rate of reads and writes; writes always hit",
			of: []string{"lts__t_sectors_lookup_hit"}, by: "lts__t_sectors", full: constant(1)},
		{name: "lts__throughput", unit: "%", kind: throughput, doc: "sectors read from or written to the L2, in percent of the maximum that the L2 slices can move", of: []string{"lts__t_sectors"}},

		// DRAM and the way to the host.
		{name: "dram__bytes", unit: "byte", doc: "bytes moved by the memory bus", peak: busBytes, value: plain(func(r *Run) float64 { return r.ReadBytes() + r.WrittenBytes() }), parts: busMoved},
		{name: "dram__bytes_read", unit: "byte", doc: "bytes read by the memory bus", peak: busBytes, value: plain((*Run).ReadBytes), parts: busRead},
		{name: "dram__bytes_write", unit: "byte", doc: "bytes written by the memory bus", peak: busBytes, value: plain((*Run).WrittenBytes), parts: busWritten},
		{name: "dram__sectors", unit: "sector", doc: "32-byte sectors moved by the memory bus", peak: busSectors, value: plain(func(r *Run) float64 { return (r.ReadBytes() + r.WrittenBytes()) / 32 }), parts: busMoved},
		{name: "dram__sectors_read", unit: "sector", doc: "32-byte sectors read by the memory bus", peak: busSectors, value: plain(func(r *Run) float64 { return r.ReadBytes() / 32 }), parts: busRead},
		{name: "dram__sectors_write", unit: "sector", doc: "32-byte sectors written by the memory bus", peak: busSectors, value: plain(func(r *Run) float64 { return r.WrittenBytes() / 32 }), parts: busWritten},
		{name: "dram__row_activates", unit: "row", doc: "rows opened by the DRAM", value: func(r *Run) quantity { return r.simulated(r.Outcome.DRAM.Activates) }, parts: channels(func(p *memory.PartitionStats) float64 { return float64(p.Activates) })},
		{name: "dram__throughput", unit: "%", kind: throughput, doc: "bytes moved by the memory bus, in percent of the theoretical bandwidth", of: []string{"dram__bytes"}},
		{name: "pcie__read_bytes", unit: "byte", doc: "bytes of mapped host memory that kernels read over PCI Express", value: stat(func(s *warp.Stats) int64 { return s.Loads.Host.Bytes + s.Atomics.Host.Bytes })},
		{name: "pcie__write_bytes", unit: "byte", doc: "bytes of mapped host memory that kernels wrote over PCI Express", value: stat(func(s *warp.Stats) int64 { return s.Stores.Host.Bytes })},
	}
}

// sectors is the number of 32-byte sectors of transactions.
func sectors(t *warp.Traffic) int64 { return t.BusBytes / 32 }

// allBytes are those of all transactions to global and local memory.
func allBytes(s *warp.Stats) int64 {
	return s.Loads.BusBytes + s.Stores.BusBytes + s.LocalLoads.BusBytes + s.LocalStores.BusBytes + s.Atomics.BusBytes
}

// single and joint are the transactions of c.c. 1.0 and 1.1 that serve one thread
// and those that serve a half-warp, which are larger.
func single(t *warp.Traffic) int64 { return t.Transactions[0] }
func joint(t *warp.Traffic) int64  { return t.Transactions[1] + t.Transactions[2] }

// inOrder is a count of the GPUs that coalesce in order; others always report 0.
func inOrder(f func(s *warp.Stats) int64) func(r *Run) quantity {
	return func(r *Run) quantity {
		if r.Device.Coalescing != device.InOrder {
			return r.executed(0)
		}
		return r.executed(f(r.Stats))
	}
}

// inSectors goes from lines of the L1 to sectors.
func inSectors(lines func(r *Run) quantity) func(r *Run) quantity {
	return func(r *Run) quantity {
		q := lines(r)
		if !r.Device.Sectored() { // there they are sectors already
			q.times *= float64(r.Device.L1LineBytes) / 32
		}
		return q
	}
}

func loadPasses(s *warp.Stats) int64  { return s.SharedLoads.Passes }
func storePasses(s *warp.Stats) int64 { return s.SharedStores.Passes }

// passes are the bank passes that an SM makes in a clock.
func passes(d *device.Device) float64 { return 1 / float64(d.SharedPassClocks) }

// busMoved, busRead and busWritten are the bytes of each partition.
var (
	busMoved   = channels(func(p *memory.PartitionStats) float64 { return float64(p.Bytes) })
	busRead    = channels(func(p *memory.PartitionStats) float64 { return float64(p.ReadBytes) })
	busWritten = channels(func(p *memory.PartitionStats) float64 { return float64(p.Bytes - p.ReadBytes) })
)

// What the slices of the L2 have seen.
func read(s *timing.SliceStats) int64    { return s.Read() }
func fabric(s *timing.SliceStats) int64  { return s.Fabric }
func written(s *timing.SliceStats) int64 { return s.Written }
func moved(s *timing.SliceStats) int64   { return read(s) + s.Written }
func hits(s *timing.SliceStats) int64    { return s.Hits }
func misses(s *timing.SliceStats) int64  { return s.Misses }
func kept(s *timing.SliceStats) int64    { return s.Hits + s.Written }

// l2 counts sectors in all slices of the L2.
func l2(f func(s *timing.SliceStats) int64) func(r *Run) quantity {
	return func(r *Run) quantity { return r.simulated(f(&r.Outcome.L2)) }
}

// ofSlices are the sectors of each slice of the L2.
func ofSlices(f func(s *timing.SliceStats) int64) func(r *Run) []float64 {
	return func(r *Run) []float64 {
		all := make([]float64, r.Device.Partitions)
		for i := range r.Outcome.Slices {
			all[i] = float64(f(&r.Outcome.Slices[i]))
		}
		return all
	}
}

// sectorsOfSlice are the sectors that a slice of the L2 moves in one of its clocks.
func sectorsOfSlice(d *device.Device) float64 { return float64(d.L2BytesPerClock) / 32 }

// busBytes are the bytes that a partition's bus moves in a clock of the memory.
func busBytes(d *device.Device) float64 {
	return d.BandwidthGBps() * 1e9 / float64(d.Partitions) / (d.MemoryClockMHz * 1e6)
}

func busSectors(d *device.Device) float64 { return busBytes(d) / 32 }

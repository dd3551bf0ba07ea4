package report

import (
	"cmp"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/timing"
)

// pipeTable is what the units of an SM execute.
func pipeTable(r *gpumodel.Result) Table {
	t := Table{Title: "pipes", Columns: []string{"pipe", "instructions", "share (%)", "busy (%)"}}
	all := r.Counters.Value("sm__inst_executed.sum")
	for _, p := range []struct{ name, busy string }{
		{"alu", "sm__pipe_core_cycles_active"}, {"fma", "sm__pipe_core_cycles_active"}, {"fp64", "sm__pipe_fp64_cycles_active"}, {"xu", "sm__pipe_xu_cycles_active"},
		{"lsu", "l1tex__lsu_cycles_active"}, {"tex", ""}, {"cbu", ""}, {"adu", ""},
	} {
		n := r.Counters.Value("sm__inst_executed_pipe_" + p.name + ".sum")
		if n == 0 {
			continue
		}
		var busy any
		if p.busy != "" {
			if x := r.Counters.Value(p.busy + ".avg.pct_of_peak_sustained_active"); x > 0 {
				busy = x
			}
		}
		t.Rows = append(t.Rows, []any{p.name, n, 100 * n / all, busy})
	}
	return t
}

// row is the counters of a row; a row of zeros alone is not there.
func (t *Table) row(r *gpumodel.Result, name string, counters ...string) {
	cells, some := []any{name}, false
	for _, c := range counters {
		if c == "" {
			cells = append(cells, nil)
			continue
		}
		x := r.Counters.Value(c)
		cells, some = append(cells, x), some || x != 0
	}
	if some {
		t.Rows = append(t.Rows, cells)
	}
}

// accessTable is what warps ask of global and local memory.
func accessTable(r *gpumodel.Result) Table {
	t := Table{Title: "L1/TEX", Columns: []string{"access", "requests", "sectors", "sectors/req", "bytes asked", "bytes used (%)",
		"hit rate (%)"}}
	const global, local = "_pipe_lsu_mem_global_op_", "_pipe_lsu_mem_local_op_"
	t.row(r, "global loads", "l1tex__t_requests"+global+"ld.sum", "l1tex__t_sectors"+global+"ld.sum",
		"l1tex__average_t_sectors_per_request"+global+"ld.ratio",
		"smsp__sass_data_bytes_mem_global_op_ld.sum", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "l1tex__t_sector"+global+"ld_hit_rate.pct")
	t.row(r, "global stores", "l1tex__t_requests"+global+"st.sum", "l1tex__t_sectors"+global+"st.sum",
		"l1tex__average_t_sectors_per_request"+global+"st.ratio",
		"smsp__sass_data_bytes_mem_global_op_st.sum", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", "")
	t.row(r, "global atomics", "l1tex__t_requests"+global+"atom.sum", "atomic_transactions", "", "", "", "")
	t.row(r, "local loads", "l1tex__t_requests"+local+"ld.sum", "l1tex__t_sectors"+local+"ld.sum", "", "", "",
		"l1tex__t_sector"+local+"ld_hit_rate.pct")
	t.row(r, "local stores", "l1tex__t_requests"+local+"st.sum", "l1tex__t_sectors"+local+"st.sum", "", "", "", "")
	t.row(r, "textures", "l1tex__t_requests_pipe_tex_mem_texture.sum", "l1tex__t_sectors_pipe_tex_mem_texture.sum", "", "", "",
		"l1tex__t_sector_pipe_tex_mem_texture_hit_rate.pct")
	return t
}

// sharedTable is what warps ask of shared memory.
func sharedTable(r *gpumodel.Result) Table {
	t := Table{Title: "shared memory", Columns: []string{"access", "instructions", "bank passes", "beyond the ideal", "replays"}}
	t.row(r, "shared loads", "smsp__inst_executed_op_shared_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
		"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "shared_load_replay")
	t.row(r, "shared stores", "smsp__inst_executed_op_shared_st.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
		"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "shared_store_replay")
	t.row(r, "constants", "smsp__inst_executed_op_ldc.sum", "idc__requests.sum", "", "constant_load_replay")
	return t
}

// cacheTable is what goes through the L2.
func cacheTable(r *gpumodel.Result) Table {
	t := Table{Title: "L2", Columns: []string{"access", "sectors", "hit rate (%)", "of peak (%)"}}
	t.row(r, "reads", "lts__t_sectors_op_read.sum", "lts__t_sector_op_read_hit_rate.pct",
		"lts__t_sectors_op_read.avg.pct_of_peak_sustained_elapsed")
	t.row(r, "writes", "lts__t_sectors_op_write.sum", "", "lts__t_sectors_op_write.avg.pct_of_peak_sustained_elapsed")
	return t
}

// dramTable is what goes over the memory bus.
func dramTable(r *gpumodel.Result) Table {
	t := Table{Title: "device memory", Columns: []string{"access", "sectors", "bytes", "bytes/s", "of peak (%)"}}
	for _, way := range []struct{ name, ending string }{{"reads", "_read"}, {"writes", "_write"}, {"all", ""}} {
		t.row(r, way.name, "dram__sectors"+way.ending+".sum", "dram__bytes"+way.ending+".sum", "dram__bytes"+way.ending+".sum.per_second",
			"dram__bytes"+way.ending+".avg.pct_of_peak_sustained_elapsed")
	}
	return t
}

// stallTable is what warps wait for, most of their time first.
func stallTable(r *gpumodel.Result) Table {
	t := Table{Title: "states of warps", Columns: []string{"state", "cycles per issue", "of the time (%)", "what it is"}}
	for s := range timing.States {
		if s == timing.Starting || s == timing.Exited {
			continue
		}
		name := s.String()
		part := r.Counters.Value("smsp__warp_issue_stalled_" + name + "_per_warp_active.pct")
		if part == 0 {
			continue
		}
		t.Rows = append(t.Rows, []any{name, r.Counters.Value("smsp__average_warps_issue_stalled_" + name + "_per_issue_active.ratio"), part,
			s.Words()})
	}
	slices.SortStableFunc(t.Rows, func(a, b []any) int { return cmp.Compare(b[2].(float64), a[2].(float64)) })
	return t
}

// distributionTable is how evenly the parts of the chip were at work.
func distributionTable(r *gpumodel.Result) Table {
	t := Table{Columns: []string{"units", "what", "least", "average", "most"}}
	for _, x := range []struct{ units, what, counter string }{
		{"SMs", "active cycles", "sm__cycles_active"},
		{"schedulers", "active cycles", "smsp__cycles_active"},
		{"slices of the L2", "sectors", "lts__t_sectors"},
		{"memory channels", "active cycles", "dram__cycles_active"},
		{"memory channels", "bytes", "dram__bytes"},
	} {
		if r.Counters.Value(x.counter+".sum") > 0 {
			t.Rows = append(t.Rows, []any{x.units, x.what, r.Counters.Value(x.counter + ".min"), r.Counters.Value(x.counter + ".avg"),
				r.Counters.Value(x.counter + ".max")})
		}
	}
	return t
}

package advise

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/warp"
)

// A problem is what a kernel may have, with what cures it.
type problem struct {
	name    string
	counter string // that shows it
	find    func(x *examination) []site
	remedy  string
}

// problems are in the order in which equal gains are listed: what is said of a line comes
// before what is said of the launch.
var problems = []problem{
	{"uncoalesced load", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", uncoalesced(loads, warp.UncoalescedLoads),
		"let neighbouring threads access neighbouring words: change which thread takes which element, or the layout of the array, or go through shared memory"},
	{"uncoalesced store", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", uncoalesced(stores, warp.UncoalescedStores),
		"let neighbouring threads access neighbouring words: change which thread takes which element, or the layout of the array, or go through shared memory"},
	{"bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", bankConflicts,
		"pad the rows of the array in shared memory by one element, or let threads walk it in another order"},
	{"constant memory read at several addresses", "idc__requests.sum", constantConflicts,
		"__constant__ memory serves one address at a time: put data that threads index differently into global or shared memory"},
	{"divergence", "smsp__branch_targets_threads_divergent.sum", divergence,
		"let all threads of a warp take the same path: branch on a value that is the same for 32 neighbouring threads, or sort the work"},
	{"fp64 from literals", "sm__inst_executed_pipe_fp64.sum", strayDoubles,
		"write literals in float arithmetic with an f (0.5f): without it the operation is computed in double"},
	{"register spilling", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", spilling,
		"allow more registers (--maxrregcount, __launch_bounds__), or keep fewer values at a time"},
	{"array in local memory", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", localArrays,
		"index the array with constants (unroll the loop) so that it fits into registers, or put it into shared memory"},
	{"contended atomics", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", contention,
		"first add up within the warp or the block, then let one thread add the sum"},
	{"contended atomics on shared memory", "smsp__inst_executed_op_shared_atom.sum", sharedContention,
		"first add up within the warp, or give the block several copies of the words, and add these up in the end"},
	{"barriers", "smsp__inst_executed_op_barrier.sum", barriers,
		"use several smaller blocks for each SM, so that others run while one waits; drop barriers that are not needed"},
	{"loads of the same words", "gld_transactions", rereads,
		"load what the threads of a block share once, into shared memory"},
	{"slow arithmetic", "smsp__inst_executed.sum", slowArithmetic,
		"use intrinsics (__fdividef, __sinf, __expf, …) or --use_fast_math if their precision is enough"},
	{"partition camping", "dram__throughput.avg.pct_of_peak_sustained_elapsed", camping,
		"let blocks that run at the same time access different partitions: pad the rows of the array, or number the blocks diagonally"},
	{"low occupancy", "sm__maximum_warps_per_active_cycle_pct", lowOccupancy,
		"let more blocks fit an SM; or let each thread have more in flight: several elements at a time, or words of 8 or 16 bytes"},
	{"too few blocks", "launch__grid_size", fewBlocks,
		"start more blocks: let each thread do less, or use smaller blocks"},
	{"L1 configuration", "l1tex__t_requests_pipe_lsu_mem_global_op_ld_lookup_hit.sum", cacheChoice,
		"try the four combinations of the L1's size and the kind of load: they cost no change of the source"},
	{"too few accesses in flight", "sm__maximum_warps_per_active_cycle_pct", fewAccesses,
		"let each thread have more in flight: several elements at a time, or words of 8 or 16 bytes"},
}

// global is true for accesses of global memory, and loads and stores for those of a kind.
func global(in *isa.Instr) bool { return loads(in) || stores(in) }
func loads(in *isa.Instr) bool  { return in.Op == ir.Load && inGlobal(in) }
func stores(in *isa.Instr) bool { return in.Op == ir.Store && inGlobal(in) }

func inGlobal(in *isa.Instr) bool {
	return in.Space == ir.Global || in.Space == ir.Generic || in.Space == ir.NoSpace
}

func uncoalesced(kind func(*isa.Instr) bool, limit warp.Limit) func(x *examination) []site {
	return func(x *examination) (sites []site) {
		for _, p := range x.places(kind, byExcess) {
			sites = append(sites, site{p.line, fmt.Sprintf("each request of a warp moves %s sectors of 32 bytes more than its words fill", each(p)),
				lifting(limit, p.line)})
		}
		return sites
	}
}

// each is how much is done in excess by an instruction.
func each(p place) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(p.excess)/float64(p.executed)), ".0")
}

func bankConflicts(x *examination) (sites []site) {
	conflicts := func(in *isa.Instr) bool {
		return in.Kind == isa.Plain && !global(in) && in.Space != ir.Const && in.Space != ir.Local && in.Op != ir.Atom
	}
	for _, p := range x.places(conflicts, byExcess) {
		sites = append(sites, site{p.line, fmt.Sprintf("the banks repeat each access %s times", each(p)), lifting(warp.BankConflicts, p.line)})
	}
	return sites
}

func constantConflicts(x *examination) (sites []site) {
	for _, p := range x.places(func(in *isa.Instr) bool { return in.Space == ir.Const }, byExcess) {
		sites = append(sites, site{p.line, fmt.Sprintf("each request is split into %s more", each(p)), lifting(warp.ConstantConflicts, p.line)})
	}
	return sites
}

func divergence(x *examination) (sites []site) {
	for _, p := range x.places(func(in *isa.Instr) bool { return in.Kind == isa.Branch }, byExcess) {
		sites = append(sites, site{p.line, fmt.Sprintf("warps diverge at %.0f %% of the branches", 100*float64(p.excess)/float64(p.executed)),
			lifting(warp.Divergence, p.line)})
	}
	return sites
}

// barriers names the one that is reached most often, and lifts all: a loop that has two
// waits no less without one of them.
func barriers(x *examination) []site {
	if line := firstLine(x.places(func(in *isa.Instr) bool { return in.Kind == isa.Barrier }, byExecuted)); line > 0 {
		return []site{{line, fmt.Sprintf("warps wait for the slowest of %d", x.l.Warps(x.d)), lifting(warp.Barriers, 0)}}
	}
	return nil
}

// spilling names the line that moves most registers, and lifts all of them.
func spilling(x *examination) []site {
	if line := firstLine(x.places(x.program.Spills, byExecuted)); line > 0 {
		return []site{{line, fmt.Sprintf("%d registers are not enough: %d bytes per thread are spilled to local memory, most of them here",
			x.r.Registers, x.program.LocalBytes-x.program.SpillBase), lifting(warp.Spills, 0)}}
	}
	return nil
}

func localArrays(x *examination) (sites []site) {
	for _, p := range x.places(func(in *isa.Instr) bool { return in.Space == ir.Local && !x.program.Spills(in) }, byExecuted) {
		sites = append(sites, site{p.line, fmt.Sprintf("the array is in local memory, %d bytes per thread", x.program.SpillBase),
			lifting(warp.LocalArrays, p.line)})
	}
	return sites
}

func rereads(x *examination) (sites []site) {
	for _, p := range x.places(loads, byExecuted) {
		sites = append(sites, site{p.line, "the block loads words again that it has loaded before", lifting(warp.Rereads, p.line)})
	}
	return sites
}

// contention names the atomic on device memory that is executed most often, and lifts all: those of other lines take the same slices.
func contention(x *examination) []site {
	atomics := func(in *isa.Instr) bool { return in.Op == ir.Atom && inGlobal(in) }
	line := firstLine(x.places(atomics, byExecuted))
	if line == 0 {
		return nil
	}
	return []site{{line, "threads access the same word one after the other", func(_ *gpumodel.Launch, d **device.Device) error {
		*d = altered(*d, func(d *device.Device) { d.AtomicTurn, d.AtomicSumTurn = 0, 0 })
		return nil
	}}}
}

func sharedContention(x *examination) (sites []site) {
	for _, p := range x.places(func(in *isa.Instr) bool { return in.Op == ir.Atom && !inGlobal(in) }, byExecuted) {
		sites = append(sites, site{p.line, "threads of a warp access the same word one after the other", lifting(warp.Contention, p.line)})
	}
	return sites
}

// strayDoubles compiles the kernel with literals of float, and names the line where
// most fp64 goes away.
func strayDoubles(x *examination) []site {
	return x.compiled(experiment.Variant{Single: true}, func(in *isa.Instr) bool {
		return in.Class == isa.ClassFP64 ||
			in.Type == ir.F64 || in.From == ir.F64
	},
		"a double literal makes this an fp64 operation")
}

func slowArithmetic(x *examination) []site {
	return x.compiled(experiment.Variant{FastMath: true}, func(in *isa.Instr) bool { return in.Type == ir.F32 },
		"a full-precision division or function takes many instructions")
}

// compiled is the line in which the instructions of a kind cost most that a variant of the kernel has none of, if there are
// any. How many a line has says nothing: a variant's shorter loop may be unrolled where the kernel's is not.
func (x *examination) compiled(v experiment.Variant, kind func(*isa.Instr) bool, finding string) []site {
	other, err := x.l.Kernel.LowerVariant(x.ctx, x.d, v)
	if err != nil {
		return nil
	}
	type form struct {
		line  int
		op    ir.Op
		typ   ir.Type
		issue int
	}
	formOf := func(in *isa.Instr) form { return form{in.Line, in.Op, in.Type, in.Issue} }
	stays := map[form]bool{}
	for pc := range other.Code {
		stays[formOf(&other.Code[pc])] = true
	}
	saved := map[int]int64{}
	for pc := range x.program.Code {
		if in := &x.program.Code[pc]; kind(in) && !stays[formOf(in)] {
			saved[in.Line] += int64(in.Issue) * max(1, x.s.Executed[pc])
		}
	}
	line := 0
	for at, n := range saved {
		if n > 0 && (line == 0 || n > saved[line] || n == saved[line] && at < line) {
			line = at
		}
	}
	if line == 0 {
		return nil
	}
	return []site{{line, finding, func(l *gpumodel.Launch, _ **device.Device) error {
		l.Experiment.Variant = v
		return nil
	}}}
}

func camping(x *examination) []site {
	if x.d.PartitionHash || x.hottest < gpumodel.CampingFactor {
		return nil
	}
	return []site{{firstLine(x.places(global, byExecuted)),
		fmt.Sprintf("the busiest of %d partitions has %.1f times the average work", x.d.Partitions, x.hottest),
		func(_ *gpumodel.Launch, d **device.Device) error {
			*d = altered(*d, func(d *device.Device) { d.PartitionHash = true })
			return nil
		}}}
}

// altered is a device with a change.
func altered(d *device.Device, change func(d *device.Device)) *device.Device {
	other := *d
	change(&other)
	return &other
}

func lowOccupancy(x *examination) []site {
	most, o := x.d.MaxWarpsPerSM/x.l.Warps(x.d), x.r.Occupancy
	if o.BlocksPerSM >= most {
		return nil
	}
	why := map[string]string{
		"registers":     fmt.Sprintf("%d registers of each thread", x.r.Registers),
		"shared memory": fmt.Sprintf("%d bytes of shared memory of each block", x.r.SharedBytes),
		"blocks":        fmt.Sprintf("blocks of only %d threads", x.l.Block.Count()),
	}[o.Limiter]
	line := x.l.Kernel.Line()
	if o.Limiter == "shared memory" {
		line = x.largestShared(line)
	}
	return []site{{line, fmt.Sprintf("%s allow %d of %d warps on an SM (%.0f %%)", why, o.WarpsPerSM, x.d.MaxWarpsPerSM, 100*o.Fraction),
		resident(most)}}
}

// largestShared is the line of the largest static __shared__ variable, or another line.
func (x *examination) largestShared(line int) int {
	size := 0
	for _, v := range x.program.Shared {
		if v.Size > size {
			line, size = v.Line, v.Size
		}
	}
	return line
}

func resident(blocks int) func(*gpumodel.Launch, **device.Device) error {
	return func(l *gpumodel.Launch, _ **device.Device) error {
		l.Experiment.Resident = blocks
		return nil
	}
}

// manyWaves is the number of full waves of blocks in which the last one does not matter.
const manyWaves = 16

func fewBlocks(x *examination) []site {
	wave := x.d.SMs * x.r.Occupancy.BlocksPerSM
	n := x.l.Grid.Count()
	if n >= manyWaves*wave {
		return nil
	}
	blocks := "1 block"
	if n > 1 {
		blocks = fmt.Sprintf("%d blocks", n)
	}
	finding := fmt.Sprintf("%s on %d SMs, each of which holds %d at a time", blocks, x.d.SMs, x.r.Occupancy.BlocksPerSM)
	if n > wave && n%wave != 0 {
		finding += fmt.Sprintf(": the last of %d waves is %.0f %% full", (n+wave-1)/wave, 100*float64(n%wave)/float64(wave))
	}
	return []site{{x.l.Kernel.Line(), finding, func(l *gpumodel.Launch, _ **device.Device) error {
		l.Experiment.Copies = (manyWaves*wave + n - 1) / n
		return nil
	}}}
}

// cacheChoice tries what a user can choose: how the SM's memory is divided, and whether loads go
// through the L1.
func cacheChoice(x *examination) (sites []site) {
	if x.d.L1KB == 0 {
		return nil
	}
	if line := firstLine(x.places(loads, byExecuted)); line > 0 {
		caching, flag := "cg", "past"
		if x.program.BypassL1 {
			caching, flag = "ca", "through"
		}
		sites = append(sites, site{line, fmt.Sprintf("loads would do better %s the L1 (-Xptxas -dlcm=%s)", flag, caching),
			func(l *gpumodel.Launch, _ **device.Device) error {
				l.Experiment.Variant.Caching = caching
				return nil
			}})
	}
	if other := x.d.SharedAndL1KB - x.d.L1KB; other > 0 && other != x.d.L1KB && x.r.SharedBytes <= x.d.L1KB<<10 {
		sites = append(sites, site{x.l.Kernel.Line(), fmt.Sprintf("an L1 of %d KB is faster than one of %d KB", other, x.d.L1KB),
			func(_ *gpumodel.Launch, d **device.Device) (err error) {
				*d, err = (*d).With("l1_kb", fmt.Sprint(other))
				return err
			}})
	}
	return sites
}

// firstLine is that of the first place, or 0 if there is none.
func firstLine(list []place) int {
	if len(list) == 0 {
		return 0
	}
	return list[0].line
}

// fewAccesses runs twice as many warps as the SM has room for. Below that lowOccupancy speaks.
func fewAccesses(x *examination) []site {
	line, o := firstLine(x.places(global, byExecuted)), x.r.Occupancy
	if line == 0 || o.BlocksPerSM < x.d.MaxWarpsPerSM/x.l.Warps(x.d) {
		return nil
	}
	return []site{{line, fmt.Sprintf("%d warps on an SM do not hide the memory latency", o.WarpsPerSM), resident(2 * o.BlocksPerSM)}}
}

package counter

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

func c2050(t testing.TB) *device.Device {
	t.Helper()
	d, err := device.Get("C2050")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sample is a run of 280 blocks of which half were executed: the C2050's 14 SMs, with
// two schedulers each, were at work for 1.15 million clocks, a thousandth of a second,
// but for one that had nothing to do.
func sample(t testing.TB) *Run {
	d := c2050(t)
	idle := make([]float64, d.SMs)
	idle[3] = 1e-3
	channels := make([]memory.PartitionStats, d.Partitions)
	for i := range channels {
		channels[i] = memory.PartitionStats{Bytes: 1000, ReadBytes: 1000, Busy: 1}
	}
	channels[0].Bytes, channels[0].ReadBytes = 3000, 2000
	return &Run{
		Device: d, Blocks: 280, Threads: 256, Registers: 20, SharedBytes: 1024, Time: 1e-3,
		Occupancy: isa.Occupancy{BlocksPerSM: 6, WarpsPerSM: 48, Fraction: 1},
		Stats: &warp.Stats{
			Blocks: 140, Warps: 140 * 8, Instructions: 7_000_000, ThreadInstructions: 112_000_000,
			Loads:        warp.Traffic{Requests: 1000, Bytes: 128_000, BusBytes: 256_000, Transactions: [3]int64{0, 0, 2000}},
			SharedLoads:  warp.SharedTraffic{Requests: 500, Bytes: 500 * 256, Passes: 3000, Ideal: 1000, Reissued: 1000},
			SharedStores: warp.SharedTraffic{Requests: 500, Bytes: 500 * 128, Passes: 500, Ideal: 500},
		},
		Outcome: &timing.Outcome{
			Time: 1e-3, Simulated: 0.5e-3, Blocks: 140, Demand: timing.Demand{Balanced: 0.1e-3, Hottest: 0.2e-3}, Idle: idle, Channels: channels,
			DRAM:     memory.PartitionStats{Bytes: 14000, ReadBytes: 13000},
			L1Global: memory.CacheStats{Hits: 300, Misses: 100},
			L2:       timing.SliceStats{CacheStats: memory.CacheStats{Hits: 30, Misses: 10}, Written: 40},
		},
	}
}

// Every form by the arithmetic in the comment; the counts of the executed half are doubled.
func TestForms(t *testing.T) {
	s := New(sample(t))
	const clocks = 1_150_000
	for name, want := range map[string]float64{
		"sm__inst_executed.sum":                                           14e6,
		"sm__inst_executed.avg":                                           1e6,   // 14 SMs
		"smsp__inst_executed.avg":                                         0.5e6, // 28 schedulers
		"sm__inst_executed.sum.per_second":                                14e9,  // in a thousandth of a second
		"sm__inst_executed.avg.per_cycle_elapsed":                         1e6 / 1.15e6,
		"sm__inst_executed.sum.per_cycle_elapsed":                         14e6 / 1.15e6,
		"sm__inst_executed.avg.per_cycle_active":                          14.0 / 13 * 1e6 / 1.15e6, // of 13 SMs' clocks
		"sm__inst_executed.avg.peak_sustained":                            1,                        // two schedulers, every two clocks
		"smsp__inst_executed.avg.peak_sustained":                          0.5,
		"sm__inst_executed.sum.peak_sustained":                            14,
		"sm__inst_executed.avg.pct_of_peak_sustained_elapsed":             100 / 1.15,
		"sm__inst_executed.sum.pct_of_peak_sustained_elapsed":             100 / 1.15,
		"smsp__inst_executed.avg.pct_of_peak_sustained_active":            100 / 1.15 * 14 / 13,
		"smsp__thread_inst_executed_per_inst_executed.ratio":              16,
		"smsp__thread_inst_executed_per_inst_executed.pct":                50,
		"sm__cycles_active.sum":                                           13 * clocks,
		"sm__cycles_active.avg":                                           13 * clocks / 14.0,
		"sm__cycles_active.min":                                           0,
		"sm__cycles_active.max":                                           clocks,
		"sm__cycles_active.avg.pct_of_peak_sustained_elapsed":             100 * 13 / 14.0,
		"sm__inst_issued.sum":                                             14e6 + 2000,
		"inst_replays":                                                    2000,
		"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":                  16000,
		"l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second":         512e6,
		"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct":   50,
		"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio": 16,
		"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum":              4000,
		"l1tex__t_sector_hit_rate.pct":                                    75,
		"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum":      4000, // a quarter of 4000 lines of four
		"lts__t_sector_op_read_hit_rate.pct":                              75,
		"lts__t_sectors.sum":                                              160,
		"dram__bytes.sum":                                                 28000,
		"dram__bytes_write.sum":                                           2000,
		"dram__bytes.avg":                                                 28000 / 12.0,
		"dram__bytes.max":                                                 6000,
		"dram__bytes.min":                                                 2000,
		"dram__bytes_write.min":                                           0,
		"dram__bytes.sum.pct_of_peak_sustained_elapsed":                   100 * 28000 / 1e-3 / 144e9,
		"dram__throughput.avg.pct_of_peak_sustained_elapsed":              100 * 28000 / 1e-3 / 144e9,
		"dram__cycles_active.avg":                                         0.2e-3 * 1500e6,
		"dram__cycles_active_busiest.avg":                                 0.4e-3 * 1500e6,
		"launch__waves_per_multiprocessor":                                280.0 / 84,
		"sm__warps_launched.sum":                                          2240,
	} {
		if got, err := s.Get(name); err != nil || math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s = %v, want %v (%v)", name, got, want, err)
		}
	}
}

// The names of other profilers, in their scales: of the chip, or of one SM.
func TestOtherNames(t *testing.T) {
	s := New(sample(t))
	for name, want := range map[string]float64{
		"inst_executed":             14e6,
		"inst_executed.avg":         1e6, // of an SM
		"instructions_executed":     1e6, // per SM, as the profiler of CUDA 3 had it
		"instructions_executed.sum": 14e6,
		"instructions_issued":       (14e6 + 2000) / 14,
		"inst_issued":               14e6 + 2000,
		"inst_replay_overhead":      2000 / 14e6,
		"gld_request":               2000,
		"gld_request.avg":           2000 / 14.0,
		"shared_load.avg":           1000 / 14.0, // of an SM, though Nsight Compute counts it by schedulers
		"l1_global_load_miss":       1000,
		"l1_global_load_hit.avg":    3000 / 14.0,
		"l1_shared_bank_conflict":   4000, // of 64-bit words, twice the replays
		"shared_load_replay":        2000,
		"L2_read_request":           80, // of the chip
		"l2_utilization":            s.Value("lts__t_sectors.avg.pct_of_peak_sustained_elapsed") / 10,
		"gputime":                   1000, // µs
		"gld_efficiency":            50,
		"warp_execution_efficiency": 50,
		"ipc":                       2 * 14.0 / 13 * 1e6 / 1.15e6, // the clock of schedulers is half the shader clock
		"sm_efficiency":             100 * 13 / 14.0,
		"dram_utilization":          10 * 28000 / 1e-3 / 144e9,
		"l2_read_throughput":        80 * 32 / 1e-3,
		"active_cycles.max":         1_150_000,
	} {
		if got, err := s.Get(name); err != nil || math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s = %v, want %v (%v)", name, got, want, err)
		}
	}
}

func TestRefused(t *testing.T) {
	s := New(sample(t))
	for name, want := range map[string]string{
		"gld_requests":                             `unknown counter "gld_requests" (near: gld_request, `,
		"sm__inst_executed":                        "counter sm__inst_executed has .sum, .avg, each also with .per_second, .per_cycle_elapsed, .per_cycle_active, .peak_sustained, .pct_of_peak_sustained_elapsed, .pct_of_peak_sustained_active; got no ending",
		"sm__inst_executed.max":                    "counter sm__inst_executed has .sum, .avg, each also with .per_second, .per_cycle_elapsed, .per_cycle_active, .peak_sustained, .pct_of_peak_sustained_elapsed, .pct_of_peak_sustained_active; got .max",
		"lts__t_sectors.sum.per_cycle_active":      "counter lts__t_sectors has .sum, .avg, .min, .max, each also with .per_second, .per_cycle_elapsed, .peak_sustained, .pct_of_peak_sustained_elapsed; got .sum.per_cycle_active",
		"launch__grid_size.sum":                    "counter launch__grid_size has no endings; got .sum",
		"dram__throughput.sum":                     "counter dram__throughput has .avg with .pct_of_peak_sustained_active or .pct_of_peak_sustained_elapsed; got .sum",
		"smsp__average_inst_executed_per_warp.pct": "counter smsp__average_inst_executed_per_warp has .ratio; got .pct",
		"global_replay_overhead":                   `the model has no counter "global_replay_overhead": an access of global or local memory is issued once; its transactions take their time in the load-store units (near: inst_replay_overhead, gld_transactions_per_request, gst_transactions_per_request)`,
		"nvltx__bytes.sum":                         `the model has no counter "nvltx__bytes.sum": no GPU of the model has NVLink (near: `,
		"sm__inst_executed_pipe_tensor.sum":        `the model has no counter "sm__inst_executed_pipe_tensor.sum": of the tensor cores the model counts the instructions on halves (near: `,
		"":                                         `unknown counter ""`,
		"sm__inst_executed.sum.per_second.sum":     "got .sum.per_second.sum",
	} {
		_, err := s.Get(name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// Launches one after the other: counts and times add up, sizes do not, and ratios are of sums.
func TestPlus(t *testing.T) {
	one, other := sample(t), sample(t)
	other.Stats.Instructions *= 3
	other.Blocks = 140
	a, b := New(one), New(other)
	s := a.Plus(b)
	for name, want := range map[string]float64{
		"sm__inst_executed.sum":                              14e6 + 21e6,
		"sm__inst_executed.sum.per_second":                   35e6 / 2e-3,
		"smsp__thread_inst_executed_per_inst_executed.ratio": (224e6 + 112e6) / 35e6,
		"launch__grid_size":                                  280,
		"gpu__time_duration.sum":                             2e-3,
		"sm__cycles_active.max":                              2 * 1_150_000,
		"sm__cycles_active.min":                              0,
	} {
		if got := s.Value(name); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	if diff := cmp.Diff(a.Value("sm__inst_executed.sum"), 14e6); diff != "" {
		t.Errorf("the first launch's counters changed (-got +want):\n%s", diff)
	}
}

// The tables: each name has one meaning, a doc line and a unit; each form of each
// metric has a value; what is refused is no name of ours, and what is near it is.
func TestTables(t *testing.T) {
	s := New(sample(t))
	seen := map[string]bool{}
	for _, name := range slices.Concat(listed(), OtherNames()) {
		if seen[name] {
			t.Errorf("%s is two things", name)
		}
		seen[name] = true
		for _, r := range refusals() {
			if r.name.MatchString(name) {
				t.Errorf("%s is refused", name)
			}
		}
	}
	for _, name := range listed() {
		m := byName()[name]
		if m.doc == "" || m.unit == "" {
			t.Errorf("%s: doc %q, unit %q", name, m.doc, m.unit)
		}
		for _, other := range append(m.of, m.by) {
			if byName()[other] == nil && other != "" {
				t.Errorf("%s is of %s, which is no metric", name, other)
			}
		}
	}
	all := OtherNames()
	for _, name := range slices.Concat(listed(), OtherNames()) {
		all = append(all, Forms(name)...)
	}
	for _, name := range all {
		x, err := s.Get(name)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			t.Errorf("%s is %v (%v)", name, x, err)
		}
	}
	for _, r := range refusals() {
		if r.why == "" || len(r.near) == 0 {
			t.Errorf("%s is refused without a reason", r.name)
		}
		for _, name := range r.near {
			if _, err := s.Get(name); err != nil {
				t.Errorf("%s: %v", r.name, err)
			}
		}
	}
	for _, d := range device.All() {
		if d.InstructionSet == "" {
			continue
		}
		for _, name := range listed() {
			if m := byName()[name]; m.peak != nil && m.peak(d) < 0 {
				t.Errorf("%s: the peak of %s is %v", d.Name, name, m.peak(d))
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	r := sample(b)
	r.Outcome.States = make(timing.StateTimes, 1000*int(timing.States))
	for b.Loop() {
		New(r)
	}
}

func TestDescribe(t *testing.T) {
	for name, want := range map[string]string{
		"inst_issued":                                      "warp instructions issued, including replays [inst] (sm__inst_issued.sum)",
		"instructions_issued":                              "warp instructions issued, including replays [inst] (sm__inst_issued.sum, of one SM)",
		"dram_utilization":                                 "bytes moved by the memory bus, in percent of the theoretical bandwidth [of 10] (0.1 × dram__throughput.avg.pct_of_peak_sustained_elapsed)",
		"sm__inst_issued.avg.per_cycle_active":             "warp instructions issued, including replays [inst/cycle] (also instructions_issued, inst_issued)",
		"smsp__thread_inst_executed_per_inst_executed.pct": "active threads per warp instruction [%] (also warp_execution_efficiency)",
	} {
		d, err := Describe(name)
		if err != nil || d.String() != want {
			t.Errorf("%s: %s, want %s (%v)", name, d, want, err)
		}
	}
	if d, _ := Describe("sm__cycles_active.min"); d.By != "SM" {
		t.Errorf("sm__cycles_active is counted by %q", d.By)
	}
}

package advise

import (
	"fmt"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/counter"
)

// A Bottleneck is one component of KTT's vector: how much a part of the GPU holds a
// kernel up, from 0 to 1.
type Bottleneck struct {
	Name  string // KTT's
	Value float64
	Doc   string
}

// reactToInstructions is the share of one kind of instructions from which KTT takes them
// for a bottleneck of issue (REACT_TO_INST_BOTTLENECKS).
const reactToInstructions = 0.7

// A pressure is a row of KTT's vector.
type pressure struct {
	name, doc string
	value     func(x *ktt) float64
}

// ktt is what the vector is computed from.
type ktt struct {
	r *gpumodel.Result
	counter.Set
}

// pressures are the bottlenecks of KTT's profile-based searcher (Filipovič, Hozzová,
// Nezarat, Oľha, Petrovič: Using hardware performance counters to speed up autotuning
// convergence on GPUs, JPDC 160, 2021), by the counters of compute capability 3 to 6. Three
// differ: the efficiency of shared memory, which KTT takes for its utilization on 3.x, is
// the utilization; special functions are counted on all cards; and the tail is rounded up
// to whole waves.
var pressures = []pressure{
	{"bnDRAMRead", "reads from DRAM", share("dram_read_transactions", "dram_write_transactions", "dram_utilization")},
	{"bnDRAMWrite", "writes to DRAM", share("dram_write_transactions", "dram_read_transactions", "dram_utilization")},
	{"bnL2Read", "reads from the L2", share("l2_read_transactions", "l2_write_transactions", "l2_utilization")},
	{"bnL2Write", "writes to the L2", share("l2_write_transactions", "l2_read_transactions", "l2_utilization")},
	{"bnTex", "texture units and their caches", tenth("tex_utilization")},
	{"bnLocal", "local memory, in the busiest level of the memory system", func(x *ktt) float64 {
		return x.Value("local_memory_overhead") / 100 * max(x.Value("dram_utilization"), x.Value("l2_utilization"),
			x.Value("tex_utilization")) / 10
	}},
	{"bnSMRead", "reads from shared memory", share("shared_load_transactions", "shared_store_transactions", "shared_utilization")},
	{"bnSMWrite", "writes to shared memory", share("shared_store_transactions", "shared_load_transactions", "shared_utilization")},
	{"bnMPparal", "free room for warps on the multiprocessors", func(x *ktt) float64 { return 1 - x.Value("achieved_occupancy") }},
	{"bnGparal", "multiprocessors without blocks", func(x *ktt) float64 { return 1 - x.Value("sm_efficiency")/100 }},
	{"bnTailEffect", "multiprocessors without a block in the last wave", func(x *ktt) float64 {
		blocks, sms := x.r.Launch.Grid.Count(), x.r.Device.SMs
		return 1 - float64(blocks)/float64((blocks+sms-1)/sms*sms)
	}},
	{"bnThreads", "threads that are missing to five per core", func(x *ktt) float64 {
		least := float64(5 * x.r.Device.SMs * x.r.Device.CoresPerSM)
		return (least - float64(x.r.Launch.Grid.Count()*x.r.Launch.Block.Count())) / least
	}},
	{"bnSP", "fp32 instructions", instructions("inst_fp_32")},
	{"bnDP", "fp64 instructions", instructions("inst_fp_64")},
	{"bnSFU", "special function units", tenth("special_fu_utilization")},
	{"bnCF", "branches and barriers", instructions("inst_control")},
	{"bnLDST", "instructions that access memory", instructions("inst_compute_ld_st")},
	{"bnTexFu", "texture units", tenth("tex_fu_utilization")},
	{"bnInt", "integer instructions", instructions("inst_integer")},
	{"bnMisc", "other instructions", instructions("inst_misc")},
	{"bnBconv", "conversions", instructions("inst_bit_convert")},
	{"bnInstIssue", "free issue slots if one kind of instructions clearly dominates", instructionIssue},
}

// share is the part of one way in the utilization of both.
func share(one, other, utilization string) func(x *ktt) float64 {
	return func(x *ktt) float64 {
		all := x.Value(one) + x.Value(other)
		if all == 0 {
			return 0
		}
		return x.Value(one) / all * x.Value(utilization) / 10
	}
}

// tenth is a utilization on nvprof's scale.
func tenth(utilization string) func(x *ktt) float64 {
	return func(x *ktt) float64 { return x.Value(utilization) / 10 }
}

// instructions is the part of one kind in the utilization of the issue slots.
func instructions(kind string) func(x *ktt) float64 {
	return func(x *ktt) float64 { return x.kind(kind) * x.Value("issue_slot_utilization") / 100 }
}

// kind is the share of one kind of instructions in all threads of those executed.
func (x *ktt) kind(name string) float64 {
	all := 32 * x.Value("inst_executed")
	if all == 0 {
		return 0
	}
	return x.Value(name) / all
}

// instructionIssue is the share of issue slots that nothing takes, if one kind of
// instructions prevails.
func instructionIssue(x *ktt) float64 {
	most := x.Value("special_fu_utilization") / 10
	for _, kind := range []string{"inst_fp_32", "inst_fp_64", "inst_control", "inst_compute_ld_st", "inst_integer", "inst_misc",
		"inst_bit_convert"} {
		most = max(most, x.kind(kind))
	}
	weight := max(0, most-reactToInstructions) / (1 - reactToInstructions)
	return (1 - x.Value("issue_slot_utilization")/100) * weight
}

// Bottlenecks is the vector of bottlenecks by which KTT searches for a better variant of
// a kernel, in KTT's order.
func Bottlenecks(r *gpumodel.Result) ([]Bottleneck, error) {
	if n := len(r.Launches); n > 0 {
		return nil, fmt.Errorf("this is the sum of %d launches; ask one of them", n)
	}
	all := make([]Bottleneck, len(pressures))
	for i, p := range pressures {
		all[i] = Bottleneck{p.name, min(1, max(0, p.value(&ktt{r, r.Counters}))), p.doc}
	}
	return all, nil
}

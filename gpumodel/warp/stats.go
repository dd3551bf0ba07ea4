package warp

import "warpbook.dev/gpumodel/isa"

// Stats count what the executed blocks did. Requests and instructions are per
// warp; threads are counted one by one.
type Stats struct {
	Blocks, Warps      int64
	Steps              int64 // of the traces
	Instructions       int64 // warp instructions, sequences counted in full
	ThreadInstructions int64 // the same times the active threads
	ByClass            [isa.ClassOther + 1]int64
	ThreadsByClass     [isa.ClassOther + 1]int64 // thread instructions whose guard is true
	PortClocks         int64                     // of the issue ports, repeated bank passes included
	PipeClocks         [isa.Pipes]int64          // of each pipe, the same included, in the units of isa.Busy
	Flops              int64
	FlopsDP            int64   // of Flops, those of fp64
	Executed           []int64 // warp instructions at each instruction of the program
	// Excess is what each instruction of the program does beyond the least: of accesses of global
	// memory the sectors of 32 bytes, of shared and constant memory the passes, of a
	// branch the times that threads parted.
	Excess            []int64
	PerInstruction    PerInstruction
	Branches          int64
	DivergentBranches int64
	Barriers          int64
	Loads, Stores     Traffic // global memory
	LocalLoads        Traffic
	LocalStores       Traffic
	SharedLoads       SharedTraffic
	SharedStores      SharedTraffic
	ConstantLoads     ConstantTraffic
	Textures          TextureTraffic
	Atomics           Traffic       // on global memory; a transaction goes there and back
	SharedAtomics     SharedAtomics // on shared memory
}

// PerInstruction counts at each instruction of the program, by its PC.
type PerInstruction struct {
	Threads           []int64 // that execute the instruction
	PredOn            []int64 // of these, those whose guard is true
	Issued            []int64 // warp instructions, replays among them
	Requests, Sectors []int64 // of global memory
	Passes            []int64 // of the banks of shared memory
}

func newPerInstruction(n int) PerInstruction {
	all := func() []int64 { return make([]int64, n) }
	return PerInstruction{all(), all(), all(), all(), all(), all()}
}

// DRAMReads are the bytes that the memory of the GPU reads, those of caches apart.
func (s *Stats) DRAMReads() int64 {
	return s.Loads.DRAMBytes() + s.LocalLoads.DRAMBytes() + s.Atomics.DRAMBytes()
}

// DRAMWrites are the bytes that the memory of the GPU writes.
func (s *Stats) DRAMWrites() int64 {
	return s.Stores.DRAMBytes() + s.LocalStores.DRAMBytes() + s.Atomics.DRAMBytes()
}

// ConstantTraffic counts reads of __constant__ memory.
type ConstantTraffic struct {
	SharedTraffic       // Passes are requests after splitting by address
	Lines         int64 // of the cache that were looked up
	Replays       int64 // clocks of the issue port beyond those of one address for each request
}

// transactions is the number of transactions to device memory.
func (s *Stats) transactions() int64 {
	return s.Loads.Total() + s.Stores.Total() + s.LocalLoads.Total() + s.LocalStores.Total() + s.Atomics.Total() + s.Textures.Lines
}

// executed is how many instructions of the program warps have executed.
func (s *Stats) executed() (all int64) {
	for _, n := range s.Executed {
		all += n
	}
	return all
}

// Traffic counts accesses to global (or local) memory.
type Traffic struct {
	Requests     int64    // warp instructions with at least one active thread
	Bytes        int64    // that the threads asked for
	Distinct     int64    // bytes of the different words of each request
	Broadcasts   int64    // warp instructions with requests in which all threads ask for one word
	Transactions [3]int64 // of 32, 64 and 128 bytes
	BusBytes     int64    // of all transactions
	Host         HostTraffic
	ByPartition  []int64 // bytes
}

// HostTraffic is what of the transactions goes to memory of the host.
type HostTraffic struct{ Transactions, Bytes int64 }

// DRAMBytes are the bytes that the memory of the GPU moves.
func (t *Traffic) DRAMBytes() int64 { return t.BusBytes - t.Host.Bytes }

// Total is the number of transactions.
func (t *Traffic) Total() int64 { return t.Transactions[0] + t.Transactions[1] + t.Transactions[2] }

// SharedTraffic counts accesses to shared memory, operands of arithmetic included.
type SharedTraffic struct {
	Requests int64 // warp instructions
	Bytes    int64
	Passes   int64 // of the banks
	Ideal    int64 // passes without conflicts
	Reissued int64 // times that an instruction was issued again, for the passes beyond the ideal
}

// SharedAtomics count atomics on shared memory.
type SharedAtomics struct {
	Requests int64 // warp instructions with at least one active thread
	Rounds   int64 // of the sequence of instructions that one is, where it is a loop
	Passes   int64 // of the banks
	Tries    int64 // Rounds of loops with a CAS, which other warps may make fail
}

// Add adds times/of of the counts of x, each product rounded down. Profiles do so with each iteration that they count.
func (s *Stats) Add(x *Stats, times, of int64) {
	var to, from [160]*int64 // on the stack, with room for all
	into := s.numbers(to[:0])
	for i, n := range x.numbers(from[:0]) {
		addPart(into[i], *n, times, of)
	}
	lists := s.lists()
	for i, list := range x.lists() {
		d := lists[i]
		if len(*d) < len(*list) {
			*d = append(*d, make([]int64, len(*list)-len(*d))...)
		}
		for k, n := range *list {
			addPart(&(*d)[k], n, times, of)
		}
	}
}

// addPart adds times/of of a number, which is often 0, as of often is 1.
func addPart(d *int64, n, times, of int64) {
	switch {
	case n == 0:
	case of == 1:
		*d += n * times
	default:
		*d += n * times / of
	}
}

// numbers appends the addresses of all counts except those that lists returns.
func (s *Stats) numbers(all []*int64) []*int64 {
	all = append(all, &s.Blocks, &s.Warps, &s.Steps, &s.Instructions, &s.ThreadInstructions, &s.PortClocks, &s.Flops, &s.FlopsDP,
		&s.Branches, &s.DivergentBranches, &s.Barriers, &s.SharedAtomics.Requests, &s.SharedAtomics.Rounds, &s.SharedAtomics.Passes,
		&s.SharedAtomics.Tries,
		&s.ConstantLoads.Lines, &s.ConstantLoads.Replays)
	for i := range s.ByClass {
		all = append(all, &s.ByClass[i], &s.ThreadsByClass[i])
	}
	for i := range s.PipeClocks {
		all = append(all, &s.PipeClocks[i])
	}
	for _, t := range [...]*Traffic{&s.Loads, &s.Stores, &s.LocalLoads, &s.LocalStores, &s.Atomics} {
		all = append(all, &t.Requests, &t.Bytes, &t.Distinct, &t.Broadcasts, &t.Transactions[0], &t.Transactions[1], &t.Transactions[2],
			&t.BusBytes, &t.Host.Transactions, &t.Host.Bytes)
	}
	for _, t := range [...]*SharedTraffic{&s.SharedLoads, &s.SharedStores, &s.ConstantLoads.SharedTraffic} {
		all = append(all, &t.Requests, &t.Bytes, &t.Passes, &t.Ideal, &t.Reissued)
	}
	t := &s.Textures
	return append(all, &t.Requests, &t.Fetches, &t.Bytes, &t.Distinct, &t.Lines, &t.UnitClocks)
}

// lists are the counts by instruction and by partition.
func (s *Stats) lists() [13]*[]int64 {
	p := &s.PerInstruction
	return [...]*[]int64{
		&s.Executed, &s.Excess, &p.Threads, &p.PredOn, &p.Issued, &p.Requests, &p.Sectors, &p.Passes,
		&s.Loads.ByPartition, &s.Stores.ByPartition, &s.LocalLoads.ByPartition, &s.LocalStores.ByPartition, &s.Atomics.ByPartition,
	}
}

// reset sets all counts to 0.
func (s *Stats) reset() {
	kept := s.lists()
	var lists [len(kept)][]int64
	for i, x := range kept {
		lists[i] = *x
		clear(lists[i])
	}
	*s = Stats{}
	for i, x := range kept {
		*x = lists[i]
	}
}

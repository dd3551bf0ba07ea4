package gpu

import (
	"strings"

	"warpbook.dev/kernel/cell"
)

// methodDocs are shown for ?value.method; the first line is the signature.
var methodDocs = map[string]string{
	"array.tolist":  "tolist()\nThe elements as a list, of lists where there are several axes.\n\n    a.tolist()",
	"array.copy":    "copy()\nA new array with the same elements; a view becomes an array that kernels take.\n\n    a.T.copy()",
	"array.astype":  "astype(dtype)\nA copy with another type of elements.\n\n    a.astype(\"int32\")",
	"array.reshape": "reshape(*shape)\nThe same elements with another shape; one of the numbers may be -1.\n\n    a.reshape(-1)",
	"array.flatten": "flatten()\nA copy with one axis.\n\n    a.flatten()",
	"array.fill":    "fill(value)\nSets every element.\n\n    a.fill(0)",
	"array.sum":     "sum()\nThe sum of all elements, computed in float64.\n\n    a.sum()",
	"array.min":     "min()\nThe smallest element.\n\n    a.min()",
	"array.max":     "max()\nThe largest element.\n\n    a.max()",
	"array.mean":    "mean()\nThe mean of all elements, computed in float64.\n\n    a.mean()",

	"kernel.registers":   "registers(gpu=None)\nThe registers of a thread on a GPU.\n\n    k.registers()",
	"kernel.local_bytes": "local_bytes(gpu=None)\nThe bytes of local memory of a thread on a GPU: arrays, and registers that were spilled.\n\n    k.local_bytes()",
	"kernel.lowered":     "lowered(gpu=None, line=None)\nThe instructions for a GPU: number, clocks that a warp needs to issue it, text, line of the source.\nline picks those of one line, or of a pair of the first and the last.\n\n    k.lowered()",
	"kernel.occupancy":   "occupancy(gpu=None, block=None, shared=0)\nHow many blocks of a size fit a multiprocessor, and what limits them: fraction, limiter, blocks_per_sm,\nwarps_per_sm, by_blocks, by_threads, by_registers, by_shared; shared_steps are the bytes of dynamic shared\nmemory that leave ever fewer blocks, for sweep(shared=…).\n\n    k.occupancy(block=256).blocks_per_sm",
	"kernel.instance":    "instance(*args, **kwargs)\nA template with its arguments, by position or by name, as a kernel.\n\n    k = cuda(\"template <int N> __global__ void k(float *a) { a[0] = N; }\").k.instance(N=32)",

	"counters.get":    "get(name, default=None)\nA counter by any of its names, in any of its forms; default if there is none of that name.\n\n    r.counters.get(\"gld_request\")",
	"counters.keys":   "keys()\nThe names of the counters as a list.\n\n    r.counters.keys()",
	"counters.values": "values()\nThe values of the counters as a list, in the order of keys().\n\n    r.counters.values()",
	"counters.items":  "items()\nThe counters as a list of pairs (name, value).\n\n    r.counters.items()",

	"result.timeline":  "timeline(sm=0, waves=3)\nWhat the warps of one SM do over time in the first waves of the launch, in each of which the SM has as\nmany blocks as it holds: they issue, or wait for memory (long_scoreboard), at a barrier, for the result\nof an instruction (wait), for their scheduler (not_selected), for the cores (math_pipe_throttle) or to\nsend (lg_throttle). states has their shares, spans every span; timeline_plot(r) draws them. The launch\nis simulated again for it; arrays stay as they are.\n\n    r.timeline()",
	"result.in_flight": "in_flight()\nLittle's law: the bytes that must be in flight for the bandwidth (needed: latency × bandwidth; needed_reads:\nthe share of the launch's loads), and those of its loads that were, on average of its first waves (had).\nenough compares the two; latency, latency_seen, bandwidth_gbps, read_gbps and read_share are what they\nare made of. in_flight_plot(r) draws it.\n\n    r.in_flight().had",
	"result.queues":    "queues(waves=3)\nWhat waits at each channel of the memory in the first waves of the launch: requests, throughput, the\nqueue on average and at its longest, and how long a request stayed. gbps is the throughput of all of\nthem, busy how many channels have at least a tenth of the busiest one's work, waiting the longest\nqueue on average; queues_plot(r) draws it over time.\n\n    r.queues().gbps",
	"result.limiter":   "limiter()\nWhat limits a launch, by two experiments beside it: its accesses of device memory alone, and its\narithmetic alone, with as many blocks on an SM as the whole has. verdict is \"memory\", \"math\", \"balanced\",\n\"memory and latency\" or \"math and latency\"; full, memory_only and math_only are results; overlap is the\nshare of the shorter one's time that passes beside the other.\n\n    r.limiter().verdict",
	"result.report":    "report(level=\"basic\")\nWhat the launch did, in the sections of Nsight Compute and in their order, with their counters and with what\nthey say: GPU speed of light, launch, occupancy and distribution of the work; level=\"detailed\" adds the ratio\nof instructions to bytes, the compute workload, the memory workload and the source lines, level=\"full\" the\ntables of memory, schedulers, the states of warps and instructions. text, markdown and html are the whole,\nsections the ids, notes the sentences; r.report()[\"Occupancy\"] is the table of one section.\n\n    r.report(\"detailed\").notes",
	"result.ktt":       "ktt()\nThe bottlenecks by which KTT's profile-based searcher chooses the next variant to try, from 0 to 1, under its\nnames: r.ktt()[\"bnDRAMRead\"]. largest is the name of the largest one, names and values are lists.\n\n    r.ktt().largest",
	"result.advice":    "advice()\nWhat to change first: the launch is run again without each problem that its counters show, and what gains\n5 % or more is listed, the largest gain first. Each has problem, line, source, gain (how many times as fast),\ntime, counter, value, finding, remedy. The list is empty if nothing is worth doing.\n\n    r.advice()[0].problem",

	"checked.require": "require()\nNothing if the checker found no fault, otherwise an error with its report: so a graded cell demands a\nkernel without faults.\n\n    checked(cuda(\"__global__ void k(float *a) { a[threadIdx.x] = 1; }\").k, 1, 32, [zeros(32)]).require()",

	"kernel.bind":   bindDoc,
	"module.bind":   bindDoc,
	"kernel.symbol": symbolDoc,
	"module.symbol": symbolDoc,

	"gpu.sources": "sources()\nEvery constant of the GPU with its unit, its kind and its source.\n\n    gpu(\"GTX 280\").sources()",

	"sweep.best":   "best(y=\"gbps\")\nThe row with the best value of a column: the least time, the most of the others. Without y\nit is gflops where every run computes, otherwise gbps.\n\n    s.best()",
	"sweep.save":   "save(path)\nWrites the rows as a CSV file below the notebook's directory.\n\n    s.save(\"sweep.csv\")",
	"tuning.best":  "best(y=None)\nThe row with the best value of a column, by itself that which was tuned for.\n\n    t.best()",
	"tuning.save":  "save(path)\nWrites the rows as a CSV file below the notebook's directory.\n\n    t.save(\"tuning.csv\")",
	"table.csv":    "csv()\nThe rows as the text of a CSV file.\n\n    s.csv()",
	"table.column": "column(name)\nThe values of a column as a list.\n\n    s.column(\"gbps\")",
}

const symbolDoc = `symbol(name)
A __device__ or __constant__ variable of the text as an array, to read and to set between
launches: they keep their values as long as the text is not compiled again. A number is
an array of one element; float4 and its like have one more axis.

    cuda("__constant__ int c = 4; __global__ void k(int *a) { a[0] = c; }").symbol("c")[0]`

func document(s *cell.Session) {
	for path, doc := range methodDocs {
		s.Document(path, doc)
	}
}

// Doc is what ?k shows.
func (k *Kernel) Doc() string {
	doc := `k[grid, block](…) or k[grid, block, shared_bytes](…) launches it; gpu= and full= are
as for launch(). A struct is given by value, as a dict of its members:
k[grid, block]({"alpha": 2.0, "n": 100, "v": [1, 2], "data": a}, …). k.source, k.params, k.registers(), k.shared_bytes, k.local_bytes(),
k.lowered(), k.occupancy(block=…); of a template k.instance(…); k.symbol(name) is a
__device__ or __constant__ variable; k.bind(name, texture) binds a texture reference.`
	if k.program != nil {
		doc = k.program.Doc + "\n" + doc
	}
	return doc
}

// IndexedSignature is how the kernel is launched.
func (k *Kernel) IndexedSignature() string {
	params := signature(k.kernel)
	if params != "" {
		params += ", "
	}
	return k.kernel.Name + "[grid, block](" + params + "gpu=None, full=None)"
}

// Source is what ??k shows.
func (k *Kernel) Source() string { return k.source() }

// Doc is what ?m shows.
func (m *Module) Doc() string {
	return "A compiled text. Its kernels: " + strings.Join(m.kernelNames(), ", ") + ".\nm.name[grid, block](…) launches one; m.symbol(name) is a __device__ or __constant__ variable,\nm.bind(name, texture) binds a texture reference."
}

// Doc is what ?a shows.
func (*Array) Doc() string {
	return `An array in the memory of the GPU; kernels take it for a pointer.
a[i, j] is an element, a[i] and a[1:3, ::2] are views, a[:, 0] = 1 assigns.
a.shape, a.dtype, a.size, a.ndim, a.nbytes, a.T, a.tolist(), a.copy(), a.astype(dtype),
a.reshape(shape), a.flatten(), a.fill(x), a.sum(), a.min(), a.max(), a.mean();
+ - * / // work element by element. Compare with allclose(a, b).`
}

// Doc is what ?g shows.
func (*GPU) Doc() string {
	return `A GPU: name, compute_capability, sms, clock_mhz, bandwidth_gbps, peak_gflops, …;
sources() has all fields with their sources. gpu(name, field=value) is a what-if.`
}

// Doc is what ?r shows.
func (*Result) Doc() string {
	return `What a launch did and how long it took.
time          seconds of the kernel; measured says whether they were
elapsed       the same with what launching takes (launch_overhead_us of the GPU)
gbps          bytes that the threads asked for / time, in 1e9 B/s
bus_gbps      bytes that the memory bus moved / time
gflops        floating-point operations / time; a multiply-add counts 2
occupancy     resident warps, as a share of what fits
report()      all of it in the sections of Nsight Compute; ktt(): KTT's bottlenecks
bound         what limits the time; bounds has all limits with their formulas
counters      by the profilers' names, as in r.counters["gld_request"]
lines         a table of the source lines: instructions executed and issued, threads of an
              instruction, sectors of a request, bank passes, stall share (of the warps' time)
              and what most of it waits for
sampled       the share of the launch that was simulated
launches      the results of a program's launches, of which this one is the sum
kernel, gpu, grid, block, registers, shared_bytes`
}

// Doc is what ?c shows.
func (*Counters) Doc() string {
	return `What a launch has counted, under the names of Nsight Compute in its grammar,
unit__quantity.rollup.submetric:

    r.counters["sm__inst_issued.sum"]                          of the whole chip
    r.counters["sm__inst_issued.avg"]                          of an SM; .min and .max where units differ
    r.counters["sm__inst_issued.avg.per_cycle_active"]         also .per_second, .per_cycle_elapsed
    r.counters["dram__bytes.sum.pct_of_peak_sustained_elapsed"]   or …_active; .peak_sustained is the peak
    r.counters["inst_replay_overhead"], ["gld_request.avg"]    nvprof's and the first profilers' names, .avg of an SM

nvprof's names count the chip; instructions_issued and instructions_executed of the profiler of
CUDA 3 and 4 count one SM. keys(), values(), items(), get(name); an unknown name lists near ones.`
}

// Doc is what ?s shows.
func (*Sweep) Doc() string {
	return `The results of many runs, a row for each. s.rows is a list of dicts; s.column("gbps"),
s.best(), s.csv(), s.save(path); plot(s, y="gbps") and heatmap(s) draw it.`
}

// Doc is what ?t shows.
func (*Timeline) Doc() string {
	return `What the warps of one SM did in the first waves of a launch: t.states are the shares of their
time, t.spans a row for each state of each warp, t.time the seconds that were observed; t.whole says
whether that was all of the launch. timeline_plot(t) draws it.`
}

// Doc is what ?f shows.
func (*InFlight) Doc() string {
	return `Bytes in flight between the GPU and its memory, by Little's law: f.needed for the bandwidth
(f.needed_reads by its loads), f.had by this launch's loads. in_flight_plot(f) draws it.`
}

// Doc is what ?t shows.
func (*Tuning) Doc() string {
	return `The configurations that tune(…) ran, the best first: t.rows is a list of dicts, with what was
chosen and the columns of a sweep; t.column("TILE"), t.best(), t.csv(), t.save(path). heatmap(t)
draws two of what was chosen, plot(t, y="time", x="TILE") one.`
}

// Doc is what ?t shows.
func (*Transfer) Doc() string {
	return `A modelled copy over PCI Express: time in seconds, gbps, bytes, to ("device" or "host"),
pinned (page-locked memory) and gpu. pipeline(…) overlaps transfers and kernels.`
}

// Doc is what ?p shows.
func (*Pipeline) Doc() string {
	return `When a GPU does what streams ask for: time and serial (one op after the other) in seconds,
speedup, gpu. p.rows is a list of dicts: op, stream, chunk, start, end and overlapped, the
part of the op beside which another one ran; p.column("start"), p.csv().`
}

// Doc is what ?m shows.
func (*MappedArray) Doc() string {
	return "An array that stays in the memory of the host as an argument of a launch: k[grid, block](mapped(a))."
}

// Doc is what ?a shows.
func (*Analysis) Doc() string {
	return `Flops for each word of global memory: flops_per_word counts the different words of each
request, flops_per_word_asked those that the threads ask for, flops_per_word_moved those on the
bus; balance is the GPU's own ratio. bandwidth_gflops and peak_gflops are what these allow,
bound the lower one; ceilings is a table of all limits; threads, flops, result.`
}

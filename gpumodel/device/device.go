package device

// A Device is a GPU. The tags name the fields of the CSV files and of g.<field>
// in a cell; a field absent from a file is zero.
type Device struct {
	Name       string `csv:"name"`
	AlsoNamed  string `csv:"also_named"`  // other names, with semicolons between them
	DriverName string `csv:"driver_name"` // as the driver calls it, where that is not "NVIDIA" and the name
	// as the driver tells it: the device, and the vendor in the low 16 bits; 0 where it is not known
	PCIDevice         int    `csv:"pci_device_id"`
	ComputeCapability string `csv:"compute_capability"`

	// Chip.
	SMs                int     `csv:"sms"`
	TPCs               int     `csv:"tpcs"` // clusters of SMs that share one port to the crossbar
	CoresPerSM         int     `csv:"cores_per_sm"`
	CoreParts          int     `csv:"core_clock_parts"` // of a shader clock, in which instructions' time of the cores is counted
	SFUsPerSM          int     `csv:"sfus_per_sm"`      // special function units
	SFUMuls            int     `csv:"sfu_multipliers"`
	SFUPerScheduler    bool    `csv:"sfu_per_scheduler"`    // each scheduler has special function units of its own
	SharedIntegerLanes bool    `csv:"shared_integer_lanes"` // half of the fp32 lanes are those of the integers
	DualIssue          bool    `csv:"dual_issue"`           // a multiplication may go to the special function units beside a multiply-add
	ClockMHz           float64 `csv:"clock_mhz"`            // shader clock
	CoreClockMHz       float64 `csv:"core_clock_mhz"`       // crossbar, L2, ROP

	// Memory.
	MemoryType           string  `csv:"memory_type"`
	MemoryClockMHz       float64 `csv:"memory_clock_mhz"` // data moves on both edges
	MemoryBusBits        int     `csv:"memory_bus_bits"`
	MemoryMB             int     `csv:"memory_mb"`
	UsableMemoryBytes    int     `csv:"usable_memory_bytes"` // that the driver gives out: see UsableMemory
	Partitions           int     `csv:"partitions"`
	PartitionStrideBytes int     `csv:"partition_stride_bytes"`
	DRAMBanks            int     `csv:"dram_banks"`
	DRAMPageBytes        int     `csv:"dram_page_bytes"` // row of one partition
	BankHash             bool    `csv:"dram_bank_hash"`  // higher bits of the row are folded into the bank
	BurstBytes           int     `csv:"dram_burst_bytes"`
	TRCD                 float64 `csv:"dram_trcd_ns"`
	TRCDWR               float64 `csv:"dram_trcdwr_ns"`
	TRP                  float64 `csv:"dram_trp_ns"`
	TRAS                 float64 `csv:"dram_tras_ns"`
	TRC                  float64 `csv:"dram_trc_ns"`
	TRRD                 float64 `csv:"dram_trrd_ns"`
	TFAW                 float64 `csv:"dram_tfaw_ns"`
	TWR                  float64 `csv:"dram_twr_ns"`
	TWTR                 float64 `csv:"dram_twtr_ns"`
	TRTW                 float64 `csv:"dram_trtw_ns"`
	ReadQueue            int     `csv:"dram_read_queue"`  // entries the scheduler sees
	WriteQueue           int     `csv:"dram_write_queue"` // entries held back until drained
	WriteBatch           int     `csv:"dram_write_batch"` // transactions per drain

	// High-bandwidth memory.
	HBMStacks           int `csv:"hbm_stacks"`             // that are active
	HBMChannelsPerStack int `csv:"hbm_channels_per_stack"` // of a whole stack
	HBMChannelBits      int `csv:"hbm_channel_bits"`
	HBMPseudoChannels   int `csv:"hbm_pseudo_channels"` // of a channel, each with its own banks and its share of the bits
	DRAMBankGroups      int `csv:"dram_bank_groups"`

	TCCDL float64 `csv:"dram_tccd_l_ns"` // between column commands of one bank group; 0 is a burst
	TREFI float64 `csv:"dram_trefi_ns"`  // between two refreshes of a bank; 0 is none
	TRFC  float64 `csv:"dram_trfc_ns"`   // that a refresh takes

	PartitionHash bool    `csv:"partition_hash"` // partitions do not take turns plainly: see Partition
	scattered     bool    // see Scattered
	ECC           bool    `csv:"ecc"`          // memory is checked: bits of the code move with the data
	ECCOverhead   float64 `csv:"ecc_overhead"` // bits of the code per bit of data on the bus

	// Paths.
	MemoryLatencyClocks int     `csv:"memory_latency_clocks"` // unloaded load-to-use, shader clocks
	LSUClocks           float64 `csv:"lsu_clocks_per_transaction"`
	L1LinesPerClock     int     `csv:"l1_lines_per_clock"`   // that an L1 with sectors finds
	PortBytesPerClock   int     `csv:"port_bytes_per_clock"` // TPC to crossbar, per core clock
	PortQueue           int     `csv:"port_queue"`           // transactions waiting at a TPC's port
	AtomicTurn          float64 `csv:"atomic_turn_ns"`       // of a word in global memory: from read to written back
	// the same of a sum of floats from 7.0 on, until the next one of its sector begins
	AtomicSumTurn     float64 `csv:"atomic_sum_turn_ns"`
	FillBytesPerClock int     `csv:"fill_bytes_per_clock"` // that a TPC takes from the crossbar, per core clock; 0 is no limit

	// Caches of global and local memory; without them the sizes are 0.
	L1KB             int  `csv:"l1_kb"`              // of an SM
	SharedAndL1KB    int  `csv:"shared_and_l1_kb"`   // of an SM, where they are one memory
	CacheGlobalLoads bool `csv:"cache_global_loads"` // in the L1, unless -dlcm=cg
	L1LineBytes      int  `csv:"l1_line_bytes"`      // of both levels
	L1Ways           int  `csv:"l1_ways"`
	L1HitClocks      int  `csv:"l1_hit_clocks"` // from issue to use
	L2KB             int  `csv:"l2_kb"`         // of the chip; each partition has a slice
	L2Ways           int  `csv:"l2_ways"`
	L2HitClocks      int  `csv:"l2_hit_clocks"`      // from issue to use, unloaded
	L2BytesPerClock  int  `csv:"l2_bytes_per_clock"` // of a slice, per core clock

	// From compute capability 7.0 on: an L1 of sectors that shares its memory with shared
	// memory, and an L2 of slices, each at its partitions of the memory.
	UnifiedL1KB        int    `csv:"unified_l1_kb"`         // of an SM, L1 and shared memory
	SharedCarveouts    string `csv:"shared_carveouts_kb"`   // sizes that shared memory can have of it: see L1Bytes
	StoreBytesPerClock int    `csv:"store_bytes_per_clock"` // that an SM sends to its TPC's port, per shader clock
	PortHeaderBytes    int    `csv:"port_header_bytes"`     // that a transaction takes of the port besides data that it writes
	L2Slices           int    `csv:"l2_slices"`
	L2PartialBytes     int    `csv:"l2_partial_bytes_per_clock"` // of sectors that a store leaves in part, which a slice writes per core clock
	L2PartialClocks    int    `csv:"l2_partial_clocks"`          // core clocks that a store of parts of sectors takes longer in a slice
	L2Sides            int    `csv:"l2_sides"`                   // partitions of the L2, each with its share of the slices and of the SMs
	L2FarClocks        int    `csv:"l2_far_clocks"`              // that the way to the other side and back takes longer, shader clocks
	L2FetchBytes       int    `csv:"l2_fetch_bytes"`             // aligned bytes that a miss fetches at least
	L2Queue            int    `csv:"l2_queue"`                   // sectors that wait at a slice before ports are held up
	// L2RoomKB is what the L2 keeps of the lines that pass through it, and L2DirtyKB what it
	// keeps of written ones at most, when a launch has ended.
	L2RoomKB  int `csv:"l2_room_kb"`
	L2DirtyKB int `csv:"l2_dirty_kb"`
	// BlockInterval is the nanoseconds between two blocks that the GPU starts.
	BlockInterval float64 `csv:"block_interval_ns"`

	// Caches of read-only data.
	ConstantCacheBytes int `csv:"constant_cache_bytes"` // of an SM
	ConstantLineBytes  int `csv:"constant_line_bytes"`
	ConstantWays       int `csv:"constant_cache_ways"`
	ConstantHitClocks  int `csv:"constant_hit_clocks"` // from issue to use
	// ConstantAddressClocks is how long each of the different addresses of a load of constants occupies the SM's unit for them; 0
	// where they occupy the issue port instead.
	ConstantAddressClocks float64 `csv:"constant_address_clocks"`
	TextureCacheBytes     int     `csv:"texture_cache_bytes"` // of a TPC
	TextureLineBytes      int     `csv:"texture_line_bytes"`  // of both levels
	TextureWays           int     `csv:"texture_cache_ways"`
	TextureHitClocks      int     `csv:"texture_hit_clocks"`
	TextureL2Bytes        int     `csv:"texture_l2_bytes"` // of a partition
	TextureL2Ways         int     `csv:"texture_l2_ways"`
	TextureL2HitClocks    int     `csv:"texture_l2_hit_clocks"`
	TextureLatencyClocks  int     `csv:"texture_latency_clocks"` // of a miss in both levels
	TextureRate           int     `csv:"texture_rate"`           // fetches of threads that a TPC serves per core clock

	MaxTexture1D       int `csv:"max_texture_1d"`        // texels
	MaxTexture1DLinear int `csv:"max_texture_1d_linear"` // texels of tex1Dfetch
	MaxTexture3D       int `csv:"max_texture_3d"`        // texels in each direction
	MaxTexture2DX      int `csv:"max_texture_2d_x"`      // texels of a row
	MaxTexture2DY      int `csv:"max_texture_2d_y"`      // rows

	// texels a side: of layers, cube maps, levels, gathers, and surfaces of one dimension
	MaxTextureLayered  int `csv:"max_texture_layered"`
	MaxTextureLayers   int `csv:"max_texture_layers"`      // layers
	MaxTextureLinearX  int `csv:"max_texture_2d_linear_x"` // texels of a row of linear memory
	MaxTextureLinearY  int `csv:"max_texture_2d_linear_y"` // rows of linear memory
	MaxTextureRowBytes int `csv:"max_texture_2d_pitch"`    // bytes from row to row of linear memory

	// PCI Express, the way to the memory of the host.
	PCIeGBps         float64 `csv:"pcie_gbps"`          // theoretical, in each direction, 1e9 B/s
	PCIePinnedGBps   float64 `csv:"pcie_pinned_gbps"`   // of a long copy of page-locked memory
	PCIePageableGBps float64 `csv:"pcie_pageable_gbps"` // of a long copy of pageable memory
	PCIeCopyUs       float64 `csv:"pcie_copy_us"`       // what every copy costs besides
	PCIeLatencyNs    float64 `csv:"pcie_latency_ns"`    // of mapped memory, beyond that of device memory
	PCIePacketBytes  int     `csv:"pcie_packet_bytes"`  // header and frame around a transaction
	PCIeQueue        int     `csv:"pcie_queue"`         // transactions that wait for the link

	// Limits and granularities of the compute capability.
	WarpSize           int    `csv:"warp_size"`
	MaxThreadsPerBlock int    `csv:"max_threads_per_block"`
	MaxBlockX          int    `csv:"max_block_x"`
	MaxBlockY          int    `csv:"max_block_y"`
	MaxBlockZ          int    `csv:"max_block_z"`
	MaxGridX           int    `csv:"max_grid_x"`
	MaxGridY           int    `csv:"max_grid_y"`
	MaxGridZ           int    `csv:"max_grid_z"`
	MaxWarpsPerSM      int    `csv:"max_warps_per_sm"`
	MaxBlocksPerSM     int    `csv:"max_blocks_per_sm"`
	RegistersPerSM     int    `csv:"registers_per_sm"`
	MaxRegisters       int    `csv:"max_registers_per_thread"`
	RegisterUnit       int    `csv:"register_allocation_unit"`
	RegisterPerBlock   bool   `csv:"register_allocation_per_block"`
	DoubleRegisterUnit string `csv:"registers_of_double_unit"` // counts of registers that are given in units twice as large
	MaxBlockRegisters  int    `csv:"max_registers_per_block"`  // where it is not all of registers_per_sm
	WarpUnit           int    `csv:"warp_allocation_granularity"`
	WarpCheckUnit      int    `csv:"warp_check_granularity"` // where a single block is refused by a coarser one
	SharedPerSM        int    `csv:"shared_bytes_per_sm"`
	MaxSharedPerBlock  int    `csv:"max_shared_bytes_per_block"`
	MaxSharedOptIn     int    `csv:"max_shared_bytes_per_block_optin"` // for kernels that ask for it
	SystemShared       int    `csv:"system_shared_bytes_per_block"`    // of every block besides its own
	SharedUnit         int    `csv:"shared_allocation_unit"`
	SharedReserved     int    `csv:"shared_header_bytes"`
	ParamsInShared     bool   `csv:"params_in_shared"`
	MaxParamBytes      int    `csv:"max_param_bytes"`
	MaxLocalBytes      int    `csv:"max_local_bytes_per_thread"` // arrays and spilled registers
	PointerBits        int    `csv:"pointer_bits"`
	SharedBanks        int    `csv:"shared_banks"`
	SharedBankBytes    int    `csv:"shared_bank_bytes"`     // a word; on 3.x 4 or 8, as cudaDeviceSetSharedMemConfig says
	SharedLanes        int    `csv:"shared_lanes_per_pass"` // threads of one bank pass: 16 on 1.x
	SharedPassClocks   int    `csv:"shared_clocks_per_pass"`
	SharedQueue        bool   `csv:"shared_queue"` // accesses wait in a queue of the load-store units: passes take no issue slots
	// words of a bank pass that many threads may read: OneWord, AnyWord, AnyRow or AnyPair
	SharedBroadcast   string `csv:"shared_broadcast"`
	Schedulers        int    `csv:"schedulers"`         // of an SM, each with its issue port and its share of the cores
	Coalescing        string `csv:"coalescing"`         // how a global request becomes transactions: InOrder, Segments, Lines or Sectors
	SegmentBytes      int    `csv:"segment_bytes"`      // largest transaction of a global request
	MinSegmentBytes   int    `csv:"min_segment_bytes"`  // smallest one
	RequestLanes      int    `csv:"request_lanes"`      // threads of one memory request: a half-warp on 1.x
	CopyEngines       int    `csv:"copy_engines"`       // copies that run beside kernels
	ConcurrentKernels int    `csv:"concurrent_kernels"` // most kernels that run beside each other
	// between the host and the engines: with one, each engine serves in the order of issue
	WorkQueues        int  `csv:"work_queues"`
	MapHostMemory     bool `csv:"map_host_memory"` // kernels reach page-locked memory of the host
	BlockLaunchClocks int  `csv:"block_launch_clocks"`
	BarrierClocks     int  `csv:"barrier_clocks"`
	// ParameterMissClocks is how long the first read of a line of a kernel's parameters takes in an SM; 0: no time.
	ParameterMissClocks int `csv:"parameter_miss_clocks"`
	// LaunchOverhead is the microseconds that a launch takes besides its kernel.
	LaunchOverhead float64 `csv:"launch_overhead_us"`

	// What the compiler does for the compute capability.
	InstructionSet        string `csv:"instruction_set"`         // whose tables of instructions hold
	FMA                   bool   `csv:"fma"`                     // a*b+c is fused, not truncated as by c.c. 1.x's mad
	NativeMul32           bool   `csv:"native_mul32"`            // 32-bit integer multiply is one instruction
	UnrollLimit           int    `csv:"unroll_limit"`            // trip count × body that is unrolled without a pragma
	FlushesSubnormals     bool   `csv:"flushes_subnormals"`      // fp32 numbers too small for a full exponent are always 0
	UnitReciprocal        bool   `csv:"unit_reciprocal"`         // 1.0f / x is the reciprocal of the special function unit as it is
	StraightLineReduction bool   `csv:"straight_line_reduction"` // addresses of unrolled code are computed from one another
	UnrollsPartly         bool   `csv:"unrolls_partly"`          // loops whose trips are not known are unrolled, with a loop for the rest
	ScaledAdd             bool   `csv:"scaled_add"`              // a sum with a scaled index is one instruction
	JoinsLoads            bool   `csv:"joins_loads"`             // loads of neighbouring words of shared memory become one
	NarrowsDoubles        bool   `csv:"narrows_doubles"`         // what floats give in double precision and float takes is computed as float
	PairsRemainders       bool   `csv:"pairs_remainders"`        // a remainder is computed from the quotient where both are wanted
	DividesByProducts     bool   `csv:"divides_by_products"`     // a quotient by a constant is computed from a product
	JoinsSigns            bool   `csv:"joins_signs"`             // x >= 0 && y >= 0 is one comparison
	// loads go ahead of their use as far as the registers leave an SM all of its warps
	KeepsWarps bool `csv:"keeps_warps"`
	// AddressesAhead says that the compiler puts the addresses of stores in front of what waits for loads, where no warp is lost by it.
	AddressesAhead bool `csv:"addresses_ahead"`
	// values leave a loop only if every iteration computes them
	HoistsAnticipated bool `csv:"hoists_anticipated"`
	// in loops 32-bit indices are counted, and addresses of 64 bits made from them anew
	NarrowInduction bool `csv:"narrow_induction"`
	IfConvertLimit  int  `csv:"if_convert_limit"` // instructions of an arm that are predicated

	// Operations per clock and SM. 0 is none, but for IntMul several instructions.
	FP32   int `csv:"fp32_per_clock"` // add, multiply, multiply-add
	FP64   int `csv:"fp64_per_clock"`
	FP16   int `csv:"fp16_per_clock"` // two to an instruction
	IntAdd int `csv:"int_add_per_clock"`
	IntMul int `csv:"int_mul_per_clock"` // 32 bit
	Logic  int `csv:"logic_per_clock"`
	Shift  int `csv:"shift_per_clock"`
	// TensorFMA are the multiply-adds of halves, added up in float, that the tensor cores of an SM do in a clock; 0 is none.
	TensorFMA  int `csv:"tensor_fma_per_clock"`
	TensorHalf int `csv:"tensor_fma_half_per_clock"` // the same where they are added up in halves
	// MmaK is how many products an instruction of the tensor cores adds up, MmaTerms how many of them at a time,
	// and MmaExtraBits how many bits more than those of a float the sum has then.
	MmaK         int `csv:"mma_k"`
	MmaTerms     int `csv:"mma_terms"`
	MmaExtraBits int `csv:"mma_extra_bits"`
	SFU          int `csv:"sfu_per_clock"` // reciprocal, square root, sine, …
	Convert      int `csv:"convert_per_clock"`
	Convert64    int `csv:"convert64_per_clock"` // from and to 64-bit types
	Popc         int `csv:"popc_per_clock"`
	Shuffle      int `csv:"shuffle_per_clock"`
	Barrier      int `csv:"barrier_per_clock"`
	LoadStore    int `csv:"load_store_per_clock"` // threads whose addresses the load-store units take

	// Card is set for a real GPU of this machine.
	Card *Card

	own       []Constant // of the card, and what overrides them
	constants []Constant // own and those of the compute capability
}

// The rules by which the accesses of a request are put together into transactions.
const (
	InOrder  = "in order" // c.c. 1.0 and 1.1: thread k has to access word k of a segment
	Segments = "segments" // c.c. 1.2 and 1.3: every segment that is touched, as small as it can be
	Lines    = "lines"    // c.c. 2.x and 3.x: every line that is touched, whole into the L1, otherwise its touched sectors
	Sectors  = "sectors"  // from c.c. 5.0 on: the touched sectors of the lines that a warp touches, through the L1 or not
)

// The words that many threads may read in one pass of the banks.
const (
	OneWord = "one" // c.c. 1.x
	AnyWord = "any" // c.c. 2.x, 5.x and 6.x
	// from c.c. 7.0 on: any, and parts of a request for wide words are one pass where lanes ask for what their neighbours ask for
	AnyPair = "pairs"
	AnyRow  = "rows" // c.c. 3.x: a bank's row is 8 bytes: two words, 32 apart in 64 aligned ones, or one where words are so large
)

// A Constant is one row of a device's data: where a number comes from.
type Constant struct {
	Field, Value, Unit string
	Kind               string // published, measured, derived, fitted, unverified or override
	Source             string
}

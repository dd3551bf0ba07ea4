package device

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestGetForgivesSpelling(t *testing.T) {
	for _, name := range []string{"GTX 280", "gtx280", "GeForce GTX-280", "NVIDIA GeForce GTX 280"} {
		d, err := Get(name)
		if err != nil || d.Name != "GTX 280" {
			t.Errorf("Get(%q) = %v, %v", name, d, err)
		}
	}
	if _, err := Get("GTX 281"); err == nil || !strings.Contains(err.Error(), "GTX 280") {
		t.Errorf("Get(GTX 281) = %v, want the near names", err)
	}
}

// Every constant has a kind of the list and all but unverified ones a source.
func TestConstantsHaveSources(t *testing.T) {
	kinds := map[string]bool{"published": true, "measured": true, "derived": true, "fitted": true, "unverified": true}
	for _, d := range All() {
		for _, c := range d.Sources() {
			if !kinds[c.Kind] {
				t.Errorf("%s %s: kind %q", d.Name, c.Field, c.Kind)
			}
			if c.Source == "" {
				t.Errorf("%s %s: no source", d.Name, c.Field)
			}
		}
	}
}

// Bandwidth and peak as the specifications give them (622 is the lecture's too).
func TestDerivedFigures(t *testing.T) {
	for _, want := range []struct {
		name            string
		bandwidth, peak float64
	}{
		{"GTX 280", 141.7, 622.1},
		{"Tesla C1060", 102.4, 622.1},
		{"8800 GTX", 86.4, 345.6},
		{"V100-SXM2-32GB", 898.0, 15667.2}, // "900 GB/s", "15.7 TFLOP/s"
		{"T4", 320.1, 8140.8},
		{"2080 Ti", 616, 13447.7},
		{"A100", 1555.2, 19491.8},
		{"NVIDIA A100-SXM4-80GB", 2039.0, 19491.8},
		{"GeForce RTX 3090", 936.1, 35581.4},
		{"A6000", 768.1, 38707.2},
		{"GeForce RTX 4090", 1008.1, 82575.4},
		{"H100 80GB HBM3", 3352.3, 66908.2},
		{"H100 PCIe", 2039.0, 51217.9},
		{"H200", 4814.3, 66908.2}, // "4.8 TB/s", of 94 channels
		{"B200", 7672.3, 74449.9},
	} {
		d, err := Get(want.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.BandwidthGBps(); math.Abs(got-want.bandwidth) > 0.05 {
			t.Errorf("%s: bandwidth %.2f GB/s, want %v", want.name, got, want.bandwidth)
		}
		if got := d.PeakGFLOPs(); math.Abs(got-want.peak) > 0.05 {
			t.Errorf("%s: peak %.2f GFLOP/s, want %v", want.name, got, want.peak)
		}
	}
}

// The data sheet's 933 GFLOP/s count a multiplication beside each multiply-add.
func TestDualIssue(t *testing.T) {
	d, err := Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.With("dual_issue", "true"); err != nil {
		t.Fatal(err)
	}
	if got := d.PeakGFLOPs(); math.Abs(got-933.1) > 0.05 {
		t.Errorf("peak %.2f GFLOP/s, want 933.1", got)
	}
}

// Six partitions take turns every 256 bytes, modulo 6.
func TestPartition(t *testing.T) {
	d, err := Get("8800 GTX")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[uint64]int{0: 0, 255: 0, 256: 1, 1280: 5, 1535: 5, 1536: 0, 1 << 20: 4} {
		if got := d.Partition(address); got != want {
			t.Errorf("address %d lies in partition %d, want %d", address, got, want)
		}
	}
}

// Another compute capability brings its limits and rules; the card's own
// constants and what was overridden before stay.
func TestWithComputeCapability(t *testing.T) {
	card, err := Get("GTX 280")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		cc                     string
		warps, registers, unit int
		coalescing             string
	}{
		{"1.0", 24, 8192, 256, InOrder},
		{"1.1", 24, 8192, 256, InOrder},
		{"1.2", 32, 16384, 512, Segments},
		{"1.3", 32, 16384, 512, Segments},
	} {
		d, err := card.With("compute_capability", want.cc)
		if err != nil {
			t.Fatal(err)
		}
		if d.MaxWarpsPerSM != want.warps || d.RegistersPerSM != want.registers || d.RegisterUnit != want.unit || d.Coalescing != want.coalescing {
			t.Errorf("%s: %d warps, %d registers in units of %d, coalescing %q, want %+v", d.Name, d.MaxWarpsPerSM, d.RegistersPerSM,
				d.RegisterUnit, d.Coalescing, want)
		}
		if d.SMs != 30 || d.TRRD != card.TRRD || d.SharedBanks != 16 {
			t.Errorf("%s: %d SMs, tRRD %v, %d banks: the rest must stay", d.Name, d.SMs, d.TRRD, d.SharedBanks)
		}
	}
	d, _ := card.With("registers_per_sm", "4096")
	if d, _ = d.With("compute_capability", "1.1"); d.RegistersPerSM != 4096 || d.MaxWarpsPerSM != 24 {
		t.Errorf("%s: %d registers and %d warps, want the overridden 4096 and 24", d.Name, d.RegistersPerSM, d.MaxWarpsPerSM)
	}
	if _, err := card.With("compute_capability", "1.4"); err == nil || !strings.Contains(err.Error(), "1.0, 1.1, 1.2, 1.3") {
		t.Errorf("%v, want the known compute capabilities", err)
	}
}

// A constant that a card takes over from another is no more certain than the
// card's file says, and its source says so.
func TestCarriedConstants(t *testing.T) {
	kindOf := func(card, field string) (kind, source string) {
		d, err := Get(card)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Sources() {
			if c.Field == field {
				return c.Kind, c.Source
			}
		}
		t.Fatalf("%s has no %s", card, field)
		return "", ""
	}
	if kind, source := kindOf("GTX 280", "dram_trrd_ns"); kind != "published" || strings.Contains(source, "carried over") {
		t.Errorf("tRRD of the GTX 280: %s, %s", kind, source)
	}
	for _, card := range []string{"8800 GTX", "Tesla C1060"} {
		if kind, source := kindOf(card, "dram_trrd_ns"); kind != "unverified" || !strings.Contains(source, "carried over from the GTX 280") {
			t.Errorf("tRRD of the %s: %s, %s", card, kind, source)
		}
	}
	if kind, _ := kindOf("Tesla C1060", "block_launch_clocks"); kind != "unverified" {
		t.Errorf("block_launch_clocks of the Tesla C1060 are %s: derived from what was unverified, they remain so", kind)
	}
}

func TestWith(t *testing.T) {
	d, _ := Get("GTX 280")
	c, err := d.With("clock_mhz", "1400")
	if err != nil || c.ClockMHz != 1400 || d.ClockMHz != 1296 || c.Name != "GTX 280 (clock_mhz=1400)" {
		t.Errorf("With = %+v, %v", c, err)
	}
	for _, bad := range [][2]string{{"clock", "1"}, {"sms", "x"}, {"sms", "0"}, {"clock_mhz", "-1"}, {"name", "x"}, {"clock_mhz", "NaN"},
		{"dram_banks", "6"}, {"coalescing", "none"},
		{"sms", "2147483647"}, {"l2_slices", "1025"}, {"max_warps_per_sm", "100000"}, {"schedulers", "8"}, {"warp_size", "64"}} {
		if _, err := d.With(bad[0], bad[1]); err == nil {
			t.Errorf("With(%q, %q) accepted", bad[0], bad[1])
		}
	}
}

// The fp64 rates that the lecture lists ("Arithmetic Operations"), as parts of
// fp32. Its 1/32 for 8.6 is a slip: the Programming Guide's 2 of 128 are 1/64.
func TestFP64Share(t *testing.T) {
	for cc, part := range map[string]float64{"1.3": 8, "2.0": 2, "2.1": 12, "3.0": 24, "3.5": 3, "5.0": 32, "5.2": 32, "5.3": 32, "6.0": 2,
		"6.1": 32, "6.2": 32, "7.0": 2, "7.5": 32, "8.0": 2, "8.6": 64, "8.9": 64, "9.0": 2, "10.0": 2} {
		d, err := Get(cc)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.FP64Share(); math.Abs(got*part-1) > 1e-12 {
			t.Errorf("%s: fp64 at %v of fp32, want 1/%v", d.Name, got, part)
		}
	}
	for _, cc := range []string{"1.0", "1.1", "1.2"} {
		if d, _ := Get(cc); d.FP64 != 0 {
			t.Errorf("%s: %d fp64 operations per clock, want none", d.Name, d.FP64)
		}
	}
}

// Kernels run on the cards whose compute capability has an instruction set, and on no
// generation; the rates of a card are those of its cores.
func TestModelled(t *testing.T) {
	for _, d := range All() {
		if err := d.Modelled(); (err == nil) != (d.InstructionSet != "") {
			t.Errorf("%s: %v", d.Name, err)
		}
		if d.FP32 != d.CoresPerSM {
			t.Errorf("%s: %d fp32 operations per clock with %d cores", d.Name, d.FP32, d.CoresPerSM)
		}
	}
	for _, d := range Generations() {
		err := d.Modelled()
		if err == nil || !strings.Contains(err.Error(), "GTX 280") {
			t.Errorf("%s: %v, want what kernels run on", d.Name, err)
		}
		for _, c := range d.Sources() {
			if !slices.Contains(kinds, c.Kind) || c.Source == "" {
				t.Errorf("%s %s: kind %q, source %q", d.Name, c.Field, c.Kind, c.Source)
			}
		}
	}
}

// Every generation has the limits that launches and occupancies are checked against, and
// an SM has room for the largest block.
func TestLimitsOfGenerations(t *testing.T) {
	for _, d := range Generations() {
		for _, field := range []string{
			"warp_size", "max_threads_per_block", "max_block_x", "max_block_y", "max_block_z", "max_grid_x", "max_grid_y", "max_grid_z",
			"max_warps_per_sm", "max_blocks_per_sm", "registers_per_sm", "max_registers_per_thread", "register_allocation_unit",
			"warp_allocation_granularity", "shared_bytes_per_sm", "max_shared_bytes_per_block", "shared_allocation_unit",
			"shared_banks", "shared_bank_bytes", "shared_lanes_per_pass", "request_lanes", "segment_bytes", "min_segment_bytes",
			"max_param_bytes", "pointer_bits",
		} {
			if err := d.valid(field); err != nil {
				t.Errorf("%s: %v", d.Name, err)
			}
		}
		if d.Coalescing == "" || d.SharedBroadcast == "" && !strings.HasPrefix(d.ComputeCapability, "1.") {
			t.Errorf("%s: coalescing %q, broadcast %q", d.Name, d.Coalescing, d.SharedBroadcast)
		}
		if most := max(d.MaxSharedPerBlock, d.MaxSharedOptIn) + d.SystemShared; most > d.SharedPerSM {
			t.Errorf("%s: a block may take %d bytes of shared memory, an SM has %d", d.Name, most, d.SharedPerSM)
		}
		if d.MaxThreadsPerBlock > d.MaxWarpsPerSM*d.WarpSize {
			t.Errorf("%s: a block of %d threads does not fit %d warps", d.Name, d.MaxThreadsPerBlock, d.MaxWarpsPerSM)
		}
	}
}

// The geometry of high-bandwidth memory agrees with itself: partitions share the channels
// evenly, the bus is that of the active stacks or, where channels are switched off, a
// little less.
func TestHBM(t *testing.T) {
	for _, d := range All() {
		if d.HBMStacks == 0 {
			continue
		}
		whole := d.HBMStacks * d.HBMChannelsPerStack
		if n := d.Channels(); n*d.HBMChannelBits != d.MemoryBusBits || n > whole || n < whole*9/10 {
			t.Errorf("%s: %d channels of %d bits in a bus of %d, %d in the stacks", d.Name, n, d.HBMChannelBits, d.MemoryBusBits, whole)
		}
		if d.HBMPseudoChannels != 2 || d.Partitions%d.Channels() != 0 || d.HBMBanks() != d.Partitions*d.DRAMBanks ||
			d.PseudoBanks()%d.DRAMBankGroups != 0 {
			t.Errorf("%s: %d partitions of %d banks, %d channels, %d banks of a pseudo-channel", d.Name, d.Partitions, d.DRAMBanks,
				d.Channels(), d.PseudoBanks())
		}
		if d.BurstBytes != 32 {
			t.Errorf("%s: bursts of %d bytes", d.Name, d.BurstBytes)
		}
	}
}

package isa

import (
	"errors"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
)

func TestOccupyGTX280(t *testing.T) {
	d := gtx280(t)
	for _, test := range []struct {
		name                       string
		threads, registers, shared int
		blocks, warps              int
		limiter                    string
	}{
		// The rows of a 32 × 33 tile of floats: 4224 + 32 bytes become 4608, of which three fit 16384.
		{"padded tile", 256, 10, 4224 + 32, 3, 24, "shared memory"},
		// Two 32 × 32 tiles: 8192 + 32 bytes become 8704.
		{"two tiles", 512, 16, 8192 + 32, 1, 16, "shared memory"},
		// Two 16 × 16 tiles: 4 blocks of 8 warps fill 32 warps.
		{"small tiles", 256, 14, 2048 + 32, 4, 32, "threads"},
		{"no limit but threads", 512, 8, 32, 2, 32, "threads"},
		{"small blocks", 32, 8, 32, 8, 8, "blocks"},
		// 8 warps of 32 threads with 17 registers: 4352 become 4608, of which three fit 16384.
		{"registers", 256, 17, 32, 3, 24, "registers"},
		// An odd number of warps is rounded up to 6: 6 · 32 · 20 = 3840 become 4096, four blocks.
		{"odd warps", 160, 20, 32, 4, 20, "registers"},
	} {
		o, err := Occupy(d, test.threads, test.registers, test.shared)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if o.BlocksPerSM != test.blocks || o.WarpsPerSM != test.warps || o.Limiter != test.limiter {
			t.Errorf("%s: %+v, want %d blocks, %d warps, limited by %s", test.name, o, test.blocks, test.warps, test.limiter)
		}
		if want := float64(test.warps) / 32; o.Fraction != want {
			t.Errorf("%s: fraction %v, want %v", test.name, o.Fraction, want)
		}
	}
}

// TestOccupyPerWarp has the granularities of c.c. 8.0, where registers are given warp by warp.
func TestOccupyPerWarp(t *testing.T) {
	d := &device.Device{
		Name: "A100", WarpSize: 32, MaxThreadsPerBlock: 1024, MaxWarpsPerSM: 64, MaxBlocksPerSM: 32, RegistersPerSM: 65536,
		MaxRegisters: 255, RegisterUnit: 256, WarpUnit: 4, SharedPerSM: 164 << 10, MaxSharedPerBlock: 163 << 10, SharedUnit: 128,
	}
	// 33 registers: 1056 become 1280 per warp, 51 warps fit, 48 in fours; 8 warps a block make 6 blocks.
	o, err := Occupy(d, 256, 33, 0)
	if err != nil || o.BlocksPerSM != 6 || o.Limiter != "registers" {
		t.Errorf("%+v, %v, want 6 blocks limited by registers", o, err)
	}
}

func TestOccupyErrors(t *testing.T) {
	d := gtx280(t)
	for want, args := range map[string][3]int{
		"a block of 1024 threads, GTX 280 allows 512":                                       {1024, 10, 0},
		"a block of 0 threads: at least 1":                                                  {0, 10, 0},
		"200 registers per thread, GTX 280 allows 124":                                      {32, 200, 0},
		"20000 bytes of shared memory per block, GTX 280 allows 16384":                      {32, 10, 20000},
		"a block of 512 threads with 40 registers each, GTX 280 has 16384 registers per SM": {512, 40, 0},
	} {
		if _, err := Occupy(d, args[0], args[1], args[2]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Occupy%v: %v, want %s", args, err, want)
		}
	}
}

// TestOccupyG80: 24 warps, 8192 registers in units of 256.
func TestOccupyG80(t *testing.T) {
	d, err := device.Get("8800 GTX")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name                       string
		threads, registers, shared int
		blocks, warps              int
		limiter                    string
	}{
		// 3 blocks of 8 warps fill 24 warps; 256 threads with 10 registers are 2560, of which three fit 8192.
		{"the Programming Guide's 10 registers", 256, 10, 2048 + 32, 3, 24, "threads"},
		// 256 · 11 = 2816, of which two fit 8192: the well-known cliff.
		{"one register more", 256, 11, 2048 + 32, 2, 16, "registers"},
		{"a block of 512", 512, 10, 32, 1, 16, "threads"},
		// 2 warps of 33 threads with 5 registers: 320 become 512.
		{"rounding", 33, 5, 32, 8, 16, "blocks"},
	} {
		o, err := Occupy(d, test.threads, test.registers, test.shared)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if o.BlocksPerSM != test.blocks || o.WarpsPerSM != test.warps || o.Limiter != test.limiter {
			t.Errorf("%s: %+v, want %d blocks, %d warps, limited by %s", test.name, o, test.blocks, test.warps, test.limiter)
		}
	}
}

// TestRegistersFor has what __launch_bounds__(threads, blocks) leaves a thread.
func TestRegistersFor(t *testing.T) {
	for _, test := range []struct {
		card            string
		threads, blocks int
		want            int
	}{
		// 3 · 16 warps share 32768 registers: 682 for a warp, of which units of 64 make 640.
		{"C2050", 512, 3, 20},
		{"C2050", 512, 2, 32},
		{"C2050", 256, 4, 32},
		// 8 · 6 warps: 682 again.
		{"C2050", 192, 8, 20},
		// One block of 32 warps must fit, even if nothing is said about blocks.
		{"C2050", 1024, 0, 32},
		{"C2050", 64, 1, 63},
		// More threads than an SM has: as if there were no second number.
		{"C2050", 512, 4, 63},
		{"C2050", 64, 9, 63},
		// 16384 registers in units of 512 for a block: three of 6 warps have 5120 each.
		{"GTX 280", 192, 3, 26},
		{"GTX 280", 256, 4, 16},
		{"GTX 280", 512, 0, 32},
		// 65536 registers, 64 warps.
		{"compute capability 3.5", 1024, 2, 32},
		{"compute capability 3.5", 256, 2, 128},
	} {
		d, err := device.Get(test.card)
		if err != nil {
			t.Fatal(err)
		}
		got := RegistersFor(d, test.threads, test.blocks)
		if got != test.want {
			t.Errorf("%s, (%d, %d): %d registers, want %d", test.card, test.threads, test.blocks, got, test.want)
		}
		if o, err := Occupy(d, test.threads, got, 0); err != nil ||
			o.BlocksPerSM < test.blocks && test.blocks*test.threads <= 32*d.MaxWarpsPerSM && test.blocks <= d.MaxBlocksPerSM {
			t.Errorf("%s, (%d, %d): %d registers leave %d blocks, %v", test.card, test.threads, test.blocks, got, o.BlocksPerSM, err)
		}
	}
}

// TestStaticShared: cards that give a block more than 48 KB on request give it as dynamic memory alone.
func TestStaticShared(t *testing.T) {
	d, err := device.Get("H200")
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Registers: 16, SharedBytes: d.MaxSharedPerBlock}
	if _, err := p.Occupy(d, 32, d.MaxSharedOptIn-d.MaxSharedPerBlock); err != nil {
		t.Errorf("%d bytes of static shared memory: %v", p.SharedBytes, err)
	}
	p.SharedBytes++
	if _, err := p.Occupy(d, 32, 0); !errors.As(err, new(*LimitError)) {
		t.Errorf("%d bytes of static shared memory: error %v, want a LimitError", p.SharedBytes, err)
	}
}

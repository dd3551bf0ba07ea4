package host

import "fmt"

// lastAttribute is the largest number of a cudaDeviceAttr.
const lastAttribute = 147

// attribute is one of cudaDeviceAttr of the model's device: from our own tables, and what is the same for all devices of today.
func (x *process) attribute(what int) int {
	d := x.Device
	var major, minor int
	fmt.Sscanf(d.ComputeCapability, "%d.%d", &major, &minor)
	is := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	ratio := 0
	if d.FP64 > 0 {
		ratio = d.FP32 / d.FP64
	}
	switch what {
	case 1:
		return d.MaxThreadsPerBlock
	case 2, 3, 4:
		return []int{d.MaxBlockX, d.MaxBlockY, d.MaxBlockZ}[what-2]
	case 5, 6, 7:
		return []int{d.MaxGridX, d.MaxGridY, d.MaxGridZ}[what-5]
	case 8:
		return d.MaxSharedPerBlock
	case 9: // total constant memory
		return 65536
	case 10:
		return d.WarpSize
	case 11: // the largest pitch
		return 2147483647
	case 12:
		if d.MaxBlockRegisters > 0 {
			return d.MaxBlockRegisters
		}
		return d.RegistersPerSM
	case 13:
		return int(d.ClockMHz * 1000)
	case 14, 30: // alignment of textures and surfaces
		return 512
	case 15, 31: // copies beside kernels, kernels beside one another
		return is(d.CopyEngines > 0 && (what == 15 || major >= 2))
	case 16:
		return d.SMs
	case 19, 91, 92, 99:
		return is(d.MapHostMemory)
	case 21, 42, 77:
		return d.MaxTexture1D
	case 22, 27, 45, 52, 53, 55, 63, 70, 73, 56, 61, 66, 67:
		return d.MaxTexture2DX
	case 23, 28, 46, 57, 64, 71, 74:
		return d.MaxTexture2DY
	case 24, 25, 26, 58, 59, 60:
		return d.MaxTexture3D
	case 47, 48: // the other shape of textures of three dimensions: half as wide, twice as deep
		return d.MaxTexture3D / 2
	case 49:
		return d.MaxTexture3D * 2
	case 29, 43, 62, 65: // layers
		return 2048
	case 54, 68:
		return 2046
	case 32:
		return is(d.ECC)
	case 33: // busOf
		return 0
	case 35:
		return is(d.ECC)
	case 36:
		return int(d.MemoryClockMHz * 1000)
	case 37:
		return d.MemoryBusBits
	case 38:
		return d.L2KB << 10
	case 39:
		return d.MaxWarpsPerSM * d.WarpSize
	case 40:
		return d.CopyEngines
	case 41:
		return is(major >= 2)
	case 51: // alignment of pitches
		return 32
	case 69:
		return d.MaxTexture1DLinear
	case 72:
		return d.MaxTexture2DX * 16
	case 75:
		return major
	case 76:
		return minor
	case 78, 83:
		return is(major >= 3)
	case 79, 80:
		return is(major >= 2)
	case 81:
		return d.SharedPerSM
	case 82:
		return d.RegistersPerSM
	case 87:
		return ratio
	case 89, 90, 95, 102, 115:
		return is(major >= 6)
	case 97:
		return max(d.MaxSharedPerBlock, d.MaxSharedOptIn)
	case 106:
		return d.MaxBlocksPerSM
	case 108: // of the L2, for accesses that are to stay
		return is(major >= 8) * (d.L2KB << 10) * 3 / 4
	case 109:
		return is(major >= 8) * (128 << 20)
	case 111:
		return d.SystemShared
	case 120:
		return is(major >= 9)
	}
	return 0
}

// Package memsys chooses the memory system of a device, once, when an engine is made.
//
//   - tesla: compute capability 1.x. Ports of the TPCs, partitions of the DRAM, caches of constants
//     and textures. No L1, no L2 for global memory.
//   - fermi: 2.x and 3.x. The ports of tesla, an L1 in each SM before them, a slice of the L2 at each
//     partition behind them.
//   - volta: from 7.0 on. An L1 of sectors, an L2 on two sides of the chip, channels of
//     high-bandwidth memory.
//
// Each is an engine.Memory. The DRAM itself, banks, rows and the bus, is memory.Partition, which
// all three use.
package memsys
